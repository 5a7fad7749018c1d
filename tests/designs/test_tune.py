"""Tuning: what is found, on which deals, and that a search can be stopped and gone on with."""

from __future__ import annotations

import json
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simulator.designs.lifecycle
from simulator import DominosimError, TuneResult, simulate, tune
from simulator.designs.continuing import resume
from simulator.designs.experiment import Experiment
from simulator.designs.pairing import Pairing
from simulator.designs.run import Run, ignore
from simulator.designs.search import Budget, Search
from simulator.designs.seatings import mirrored
from simulator.designs.space import space_of
from simulator.designs.tables import ComparedTable, half_wins_of
from simulator.designs.trial import pairings
from simulator.designs.verification import verify
from simulator.policy import View, place, policy
from simulator.presets import PRESETS
from simulator.rules import rules_for
from simulator.tiles import heaviest, lightest
from strategies import policies, resolve
from tests.cli.conftest import Call
from tests.cli.test_output import strict


@policy(
    "mixed",
    summary="the lightest tile on some turns",
    bounds={"a": (0.0, 1.0), "b": (0, 9)},
    a=1,
    b=3,
)
def mixed(view: View, params: Any) -> int:
    """Heaviest first in the first a * 20 turns."""
    late = view.turn > params.a * 20 + params.b - 3
    return place(view, lightest(view.playable) if late else heaviest(view.playable))


@pytest.fixture(autouse=True)
def no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator.designs.lifecycle, "drawn", lambda *told: None)  # takes long


# -- the space ---------------------------------------------------------------------------------


def test_every_whole_number_has_the_same_share() -> None:
    space = space_of(resolve("hoarder"), "spare=2:5")
    found = [space.at(np.array([(k + 0.5) / 400])).values["spare"] for k in range(400)]
    assert {value: found.count(value) for value in found} == dict.fromkeys((2, 3, 4, 5), 100)
    assert space.at(np.array([1.0])).values["spare"] == 5
    assert space_of(resolve("hoarder"), "spare=0:4").point() == pytest.approx(0.5)


def test_values_are_told_exactly_by_the_text() -> None:
    """Six digits: so other processes play what was asked for."""
    space = space_of(resolve("linear"))
    chosen = np.random.default_rng(3)
    for _ in range(50):
        found = space.at(chosen.random(len(space.bounds)))
        assert dict(resolve(found.spec).values) == dict(found.values)
    middle = space_of(resolve("hoarder"), "spare=0.0:10").at(np.array([1 / 3]))
    assert middle.spec == "hoarder:spare=3.33333"


