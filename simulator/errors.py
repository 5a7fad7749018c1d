"""What can go wrong, each with one line for the user and an exit code for scripts."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path


def nearest(name: str, names: Iterable[str]) -> str:
    """A hint for a name that is none of `names`: the nearest of them, else all."""
    known = list(names)
    near = get_close_matches(name, known, n=1, cutoff=0.4)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known) or 'none'}"


def one_line(text: str) -> str:
    """A text without its line breaks and indents; names with spaces in it stay as they are."""
    return " ".join(filter(None, map(str.strip, text.splitlines())))


def place(file: str, line: int) -> str:
    """Where in an author's code something is: `mine.py, line 12`, or `cell In[3], line 2`."""
    return f"{typed_in(file) or Path(file).name}, line {line}"


_CELLS = re.compile(r"<ipython-input-|[\\/]ipykernel_\d+[\\/]")
_TYPED = re.compile(r"<(stdin|console|python-input)\b")


def typed_in(file: str) -> str | None:
    """Where code was typed in, if it was; None where its name is a file's, or that of a text.

    The cells of a notebook are numbered by IPython, which tells its names for them if it runs.
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    told = getattr(getattr(shell, "compile", None), "format_code_name", lambda name: None)(file)
    if told is not None:
        kind, name = told  # as its tracebacks begin: ("Cell", "In[3]")
        return f"{kind.lower()} {name}"
    if _CELLS.search(file):
        return "the notebook"
    return "the console" if _TYPED.match(file) else None


class DominosimError(ValueError):
    """A problem the user can understand; its text is made one line."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))

    def _render_traceback_(self) -> list[str]:
        """The lines that IPython shows; it asks errors for them by this name.

        Its traceback is of our modules, a screen or two, and the text says where the mistake is.
        """
        return [f"{type(self).__name__}: {self}"]


class TileError(DominosimError):
    """A text or pair of values that is no tile."""


class RulesError(DominosimError):
    """Rules that are unknown, contradict each other or cannot be dealt."""


class ExperimentError(DominosimError):
    """An experiment that makes no sense: players, games, seed, files."""


class PolicyNameError(DominosimError):
    """A policy or a parameter that does not exist, or that cannot be called what it is."""


class PolicyError(DominosimError):
    """A policy that does not compile, raises, or returns what is no legal action."""

    exit_code = 1


class WorkerError(DominosimError):
    """Games that could not be played where they were sent to."""

    exit_code = 1


class ResultsError(DominosimError):
    """A results directory that is missing, damaged or cannot be written."""


class KeepingError(ResultsError):
    """Results that were played and could not be kept, wholly or in part."""

    exit_code = 1
