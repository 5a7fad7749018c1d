"""A program that is stopped: small runs with many commits, and children that die on demand.

A child is forked, so that it starts at once with everything compiled. It dies at its n-th change of
a file: before it, and where a file is opened to be written, with garbage in it.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import simulator.designs.lifecycle
import simulator.designs.playing
import simulator.keeping.keeper
import simulator.keeping.rows
from simulator.cli import main
from simulator.designs.result import Result

KILLED = 9
"""Exit code of a child that died as by `kill -9`."""
BLOCK = 40
"""Groups of a block and of a commit."""
_CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link")
_WRITES = os.O_WRONLY | os.O_RDWR


def small_steps(patch: pytest.MonkeyPatch) -> None:
    """Have a few games come to many blocks, each committed; rows in files of 50; no real page."""
    patch.setattr(simulator.designs.playing, "_FIRST_BLOCK", BLOCK)
    patch.setattr(simulator.designs.playing._Sizes, "learn", lambda self, groups, seconds: None)
    patch.setattr(simulator.keeping.keeper, "COMMIT_SECONDS", 0.0)
    patch.setattr(simulator.keeping.keeper, "_MOST_OF_TIME", float("inf"))
    patch.setattr(simulator.keeping.rows, "GAMES_A_FILE", 50)
    patch.setattr(simulator.designs.lifecycle, "drawn", _drawn)


def _drawn(path: Path, result: Result) -> None:
    """In place of drawing, which takes long, write such files."""
    (path / "figures").mkdir(exist_ok=True)
    (path / "figures" / "wins.svg").write_text(result.digest)
    (path / "report.html").write_text(result.digest)


def child(line: Sequence[str | Path], stop: int = 0, interrupt: bool = False) -> int:
    """The exit code of the program in a child that dies at its change of this number.

    With `interrupt` it is as if Ctrl-C was pressed then, and the program may end by itself.
    """
    sys.stdout.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads, from 3.12
        number = os.fork()
    if number:
        return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    code = 70
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        if stop:
            sys.addaudithook(_Stop(stop, interrupt))
        main([str(argument) for argument in line])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        os._exit(code)


class _Stop:
    """Counts changes of files and stops the process at one of them."""

    def __init__(self, number: int, interrupt: bool) -> None:
        self._left, self._interrupt = number, interrupt

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _CHANGES and not (event == "open" and _writes(arguments)):
            return
        self._left -= 1
        if self._left != 0:
            return
        if self._interrupt:
            raise KeyboardInterrupt
        if event == "open" and arguments[2] & os.O_TRUNC:
            Path(arguments[0]).write_bytes(b"garbage")
        os._exit(KILLED)


def _writes(arguments: tuple[Any, ...]) -> bool:
    path, _, flags = arguments
    return isinstance(flags, int) and bool(flags & _WRITES) and not str(path).startswith("/dev/")


def tables(directory: Path) -> dict[str, bytes]:
    """The files of a results directory that are the same whenever and however it was played.

    Not the manifest, which holds timings and times, and not how parts were joined.
    """
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file() and path.name != "manifest.json" and path.parent.name != "parts"
    }
