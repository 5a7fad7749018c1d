"""A group: the games of one deal stream, with the policies in every seating; what is counted of it.

A run that does not compare has one seating, so its groups are single games. The group is the unit
of statistics: games within it share their deals and are not independent. Counted are the sums and
cross-products of the vector

    1, credits, points, rounds won (each by policy), rounds

over groups, rounds in cross-products up to `simulator.engine.limits.capped_rounds` a game, and for
the score chain how rounds went that two seatings played on the same deal.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import call_address, kernel, shifted
from simulator.engine.ledger import VECTOR_WORDS
from simulator.engine.limits import MOST_ROUNDS
from simulator.engine.rounds import OK
from simulator.engine.scoring import side_count
from simulator.engine.seats import SEAT
from simulator.masks import count

CREDIT = 12
"""Credit for a game won outright; a game drawn by t sides gives each a t-th of it."""
ROW = 8
"""Words kept of a game: first opener, rounds, blocked rounds, winners as bits, four scores."""


@kernel
def play_groups(
    rules: Any,
    position: Any,
    ledger: Any,
    order: Any,
    play_game: Any,
    policies: Any,
    params: Any,
    trace: Any,
    tally: Any,
    rows: Any,
    history: Any,
    seed: int,
    first: int,
    last: int,
) -> int:
    """Play the groups first to last - 1 into a tally, and into `rows` if they are kept.

    `play_game` is the address of `simulator.engine.games.play_game` for the form of the matchup.
    `policies`, `params` and `history` hold one part a seating, `tally` one part a seating and then
    what is counted of groups (`simulator.engine.tallies.Layout`).
    """
    seatings = ledger.seatings
    for group in range(first, last):
        ledger.game = group
        for word in range(VECTOR_WORDS):
            ledger.vector[word] = 0
        for seating in range(seatings):
            ledger.seating = seating
            status = call_address(
                play_game,
                rules,
                position,
                ledger,
                order,
                shifted(policies, 4 * seating),
                shifted(params, 4 * SEAT * seating),
                trace,
                shifted(tally, ledger.tally_size * seating),
                shifted(history, MOST_ROUNDS * seating),
                seed,
                group,
            )
            if status != OK:
                return status
            add_game(rules, position, ledger, seating)
            if ledger.keep_rows == 1:
                keep_row(position, ledger, rows, ((group - first) * seatings + seating) * ROW)
        add_moments(ledger, tally)
        if ledger.at_mirrored > 0:
            mirror_rounds(ledger, shifted(tally, ledger.at_mirrored), history)
    return OK


@kernel
def add_game(rules: Any, position: Any, ledger: Any, seating: int) -> None:
    """Add a finished game to the group's vector."""
    number = ledger.policies
    best = ledger.winners
    credit = CREDIT // count(best)
    for side in range(side_count(rules, rules.seats)):
        policy = ledger.seated[4 * seating + side]
        ledger.vector[1 + policy] += credit if (best >> side) & 1 == 1 else 0
        ledger.vector[1 + number + policy] += position.score[side]
        ledger.vector[1 + 2 * number + policy] += ledger.rounds_won[side]
    ledger.vector[1 + 3 * number] += ledger.round


@kernel
def add_moments(ledger: Any, tally: Any) -> None:
    """Add the upper triangle of the vector's square, with rounds capped in what is squared."""
    ledger.vector[0] = 1
    size = 2 + 3 * ledger.policies
    for column in range(size):
        tally[ledger.at_moments + column] += ledger.vector[column]
    for word in range(1 + 2 * ledger.policies, size):
        ledger.vector[word] = min(ledger.vector[word], ledger.rounds_cap)
    for row in range(1, size):
        place = ledger.at_moments + row * size
        value = ledger.vector[row]
        for column in range(row, size):
            tally[place + column] += value * ledger.vector[column]


@kernel
def keep_row(position: Any, ledger: Any, rows: Any, place: int) -> None:
    """Write a game's row."""
    rows[place] = ledger.first_opener
    rows[place + 1] = ledger.round
    rows[place + 2] = ledger.blocked_rounds
    rows[place + 3] = ledger.winners
    for side in range(4):
        rows[place + 4 + side] = position.score[side]


# -- mirrored rounds ---------------------------------------------------------------------------


@kernel
def signed_gain(ledger: Any, entry: int, seating: int) -> int:
    """What the first policy took in a round of a game's history, negative where the second did."""
    winner = ((entry >> 2) & 7) - 1
    gain = entry >> 5
    if winner >= 0 and ledger.seated[4 * seating + winner] == 1:
        return -gain
    return gain


@kernel
def mirror_rounds(ledger: Any, counts: Any, history: Any) -> None:
    """Count the rounds of a pair of games by what the first policy took where each policy opened.

    The same round of both games has the same deal and the same seat opens, so once the first policy
    and once the second. Rounds that only one of the games reached are counted by themselves.
    """
    bins = ledger.gain_bins
    width = 2 * bins - 1
    alone = width * width
    lengths = (ledger.lengths[0], ledger.lengths[1])
    other = shifted(history, MOST_ROUNDS)
    for index in range(max(lengths[0], lengths[1])):
        near = history[index] if index < lengths[0] else other[index]
        seating = 0 if index < lengths[0] else 1
        opening = ledger.seated[4 * seating + (near & ledger.side_mask)]
        gain = signed_gain(ledger, near, seating) + bins - 1
        if index < lengths[0] and index < lengths[1]:
            mirrored = signed_gain(ledger, other[index], 1) + bins - 1
            first, second = (gain, mirrored) if opening == 0 else (mirrored, gain)
            counts[first * width + second] += 1
        else:
            counts[alone + opening * width + gain] += 1
