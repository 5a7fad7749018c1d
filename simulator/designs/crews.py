"""Who plays the blocks of a run: threads of this process, or any executor.

A task for an executor is the text of an experiment and a stretch of groups, and gives a part; both
travel between processes. A worker makes the tables of an experiment once and keeps them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from simulator.designs.experiment import Experiment, design_named
from simulator.designs.identity import difference, identity_of
from simulator.designs.sources import Sources, check_travelling, sources_of
from simulator.errors import WorkerError

if TYPE_CHECKING:
    from simulator.designs.tables import Table
    from simulator.keeping.parts import Part
    from simulator.policy import Policy

_TABLES_KEPT = 64


class Played(NamedTuple):
    """A part, and how many seconds it took whoever played it."""

    part: Part
    seconds: float


Play = Callable[[int, int, int, bool], Played]
"""Plays of a table the groups from a first one up to a last one, with rows of games or without."""


class Players:
    """The tables of an experiment in this process, each made when it is first played."""

    def __init__(self, experiment: Experiment, policies: Sequence[Policy]) -> None:
        self._experiment, self._policies = experiment, policies
        self._lock = Lock()
        self._table = lru_cache(_TABLES_KEPT)(self._made)

    def prepare(self) -> None:
        """Make the first table, which compiles what is not compiled yet.

        Raises
        ------
        PolicyError
            A policy does not compile.
        """
        with self._lock:
            self._table(self._experiment.schedule().before)

    def play(self, table: int, first: int, last: int, keep_rows: bool) -> Played:
        """Play a stretch of a table; see `simulator.designs.tables.Table.count`."""
        with self._lock:  # two threads would make it twice
            found = self._table(table)
        begun = perf_counter()
        part = found.count(self._experiment.seed, first, last, keep_rows)
        return Played(part, perf_counter() - begun)

    def _made(self, table: int) -> Table:
        design = design_named(self._experiment.design)
        made: Table = design.table(self._experiment, self._policies, table)
        return made


@dataclass(frozen=True)
class Task:
    """What another process needs to play an experiment: it pickles.

    Attributes
    ----------
    experiment : the text of its file.
    sources : the files of users' policies.
    identity : what it is made of where it was asked for, as JSON.
    """

    experiment: str
    sources: Sources
    identity: str

    def prepare(self) -> None:
        """Make the first table in the process that this is called in; see `play`."""
        _players(self).prepare()

    def play(self, table: int, first: int, last: int, keep_rows: bool) -> Played:
        """Play a stretch; the tables are kept for the next one.

        Raises
        ------
        WorkerError
            A policy or the engine is not the one with which the run was begun.
        PolicyError
            A policy was at fault.
        """
        return _players(self).play(table, first, last, keep_rows)


@lru_cache(4)
def _players(task: Task) -> Players:
    from simulator.designs.experiment_file import experiment_in
    from simulator.designs.sources import resolved

    with TemporaryDirectory(prefix="dominosim-") as folder:
        task.sources.write(Path(folder))
        experiment = experiment_in(task.experiment, Path(folder))
        policies = resolved(experiment.playing, experiment.files)
        found = difference(json.loads(task.identity), identity_of(experiment, policies))
    if found is not None:
        raise WorkerError(f"a worker cannot play this: {found} is not the same there")
    return Players(experiment, policies)


class Crew:
    """Plays stretches, several at once.

    Parameters
    ----------
    play : plays one; for an executor of other processes it pickles.
    executor : where; threads of this process by default.
    workers : int, how many at once.

    Attributes
    ----------
    is_here : bool, whether they are played on threads of this process.
    ahead : int, how many to have under way behind the one that is waited for.
    """

    def __init__(self, play: Play, executor: Executor | None, workers: int) -> None:
        self._play, self._own = play, None if executor else ThreadPoolExecutor(workers)
        self._executor = executor or self._own
        self.is_here = executor is None or isinstance(executor, ThreadPoolExecutor)
        self.ahead = workers if self.is_here else 2 * workers

    def submit(self, table: int, first: int, last: int, keep_rows: bool) -> Future[Played]:
        """Have a stretch played."""
        assert self._executor is not None
        return self._executor.submit(self._play, table, first, last, keep_rows)

    def dismiss(self) -> None:
        """Let the threads go; those that play are not waited for."""
        if self._own is not None:
            self._own.shutdown(wait=False, cancel_futures=True)


def crew_for(
    experiment: Experiment,
    policies: Sequence[Policy],
    executor: Executor | None,
    workers: int,
) -> Crew:
    """Who plays an experiment: on threads its policies as they are, elsewhere by their texts.

    Raises
    ------
    ExperimentError
        It is to be played elsewhere by a policy to which no text leads.
    PolicyError
        A policy does not compile.
    """
    if executor is None or isinstance(executor, ThreadPoolExecutor):  # nothing needs to travel
        players = Players(experiment, policies)
        players.prepare()  # before the clock of the run starts
        return Crew(players.play, executor, workers)
    check_travelling(policies, experiment.files)
    sources = sources_of(policies, experiment.files)
    text = experiment.as_toml(sources.places)
    task = Task(text, sources, identity_of(experiment, policies).as_json())
    for prepared in [executor.submit(task.prepare) for _ in range(workers)]:
        prepared.result()
    return Crew(task.play, executor, workers)
