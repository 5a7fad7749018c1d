"""Sets of tiles as bits: numbering, masks, tables by tile. Nothing is checked here.

A tile is a number 0-54 and means the same in every set: tiles are ordered by pips, among equal pips
by the low half (4|6 before 5|5), through the double-nine set. So the highest bit of a mask is its
heaviest tile. A set of tiles is a 64-bit mask.

That a tile is a bit is known here and nowhere else: others combine masks with `&`, `|`, `^` and
`~`, compare them with `NOTHING`, and ask the functions below for the rest. Larger sets than one
word holds are a matter of this module: of the masks' type `MASK`, its operators and functions. The
engine, which knows that its tiles are tiles, asks here; policies ask `simulator.tiles`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from simulator.compiling.marks import compiled_as, kernel

HIGHEST_SET = 9
"""The highest value of a tile."""
SETS_OF_VALUES = 1 << HIGHEST_SET + 1
"""How many sets of values there are, each a number with bit v for value v."""

TILES = sorted(
    ((lo, hi) for hi in range(HIGHEST_SET + 1) for lo in range(hi + 1)),
    key=lambda tile: (tile[0] + tile[1], tile[0]),
)
"""The halves of every tile, the lower first, by its number."""
_HOW_MANY = len(TILES)
_LOW = tuple(lo for lo, _ in TILES)
_HIGH = tuple(hi for _, hi in TILES)
_FITS = tuple(
    sum(1 << number for number, tile in enumerate(TILES) if value in tile)
    for value in range(HIGHEST_SET + 1)
)
# What the tiles that fit an end are changed by when a tile is placed there; 0 for a double.
_TURNS = tuple(_FITS[lo] ^ _FITS[hi] for lo, hi in TILES)
_PIP_BITS = tuple(
    sum(1 << number for number, (lo, hi) in enumerate(TILES) if (lo + hi) >> bit & 1)
    for bit in range(5)
)
_P0, _P1, _P2, _P3, _P4 = _PIP_BITS

NOTHING = 0
"""The mask that holds no tile."""
MASK = types.int64
"""The type of a mask in compiled code."""
DOUBLES = sum(1 << number for number, (lo, hi) in enumerate(TILES) if lo == hi)
EVERY_TILE = (1 << len(TILES)) - 1
_WORD = (1 << 64) - 1


# -- bits --------------------------------------------------------------------------------------


@kernel
def one(tile: int) -> int:
    """The mask that holds one tile."""
    return 1 << tile


@kernel
def held(mask: int, tile: int) -> int:
    """How often a mask holds a tile: 1 or 0, to calculate with where a branch would be slow."""
    return (mask >> tile) & 1


@kernel
def holds(mask: int, tile: int) -> bool:
    """Whether a mask holds a tile."""
    return held(mask, tile) == 1


@kernel
def without(mask: int, tile: int) -> int:
    """A mask less a tile, whether it holds it or not."""
    return mask & ~(1 << tile)


@kernel
def lighter_than(tile: int) -> int:
    """The tiles (of every set) that come before a tile in the order of their numbers."""
    return (1 << tile) - 1


@kernel
def is_tile(number: int) -> bool:
    """Whether a number is that of a tile of some set."""
    return 0 <= number < _HOW_MANY


@kernel
def is_single(mask: int) -> bool:
    """Whether a mask holds exactly one tile."""
    return mask != 0 and mask & (mask - 1) == 0


@kernel
def where(chosen: int, mask: int) -> int:
    """The mask itself where `chosen` is 1, and nothing where it is 0, without a branch."""
    return mask & -chosen


def _bit_intrinsic(emit: Any) -> Any:
    @intrinsic
    def operation(typingctx: Any, mask: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return emit(builder, args[0])

        return types.int64(types.int64), codegen

    return operation


_FALSE = ir.Constant(ir.IntType(1), 0)
_popcount = _bit_intrinsic(lambda builder, word: builder.ctpop(word))
_trailing = _bit_intrinsic(lambda builder, word: builder.cttz(word, _FALSE))
_leading = _bit_intrinsic(lambda builder, word: builder.ctlz(word, _FALSE))


def count(mask: int) -> int:
    """How many tiles a mask holds."""
    return (int(mask) & _WORD).bit_count()


@compiled_as(count)
def _(mask: Any) -> Any:
    return lambda mask: _popcount(mask)


def heaviest(mask: int) -> int:
    """The tile with the most pips, of equals the one with the higher low half; -1 if none."""
    return (int(mask) & _WORD).bit_length() - 1


@compiled_as(heaviest)
def _(mask: Any) -> Any:
    return lambda mask: 63 - _leading(mask)


def lightest(mask: int) -> int:
    """The tile with the fewest pips, of equals the one with the lower low half; 64 if none."""
    return (int(mask) & -int(mask)).bit_length() - 1 if mask else 64


@compiled_as(lightest)
def _(mask: Any) -> Any:
    return lambda mask: _trailing(mask)


# -- tables ------------------------------------------------------------------------------------


def _lookup(name: str, table: tuple[int, ...], doc: str) -> Any:
    """A function that reads a table: a tuple in Python, a constant array in compiled code."""
    words = np.array(table, dtype=np.int64)

    def read(index: int) -> int:
        return table[index]

    read.__name__ = read.__qualname__ = name
    read.__doc__ = doc

    @compiled_as(read)
    def _(index: Any) -> Any:
        return lambda index: words[index]

    return read


low = _lookup("low", _LOW, "The lower value of a tile.")
high = _lookup("high", _HIGH, "The higher value of a tile.")
fits_value = _lookup("fits_value", _FITS, "The tiles (of every set) that show a value.")
fits_any = _lookup(
    "fits_any",
    tuple(
        sum(
            1 << number
            for number, (lo, hi) in enumerate(TILES)
            if (values >> lo | values >> hi) & 1
        )
        for values in range(SETS_OF_VALUES)
    ),
    "The tiles (of every set) that show one of some values, bit v for value v.",
)
turns_into = _lookup("turns_into", _TURNS, "The change a tile makes to the tiles that fit its end.")
pips_of = _lookup("pips_of", tuple(lo + hi for lo, hi in TILES), "The pips of a tile.")
tiles_with_pips = _lookup(
    "tiles_with_pips",
    tuple(
        sum(1 << number for number, (lo, hi) in enumerate(TILES) if lo + hi == total)
        for total in range(2 * HIGHEST_SET + 1)
    ),
    "The tiles (of every set) that have so many pips.",
)


whole_set = _lookup(
    "whole_set",
    tuple(
        sum(1 << number for number, (_, hi) in enumerate(TILES) if hi <= highest)
        for highest in range(HIGHEST_SET + 1)
    ),
    "The mask of the double-n set.",
)


@kernel
def pips(mask: int) -> int:
    """The sum of the pips of a mask's tiles."""
    return (
        count(mask & _P0)
        + 2 * count(mask & _P1)
        + 4 * count(mask & _P2)
        + 8 * count(mask & _P3)
        + 16 * count(mask & _P4)
    )


@kernel
def is_double(tile: int) -> bool:
    """Whether both halves of a tile are equal."""
    return holds(DOUBLES, tile)


@kernel
def other(tile: int, value: int) -> int:
    """The value on the other half of a tile that shows a value."""
    return low(tile) + high(tile) - value
