"""How a run goes: on how many threads, who is told how far it is, where its results are kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simulator.errors import ExperimentError

if TYPE_CHECKING:
    from simulator.keeping.directory import RunDirectory

Progress = Callable[[int, int], None]
"""Is called with the games played so far and those of the whole run, first of all at the start."""

_MOST_THREADS = 1024


def silent(played: int, games: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Run:
    """How an experiment is to be played; nothing of this changes what comes out.

    Parameters
    ----------
    threads : int, 1 to 1,024; None for as many as the process may use.
    progress : is told how far the run is, in the thread that asked for it.
    directory : where results are kept; None where they are only returned.

    Raises
    ------
    ExperimentError
        No such number of threads.
    """

    threads: int | None = None
    progress: Progress = silent
    directory: RunDirectory | None = None

    def __post_init__(self) -> None:
        number = self.threads
        if number is not None and not (type(number) is int and 1 <= number <= _MOST_THREADS):
            raise ExperimentError(
                f"threads is a whole number from 1 to {_MOST_THREADS}, not {number!r}"
            )

    @property
    def workers(self) -> int:
        """The number of threads."""
        return self.threads or available_threads()


def available_threads() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
