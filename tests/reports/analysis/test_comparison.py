"""Ratings, ranking and circles of whole comparisons."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from reports.analysis.comparison import Analysis, analyse, standings
from reports.results.comparison import Comparison, load_comparison
from tests.reports.hand import LOST, SHARED, SWEPT, comparison_of
from tests.reports.sampled_comparisons import write_comparison


def test_the_ranking_is_that_of_the_strengths(analyses: dict[str, Analysis]) -> None:
    for name in ("two", "three", "six", "pairs"):
        analysis = analyses[name]
        assert analysis.order == list(analysis.comparison.policies)
        assert not analysis.cycles
    assert analyses["twenty"].order[0] == "policy:level=0"


def test_a_circle_is_found_and_no_one_leads(analyses: dict[str, Analysis]) -> None:
    analysis = analyses["circle"]
    assert analysis.cycles == [["rock", "scissors", "paper"]]
    assert analysis.standings["group"].tolist() == [1, 1, 1]


def test_policies_that_nothing_tells_apart(analyses: dict[str, Analysis]) -> None:
    analysis = analyses["alike"]
    assert analysis.estimates["alike"].tolist() == [True]
    assert analysis.standings["rating"].tolist() == pytest.approx([0, 0], abs=1e-9)
    assert analysis.standings["group"].tolist() == [1, 1]
    assert analysis.standings["probability_best"].tolist() == pytest.approx([0.5, 0.5], abs=0.01)


def test_two_policies_by_hand() -> None:
    # Thirty of forty games won; the prior draws a game of each against the average.
    groups = [SWEPT] * 10 + [SHARED] * 10
    analysis = analyse(comparison_of(["a", "b"], [groups]))
    ahead = analysis.ahead("a", "b")
    assert ahead.value == pytest.approx(400 * np.log10(3), rel=0.03)
    assert analysis.ahead("b", "a").value == pytest.approx(-ahead.value)
    assert analysis.ahead("a", "a")[:3] == (0, 0, 0)
    assert analysis.standings["rating"].sum() == pytest.approx(0, abs=1e-9)
    assert analysis.standings["rating"].iloc[0] == pytest.approx(ahead.value / 2)


def test_the_anchor_is_the_zero() -> None:
    tables = [[SWEPT, SHARED] * 5, [SHARED, LOST] * 5, [LOST, SHARED] * 5]
    analysis = analyse(comparison_of(["a", "b", "c"], tables, anchor="b"))
    assert analysis.ratings.anchor == "b"
    zero = analysis.standings.set_index("policy").loc["b"]
    assert (zero["rating"], zero["low"], zero["high"]) == pytest.approx((0, 0, 0))


def test_an_empty_anchor_is_none(tmp_path: Path) -> None:
    directory = write_comparison(tmp_path / "x", ["a", "b"], groups=4, options={"anchor": ""})
    assert analyse(load_comparison(directory)).ratings.anchor is None


def test_standings_alone(comparisons: dict[str, Comparison], analyses: dict[str, Analysis]) -> None:
    table = standings(comparisons["three"])
    assert table.equals(analyses["three"].standings)
    names = ["policy", "rating", "low", "high", "group", "probability_best"]
    assert list(table) == names


def test_equals_stand_in_the_order_asked_for() -> None:
    tables = [[SWEPT] * 9, [SWEPT] * 9, [SWEPT] * 9, [SHARED] * 9, [SHARED] * 9, [SHARED] * 9]
    analysis = analyse(comparison_of(["d", "c", "b", "a"], tables))
    assert analysis.order == ["d", "c", "b", "a"]
    assert analysis.standings["group"].is_monotonic_increasing
