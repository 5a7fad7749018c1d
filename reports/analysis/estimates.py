"""The estimates of a comparison, one tidy row for each that is made: ``matchups.csv``.

Knows `reports.results.comparison.Comparison` and the estimators of `reports.statistics.measures`
and `reports.statistics.score_chain`.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import pandas as pd

from reports.results.comparison import Comparison
from reports.results.rules import target_of
from reports.statistics.multiplicity import adjust_for_all
from reports.statistics.pairings import compare_pair, compare_table
from reports.statistics.score_chain import MOST_POINTS, ChainEstimate, score_chain

Estimator = Literal["games", "rounds"] | None


def estimates(comparison: Comparison, level: float = 0.95) -> pd.DataFrame:
    """Everything that is estimated, by table.

    Parameters
    ----------
    comparison
        As loaded.
    level
        Coverage of every interval, each taken alone, and of all adjusted differences together.

    Returns
    -------
    DataFrame
        For pairings one row each: ``matchup, first, second, drawn`` (games) and the columns of
        `reports.statistics.pairings.compare_pair` and
        `reports.statistics.multiplicity.adjust_for_all`, rates and points from the first policy's
        side. For larger tables one row per table and policy: ``matchup, place, policy`` and the
        columns of `reports.statistics.pairings.compare_table`.

        Where the experiment asks for the estimator "rounds" and a pairing has no score chain,
        it has "games".

    Raises
    ------
    ValueError
        If the level is outside (0, 1).
    """
    if comparison.pairings:
        return _pairings(comparison, level)
    rows = []
    for matchup, policies in enumerate(comparison.tables):
        moments = comparison.tallies.moments(matchup)
        for place, row in enumerate(compare_table(moments, level)):
            rows.append({"matchup": matchup, "place": place, "policy": policies[place], **row})
    return pd.DataFrame(rows)


def chain_of(comparison: Comparison, matchup: int, level: float = 0.95) -> ChainEstimate | None:
    """The score chain of a pairing, where it has one that can be worked out."""
    target = target_of(comparison.rules)
    if target is None or target > MOST_POINTS:
        return None
    rounds = comparison.tallies.rounds(matchup)
    if rounds is None:
        return None
    return score_chain(*rounds, target=target, level=level)


def _pairings(comparison: Comparison, level: float) -> pd.DataFrame:
    asked = comparison.experiment.get("options", {}).get("estimator", "best")
    drawn = comparison.players.drop_duplicates("matchup")["drawn_games"].tolist()

    def row(matchup: int) -> dict[str, Any]:
        chain = chain_of(comparison, matchup, level)
        first, second = comparison.tables[matchup]
        names = {"matchup": matchup, "first": first, "second": second, "drawn": drawn[matchup]}
        moments = comparison.tallies.moments(matchup)
        return names | compare_pair(moments, chain, level, _estimator(asked, chain))

    # Most of the time goes to linear algebra, which does not hold the interpreter.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(row, range(len(comparison.tables))))
    return adjust_for_all(pd.DataFrame(rows), level)


def _estimator(asked: str, chain: ChainEstimate | None) -> Estimator:
    if asked == "games" or (asked == "rounds" and chain is None):
        return "games"
    return "rounds" if asked == "rounds" else None
