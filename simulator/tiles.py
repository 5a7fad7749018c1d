"""Tiles and sets of tiles, as policies ask about them: everything here runs both in Python and
compiled, with the same results and the same errors.

A tile is a number 0-54, the same in every set, ordered by pips, among equal pips by the low half
(4|6 before 5|5). A set of tiles is a mask, an integer with a bit for each tile; masks are combined
with `&`, `|`, `^` and `~`. What is no tile, no value or no mask raises `IndexError`, which ends the
run with the line that asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numba import types, uint64
from numba.core.errors import TypingError

from simulator import masks
from simulator.compiling.marks import compiled_as, kernel
from simulator.errors import TileError
from simulator.masks import DOUBLES as DOUBLES
from simulator.masks import EVERY_TILE as EVERY_TILE
from simulator.masks import HIGHEST_SET as HIGHEST_SET
from simulator.masks import NOTHING as NOTHING
from simulator.masks import TILES
from simulator.masks import count as count
from simulator.masks import heaviest as heaviest
from simulator.masks import is_single as is_single
from simulator.masks import lightest as lightest
from simulator.masks import pips as pips


def checked(what: str, size: int) -> Any:
    """A function that gives a number from 0 to size - 1 back, and raises for any other."""

    def check(number: int) -> int:
        if not 0 <= number < size:
            raise IndexError(f"{number} is no {what}; such are numbers from 0 to {size - 1}")
        return number

    def compiled(number):  # type: ignore[no-untyped-def]
        if uint64(number) >= uint64(size):
            raise IndexError
        return number

    @compiled_as(check)
    def _(number: Any) -> Any:
        return compiled

    return check


known = checked("tile", len(TILES))
value_of = checked("value", HIGHEST_SET + 1)
values_of = checked("set of values", masks.SETS_OF_VALUES)
total_of = checked("sum of pips", 2 * HIGHEST_SET + 1)


# -- tiles -------------------------------------------------------------------------------------


@kernel
def low(tile: int) -> int:
    """The lower value of a tile."""
    return masks.low(known(tile))


@kernel
def high(tile: int) -> int:
    """The higher value of a tile."""
    return masks.high(known(tile))


@kernel
def pips_of(tile: int) -> int:
    """The pips of a tile."""
    return masks.pips_of(known(tile))


@kernel
def is_double(tile: int) -> bool:
    """Whether both halves of a tile are equal."""
    return masks.is_double(known(tile))


def other(tile: int, value: int) -> int:
    """The value on the other half of a tile that shows a value."""
    if value not in (low(tile), high(tile)):
        raise IndexError(f"{name(tile)} does not show {value}")
    return masks.other(tile, value)


@compiled_as(other)
def _(tile: Any, value: Any) -> Any:
    def implementation(tile, value):  # type: ignore[no-untyped-def]
        if value != low(tile) and value != high(tile):
            raise IndexError
        return masks.other(tile, value)

    return implementation


# -- sets of tiles -----------------------------------------------------------------------------


@kernel
def one(tile: int) -> int:
    """The mask that holds one tile."""
    return masks.one(known(tile))


@kernel
def holds(mask: int, tile: int) -> bool:
    """Whether a mask holds a tile."""
    return masks.holds(mask, known(tile))


@kernel
def without(mask: int, tile: int) -> int:
    """A mask less a tile, whether it holds it or not."""
    return masks.without(mask, known(tile))


@kernel
def fits_value(value: int) -> int:
    """The tiles that show a value, those of every set: `& view.tiles` leaves the set's own."""
    return masks.fits_value(value_of(value))


@kernel
def fits_any(values: int) -> int:
    """The tiles, of every set, that show one of some values, bit v for value v as in a view."""
    return masks.fits_any(values_of(values))


@kernel
def tiles_with_pips(total: int) -> int:
    """The tiles, of every set, that have so many pips, 0 to 18."""
    return masks.tiles_with_pips(total_of(total))


@kernel
def lighter_than(tile: int) -> int:
    """The tiles, of every set, with fewer pips than a tile, or as many and a lower low half."""
    return masks.lighter_than(known(tile))


@kernel
def tiles_of(mask: int) -> Iterator[int]:
    """The tiles of a mask one after another, lightest first."""
    while mask != NOTHING:
        tile = known(lightest(mask))
        yield tile
        mask = masks.without(mask, tile)


@kernel
def mask_of(tiles: Iterable[int]) -> int:
    """The mask that holds the tiles."""
    mask = NOTHING
    for tile in tiles:
        mask |= one(tile)
    return mask


@kernel
def whole_set(highest: int) -> int:
    """The mask of the double-`highest` set, 0 to 9."""
    return masks.whole_set(value_of(highest))


# -- names -------------------------------------------------------------------------------------

_NUMBERS = {tile: number for number, tile in enumerate(TILES)}
_NAMES = tuple(f"{lo}|{hi}" for lo, hi in TILES)
_GRID = np.array(
    [
        _NUMBERS[min(lo, hi), max(lo, hi)]
        for lo in range(HIGHEST_SET + 1)
        for hi in range(HIGHEST_SET + 1)
    ]
)


def number(lo: int, hi: int) -> int:
    """The number of the tile `lo|hi`, halves in either order; `TileError` if there is none."""
    try:
        return _NUMBERS[min(lo, hi), max(lo, hi)]
    except KeyError:
        raise TileError(f"{lo}|{hi} is not a tile; halves run from 0 to {HIGHEST_SET}") from None


@compiled_as(number)
def _(lo: Any, hi: Any) -> Any:
    return lambda lo, hi: _GRID[value_of(lo) * (HIGHEST_SET + 1) + value_of(hi)]


def parse(text: str) -> int:
    """The number of a tile written `2|5` or `2-5`; `TileError` if it is none.

    In a compiled policy the text must stand there as it is, `parse("2|5")`.
    """
    match = re.fullmatch(r"\s*([0-9])\s*[|-]\s*([0-9])\s*", text)
    if match is None:
        raise TileError(f"{text!r} is not a tile; write it as 2|5")
    return number(int(match[1]), int(match[2]))


@compiled_as(parse, prefer_literal=True)
def _(text: Any) -> Any:
    if not isinstance(text, types.StringLiteral):
        raise TypingError('parse takes a text that stands in the code, as in parse("2|5")')
    tile = parse(text.literal_value)
    return lambda text: tile


def name(tile: int) -> str:
    """A tile as `lo|hi`."""
    return _NAMES[known(tile)]


@compiled_as(name)
def _(tile: Any) -> Any:
    return lambda tile: _NAMES[known(tile)]
