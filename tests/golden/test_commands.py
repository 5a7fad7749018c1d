"""The commands through every library they stand on, from a process of their own.

Together with the digests this is the short pass that tells whether versions of the libraries do:
command line, tables, progress, figures, page, rows of games, statistics, the file of an experiment.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd

from tests.golden.runs import RUNS, stored

ONE = RUNS[0]
COMMAND = ("simulate", *ONE.seats, "--seed", str(ONE.seed), "--games", str(ONE.games))


def told(*arguments: str | Path) -> str:
    """What a command prints that ends well and does not complain."""
    command = [sys.executable, "-m", "simulator.cli", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    complaints = [one for one in done.stderr.splitlines() if not one.startswith("compiling the ")]
    assert (done.returncode, complaints) == (0, []), (arguments, done.stdout, done.stderr)
    return done.stdout


def test_help() -> None:
    """Each command is listed, with its options."""
    assert "simulate" in told("--help")
    assert "--save-games" in told("simulate", "--help")


def test_simulate(tmp_path: Path) -> None:
    """The digest is the one that is kept; a row a game; the page can be built again."""
    results = tmp_path / "results"
    assert stored()[str(ONE)] in told(*COMMAND, "--quiet", "--out", results, "--save-games")
    assert list(pd.read_parquet(results / "games.parquet").game) == list(range(ONE.games))
    page = (results / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 5
    told("report", results)
    assert (results / "report.html").read_text(encoding="utf-8") == page
    assert stored()[str(ONE)] in told("verify", results, "--quiet")


def test_compare(tmp_path: Path) -> None:
    """Ratings and intervals, and the page of a comparison."""
    results = tmp_path / "results"
    table = told("compare", "greedy", "random", "lightest", "--games", "40", "-q", "--out", results)
    assert all(name in table for name in ("greedy", "random", "lightest"))
    assert (results / "report.html").read_text(encoding="utf-8").count("<svg") >= 3


SLOPES = """
from simulator.policy import place, policy
from simulator.tiles import high, low, tiles_of

BOUNDS = {"a": (-1.0, 1.0), "b": (-1.0, 1.0)}

@policy("slopes", summary="by weights of both halves", bounds=BOUNDS, a=0, b=0)
def slopes(view, params):
    best, most = -1, -99.0
    for tile in tiles_of(view.playable):
        worth = params.a * low(tile) + params.b * high(tile)
        if worth > most:
            best, most = tile, worth
    return place(view, best)
"""


def test_tune(tmp_path: Path) -> None:
    """Two weights to six digits, in which the search's arithmetic shows."""
    (tmp_path / "mine.py").write_text(SLOPES)
    line = ("tune", f"{tmp_path}/mine.py:slopes", "--against", "greedy", "--games", "500")
    found = json.loads(told(*line, "--quiet", "--json"))
    assert found["values"] == {"a": 0.282726, "b": -0.147128}


def test_replay() -> None:
    """A game as lines of JSON, up to the count of its last round."""
    lines = told("replay", *ONE.seats, "--game", "0", "--json").splitlines()
    kinds = [json.loads(line)["event"] for line in lines]
    assert (kinds[0], kinds[-2], kinds[-1]) == ("game", "round", "end")
