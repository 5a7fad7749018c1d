"""Everything that is said of single matchups, computed once for all that show it.

Knows `reports.results.matchups.Results` and brings together what is made of its counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from reports.results.matchups import Results
from reports.statistics.columns import METRICS
from reports.statistics.distributions import moments, quantiles
from reports.statistics.effects import blocked_gains, opening_effect
from reports.statistics.intervals import wilson
from reports.statistics.rates import sides

LEVELS = (0.05, 0.5, 0.95, 0.999)
"""Of the quantiles of every histogram."""


@dataclass(frozen=True)
class Matchup:
    """What follows from the counts of one matchup.

    Attributes
    ----------
    number
        Of the matchup.
    players, distributions
        Its part of the results.
    sides
        As `reports.statistics.rates.sides` gives it.
    drawn
        Share of the games that were drawn, and the ends of its interval.
    blocked, opening
        As `reports.statistics.effects` gives them.
    observed
        By metric its moments (`reports.statistics.distributions.moments`) and quantiles, a column
        for each of `LEVELS`; only what was observed.
    """

    number: int
    players: pd.DataFrame
    distributions: pd.DataFrame
    sides: pd.DataFrame
    drawn: tuple[float, float, float]
    blocked: pd.DataFrame
    opening: pd.DataFrame
    observed: Mapping[str, pd.DataFrame]

    @property
    def pairs(self) -> bool:
        """Whether sides are two partners."""
        return bool(self.sides["seat"].isna().any())


@dataclass(frozen=True)
class Description:
    """Results and what follows from them, matchup by matchup."""

    results: Results
    matchups: Sequence[Matchup]


def describe(results: Results) -> Description:
    """Compute all rates, effects and distributions of single matchups.

    Parameters
    ----------
    results
        As loaded, or from memory.
    """
    numbers = results.players["matchup"].unique()
    return Description(results, tuple(_matchup(results, int(number)) for number in numbers))


def _matchup(results: Results, number: int) -> Matchup:
    players = results.players[results.players["matchup"] == number]
    distributions = results.distributions[results.distributions["matchup"] == number]
    table = sides(players)
    drawn, games = (int(table[name].iloc[0]) for name in ("drawn_games", "games"))
    low, high = wilson(drawn, games)
    return Matchup(
        number=number,
        players=players,
        distributions=distributions,
        sides=table,
        drawn=(drawn / games, float(low), float(high)),
        blocked=blocked_gains(players, distributions),
        opening=opening_effect(players),
        observed=_observed(distributions),
    )


def _observed(distributions: pd.DataFrame) -> dict[str, pd.DataFrame]:
    tables = {metric: moments(distributions, metric) for metric in METRICS}
    return {
        metric: table.join(quantiles(distributions, metric, LEVELS)[list(LEVELS)])
        for metric, table in tables.items()
        if not table.empty
    }
