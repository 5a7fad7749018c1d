"""Shards merged into the run that they are shares of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from simulator.designs.experiment import Experiment
from simulator.designs.identity import difference, identity_of
from simulator.designs.lifecycle import Begun, check_free, prepare
from simulator.designs.playing import Playing
from simulator.designs.run import Progress, Run, silent
from simulator.designs.schedule import WHOLE, Schedule, shard_named
from simulator.designs.sources import seated
from simulator.designs.verification import read_results
from simulator.errors import ExperimentError, ResultsError


class _Share(NamedTuple):
    """A finished shard: its directory, what it tells, and the groups of every table that it has."""

    directory: Path
    experiment: Experiment
    manifest: dict[str, Any]
    first: int
    last: int


def merge(
    directories: Sequence[str | Path],
    out: str | Path,
    force: bool = False,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Any:
    """Merge shards into the run that they are shares of.

    Parameters
    ----------
    directories : of the shards, in any order.
    out : the results directory to write; `force` : whether it may hold results already.
    progress, executor : for games of damaged parts, which are played again.

    Returns
    -------
    Result
        As if all was played in one run.

    Raises
    ------
    ResultsError
        A directory is no finished shard.
    ExperimentError
        They are of different runs, overlap, or do not have all games; the text says which.
    """
    run = Run(executor=executor)
    with merged([Path(one) for one in directories], run, Path(out), force) as running:
        result = running.play(progress)
        running.keep(result)
    return result


@contextmanager
def merged(
    directories: Sequence[Path], run: Run, out: Path, force: bool = False
) -> Iterator[Begun]:
    """The run that shards are shares of, to be concluded within the context; see `merge`."""
    from simulator.keeping.directory import RunDirectory
    from simulator.keeping.rows import ROWS

    shares = sorted(map(_share, directories), key=lambda share: share.first)
    if not shares:
        raise ExperimentError("name the directories of the shards")
    first = shares[0]
    for other in shares[1:]:
        _check_same(first, other)
    _check_whole(shares, first.experiment.schedule())
    policies = seated(first.experiment)
    changed = difference(first.manifest["identity"], identity_of(first.experiment, policies))
    if changed is not None:
        raise ResultsError(f"{first.directory} cannot be merged: {changed} has changed since")
    playing = Playing(first.experiment, policies, first.experiment.schedule(), run)
    rows = {(share.directory / ROWS).is_dir() for share in shares}
    with RunDirectory(out) as directory:
        check_free(directory, out, force)
        prepare(playing, directory, rows == {True}, [share.directory for share in shares])
        yield Begun(playing, directory)


def _share(directory: Path) -> _Share:
    from simulator.keeping.manifest import MANIFEST, checked

    experiment, manifest = read_results(directory)
    shard = shard_named(checked(manifest, directory / MANIFEST).get("shard", WHOLE))
    schedule = experiment.schedule(shard)
    return _Share(directory, experiment, manifest, schedule.first, schedule.last)


def _check_same(one: _Share, other: _Share) -> None:
    if one.experiment != other.experiment:
        raise ExperimentError(f"{one.directory} and {other.directory} are of different experiments")
    earlier, later = one.manifest["identity"], other.manifest["identity"]
    if earlier != later:
        what = "of the engine" if earlier["engine"] != later["engine"] else "of a policy"
        raise ExperimentError(
            f"{one.directory} and {other.directory} were played by different versions {what}"
        )


def _check_whole(shares: Sequence[_Share], schedule: Schedule) -> None:
    """Raise `ExperimentError` for groups that no shard has, and for those that two have."""
    reached, before = 0, None
    for share in shares:
        if share.first < reached and share.first < share.last:
            raise ExperimentError(
                f"{before} and {share.directory} both have {_games(share.first, reached, schedule)}"
            )
        if share.first > reached:
            missing = _games(reached, share.first, schedule)
            raise ExperimentError(f"{missing} are missing; no shard has them")
        reached, before = max(reached, share.last), share.directory
    if reached < schedule.groups:
        missing = _games(reached, schedule.groups, schedule)
        raise ExperimentError(f"{missing} are missing; no shard has them")


def _games(first: int, last: int, schedule: Schedule) -> str:
    where = " of every table" if schedule.tables > 1 else ""
    return f"games {first * schedule.size:,} to {last * schedule.size - 1:,}{where}"
