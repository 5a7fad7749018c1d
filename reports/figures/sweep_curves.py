"""The grids of a sweep that run through one parameter, as curves.

Knows `reports.analysis.sweep.Sweeping` and returns a figure; writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports.analysis.sweep import Sweeping
from reports.figures.canvas import (
    COLOURS,
    FAINT,
    NEUTRAL,
    PAPER,
    PARTNERS,
    canvas,
    legend,
    name_axes,
    percent_axis,
)
from reports.words.labels import short_policies, short_policy

_PALETTE = (*COLOURS, *PARTNERS)
_TICKS = 20  # values that are each labelled
_ASIDE = 0.16  # of the least distance of two values, between curves of one panel


def curves(analysis: Sweeping, grids: Sequence[str]) -> Figure:
    """Games won by the value of the parameter, with intervals.

    Parameters
    ----------
    analysis
        Of a sweep.
    grids
        Those to show, each of one parameter; grids of a parameter of the same name share a panel.

    Returns
    -------
    Figure
        Intervals each taken alone. Filled dots may be the best of all points of the sweep.
    """
    panels: dict[str, list[str]] = {}
    for grid in grids:
        panels.setdefault(str(analysis.of_grid(grid)["parameter"].iloc[0]), []).append(grid)
    title = f"Games won against {short_policy(analysis.sweep.against, 40)}"
    height = 1.0 + 2.5 * len(panels) + 0.2 * len(grids)
    figure, axes = canvas(title, height, nrows=len(panels), sharey=True)
    colours = dict(zip(grids, _PALETTE, strict=False))
    for ax, (parameter, shown) in zip(axes, panels.items(), strict=True):
        tables = [analysis.of_grid(grid).sort_values("value") for grid in shown]
        values = np.unique(pd.concat(tables)["value"])
        step = _ASIDE * float(np.diff(values).min())
        for place, (grid, table) in enumerate(zip(shown, tables, strict=True)):
            _draw(ax, table, colours[grid], step * (place - (len(shown) - 1) / 2))
        if len(values) <= _TICKS:
            ax.set_xticks(values, [f"{value:.12g}" for value in values])
        name_axes(ax, parameter, "games won")
        percent_axis(ax, "y")
    for ax in axes:  # once all of them have set the common scale
        _fair_share(ax, 1 / analysis.sweep.sides)
    _explain(figure, analysis, colours)
    return figure


def _draw(ax: Axes, table: pd.DataFrame, colour: str, aside: float) -> None:
    x, rate = table["value"] + aside, table["win_rate"]
    size = 5.5 if len(table) <= 40 else 3.5
    ax.vlines(x, table["win_rate_low"], table["win_rate_high"], color=colour, linewidth=1.6)
    ax.plot(x, rate, color=colour, linewidth=1, alpha=0.6)
    for best, face in ((True, colour), (False, PAPER)):
        rows = table["best"] == best
        ax.plot(x[rows], rate[rows], "o", color=colour, markerfacecolor=face, markersize=size)


def _fair_share(ax: Axes, share: float) -> None:
    """What a policy wins against itself, where that is on the scale."""
    low, high = ax.get_ylim()
    if low < share < high:
        ax.axhline(share, color=FAINT, linewidth=1, linestyle=(0, (4, 3)), zorder=1)


def _explain(figure: Figure, analysis: Sweeping, colours: dict[str, str]) -> None:
    short = short_policies(colours, 60 if len(colours) == 1 else 40)
    marks = {"may be the best": NEUTRAL, "worse than another": PAPER}
    dots = [
        Line2D([], [], marker="o", linestyle="", color=NEUTRAL, markerfacecolor=face)
        for face in marks.values()
    ]
    lines = [Line2D([], [], color=colour, linewidth=2) for colour in colours.values()]
    legend(figure, [*lines, *dots], [*map(short.__getitem__, colours), *marks])
