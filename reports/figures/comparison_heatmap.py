"""The cross-table of a comparison as a heat map.

Knows `reports.analysis.comparison.Analysis` and returns a figure; writes nothing. From two to forty
policies: numbers, their intervals and the labels of columns give way one by one as cells get
smaller.
"""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PatchCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import clear, cross_table
from reports.figures.canvas import FAINT, INK, PAPER, WIDTH, canvas
from reports.figures.shades import EDGES, LIGHT, colour, text_colour
from reports.words.labels import short_policies

_LABEL = 0.066  # inches a character
_HIGHEST = 0.5  # inches of a row
_WITH_INTERVALS, _WITH_DECIMALS, _WITH_NUMBERS = 6, 12, 24  # policies


def heat_map(analysis: Analysis) -> Figure:
    """Games won by the policy of the row against that of the column.

    Parameters
    ----------
    analysis
        Of a comparison.

    Returns
    -------
    Figure
        Policies in the order of the ranking. Numbers of clear differences are bold; where there
        is no room for numbers, a dot marks what is not clear.
    """
    order = analysis.order
    names = list(short_policies(order, 24 if len(order) <= _WITH_NUMBERS else 32).values())
    size = 9 if len(order) <= 16 else 8 if len(order) <= 26 else 6.6
    wide = (WIDTH - 0.4 - _LABEL * size / 9 * (3 + max(map(len, names)))) / len(order)
    height = len(order) * min(wide, _HIGHEST)
    figure, (ax,) = canvas("Who wins against whom", height + 1.35)
    rates = cross_table(analysis)
    _cells(ax, rates)
    if len(order) <= _WITH_NUMBERS:
        _numbers(ax, analysis, rates)
    else:
        _dots(ax, rates, clear(analysis))
    _name_rows(ax, names, size)
    _name_columns(ax, names, size, wide)
    _scale(figure, ax, analysis)
    return figure


def _cells(ax: Axes, rates: pd.DataFrame) -> None:
    squares, colours = [], []
    for row, column, rate in _places(rates):
        squares.append(Rectangle((column - 0.5, -row - 0.5), 1, 1))
        colours.append(colour(rate))
    line = 1.2 if len(rates) <= _WITH_DECIMALS else 0.5
    cells = PatchCollection(squares, facecolors=colours, edgecolors=PAPER, linewidths=line)
    ax.add_collection(cells)


def _numbers(ax: Axes, analysis: Analysis, rates: pd.DataFrame) -> None:
    low, high = (cross_table(analysis, f"win_rate_{end}").to_numpy() for end in ("low", "high"))
    sure, number = clear(analysis), len(rates)
    size = 10 if number <= _WITH_INTERVALS else 8.5 if number <= _WITH_DECIMALS else 7
    for row, column, rate in _places(rates):
        place: dict[str, Any] = {"ha": "center", "color": text_colour(rate), "in_layout": False}
        weight = "bold" if sure.iat[row, column] else "normal"
        text = _number(rate, 1 if number <= _WITH_DECIMALS else 0)
        up = 0.12 if number <= _WITH_INTERVALS else 0.0
        ax.text(column, up - row, text, va="center", fontsize=size, fontweight=weight, **place)
        if number <= _WITH_INTERVALS:
            ends = f"{100 * low[row, column]:.1f} to {100 * high[row, column]:.1f}"
            ax.text(column, -0.22 - row, ends, va="center", fontsize=7, **place)


def _number(rate: float, digits: int) -> str:
    """A percentage that is 0 or 100 only if all games went one way."""
    least = 10.0**-digits
    shown = 100 * rate if rate in (0, 1) else min(max(100 * rate, least), 100 - least)
    return f"{shown:.{digits}f}"


def _dots(ax: Axes, rates: pd.DataFrame, sure: pd.DataFrame) -> None:
    unclear = [(c, -r) for r, c, _ in _places(rates) if not sure.iat[r, c]]
    if unclear:
        ax.plot(*zip(*unclear, strict=True), "o", color=INK, markersize=2.2, linestyle="")


def _places(rates: pd.DataFrame) -> list[tuple[int, int, float]]:
    """Row, column and rate of every cell that has one."""
    values = rates.to_numpy(dtype=float)
    number = range(len(values))
    pairs = ((r, c, float(values[r, c])) for r in number for c in number if r != c)
    return [(r, c, rate) for r, c, rate in pairs if rate == rate]


def _name_rows(ax: Axes, names: list[str], size: float) -> None:
    rows = [f"{name}  {place}" for place, name in enumerate(names, 1)]
    ax.set_yticks([-row for row in range(len(names))], rows, fontsize=size, color=INK)
    ax.set_ylim(0.5 - len(names), 0.5)
    ax.tick_params(length=0, labelcolor=INK)
    ax.grid(False)
    for spine in ax.spines.values():
        spine.set_visible(False)


def _name_columns(ax: Axes, names: list[str], size: float, wide: float) -> None:
    """Places in the ranking, with names where there is room, or every fifth of them."""
    number = len(names)
    every = 1 if number <= _WITH_NUMBERS else 5
    places = [place for place in range(1, number + 1) if place == 1 or place % every == 0]
    labels = list(map(str, places))
    if number <= _WITH_INTERVALS:
        room = int(wide / _LABEL / 1.15) - 3
        short = short_policies(names, room)
        labels = [f"{place}  {short[names[place - 1]]}" for place in places]
    ax.set_xticks([place - 1 for place in places], labels, fontsize=size)
    ax.set_xlim(-0.5, number - 0.5)
    ax.xaxis.tick_top()


def _scale(figure: Figure, ax: Axes, analysis: Analysis) -> None:
    """The steps of colour below the table, and what cells say."""
    shades = ScalarMappable(BoundaryNorm(EDGES, len(LIGHT)), ListedColormap(list(LIGHT)))
    bar = figure.colorbar(
        shades, ax=ax, orientation="horizontal", spacing="uniform", aspect=42, pad=0.02
    )
    bar.set_ticks(list(EDGES), labels=[f"{100 * edge:.0f}" for edge in EDGES])
    bar.ax.tick_params(length=0, labelsize=8, labelcolor=INK)
    bar.outline.set_visible(False)
    many = len(analysis.order) > _WITH_NUMBERS
    what = "games won by the policy of the row, %"
    if not analysis.comparison.pairings:
        what += " of those that one of the two won"
    mark = "dot: not clearly different" if many else "bold: clearly different"
    words = f"{what}\n{mark}, all tested together"
    bar.set_label(words, fontsize=8.5, color=FAINT)
