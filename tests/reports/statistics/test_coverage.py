"""How often intervals hold the truth: a hundred comparisons here, 2,000 in the slow tests.

A hundred tell 95 % from the 83 % of an interval whose variance is half of what it should be; the
bound is 2.75 standard errors below 95 %.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest

from reports.statistics.measures import effective_games, win_rate
from reports.statistics.pairings import compare_pair
from reports.statistics.ratings import rate
from reports.statistics.score_chain import score_chain
from tests.reports.synthetic import TARGET, Deals, mirrored, moments, pair_moments, play

Intervals = dict[str, tuple[float, float]]

SKILLS = {"equal": 0.0, "close": 0.05, "strong": 0.5}
"""Win rates of 0.496, 0.549 and 0.946."""


class Case(NamedTuple):
    groups: int
    skill: str


CASES = [Case(n, skill) for n in (200, 1000) for skill in SKILLS] + [Case(5000, "close")]


def covered(
    compare: Callable[[np.random.Generator], Intervals], truth: dict[str, float], number: int
) -> dict[str, float]:
    """Share of the comparisons whose interval holds the truth, by name."""
    hits = dict.fromkeys(truth, 0)
    for seed in range(number):
        for name, (low, high) in compare(np.random.default_rng([seed, 7])).items():
            hits[name] += low <= truth[name] <= high
    return {name: hit / number for name, hit in hits.items()}


def check(shares: dict[str, float], low: float, high: float) -> None:
    assert all(low <= share <= high for share in shares.values()), shares


def pairing_coverage(case: Case, number: int) -> dict[str, float]:
    deals = Deals.draw(SKILLS[case.skill])

    def compare(rng: np.random.Generator) -> Intervals:
        played = play(deals, case.groups, rng)
        chain = score_chain(played.paired, played.first, played.second, TARGET)
        row = compare_pair(played.moments, chain)
        return {
            "games": (row["games_low"], row["games_high"]),
            "rounds": (row["rounds_low"], row["rounds_high"]),
            "chosen": (row["win_rate_low"], row["win_rate_high"]),
            "points": (row["points_low"], row["points_high"]),
            "won": (row["rounds_won_low"], row["rounds_won_high"]),
            "opened": chain.opened[1:3],
            "mean_points": chain.mean_points[1:3],
        }

    rate = deals.win_rate
    truth = {"games": rate, "rounds": rate, "chosen": rate, "points": deals.points_per_round}
    truth |= {"won": deals.rounds_won, "opened": deals.opened}
    truth |= {"mean_points": float(deals.x.mean() + deals.y.mean()) / 2}
    return covered(compare, truth, number)


def rating_coverage(groups: int, number: int) -> dict[str, float]:
    """Five policies of which the best wins 93 % against the worst; games of a group correlate."""
    strength = np.array([1.4, 0.5, 0.0, -0.7, -1.2])
    names = list("abcde")
    pairs = [(i, j) for i in range(5) for j in range(i)]
    chances = 1 / (1 + np.exp([strength[j] - strength[i] for i, j in pairs]))
    correlations = np.linspace(-0.3, 0.4, len(pairs))

    def compare(rng: np.random.Generator) -> Intervals:
        rows = []
        for (i, j), chance, correlation in zip(pairs, chances, correlations, strict=True):
            played = pair_moments(*rng.multinomial(groups, mirrored(chance, correlation)))
            share = win_rate(played).value
            worth = effective_games(played)
            rows.append((names[i], names[j], 2 * groups, share, worth))
        columns = ["first", "second", "games", "win_rate", "effective_games"]
        fit = rate(pd.DataFrame(rows, columns=columns))
        half = 1.959963984540054 * fit.standard_errors
        ends = zip(fit.values - half, fit.values + half, strict=True)
        return dict(zip(fit.policies, ends, strict=True))

    truth = 400 / np.log(10) * (strength - strength.mean())
    return covered(compare, dict(zip(names, truth, strict=True)), number)


def paired_coverage(chances: list[float], groups: int, number: int) -> dict[str, float]:
    """Win rates of a pairing by the chances that a group is won twice, once, never."""

    def compare(rng: np.random.Generator) -> Intervals:
        return {"games": win_rate(pair_moments(*rng.multinomial(groups, chances)))[1:3]}

    return covered(compare, {"games": chances[0] + chances[1] / 2}, number)


def table_coverage(shares: list[float], groups: int, number: int) -> dict[str, float]:
    """Win rates at a table of three whose three games of a group share half of their luck."""

    def compare(rng: np.random.Generator) -> Intervals:
        common = rng.random(groups) < 0.3
        winner = rng.choice(3, p=shares, size=(3, groups))
        winner[:, common] = winner[0, common]
        credit = 12 * (winner[..., None] == np.arange(3)).sum(axis=0)
        rest = np.column_stack([credit * 5, credit // 12, np.full(groups, 3)])
        table = moments(np.column_stack([credit, rest]).astype(np.int64))
        return {str(i): win_rate(table, i)[1:3] for i in range(3)}

    return covered(compare, {str(i): share for i, share in enumerate(shares)}, number)


@pytest.mark.parametrize("case", [Case(200, "strong"), Case(300, "close")], ids=str)
def test_pairings(case: Case) -> None:
    check(pairing_coverage(case, 100), 0.89, 1)


def test_ratings() -> None:
    check(rating_coverage(300, 100), 0.89, 1)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_pairings_often(case: Case) -> None:
    check(pairing_coverage(case, 2000), 0.935, 0.98)


@pytest.mark.slow
@pytest.mark.parametrize("groups", [200, 2000])
def test_ratings_often(groups: int) -> None:
    check(rating_coverage(groups, 2000), 0.935, 0.98)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chances", "groups"),
    [
        (mirrored(0.5, 0.0), 200),
        (mirrored(0.95, 0.1), 200),
        (mirrored(0.97, -0.02), 5000),
        ([0.03, 0.96, 0.01], 1000),  # near-identical policies
    ],
    ids=str,
)
def test_win_rates_of_pairings_often(chances: list[float], groups: int) -> None:
    check(paired_coverage(chances, groups, 2000), 0.935, 0.98)


@pytest.mark.slow
@pytest.mark.parametrize("shares", [[0.4, 0.35, 0.25], [0.9, 0.06, 0.04]], ids=str)
def test_tables_often(shares: list[float]) -> None:
    check(table_coverage(shares, 400, 2000), 0.935, 0.98)
