"""The count of the hands: values, the winner of a blocked round, what each side takes or marks."""

from __future__ import annotations

from typing import Any

from simulator.compiling.native import kernel
from simulator.engine import table as t
from simulator.tiles import count, heaviest, pips


@kernel
def in_pairs(table: Any, seats: int) -> bool:
    """Whether seats are pairs; known at once where there are not four."""
    return seats == 4 and table[t.TEAMS] == 1


@kernel
def side_of(table: Any, seat: int, seats: int) -> int:
    """The side of a seat."""
    return seat & 1 if in_pairs(table, seats) else seat


@kernel
def side_count(table: Any, seats: int) -> int:
    """How many sides there are."""
    return 2 if in_pairs(table, seats) else seats


@kernel
def hand_value(table: Any, hand: int) -> int:
    """Pips of a hand, or the special value of a lone tile."""
    if table[t.SPECIAL_HANDS] == 1 and hand != 0 and hand & (hand - 1) == 0:
        return table[t.LONE + heaviest(hand)]
    return pips(hand)


@kernel
def to_five(value: int) -> int:
    """The nearest multiple of five: 1-2 down, 3-4 up."""
    return (value + 2) // 5 * 5


@kernel
def count_hands(table: Any, seats: int) -> int:
    """Settle a round: winning seat, gains and scores; returns the winning side, -1 if void.

    A round that a play ended at the target is not counted.
    """
    for seat in range(seats):
        table[t.GAIN + seat] = 0
        table[t.VALUE + seat] = hand_value(table, table[t.HAND + seat])
    if table[t.OUTCOME] == t.TARGET_REACHED:
        return side_of(table, table[t.WINNING_SEAT], seats)
    if table[t.OUTCOME] == t.BLOCKED:
        seat = lightest_seat(table, seats)
        table[t.WINNING_SEAT] = seat
        if seat < 0:
            table[t.OUTCOME] = t.VOID
            return -1
    winner = side_of(table, table[t.WINNING_SEAT], seats)
    if table[t.LOSERS_MARK] == 1:
        mark_losers(table, winner, seats)
    else:
        table[t.GAIN + winner] = taken(table, winner, seats)
    for side in range(seats):
        table[t.SCORE + side] += table[t.GAIN + side]
    return winner


@kernel
def standing(table: Any, seat: int, seats: int) -> int:
    """What is compared in a blocked round, lowest wins: pips, then tiles where they decide."""
    value, tiles = table[t.VALUE + seat], count(table[t.HAND + seat])
    if table[t.COMPARE_SIDES] == 1 and in_pairs(table, seats):
        partner = (seat + 2) % seats
        value += table[t.VALUE + partner]
        tiles += count(table[t.HAND + partner])
    return value * 64 + (tiles if table[t.FEWEST_TILES] == 1 else 0)


@kernel
def lightest_seat(table: Any, seats: int) -> int:
    """The winning seat of a blocked round; -1 if sides tie, while partners do not.

    It is the lightest hand of the winning side, the lower seat if partners' hands count the same.
    """
    best, winner, tied = standing(table, 0, seats), 0, False
    for seat in range(1, seats):
        value = standing(table, seat, seats)
        if value < best:
            best, winner, tied = value, seat, False
        elif value == best and side_of(table, seat, seats) != side_of(table, winner, seats):
            tied = True
    if tied:
        return -1
    if in_pairs(table, seats):
        winner = winner & 1
        if table[t.VALUE + winner + 2] < table[t.VALUE + winner]:
            return winner + 2
    return winner


@kernel
def side_total(table: Any, side: int, seats: int, opponents: bool) -> int:
    """Rounded values of a side's hands, or of all hands against it."""
    rounding = table[t.ROUNDING]
    total = 0
    for seat in range(seats):
        if (side_of(table, seat, seats) == side) != opponents:
            value = table[t.VALUE + seat]
            total += to_five(value) if rounding == t.EACH_TO_FIVE else value
    return to_five(total) if rounding == t.TOTAL_TO_FIVE else total


@kernel
def taken(table: Any, winner: int, seats: int) -> int:
    """What the winning side takes; in a blocked round minus its own where the rules are net.

    Never less than nothing, though two light hands can round up to more than two heavy ones.
    """
    gain = side_total(table, winner, seats, True)
    if table[t.OUTCOME] == t.BLOCKED and table[t.NET] == 1:
        if table[t.COMPARE_SIDES] == 1:
            gain -= side_total(table, winner, seats, False)
        else:
            own = table[t.VALUE + table[t.WINNING_SEAT]]
            gain -= own if table[t.ROUNDING] == t.NO_ROUNDING else to_five(own)
    return max(0, gain)


@kernel
def mark_losers(table: Any, winner: int, seats: int) -> None:
    """Goat counting: every losing side marks its own hands."""
    for side in range(side_count(table, seats)):
        if side != winner:
            table[t.GAIN + side] = side_total(table, side, seats, False)
