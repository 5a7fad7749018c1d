"""A session of cells in a process of its own, in IPython or in plain Python.

Run as a program it reads the kind of session and its cells as JSON, runs them in order as they are,
and prints what each came to as JSON: the value of its last expression as text, or its error.
"""

from __future__ import annotations

import code
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Run = Callable[[str], Any]


def session(kind: str, *cells: str) -> list[str]:
    """What cells come to, run one after another.

    Parameters
    ----------
    kind : "terminal" (IPython in one), "kernel" (IPython in a notebook), "console"
        (`code.InteractiveConsole`) or "text" (`exec`).
    """
    home = Path(__file__).parents[2]
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "tests.notebooks.session"],
            input=json.dumps([kind, *cells]),
            capture_output=True,
            text=True,
            cwd=home,
            env={**os.environ, "IPYTHONDIR": folder},
        )
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


def _in_ipython(kind: str) -> Run:
    from IPython.core.compilerop import CachingCompiler
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    class Compiler(CachingCompiler):  # type: ignore[misc]
        """Names cells as ipykernel does."""

        def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
            """A file that is not there."""
            return f"/tmp/ipykernel_{os.getpid()}/{abs(hash(raw_code))}.py"

    config = Config()
    config.HistoryManager.enabled = False
    if kind == "kernel":
        config.InteractiveShell.compiler_class = Compiler
    shell = InteractiveShell.instance(config=config)

    def run(cell: str) -> Any:
        outcome = shell.run_cell(cell, store_history=True)
        outcome.raise_error()
        return outcome.result

    return run


def _in_python(kind: str) -> Run:
    names: dict[str, Any] = {"__name__": "__main__", "__builtins__": __builtins__}
    caught: list[BaseException] = []

    class Console(code.InteractiveConsole):
        """Keeps what was raised."""

        def showtraceback(self) -> None:
            """Instead of telling of it."""
            caught.append(sys.exc_info()[1])  # type: ignore[arg-type]

    def run(cell: str) -> Any:
        if kind == "console":
            Console(names).runsource(cell, "<console>", "exec")
            if caught:
                raise caught.pop()
        else:
            exec(cell, names)
        try:
            return eval(cell.splitlines()[-1], names)
        except SyntaxError:
            return None

    return run


def _outcome(run: Run, cell: str) -> str:
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return repr(run(cell))
    except Exception as error:  # whatever a cell may raise
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    kind, *cells = json.load(sys.stdin)
    run = _in_ipython(kind) if kind in ("terminal", "kernel") else _in_python(kind)
    print(json.dumps([_outcome(run, cell) for cell in cells]))
