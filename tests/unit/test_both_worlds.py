"""Everything that policies may ask of tiles: the same answers compiled, and the same errors."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import pytest

from simulator import tiles as t
from simulator.errors import TileError
from simulator.policy import play
from simulator.rng import pick
from tests.unit.test_tiles import ALL, SAMPLES

TILES = range(-3, 70)
MASKS = [*SAMPLES, *(~mask for mask in SAMPLES), 1 << 55, 1 << 62, -1, -(1 << 62)]
FAR = [-(1 << 63), -(1 << 40), 1 << 40, (1 << 63) - 1]


@numba.njit
def tiles_of(mask: int) -> list[int]:
    """The tiles of a mask, by the loop of a policy."""
    found = [0 for _ in range(0)]
    for tile in t.tiles_of(mask):
        found.append(tile)
    return found


@numba.njit
def mask_of_three(one: int, two: int, three: int) -> int:
    """The mask of three tiles of a tuple, which is that of a list."""
    mask = t.mask_of((one, two, three))
    return mask if mask == t.mask_of([one, two, three]) else -1


def compiled(function: Callable[..., Any], places: int) -> Callable[..., Any]:
    """A function as a compiled policy calls it."""
    made: Callable[..., Any] = {
        1: numba.njit(lambda one: function(one)),
        2: numba.njit(lambda one, two: function(one, two)),
    }[places]
    return made


CASES: dict[str, tuple[Callable[..., Any], list[tuple[int, ...]]]] = {
    **{
        name: (getattr(t, name), [(tile,) for tile in [*TILES, *FAR]])
        for name in ("known", "low", "high", "pips_of", "is_double", "one", "lighter_than", "name")
    },
    **{
        name: (getattr(t, name), [(value,) for value in [*range(-3, 25), *FAR]])
        for name in ("fits_value", "value_of", "tiles_with_pips", "total_of", "whole_set")
    },
    **{
        name: (getattr(t, name), [(values,) for values in [*range(-3, 1030), *FAR]])
        for name in ("fits_any", "values_of")
    },
    **{
        name: (getattr(t, name), [(mask,) for mask in MASKS])
        for name in ("count", "heaviest", "lightest", "pips", "is_single")
    },
    **{
        name: (getattr(t, name), [(mask, tile) for mask in MASKS[::5] for tile in [*TILES, *FAR]])
        for name in ("holds", "without")
    },
    "other": (t.other, [(tile, value) for tile in TILES for value in [*range(-2, 12), *FAR]]),
    "number": (t.number, [(lo, hi) for lo in range(-2, 12) for hi in [*range(-2, 12), *FAR]]),
    "play": (play, [(tile, arm) for tile in TILES for arm in [*range(-2, 20), *FAR]]),
    "pick": (pick, [(word, n) for word in (0, 5, -1, 1 << 62) for n in [*range(60), *FAR]]),
}


def outcome(function: Callable[..., Any], arguments: tuple[int, ...]) -> Any:
    """What a call comes to; an index or a tile that there is not counts as one error."""
    try:
        return function(*arguments)
    except (IndexError, TileError):
        return IndexError


@pytest.mark.compiled
@pytest.mark.parametrize("name", CASES)
def test_same_answers_and_errors(name: str) -> None:
    """Within their ranges and beyond, where nothing is read that is no table's."""
    function, grid = CASES[name]
    fast = compiled(function, len(grid[0]))
    wanted = [outcome(function, arguments) for arguments in grid]
    assert [outcome(fast, arguments) for arguments in grid] == wanted
    if name not in ("count", "heaviest", "lightest", "pips", "is_single", "pick"):
        assert IndexError in wanted


@pytest.mark.compiled
def test_loops_over_tiles() -> None:
    """The same tiles in the same order, and bits beyond the tiles are an error in both."""
    for mask in MASKS:
        slow = outcome(lambda mask: list(t.tiles_of(mask)), (mask,))
        assert outcome(tiles_of, (mask,)) == slow
        assert (slow is IndexError) is (mask & ~t.EVERY_TILE != 0)


@pytest.mark.compiled
def test_masks_of_tiles() -> None:
    """Of a tuple, of a list and of a loop."""
    chance = random.Random(1)
    for _ in range(200):
        three = tuple(chance.randrange(-1, 57) for _ in range(3))
        assert outcome(mask_of_three, three) == outcome(lambda *some: t.mask_of(some), three)
    again = numba.njit(lambda mask: t.mask_of(t.tiles_of(mask)))
    assert [again(mask) for mask in SAMPLES] == SAMPLES


@pytest.mark.compiled
def test_texts_in_the_code() -> None:
    """A tile may be named by a text, and named again."""
    for lo, hi in ALL[::7]:
        text = f"{hi}-{lo}"
        scope: dict[str, Any] = {"parse": t.parse, "name": t.name}
        exec(f"def asked():\n    return parse({text!r}), name(parse({text!r}))", scope)
        assert numba.njit(scope["asked"])() == (t.number(lo, hi), f"{lo}|{hi}")


def test_every_function_is_asked() -> None:
    """No function of the module is missing above."""
    public = {
        name
        for name, value in vars(t).items()
        if isinstance(value, FunctionType)
        and not name.startswith("_")
        and inspect.getmodule(value) in (t, t.masks)
    }
    apart = {"checked", "tiles_of", "mask_of", "parse"}
    assert public == {name for name in CASES if name not in ("play", "pick")} | apart
