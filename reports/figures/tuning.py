"""All figures of a tuning: the way of the search, and apart from it what its result is worth.

Knows `reports.results.tuning.Tuning` and returns figures; writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.figures.canvas import (
    COLOURS,
    FAINT,
    INK,
    NEUTRAL,
    canvas,
    legend,
    name_axes,
    name_rows,
    percent_axis,
)
from reports.figures.marks import draw_dots, draw_reference, write_intervals
from reports.results.tuning import Tuning
from reports.words.labels import short_policies
from reports.words.tuning import number

_COLUMNS = 4
_GENERATION = "generation"


def figures(tuning: Tuning) -> dict[str, Figure]:
    """Draw everything there is to draw of a tuning, by name, in the order of the page."""
    return {
        "verdict": verdict(tuning),
        "search": search(tuning),
        "parameters": parameters(tuning),
    }


def verdict(tuning: Tuning) -> Figure:
    """Win rates on fresh deals: of the result and of the start, against the same opponents."""
    tuned = tuning.verdict[tuning.verdict["candidate"] == "tuned"]
    start = tuning.judged("start").set_index("against").reindex(tuned["against"]).reset_index()
    height = 1.35 + 0.45 * len(tuned)
    figure, (ax,) = canvas("The verdict: win rates on deals that the search has not seen", height)
    draw_dots(ax, start, "win_rate", [NEUTRAL] * len(tuned), shift=-0.18, hollow=True)
    draw_dots(ax, tuned, "win_rate", [COLOURS[0]] * len(tuned), shift=0.1)
    write_intervals(ax, tuned, "win_rate")
    draw_reference(ax, 1 / tuning.sides, "equals")
    short = short_policies(tuned["against"], 30)
    rows = ["the start" if name == "start" else short[name] for name in tuned["against"]]
    name_rows([ax], [f"against {row}" for row in rows])
    percent_axis(ax)
    name_axes(ax, "games won")
    if not start["win_rate"].isna().all():
        handles = [
            ax.plot([], [], "o", color=COLOURS[0], markersize=6.5)[0],
            ax.plot([], [], "o", color=NEUTRAL, markerfacecolor="none", markersize=6.5)[0],
        ]
        legend(figure, handles, ["tuned", "start"])
    return figure


def search(tuning: Tuning) -> Figure:
    """The candidates' win rates and how far they are apart, by generation."""
    table = tuning.search
    title = "The search: its own win rates, biased by choosing among them"
    figure, (rates, spread) = canvas(title, 4.6, nrows=2, sharex=True, height_ratios=[2, 1])
    generation = table[_GENERATION]
    (best,) = rates.plot(
        generation, table["best"], "o", color=NEUTRAL, markersize=3, linestyle="none"
    )
    (mean,) = rates.plot(generation, table["mean"], color=COLOURS[0], linewidth=1.8)
    percent_axis(rates, "y")
    name_axes(rates, "", "games won")
    spread.plot(generation, table["spread"], color=COLOURS[1], linewidth=1.6)
    spread.set_ylim(bottom=0)
    percent_axis(spread, "y")
    name_axes(spread, _GENERATION, "candidates'\nspread")
    spread.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend(figure, [mean, best], ["mean of the candidates", "the luckiest candidate"])
    return figure


def parameters(tuning: Tuning) -> Figure:
    """The way of every parameter between its bounds, from the start to what is recommended."""
    table = tuning.parameters
    columns = min(_COLUMNS, len(table))
    lines = -(-len(table) // columns)
    title = "The search: parameters between their bounds"
    tall = 1.0 + 1.35 * lines
    figure, axes = canvas(title, tall, nrows=lines, ncols=columns, sharex=True)
    for ax, row in zip(axes, table.to_dict("records"), strict=False):
        _course(ax, tuning.search, row)
    for ax in axes[len(table) :]:
        ax.set_visible(False)
    for ax in axes[max(0, len(table) - columns) : len(table)]:
        name_axes(ax, _GENERATION)
        ax.tick_params(axis="x", labelbottom=True)
    return figure


def _course(ax: Axes, table: pd.DataFrame, row: Mapping[Any, Any]) -> None:
    """The panel of a parameter."""
    low, high, start, tuned = (float(row[key]) for key in ("low", "high", "start", "tuned"))
    generations = [0, *table[_GENERATION]]
    values = [start, *table[f"value_{row['parameter']}"]]
    ax.plot(generations, values, color=COLOURS[0], linewidth=1.4)
    ax.plot(0, start, "o", color=NEUTRAL, markersize=4, clip_on=False)
    ax.plot(generations[-1], tuned, "o", color=COLOURS[0], markersize=4.5, clip_on=False)
    ax.set_ylim(low, high)
    ax.set_yticks([low, high], [number(low), number(high)])
    ax.xaxis.set_major_locator(MaxNLocator(3, integer=True))
    name_axes(ax, "", title=str(row["parameter"]))
    ax.set_title(number(tuned), loc="right", fontsize=8.5, color=INK)
    ax.axhline(start, color=FAINT, linewidth=0.8, linestyle=(0, (4, 3)))
