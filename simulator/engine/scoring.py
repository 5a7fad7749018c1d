"""The count of the hands: values, the winner of a blocked round, what each side takes or marks."""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.engine.position import BLOCKED, OUT, TARGET_REACHED, VOID
from simulator.engine.rulebook import EACH_TO_FIVE, NO_ROUNDING, TOTAL_TO_FIVE
from simulator.masks import count, heaviest, is_single, pips


@kernel
def in_pairs(rules: Any, seats: int) -> bool:
    """Whether seats are pairs; known at once where there are not four."""
    return seats == 4 and rules.teams == 1


@kernel
def side_of(rules: Any, seat: int, seats: int) -> int:
    """The side of a seat."""
    return seat & 1 if in_pairs(rules, seats) else seat


@kernel
def side_count(rules: Any, seats: int) -> int:
    """How many sides there are."""
    return 2 if in_pairs(rules, seats) else seats


@kernel
def hand_value(rules: Any, hand: int) -> int:
    """Pips of a hand, or the special value of a lone tile."""
    if rules.special_hands == 1 and is_single(hand):
        return rules.lone[heaviest(hand)]
    return pips(hand)


@kernel
def to_five(value: int) -> int:
    """The nearest multiple of five: 1-2 down, 3-4 up."""
    return (value + 2) // 5 * 5


@kernel
def count_hands(rules: Any, position: Any, ledger: Any, seats: int) -> int:
    """Settle a round: winning seat, gains and scores; returns the winning side, -1 if void.

    A round that a play ended at the target is not counted.
    """
    for seat in range(seats):
        ledger.gain[seat] = 0
        ledger.value[seat] = hand_value(rules, position.hand[seat])
    if position.outcome == TARGET_REACHED:
        return side_of(rules, position.winning_seat, seats)
    if position.outcome == BLOCKED:
        seat = lightest_seat(rules, position, ledger, seats)
        position.winning_seat = seat
        if seat < 0:
            position.outcome = VOID
            if rules.all_mark == 1:
                mark_hands(rules, position, ledger, -1, seats)
                add_gains(position, ledger, seats)
            return -1
    winner = side_of(rules, position.winning_seat, seats)
    if rules.losers_mark == 1:
        mark_hands(rules, position, ledger, winner, seats)
    else:
        ledger.gain[winner] = taken(rules, position, ledger, winner, seats)
    add_gains(position, ledger, seats)
    return winner


@kernel
def add_gains(position: Any, ledger: Any, seats: int) -> None:
    """Add what the hands brought to the scores."""
    for side in range(seats):
        position.score[side] += ledger.gain[side]


@kernel
def standing(rules: Any, position: Any, ledger: Any, seat: int, seats: int) -> int:
    """What is compared in a blocked round, lowest wins: pips, then tiles where they decide."""
    value, tiles = ledger.value[seat], count(position.hand[seat])
    if rules.compare_sides == 1 and in_pairs(rules, seats):
        partner = (seat + 2) % seats
        value += ledger.value[partner]
        tiles += count(position.hand[partner])
    return value * 64 + (tiles if rules.fewest_tiles == 1 else 0)


@kernel
def lightest_seat(rules: Any, position: Any, ledger: Any, seats: int) -> int:
    """The winning seat of a blocked round; -1 if sides tie, while partners do not.

    It is the lightest hand of the winning side, the lower seat if partners' hands count the same.
    """
    best, winner, tied = standing(rules, position, ledger, 0, seats), 0, False
    for seat in range(1, seats):
        value = standing(rules, position, ledger, seat, seats)
        if value < best:
            best, winner, tied = value, seat, False
        elif value == best and side_of(rules, seat, seats) != side_of(rules, winner, seats):
            tied = True
    if tied:
        return -1
    if in_pairs(rules, seats):
        winner = winner & 1
        if ledger.value[winner + 2] < ledger.value[winner]:
            return winner + 2
    return winner


@kernel
def side_total(rules: Any, ledger: Any, side: int, seats: int, opponents: bool) -> int:
    """Rounded values of a side's hands, or of all hands against it; against side -1 are all."""
    rounding = rules.rounding
    total = 0
    for seat in range(seats):
        if (side_of(rules, seat, seats) == side) != opponents:
            value = ledger.value[seat]
            total += to_five(value) if rounding == EACH_TO_FIVE else value
    return to_five(total) if rounding == TOTAL_TO_FIVE else total


@kernel
def taken(rules: Any, position: Any, ledger: Any, winner: int, seats: int) -> int:
    """What the winning side takes; in a blocked round minus its own where the rules are net.

    Never less than nothing, though two light hands can round up to more than two heavy ones.
    """
    side = -1 if rules.takes_all == 1 else winner
    gain = side_total(rules, ledger, side, seats, True)
    if position.outcome == BLOCKED and rules.net == 1:
        if rules.compare_sides == 1:
            gain -= side_total(rules, ledger, winner, seats, False)
        else:
            own = ledger.value[position.winning_seat]
            gain -= own if rules.rounding == NO_ROUNDING else to_five(own)
    return max(0, gain)


@kernel
def marks(rules: Any, position: Any, side: int, winner: int) -> bool:
    """Whether a side marks its own hands where losers do.

    With `all_mark` the winner does too, unless it is out and has nothing to mark.
    """
    return side != winner or (rules.all_mark == 1 and position.outcome != OUT)


@kernel
def mark_hands(rules: Any, position: Any, ledger: Any, winner: int, seats: int) -> None:
    """Let sides mark their own hands; `winner` is the winning side, -1 if there is none."""
    for side in range(side_count(rules, seats)):
        if marks(rules, position, side, winner):
            ledger.gain[side] = side_total(rules, ledger, side, seats, False)
