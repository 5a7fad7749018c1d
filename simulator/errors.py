"""What can go wrong, each with one line for the user and an exit code for scripts."""

from __future__ import annotations

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
    """Where in an author's code something is: `mine.py, line 12`."""
    return f"{Path(file).name}, line {line}"


class DominosimError(ValueError):
    """A problem the user can understand; its text is made one line."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class TileError(DominosimError):
    """A text or pair of values that is no tile."""


class RulesError(DominosimError):
    """Rules that are unknown, contradict each other or cannot be dealt."""


class ExperimentError(DominosimError):
    """An experiment that makes no sense: players, games, seed, files."""


class PolicyNameError(DominosimError):
    """A policy or a parameter of a policy that does not exist."""


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
