"""Sweep from the command line: requests, its document, its directory, and users' policies."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tests.cli.conftest import Call
from tests.cli.test_output import strict
from tests.cli.test_results import digest_of

SWEEP = ("sweep", "hoarder:spare=0..2", "--against", "greedy", "--games", "200", "--quiet")
POINT = {
    "policy", "grid", "parameters", "games", "win_rate", "win_rate_low", "win_rate_high",
    "points_per_round", "points_low", "points_high", "variance_factor", "effective_games",
    "behind", "behind_most", "p_best", "best",
}  # fmt: skip
REQUESTS = [
    ("hoarder:spar=0..3 --against greedy", "no parameter 'spar'; did you mean 'spare'?"),
    ("hoarder:spare=8..0 --against greedy", "'8..0' in 'hoarder:spare=8..0' is empty"),
    ("hoarder:spare=0..4/0 --against greedy", "has a step of 0"),
    ("hoarder:a=1,2:b=1,2:c=1,2 --against greedy", "has 3 grids"),
    ("hoarder:spare=0..200 --against greedy", "201 points are too many"),
    ("hoarder:spare=2 --against greedy", "'hoarder:spare=2' has no grid of values"),
    ("hoarder:spare=1,1 --against greedy", "has spare=1 twice"),
    ("hoarder:spare=0..3", "a sweep is against a policy; add --against greedy, or another"),
    ("hoarder:spare=1,2 --against hoarder:spare=0..3", "against 'hoarder:spare=0..3': it is one"),
    ("hoarder:spare=1,2 --against gredy", "unknown policy 'gredy'; did you mean 'greedy'?"),
    ("--against greedy", "a sweep takes 1 to 6 policies with grids of values; 0 are named"),
    ("longest-train:depth=1,2 --against greedy", "policy 'longest-train:depth=1' is for board"),
    ("hoarder:spare=1,2 --against own-train", "policy 'own-train' is for board = trains"),
    ("hoarder:spare=1,2 --against greedy --players 5", "'5' is not one of '2', '3', '4'"),
    ("hoarder:spare=1,2 --against greedy --rules international --players 3", "international"),
    ("nowhere.py:p:a=1,2 --against greedy", "there is no file 'nowhere.py'"),
    ("hoarder:spare=1,2 --against greedy --save-games", "--save-games"),
]


@pytest.mark.parametrize(("line", "told"), REQUESTS)
def test_requests_that_make_no_sense(
    call: Call, tmp_path: Path, line: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = call("sweep", *line.split(), "--out", "out")
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("dominosim: ")
    assert outcome.err.count("\n") == 1
    assert told in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_sweep_json_is_the_contract(call: Call) -> None:
    outcome = call(*SWEEP, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    told = strict(outcome.out)
    assert set(told) == {"schema", "experiment", "points", "digest"}
    assert told["experiment"] == {
        "design": "sweep",
        "rules": "draw",
        "policies": ["hoarder:spare=0..2"],
        "games": 200,
        "seed": 0,
        "options": {"against": "greedy"},
    }
    points = told["points"]
    assert isinstance(points, list)
    assert [point["parameters"] for point in points] == [{"spare": value} for value in range(3)]
    for point in points:
        assert set(point) == POINT
        assert point["win_rate_low"] < point["win_rate"] < point["win_rate_high"]
    assert [point["best"] for point in points] == [True, True, False]  # 0 and 1 play alike


def test_a_sweep_is_kept_verified_and_repeated(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "results"
    assert call(*SWEEP, "hoarder:spare=3,4", "--out", out).code == 0
    kept = {path.name for path in out.iterdir()}
    assert kept >= {"experiment.toml", "manifest.json", "summary.csv", "distributions.csv"}
    assert kept >= {"points.csv", "matchups.csv", "tallies.parquet", "report.html", "figures"}
    assert {path.name for path in (out / "figures").iterdir()} == {"curves.png", "curves.svg"}
    matchups = pd.read_csv(out / "matchups.csv")
    assert list(matchups.policy) == [f"hoarder:spare={value}" for value in range(5)]
    assert call("verify", out, "--quiet").out.startswith("verified: ")
    told = strict(call("run", out / "experiment.toml", "--json", "--quiet").out)
    assert told["digest"] == digest_of(out)
    page = (out / "report.html").read_bytes()
    assert call("report", out).code == 0
    assert (out / "report.html").read_bytes() == page
    text = page.decode()
    assert "2 of 5 points may be the best against greedy" in text
    assert all(f"spare={value}" in text for value in range(5))
    assert text.count("<figure>") == 1
    command = "dominosim sweep hoarder:spare=0..2 hoarder:spare=3,4 --against greedy --games 200"
    assert f"{command} --seed 0" in text


MINE = """from simulator.policy import place, policy
from simulator.tiles import heaviest, lightest

@policy("{0}", summary="mine", ignores_scores=True, light=0, other=0)
def mine(view, params):
    tiles = view.playable
    return place(view, lightest(tiles) if params.light > params.other else heaviest(tiles))
"""


def test_policies_of_files_run_through_grids_too(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are copied, and are found in the directory from anywhere."""
    monkeypatch.chdir(tmp_path)
    for folder, name in (("one", "mine"), ("two", "rival")):
        Path(folder).mkdir()
        (Path(folder) / "p.py").write_text(MINE.format(name))
    line = ("sweep", "one/p.py:mine:light=0,1:other=0..2/2", "--against", "two/p.py:rival:light=1")
    assert call(*line, "--games", "100", "--quiet", "--out", "out").code == 0
    rates = pd.read_csv("out/matchups.csv").win_rate
    assert list(rates.iloc[[0, 1, 3]]) == [rates[0]] * 3
    assert rates[0] > rates[2] == 0.5  # lightest against itself
    for folder in ("one", "two"):
        (Path(folder) / "p.py").unlink()
    monkeypatch.chdir("/")
    assert call("verify", tmp_path / "out", "--quiet").code == 0
    again = call("run", tmp_path / "out" / "experiment.toml", "--json", "--quiet")
    assert strict(again.out)["digest"] == digest_of(tmp_path / "out")
    assert "map-1.svg" in {path.name for path in (tmp_path / "out" / "figures").iterdir()}


def test_an_experiment_file_has_grids(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "spare.toml"
    asked = 'design = "sweep"\npolicies = ["hoarder:spare=0..2"]\ngames = 200\n'
    file.write_text(asked)
    outcome = call("run", file, "--quiet")
    assert (outcome.code, outcome.out) == (2, "")
    assert "a sweep is against a policy" in outcome.err
    file.write_text(f'{asked}[options]\nagainst = "greedy"\n')
    told = strict(call("run", file, "--json", "--quiet").out)
    assert told["digest"] == strict(call(*SWEEP, "--json").out)["digest"]
