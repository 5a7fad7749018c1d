"""Figures of who wins, how rounds end, who gains by it and what opening is worth.

Knows frames and returns figures; writes nothing. Every function takes the frame of
`reports.statistics.rates.summarise` with one matchup in it, and draws a row for each side. Where
points are penalties the words say so. Histograms are drawn by `reports.figures.matchups_scores`.
"""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from reports.figures.canvas import (
    FAINT,
    NEUTRAL,
    PAPER,
    canvas,
    few_ticks,
    legend,
    name_axes,
    name_rows,
    percent_axis,
    player_colours,
)
from reports.figures.marks import (
    draw_dots,
    draw_reference,
    draw_stack,
    write_intervals,
    write_numbers,
)
from reports.results.rules import Rules, has_penalties
from reports.statistics.effects import blocked_gains, opening_effect
from reports.statistics.rates import one_matchup, sides
from reports.words.labels import player_labels
from reports.words.penalties import loser

_ROW = 0.42


def win_rates(players: pd.DataFrame, rules: Rules) -> Figure:
    """How often each side wins, with intervals and the fair share.

    Parameters
    ----------
    players
        One matchup, as `reports.statistics.rates.summarise` returns it.
    rules
        Of the matchup; where points are penalties there is a panel more: how often a side has
        most of them.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    table = sides(one_matchup(players))
    panels = [("win_rate", "share of games won", "fair share", float(table["fair_share"].iloc[0]))]
    lost = loser(rules)
    if lost:
        panels.append(("goat_rate", lost.share, "mean", table["goat_rate"].mean()))
    height = 1.25 + _ROW * len(table)
    figure, axes = canvas("How often each side wins", height, ncols=len(panels), sharey=True)
    for ax, (name, label, mark, reference) in zip(axes, panels, strict=True):
        draw_dots(ax, table, name, player_colours(table))
        draw_reference(ax, reference, f"{mark} {100 * reference:.1f} %")
        name_axes(ax, label)
        percent_axis(ax)
        few_ticks(ax, 8 // len(panels))
    if len(panels) == 1:
        write_intervals(axes[0], table, "win_rate")
    else:
        write_numbers(axes[0], table, "win_rate")
        write_numbers(axes[1], table, "goat_rate")
    name_rows(axes, player_labels(table))
    return figure


def round_endings(players: pd.DataFrame) -> Figure:
    """How rounds end, each way divided by who won the round that way.

    Parameters
    ----------
    players
        One matchup, as `reports.statistics.rates.summarise` returns it.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    table = sides(one_matchup(players))
    rounds = table["rounds"]
    ways = [
        ("went out", table["rounds_won_out"] / rounds),
        ("blocked, won", table["rounds_won_blocked"] / rounds),
        ("blocked, void", (table["void_rounds"] / rounds).head(1)),
    ]
    if table["rounds_won_target"].any():
        ways.insert(1, ("play reached target", table["rounds_won_target"] / rounds))
    figure, (ax,) = canvas("How rounds end", 1.5 + _ROW * len(ways) + 0.1 * len(table))
    widest = max(share.sum() for _, share in ways)
    for row, (_, shares) in enumerate(ways):
        colours = player_colours(table) if len(shares) > 1 else [NEUTRAL]
        draw_stack(ax, -row, list(shares), colours, widest)
    ax.set_xlim(0, 1.12 * widest)
    name_axes(ax, "share of all rounds")
    percent_axis(ax)
    name_rows([ax], [name for name, _ in ways])
    patches = [Patch(color=colour) for colour in player_colours(table)]
    legend(figure, patches, player_labels(table))
    return figure


def blocked_rounds(players: pd.DataFrame, distributions: pd.DataFrame, rules: Rules) -> Figure:
    """Who gains in blocked rounds: rounds won and points, with intervals.

    Parameters
    ----------
    players
        One matchup, as `reports.statistics.rates.summarise` returns it.
    distributions
        The same matchup's, for the intervals of the points.
    rules
        Of the matchup.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    table = blocked_gains(one_matchup(players), distributions)
    title, points_name = "Who gains in blocked rounds", "points gained"
    if has_penalties(rules):
        title, points_name = "Who wins blocked rounds, and who pays", "penalties marked"
    height = 1.25 + _ROW * len(table)
    figure, (left, right) = canvas(title, height, ncols=2, sharey=True)
    draw_dots(left, table, "blocked_win_rate", player_colours(table))
    write_numbers(left, table, "blocked_win_rate")
    name_axes(left, "share of blocked rounds won")
    percent_axis(left)
    draw_dots(right, table, "points_per_blocked_round", player_colours(table))
    write_numbers(right, table, "points_per_blocked_round")
    name_axes(right, f"{points_name} per blocked round")
    name_rows([left, right], player_labels(table, 20))
    few_ticks(left, 5)
    return figure


def opening(players: pd.DataFrame, rules: Rules) -> Figure:
    """What opening a round is worth: rounds won and lead, when opening and when not.

    Parameters
    ----------
    players
        One matchup, as `reports.statistics.rates.summarise` returns it.
    rules
        Of the matchup.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    table = opening_effect(one_matchup(players))
    colours = player_colours(table)
    points = "penalties, less is better" if has_penalties(rules) else "points"
    figure, (left, right) = canvas(
        "What opening a round is worth", 1.5 + 1.3 * _ROW * len(table), ncols=2, sharey=True
    )
    for ax, name in ((left, "round_win_rate"), (right, "lead_per_round")):
        draw_dots(ax, table, f"opened_{name}", colours, shift=0.15)
        draw_dots(ax, table, f"other_{name}", colours, shift=-0.15, hollow=True)
    name_axes(left, "share of rounds won")
    percent_axis(left)
    name_axes(right, f"lead a round ({points})")
    right.axvline(0, color=FAINT, linewidth=0.8, zorder=1)
    name_rows([left, right], player_labels(table, 20))
    few_ticks(left, 5)
    key: dict[str, Any] = {"marker": "o", "linestyle": "", "color": NEUTRAL, "markersize": 6}
    handles = left.plot([], [], **key) + left.plot([], [], **key, markerfacecolor=PAPER)
    legend(figure, handles, ["rounds the side opened", "rounds another side opened"])
    return figure