def test_what_the_text_gives_is_fixed(tmp_path: Path) -> None:
    assert list(space_of(resolve("linear:fit=1:ends=2")).bounds) == [
        key for key in resolve("linear").bounds if key not in ("fit", "ends")
    ]
    assert list(space_of(resolve("linear:fit=1"), "ends, fit").bounds) == ["fit", "ends"]
    (tmp_path / "w.toml").write_text('policy = "hoarder"\n[values]\nspare = 4\n')
    space = space_of(resolve(f"hoarder@{tmp_path}/w.toml"))
    assert space.point() == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("spec", "only", "told"),
    [
        ("greedy", "", "greedy has no parameters with bounds to tune; declare them in @policy("),
        (
            "hoarder:spare=3",
            "",
            "hoarder:spare=3 gives all parameters that have bounds, which",
        ),
        ("hoarder", "spar", "policy 'hoarder' has no parameter 'spar'; did you mean 'spare'?"),
        ("hoarder", "spar=0:3", "the bounds of 'spar' are of no parameter; did you mean 'spare'?"),
        ("linear", "points", "'points' of linear has no bounds; write points=0:8"),
        ("hoarder", "spare=3", "'spare=3' is not NAME=LOW:HIGH, like spare=0:8"),
        ("hoarder", "spare=a:b", "'spare=a:b' is not NAME=LOW:HIGH, like spare=0:8"),
        ("hoarder", "spare=8:0", "are two rising numbers, like (0, 8), not (8, 0)"),
        ("hoarder", "spare=0:1e999", "are two rising numbers, like (0, 8), not (0, inf)"),
        ("hoarder:spare=9", "spare", "the bounds of 'spare' leave out its value 9"),
    ],
)
def test_what_cannot_be_tuned(spec: str, only: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(DominosimError) as caught:
        tune(spec, ["lightest"], only=only, out=tmp_path / "out")
    assert told in str(caught.value)
    assert list(tmp_path.iterdir()) == []


# -- the search --------------------------------------------------------------------------------


def test_the_search_finds_an_optimum_in_noise() -> None:
    """A hill in seven dimensions, whose height is seen with an error of a third of the hill's
    height at the start: the mean comes ten times as near as it began."""
    top, noise = np.array([0.2, 0.8, 0.5, 0.4, 0.6, 0.3, 0.9]), np.random.default_rng(1)
    search = Search(np.full(7, 0.5), Budget(0, 7, 2, 1, 2), seed=4)
    begun = np.linalg.norm(search.mean - top)
    for _ in range(120):
        points = search.ask()
        heights = [-float(np.sum((point - top) ** 2)) for point in points]
        search.tell(points, [height + 0.1 * noise.normal() for height in heights])
    assert np.linalg.norm(search.mean - top) < begun / 5


@pytest.mark.parametrize("dimensions", [1, 2, 8])
def test_a_search_that_has_found_all_is_over(dimensions: int) -> None:
    """It would go on to numbers that mean nothing."""
    search = Search(np.full(dimensions, 0.5), Budget(0, dimensions, 2, 1, 2), seed=4)
    for _ in range(400):
        points = search.ask()
        search.tell(points, [-float(np.sum((point - 0.4) ** 2)) for point in points])
        if search.over:
            break
    assert search.over
    assert search.mean == pytest.approx(0.4, abs=1e-6)


def test_what_a_search_asks_depends_on_seed_and_answers_alone() -> None:
    budget = Budget(0, 3, 2, 1, 2)
    one, two, other = (Search(None, budget, seed) for seed in (2**64 - 1, 2**64 - 1, 5))
    assert np.array_equal(one.mean, two.mean)
    assert not np.array_equal(one.mean, other.mean)
    np.random.seed(0)
    for _ in range(5):
        asked = one.ask(), two.ask()
        assert np.array_equal(*asked)
        for search, points in zip((one, two), asked, strict=True):
            search.tell(points, [point[0] for point in points])


@pytest.mark.parametrize("games", [5_000, 100_000, 3_000_000])
def test_a_budget_is_spent(games: int) -> None:
    """Within a few percent, a fifth of it on the verdict; samples grow eightfold."""
    budget = Budget(games, 9, 4, 3, 2)
    assert 0.9 * games < budget.total <= games
    assert budget.verdict * 3 * 2 == pytest.approx(0.2 * games, rel=0.01)
    groups = budget.generations
    assert groups == sorted(groups)
    assert (
        len(groups) == {5_000: 4, 100_000: 18, 3_000_000: 100}[games]
    )  # sqrt(0.8 games / 20 / 12)
    if games > 1e5:
        assert groups[-1] / groups[0] == pytest.approx(8, rel=0.05)


def test_it_finds_that_drawing_ruins_hoarder() -> None:
    """Of nine values two, which play alike, do not draw by choice: they win 60 % and not 3 %."""
    result = tune("hoarder", ["greedy"], games=6_000, start="random", seed=1)
    assert result.values["spare"] in (0, 1)
    tuned = result.verdict.iloc[0]
    assert (tuned.candidate, tuned.against) == ("tuned", "greedy")
    assert tuned.win_rate_low < 0.6 < tuned.win_rate_high
    assert list(result.parameters.tuned) == list(result.values.values())
    again = simulate([result.tuned, "greedy"], games=4_000).summary.win_rate[0]
    assert again == pytest.approx(tuned.win_rate, abs=0.06)


def test_real_numbers_and_whole_ones() -> None:
    """Heaviest first is better than lightest first: a and b grow together."""
    result = tune(mixed, ["greedy"], games=6_000, start="random", seed=4)
    assert result.values["b"].is_integer()
    assert result.values["a"] * 20 + result.values["b"] > 10
    assert result.verdict.win_rate[0] > 0.45


# -- what is counted ---------------------------------------------------------------------------


def pairing_of(names: str, rules: str, players: int = 2, **overrides: Any) -> Pairing:
    return Pairing(mirrored(rules_for(rules, players, overrides)), tuple(policies(*names.split())))


@pytest.mark.parametrize("rules", ["all-fives", "draw"])
def test_win_rates_are_those_of_the_games(rules: str) -> None:
    """Half-wins of every group, from its rows: mean and standard error."""
    pairing = (
        pairing_of("hoarder:spare=0 greedy", rules, rounds=3)
        if rules == "draw"
        else (pairing_of("hoarder:spare=0 greedy", rules))
    )
    assert not pairing.mirrored
    block = pairing.matchup().play(5, 100, 160, keep_rows=True)
    half_wins, rounds = half_wins_of(block)
    words = pairing.counted(block.tally)
    assert len(words) == pairing.width
    assert pairing.win_rate(words) == pytest.approx(half_wins.mean() / 4)
    assert pairing.error(words) == pytest.approx(half_wins.std() / 4 / 60**0.5)
    assert words[0] == rounds.sum()


def test_win_rates_from_rounds_are_the_score_chains() -> None:
    """The same as that of the whole joint counts; the error is about as large."""
    pairing = pairing_of("hoarder:spare=0 greedy", "draw")
    part = ComparedTable(0, pairing.matchup()).count(3, 0, 400)
    words, judged = pairing.counted(part.total), pairing.judged(part)
    assert judged["estimator"] == "rounds"
    assert pairing.win_rate(words) == pytest.approx(judged["win_rate"])
    assert pairing.error(words) == pytest.approx(judged["standard_error"], rel=0.2)


def test_candidates_of_a_generation_meet_the_same_deals() -> None:
    """Two that play alike are told the same; the next generation meets others."""
    specs = ("hoarder:spare=0", "hoarder:spare=1", "greedy", "lightest")
    parts = []
    for before in (0, 1):
        options = {"candidates": 2, "before": before}
        trial = Experiment(specs, 400, 7, design="trial", options=options)
        design = simulator.designs.experiment.design_named("trial")
        table = design.table(trial, policies(*specs), before)
        parts.append(table.count(7, 0, 50).total)
        found = pairings(trial, policies(*specs))
        assert [[one.spec for one in pair.policies] for pair in found] == [
            [candidate, other]
            for candidate, other in [(a, b) for a in specs[:2] for b in specs[2:]]
        ]
    halves = np.split(parts[0], 2)
    assert np.array_equal(*halves)
    assert not np.array_equal(*parts)


# -- every rule system -------------------------------------------------------------------------


TABLES = [(name, players) for name, preset in PRESETS.items() for players in preset.players]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_preset(name: str, players: int) -> None:
    """The verdict has every choice of opponents, and what is played is what was planned."""
    spec = "longest-train" if name == "mexican-train" else "hoarder"
    told = list[tuple[int, int]]()
    asked = ["greedy", "random", "draw-eagerly"]
    result = tune(
        spec, asked, games=900, rules=name, players=players, seed=3,
        progress=lambda *state: told.append(state),
    )  # fmt: skip
    sides = result.rules.sides
    choices = [" + ".join(chosen) for chosen in combinations(asked, sides - 1)]
    verdict = result.verdict
    for candidate in ("tuned", "start"):
        mine = verdict[(verdict.candidate == candidate) & (verdict.against != "start")]
        assert list(mine.against) == (choices if len(mine) else [])
    same = result.values == dict(result.policies[0].values)
    assert (verdict.against == "start").sum() == (sides == 2 and not same)
    assert verdict.win_rate.between(verdict.win_rate_low, verdict.win_rate_high).all()
    assert result.games == result.search.games.sum() + verdict.games.sum()
    assert told[0][0] == 0
    assert told[-1] == (told[0][1], told[0][1])
    assert [played for played, _ in told] == sorted(played for played, _ in told)


@pytest.mark.parametrize("name", [n for n, preset in PRESETS.items() if preset.pairs == "may"][:2])
def test_pairs(name: str) -> None:
    result = tune("hoarder", ["greedy"], 500, rules=name, overrides={"teams": True})
    assert (result.rules.players, result.rules.sides) == (4, 2)
    assert set(result.verdict.against) <= {"greedy", "start"}


def test_the_same_opponent_in_two_seats() -> None:
    result = tune("hoarder", ["greedy", "greedy"], games=600, players=3)
    assert set(result.verdict.against) == {"greedy + greedy"}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"against": []}, "tune takes a policy and 1 to 12 opponents; one is named"),
        ({"against": "greedy"}, "policies is a list of policies or their names, not a text"),
        ({"players": 3}, "a table of 3 takes 2 opponents; one is named: --against P again"),
        ({"players": 5}, "players is 2, 3 or 4, not 5"),
        ({"games": 50}, "a search here takes 81 games at least, not 50"),
        ({"start": "anywhere"}, "start is one of values, random, not 'anywhere'"),
        ({"only": 3}, "only cannot be 3"),
        ({"policy": "longest-train"}, "policy 'longest-train' is for board = trains"),
    ],
)
def test_requests_that_make_no_sense(changes: dict[str, Any], told: str) -> None:
    asked = {"policy": "hoarder", "against": ["greedy"], **changes}
    with pytest.raises(DominosimError) as caught:
        tune(**asked)
    assert told in str(caught.value)


