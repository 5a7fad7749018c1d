"""Where output goes: encodings that lack signs, readers that leave, devices that are full."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import simulator.cli.progress as progress
from simulator.cli import main
from tests.cli.conftest import PROGRAM, Call

POLICY = """
from simulator.policy import place, policy
from simulator.tiles import heaviest

@policy("mine", summary="spielt “schwer”", größer=1)
def mine(view, params):
    return place(view, heaviest(view.playable))
"""
MINE = "mine.py:mine:größer=2"
LINES = [
    *(f"simulate {MINE} random --games 100", f"simulate {MINE} random --games 100 --json"),
    *(f"compare {MINE} random lightest --games 60", f"compare {MINE} random --games 60 --json"),
    *(f"duel {MINE} random --games 40", f"duel {MINE} random --games 40 --json"),
    *(f"diverge {MINE} lightest --games 20", f"diverge {MINE} lightest --games 20 --json"),
    *(f"plan {MINE} random --pilot 20", f"plan {MINE} random --pilot 20 --json"),
    *(f"replay {MINE} random --game 3", f"replay {MINE} random --game 3 --json"),
    *("strategies", "strategies --json", "rules", "rules draw", "rules --json", "--help"),
    *("simulate --help", "--version"),
]
COMMANDS = ["simulate", "compare", "duel", "diverge", "plan"]


def ended(line: str) -> int:
    """The exit code of a call in this process."""
    quiet = ["--quiet"] if line.split()[0] in COMMANDS and "--help" not in line else []
    with pytest.raises(SystemExit) as end:
        main([*line.split(), *quiet])
    return end.value.code if isinstance(end.value.code, int) else 0


@pytest.fixture
def _mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy with a parameter that is not ASCII, and streams that may be put in others' place."""
    (tmp_path / "mine.py").write_text(POLICY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stderr", sys.stderr)


@pytest.mark.usefixtures("_mine")
@pytest.mark.parametrize("line", LINES)
def test_every_encoding_is_written(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """What is printed can be read in it; JSON says the same in all of them."""
    told = {}
    for encoding in ("utf-8", "latin-1", "cp850", "ascii"):
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding, errors="strict")
        monkeypatch.setattr(sys, "stdout", stream)
        assert ended(line) == 0
        told[encoding] = raw.getvalue().decode(encoding)
        monkeypatch.setattr(sys, "stdout", io.StringIO())  # the old one lives to be read
    assert len(told["ascii"].splitlines()) == len(told["utf-8"].splitlines())
    if line.endswith("--json"):
        parsed = [[json.loads(one) for one in text.splitlines()] for text in told.values()]
        if MINE in line and "plan" not in line:
            assert all(MINE in json.dumps(one, ensure_ascii=False) for one in parsed)
    elif MINE in line:
        assert "größer" in told["latin-1"]
        assert "gr??er" in told["ascii"]


def test_signs_have_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dash of an interval is a hyphen where there is none."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "ascii"))
    assert ended("simulate greedy random --games 100") == 0
    assert re.search(rb"\d\.\d+-\d+\.\d", raw.getvalue())
    assert b"?" not in raw.getvalue()


def test_a_bar_is_of_signs_that_the_terminal_has(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(progress, "_QUIET_SECONDS", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    for encoding in ("ascii", "utf-8"):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stderr", Terminal(raw, encoding, errors="strict"))
        with progress.shown(False) as show:
            show(50, 100)
        assert b"50 of 100 games" in raw.getvalue()
        assert raw.getvalue().isascii() == (encoding == "ascii")


@pytest.mark.usefixtures("_mine")
@pytest.mark.parametrize("line", LINES)
def test_a_reader_that_has_left_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert ended(line) == 0
        monkeypatch.undo()
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("_mine")
@pytest.mark.parametrize("line", LINES)
def test_a_full_device_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    with open("/dev/full", "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert ended(line) == 1
        monkeypatch.undo()
    told = "dominosim: the output cannot be written: No space left on device\n"
    assert capsys.readouterr().err == told


def test_without_an_output_all_is_well(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `>&-` has it."""
    monkeypatch.setattr(sys, "stdout", None)
    assert ended("simulate greedy random --games 100") == 0
    assert ended("rules draw") == 0


def test_a_reader_that_stops_early_is_no_failure() -> None:
    """In the middle of more than a pipe holds; nothing is said when the interpreter ends."""
    command = [*PROGRAM, "replay", "greedy", "greedy", "--game", "0:10000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"Game 0")
        process.stdout.close()
        assert process.wait() == 0
        assert process.stderr.read() == b""


def test_the_interpreter_has_nothing_to_add_to_a_full_device() -> None:
    with open("/dev/full", "w") as full:
        line = [*PROGRAM, "rules", "draw"]
        done = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"dominosim: the output cannot be written: No space left on device\n"


def test_notices_that_cannot_be_written_are_lost_and_results_are_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    with Path("/dev/full").open("wb", buffering=0) as full:
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(full, "utf-8", line_buffering=True))
        with pytest.raises(SystemExit) as end:
            main(["simulate", "greedy", "random", "--games", "20k", "--json"])
        assert not end.value.code
        with pytest.raises(SystemExit) as end:
            main(["simulate", "greedi", "random"])
        assert end.value.code == 2
        monkeypatch.undo()
    assert json.loads(capsys.readouterr().out)["games"] == 20_000
