"""A group: the games of one deal stream, with the policies in every seating; what is counted of it.

A run that does not compare has one seating, so its groups are single games. The group is the unit
of statistics: games within it share their deals and are not independent. Counted are the sums and
cross-products of the vector

    1, credits, points, rounds won (each by policy), rounds

over groups, and for the score chain how rounds went that two seatings played on the same deal.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.native import PARAMETERS, kernel, shifted
from simulator.engine import table as t
from simulator.engine.games import MOST_ROUNDS, play_game
from simulator.engine.rounds import OK, Form
from simulator.engine.scoring import side_count
from simulator.tiles import count

CREDIT = 12
"""Credit for a game won outright; a game drawn by t sides gives each a t-th of it."""
ROW = 8
"""Words kept of a game: first opener, rounds, blocked rounds, winners as bits, four scores."""


@kernel
def play_groups(
    table: Any,
    deck: Any,
    order: Any,
    policies: Any,
    params: Any,
    trace: Any,
    tally: Any,
    rows: Any,
    history: Any,
    seed: int,
    first: int,
    last: int,
    form: Form,
) -> int:
    """Play the groups first to last - 1 into a tally, and into `rows` if they are kept.

    `policies`, `params` and `history` hold one part a seating, `tally` one part a seating and then
    what is counted of groups (`simulator.engine.tallies.Layout`).
    """
    seatings = table[t.SEATINGS]
    for group in range(first, last):
        table[t.GAME] = group
        for word in range(t.VECTOR_WORDS):
            table[t.VECTOR + word] = 0
        for seating in range(seatings):
            table[t.SEATING] = seating
            status = play_game(
                table,
                deck,
                order,
                shifted(policies, 4 * seating),
                shifted(params, 4 * PARAMETERS * seating),
                trace,
                shifted(tally, table[t.TALLY_SIZE] * seating),
                shifted(history, MOST_ROUNDS * seating),
                seed,
                group,
                form,
            )
            if status != OK:
                return status
            add_game(table, seating, form.seats)
            if table[t.KEEP_ROWS] == 1:
                keep_row(table, rows, ((group - first) * seatings + seating) * ROW)
        add_moments(table, tally)
        if table[t.AT_MIRRORED] > 0:
            mirror_rounds(table, shifted(tally, table[t.AT_MIRRORED]), history)
    return OK


@kernel
def add_game(table: Any, seating: int, seats: int) -> None:
    """Add a finished game to the group's vector."""
    number = table[t.POLICIES]
    best = table[t.WINNERS]
    credit = CREDIT // count(best)
    for side in range(side_count(table, seats)):
        policy = table[t.SEATED + 4 * seating + side]
        table[t.VECTOR + 1 + policy] += credit if (best >> side) & 1 == 1 else 0
        table[t.VECTOR + 1 + number + policy] += table[t.SCORE + side]
        table[t.VECTOR + 1 + 2 * number + policy] += table[t.ROUNDS_WON + side]
    table[t.VECTOR + 1 + 3 * number] += table[t.ROUND]


@kernel
def add_moments(table: Any, tally: Any) -> None:
    """Add the upper triangle of the vector's square."""
    table[t.VECTOR] = 1
    size = 2 + 3 * table[t.POLICIES]
    for row in range(size):
        place = table[t.AT_MOMENTS] + row * size
        value = table[t.VECTOR + row]
        for column in range(row, size):
            tally[place + column] += value * table[t.VECTOR + column]


@kernel
def keep_row(table: Any, rows: Any, place: int) -> None:
    """Write a game's row."""
    rows[place] = table[t.FIRST]
    rows[place + 1] = table[t.ROUND]
    rows[place + 2] = table[t.BLOCKED_ROUNDS]
    rows[place + 3] = table[t.WINNERS]
    for side in range(4):
        rows[place + 4 + side] = table[t.SCORE + side]


# -- mirrored rounds ---------------------------------------------------------------------------


@kernel
def signed_gain(table: Any, entry: int, seating: int) -> int:
    """What the first policy took in a round of a game's history, negative where the second did."""
    winner = ((entry >> 2) & 7) - 1
    gain = entry >> 5
    if winner >= 0 and table[t.SEATED + 4 * seating + winner] == 1:
        return -gain
    return gain


@kernel
def mirror_rounds(table: Any, counts: Any, history: Any) -> None:
    """Count the rounds of a pair of games by what the first policy took where each policy opened.

    The same round of both games has the same deal and the same seat opens, so once the first policy
    and once the second. Rounds that only one of the games reached are counted by themselves.
    """
    bins = table[t.GAIN_BINS]
    width = 2 * bins - 1
    alone = width * width
    lengths = (table[t.LENGTHS], table[t.LENGTHS + 1])
    other = shifted(history, MOST_ROUNDS)
    for index in range(max(lengths[0], lengths[1])):
        near = history[index] if index < lengths[0] else other[index]
        seating = 0 if index < lengths[0] else 1
        opening = table[t.SEATED + 4 * seating + (near & table[t.SIDE_MASK])]
        gain = signed_gain(table, near, seating) + bins - 1
        if index < lengths[0] and index < lengths[1]:
            mirrored = signed_gain(table, other[index], 1) + bins - 1
            first, second = (gain, mirrored) if opening == 0 else (mirrored, gain)
            counts[first * width + second] += 1
        else:
            counts[alone + opening * width + gain] += 1
