"""How tests call the program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from simulator.cli import main


class Outcome(NamedTuple):
    """What a call of the program came to."""

    code: int
    out: str
    err: str


Call = Callable[..., Outcome]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Call the program in this process with a list of arguments."""

    def run(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        code = end.value.code
        return Outcome(code if isinstance(code, int) else 0, told.out, told.err)

    return run


PROGRAM = [sys.executable, "-m", "simulator.cli"]
