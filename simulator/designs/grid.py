"""Grids: policies whose parameters run through values, read from texts, point by point.

`hoarder:spare=0..8` runs in whole steps, `p:weight=0..1/0.25` in steps of its own, `p:weight=1,2,4`
through a list. Knows texts and numbers, not which policies there are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from simulator.errors import ExperimentError

MOST_POINTS = 200
"""Of all grids together."""
_MOST_AXES = 2
_NUMBER = r"[+-]?(?:[0-9]{1,12}(?:\.[0-9]{1,12})?|\.[0-9]{1,12})"
_PIECE = re.compile(rf"({_NUMBER})(?:\.\.({_NUMBER})(?:/({_NUMBER}))?)?")
_HOW = "write 0..8, 0..1/0.25 or 1,2,4, and two of them as ends=0..12/4:fit=-8..0/4"


@dataclass(frozen=True)
class Point:
    """A point of a grid.

    Attributes
    ----------
    text : names the policy with the values of the point.
    values : those of the parameters that run, in their order.
    """

    text: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Grid:
    """A policy of which one or two parameters run through values.

    Attributes
    ----------
    text : as it was asked for.
    parameters : the names of those that run.
    points : all of them, the last parameter the fastest.
    """

    text: str
    parameters: tuple[str, ...]
    points: tuple[Point, ...]


def has_grid(text: str) -> bool:
    """Whether a parameter in a policy's text runs through values."""
    return any(_runs(part) for part in _parted(text)[1])


def grids_of(texts: Sequence[str]) -> list[Grid]:
    """The grids of some texts.

    Raises
    ------
    ExperimentError
        A text has no grid, more than two of them, or one that cannot be read, is empty or has a
        value twice; there are too many points, or two grids have one in common.
    """
    axes = [_axes_of(text) for text in texts]
    number = sum(_points_in(found) for found in axes)
    if number > MOST_POINTS:
        raise ExperimentError(
            f"{number:,} points are too many, a sweep has at most {MOST_POINTS}; take fewer values "
            "or larger steps, as 0..100/10"
        )
    grids = [_grid(text, found) for text, found in zip(texts, axes, strict=True)]
    _check_distinct(grids)
    return grids


@dataclass(frozen=True)
class _Steps:
    """So many values, from a first one in steps; a single one is a step too."""

    first: Decimal
    step: Decimal
    number: int

    def values(self) -> list[Decimal]:
        return [self.first + place * self.step for place in range(self.number)]


_Axes = dict[str, list[_Steps]]


def _parted(text: str) -> tuple[str, list[str]]:
    """A policy's name, whose path may hold colons too, and the parameters behind it."""
    parts: list[str] = []
    while True:
        rest, _, part = text.rpartition(":")
        if not rest or "=" not in part:
            return text, parts[::-1]
        text, parts = rest, [*parts, part]


def _runs(part: str) -> bool:
    value = part.partition("=")[2]
    return ".." in value or "," in value


def _axes_of(text: str) -> _Axes:
    """The parameters of a text that run, each with the pieces of its grid."""
    axes: _Axes = {}
    for part in filter(_runs, _parted(text)[1]):
        name, _, value = part.partition("=")
        if name in axes:
            raise ExperimentError(f"{text!r} gives {name!r} twice")
        axes[name] = [_steps(piece, part, text) for piece in value.split(",")]
        if sum(piece.number for piece in axes[name]) == 1:
            raise ExperimentError(f"{part!r} in {text!r} is one value and no grid; {_HOW}")
    if not axes:
        raise ExperimentError(f"{text!r} has no grid of values; write it like hoarder:spare=0..8")
    if len(axes) > _MOST_AXES:
        raise ExperimentError(
            f"{text!r} has {len(axes)} grids; one or two parameters of a policy run at a time"
        )
    return axes


def _steps(piece: str, part: str, text: str) -> _Steps:
    """A value, or a range of them."""
    match = _PIECE.fullmatch(piece)
    if match is None:
        raise ExperimentError(f"{part!r} in {text!r} is no grid; {_HOW}")
    first, last, step = (Decimal(number) if number else None for number in match.groups())
    assert first is not None
    if last is None:
        return _Steps(first, Decimal(1), 1)
    step = Decimal(1) if step is None else step
    if step <= 0:
        raise ExperimentError(f"{piece!r} in {text!r} has a step of {step}; it is above 0")
    if last < first:
        raise ExperimentError(f"{piece!r} in {text!r} is empty; write the lower value first")
    return _Steps(first, step, int((last - first) // step) + 1)


def _points_in(axes: _Axes) -> int:
    number = 1
    for pieces in axes.values():
        number *= sum(piece.number for piece in pieces)
    return number


def _grid(text: str, axes: _Axes) -> Grid:
    lists = {name: [_written(x) for piece in axes[name] for x in piece.values()] for name in axes}
    for name, values in lists.items():
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise ExperimentError(f"{text!r} has {name}={twice} twice")
    head, parts = _parted(text)
    points = []
    for chosen in product(*lists.values()):
        told = {name: f"{name}={value}" for name, value in zip(lists, chosen, strict=True)}
        named = [told.get(part.partition("=")[0], part) for part in parts]
        points.append(Point(":".join([head, *named]), tuple(map(float, chosen))))
    return Grid(text, tuple(axes), tuple(points))


def _written(value: Decimal) -> str:
    """A number without needless zeros: 10, 0.5, and 0 for -0."""
    return f"{value.normalize():f}" if value else "0"


def _check_distinct(grids: Sequence[Grid]) -> None:
    """Raise `ExperimentError` if two grids have a point in common, in whatever order it is told."""
    homes: dict[tuple[str, frozenset[str]], int] = {}
    for number, grid in enumerate(grids):
        for point in grid.points:
            head, parts = _parted(point.text)
            if homes.setdefault((head, frozenset(parts)), number) != number:
                raise ExperimentError(f"{point.text!r} is in two grids; leave it out of one")
