"""A user's file is executed once a command, whatever it defines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Call

COUNTING = """
from pathlib import Path
import sys
import threading
import types
import numpy as np
from own_choice import chosen
from simulator.policy import place, policy
from strategies.greedy import greedy

with Path({runs!r}).open("a") as file:
    file.write("run ")

sys.modules["own_ghost"] = types.ModuleType("own_ghost")
sys.modules["own_ghost"].__file__ = __file__.replace("mine", "ghost")  # which is not there
TABLE = np.array([0, 1])
LOCK = threading.Lock()


@policy("one", summary="as a module beside the file chooses", k=1)
def one(view, params):
    return place(view, chosen(view.playable)) if TABLE[1] == params.k else greedy(view)


@policy("two", summary="as one")
def two(view, params):
    return one(view)
"""
BESIDE = """
from pathlib import Path
from simulator.policy import helper
from simulator.tiles import lightest

with Path({runs!r}).open("a") as file:
    file.write("beside ")


@helper
def chosen(tiles):
    return lightest(tiles)
"""
EXPERIMENT = """
policies = ["./mine.py:one:k=2", "mine.py:two"]
games = 40
"""


class Counted:
    """A folder with a file of policies, and how often it is executed."""

    def __init__(self, folder: Path) -> None:
        self._runs = folder / "runs"
        self.folder = folder
        for name, text in {"mine.py": COUNTING, "own_choice.py": BESIDE}.items():
            (folder / name).write_text(text.format(runs=str(self._runs)))

    def runs(self) -> list[str]:
        """What was executed since one asked last."""
        found = self._runs.read_text().split() if self._runs.exists() else []
        self._runs.unlink(missing_ok=True)
        return found


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """The folder, which is the working directory, and another way to the file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("simulator.designs.pages.build_page", lambda directory, analysis: None)
    (tmp_path / "linked.py").symlink_to("mine.py")
    return Counted(tmp_path)


COMMANDS = {
    "simulate": "simulate mine.py:one ./mine.py:two --games 40",
    "simulate with results": "simulate mine.py:one mine.py:one:k=2 --games 40 --out results",
    "by a link": "simulate mine.py:one linked.py:two --games 40",
    "compare": "compare mine.py:one mine.py:two greedy --games 40",
    "duel": "duel mine.py:one greedy --max-games 40 --out results",
    "plan": "plan mine.py:one greedy --pilot 40",
    "diverge": "diverge mine.py:one mine.py:two --games 20 --against mine.py:one:k=2",
    "replay": "replay mine.py:one mine.py:two --game 3:5",
    "check": "check mine.py:one --rules block",
    "run": "run experiment.toml",
    "run with results": "run experiment.toml --out results",
    "run of two": "run experiment.toml other.toml --out results",
    "verify": "verify results",
    "resume": "run --resume results --games 60",
}
"""What is called; some of it needs results of an earlier call."""


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_file_is_executed_once(command: str, counted: Counted, call: Call) -> None:
    """And the module that it imports: the copies of those that results hold likewise."""
    for name in ("experiment.toml", "other.toml"):
        (counted.folder / name).write_text(EXPERIMENT)
    if command in (COMMANDS["verify"], COMMANDS["resume"]):
        made = call("simulate", "mine.py:one", "mine.py:two", "--games", 40, "--out", "results")
        assert made.code == 0, made.err
        counted.runs()
    modules = set(sys.modules)
    done = call(*command.split())
    assert done.code == 0, done.err
    assert counted.runs() == ["beside", "run"]
    assert "own_choice" not in sys.modules.keys() - modules