def test_without_the_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "cmaes", None)
    with pytest.raises(DominosimError) as caught:
        tune("hoarder", ["greedy"], out=tmp_path / "out")
    assert str(caught.value) == "tune needs cmaes; install it with: pip install 'dominosim[tune]'"
    assert list(tmp_path.iterdir()) == []


# -- stopped, gone on with, verified -----------------------------------------------------------


def stop_after(games: int) -> Any:
    def progress(played: int, total: int) -> None:
        if played >= games:
            raise KeyboardInterrupt

    return progress


def kept(directory: Path) -> dict[str, bytes]:
    names = ("weights.toml", "search.csv", "verdict.csv", "parameters.csv", "experiment.toml")
    return {name: (directory / name).read_bytes() for name in names}


def test_a_search_that_is_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    """In the search, again there, and in the verdict; nothing is played twice."""
    asked: dict[str, Any] = {"games": 3_000, "seed": 11, "start": "random"}
    whole = tune("linear", ["greedy"], **asked, threads=1, out=tmp_path / "whole")
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        tune("linear", ["greedy"], **asked, threads=2, out=out, progress=stop_after(900))
    first = list[int]()
    for games in (1_500, 2_500):
        with pytest.raises(KeyboardInterrupt):
            resume(out, progress=lambda played, total, games=games: (
                first.append(played), stop_after(games)(played, total)
            ))  # fmt: skip
    told = list[int]()
    result: TuneResult = resume(out, progress=lambda played, total: told.append(played))
    assert first[0] >= 900
    assert told[0] >= 2_500
    assert told == sorted(told)  # what is known to be kept is not counted again
    assert result.digest == whole.digest
    pd.testing.assert_frame_equal(result.search, whole.search)
    assert kept(out) == kept(tmp_path / "whole")
    assert verify(out).holds
    assert resume(out).digest == whole.digest
    tables = {int(file.name[:4]) for file in (out / "parts").iterdir()}
    assert tables == set(range(len(result.search) + len(result.verdict)))  # no deals twice
    for more in ({"games": 4_000}, {"precision": 0.1}):
        with pytest.raises(DominosimError, match="a tune cannot be made longer; leave out --games"):
            resume(out, **more)  # type: ignore[arg-type]


