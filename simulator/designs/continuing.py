"""Going on: with a run that was stopped, and with one that is finished, to more games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from math import ceil, isfinite
from os.path import isdir
from pathlib import Path
from typing import Any

from simulator.designs.experiment import Experiment, design_named
from simulator.designs.experiment_file import read_experiment
from simulator.designs.identity import difference, identity_of
from simulator.designs.lifecycle import Begun, keeper_of, prepare
from simulator.designs.playing import Playing
from simulator.designs.result import Result
from simulator.designs.run import Progress, Run, silent
from simulator.designs.schedule import WHOLE, shard_named
from simulator.designs.sources import found_again, sources_of
from simulator.errors import ExperimentError, ResultsError
from simulator.keeping.directory import EXPERIMENT, RunDirectory
from simulator.keeping.manifest import changed_files
from simulator.keeping.rows import ROWS

_MARGIN = 1.02
"""By how much more games are played than an interval should need, for it is an estimate."""


def resume(
    out: str | Path,
    threads: int | None = None,
    progress: Progress = silent,
    games: int | None = None,
    precision: float | None = None,
    executor: Executor | None = None,
) -> Any:
    """Go on with the run of a results directory.

    Parameters
    ----------
    out : the directory; its run was stopped, or is finished.
    threads, executor : see `simulator.designs.run.Run`; `progress` : see `Begun.play`.
    games : int, how many games to play altogether; by default as many as were asked for.
    precision : float, how wide the widest 95 % interval of a win rate may be in the end; so many
        games are played.

    Returns
    -------
    Result
        Of all games, as of one run; a finished one that has them is only read.

    Raises
    ------
    ResultsError
        No such run was begun, it is damaged, or what it is made of has changed.
    ExperimentError
        It has more games already, or precision is no number that can be reached.
    """
    run, wanted = Run(threads, executor=executor), games
    while True:
        with gone_on(Path(out), run, wanted, precision) as running:
            result = running.play(progress)
            running.keep(result)
        wanted = more_games(result, precision)
        if wanted is None:
            return result


@contextmanager
def gone_on(
    out: Path, run: Run, games: int | None = None, precision: float | None = None
) -> Iterator[Begun]:
    """The run of a directory, to be played on and kept within the context; see `resume`."""
    if not isdir(out):
        raise ResultsError(f"there is no run of {out} to go on with")
    _check_precision(precision)
    with RunDirectory(out) as directory:
        if directory.is_begun:
            yield _stopped(directory, run, games, precision)
        elif directory.is_finished:
            yield _finished(directory, run, games, precision)
        else:
            raise ResultsError(f"there is no run of {out} to go on with")


def _stopped(
    directory: RunDirectory, run: Run, games: int | None, precision: float | None
) -> Begun:
    """The run that was begun in a directory and stopped."""
    told, experiment = directory.read(), read_experiment(directory.current / EXPERIMENT)
    playing = _playing(directory, experiment, told, games, precision, run)
    playing.keeper = keeper_of(playing, directory)
    if playing.experiment != experiment:
        _check_longer(playing, playing.keeper.reached)
        sources = sources_of(playing.policies, experiment.files)
        text = playing.experiment.as_toml(sources.places)
        directory.write({EXPERIMENT: text})
    return Begun(playing, directory)


def _finished(
    directory: RunDirectory, run: Run, games: int | None, precision: float | None
) -> Begun:
    """A finished run, to be extended or mended; only read where it has what is asked for."""
    manifest, experiment = directory.read(), read_experiment(directory.current / EXPERIMENT)
    playing = _playing(directory, experiment, manifest, games, precision, run)
    playing.keeper = keeper_of(playing, directory)
    _check_longer(playing, playing.keeper.reached)
    if playing.experiment == experiment and not changed_files(directory.target, manifest):
        return Begun(playing)
    rows = (directory.target / ROWS).is_dir()
    prepare(playing, directory, rows, finished=[directory.target])
    return Begun(playing, directory)


def _playing(
    directory: RunDirectory,
    experiment: Experiment,
    told: Mapping[str, Any],
    games: int | None,
    precision: float | None,
    run: Run,
) -> Playing:
    """What is to be played of an experiment that was begun before, if it is still the same."""
    shard = shard_named(told.get("shard", WHOLE))
    if shard != WHOLE and (games is not None or precision is not None):
        raise ExperimentError(f"{directory.target} is a shard; merge it, then play more games")
    policies = found_again(experiment, directory.target)
    asked = _extended(experiment, games, precision)
    changed = difference(told["identity"], identity_of(experiment, policies))
    if changed is not None:
        raise ResultsError(
            f"the run of {directory.target} cannot be gone on with: {changed} has changed since it "
            "was begun; to begin again add --force to the command that began it"
        )
    _tell_of_edits(experiment, run)
    started = datetime.fromisoformat(told["started"])
    return Playing(asked, policies, asked.schedule(shard), run, started=started)


def _tell_of_edits(experiment: Experiment, run: Run) -> None:
    """Say which policies' files are no longer as they were copied into the directory."""
    for written, copy in experiment.files.items():
        file = Path(written).expanduser()
        if file.is_file() and copy.is_file() and file.read_bytes() != copy.read_bytes():
            run.tell(f"{written} has changed since; the run goes on with its copy, {copy}")


def _extended(experiment: Experiment, games: int | None, precision: float | None) -> Experiment:
    """The experiment with more games, or of a duel with another end."""
    if not (design_named(experiment.design).divisible or games is precision is None):
        raise ExperimentError(
            f"a {experiment.design} cannot be made longer; leave out --games and --precision"
        )
    if precision is not None and "precision" in design_named(experiment.design).options:
        options = {**experiment.options, "precision": precision}
        return replace(experiment, options=options, games=games or experiment.most_games())
    return experiment if games is None else replace(experiment, games=games)


def _check_longer(playing: Playing, groups: int) -> None:
    """Raise `ExperimentError` if more groups than are asked for are played already."""
    if playing.schedule.groups < groups:
        games = groups * playing.schedule.size
        asked = f"{playing.experiment.games:,}"
        raise ExperimentError(f"{games:,} games are played already; --games {asked} is fewer")


def _check_precision(precision: float | None) -> None:
    if precision is not None and not (isfinite(precision) and 0 < precision < 1):
        raise ExperimentError(f"precision is a width between 0 and 1, not {precision!r}")


def more_games(result: Result, precision: float | None) -> int | None:
    """How many games it should take to make the widest interval as narrow as is wanted.

    None where it is narrow enough, or nothing is wanted.

    Raises
    ------
    ExperimentError
        More games than can be played.
    """
    if precision is None or result.width <= precision:
        return None
    games = ceil(result.experiment.games * (result.width / precision) ** 2 * _MARGIN)
    most = result.experiment.most_games()
    if games > most:
        raise ExperimentError(
            f"intervals of {precision:g} take some {games:.1g} games; {most:,} can be played"
        )
    return games
