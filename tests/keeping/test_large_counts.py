"""As many games as can be counted: frames and statistics against whole numbers without bounds.

A tally of so many games is made of one that was played, every word times the same number: so every
count of its frames is that many times as large, means are the same, and intervals are narrower by
the square root.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest

from reports import Comparison, Results, analyse, describe
from reports.analysis.origins import split_lead
from simulator.designs.seatings import chain_applies, mirrored, seatings_for
from simulator.designs.tables import ComparedTable, TableTally
from simulator.engine.limits import most_games
from simulator.engine.matchup import Matchup
from simulator.keeping import frames, group_frames
from simulator.keeping.parts import Part
from simulator.rules import Rules, rules_for
from strategies import policies

FRAMES = ("players", "distributions", "tallies", "sources")
SUMS = {
    *frames.COLUMNS[4:],
    *("count", "rounds", "lead_sum", "lead_squares"),
} - {"groups"}


class Case(NamedTuple):
    """A table that was played, and the same so many times over."""

    rules: Rules
    played: TableTally
    times: int

    def table(self, times: int) -> TableTally:
        """The table with every count times a number, which must fit."""
        part = self.played.part
        larger = Part(
            *(0, 0, part.last * times, part.total * times),
            *(part.marks * times, part.snapshots * times),
        )
        return dataclasses.replace(self.played, part=larger)


CASES: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "draw": ("draw", 2, {}, 200),
    "long": ("draw-100", 2, {"target": 100_000, "set": 9}, 1),
    "fives": ("all-fives", 4, {}, 50),
    "pairs": ("goat", 4, {"teams": True, "special_hands": "0|0:1000,6|6:1000"}, 50),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    """Games of a table, and how many times as many can be counted under its rules."""
    preset, players, changes, groups = CASES[request.param]
    rules = mirrored(rules_for(preset, players, changes))
    chosen = policies("greedy", "lightest", "random", "hoarder")[: rules.sides]
    seatings = seatings_for(rules)
    matchup = Matchup(rules, chosen, seatings, mirrored=chain_applies(rules, chosen))
    part = ComparedTable(0, matchup).count(5, 0, groups)
    names = tuple(policy.spec for policy in chosen)
    table = TableTally(names, matchup.layout, matchup.seatings, part)
    most = min(10**12, most_games(rules, len(seatings)))
    return Case(rules, table, most // (groups * len(seatings)))


def framed(table: TableTally) -> dict[str, pd.DataFrame]:
    """The frames of a table as a comparison has them."""
    tally, sides = table.by_policy(), range(len(table.policies))
    told = (table.layout, table.policies, sides, tally)
    tallies = [group_frames.moments_frame(0, table.snapshots)]
    if table.rounds_joint is not None:
        tallies.append(group_frames.mirrored_frame(0, table.groups, table.rounds_joint))
    return {
        "players": frames.players_frame(*told),
        "distributions": frames.distributions_frame(*told),
        "tallies": pd.concat(tallies, ignore_index=True),
        "sources": group_frames.sources_frame(0, table.layout, tally, len(sides)),
    }


def test_every_count_is_so_many_times_as_large(case: Case) -> None:
    """Compared with Python's numbers, column by column; no word of the tally is negative."""
    small, large = framed(case.played), framed(case.table(case.times))
    assert max(abs(int(word)) for word in case.played.tally) * case.times < 2**63
    for name in FRAMES:
        assert len(small[name]) == len(large[name])
        for column in SUMS & set(small[name]):
            expected = [int(value) * case.times for value in small[name][column]]
            assert [int(value) for value in large[name][column]] == expected, (name, column)


def values_of(case: Case, times: int) -> Iterator[tuple[str, pd.DataFrame]]:
    """Frames of all that reports make of the counts."""
    table = framed(case.table(times))
    rules = json.loads(json.dumps(case.rules.as_dict()))
    experiment = {"policies": list(case.played.policies), "options": {}}
    told = describe(
        Results.of(experiment, {"rules": rules, "policies": []}, *list(table.values())[:2])
    )
    yield "players", told.results.players
    for matchup in told.matchups:
        yield "sides", matchup.sides
        yield "blocked", matchup.blocked
        yield "opening", matchup.opening
        yield from sorted(matchup.observed.items())
    analysis = analyse(Comparison.of(experiment, {"rules": rules, "policies": []}, *table.values()))
    yield "estimates", analysis.estimates
    yield "versus", analysis.versus
    if case.rules.sides == 2:
        yield "origins", split_lead(analysis, 0)


CHOSEN = ("estimates", "win_rate")
"""The narrower of two estimates, which need not be the same one."""


def test_means_are_the_same_and_intervals_narrower(case: Case) -> None:
    """Of rounds and games without bounds: normal intervals by the square root, none turned over."""
    small, large = (dict(values_of(case, times)) for times in (1, case.times))
    means = 0
    for name, table in large.items():
        for column in table.select_dtypes("number"):
            low, high = f"{column}_low", f"{column}_high"
            if low not in table or column == "games":
                continue
            was = small[name]
            one, many = (part[column].to_numpy(dtype=float) for part in (was, table))
            halves = [(part[high] - part[low]).to_numpy(dtype=float) for part in (was, table)]
            if (name, column) != CHOSEN:
                np.testing.assert_allclose(many, one, rtol=1e-9, err_msg=f"{name} {column}")
            known = np.isfinite(halves[0]) & (halves[0] > 0)
            assert (halves[1][known] >= 0).all(), (name, column)
            assert (halves[1][known] < 20 * halves[0][known] / sqrt(case.times)).all()
            means += int(known.sum())
    assert means > 30
