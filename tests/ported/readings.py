"""The strategies once more, read from their prose onto what the naive engine observes.

Each says what it would do as (tile, arm) or "draw". Tiles are tuples, sets are sets; nothing here
knows of masks or views, nor of the policies that it is to agree with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from tests.naive import Action, Observation, Placement, Tile, full_set, is_double

Reading = Callable[[Observation], Action]


def weight(tile: Tile) -> tuple[int, int]:
    """What makes a tile heavier: pips, then the low half."""
    return sum(tile), min(tile)


def best(seen: Observation, worth: Callable[[Placement], Any]) -> Placement:
    """The placement worth most, then of the heaviest tile, then on the lowest arm."""
    return max(seen.placements, key=lambda one: (worth(one), weight(one[0]), -one[1]))


def bearing(tiles: Iterable[Tile], value: int) -> int:
    """How many tiles bear a number."""
    return sum(value in tile for tile in tiles)


def open_after(seen: Observation, one: Placement) -> set[int]:
    """The open numbers after a placement."""
    return {end for end in seen.board.play(*one).ends if end is not None}


def shown(seen: Observation, one: Placement) -> int:
    """The number that a placement on a line with tiles shows."""
    tile, arm = one
    return tile[1] if tile[0] == seen.ends[arm] else tile[0]


def fitting(tiles: Iterable[Tile], values: set[int]) -> int:
    """How many tiles bear one of the numbers."""
    return sum(not values.isdisjoint(tile) for tile in tiles)


def unseen(seen: Observation) -> set[Tile]:
    """The tiles of a double-six set that are not in sight."""
    return set(full_set()) - seen.hand - seen.line


def foes(seen: Observation) -> set[int]:
    """The opponents' seats."""
    return set(range(seen.seats)) - {seen.seat, seen.partner}


# Of the hand


def heaviest(seen: Observation) -> Action:
    return best(seen, lambda one: 0)


def doubles_first(seen: Observation) -> Action:
    return best(seen, lambda one: one[0][0] == one[0][1])


def longest_suit(seen: Observation) -> Action:
    def lengths(one: Placement) -> list[int]:
        return sorted((bearing(seen.hand, value) for value in one[0]), reverse=True)

    return best(seen, lengths)


def own_suit(seen: Observation) -> Action:
    if seen.opening:
        return heaviest(seen)

    def insistence(one: Placement) -> tuple[bool, int]:
        own_end = seen.opened[one[1]] == seen.seat
        return not own_end, bearing(seen.played[seen.seat], shown(seen, one))

    return best(seen, insistence)


def variety(seen: Observation) -> Action:
    return best(seen, lambda one: len({value for tile in seen.hand - {one[0]} for value in tile}))


def flexible(seen: Observation) -> Action:
    return best(seen, lambda one: fitting(seen.hand - {one[0]}, open_after(seen, one)))


def shed_late(seen: Observation, close: int = 2) -> Action:
    hurry = any(seen.hand_sizes[seat] <= close for seat in foes(seen))
    return heaviest(seen) if hurry else flexible(seen)


# Against the next player


def rarest(seen: Observation) -> Action:
    return best(seen, lambda one: -fitting(unseen(seen), open_after(seen, one)))


def patient(reading: Reading, grab: int) -> Reading:
    """As a reading, but drawing while so many tiles can be drawn."""
    return lambda seen: "draw" if seen.may_draw and seen.drawable >= grab else reading(seen)


def next_pool(seen: Observation) -> set[Tile]:
    """What the next seat may hold."""
    lacked = seen.lacks[(seen.seat + 1) % seen.seats]
    return {tile for tile in unseen(seen) if lacked.isdisjoint(tile)}


def stuck(seen: Observation, one: Placement) -> Fraction:
    """The share of the next seat's possible hands that have no tile for the ends."""
    pool, size = next_pool(seen), seen.hand_sizes[(seen.seat + 1) % seen.seats]
    others = len(pool) - fitting(pool, open_after(seen, one))
    return Fraction(comb(others, size), comb(len(pool), size))