def test_damage_is_seen_and_mended(tmp_path: Path) -> None:
    tune("hoarder", ["greedy"], games=600, out=tmp_path / "out")
    before = kept(tmp_path / "out")
    (tmp_path / "out" / "weights.toml").write_text("policy = 'hoarder'\n[values]\nspare = 7\n")
    found = verify(tmp_path / "out", Run(tell=ignore))
    assert found.changed_files == ["weights.toml"]
    assert not found.holds
    resume(tmp_path / "out")
    assert kept(tmp_path / "out") == before


def test_what_is_found_is_played_and_tuned_on(call: Call, tmp_path: Path) -> None:
    """From its file, which says where it is from."""
    out = tmp_path / "out"
    line = ("tune", "linear:fit=-6", "--against", "greedy", "--games", "2k", "--seed", "3")
    told = call(*line, "--only", "ends,wait", "--out", out)
    assert told.code == 0, told.err
    spec = f"linear@{out}/weights.toml"
    assert f"play it as {spec}" in told.out.replace("linear:fit=-6@", "linear@")
    found = resolve(spec)
    document = strict(call(*line, "--only", "ends,wait", "--json", "-q").out)
    assert document["values"] == dict(found.values)
    assert found.values["fit"] == -6
    assert found.values["ends"] != resolve("linear").values["ends"]
    text = (out / "weights.toml").read_text()
    again = "dominosim tune linear:fit=-6 --against greedy --only ends,wait --games 2000 --seed 3"
    assert again in text
    assert json.loads((out / "manifest.json").read_text())["command"] == again
    further = tune(spec, ["greedy"], games=1_000)
    tuned = further.parameters.set_index("parameter")
    assert list(tuned.index) == list(found.bounds)
    assert dict(tuned.start) == {key: found.values[key] for key in found.bounds}


