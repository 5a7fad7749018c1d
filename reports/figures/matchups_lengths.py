"""Figures of how long games and rounds take, and of tiles drawn.

Knows frames and returns figures; writes nothing. Every function takes the long frame of
``distributions.csv`` with one matchup in it. Axes end as those of `reports.figures.matchups_scores`
do.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.figures.bins import axis_end, binned
from reports.figures.canvas import (
    INK,
    NEUTRAL,
    canvas,
    legend,
    name_axes,
    percent_axis,
    player_colours,
)
from reports.figures.marks import write_note
from reports.statistics.distributions import distribution, moments
from reports.statistics.rates import one_matchup
from reports.words.labels import player_labels


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
    """Tiles each seat draws in a round: a panel of those by choice, if there are any, and stuck.

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
    chosen = bool(moments(one_matchup(distributions), "drawn_by_choice")["mean"].any())
    ways = {"drawn_by_choice": "by choice"} if chosen else {}
    ways["drawn_forced"] = "when stuck"
    height = 1.0 + 1.7 * len(ways)
    figure, axes = canvas("Tiles drawn in a round", height, nrows=len(ways), sharex=True)
    end, beyond = axis_end(distributions, *ways, least=4)
    for ax, (metric, way) in zip(axes, ways.items(), strict=True):
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
    write_note(ax, f"mean {mean:.2f}")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(False, axis="x")
    name_axes(ax, f"{unit}{beyond}", of)
    percent_axis(ax, "y")
    return figure
