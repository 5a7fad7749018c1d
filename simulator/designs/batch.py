"""Several experiments one after the other, each in a directory of its own below one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from os.path import isdir
from pathlib import Path
from typing import Any

from simulator.designs.continuing import gone_on
from simulator.designs.experiment import Experiment
from simulator.designs.experiment_file import read_experiment
from simulator.designs.identity import difference, identity_of
from simulator.designs.lifecycle import Begun, begun
from simulator.designs.result import Result
from simulator.designs.run import Progress, Run, silent
from simulator.designs.schedule import WHOLE, Shard, shard_named
from simulator.designs.sources import seated
from simulator.errors import DominosimError, ExperimentError, ResultsError

PLAYED, RESUMED, UNCHANGED, FAILED = "played", "resumed", "unchanged", "failed"


@dataclass(frozen=True)
class Outcome:
    """What happened to an experiment of a batch.

    Attributes
    ----------
    name : of its directory.
    what : "played", "resumed", "unchanged" (finished before) or "failed".
    games : int, how many its results are of; 0 where it failed.
    digest : of its results.
    reason : why it failed, one line.
    """

    name: str
    what: str
    games: int = 0
    digest: str = ""
    reason: str = ""


@dataclass(frozen=True)
class _Entry:
    """An experiment of a batch: what it is, or why it cannot be played."""

    name: str
    out: Path
    experiment: Experiment | None
    reason: str = ""


def play_batch(
    files: Sequence[Path],
    out: Path,
    run: Run,
    force: bool = False,
    save_games: bool = False,
    shard: Shard = WHOLE,
    progress: Progress = silent,
) -> Iterator[Outcome]:
    """Play experiments, each into a directory of its file's name below `out`.

    What is finished and unchanged is left, what was stopped is gone on with, and where one fails
    the others are played.

    Parameters
    ----------
    files : of experiments; no two of the same name.
    run, force, save_games, shard : as for a single one, see `simulator.designs.lifecycle.begun`.
    progress : is told of all games of all experiments together.

    Yields
    ------
    Outcome
        In the order of the files, as soon as it is known.

    Raises
    ------
    ExperimentError
        Two files have the same name.
    """
    names = [file.stem for file in files]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ExperimentError(f"two files are named {twice!r}; each has a directory of its name")
    entries = [_entry(file, out) for file in files]  # what cannot be played is known at once
    for entry in entries:
        if entry.reason:
            run.tell(f"{entry.name} is left out: {entry.reason}")
    total = sum(_games(entry.experiment) for entry in entries)
    done = 0
    for entry in entries:
        before = done

        def told(played: int, games: int, before: int = before) -> None:
            progress(before + played, total)

        yield _outcome(entry, run, force, save_games, shard, told)
        done += _games(entry.experiment)
        if done < total:
            progress(done, total)


def _entry(file: Path, out: Path) -> _Entry:
    try:
        experiment = read_experiment(file)
        seated(experiment)
    except DominosimError as error:
        return _Entry(file.stem, out / file.stem, None, str(error))
    return _Entry(file.stem, out / file.stem, experiment)


def _games(experiment: Experiment | None) -> int:
    return 0 if experiment is None else experiment.schedule().games


def _outcome(
    entry: _Entry, run: Run, force: bool, save_games: bool, shard: Shard, progress: Progress
) -> Outcome:
    if entry.experiment is None:
        return Outcome(entry.name, FAILED, reason=entry.reason)
    try:
        before = None if force else _before(entry.experiment, entry.out, shard)
        if before is not None and before[0] == UNCHANGED:
            return Outcome(entry.name, UNCHANGED, *before[1:])
        running: AbstractContextManager[Begun]
        if before is not None:
            what, running = RESUMED, gone_on(entry.out, run)
        else:
            asked = entry.experiment, entry.experiment.playing, run
            what, running = PLAYED, begun(*asked, entry.out, force, save_games, shard)
        with running as it:
            result: Result = it.play(progress)
            it.keep(result)
    except DominosimError as error:
        return Outcome(entry.name, FAILED, reason=str(error))
    return Outcome(entry.name, what, result.games, result.digest)


def _before(experiment: Experiment, out: Path, shard: Shard) -> tuple[Any, ...] | None:
    """Whether a directory holds this run, finished or stopped; None if it holds none.

    Raises
    ------
    ResultsError
        It holds another run.
    """
    from simulator.keeping.directory import EXPERIMENT, RunDirectory

    if not isdir(out):
        return None
    with RunDirectory(out) as directory:
        finished = not directory.is_begun
        if finished and not directory.is_finished:
            return None
        told, earlier = directory.read(), read_experiment(directory.current / EXPERIMENT)
    now = identity_of(experiment, seated(experiment))
    changed = difference(told["identity"], now)
    if changed is None and (
        earlier != experiment or shard_named(told.get("shard", WHOLE)) != shard
    ):
        changed = "what is asked"
    if changed is not None:
        raise ResultsError(
            f"{out} holds another run: {changed} has changed; --force plays it again"
        )
    return (UNCHANGED, told.get("games", 0), told["digest"]) if finished else (RESUMED,)
