"""Final scores of the policies of a comparison, overlaid in a panel for each table.

Knows `reports.analysis.comparison.Analysis` and returns a figure; writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import ranked
from reports.figures.bins import axis_end, bin_width, binned, score_words
from reports.figures.canvas import FAINT, INK, percent_axis
from reports.figures.comparison_panels import colour_at, name_policies, panels
from reports.results.rules import target_of
from reports.statistics.distributions import distribution
from reports.words.penalties import unit


def final_scores(analysis: Analysis, matchups: Sequence[int]) -> Figure:
    """Final scores of the policies of a table, overlaid.

    Parameters
    ----------
    analysis
        Of a comparison.
    matchups
        Tables to show, a panel each.

    Returns
    -------
    Figure
        In games to a target bins start at it, and games without a point are told apart.
    """
    comparison = analysis.comparison
    scores = comparison.distributions[comparison.distributions["matchup"].isin(matchups)]
    end, beyond = axis_end(scores, "score")
    width = bin_width(end)
    shares = distribution(scores, "score")
    target = target_of(comparison.rules)
    dashed = "" if target is None else f"; dashed: target {target}"
    words = f"{score_words(comparison.rules, width)}{dashed}{beyond}".replace("; ", "\n", 1)
    figure, axes = panels("Final scores", analysis, matchups, 1.35, words)
    for ax, matchup in zip(axes, matchups, strict=False):
        table, without = shares[shares["matchup"] == matchup], []
        for name in ranked(analysis, matchup):
            own = table[table["side"] == comparison.tables[matchup].index(name)]
            without.append(f"{100 * own.loc[own['value'] == 0, 'share'].sum():.1f}")
            shown = own if target is None else own[own["value"] > 0]
            edges, heights = binned(shown, end, width, target or 0)
            colour = colour_at(analysis, matchups, matchup, name)
            ax.stairs(heights, edges.clip(min=0.5), color=colour, linewidth=1.6)
        if target is not None:
            nothing = f"no {unit(comparison.rules)}: {' · '.join(without)} %"
            place: dict[str, Any] = {"transform": ax.transAxes, "va": "top", "fontsize": 8}
            ax.text(0.02, 0.96, nothing, **place, color=INK)
            ax.axvline(target, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        ax.set_xlim(-0.5, end + width)
        ax.set_ylim(0)
        percent_axis(ax, "y")
    figure.supylabel("share of games", fontsize=9, color=INK)
    name_policies(figure, analysis, matchups)
    return figure
