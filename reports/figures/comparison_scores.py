"""Small multiples of a comparison: final scores overlaid, and the course of the estimates.

Knows `reports.analysis.comparison.Analysis` and returns figures; writes nothing. Tables come by number, a
panel each; the better a policy is ranked, the earlier its colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import panel_title, ranked, seen_from
from reports.figures.bins import axis_end, bin_width, binned, width_words
from reports.figures.canvas import (
    COLOURS,
    FAINT,
    INK,
    canvas,
    legend,
    name_axes,
    percent_axis,
)
from reports.figures.comparison_measures import policy_colours
from reports.statistics.distributions import distribution
from reports.statistics.measures import win_rate
from reports.words.labels import short_policy

_LATE = 3  # the vertical scale shows what lies behind the first third of the doublings


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
    """
    comparison = analysis.comparison
    scores = comparison.distributions[comparison.distributions["matchup"].isin(matchups)]
    end, beyond = axis_end(scores, "score")
    width = bin_width(end)
    shares = distribution(scores, "score")
    target = int(comparison.manifest["rules"]["target"])
    unit = "penalties" if comparison.marks else "points"
    words = f"final score, {unit}{width_words(width)}; dashed: target {target}"
    words += beyond.replace("; ", "\n")
    figure, axes = _panels("Final scores", analysis, matchups, 1.35, words)
    for ax, matchup in zip(axes, matchups, strict=False):
        table, without = shares[shares["matchup"] == matchup], []
        for name in ranked(analysis, matchup):
            own = table[table["side"] == comparison.tables[matchup].index(name)]
            without.append(f"{100 * own.loc[own['value'] == 0, 'share'].sum():.1f}")
            edges, heights = binned(own[own["value"] > 0], end, width, target)
            colour = _colour(analysis, matchups, matchup, name)
            ax.stairs(heights, edges.clip(min=0.5), color=colour, linewidth=1.6)
        place: dict[str, Any] = {"transform": ax.transAxes, "va": "top", "fontsize": 8}
        ax.text(0.02, 0.96, f"no {unit}: {' · '.join(without)} %", **place, color=INK)
        ax.axvline(target, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        ax.set_xlim(-0.5, end + width)
        ax.set_ylim(0)
        percent_axis(ax, "y")
    figure.supylabel("share of games", fontsize=9, color=INK)
    _legend(figure, analysis, matchups)
    return figure


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
    figure, axes = _panels(title, analysis, matchups, 1.5, words)
    for ax, matchup in zip(axes, matchups, strict=False):
        names = ranked(analysis, matchup)
        for name in names[:1] if comparison.pairings else names:
            path = _path(analysis, matchup, name)
            colour = _colour(analysis, matchups, matchup, name)
            ax.fill_between(path.index, path["low"], path["high"], color=colour, alpha=0.2, lw=0)
            ax.plot(path.index, path["value"], color=colour, linewidth=1.6)
            _end(ax, analysis, matchup, name, colour)
        ax.axhline(1 / comparison.sides, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        _log_axis(ax)
        percent_axis(ax, "y")
    label = "games won by A" if comparison.pairings else "games won"
    figure.supylabel(label, fontsize=9, color=INK)
    if not comparison.pairings:
        _legend(figure, analysis, matchups)
    return figure


def _panels(
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


def _legend(figure: Figure, analysis: Analysis, matchups: Sequence[int]) -> None:
    colours = {"A": COLOURS[0], "B": COLOURS[1]}
    if not analysis.comparison.pairings:
        colours = policy_colours(analysis, matchups)
    handles = [figure.axes[0].plot([], [], color=c, linewidth=3)[0] for c in colours.values()]
    legend(figure, handles, [short_policy(name, 26) for name in colours])


def _colour(analysis: Analysis, matchups: Sequence[int], matchup: int, name: str) -> str:
    if analysis.comparison.pairings:
        return COLOURS[ranked(analysis, matchup).index(name)]
    return policy_colours(analysis, matchups)[name]


def _path(analysis: Analysis, matchup: int, name: str) -> pd.DataFrame:
    """The win rate from games after so many groups."""
    place = analysis.comparison.tables[matchup].index(name)
    course = analysis.comparison.tallies.course(matchup)
    rows = {
        groups: win_rate(moments, place, analysis.level)._asdict()
        for groups, moments in course.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index")


def _end(ax: Axes, analysis: Analysis, matchup: int, name: str, colour: str) -> None:
    """The estimate that everything else uses, and a scale that fits the later part."""
    path = _path(analysis, matchup, name)
    groups = float(path.index[-1])
    row = _final(analysis, matchup, name)
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
