"""How a run goes: who plays, and who is told what on the way."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

from simulator.errors import ExperimentError

Progress = Callable[[int, int], None]
"""Is called with the games played so far and those of the whole run, first of all at the start."""
Tell = Callable[[str], None]
"""Is called with one line about something that the user should know."""

_MOST_THREADS = 1024
_MOST_WORKERS = 1_000_000
_HERE = 0.3  # seconds of a block: short for Ctrl-C and progress, long enough to cost nothing
_ELSEWHERE = 1.0
_SECONDS_A_WORKER = 0.06
"""Elsewhere a block takes as many seconds as this times the workers, so that 17 end in a second.

A Dask scheduler was seen to need 3 ms for one on a busy machine (`make bench`): 5 % of its time.
"""


def silent(played: int, games: int) -> None:
    """Tell nobody."""


def ignore(message: str) -> None:
    """Tell nobody what is new."""


def warn(message: str) -> None:
    """Tell as a warning of Python's."""
    warnings.warn(message, RuntimeWarning, stacklevel=2)


@dataclass(frozen=True)
class Run:
    """How an experiment is to be played; nothing of this changes what comes out.

    Parameters
    ----------
    threads : int, 1 to 1,024; None for as many as the process may use. With an executor: how many
        blocks it plays at once, up to a million; None for what it says of itself.
    tell : is told of damage, changes and what is waited for.
    news : is told how it goes, where there is more to say than how many games are played.
    executor : plays the blocks, in other processes or on other machines; None for threads here.

    Raises
    ------
    ExperimentError
        No such number of threads.
    """

    threads: int | None = None
    tell: Tell = warn
    executor: Executor | None = None
    news: Tell = ignore

    def __post_init__(self) -> None:
        number, most = self.threads, _MOST_THREADS if self.executor is None else _MOST_WORKERS
        if number is not None and not (type(number) is int and 1 <= number <= most):
            raise ExperimentError(f"threads is a whole number from 1 to {most}, not {number!r}")

    @property
    def workers(self) -> int:
        """How many blocks are played at once."""
        told = getattr(self.executor, "_max_workers", None)  # as executors of Python have it
        return self.threads or told or available_threads()

    @property
    def block_seconds(self) -> float:
        """How long a block takes, about."""
        if self.executor is None or isinstance(self.executor, ThreadPoolExecutor):
            return _HERE
        return max(_ELSEWHERE, _SECONDS_A_WORKER * self.workers)


def available_threads() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
