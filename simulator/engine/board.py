"""The line: what fits an arm, how a tile changes it, the spinner.

The four arms' masks travel through a round as a tuple, in registers; what changes is written to the
position as well.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.masks import (
    NOTHING,
    fits_value,
    heaviest,
    high,
    holds,
    is_double,
    is_single,
    is_tile,
    low,
    one,
    turns_into,
    where,
)
from simulator.placements import (
    Arms,
    Four,
    arm_of,
    end_of,
    outer_count,
    placement,
    play_points,
    tile_of,
)

PASS = -2  # what a turn comes to where nothing can be played or drawn


@kernel
def arms(position: Any) -> Four:
    """What fits each arm."""
    return (position.fits[0], position.fits[1], position.fits[2], position.fits[3])


@kernel
def open_tiles(fits: Arms, plain: bool) -> int:
    """The tiles that fit somewhere."""
    line = fits[0] | fits[1]
    return line if plain else line | fits[2] | fits[3] | fits[-1]  # the last of four or of five


@kernel
def open_values(fits: Arms, plain: bool) -> int:
    """The values of the open ends, bit v for value v."""
    values = 0
    for arm in range(2 if plain else len(fits)):
        if fits[arm] != NOTHING:
            values |= 1 << end_of(fits[arm])
    return values


@kernel
def fits_arm(fits: Arms, arm: int, plain: bool) -> int:
    """The tiles that fit an arm."""
    if plain:
        return fits[1] if arm == 1 else fits[0]
    return fits[arm]


@kernel
def only_placement(rules: Any, playable: int, fits: Arms, plain: bool) -> int:
    """The one placement of a seat that has just one; -1 if it has several.

    One playable tile is several placements where it fits two arms, unless both are equal ends of a
    line without points of plays.
    """
    if not is_single(playable):
        return -1
    tile = heaviest(playable)
    if plain:
        if playable & fits[0] & fits[1] != NOTHING and fits[0] != fits[1]:
            return -1
        return placement(tile, 0 if playable & fits[0] != NOTHING else 1)
    open_arms, last = 0, 0
    for arm in range(len(fits)):
        if playable & fits[arm] != NOTHING:
            open_arms += 1
            last = arm
    if open_arms == 1:
        return placement(tile, last)
    if rules.arms_differ == 0 and fits[0] == fits[1]:
        return placement(tile, 0)
    return -1


@kernel
def is_legal(action: int, playable: int, fits: Arms, plain: bool) -> bool:
    """Whether an action is a placement of a playable tile on an arm that it fits."""
    if not is_tile(tile_of(action)) or arm_of(action) >= (2 if plain else len(fits)):
        return False
    return holds(playable & fits_arm(fits, arm_of(action), plain), tile_of(action))


@kernel
def put(
    rules: Any, position: Any, fits: Four, seat: int, tile: int, arm: int, plain: bool
) -> tuple[Four, int]:
    """Place a seat's tile; returns what fits the arms after it and the points that it scores."""
    points = 0
    opening = position.line == NOTHING
    if not plain:
        if rules.fives == 1:
            points = count_play(position, fits, tile, arm, opening)
        fits = put_cross(rules, position, fits, seat, tile, arm, opening)
        position.fits[2] = fits[2]
        position.fits[3] = fits[3]
    elif opening:
        position.opened[1] = seat
        fits = (fits_value(low(tile)), fits_value(high(tile)), NOTHING, NOTHING)
    else:
        change = turns_into(tile)  # without a branch on the arm, which nothing could predict
        fits = (fits[0] ^ where(1 - arm, change), fits[1] ^ where(arm, change), NOTHING, NOTHING)
    position.fits[0] = fits[0]
    position.fits[1] = fits[1]
    position.line |= one(tile)
    position.played[seat] |= one(tile)
    position.opened[arm] = seat
    return fits, points


@kernel
def count_play(position: Any, fits: Four, tile: int, arm: int, opening: bool) -> int:
    """Points of a play and the new counts of the arms.

    A lone double counts 2v from each of its two arms, so that covering one leaves the other's.
    """
    counts = (position.counts[0], position.counts[1], position.counts[2], position.counts[3])
    if opening:
        double = is_double(tile)
        position.counts[0] = 2 * low(tile) if double else low(tile)
        position.counts[1] = 2 * high(tile) if double else high(tile)
        return play_points(tile, arm, opening, counts, 0)
    outer = outer_count(tile, end_of(fits[arm]))
    position.counts[arm] = outer
    return play_points(tile, arm, opening, counts, outer)


@kernel
def put_cross(
    rules: Any, position: Any, fits: Four, seat: int, tile: int, arm: int, opening: bool
) -> Four:
    """Place a tile where a board may have four arms; covering both sides opens the ends."""
    spinner = rules.spinner == 1 and is_double(tile) and position.spinner < 0
    if spinner:
        position.spinner = low(tile)
        position.opened[2] = position.opened[3] = seat
    if opening:
        position.opened[1] = seat
        if spinner:
            position.uncovered = 3
        return (fits_value(low(tile)), fits_value(high(tile)), NOTHING, NOTHING)
    change = turns_into(tile)
    first = fits[0] ^ change if arm == 0 else fits[0]
    second = fits[1] ^ change if arm == 1 else fits[1]
    third = fits[2] ^ change if arm == 2 else fits[2]
    fourth = fits[3] ^ change if arm == 3 else fits[3]
    if spinner:
        position.uncovered = 1 << arm
    elif (position.uncovered >> arm) & 1 == 1:
        position.uncovered ^= 1 << arm
        if position.uncovered == 0:
            third = fourth = fits_value(position.spinner)
    return (first, second, third, fourth)
