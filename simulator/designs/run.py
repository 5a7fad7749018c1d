"""How a run goes: who plays, and who is told what on the way."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from simulator.errors import ExperimentError

Progress = Callable[[int, int], None]
"""Is called with the games played so far and those of the whole run, first of all at the start."""
Tell = Callable[[str], None]
"""Is called with one line about something that the user should know."""

_MOST_THREADS = 1024


def silent(played: int, games: int) -> None:
    """Tell nobody."""


def warn(message: str) -> None:
    """Tell as a warning of Python's."""
    warnings.warn(message, RuntimeWarning, stacklevel=2)


@dataclass(frozen=True)
class Run:
    """How an experiment is to be played; nothing of this changes what comes out.

    Parameters
    ----------
    threads : int, 1 to 1,024; None for as many as the process may use. With an executor: how many
        blocks it plays at once; None for what it says of itself.
    tell : is told of damage, changes and what is waited for.
    executor : plays the blocks, in other processes or on other machines; None for threads here.
    block_seconds : float, how long a block takes, about.

    Raises
    ------
    ExperimentError
        No such number of threads.
    """

    threads: int | None = None
    tell: Tell = warn
    executor: Executor | None = None
    block_seconds: float = 0.3

    def __post_init__(self) -> None:
        number = self.threads
        if number is not None and not (type(number) is int and 1 <= number <= _MOST_THREADS):
            raise ExperimentError(
                f"threads is a whole number from 1 to {_MOST_THREADS}, not {number!r}"
            )

    @property
    def workers(self) -> int:
        """How many blocks are played at once."""
        told = getattr(self.executor, "_max_workers", None)  # as executors of Python have it
        return self.threads or told or available_threads()


def available_threads() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