@pytest.mark.parametrize("columns", ["60", "80"])
def test_it_fits_the_terminal(columns: str, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    told = call("tune", "linear", "--against", "rarest:grab=9", "--games", "1k")
    assert told.code == 0
    lines = [line for line in told.out.splitlines() if not line.startswith(("play it", "sha"))]
    assert max(map(len, lines)) <= int(columns)
    assert "generation " in told.err


def test_a_tune_has_no_shards(call: Call, tmp_path: Path) -> None:
    line = ("tune", "hoarder", "--against", "greedy", "--games", "200", "-q", "--out")
    assert call(*line, tmp_path / "out").code == 0
    told = call("run", tmp_path / "out/experiment.toml", "--shard", "1/2", "--out", tmp_path / "s")
    assert (told.code, told.err.split(";")[0]) == (
        2,
        "dominosim: a tune has no shards: what it plays follows from what it has played\n",
    )
    assert call("run", tmp_path / "out/experiment.toml", "--json", "-q").code == 0


def test_a_trial_is_not_played_by_itself(call: Call, tmp_path: Path) -> None:
    text = 'schema = 1\ndesign = "trial"\npolicies = ["greedy", "random"]\ngames = 10\n'
    (tmp_path / "trial.toml").write_text(text)
    told = call("run", tmp_path / "trial.toml")
    assert (told.code, told.err) == (
        2,
        "dominosim: a trial is a part of tune, and is not played by itself\n",
    )


def test_it_travels(tmp_path: Path) -> None:
    """By an executor that hands on bytes, with a file of weights and a policy of one's own."""
    from tests.designs.test_executors import Post

    (tmp_path / "w.toml").write_text('policy = "hoarder"\n[values]\nspare = 4\n')
    spec = f"hoarder@{tmp_path}/w.toml"
    here = tune(spec, ["greedy"], games=400)
    there = tune(spec, ["greedy"], games=400, executor=Post())
    assert here.digest == there.digest
    assert here.values == there.values
