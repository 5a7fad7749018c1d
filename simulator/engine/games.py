"""A game: rounds until the target is reached; who opens each, who wins."""

from __future__ import annotations

from typing import Any

from simulator.compiling.native import kernel
from simulator.engine import table as t
from simulator.engine.rounds import ENDLESS, OK, TRACE_FULL, Form, deal, play_round, set_size
from simulator.engine.scoring import count_hands, side_count
from simulator.engine.tallies import count_game, count_round
from simulator.engine.trace import DEALT, record, record_count
from simulator.rng import LOT, game_key, pick, random_word, round_key, shuffle
from simulator.tiles import DOUBLES, heaviest, lightest, pips_of, tiles_with_pips

MOST_ROUNDS = 10_000
"""A game that has not ended after so many rounds is given up with an error."""


@kernel
def play_game(
    table: Any,
    deck: Any,
    order: Any,
    policies: Any,
    params: Any,
    trace: Any,
    tally: Any,
    history: Any,
    seed: int,
    game: int,
    form: Form,
) -> int:
    """Play game number `game` of a seed and count it; returns a status.

    Round r leaves its entry in `history[r]`. A fault leaves seat, round and action in the table,
    and the tally in an undefined state.
    """
    key = game_key(seed, game)
    for side in range(4):
        table[t.SCORE + side] = 0
        table[t.ROUNDS_WON + side] = 0
    blocked = 0
    round_index = 0
    first = 0
    opener = 0
    while True:
        table[t.ROUND] = round_index
        table[t.KEY] = round_key(key, round_index)
        shuffle(deck, set_size(table, form), table[t.KEY], order)
        deal(table, deck, form)
        opener = choose_opener(table, round_index, opener, form.seats)
        first = opener if round_index == 0 else first
        if form.recording:
            record(table, trace, DEALT, opener, round_index, 0)
        status = play_round(table, deck, policies, params, trace, opener, form)
        if status != OK:
            return status
        winner = count_hands(table, form.seats)
        if form.recording:
            record_count(table, trace, winner)
            if table[t.EVENTS] > table[t.TRACE_SIZE]:
                return TRACE_FULL
        outcome = table[t.OUTCOME]
        blocked += 1 if outcome == t.BLOCKED or outcome == t.VOID else 0
        count_round(table, tally, opener, winner, form.seats)
        history[round_index] = round_entry(table, opener, winner)
        if winner >= 0:
            table[t.ROUNDS_WON + winner] += 1
        round_index += 1
        if is_over(table, form.seats):
            break
        if round_index == table[t.ROUND_LIMIT]:
            if round_index == MOST_ROUNDS:
                return ENDLESS
            break
    table[t.ROUND] = round_index
    table[t.LENGTHS + table[t.SEATING]] = round_index
    table[t.FIRST] = first
    table[t.BLOCKED_ROUNDS] = blocked
    table[t.WINNERS] = winners(table, form.seats)
    count_game(table, tally, form.seats)
    return OK


@kernel
def round_entry(table: Any, opener: int, winner: int) -> int:
    """A round in a game's history: opener, winning side (-1: none) and what it took."""
    gain = table[t.GAIN + winner] if winner >= 0 else 0
    return (gain * 8 + winner + 1) * 4 + opener


@kernel
def is_over(table: Any, seats: int) -> bool:
    """Whether some side has reached the target."""
    over = False
    for side in range(seats):
        if table[t.SCORE + side] >= table[t.TARGET]:
            over = True
    return over


@kernel
def winners(table: Any, seats: int) -> int:
    """The sides with the best score, bit s for side s: the highest, or the fewest penalties."""
    sides = side_count(table, seats)
    sign = -1 if table[t.LOSERS_MARK] == 1 else 1
    best = table[t.SCORE] * sign
    for side in range(1, sides):
        best = max(best, table[t.SCORE + side] * sign)
    found = 0
    for side in range(sides):
        if table[t.SCORE + side] * sign == best:
            found |= 1 << side
    return found


@kernel
def choose_opener(table: Any, round_index: int, previous: int, seats: int) -> int:
    """Who opens a round, by the rules, the hands just dealt and the round before."""
    rule = table[t.OPENER_FIRST]
    if round_index > 0:
        following = table[t.OPENER_NEXT]
        after = previous + 1 if previous + 1 < seats else 0
        if following == t.ROTATE:
            return after
        if following == t.WINNER:
            return table[t.WINNING_SEAT] if table[t.OUTCOME] != t.VOID else after
        if following == t.OUT_OR_LOT and table[t.OUTCOME] == t.OUT:
            return table[t.WINNING_SEAT]
        rule = t.LOT if following == t.OUT_OR_LOT else t.SMALLEST_DOUBLE
    if rule == t.LOT:
        return pick(random_word(table[t.KEY], LOT, 0), seats)
    return holder(table, seats, rule == t.STRONGEST)


@kernel
def holder(table: Any, seats: int, strongest: bool) -> int:
    """Who holds the strongest tile; or the smallest double but 0|0, else the smallest tile.

    Tiles compare by pips, then by the higher half, which among equal pips is the lower tile number.
    """
    dealt = 0
    for seat in range(seats):
        dealt |= table[t.HAND + seat]
    doubles = dealt & DOUBLES & ~1
    if strongest:
        tile = lightest(dealt & tiles_with_pips(pips_of(heaviest(dealt))))
    elif doubles != 0:
        tile = lightest(doubles)
    else:
        tile = heaviest(dealt & tiles_with_pips(pips_of(lightest(dealt))))
    holding = 0
    for seat in range(seats):
        if (table[t.HAND + seat] >> tile) & 1 == 1:
            holding = seat
    return holding
