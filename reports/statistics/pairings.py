"""Everything about a pairing or a larger table in tidy rows.

Knows moments of groups and, for pairings, the score chain; nothing about files or names.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any, Literal

from reports.statistics.groups import Groups, Moments
from reports.statistics.measures import (
    alike,
    effective_games,
    points_per_round,
    rounds_won,
    variance_factor,
    win_rate,
)
from reports.statistics.score_chain import ChainEstimate

Row = dict[str, Any]


def compare_pair(
    moments: Moments,
    chain: ChainEstimate | None = None,
    level: float = 0.95,
    estimator: Literal["games", "rounds"] | None = None,
) -> Row:
    """Everything about a pairing in one tidy row, seen from the first policy.

    Parameters
    ----------
    moments
        Of a pairing, k = 2.
    chain
        The score chain of the same games at the same level, where it is valid.
    level
        Coverage of each interval, taken alone.
    estimator
        Where the win rate comes from; default: the narrower interval, games for `alike` policies.

    Returns
    -------
    dict
        ``games, groups, alike, estimator``; ``win_rate``, ``points_per_round`` (ends
        ``points_low``, ``points_high``) and ``rounds_won``, each with ``_low`` and ``_high``;
        ``standard_error``, ``effective_games``, ``variance_factor`` and the two-sided ``p_value``
        against 1/2, all of the chosen win rate; ``difference``: its interval excludes 1/2;
        ``games_X`` and ``rounds_X`` for X in ``win_rate, low, high, standard_error,
        effective_games``: both estimators, rounds nan without a chain.

    Raises
    ------
    ValueError
        Also if rounds are asked for without a chain.
    """
    if Groups.of(moments).policies != 2:
        raise ValueError("a pairing has two policies; see compare_table")
    if estimator == "rounds" and chain is None:
        raise ValueError("the estimator 'rounds' needs a score chain")
    row = _row(moments, 0, level)
    games = {**win_rate(moments, 0, level)._asdict(), "effective_games": row["effective_games"]}
    games["win_rate"] = games.pop("value")
    names = ("win_rate", "low", "high", "standard_error", "effective_games")
    rounds = dict.fromkeys(names, math.nan) if chain is None else asdict(chain)
    if estimator is None:
        tighter = rounds["high"] - rounds["low"] < games["high"] - games["low"]
        estimator = "rounds" if tighter and not row["alike"] else "games"
    chosen = rounds if estimator == "rounds" else games
    row |= {"estimator": estimator, "win_rate": chosen["win_rate"]}
    row |= {"win_rate_low": chosen["low"], "win_rate_high": chosen["high"]}
    row |= {name: chosen[name] for name in ("standard_error", "effective_games")}
    row["variance_factor"] = chosen["effective_games"] / row["games"] if row["games"] else math.nan
    row["difference"] = not chosen["low"] <= 0.5 <= chosen["high"]
    row["p_value"] = chain.p_value if chain and estimator == "rounds" else _mcnemar(moments)
    for kind, values in (("games", games), ("rounds", rounds)):
        row |= {f"{kind}_{name}": values[name] for name in names}
    return row


def compare_table(moments: Moments, level: float = 0.95) -> list[Row]:
    """One row a policy for tables of any size.

    Returns
    -------
    list of dict
        In the order of the moments, with the columns of `compare_pair` up to ``difference``, here
        against the fair share 1/k; no p-value and no score chain.
    """
    return [_row(moments, i, level) for i in range(Groups.of(moments).policies)]


def _row(moments: Moments, policy: int, level: float) -> Row:
    groups = Groups.of(moments)
    rate = win_rate(moments, policy, level)
    points = points_per_round(moments, policy, level)
    won = rounds_won(moments, policy, level)
    return {
        **{"games": groups.games, "groups": groups.count, "alike": alike(moments)},
        **{"estimator": "games", "win_rate": rate.value},
        **{"win_rate_low": rate.low, "win_rate_high": rate.high},
        **{"points_per_round": points.value, "points_low": points.low, "points_high": points.high},
        **{"rounds_won": won.value, "rounds_won_low": won.low, "rounds_won_high": won.high},
        **{"standard_error": rate.standard_error},
        **{"effective_games": effective_games(moments, policy)},
        **{"variance_factor": variance_factor(moments, policy)},
        **{"difference": not rate.low <= 1 / groups.policies <= rate.high},
    }


def _mcnemar(moments: Moments) -> float:
    """Two-sided p-value of equal win rates: Tango's score test of no difference is McNemar's."""
    groups = Groups.of(moments)
    contrast = groups.credit(0) - groups.credit(1)
    square = groups.product(contrast, contrast)
    return math.erfc(abs(groups.total(contrast)) / math.sqrt(2 * square)) if square else 1.0
