"""Panels of figures of a comparison, one for each table shown: their titles, colours and legend.

Knows `reports.analysis.comparison.Analysis`. Tables come by number; the better a policy is ranked,
the earlier its colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import ranked
from reports.figures.canvas import COLOURS, PARTNERS, canvas, legend, name_axes
from reports.words.labels import short_policies


def panels(
    title: str, analysis: Analysis, matchups: Sequence[int], height: float, words: str
) -> tuple[Figure, list[Axes]]:
    """A named panel a table, and the horizontal axis in words."""
    columns = min(2, len(matchups))
    lines = -(-len(matchups) // columns)
    tall = 1.1 + lines * (height + 0.3)
    figure, axes = canvas(title, tall, nrows=lines, ncols=columns, sharex=True)
    for ax, matchup in zip(axes, matchups, strict=False):
        name_axes(ax, "", title=panel_title(analysis, matchup))
    for ax in axes[len(matchups) :]:
        ax.set_visible(False)
    for ax in axes[max(0, len(matchups) - columns) : len(matchups)]:
        name_axes(ax, words)
        ax.tick_params(axis="x", labelbottom=True)
    return figure, axes


def panel_title(analysis: Analysis, matchup: int) -> str:
    """Names of a table's policies above its panel of a figure, a line each or all in one."""
    names = ranked(analysis, matchup)
    if len(names) == 2:
        short = short_policies(analysis.order, 36)
        return "\n".join(f"{who} {short[name]}" for who, name in zip("AB", names, strict=True))
    short = short_policies(analysis.order, 14 if len(names) == 3 else 11)
    return " · ".join(short[name] for name in names)


def policy_colours(analysis: Analysis, matchups: Sequence[int]) -> dict[str, str]:
    """A colour for every policy at some tables, by its place in the ranking."""
    seated = {name for matchup in matchups for name in ranked(analysis, matchup)}
    names = [name for name in analysis.order if name in seated]
    return dict(zip(names, cycle((*COLOURS, *PARTNERS)), strict=False))


def colour_at(analysis: Analysis, matchups: Sequence[int], matchup: int, name: str) -> str:
    """The colour of a policy at a table."""
    if analysis.comparison.pairings:
        return COLOURS[ranked(analysis, matchup).index(name)]
    return policy_colours(analysis, matchups)[name]


def name_policies(figure: Figure, analysis: Analysis, matchups: Sequence[int]) -> None:
    """Put a legend of the policies below all panels: A and B, or by name."""
    colours = {"A": COLOURS[0], "B": COLOURS[1]}
    if not analysis.comparison.pairings:
        colours = policy_colours(analysis, matchups)
    handles = [figure.axes[0].plot([], [], color=c, linewidth=3)[0] for c in colours.values()]
    legend(figure, handles, list(short_policies(colours).values()))