def blocker(seen: Observation) -> Action:
    return best(seen, lambda one: stuck(seen, one))


def points_to_come(seen: Observation, one: Placement) -> Fraction:
    """The points of every play of a tile that the next seat may hold, by how likely it holds it."""
    board, pool, found = seen.board.play(*one), next_pool(seen), 0
    for tile in pool:
        for arm, end in enumerate(board.ends):
            if end in tile:
                total = board.play(tile, arm).open_sum
                found += total if total % 5 == 0 else 0
    return Fraction(found * seen.hand_sizes[(seen.seat + 1) % seen.seats], len(pool))


def linear(weights: Mapping[str, float], fives: bool) -> Reading:
    """The weighted sum, in exact fractions; `fives` says whether plays score."""
    w = {key: Fraction(value) for key, value in weights.items()}

    def kept(seen: Observation, one: Placement) -> int:
        return fitting(seen.hand - {one[0]}, open_after(seen, one))

    def rivals(seen: Observation, one: Placement) -> int:
        return fitting(unseen(seen), open_after(seen, one))

    def worth(seen: Observation, one: Placement) -> Fraction:
        left, size = seen.hand - {one[0]}, seen.hand_sizes[(seen.seat + 1) % seen.seats]
        ends = [end for end in seen.board.play(*one).ends if end is not None]
        later = w["fit"] * kept(seen, one) + w["both"] * all(bearing(left, end) for end in ends)
        later += w["ends"] * sum(bearing(left, end) - bearing(unseen(seen), end) for end in ends)
        later += w["fit_dry"] * kept(seen, one) * (seen.drawable == 0)
        others = seen.seats - 1
        found = sum(one[0]) * (1 + w["close"] * (size <= 3)) + later / others
        if seen.drawable == 0:
            found += w["double_dry"] * is_double(one[0]) * others
            found += w["stuck_dry"] * stuck(seen, one)
        else:
            draws = min(seen.drawable, Fraction(seen.boneyard + 1, rivals(seen, one) + 1))
            found += (w["stuck"] + w["wait"] * draws) * stuck(seen, one)
        if fives:
            found += w["points"] * seen.points[one] + w["allowed"] * points_to_come(seen, one)
        return found

    def reading(seen: Observation) -> Action:
        chosen = max(seen.placements, key=lambda one: (worth(seen, one), -one[1], weight(one[0])))
        pull = seen.drawable + w["draw_stuck"] * stuck(seen, chosen)
        pull += w["draw_fit"] * kept(seen, chosen) + w["draw_unseen"] * rivals(seen, chosen)
        wanted = w["draw_from"] if seen.seats == 2 else w["draw_many"]
        return "draw" if seen.may_draw and pull > wanted else chosen

    return reading


def force_pass(seen: Observation) -> Action:
    rival = (seen.seat + 1) % seen.seats
    missing = seen.lacks[rival] | seen.passed_on[rival]
    return best(seen, lambda one: -len(open_after(seen, one) - missing))


# Of friend and foe


def support(seen: Observation) -> Action:
    if seen.opening or seen.partner is None:
        return heaviest(seen)

    def kindness(one: Placement) -> tuple[int, bool]:
        order = [seen.partner, seen.seat, *foes(seen)]
        rank = min(order.index(seen.opened[one[1]]), 2)
        return rank, shown(seen, one) not in seen.lacks[seen.partner]

    return best(seen, kindness)


def lead_and_cover(seen: Observation) -> Action:
    if seen.opening:
        return longest_suit(seen)

    def urgency(one: Placement) -> tuple[bool, int]:
        opener = seen.opened[one[1]]
        return (True, -seen.hand_sizes[opener]) if opener in foes(seen) else (False, 0)

    return best(seen, urgency)
