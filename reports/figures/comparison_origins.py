"""Where the difference between two policies comes from, as a figure.

Knows `reports.analysis.comparison.Analysis` and returns a figure; writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import ranked, seen_from
from reports.analysis.origins import split_lead
from reports.figures.canvas import (
    COLOURS,
    FAINT,
    INK,
    NEUTRAL,
    canvas,
    few_ticks,
    legend,
    name_axes,
    name_rows,
)
from reports.figures.comparison_panels import panel_title
from reports.results.rules import has_penalties


def origins(analysis: Analysis, matchups: Sequence[int]) -> Figure:
    """Where the points a round come from that the better-ranked policy is ahead.

    Parameters
    ----------
    analysis
        Of a comparison of pairings.
    matchups
        Pairings to show, a panel each.

    Returns
    -------
    Figure
        A is the better-ranked policy; bars to the right, in its colour, are what it gains, or
        marks where points are penalties, more than B. Each block of bars adds up to the bar of all
        rounds.
    """
    tables = {matchup: bars(analysis, matchup) for matchup in matchups}
    heights = _heights(list(tables.values()))
    columns = min(2, len(matchups))
    lines = -(-len(matchups) // columns)
    tall = 0.85 + lines * (0.78 + 0.225 * (1 - min(heights.values())))
    title = "Where the difference comes from"
    figure, axes = canvas(title, tall, nrows=lines, ncols=columns, sharey=True)
    verb, axis = "gains", "points a round ahead"
    if has_penalties(analysis.comparison.rules):
        verb, axis = "marks", "penalties a round, less is better"
    for ax, (matchup, table) in zip(axes, tables.items(), strict=False):
        for bar in table.to_dict("records"):
            colour = NEUTRAL if bar["split"] == "all" else COLOURS[int(bar["points"] < 0)]
            height = heights[bar["label"]]
            ax.barh(height, bar["points"], 0.62, color=colour)
            ends = [bar["points_low"], bar["points_high"]]
            ax.plot(ends, [height, height], color=INK, linewidth=1.2)
        ax.axvline(0, color=FAINT, linewidth=0.8)
        name_axes(ax, axis, title=panel_title(analysis, matchup))
        few_ticks(ax, 6)
    for ax in axes[len(matchups) :]:
        ax.set_visible(False)
    name_rows(axes, list(heights))
    axes[0].set_yticks(list(heights.values()), list(heights))
    axes[0].set_ylim(min(heights.values()) - 0.6, 0.6)
    for ax in axes:
        ax.tick_params(axis="y", labelsize=8)
    handles = [Patch(color=colour) for colour in COLOURS[:2]]
    legend(figure, handles, [f"{who} {verb} more" for who in "AB"])
    return figure


def bars(analysis: Analysis, matchup: int) -> pd.DataFrame:
    """What `origins` draws of a pairing: ``split, label, points, points_low, points_high``.

    Splits with a single part are left out, and void rounds unless plays scored in them.
    """
    row = seen_from(analysis, matchup, ranked(analysis, matchup)[0])
    total = {"split": "all", "label": "all rounds", "points": row["points_per_round"]}
    total |= {"points_low": row["points_low"], "points_high": row["points_high"]}
    table = split_lead(analysis, matchup)
    table = table[(table["share"] < 1) & ((table["part"] != "void") | (table["points"] != 0))]
    hand = "" if analysis.comparison.hands == 1 else "'s hand"
    table = table.assign(label=[_label(entry, hand) for entry in table.to_dict("records")])
    return pd.concat([pd.DataFrame([total]), table[list(total)]], ignore_index=True)


def _label(entry: Mapping[Any, Any], hand: str) -> str:
    if entry["part"] == "void":
        return "void"
    if entry["split"] == "ending":
        return f"{'A' if entry['opened'] else 'B'} opened, {entry['part']}"
    return f"{'A' if entry['split'] == 'own draws' else 'B'}{hand} drew {entry['part']}"


def _heights(tables: list[pd.DataFrame]) -> dict[str, float]:
    """Where the bars of each label are, the same in all panels, with a gap between splits."""
    table = pd.concat(tables).drop_duplicates("label")
    heights: dict[str, float] = {}
    height = 1.0
    for split in ("all", "ending", "own draws", "other's draws"):
        labels = sorted(table.loc[table["split"] == split, "label"], key=_rank)
        height -= 0.45 if labels and heights else 0
        for label in labels:
            height -= 1
            heights[label] = height
    return heights


def _rank(label: str) -> tuple[int, str]:
    words = ("out", "blocked", "target", "void", "none", "1 or 2", "3 to 5", "more")
    return next((place for place, word in enumerate(words) if label.endswith(word)), 0), label
