"""Mistakes in a policy's file, on the command line: one line on stderr, and the exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.authoring.mistaken import MISTAKES, is_clean
from tests.cli.conftest import Call

pytestmark = pytest.mark.compiled

NAMES = [
    "builtin: print",
    "module: import random random.random()",
    "name: misspelt",
    "constant: list",
    "field: parameter",
    "beside: helper's module",
    "answer: nothing",
    "raised: zero",
    "compiled: too few",
]


@pytest.mark.parametrize("name", NAMES)
def test_one_line(name: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is played, and nothing said on stdout."""
    monkeypatch.chdir(tmp_path)
    told = MISTAKES[name].write(tmp_path)
    outcome = call("simulate", "mine.py:mine", "greedy", "--games", "100", "--quiet")
    assert outcome == (1, "", f"dominosim: {told}\n")
    assert is_clean(told)


@pytest.mark.parametrize(
    ("rules", "answer", "told"),
    [
        ("block", "DRAW", "draws, but block has no drawing"),
        ("draw-100", "DRAW", "draws with a tile that fits, but under draw-100 one draws only when"),
        ("draw", "heaviest(view.playable)", "returned "),
    ],
)
def test_actions_that_are_not_legal(
    rules: str, answer: str, told: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that it names shows the game up to the same error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "from simulator.policy import DRAW, policy\n"
        "from simulator.tiles import heaviest\n"
        '@policy("mine", summary="is wrong")\n'
        f"def mine(view, params):\n    return {answer}\n"
    )
    outcome = call("simulate", "mine.py:mine", "greedy", "--rules", rules, "--quiet")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(f"dominosim: policy 'mine.py:mine' (seat 0) {told}")
    assert is_clean(outcome.err.removesuffix("\n").partition("; see ")[0])
    again = outcome.err.strip().rpartition("see dominosim ")[2].split()
    replayed = call(*again)
    assert (replayed.code, replayed.err) == (1, outcome.err)


def test_one_line_for_a_wrong_signature(call: Call, tmp_path: Path) -> None:
    """It is found where the file is read."""
    (tmp_path / "mine.py").write_text(
        "from simulator.policy import DRAW, policy\n"
        '@policy("mine", summary="is wrong")\n'
        "def mine(view):\n    return DRAW\n"
    )
    outcome = call("simulate", f"{tmp_path / 'mine.py'}:mine", "greedy")
    told = "policy 'mine' is a function of (view); a policy takes exactly (view, params)"
    assert outcome == (1, "", f"dominosim: mine.py, line 2: {told}\n")
