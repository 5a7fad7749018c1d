"""The ratings of a comparison as a figure.

Knows `reports.analysis.comparison.Analysis` and returns a figure; writes nothing.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.analysis.comparison import Analysis
from reports.figures.canvas import COLOURS, FAINT, GRID, INK, canvas, name_axes, name_rows
from reports.words.formats import chance, elo
from reports.words.labels import short_policies

_FEWEST = 4  # policies whose ratings always share the scale
_FAR = 400  # rating points: nine games in ten


def ladder(analysis: Analysis) -> Figure:
    """Ratings from best to worst, how sure their distance is, and the groups of the ranking.

    Parameters
    ----------
    analysis
        Of a comparison.

    Returns
    -------
    Figure
        Intervals are of the distance from the anchor or, where none was named, from the best
        policy: a rating against the mean of all is only as sure as the least sure of them. An
        arrow stands for ratings that lie far below all others.
    """
    table = analysis.standings
    number = len(table)
    row = 0.34 if number <= 12 else 0.25 if number <= 26 else 0.18
    size = 9 if number <= 12 else 8.5 if number <= 26 else 7
    figure, (ax,) = canvas("Ratings and ranking groups", 1.15 + row * number)
    _bands(ax, table["group"].tolist())
    _dots(ax, analysis, 5.5 if number <= 26 else 3.8)
    names = short_policies(analysis.order, 26 if number <= 26 else 32).values()
    name_rows([ax], [f"{name}  {place}" for place, name in enumerate(names, 1)])
    ax.tick_params(axis="y", labelsize=size)
    _write(ax, table, size)
    zero = analysis.ratings.anchor
    base = "the mean is 0" if zero is None else f"{short_policies(analysis.order, 30)[zero]} is 0"
    whose = "best policy" if zero is None else "anchor"
    name_axes(ax, f"rating, Elo points, {base}; interval of the distance from the {whose}")
    return figure


def _bands(ax: Axes, groups: list[int]) -> None:
    """Every other group on darker ground."""
    start = 0
    for group, members in groupby(groups):
        size = len(list(members))
        if group % 2 == 1:
            ax.axhspan(0.5 - start, 0.5 - start - size, color=GRID, alpha=0.45, zorder=0, lw=0)
        start += size


def _dots(ax: Axes, analysis: Analysis, size: float) -> None:
    zero = analysis.ratings.anchor or analysis.order[0]
    ratings = analysis.standings["rating"].tolist()
    shown = _shown(ratings)
    for row, policy in enumerate(analysis.order[:shown]):
        _, *ends, _ = analysis.ahead(policy, zero)
        base = ratings[analysis.order.index(zero)]
        place = [base + end for end in ends]
        ax.plot(place, [-row, -row], color=COLOURS[0], linewidth=2, solid_capstyle="butt")
        ax.plot(ratings[row], -row, "o", color=COLOURS[0], markersize=size)
    ax.margins(x=0.06)
    left, right = ax.get_xlim()
    edge = left + 0.02 * (right - left)
    for row in range(shown, len(ratings)):
        ax.plot(edge, -row, "<", color=COLOURS[0], markersize=size)
    ax.set_xlim(left, right)


def _shown(ratings: list[float]) -> int:
    """How many from the top share the scale: hopeless ones would press the others together."""
    shown = len(ratings)
    for number in range(len(ratings) - 1, _FEWEST - 1, -1):
        gap = ratings[number - 1] - ratings[number]
        if gap > max(_FAR, 1.5 * (ratings[0] - ratings[number - 1])):
            shown = number
    return shown


def _write(ax: Axes, table: pd.DataFrame, size: float) -> None:
    """Rating, group and probability of being the best, in columns to the right of the axes."""
    place: dict[str, Any] = {"xycoords": ax.get_yaxis_transform(), "va": "center", "ha": "right"}
    place |= {"textcoords": "offset points", "fontsize": size}
    columns = (("rating", 52), ("group", 88), ("is best", 134))
    for heading, x in columns:
        ax.annotate(heading, (1, 1), xytext=(x, 0), color=FAINT, **place)
    for row, entry in enumerate(table.to_dict("records")):
        texts = (
            elo(entry["rating"], entry["low"], entry["high"]),
            str(entry["group"]),
            chance(entry["probability_best"]),
        )
        for (_, x), text in zip(columns, texts, strict=True):
            ax.annotate(text, (1, -row), xytext=(x, 0), color=INK, **place)
