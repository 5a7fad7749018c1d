"""Games, points and rounds of single tables of a comparison beside each other.

Knows `reports.analysis.comparison.Analysis` and returns figures; writes nothing. Tables come by
number, such as `reports.analysis.highlights.leading` names them; policies at a table in the order
of the ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import ranked, seen_from
from reports.figures.canvas import (
    COLOURS,
    FAINT,
    GRID,
    canvas,
    few_ticks,
    name_axes,
    name_rows,
    percent_axis,
)
from reports.figures.comparison_panels import policy_colours
from reports.figures.marks import draw_dots, draw_reference, write_numbers
from reports.results.rules import has_penalties
from reports.words.labels import short_policies
from reports.words.penalties import unit

_ROW = 0.5
_MEASURES = (
    ("win_rate", "games won"),
    ("points_per_round", "{points}"),
    ("rounds_won", "rounds won"),
)


def measures(analysis: Analysis, matchups: Sequence[int]) -> Figure:
    """Games won, points a round and rounds won beside each other.

    Parameters
    ----------
    analysis
        Of a comparison.
    matchups
        Tables to show: a row for each pairing, from the side of its better-ranked policy, or a
        row for each policy of a larger table.

    Returns
    -------
    Figure
    """
    table, labels = _rows(analysis, matchups)
    row = _ROW if analysis.comparison.pairings else 0.4
    rules = analysis.comparison.rules
    title = f"Games, {unit(rules)} and rounds"
    figure, axes = canvas(title, 1.25 + row * len(table), ncols=3, sharey=True)
    points = "penalties a round, less is better" if has_penalties(rules) else "points a round ahead"
    for ax, (name, label) in zip(axes, _MEASURES, strict=True):
        shown, kind = _renamed(table, name)
        draw_dots(ax, shown, kind, list(table["colour"]))
        write_numbers(ax, shown, kind)
        name_axes(ax, label.format(points=points))
        few_ticks(ax, 4)
        for line in table.index[table["begins"]][1:]:
            ax.axhline(0.5 - line, color=GRID, linewidth=0.7)
    for ax in (axes[0], axes[2]):
        percent_axis(ax)
    fair = 1 / analysis.comparison.sides
    words = "one half" if analysis.comparison.pairings else f"fair share {100 * fair:.1f} %"
    dashes: dict[str, Any] = {"color": FAINT, "linewidth": 1, "linestyle": (0, (4, 3)), "zorder": 1}
    draw_reference(axes[0], fair, words)
    axes[1].axvline(0, **dashes)
    for line, even in enumerate(table["even"]):
        axes[2].plot([even, even], [-line - 0.5, -line + 0.5], **dashes)
    name_rows(axes, labels)
    axes[0].tick_params(axis="y", labelsize=8.5)
    return figure


def _rows(analysis: Analysis, matchups: Sequence[int]) -> tuple[pd.DataFrame, list[str]]:
    """Estimates of the tables, a row each as `measures` shows them, and labels."""
    comparison = analysis.comparison
    whole = comparison.players.drop_duplicates("matchup").set_index("matchup")
    even = (1 - whole["void_rounds"] / whole["rounds"]) / comparison.sides
    colours = policy_colours(analysis, matchups)
    rows: list[dict[str, Any]] = []
    labels = []
    short = short_policies(analysis.order)
    for matchup in matchups:
        names = ranked(analysis, matchup)
        if comparison.pairings:
            row = seen_from(analysis, matchup, names[0])
            better, other = (short[name] for name in names)
            labels.append(f"{better}\nagainst {other}")
            rows.append(row | {"even": even[matchup], "colour": COLOURS[0], "begins": False})
            continue
        own = analysis.estimates[analysis.estimates["matchup"] == matchup].set_index("policy")
        for name in names:
            row = {str(key): value for key, value in own.loc[name].items()}
            labels.append(short[name])
            begins = name == names[0]
            rows.append(row | {"even": even[matchup], "colour": colours[name], "begins": begins})
    return pd.DataFrame(rows), labels


def _renamed(table: pd.DataFrame, name: str) -> tuple[pd.DataFrame, str]:
    """One measure under a name that says whether it is a rate, as marks expect it."""
    ends = ("points_low", "points_high") if name == "points_per_round" else None
    low, high = ends or (f"{name}_low", f"{name}_high")
    kind = "mean" if ends else "_rate"
    columns = {kind: table[name], f"{kind}_low": table[low], f"{kind}_high": table[high]}
    return pd.DataFrame(columns), kind
