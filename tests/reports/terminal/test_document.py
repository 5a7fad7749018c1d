"""The JSON document of a comparison: strict, complete, and named as asked for."""

from __future__ import annotations

import json

import numpy as np
import pytest

from reports.analysis.comparison import Analysis, analyse
from reports.terminal.document import document, plain
from tests.reports.conftest import COMPARISONS, PAIRINGS, TABLES
from tests.reports.hand import SWEPT, comparison_of


def strict(analysis: Analysis) -> dict[str, object]:
    told: dict[str, object] = json.loads(json.dumps(document(analysis), allow_nan=False))
    return told


@pytest.mark.parametrize("name", COMPARISONS)
def test_the_document_is_strict_and_complete(name: str, analyses: dict[str, Analysis]) -> None:
    analysis = analyses[name]
    told = document(analysis)
    kind = "pairings" if name in PAIRINGS else "tables"
    assert set(told) == {kind, "ratings", "cycles"}
    assert strict(analysis) == told
    assert len(told[kind]) == len(analysis.estimates)
    keys = {
        *("policies", "games", "win_rate", "win_rate_low", "win_rate_high", "points_per_round"),
        *("points_low", "points_high", "estimator", "variance_factor", "effective_games"),
        "difference",
    }
    for entry in told[kind]:
        assert set(entry) == keys | ({"policy"} if name in TABLES else set())
        assert type(entry["games"]) is int
        assert type(entry["difference"]) is bool
        assert type(entry["win_rate"]) is float
    assert len(told["ratings"]) == len(analysis.comparison.policies)
    for entry in told["ratings"]:
        assert set(entry) == {"policy", "rating", "low", "high", "group", "probability_best"}
        assert type(entry["group"]) is int


def test_policies_are_written_as_asked_for(analyses: dict[str, Analysis]) -> None:
    told = document(analyses["alike"])
    assert told["pairings"][0]["policies"] == ["greedy", "greedy"]
    assert [entry["policy"] for entry in told["ratings"]] == ["greedy", "greedy"]
    assert document(analyses["circle"])["cycles"] == [["rock", "scissors", "paper"]]
    entries = document(analyses["tables"])["tables"]
    assert [entry["policy"] for entry in entries[:3]] == entries[0]["policies"]


def test_what_is_not_known_is_null() -> None:
    assert plain(float("nan")) is None
    assert plain(np.float64("inf")) is None
    assert type(plain(np.int64(3))) is int
    assert plain(np.True_) is True
    told = document(analyse(comparison_of(["a", "b"], [[SWEPT]])))
    assert told["pairings"][0]["points_low"] is None  # one group has no spread
