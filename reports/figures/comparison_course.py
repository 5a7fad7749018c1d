"""The course of the estimates of a comparison as games were played.

Knows `reports.analysis.comparison.Analysis` and returns a figure; writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import ranked, seen_from
from reports.figures.canvas import FAINT, INK, percent_axis
from reports.figures.comparison_panels import colour_at, name_policies, panels
from reports.statistics.measures import win_rate

_LATE = 3  # the vertical scale shows what lies behind the first third of the doublings


def convergence(analysis: Analysis, matchups: Sequence[int]) -> Figure:
    """Win rates after so many groups of games, with intervals, and what the whole run says.

    Parameters
    ----------
    analysis
        Of a comparison.
    matchups
        Tables to show, a panel each.

    Returns
    -------
    Figure
        Lines and bands count the games won, each interval taken alone; the dot at the end is the
        estimate of the whole run, from games or from rounds.
    """
    comparison = analysis.comparison
    title, words = "Win rates as games were played", "groups of games on the same deals"
    figure, axes = panels(title, analysis, matchups, 1.5, words)
    for ax, matchup in zip(axes, matchups, strict=False):
        names = ranked(analysis, matchup)
        for name in names[:1] if comparison.pairings else names:
            path = _path(analysis, matchup, name)
            colour = colour_at(analysis, matchups, matchup, name)
            ax.fill_between(path.index, path["low"], path["high"], color=colour, alpha=0.2, lw=0)
            ax.plot(path.index, path["value"], color=colour, linewidth=1.6)
            _end(ax, path, _final(analysis, matchup, name), colour)
        ax.axhline(1 / comparison.sides, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        _log_axis(ax)
        percent_axis(ax, "y")
    label = "games won by A" if comparison.pairings else "games won"
    figure.supylabel(label, fontsize=9, color=INK)
    if not comparison.pairings:
        name_policies(figure, analysis, matchups)
    return figure


def _path(analysis: Analysis, matchup: int, name: str) -> pd.DataFrame:
    """The win rate from games after so many groups."""
    place = analysis.comparison.tables[matchup].index(name)
    course = analysis.comparison.tallies.course(matchup)
    rows = {
        groups: win_rate(moments, place, analysis.level)._asdict()
        for groups, moments in course.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index")


def _end(ax: Axes, path: pd.DataFrame, row: dict[str, float], colour: str) -> None:
    """The estimate that everything else uses, and a scale that fits the later part."""
    groups = float(path.index[-1])
    x = groups * 1.12
    ends = [row["win_rate_low"], row["win_rate_high"]]
    ax.plot([x, x], ends, color=colour, linewidth=2, solid_capstyle="butt", zorder=3)
    ax.plot(x, row["win_rate"], "o", color=colour, markersize=4.5, zorder=3)
    start = path.index[0] * (groups / path.index[0]) ** (1 / _LATE)
    late = path[path.index >= start]
    low, high = min(late["low"].min(), ends[0]), max(late["high"].max(), ends[1])
    margin = 0.08 * (high - low)
    before = ax.get_ylim() if ax.lines[3:] and len(ax.collections) > 1 else (low, high)
    ax.set_ylim(min(before[0], low - margin), max(before[1], high + margin))


def _final(analysis: Analysis, matchup: int, name: str) -> dict[str, float]:
    if analysis.comparison.pairings:
        return seen_from(analysis, matchup, name)
    table = analysis.estimates
    row = table[(table["matchup"] == matchup) & (table["policy"] == name)].iloc[0]
    return {str(key): value for key, value in row.items()}


def _log_axis(ax: Axes) -> None:
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(LogLocator(numticks=8))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda groups, _: f"{groups:,.0f}"))
