"""Several experiments in one command: what fails stops no other, what is done is left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call
from tests.cli.stopping import child, small_steps, tables

QUIET = ("--quiet", "--threads", "1")
ASKED = 'policies = ["greedy", "random"]\ngames = 100\n'


@pytest.fixture(autouse=True)
def _steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    small_steps(monkeypatch)
    monkeypatch.chdir(tmp_path)
    for name, seed in (("a", 1), ("b", 2), ("c", 3)):
        Path(f"{name}.toml").write_text(f"{ASKED}seed = {seed}\n")


FILES = ("a.toml", "b.toml", "c.toml")
LINE = ("run", *FILES, "--out", "all", *QUIET)


def outcomes(call: Call, *line: str, code: int = 0) -> list[Any]:
    """What became of the experiments of a batch, in order."""
    outcome = call(*line, "--json")
    assert outcome.code == code
    (told,) = map(json.loads, outcome.out.splitlines())
    return list(told["experiments"])


def test_each_is_kept_under_its_name(call: Call) -> None:
    told = outcomes(call, *LINE)
    assert [one["what"] for one in told] == ["played"] * 3
    assert [one["games"] for one in told] == [100] * 3
    for name, one in zip("abc", told, strict=True):
        assert call("run", f"{name}.toml", *QUIET, "--out", name).code == 0
        assert tables(Path("all") / name) == tables(Path(name))
        manifest = json.loads((Path("all") / name / "manifest.json").read_text())
        assert manifest["digest"] == one["digest"]
    assert [one["what"] for one in outcomes(call, *LINE)] == ["unchanged"] * 3
    assert [one["what"] for one in outcomes(call, *LINE, "--force")] == ["played"] * 3


BAD = [
    'policies = ["gredy", "random"]\ngames = 100\n',
    "policies = [",
    'policies = ["bad.py:bad", "random"]\ngames = 100\n',
    'policies = ["missing.py:bad", "random"]\ngames = 100\n',
    'policies = ["greedy", "random"]\ngames = -1\n',
    'policies = ["greedy", "random"]\ngames = 100\nrules = "drawn"\n',
    'policies = ["greedy", "random"]\ngames = 100\n[set]\nhand = 20\n',
    None,
]


@pytest.mark.parametrize("text", BAD)
def test_one_that_fails_stops_no_other(call: Call, text: str | None) -> None:
    Path("bad.py").write_text("def (")
    if text is None:
        Path("b.toml").unlink()
    else:
        Path("b.toml").write_text(text)
    told = outcomes(call, *LINE, code=1)
    assert [one["what"] for one in told] == ["played", "failed", "played"]
    assert "\n" not in told[1]["reason"] != ""
    assert sorted(path.name for path in Path("all").iterdir()) == ["a", "c"]
    Path("b.toml").write_text(ASKED)
    assert [one["what"] for one in outcomes(call, *LINE)] == ["unchanged", "played", "unchanged"]


def test_a_stopped_one_is_gone_on_with(call: Call) -> None:
    assert child(LINE, stop=90) != 0
    told = [one["what"] for one in outcomes(call, *LINE)]
    assert told in (["unchanged", "resumed", "played"], ["resumed", "played", "played"])
    for name in "abc":
        assert call("run", f"{name}.toml", *QUIET, "--out", name).code == 0
        assert tables(Path("all") / name) == tables(Path(name))


def test_a_changed_one_is_refused_without_force(call: Call) -> None:
    """Whether it is finished, stopped, or a share; and a folder that is something else."""
    assert call("run", "a.toml", *QUIET, "--out", "all/a").code == 0
    child(["run", "b.toml", *QUIET, "--out", "all/b"], stop=26)
    Path("all/c").mkdir()
    Path("all/c/mine.txt").write_text("mine")
    for name in "ab":
        Path(f"{name}.toml").write_text(f"{ASKED}seed = 9\n")
    told = outcomes(call, *LINE, code=1)
    assert [one["what"] for one in told] == ["failed"] * 3
    assert ["--force" in one["reason"] for one in told] == [True, True, False]
    told = outcomes(call, *LINE, "--force", code=1)
    assert [one["what"] for one in told] == ["played", "played", "failed"]
    assert Path("all/c/mine.txt").read_text() == "mine"
    told = outcomes(call, *LINE, "--shard", "1/2", code=1)
    assert [one["what"] for one in told] == ["failed"] * 3


def test_shards_of_a_batch_are_merged_one_by_one(call: Call) -> None:
    for number in (1, 2):
        told = outcomes(call, *LINE[:4], "--out", str(number), *QUIET, "--shard", f"{number}/2")
        assert [one["games"] for one in told] == [50] * 3
    told = outcomes(call, *LINE[:4], "--out", "2", *QUIET, "--shard", "2/2")
    assert [(one["what"], one["games"]) for one in told] == [("unchanged", 50)] * 3
    assert call("merge", "1/a", "2/a", "--out", "merged", *QUIET).code == 0
    assert call("run", "a.toml", *QUIET, "--out", "whole").code == 0
    assert tables(Path("merged")) == tables(Path("whole"))


def test_what_makes_no_sense_is_one_line(call: Call) -> None:
    Path("deep").mkdir()
    Path("deep/a.toml").write_text(ASKED)
    for line in (("run", *FILES), ("run", "a.toml", "deep/a.toml", "--out", "all")):
        outcome = call(*line, *QUIET)
        assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert not Path("all").exists()


def test_the_table_fits_a_terminal(call: Call) -> None:
    Path("c.toml").rename("a-name-of-21-letters-.toml")
    outcome = call("run", "a.toml", "b.toml", "a-name-of-21-letters-.toml", *LINE[4:])
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert [line.split()[1:4] for line in lines] == [["played", "100", "games"]] * 3
    assert max(map(len, lines)) <= 80
