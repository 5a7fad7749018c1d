"""Placements as numbers, and what ends show and count."""

from __future__ import annotations

import pytest

from simulator.masks import is_tile
from simulator.placements import (
    ARMS,
    arm_of,
    end_of,
    outer_count,
    placement,
    play_points,
    tile_of,
)
from simulator.tiles import NOTHING, fits_value, parse, whole_set


def test_placements_and_back() -> None:
    """Every tile on every arm is a number of its own, and that of no tile; for sixteen arms."""
    pairs = [(tile, arm) for tile in range(55) for arm in range(16)]
    actions = [placement(*pair) for pair in pairs]
    assert [(tile_of(action), arm_of(action)) for action in actions] == pairs
    assert len(set(actions)) == len(actions)
    assert min(actions) >= 55
    assert not any(is_tile(tile_of(number)) for number in range(-100, 55))
    assert ARMS == 4


@pytest.mark.parametrize("highest", [6, 9])
def test_ends(highest: int) -> None:
    """An end shows the value that all the tiles share that fit it, in any set."""
    for value in range(highest + 1):
        assert end_of(fits_value(value) & whole_set(highest)) == value
    assert end_of(NOTHING) == -1


@pytest.mark.parametrize(
    ("tile", "end", "counts"),
    [("5|6", 5, 6), ("5|6", 6, 5), ("5|5", 5, 10), ("0|0", 0, 0), ("0|4", 4, 0)],
)
def test_what_an_arm_counts(tile: str, end: int, counts: int) -> None:
    """The other half, or both halves of a double."""
    assert outer_count(parse(tile), end) == counts


@pytest.mark.parametrize(
    ("tile", "arm", "counts", "outer", "points"),
    [
        ("4|5", 0, (4, 6, 0, 0), 5, 0),  # 5 + 6 = 11
        ("4|5", 1, (5, 4, 0, 0), 5, 10),  # 5 + 5
        ("5|5", 1, (0, 5, 0, 0), 10, 10),
        ("3|6", 2, (2, 4, 3, 3), 6, 15),  # 2 + 4 + 6 + 3
        ("0|0", 0, (0, 0, 0, 0), 0, 0),  # a sum of nothing is worth nothing
        ("0|4", 3, (1, 1, 1, 4), 0, 0),  # 3
    ],
)
def test_points_of_plays(
    tile: str, arm: int, counts: tuple[int, int, int, int], outer: int, points: int
) -> None:
    """The sum of the ends after the play, if it is a multiple of five."""
    assert play_points(parse(tile), arm, False, counts, outer) == points


@pytest.mark.parametrize(("tile", "points"), [("5|5", 10), ("2|3", 5), ("0|0", 0), ("5|6", 0)])
def test_points_of_the_first_tile(tile: str, points: int) -> None:
    """Its pips."""
    assert play_points(parse(tile), 0, True, (0, 0, 0, 0), 0) == points
