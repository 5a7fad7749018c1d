"""Sweeps: the points of grids, the deals that they share, and how they are asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simulator.designs.pages
from reports import analyse_sweep, load_sweep
from simulator import DominosimError, compare, sweep
from simulator.designs.grid import grids_of, has_grid
from simulator.designs.seatings import mirrored, seatings_for
from simulator.engine.matchup import Matchup
from simulator.errors import ExperimentError
from simulator.keeping.rows import columns_of
from simulator.policy import View, place, policy
from simulator.rules import rules_for
from simulator.tiles import heaviest, lightest
from strategies import policies

POINTS = {
    "p:a=0..3": ["p:a=0", "p:a=1", "p:a=2", "p:a=3"],
    "p:a=-1..1": ["p:a=-1", "p:a=0", "p:a=1"],
    "p:a=0.5..2": ["p:a=0.5", "p:a=1.5"],
    "p:a=0..1/0.25": ["p:a=0", "p:a=0.25", "p:a=0.5", "p:a=0.75", "p:a=1"],
    "p:a=0..0.3/0.1": ["p:a=0", "p:a=0.1", "p:a=0.2", "p:a=0.3"],
    "p:a=0..7/3": ["p:a=0", "p:a=3", "p:a=6"],
    "p:a=10,2.50,.5": ["p:a=10", "p:a=2.5", "p:a=0.5"],
    "p:a=1,4..5": ["p:a=1", "p:a=4", "p:a=5"],
    "p:x=7:a=1,2": ["p:x=7:a=1", "p:x=7:a=2"],
    "p:a=1,2:b=8..9": ["p:a=1:b=8", "p:a=1:b=9", "p:a=2:b=8", "p:a=2:b=9"],
    "C:a=1/b..c,d/m.py:p:a=1,2": ["C:a=1/b..c,d/m.py:p:a=1", "C:a=1/b..c,d/m.py:p:a=2"],
}
NO_GRIDS = {
    ("p:a=8..0",): "'8..0' in 'p:a=8..0' is empty; write the lower value first",
    ("p:a=1..3/0",): "has a step of 0; it is above 0",
    ("p:a=1..3/-1",): "has a step of -1; it is above 0",
    ("p:a=1,2:b=1,2:c=1,2",): "has 3 grids; one or two parameters of a policy run at a time",
    ("p:a=0..200",): "201 points are too many, a sweep has at most 200",
    ("p:a=0..99", "q:a=0..99", "r:a=1,2"): "202 points are too many",
    ("p:a=0..999999999999:b=1,2",): "2,000,000,000,000 points are too many",
    ("p",): "'p' has no grid of values; write it like hoarder:spare=0..8",
    ("p:a=3",): "'p:a=3' has no grid of values",
    ("p:a=3..3",): "'a=3..3' in 'p:a=3..3' is one value and no grid",
    ("p:a=1,1.0",): "'p:a=1,1.0' has a=1 twice",
    ("p:a=0..3,2",): "has a=2 twice",
    ("p:a=1,2:a=3,4",): "gives 'a' twice",
    ("p:a=1,,2",): "is no grid; write 0..8, 0..1/0.25 or 1,2,4",
    ("p:a=0..many",): "is no grid; write",
    ("p:a=0..",): "is no grid; write",
    ("p:a=1e3,2",): "is no grid; write",
    ("p:a=0..3", "p:a=3..4"): "'p:a=3' is in two grids; leave it out of one",
    ("p:a=0,1", "p:a=0,1"): "'p:a=0' is in two grids",
    ("p:a=1,2:b=3", "p:b=3:a=2,5"): "'p:b=3:a=2' is in two grids",
}


@pytest.mark.parametrize("text", POINTS)
def test_a_grid_has_these_points(text: str) -> None:
    (grid,) = grids_of([text])
    assert [point.text for point in grid.points] == POINTS[text]
    assert has_grid(text)
    assert not any(map(has_grid, POINTS[text]))


def test_values_are_those_of_the_parameters_that_run() -> None:
    (grid,) = grids_of(["p:b=8,9:x=1:a=0..0.5/0.5"])
    assert grid.parameters == ("b", "a")
    assert [point.values for point in grid.points] == [(8, 0), (8, 0.5), (9, 0), (9, 0.5)]


@pytest.mark.parametrize("texts", NO_GRIDS)
def test_what_is_no_grid_is_told_in_one_line(texts: tuple[str, ...]) -> None:
    with pytest.raises(ExperimentError) as error:
        grids_of(texts)
    assert NO_GRIDS[texts] in str(error.value)
    assert "\n" not in str(error.value)


# -- what is played ----------------------------------------------------------------------------


def credits_by_hand(points: list[str], preset: str, players: int, groups: int) -> Any:
    """The credit of every point in every group, game by game: 12, or its part of a drawn game."""
    teams = {"teams": True} if preset == "block" and players == 4 else {}
    rules = mirrored(rules_for(preset, players, teams))
    found = np.zeros((len(points), groups), np.int64)
    for number, point in enumerate(policies(*points)):
        seated = [point, *policies("greedy") * (rules.sides - 1)]
        seatings = seatings_for(rules)
        winners = columns_of(Matchup(rules, seated, seatings).play(5, 0, groups, True)).winners
        for group in range(groups):
            for game, seating in enumerate(seatings):
                bits = int(winners[group, game])
                side = rules.side_of(seating.index(0))
                found[number, group] += 12 // bin(bits).count("1") if bits >> side & 1 else 0
    return found


TABLES = [("draw", 2), ("goat", 3), ("block", 4), ("mexican-train", 4)]
GRID = "hoarder:spare=0..2"
NAMES = ["hoarder:spare=0", "hoarder:spare=1", "hoarder:spare=2"]


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_all_points_meet_the_same_deals(preset: str, players: int) -> None:
    """Products and moments are those of credits counted by hand; block is played in pairs."""
    teams = {"teams": True} if preset == "block" else {}
    size = 2 if preset == "block" else players
    result = sweep([GRID], "greedy", 12 * size, 5, preset, teams, players)
    own = credits_by_hand(NAMES, preset, players, 12)
    tallies = result.analysis.sweep.tallies
    assert (tallies.products(3) == own @ own.T).all()
    assert [tallies.moments(point)[0, 1] for point in range(3)] == own.sum(axis=1).tolist()
    assert result.games == 3 * 12 * size
    assert list(result.matchups.win_rate) == pytest.approx(own.mean(axis=1) / (12 * size))


def test_a_point_does_as_it_does_in_a_comparison() -> None:
    """The first table of a comparison has the same deals; here games are counted, in both."""
    row = sweep([GRID], "greedy", 400, 3).matchups.iloc[2]
    other = compare(["hoarder:spare=2", "greedy"], 400, 3, estimator="games").matchups.iloc[0]
    same = ["win_rate", "win_rate_low", "win_rate_high", "points_per_round", "rounds_won", "games"]
    pd.testing.assert_series_equal(row[same], other[same], check_names=False)


def test_counts_are_of_the_point_first() -> None:
    result = sweep([GRID], "greedy", 60, rules="goat", players=3)
    assert list(result.players.policy) == [seat for point in NAMES for seat in (point, *PAIR)]
    assert list(result.players.matchup) == [0] * 3 + [1] * 3 + [2] * 3
    assert set(result.players.games) == {60}
    scores = result.distributions.query("metric == 'score'").groupby(["matchup", "seat"])["count"]
    assert list(scores.sum()) == [60] * 9


PAIR = ("greedy", "greedy")


# -- how it is asked for -----------------------------------------------------------------------


@policy("mine", summary="heavy or light", ignores_scores=True, light=0)
def mine(view: View, params: Any) -> int:
    """Named by no text that could be resolved."""
    tiles = view.playable
    return place(view, lightest(tiles) if params.light > 0 else heaviest(tiles))


def test_policies_are_objects_with_their_grids_or_texts() -> None:
    (hoarder,) = policies("hoarder")
    texts = sweep([GRID], "greedy", 60)
    assert sweep([(hoarder, "spare=0..2")], *policies("greedy"), 60).digest == texts.digest
    result = sweep([(mine, "light=0,1")], mine, 60)
    assert [one.values["light"] for one in result.policies] == [0, 1, 0]
    heavy, light = result.matchups.win_rate
    assert heavy == 0.5 > light
    assert list(result.best.policy) == ["mine:light=0"]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (GRID, "policies is a list of policies or their names, not a text"),
        (None, "policies is a list of policies or their names, not an object of the class None"),
        ([3], "a sweep takes texts like 'hoarder:spare=0..8', or policies with their grids"),
        ([mine], "a sweep takes texts like 'hoarder:spare=0..8', or policies with their grids"),
        ([(mine, 3)], "a sweep takes texts like 'hoarder:spare=0..8', or policies with"),
        ([(3, "a=1,2")], "an object of the class int is no policy"),
        ([(mine, "dark=1,2")], "policy 'mine' has no parameter 'dark'"),
        ([], "a sweep takes 1 to 6 policies with grids of values; 0 are named"),
    ],
)
def test_what_is_no_policy_with_a_grid(asked: Any, told: str) -> None:
    with pytest.raises(DominosimError) as error:
        sweep(asked, "greedy", 60)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_sweep_in_memory_is_the_one_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulator.designs.pages, "build_page", lambda directory, analysis: None)
    result = sweep([GRID], "greedy", 60, out=tmp_path / "out")
    stored = load_sweep(tmp_path / "out")
    pd.testing.assert_frame_equal(result.analysis.sweep.points, stored.points)
    pd.testing.assert_frame_equal(result.matchups, analyse_sweep(stored).estimates)
    assert result.width == (result.matchups.win_rate_high - result.matchups.win_rate_low).max()
