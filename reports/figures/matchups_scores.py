"""Figures of scores: of whole games, and what a round brings.

Knows frames and returns figures; writes nothing. Every function takes the long frame of
``distributions.csv`` with one matchup in it. Axes end at the 99.9 % quantile (the largest over
the players) and say so where something lies beyond.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.figures.bins import axis_end, bin_width, binned, score_words, width_words
from reports.figures.canvas import (
    FAINT,
    INK,
    canvas,
    legend,
    name_axes,
    percent_axis,
    player_colours,
)
from reports.figures.marks import write_note
from reports.results.rules import Rules, has_penalties, target_of
from reports.statistics.distributions import distribution, moments
from reports.statistics.rates import one_matchup
from reports.words.labels import player_labels
from reports.words.penalties import unit


def final_scores(distributions: pd.DataFrame, rules: Rules) -> Figure:
    """Final scores of each side, one panel below the other.

    A target is marked by a line; bins start at it, so that none mixes scores below and above it,
    and games without a point have a bar of their own.

    Parameters
    ----------
    distributions
        One matchup, the long frame.
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
    target = target_of(rules)
    rows = distribution(one_matchup(distributions), "score")
    means = moments(distributions, "score")
    figure, axes = canvas(
        "Final scores", 0.9 + 1.05 * len(means), nrows=len(means), sharex=True, sharey=True
    )
    end, beyond = axis_end(distributions, "score")
    width = bin_width(end)
    labels, colours = player_labels(means), player_colours(means)
    heights: list[tuple[float, float]] = []
    for ax, label, colour, (_, player) in zip(axes, labels, colours, means.iterrows(), strict=True):
        own = rows[rows["side"] == player["side"]]
        if target is None:
            edges, shares = binned(own, end, width)
            ax.stairs(shares, edges, fill=True, color=colour)
            ax.set_xlim(-0.5)
        else:
            heights.append(_race(ax, own, target, end, colour))
        ax.axvline(player["mean"], color=INK, linewidth=1.2)
        name_axes(ax, "", title=label)
        spread = "" if pd.isna(player["sd"]) else f", sd {player['sd']:.1f}"
        write_note(ax, f"mean {player['mean']:.1f}{spread}")
        percent_axis(ax, "y")
    _cut_zeros(axes, heights)
    dashed = "" if target is None else f", dashed: target {target}"
    name_axes(axes[-1], f"{score_words(rules, width)}; line: mean{dashed}{beyond}")
    figure.supylabel("share of games", fontsize=9, color=INK)
    return figure


def _race(ax: Axes, own: pd.DataFrame, target: int, end: int, colour: str) -> tuple[float, float]:
    """Scores of games to a target; returns the share without a point and the highest other bar."""
    width = bin_width(end)
    zero = float(own.loc[own["value"] == 0, "share"].sum())
    edges, shares = binned(own[own["value"] > 0], end, width, target)
    ax.stairs(shares, edges.clip(min=0.5), fill=True, color=colour)
    ax.bar(0.5 - width / 2, zero, width, color=colour)
    ax.axvline(target, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    return zero, shares.max(initial=0)


def round_gains(distributions: pd.DataFrame, rules: Rules) -> Figure:
    """Points of a round, of rounds that ended by going out and of blocked rounds.

    Parameters
    ----------
    distributions
        One matchup, the long frame.
    rules
        Of the matchup: points are gains of the winner, or penalties.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    verb, title = "won", "Points gained in a round"
    if has_penalties(rules):
        verb, title = "marked", "Penalties marked in a round"
    figure, axes = canvas(title, 4.4, nrows=2, sharex=True, sharey=True)
    players = moments(one_matchup(distributions), "score")
    end, beyond = axis_end(distributions, "gain_out", "gain_blocked")
    width = bin_width(end)
    for ax, metric, way in zip(
        axes, ("gain_out", "gain_blocked"), ("someone went out", "blocked"), strict=True
    ):
        rows = distribution(distributions, metric)
        for side, colour in zip(players["side"], player_colours(players), strict=True):
            edges, shares = binned(rows[rows["side"] == side], end, width)
            ax.stairs(shares, edges, color=colour, linewidth=1.7)
        ax.set_xlim(-0.5)
        name_axes(ax, "", f"share of rounds {verb}", title=way)
        percent_axis(ax, "y")
    name_axes(axes[-1], f"{unit(rules)}{width_words(width)}{beyond}")
    handles = [axes[0].plot([], [], color=c, linewidth=3)[0] for c in player_colours(players)]
    legend(figure, handles, player_labels(players))
    return figure


def _cut_zeros(axes: list[Axes], heights: list[tuple[float, float]]) -> None:
    """Cut the bars of games without a point where they would flatten all others."""
    highest = 1.3 * max((other for _, other in heights), default=0)
    if max((zero for zero, _ in heights), default=0) <= 1.5 * highest or not highest:
        return
    axes[0].set_ylim(0, highest)
    for ax, (zero, _) in zip(axes, heights, strict=True):
        if zero > highest:
            ax.annotate(
                *(f"0: {100 * zero:.1f} %, bar cut", (0.5, highest)),
                xytext=(4, -9),
                textcoords="offset points",
                fontsize=8,
                color=INK,
            )
