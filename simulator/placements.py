"""Placements and ends: a tile on an arm as one number, and what an end shows and counts.

An arm is represented by the mask of the tiles that fit its open end, `NOTHING` where it is not
open. Arms 0 and 1 are the two directions of a line (the spinner's sides), 2 and 3 the spinner's
ends; of trains, seen by a seat, 0 is its own, 1 the Mexican train, 2, 3 and 4 are those of the next
seats clockwise. A placement has room for sixteen. No placement is a number of a tile.
"""

from __future__ import annotations

from simulator.compiling.marks import kernel
from simulator.masks import NOTHING, high, is_double, lightest, other, pips_of

LINES = ("line", "spinner")
BOARDS = (*LINES, "trains")
"""Where tiles are placed: a line of two ends, a line whose first double has four arms, trains."""
ARMS = 4
"""How many arms a line has at most."""
MOST_ARMS = 16
"""How many a placement has room for."""
_LEAST = 1024
"""The least placement."""

Four = tuple[int, int, int, int]
Arms = tuple[int, ...]
"""A number by arm: four of a line, five of trains."""


@kernel
def placement(tile: int, arm: int) -> int:
    """The action that places a tile on an arm."""
    return _LEAST + tile * MOST_ARMS + arm


@kernel
def tile_of(action: int) -> int:
    """The tile of a placement; below 0 where it is none."""
    return (action - _LEAST) >> 4


@kernel
def arm_of(action: int) -> int:
    """The arm of a placement."""
    return action & 15


@kernel
def end_of(fits: int) -> int:
    """The open value of an arm, -1 where it is not open; 0|v is the lightest tile that fits v."""
    return high(lightest(fits)) if fits != NOTHING else -1


@kernel
def outer_count(tile: int, end: int) -> int:
    """What an arm that ended with `end` counts after `tile`: a double counts both halves."""
    return 2 * end if is_double(tile) else other(tile, end)


@kernel
def play_points(tile: int, arm: int, opening: bool, counts: Four, outer: int) -> int:
    """Points of a placement where plays score: the open-end sum if it is a positive multiple of
    five.

    `counts` is what each arm counts before the play, `outer` what the arm counts after it.
    """
    total = counts[0] + counts[1] + counts[2] + counts[3] - counts[arm] + outer
    if opening:
        total = pips_of(tile)
    return total if total % 5 == 0 else 0
