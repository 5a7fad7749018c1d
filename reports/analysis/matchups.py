"""Everything that is said of single matchups, computed once for all that show it.

Knows `reports.results.matchups.Results` and brings together what is made of its counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from reports.results.matchups import Results
from reports.results.rules import Rules, rounds_of
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
        As `reports.statistics.rates.sides` gives it, with ``out_rate``, the share of the rounds in
        which the side went out, and the ends of its interval.
    drawn
        Share of the games that were drawn, and the ends of its interval.
    blocked, opening
        As `reports.statistics.effects` gives them.
    observed
        By metric its moments (`reports.statistics.distributions.moments`) and quantiles, a column
        for each of `LEVELS`; only what was observed, no draws where nobody drew that way, and no
        lengths of games that all have the same number of rounds.
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
    table = _with_outs(sides(players))
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
        observed=_observed(distributions, results.manifest["rules"]),
    )


def _with_outs(table: pd.DataFrame) -> pd.DataFrame:
    outs, rounds = table["rounds_won_out"], table["rounds"]
    low, high = wilson(outs, rounds)
    return table.assign(out_rate=outs / rounds, out_rate_low=low, out_rate_high=high)


def _observed(distributions: pd.DataFrame, rules: Rules) -> dict[str, pd.DataFrame]:
    tables = {metric: moments(distributions, metric) for metric in METRICS}
    return {
        metric: table.join(quantiles(distributions, metric, LEVELS)[list(LEVELS)])
        for metric, table in tables.items()
        if not table.empty and _differs(metric, table, rules)
    }


def _differs(metric: str, table: pd.DataFrame, rules: Rules) -> bool:
    """Whether there is more to say of a metric than one sentence."""
    if metric == "rounds":
        return rounds_of(rules) == 0
    return not metric.startswith("drawn") or bool(table["mean"].any())
