"""What opening is worth, and who gains in blocked rounds.

Knows the frame of `reports.statistics.rates.sides` and the counts it was made of. What is treated
as independent is told in `reports.statistics.rates`.
"""

from __future__ import annotations

import pandas as pd

from reports.statistics.intervals import (
    Interval,
    mean_difference,
    mean_interval,
    ratio,
    wilson_difference,
)
from reports.statistics.rates import derived_counts, sides


def opening_effect(players: pd.DataFrame, level: float = 0.95) -> pd.DataFrame:
    """What opening is worth to each side.

    Parameters
    ----------
    players, level
        As for `sides`.

    Returns
    -------
    DataFrame
        One row per matchup and side: ``matchup, side, seat, policy``, how often it opened
        (``games_opened``, ``rounds_opened``), and per measure three values with their intervals,
        ``opened_X``, ``other_X`` and ``X_effect``, the first less the second. X is ``win_rate``
        (of games, by who opened the first round), ``round_win_rate`` and ``lead_per_round``.
        Games opened by the side and by others are different games, so independent; the same is
        assumed of rounds.
    """
    table = sides(players, level)
    counts = derived_counts(table)
    names = ["matchup", "side", "seat", "policy", "games_opened", "rounds_opened"]
    for name, unit in (("win_rate", "games"), ("round_win_rate", "rounds")):
        interval = wilson_difference(
            *(counts[f"{unit}_opened_won"], counts[f"{unit}_opened"]),
            *(counts[f"{unit}_other_won"], counts[f"{unit}_other"]),
            level,
        )
        names += _add_effect(table, name, interval)
    interval = mean_difference(
        *(counts["opened_lead"], counts["opened_lead_square"], counts["rounds_opened"]),
        *(counts["other_lead"], counts["other_lead_square"], counts["rounds_other"]),
        level,
    )
    names += _add_effect(table, "lead_per_round", interval)
    return table[names]


def blocked_gains(
    players: pd.DataFrame, distributions: pd.DataFrame, level: float = 0.95
) -> pd.DataFrame:
    """Who gains in blocked rounds.

    Parameters
    ----------
    players, level
        As for `sides`.
    distributions
        With the metric ``gain_blocked``, whose squares the interval of the points needs.

    Returns
    -------
    DataFrame
        One row per matchup and side: ``matchup, side, seat, policy, blocked_rounds``,
        ``rounds_won_blocked``, ``points_blocked``; with intervals ``blocked_win_rate`` of
        blocked rounds, ``points_per_blocked_round`` (0 where the side took none) and
        ``points_per_blocked_gain`` (only those in which it took some). Blocked rounds are treated
        as independent.
    """
    table = sides(players, level)
    gains = distributions[distributions["metric"] == "gain_blocked"]
    gains = gains.assign(squares=gains["count"] * gains["value"] ** 2)
    sums = gains.groupby(["matchup", "side"])[["count", "squares"]].sum()
    keys = pd.MultiIndex.from_frame(table[["matchup", "side"]])
    sums = sums.reindex(keys, fill_value=0).reset_index(drop=True)
    total = table["points_blocked"]
    names = ["matchup", "side", "seat", "policy", "blocked_rounds", "rounds_won_blocked"]
    names += ["points_blocked", *_triple("blocked_win_rate")]
    for name, count in (
        ("points_per_blocked_round", table["blocked_rounds"]),
        ("points_per_blocked_gain", sums["count"]),
    ):
        table[name] = ratio(total, count)
        interval = mean_interval(total, sums["squares"], count, level)
        table[f"{name}_low"], table[f"{name}_high"] = interval
        names += _triple(name)
    return table[names]


def _add_effect(table: pd.DataFrame, name: str, interval: Interval) -> list[str]:
    """Add the difference to the table; return the names of all nine columns of the measure."""
    effect = f"{name}_effect"
    table[effect] = table[f"opened_{name}"] - table[f"other_{name}"]
    table[f"{effect}_low"], table[f"{effect}_high"] = interval
    return [*_triple(f"opened_{name}"), *_triple(f"other_{name}"), *_triple(effect)]


def _triple(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"
