"""Signals that stop a run: it ends soon, and what was kept can be gone on with."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from simulator.engine.matchup import Matchup
from simulator.rules import rules_for
from strategies import policies
from tests.cli.conftest import Call

PROGRAM = """
import sys
import simulator.cli.progress
from simulator.cli import main

def lines(what):
    return lambda played, games: print("played", played, file=sys.stderr, flush=True)

simulator.cli.progress._lines = lines
sys.argv[0] = "dominosim"
main()
"""
"""The program itself, which tells every block of games; it is not told its arguments."""

LOOP = """
from pathlib import Path
from simulator.policy import place, policy
from simulator.tiles import heaviest

Path(__file__).with_suffix(".loaded").touch()

@policy("loop", summary="never returns")
def loop(view, params):
    while {condition}:
        pass
    return place(view, heaviest(view.playable))
"""
SOON = 10.0  # seconds, many more than it takes


def as_usual() -> None:
    """SIGINT as it is in a terminal, wherever the tests themselves are run."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ignored() -> None:
    """SIGINT as it is in a background job of a shell script."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def playing(
    line: str, out: Path, ignoring: bool = False, blocks: int = 3
) -> Iterator[subprocess.Popen[str]]:
    """The program playing, after it has told a few blocks."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *line.split(), "--out", str(out), "--threads", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=ignored if ignoring else as_usual,
    )
    with process:
        try:
            assert process.stderr is not None
            told = 0
            while told < blocks:
                text = process.stderr.readline()
                assert text, f"{line}: ended by itself"
                told += text.startswith("played ")
            yield process
        finally:
            process.kill()


def ending(process: subprocess.Popen[str], signals: Sequence[int]) -> tuple[int, str]:
    """Send signals, a moment apart; the exit code and what was said on stderr."""
    for number in signals[:-1]:
        process.send_signal(number)
        time.sleep(0.5)
        assert process.poll() is None
    process.send_signal(signals[-1])
    out, told = process.communicate(timeout=SOON)
    assert out == ""
    assert "Traceback" not in told
    return process.returncode, told


@pytest.mark.parametrize(
    ("line", "number", "ignoring"),
    [
        ("simulate greedy random --games 1e12", signal.SIGINT, False),
        ("simulate greedy random --games 1e12", signal.SIGTERM, True),
        ("compare greedy random lightest --games 1e12", signal.SIGTERM, False),
        ("duel greedy lightest --precision 1e-6 --games 1e12", signal.SIGHUP, False),
    ],
    ids=["Ctrl-C", "background job", "compare", "duel"],
)
def test_a_signal_stops_a_run(tmp_path: Path, line: str, number: int, ignoring: bool) -> None:
    with playing(line, tmp_path / "run", ignoring) as process:
        if ignoring:
            process.send_signal(signal.SIGINT)
        code, told = ending(process, [number])
    assert code == 128 + number
    assert "stopped after " in told
    assert f"go on with: dominosim run --resume {tmp_path / 'run'}" in told


def test_what_sigterm_stopped_is_gone_on_with(call: Call, tmp_path: Path) -> None:
    """Nothing is lost: what was played is not played again."""
    line = "simulate greedy random --games 400k"
    with playing(line, tmp_path / "run") as process:
        assert ending(process, [signal.SIGTERM])[0] == 128 + signal.SIGTERM
    outcome = call("run", "--resume", tmp_path / "run", "--json")
    assert outcome.code == 0
    assert outcome.err.startswith("going on after ")
    assert json.loads(outcome.out)["games"] == 400_000


@pytest.mark.compiled
@pytest.mark.parametrize(
    "signals",
    [[signal.SIGINT, signal.SIGINT], [signal.SIGTERM, signal.SIGTERM]],
    ids=["Ctrl-C", "SIGTERM"],
)
def test_the_second_signal_ends_what_never_returns(tmp_path: Path, signals: list[int]) -> None:
    """No block comes to an end, so the first signal finds the run waiting for its threads."""
    (tmp_path / "loop.py").write_text(LOOP.format(condition="view.random & 0xFFFF == 0"))
    line = f"simulate greedy {tmp_path / 'loop.py'}:loop --games 1e6"
    with playing(line, tmp_path / "run", blocks=1) as process:
        time.sleep(0.3)
        code, _ = ending(process, signals)
    assert code == 128 + signals[-1]


@pytest.mark.compiled
def test_a_policy_that_never_returns_is_stopped_before_it_is_compiled(tmp_path: Path) -> None:
    """It is tried in plain Python first, which hears Ctrl-C."""
    (tmp_path / "loop.py").write_text(LOOP.format(condition="view.turn > 3"))
    line = f"simulate greedy {tmp_path / 'loop.py'}:loop --games 1e6"
    with playing(line, tmp_path / "run", blocks=0) as process:
        while not (tmp_path / "loop.loaded").exists():
            assert process.poll() is None
            time.sleep(0.1)
        time.sleep(3)
        code, told = ending(process, [signal.SIGINT])
    assert (code, told.strip()) == (128 + signal.SIGINT, "")


def test_a_hangup_that_is_ignored_is_no_end(tmp_path: Path) -> None:
    """As nohup has it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with playing("simulate greedy random --games 1e12", tmp_path / "run") as process:
            code, _ = ending(process, [signal.SIGHUP, signal.SIGTERM])
    finally:
        signal.signal(signal.SIGHUP, before)
    assert code == 128 + signal.SIGTERM


@pytest.mark.compiled
@pytest.mark.parametrize("command", ["replay --game 0:10000", "diverge --games 10000"])
def test_a_single_game_that_never_ends_is_stopped(tmp_path: Path, command: str) -> None:
    """Games that are played one after another, not by threads, hear the first signal too."""
    Matchup(rules_for("draw", 2), policies("greedy", "random")).record(0, 0)  # it is compiled
    (tmp_path / "loop.py").write_text(LOOP.format(condition="view.random & 0xFFF == 0"))
    name, *options = command.split()
    line = [sys.executable, "-m", "simulator.cli", name, "greedy", f"{tmp_path / 'loop.py'}:loop"]
    with subprocess.Popen(
        [*line, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=as_usual,
    ) as process:
        try:
            while not (tmp_path / "loop.loaded").exists():
                assert process.poll() is None
                time.sleep(0.05)
            time.sleep(5.0)  # it has been compiled and has met the position
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=SOON) == 130
        finally:
            process.kill()
