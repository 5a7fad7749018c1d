"""Figures of distributions: scores, gains, lengths of games and rounds, tiles drawn.

Knows frames and returns figures; writes nothing. Every function takes the long frame of
``distributions.csv`` with one matchup in it. Axes end at the 99.9 % quantile (the largest over
the players) and say so where something lies beyond.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.figures.bins import axis_end, bin_width, binned, width_words
from reports.figures.canvas import (
    FAINT,
    INK,
    NEUTRAL,
    canvas,
    legend,
    name_axes,
    percent_axis,
    player_colours,
)
from reports.statistics.distributions import distribution, moments
from reports.statistics.rates import one_matchup
from reports.words.labels import player_labels


def final_scores(
    distributions: pd.DataFrame, target: int | None = None, scoring: str = "winner-takes"
) -> Figure:
    """Final scores of each side, one panel below the other.

    Parameters
    ----------
    distributions
        One matchup, the long frame.
    target
        Marked by a line; bins start at it, so that none mixes scores below and above it.
    scoring
        Whether scores are points or penalties.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
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
        zero = float(own.loc[own["value"] == 0, "share"].sum())
        edges, shares = binned(own[own["value"] > 0], end, width, target or 0)
        heights.append((zero, shares.max(initial=0)))
        ax.stairs(shares, edges.clip(min=0.5), fill=True, color=colour)
        ax.bar(0.5 - width / 2, zero, width, color=colour)
        ax.axvline(player["mean"], color=INK, linewidth=1.2)
        if target is not None:
            ax.axvline(target, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        name_axes(ax, "", title=label)
        spread = "" if pd.isna(player["sd"]) else f", sd {player['sd']:.1f}"
        _note(ax, f"mean {player['mean']:.1f}{spread}")
        percent_axis(ax, "y")
    _cut_zeros(axes, heights)
    marks = "" if target is None else f", dashed: target {target}"
    unit = "penalties" if scoring == "losers-mark" else "points"
    name_axes(axes[-1], f"final score, {unit}{width_words(width)}; line: mean{marks}{beyond}")
    figure.supylabel("share of games", fontsize=9, color=INK)
    return figure


def round_gains(distributions: pd.DataFrame, scoring: str = "winner-takes") -> Figure:
    """Points of a round, of rounds that ended by going out and of blocked rounds.

    Parameters
    ----------
    distributions
        One matchup, the long frame.
    scoring
        Whether points are gains of the winner or penalties of the losers.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    unit, verb, title = "points", "won", "Points gained in a round"
    if scoring == "losers-mark":
        unit, verb, title = "penalties", "marked", "Penalties marked in a round"
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
    name_axes(axes[-1], f"{unit}{width_words(width)}{beyond}")
    handles = [axes[0].plot([], [], color=c, linewidth=3)[0] for c in player_colours(players)]
    legend(figure, handles, player_labels(players))
    return figure


def rounds_per_game(distributions: pd.DataFrame) -> Figure:
    """Rounds a game, of the whole matchup.

    Parameters
    ----------
    distributions
        One matchup, the long frame.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    return _lengths(distributions, "rounds", "Rounds a game", "rounds", "share of games")


def turns_per_round(distributions: pd.DataFrame) -> Figure:
    """Turns a round, passes included, of the whole matchup.

    Parameters
    ----------
    distributions
        One matchup, the long frame.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    return _lengths(distributions, "turns", "Turns a round", "turns", "share of rounds")


def tiles_drawn(distributions: pd.DataFrame) -> Figure:
    """Tiles each seat draws in a round, by choice and when stuck.

    Parameters
    ----------
    distributions
        One matchup, the long frame.

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        If there is more than one matchup.
    """
    figure, axes = canvas("Tiles drawn in a round", 4.4, nrows=2, sharex=True)
    end, beyond = axis_end(one_matchup(distributions), "drawn_by_choice", "drawn_forced", least=4)
    for ax, metric, way in zip(
        axes, ("drawn_by_choice", "drawn_forced"), ("by choice", "when stuck"), strict=True
    ):
        rows = distribution(distributions, metric)
        players = moments(distributions, metric)
        bar = 0.84 / len(players)
        colours = player_colours(players)
        for index, (seat, colour) in enumerate(zip(players["seat"], colours, strict=True)):
            edges, shares = binned(rows[rows["seat"] == seat], end, 1)
            places = edges[:-1] + 0.5 + (index - (len(players) - 1) / 2) * bar
            ax.bar(places, shares, 0.9 * bar, color=colour)
        name_axes(ax, "", "share of rounds", title=way)
        percent_axis(ax, "y")
        ax.grid(False, axis="x")
    axes[-1].set_xlim(-0.6, end + 0.6)
    axes[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
    name_axes(axes[-1], f"tiles drawn by a seat in a round{beyond}")
    legend(figure, axes[-1].containers, player_labels(players))
    return figure


def _cut_zeros(axes: list[Axes], heights: list[tuple[float, float]]) -> None:
    """Cut the bars of games without a point where they would flatten all others."""
    highest = 1.3 * max(other for _, other in heights)
    if max(zero for zero, _ in heights) <= 1.5 * highest or not highest:
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


def _lengths(distributions: pd.DataFrame, metric: str, title: str, unit: str, of: str) -> Figure:
    rows = distribution(one_matchup(distributions), metric)
    mean = float(moments(distributions, metric)["mean"].iloc[0])
    end, beyond = axis_end(distributions, metric)
    shown = rows[rows["value"] <= end]
    figure, (ax,) = canvas(title, 2.7)
    ax.bar(shown["value"], shown["share"], 0.84, color=NEUTRAL)
    ax.axvline(mean, color=INK, linewidth=1.2)
    # A single value needs neighbours to stand between.
    margin = max(0.8, 3 - (end - shown["value"].min()) / 2)
    ax.set_xlim(shown["value"].min() - margin, end + margin)
    _note(ax, f"mean {mean:.2f}")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(False, axis="x")
    name_axes(ax, f"{unit}{beyond}", of)
    percent_axis(ax, "y")
    return figure


def _note(ax: Axes, text: str) -> None:
    ax.set_title(text, loc="right", fontsize=8.5, color=INK)
