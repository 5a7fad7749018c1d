"""A game: rounds until the target is reached, or so many; who opens each, who wins.

How a round is dealt and played is a matter of the board, and handed in.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.engine.counting import count_game, count_round
from simulator.engine.limits import MOST_ROUNDS
from simulator.engine.position import BLOCKED, OUT, VOID, Form
from simulator.engine.rounds import ENDLESS, OK, TRACE_FULL
from simulator.engine.rulebook import LOT as BY_LOT
from simulator.engine.rulebook import OUT_OR_LOT, ROTATE, SMALLEST_DOUBLE, STRONGEST, WINNER
from simulator.engine.scoring import count_hands, side_count
from simulator.engine.trace import DEALT, record, record_count
from simulator.masks import (
    DOUBLES,
    NOTHING,
    heaviest,
    holds,
    lightest,
    one,
    pips_of,
    tiles_with_pips,
)
from simulator.rng import LOT, game_key, pick, private_key, random_word, round_key


@kernel
def play_game(
    rules: Any,
    position: Any,
    ledger: Any,
    order: Any,
    policies: Any,
    params: Any,
    trace: Any,
    tally: Any,
    history: Any,
    seed: int,
    game: int,
    form: Form,
    deal: Any,
    play_on: Any,
) -> int:
    """Play game number `game` of a seed and count it; returns a status.

    `deal` and `play_on` are `simulator.engine.position.deal` and `simulator.engine.rounds.play_on`
    where the board is a line, or what stands for them on other boards.

    Round r leaves its entry in `history[r]`. A fault leaves seat and action in the position, the
    round in the ledger, and the tally in an undefined state.
    """
    key = game_key(seed, game)
    for side in range(4):
        position.score[side] = 0
        ledger.rounds_won[side] = 0
    for seat in range(form.seats):
        position.private[seat] = private_key(key, seat)
    blocked = 0
    round_index = 0
    first = -1
    opener = -1
    while True:
        position.round = round_index
        deal(rules, position, order, round_key(key, round_index), form)
        opener = choose_opener(rules, position, opener, form.seats)
        position.seat = opener
        first = opener if first < 0 else first
        if form.recording:
            record(trace, DEALT, opener, round_index, 0)
        status = play_on(rules, position, policies, params, trace, form)
        if status != OK:
            return status
        winner = count_hands(rules, position, ledger, form.seats)
        if form.recording:
            record_count(position, ledger, trace, winner)
            if trace[0] > trace[1]:
                return TRACE_FULL
        outcome = position.outcome
        blocked += 1 if outcome in (BLOCKED, VOID) else 0
        count_round(rules, position, ledger, tally, opener, winner, form.seats)
        history[round_index] = round_entry(ledger, opener, winner)
        if winner >= 0:
            ledger.rounds_won[winner] += 1
        round_index += 1
        if is_over(rules, position, round_index, form.seats):
            break
        if round_index == ledger.round_limit:
            if round_index == MOST_ROUNDS:
                return ENDLESS
            break
    ledger.round = round_index
    ledger.lengths[ledger.seating] = round_index
    ledger.first_opener = first
    ledger.blocked_rounds = blocked
    ledger.winners = winners(rules, position, form.seats)
    count_game(rules, position, ledger, tally, form.seats)
    return OK


@kernel
def round_entry(ledger: Any, opener: int, winner: int) -> int:
    """A round in a game's history: opener, winning side (-1: none) and what it took."""
    gain = ledger.gain[winner] if winner >= 0 else 0
    return (gain * 8 + winner + 1) * 4 + opener


@kernel
def is_over(rules: Any, position: Any, rounds: int, seats: int) -> bool:
    """Whether some side has reached the target; or, where their number is fixed, all rounds are
    played."""
    over = rounds == rules.rounds
    for side in range(seats):
        if position.score[side] >= rules.target:
            over = True
    return over


@kernel
def winners(rules: Any, position: Any, seats: int) -> int:
    """The sides with the best score, bit s for side s: the highest, or the fewest penalties."""
    sides = side_count(rules, seats)
    sign = -1 if rules.losers_mark == 1 else 1
    best = position.score[0] * sign
    for side in range(1, sides):
        best = max(best, position.score[side] * sign)
    found = 0
    for side in range(sides):
        if position.score[side] * sign == best:
            found |= 1 << side
    return found


@kernel
def choose_opener(rules: Any, position: Any, previous: int, seats: int) -> int:
    """Who opens a round, by the rules, the hands just dealt and the round before.

    `previous` opened that round; -1: there was none.
    """
    rule = rules.opener_first
    if previous >= 0:
        following = rules.opener_next
        after = previous + 1 if previous + 1 < seats else 0
        if following == ROTATE:
            return after
        if following == WINNER:
            return position.winning_seat if position.outcome != VOID else after
        if following == OUT_OR_LOT and position.outcome == OUT:
            return position.winning_seat
        rule = BY_LOT if following == OUT_OR_LOT else SMALLEST_DOUBLE
    if rule == BY_LOT:
        return pick(random_word(position.key, LOT, 0), seats)
    return holder(position, seats, rule == STRONGEST)


@kernel
def holder(position: Any, seats: int, strongest: bool) -> int:
    """Who holds the strongest tile; or the smallest double but 0|0, else the smallest tile.

    Tiles compare by pips, then by the higher half, which among equal pips is the lower tile number.
    """
    dealt = NOTHING
    for seat in range(seats):
        dealt |= position.hand[seat]
    doubles = dealt & DOUBLES & ~one(0)
    if strongest:
        tile = lightest(dealt & tiles_with_pips(pips_of(heaviest(dealt))))
    elif doubles != NOTHING:
        tile = lightest(doubles)
    else:
        tile = heaviest(dealt & tiles_with_pips(pips_of(lightest(dealt))))
    holding = 0
    for seat in range(seats):
        if holds(position.hand[seat], tile):
            holding = seat
    return holding
