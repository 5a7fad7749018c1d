"""Tiles: their numbers, the bit operations on sets of them, their names."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import masks as m
from simulator import tiles as t
from simulator.errors import DominosimError, TileError

ALL = [(low, high) for low in range(10) for high in range(low, 10)]
SAMPLES = [0, 1, 1 << 54, (1 << 55) - 1, (1 << 28) - 1] + [
    random.Random(n).getrandbits(55) & random.Random(-n).getrandbits(55) for n in range(200)
]


def tiles_in(mask: int) -> list[tuple[int, int]]:
    """The tiles of a mask as (low, high), worked out bit by bit from their names."""
    names = [t.name(number) for number in range(55) if mask & 1 << number]
    return [(int(name[0]), int(name[2])) for name in names]


def order(tile: tuple[int, int]) -> tuple[int, int]:
    """By pips, among equal pips by the low half."""
    return sum(tile), tile[0]


# -- numbers -----------------------------------------------------------------------------------


def test_numbers_go_by_pips_then_by_the_low_half() -> None:
    """Every tile of the largest set has its place, and `4|6` comes before `5|5`."""
    assert [t.number(*tile) for tile in sorted(ALL, key=order)] == list(range(55))
    assert t.number(0, 0) == 0
    assert t.number(9, 9) == 54
    assert t.number(4, 6) + 1 == t.number(5, 5)
    assert t.number(0, 6) < t.number(1, 5) < t.number(2, 4) < t.number(3, 3)


def test_halves_come_in_either_order() -> None:
    """A tile has no direction."""
    for low, high in ALL:
        assert t.number(low, high) == t.number(high, low)


def test_tables() -> None:
    """Halves, pips and doubles by number."""
    for low, high in ALL:
        number = t.number(low, high)
        assert (t.low(number), t.high(number)) == (low, high)
        assert t.pips_of(number) == low + high
        assert t.is_double(number) is (low == high)
        assert bool(t.DOUBLES >> number & 1) is (low == high)


def test_tiles_that_show_a_value() -> None:
    """A value is on ten tiles of the largest set; a tile turns one end into the other."""
    for value in range(10):
        mask = t.fits_value(value)
        assert tiles_in(mask) == sorted((x for x in ALL if value in x), key=order)
    for low, high in ALL:
        change = m.turns_into(t.number(low, high))
        assert t.fits_value(low) ^ change == t.fits_value(high)
        assert (change == 0) is (low == high)


def test_tiles_that_show_one_of_some_values() -> None:
    """Of every set of values, written as bits."""
    for values in range(1024):
        wanted = [tile for tile in ALL if any(values >> value & 1 for value in tile)]
        assert tiles_in(t.fits_any(values)) == sorted(wanted, key=order)
    with pytest.raises(IndexError, match="1024 is no set of values"):
        t.fits_any(1024)


def test_lighter_than() -> None:
    """Fewer pips, or as many and a lower low half; nothing is lighter than 0|0."""
    everything = [(lo, hi) for hi in range(10) for lo in range(hi + 1)]
    for lo, hi in everything:
        wanted = {(a, b) for a, b in everything if (a + b, a) < (lo + hi, lo)}
        assert set(tiles_in(t.lighter_than(t.number(lo, hi)))) == wanted
    assert t.lighter_than(0) == 0


def test_tiles_with_pips() -> None:
    """The tiles of equal weight."""
    for total in range(19):
        wanted = sorted((x for x in ALL if sum(x) == total), key=order)
        assert tiles_in(t.tiles_with_pips(total)) == wanted


@pytest.mark.parametrize(("highest", "tiles", "pips"), [(1, 3, 3), (6, 28, 168), (9, 55, 495)])
def test_sets(highest: int, tiles: int, pips: int) -> None:
    """A set has (n + 1)(n + 2) / 2 tiles and n (n + 1)(n + 2) / 2 pips."""
    mask = t.whole_set(highest)
    assert (t.count(mask), t.pips(mask)) == (tiles, pips)
    assert all(high <= highest for _, high in tiles_in(mask))


# -- sets of tiles -----------------------------------------------------------------------------


def test_heaviest_and_lightest() -> None:
    """Most pips, then the higher low half; fewest pips, then the lower low half."""
    for mask in SAMPLES[1:]:
        found = tiles_in(mask)
        assert t.heaviest(mask) == t.number(*max(found, key=order))
        assert t.lightest(mask) == t.number(*min(found, key=order))
    pair = t.mask_of([t.number(4, 6), t.number(5, 5)])
    assert t.name(t.heaviest(pair)) == "5|5"
    assert t.name(t.lightest(pair)) == "4|6"


def test_nothing_is_in_an_empty_mask() -> None:
    """Values outside the tiles stand for none."""
    assert (t.count(0), t.pips(0), t.heaviest(0), t.lightest(0)) == (0, 0, -1, 64)
    assert list(t.tiles_of(0)) == []


def test_count_and_pips() -> None:
    """The number of tiles of a mask, and the sum of their halves."""
    for mask in SAMPLES:
        assert t.count(mask) == len(tiles_in(mask))
        assert t.pips(mask) == sum(map(sum, tiles_in(mask)))


def test_masks_hold_their_tiles() -> None:
    """From tiles to a mask and back, lightest first."""
    for mask in SAMPLES:
        numbers = list(t.tiles_of(mask))
        assert numbers == sorted(numbers)
        assert t.mask_of(numbers) == mask
    assert t.mask_of([3, 3]) == 8


# -- masks as sets -----------------------------------------------------------------------------

SETS = st.frozensets(st.sampled_from(range(55)))


def mask_of(tiles: Iterable[int]) -> int:
    """A mask by its definition: bit t for tile t."""
    return sum(2**tile for tile in set(tiles))


def test_one_and_nothing() -> None:
    """Each tile has a mask of its own, and these are all that there is."""
    assert [t.one(tile) for tile in range(55)] == [mask_of([tile]) for tile in range(55)]
    assert mask_of([]) == t.NOTHING
    assert mask_of(range(55)) == t.EVERY_TILE
    assert [list(t.tiles_of(t.one(tile))) for tile in range(55)] == [[tile] for tile in range(55)]


@given(SETS)
def test_masks_are_sets_of_tiles(tiles: frozenset[int]) -> None:
    """Membership, taking one away, being alone, being chosen."""
    mask = mask_of(tiles)
    for tile in range(55):
        assert t.holds(mask, tile) is (tile in tiles)
        assert m.held(mask, tile) == (tile in tiles)
    for tile in tiles:
        assert t.without(mask, tile) == mask_of(tiles - {tile})
    assert t.is_single(mask) is (len(tiles) == 1)
    assert (m.where(1, mask), m.where(0, mask)) == (mask, t.NOTHING)
    assert set(t.tiles_of(mask)) == tiles
    assert t.mask_of(tiles) == mask


@given(SETS, SETS)
def test_operators_are_those_of_sets(first: frozenset[int], second: frozenset[int]) -> None:
    """Others combine masks with these, so they must mean what they do for sets."""
    one, two = mask_of(first), mask_of(second)
    assert one & two == mask_of(first & second)
    assert one | two == mask_of(first | second)
    assert one ^ two == mask_of(first ^ second)
    assert one & ~two == mask_of(first - second)
    assert (one == two) is (first == second)


def test_tiles_that_stand_alone() -> None:
    """Every tile of the largest set does, and no two of them do."""
    for tile in range(55):
        assert t.is_single(t.one(tile))
        assert t.without(t.one(tile), tile) == t.NOTHING
        for other in range(tile):
            assert not t.is_single(mask_of([tile, other]))
    assert not t.is_single(t.NOTHING)


def test_numbers_of_tiles() -> None:
    """0 to 54 are tiles, whatever is beyond is none."""
    assert [number for number in range(-2000, 2000) if m.is_tile(number)] == list(range(55))
    assert not m.is_tile(2**59)


@pytest.mark.compiled
def test_compiled_masks_agree() -> None:
    """Compiled they are the same, for masks of tiles at either end too."""

    @numba.njit
    def asked(mask, tile):  # type: ignore[no-untyped-def]
        questions = m.held(mask, tile), t.holds(mask, tile), t.is_single(mask), m.is_tile(tile)
        return questions, t.one(tile), m.where(1, mask), m.where(0, mask)

    @numba.njit
    def taken(mask, tile):  # type: ignore[no-untyped-def]
        return t.without(mask, tile)

    for mask in [*SAMPLES, *(t.one(tile) for tile in range(55))]:
        for tile in range(55):
            assert asked(mask, tile) == asked.py_func(mask, tile)
        for tile in t.tiles_of(mask):
            assert taken(mask, tile) == taken.py_func(mask, tile)


@pytest.mark.compiled
def test_compiled_operations_agree() -> None:
    """Compiled, every operation gives what it gives in Python."""

    @numba.njit
    def on_masks(mask):  # type: ignore[no-untyped-def]
        return t.count(mask), t.heaviest(mask), t.lightest(mask), t.pips(mask)

    @numba.njit
    def on_tiles(tile):  # type: ignore[no-untyped-def]
        halves = t.low(tile), t.high(tile), t.pips_of(tile)
        return halves, t.is_double(tile), m.turns_into(tile), t.fits_value(t.high(tile))

    @numba.njit
    def weighing(total):  # type: ignore[no-untyped-def]
        return t.tiles_with_pips(total)

    for mask in SAMPLES:
        assert on_masks(mask) == on_masks.py_func(mask)
    for tile in range(55):
        assert on_tiles(tile) == on_tiles.py_func(tile)
    for total in range(19):
        assert weighing(total) == t.tiles_with_pips(total)


# -- names -------------------------------------------------------------------------------------


def test_names() -> None:
    """A tile is written low half first, and read with either mark and in either order."""
    for low, high in ALL:
        number = t.number(low, high)
        assert t.name(number) == f"{low}|{high}"
        for text in (f"{low}|{high}", f"{high}|{low}", f"{low}-{high}", f" {low} | {high} "):
            assert t.parse(text) == number


@pytest.mark.parametrize("text", ["", "5", "25", "2|", "|5", "2|5|6", "2/5", "10|1", "a|b", "-1|2"])
def test_texts_that_are_no_tile(text: str) -> None:
    """The error quotes the text and shows how a tile is written."""
    with pytest.raises(TileError) as caught:
        t.parse(text)
    assert str(caught.value) == f"{text!r} is not a tile; write it as 2|5"
    assert isinstance(caught.value, DominosimError)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(("low", "high"), [(0, 10), (-1, 3), (12, 12)])
def test_halves_that_are_on_no_tile(low: int, high: int) -> None:
    """The error names the halves and their range."""
    with pytest.raises(TileError) as caught:
        t.number(low, high)
    assert str(caught.value) == f"{low}|{high} is not a tile; halves run from 0 to 9"
