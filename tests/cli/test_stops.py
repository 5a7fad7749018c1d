"""Runs that are stopped, at whatever moment and however: gone on with, they end the same."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.stopping import KILLED, child, small_steps, tables

LINES = {
    "simulate": ("simulate", "greedy", "random", "--games", "100", "--save-games"),
    "compare": ("compare", "greedy", "random", "hoarder", "--games", "100"),
    "duel": ("duel", "greedy", "lightest", "--max-games", "200", "--margin", "0.001"),
}
QUIET = ("--quiet", "--json", "--threads", "1")
Reference = Callable[[str], Path]


@pytest.fixture(autouse=True)
def _steps(monkeypatch: pytest.MonkeyPatch) -> None:
    small_steps(monkeypatch)


@pytest.fixture
def whole(tmp_path: Path, call: Call) -> Reference:
    """Makes the results of a run that nothing stops."""

    def made(design: str) -> Path:
        out = tmp_path / "whole"
        assert call(*LINES[design], *QUIET, "--out", out).code == 0
        return out

    return made


def digest_of(directory: Path) -> str:
    """The digest that a results directory states."""
    return str(json.loads((directory / "manifest.json").read_text())["digest"])


def assert_same(directory: Path, whole: Path) -> None:
    """Digest and tables are the same, and nothing else is left."""
    assert digest_of(directory) == digest_of(whole)
    assert tables(directory) == tables(whole)
    assert not (directory / ".unfinished").exists()


def go_on(call: Call, line: tuple[str, ...], out: Path) -> None:
    """Go on with a run, if it came so far that there is one; else begin again."""
    if (out / ".unfinished" / "run.json").exists() or (out / "manifest.json").exists():
        outcome = call("run", "--resume", out, *QUIET)
    else:
        outcome = call(*line, *QUIET, "--out", out)
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.parametrize("design", LINES)
def test_a_run_that_is_killed_at_any_change_of_a_file_ends_the_same(
    tmp_path: Path, call: Call, whole: Reference, design: str
) -> None:
    """And so does going on, which is killed as well."""
    reference = whole(design)
    out, code, at = tmp_path / "out", KILLED, 0
    while code == KILLED:
        at += 1
        code = child([*LINES[design], *QUIET, "--out", out], stop=at)
        if at % 4 == 0 and (out / ".unfinished" / "run.json").exists():
            child(["run", "--resume", out, *QUIET], stop=1 + at * 7 % 23)
        go_on(call, LINES[design], out)
        assert_same(out, reference)
        shutil.rmtree(out)
    assert code == 0
    print(design, at)
