"""A grid of a sweep that runs through two parameters, as a heat map.

Knows `reports.analysis.sweep.Sweeping` and returns a figure; writes nothing. Intervals get shorter
as cells get smaller.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PatchCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.analysis.sweep import Sweeping
from reports.figures.canvas import COLOURS, FAINT, INK, LIGHT_TEXT, PAPER, canvas, name_axes
from reports.figures.shades import LIGHT
from reports.statistics.intervals import Floats
from reports.words.formats import fixed, percent, percent_interval
from reports.words.labels import short_policy

_SHADES = LIGHT[len(LIGHT) // 2 :]  # from the middle to the blue end
_DARK = 2  # of these, that take light text
_WIDE, _HIGH = 9, 20  # columns with both ends of an interval, rows with two lines
_ROW, _LINE = 0.46, 0.22  # inches of a row with two lines and with one


def heat_map(analysis: Sweeping, grid: str) -> Figure:
    """Games won by the values of both parameters, darker where more are won.

    Parameters
    ----------
    analysis
        Of a sweep.
    grid
        Of two parameters.

    Returns
    -------
    Figure
        The parameter with fewer values goes to the right, the other upwards. Shades mean the same
        in all maps of a sweep. Framed cells may be the best of all points of the sweep.
    """
    table = analysis.of_grid(grid)
    names = ["value", "value_2"]
    across, upwards = sorted(names, key=lambda name: table[name].nunique())
    columns, rows = (np.unique(table[name]) for name in (across, upwards))
    x, y = np.searchsorted(columns, table[across]), np.searchsorted(rows, table[upwards])
    title = f"{short_policy(grid, 48)} against {short_policy(analysis.sweep.against, 30)}"
    height = len(rows) * (_ROW if len(rows) <= _HIGH else _LINE)
    figure, (ax,) = canvas(title, height + 1.7)
    edges = _edges(analysis.estimates)
    _cells(ax, table.assign(x=x, y=y), edges, len(columns), len(rows))
    _name(ax, table, across, columns, upwards, rows)
    _scale(figure, ax, edges)
    return figure


def _edges(points: pd.DataFrame) -> Floats:
    """Where the shades begin and end, from the lowest to the highest win rate of all maps."""
    rates = points.loc[points["parameter_2"] != "", "win_rate"]
    low, high = float(rates.min()), float(rates.max())
    spread = max(high - low, 1e-3)  # where all are the same, a shade is as good as another
    return np.linspace(low, low + spread, len(_SHADES) + 1)


def _cells(ax: Axes, table: pd.DataFrame, edges: Floats, columns: int, rows: int) -> None:
    squares, colours = [], []
    for row in table.to_dict("records"):
        place = (row["x"] - 0.5, row["y"] - 0.5)
        step = int(np.clip(np.searchsorted(edges, row["win_rate"], "right") - 1, 0, len(edges) - 2))
        squares.append(Rectangle(place, 1, 1))
        colours.append(_SHADES[step])
        if row["best"]:
            frame: dict[str, Any] = {
                "fill": False,
                "edgecolor": COLOURS[1],
                "linewidth": 2.2,
                "zorder": 3,
            }
            ax.add_patch(Rectangle((place[0] + 0.03, place[1] + 0.05), 0.94, 0.9, **frame))
        text: dict[str, Any] = {"ha": "center", "va": "center", "in_layout": False}
        text["color"] = LIGHT_TEXT if step >= len(_SHADES) - _DARK else INK
        _write(ax, row, text, columns, rows)
    ax.add_collection(
        PatchCollection(squares, facecolors=colours, edgecolors=PAPER, linewidths=1, zorder=1)
    )


def _write(ax: Axes, row: dict[Any, Any], text: dict[str, Any], columns: int, rows: int) -> None:
    """A cell's number and its interval, below it or beside it."""
    ends = row["win_rate_low"], row["win_rate_high"]
    rate = percent(row["win_rate"], *ends, most=2).removesuffix(" %")
    half = f"±{fixed(50 * (ends[1] - ends[0]), len(rate.partition('.')[2]))}"
    if rows > _HIGH:
        ax.text(row["x"], row["y"], f"{rate} {half}", fontsize=7, **text)
        return
    below = percent_interval(*ends, most=2).removesuffix(" %") if columns <= _WIDE else half
    ax.text(row["x"], row["y"] + 0.15, rate, fontsize=9, **text)
    ax.text(row["x"], row["y"] - 0.22, below, fontsize=6.5, **text)


def _name(
    ax: Axes, table: pd.DataFrame, across: str, columns: Floats, upwards: str, rows: Floats
) -> None:
    for axis, values in ((ax.xaxis, columns), (ax.yaxis, rows)):
        axis.set_ticks(range(len(values)), [f"{value:.12g}" for value in values])
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(-0.5, len(rows) - 0.5)
    ax.tick_params(length=0, labelcolor=INK)
    ax.grid(False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    parameters = {"value": "parameter", "value_2": "parameter_2"}
    name_axes(ax, *(str(table[parameters[name]].iloc[0]) for name in (across, upwards)))


def _scale(figure: Figure, ax: Axes, edges: Floats) -> None:
    """The steps of shade below the map, and what cells say."""
    shades = ScalarMappable(BoundaryNorm(edges, len(_SHADES)), ListedColormap(list(_SHADES)))
    bar = figure.colorbar(shades, ax=ax, orientation="horizontal", aspect=42, pad=0.02)
    digits = 1 if edges[-1] - edges[0] > 0.02 else 2
    bar.set_ticks(list(edges), labels=[fixed(100 * edge, digits) for edge in edges])
    bar.ax.tick_params(length=0, labelsize=8, labelcolor=INK)
    bar.outline.set_visible(False)
    words = (
        "games won, %, with the 95 % interval of each alone\nframed: may be the best of all points"
    )
    bar.set_label(words, fontsize=8.5, color=FAINT)
