"""The cross-table, the tables shown in detail, and the pairings worth a look."""

from __future__ import annotations

import numpy as np
import pytest

from reports.analysis.comparison import Analysis, analyse
from reports.analysis.crosstable import clear, cross_table, ranked, seen_from
from reports.analysis.highlights import disagreeing, leading, notable
from reports.statistics.measures import rounds_won
from tests.reports.conftest import COMPARISONS
from tests.reports.hand import LOST, SHARED, SWEPT, comparison_of


@pytest.mark.parametrize("name", COMPARISONS)
def test_the_cross_table_mirrors_itself(name: str, analyses: dict[str, Analysis]) -> None:
    analysis = analyses[name]
    rates, low, high = (
        cross_table(analysis, f"win_rate{end}").to_numpy() for end in ("", "_low", "_high")
    )
    ones = np.ones_like(rates)
    np.fill_diagonal(ones, np.nan)
    np.testing.assert_allclose(rates + rates.T, ones, atol=1e-9)
    np.testing.assert_allclose(low + high.T, ones, atol=1e-9)
    sure = clear(analysis)
    assert sure.to_numpy().sum() == 2 * analysis.versus["difference_adjusted"].sum()
    assert list(sure.index) == analysis.order


def test_a_pairing_from_either_side_by_hand() -> None:
    analysis = analyse(comparison_of(["a", "b"], [[SWEPT, SHARED, SHARED]]))
    own, other = seen_from(analysis, 0, "a"), seen_from(analysis, 0, "b")
    assert (own["first"], own["second"]) == ("a", "b")
    assert (other["first"], other["second"]) == ("b", "a")
    assert other["win_rate"] == pytest.approx(1 / 3)
    assert other["win_rate_low"] == pytest.approx(1 - own["win_rate_high"])
    assert other["points_per_round"] == pytest.approx(-100 / 49)
    assert other["points_low"] == pytest.approx(-own["points_high"])
    moments = analysis.comparison.tallies.moments(0)
    assert other["rounds_won"] == rounds_won(moments, 1).value == pytest.approx(22 / 49)


@pytest.mark.parametrize(
    ("name", "tables", "policies"),
    [("two", 1, 2), ("three", 3, 3), ("six", 6, 4), ("twenty", 6, 4), ("of-four", 5, 5)],
)
def test_the_best_policies_are_shown_in_detail(
    name: str, tables: int, policies: int, analyses: dict[str, Analysis]
) -> None:
    analysis = analyses[name]
    shown = leading(analysis)
    assert len(shown) == len(set(shown)) == tables
    seated = [ranked(analysis, matchup) for matchup in shown]
    assert {name for table in seated for name in table} == set(analysis.order[:policies])
    assert seated == sorted(seated, key=lambda table: [analysis.order.index(n) for n in table])


def test_at_least_the_best_table_is_shown(analyses: dict[str, Analysis]) -> None:
    analysis = analyses["of-four"]
    (only,) = leading(analysis, 1)
    assert ranked(analysis, only) == tuple(analysis.order[:4])


def test_pairings_worth_a_look() -> None:
    # c beats a, against a ranking in which a is first and c is last.
    tables = {
        ("a", "b"): [SWEPT] * 40,
        ("a", "c"): [LOST, SHARED, SHARED] * 20,
        ("a", "d"): [SWEPT] * 40,
        ("b", "c"): [SWEPT, SWEPT, SHARED] * 20,
        ("b", "d"): [SHARED] * 40,
        ("c", "d"): [SHARED, SWEPT, LOST] * 20,
    }
    analysis = analyse(comparison_of(["a", "b", "c", "d"], list(tables.values())))
    assert analysis.order[0] == "a"
    table = notable(analysis)
    assert table["matchup"].is_unique
    why = {tuple(tables)[row.matchup]: row.why for row in table.itertuples()}
    assert table["why"].iloc[0] == "won against the ranking"
    assert why["a", "c"] == "won against the ranking"
    assert "nothing tells them apart" in why.values()


@pytest.mark.parametrize(
    ("vector", "says"),
    [
        ((1, 24, 0, 100, 300, 9, 7, 16), "games and points disagree"),
        ((1, 24, 0, 300, 100, 6, 10, 16), "games and rounds disagree"),
        ((1, 24, 0, 300, 100, 9, 7, 16), None),
    ],
)
def test_games_and_points_or_rounds_may_disagree(vector: tuple[int, ...], says: str | None) -> None:
    analysis = analyse(comparison_of(["a", "b"], [[vector, SHARED] * 60]))
    assert disagreeing(analysis) == ([(0, says)] if says else [])
    # Each pairing is named once, and neighbours at the top of the ranking first.
    assert notable(analysis)["why"].tolist() == ["1 and 2 of the ranking"]
    tables = [[SWEPT] * 60, [vector, SHARED] * 60, [SWEPT] * 60]
    many = notable(analyse(comparison_of(["a", "b", "c"], tables)))
    assert many["why"].tolist()[2:] == ([says] if says else [])


def test_more_penalties_disagree_with_games_won() -> None:
    comparison = comparison_of(["a", "b"], [[(1, 24, 0, 300, 100, 9, 7, 16), SHARED] * 60])
    comparison.manifest["rules"]["scoring"] = "losers-mark"
    assert disagreeing(analyse(comparison)) == [(0, "games and penalties disagree")]
