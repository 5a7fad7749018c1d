"""The board: arms, which tiles fit them, what they count, how a tile changes them.

An arm is represented by the mask of the tiles that fit its open end, 0 where it is not open; the
four masks travel as a tuple. Arms 0 and 1 are the two directions of the line (the spinner's
sides), 2 and 3 the spinner's ends.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.native import kernel
from simulator.engine import table as t
from simulator.tiles import (
    fits_value,
    heaviest,
    high,
    is_double,
    lightest,
    low,
    other,
    pips,
    turns_into,
)

PASS = -2  # what a turn comes to where nothing can be played or drawn

Fits = tuple[int, int, int, int]


@kernel
def placement(tile: int, arm: int) -> int:
    """The action that places a tile on an arm."""
    return tile * 8 + arm


@kernel
def tile_of(action: int) -> int:
    """The tile of a placement."""
    return action >> 3


@kernel
def arm_of(action: int) -> int:
    """The arm of a placement."""
    return action & 7


@kernel
def clear_board(table: Any) -> Fits:
    """Begin a round: an empty line, where every tile fits arm 0."""
    table[t.LINE] = 0
    table[t.CROSS_FITS] = 0
    table[t.CROSS_FITS + 1] = 0
    for arm in range(4):
        table[t.COUNTS + arm] = 0
    table[t.SPINNER] = -1
    table[t.UNCOVERED] = 0
    return (table[t.TILES], 0, 0, 0)


@kernel
def open_tiles(fits: Fits, plain: bool) -> int:
    """The tiles that fit somewhere."""
    line = fits[0] | fits[1]
    return line if plain else line | fits[2] | fits[3]


@kernel
def end_of(fits: int) -> int:
    """The open value of an arm, -1 where it is not open; 0|v is the lightest tile that fits v."""
    return high(lightest(fits)) if fits != 0 else -1


@kernel
def open_values(fits: Fits, plain: bool) -> int:
    """The values of the open ends, bit v for value v."""
    values = 0
    for arm in range(2 if plain else 4):
        if fits[arm] != 0:
            values |= 1 << end_of(fits[arm])
    return values


@kernel
def fits_arm(fits: Fits, arm: int, plain: bool) -> int:
    """The tiles that fit an arm, 0 to 3."""
    if plain:
        return fits[1] if arm == 1 else fits[0]
    return fits[arm]


@kernel
def only_placement(table: Any, playable: int, fits: Fits, plain: bool) -> int:
    """The one placement of a seat that has just one; -1 if it has several.

    One playable tile is several placements where it fits two arms, unless both are equal ends of a
    line without points of plays.
    """
    if playable & (playable - 1) != 0:
        return -1
    tile = heaviest(playable)
    if plain:
        if playable & fits[0] & fits[1] != 0 and fits[0] != fits[1]:
            return -1
        return placement(tile, 0 if playable & fits[0] != 0 else 1)
    arms, last = 0, 0
    for arm in range(4):
        if playable & fits[arm] != 0:
            arms += 1
            last = arm
    if arms == 1:
        return placement(tile, last)
    if table[t.ARMS_DIFFER] == 0 and fits[0] == fits[1]:
        return placement(tile, 0)
    return -1


@kernel
def is_legal(action: int, playable: int, fits: Fits, plain: bool) -> bool:
    """Whether an action is a placement of a playable tile on an arm that it fits."""
    if action < 0 or tile_of(action) > 63 or arm_of(action) > (1 if plain else 3):
        return False
    return ((playable & fits_arm(fits, arm_of(action), plain)) >> tile_of(action)) & 1 == 1


@kernel
def play_points(tile: int, arm: int, opening: bool, counts: Fits, outer: int) -> int:
    """Points of a placement where plays score: the open-end sum if it is a positive multiple of
    five.

    `counts` is what each arm counts before the play, `outer` what the arm counts after it.
    """
    total = counts[0] + counts[1] + counts[2] + counts[3] - counts[arm] + outer
    if opening:
        total = pips(1 << tile)
    return total if total % 5 == 0 else 0


@kernel
def outer_count(tile: int, end: int) -> int:
    """What an arm that ended with `end` counts after `tile`: a double counts both halves."""
    return 2 * end if is_double(tile) else other(tile, end)


@kernel
def put(table: Any, fits: Fits, tile: int, arm: int, plain: bool) -> tuple[Fits, int]:
    """Place a tile; returns the arms' masks and the points that the play scores."""
    points = 0
    opening = table[t.LINE] == 0
    if not plain:
        if table[t.FIVES] == 1:
            points = count_play(table, fits, tile, arm, opening)
        fits = put_cross(table, fits, tile, arm, opening)
    elif opening:
        fits = (fits_value(low(tile)), fits_value(high(tile)), 0, 0)
    else:
        change = turns_into(tile)  # without a branch on the arm, which nothing could predict
        fits = (fits[0] ^ (change & (arm - 1)), fits[1] ^ (change & -arm), 0, 0)
    table[t.LINE] |= 1 << tile
    return fits, points


@kernel
def count_play(table: Any, fits: Fits, tile: int, arm: int, opening: bool) -> int:
    """Points of a play and the new counts of the arms.

    A lone double counts 2v from each of its two arms, so that covering one leaves the other's.
    """
    counts = (
        table[t.COUNTS],
        table[t.COUNTS + 1],
        table[t.COUNTS + 2],
        table[t.COUNTS + 3],
    )
    if opening:
        double = is_double(tile)
        table[t.COUNTS] = 2 * low(tile) if double else low(tile)
        table[t.COUNTS + 1] = 2 * high(tile) if double else high(tile)
        return play_points(tile, arm, opening, counts, 0)
    outer = outer_count(tile, end_of(fits[arm]))
    table[t.COUNTS + arm] = outer
    return play_points(tile, arm, opening, counts, outer)


@kernel
def put_cross(table: Any, fits: Fits, tile: int, arm: int, opening: bool) -> Fits:
    """Place a tile where a board may have four arms; covering both sides opens the ends."""
    spinner = table[t.SPINNER_BOARD] == 1 and is_double(tile) and table[t.SPINNER] < 0
    if spinner:
        table[t.SPINNER] = low(tile)
    if opening:
        if spinner:
            table[t.UNCOVERED] = 3
        return (fits_value(low(tile)), fits_value(high(tile)), 0, 0)
    change = turns_into(tile)
    first = fits[0] ^ change if arm == 0 else fits[0]
    second = fits[1] ^ change if arm == 1 else fits[1]
    third = fits[2] ^ change if arm == 2 else fits[2]
    fourth = fits[3] ^ change if arm == 3 else fits[3]
    if spinner:
        table[t.UNCOVERED] = 1 << arm
    elif (table[t.UNCOVERED] >> arm) & 1 == 1:
        table[t.UNCOVERED] ^= 1 << arm
        if table[t.UNCOVERED] == 0:
            third = fourth = fits_value(table[t.SPINNER])
    table[t.CROSS_FITS] = third
    table[t.CROSS_FITS + 1] = fourth
    return (first, second, third, fourth)
