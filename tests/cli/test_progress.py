"""Progress: lines where stderr is no terminal, a bar where it is, nothing with --quiet."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import time
from pathlib import Path

import pytest

import simulator.cli.progress
from tests.cli.conftest import PROGRAM, Call


def test_lines_tell_games_speed_and_time_left(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator.cli.progress, "LINE_SECONDS", 0.0)
    outcome = call("simulate", "greedy", "greedy", "--games", "200k", "--json")
    lines = [line for line in outcome.err.splitlines() if "games" in line]
    assert lines
    line = r"[\d,]+ of 200,000 games \(\d+%\), [\d,]+ a second, (\d+ min )?\d+ s left"
    assert all(re.fullmatch(line, text) for text in lines)
    assert outcome.out.count("\n") == 1


def test_quiet_says_nothing(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator.cli.progress, "LINE_SECONDS", 0.0)
    assert call("simulate", "greedy", "greedy", "--games", "200k", "--quiet").err == ""


def test_a_terminal_shows_a_bar(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    command = [*PROGRAM, "simulate", "greedy", "greedy", "--games", "2M", "--json"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen(
        command, stderr=follower, stdout=subprocess.DEVNULL, env=environment, cwd=tmp_path
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(leader)
    assert process.wait() == 0
    assert b"of 2,000,000 games" in shown
    assert b"/s" in shown


NEW = """
from simulator.policy import DRAW, place, policy
from simulator.tiles import heaviest

@policy("new", summary="has never been compiled")
def new(view, params):
    return DRAW if view.turn == -{0} else place(view, heaviest(view.playable))
"""


def test_the_first_compilation_is_announced(tmp_path: Path) -> None:
    new = tmp_path / "new.py"
    new.write_text(NEW.format(time.time_ns()))
    command = [*PROGRAM, "simulate", "greedy", f"{new}:new", "--games", "10", "--json"]
    said = []
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        said.append(done.stderr)
    assert said[0].startswith("compiling the engine")
    assert said[0].count("\n") == 1
    assert said[1] == ""
