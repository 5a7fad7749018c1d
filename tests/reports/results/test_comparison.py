"""Comparisons in memory: names, tables, sides, hands."""

from __future__ import annotations

from itertools import combinations

import pandas as pd
import pytest

from reports.results.comparison import Comparison, named
from reports.results.rules import has_penalties
from reports.results.tallies import COLUMNS
from tests.reports.conftest import COMPARISONS


@pytest.mark.parametrize("name", COMPARISONS)
def test_every_sampled_directory_loads(name: str, comparisons: dict[str, Comparison]) -> None:
    comparison, given = comparisons[name], COMPARISONS[name]
    sides = 2 if given.get("teams") else given.get("players", 2)
    assert comparison.sides == sides
    assert comparison.pairings == (sides == 2)
    assert comparison.tables == tuple(combinations(comparison.policies, sides))
    assert len(comparison.players) == sides * len(comparison.tables)
    assert (comparison.sources is None) == (sides > 2)
    assert has_penalties(comparison.rules) == (name in ("goat", "trains"))


def test_policies_that_are_named_twice_are_numbered(comparisons: dict[str, Comparison]) -> None:
    assert comparisons["alike"].policies == ("greedy", "greedy #2")
    assert named(["a", "b", "a", "a"]) == ("a", "b", "a #2", "a #3")


def test_histograms_of_a_pair_count_both_hands(comparisons: dict[str, Comparison]) -> None:
    comparison = comparisons["pairs"]
    assert comparison.hands == 2
    drawn = comparison.distributions.query("metric == 'drawn_by_choice' and matchup == 0")
    rounds = comparison.players["rounds"].iloc[0]
    assert drawn.groupby("seat")["count"].sum().tolist() == [2 * rounds, 2 * rounds]


def test_larger_tables_have_no_sources_even_if_they_are_given(
    comparisons: dict[str, Comparison],
) -> None:
    two, tables = comparisons["two"], comparisons["tables"]
    frames = tables.players, tables.distributions, pd.DataFrame(columns=list(COLUMNS)), two.sources
    assert Comparison.of(tables.experiment, tables.manifest, *frames).sources is None
