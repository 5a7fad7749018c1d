"""The life of a run, whatever its design: begun, played or gone on with, kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import Experiment, design_named
from simulator.designs.identity import identity_of
from simulator.designs.pages import drawn
from simulator.designs.result import Result
from simulator.designs.run import Progress, Run, silent
from simulator.designs.schedule import WHOLE, Shard
from simulator.designs.shards import conclude_shard
from simulator.designs.sources import seated, sources_of
from simulator.errors import ExperimentError, KeepingError, ResultsError

if TYPE_CHECKING:
    from simulator.designs.playing import Playing
    from simulator.keeping.directory import RunDirectory
    from simulator.keeping.keeper import Keeper
    from simulator.policy import Policy


@dataclass
class Begun:
    """A run that is begun: to be played, and then to be kept.

    Attributes
    ----------
    playing : what is played.
    directory : where it is kept; None where results are only returned.
    """

    playing: Playing
    directory: RunDirectory | None = None

    def play(self, progress: Progress = silent) -> Any:
        """Play what is not kept yet.

        Parameters
        ----------
        progress : is called with the games played so far and those to be played.

        Returns
        -------
        Result
            The design's own kind; of a shard a `ShardResult`.

        Raises
        ------
        PolicyError
            A policy was at fault.
        """
        playing = self.playing
        playing.progress = progress
        if playing.schedule.shard != WHOLE:
            return conclude_shard(playing)
        return design_named(playing.experiment.design).conclude(playing)

    def keep(self, result: Result) -> None:
        """Write what is kept of the result and give it its place.

        Raises
        ------
        KeepingError
            It could not be written, and can be once there is room; or its report could not be
            drawn, and everything else is kept.
        """
        if self.directory is None:
            return
        from simulator.keeping.files import cannot_write

        trouble = None
        try:
            if self.playing.keeper is not None:
                self.playing.keeper.finish()
            self.directory.write(result.files())
            if result.has_page:
                trouble = drawn(self.directory.path, result)
            self.directory.write_manifest(result.manifest)
            self.directory.publish()
        except OSError as error:
            again = f"; go on with: dominosim run --resume {self.directory.target}"
            raise KeepingError(f"{cannot_write(self.directory.target, error)}{again}") from None
        if trouble is not None:
            raise trouble


@contextmanager
def begun(
    experiment: Experiment,
    policies: Sequence[Policy | str],
    run: Run,
    out: str | Path | None = None,
    force: bool = False,
    save_games: bool = False,
    shard: Shard = WHOLE,
) -> Iterator[Begun]:
    """A run that begins; it can be played and kept within the context.

    Parameters
    ----------
    experiment : what is asked.
    policies : its policies; texts are resolved.
    run : how it is played.
    out : the results directory; None to keep nothing.
    force : bool, whether results that `out` holds may be replaced when the new ones are complete.
    save_games : bool, whether to keep a row of every game too.
    shard : which share of the games to play.

    Raises
    ------
    DominosimError
        What is asked makes no sense; the text is one line.
    """
    from simulator.designs.playing import Playing

    _check(experiment, out, save_games, shard)
    found = seated(experiment, policies)  # what cannot be found leaves no directory
    playing = Playing(experiment, found, experiment.schedule(shard), run)
    if out is None:
        yield Begun(playing)
        return
    from simulator.keeping.directory import RunDirectory

    with RunDirectory(Path(out)) as directory:
        check_free(directory, Path(out), force)
        prepare(playing, directory, save_games)
        yield Begun(playing, directory)


def prepare(
    playing: Playing,
    directory: RunDirectory,
    save_games: bool,
    finished: Sequence[Path] = (),
) -> None:
    """Begin a run in its directory, with the parts of finished ones if there are some."""
    from simulator.keeping.directory import EXPERIMENT

    sources = sources_of(playing.policies, playing.experiment.files)
    text = playing.experiment.as_toml(sources.places)
    told = {
        "identity": identity_of(playing.experiment, playing.policies).told,
        "started": playing.started.isoformat(),
        "shard": str(playing.schedule.shard),
    }
    directory.begin({EXPERIMENT: text.encode(), **sources.files}, told, save_games)
    for earlier in finished:
        directory.bring(earlier)
    playing.keeper = keeper_of(playing, directory)


def start(
    experiment: Experiment,
    policies: Sequence[Policy | str],
    threads: int | None = None,
    progress: Progress = silent,
    out: str | Path | None = None,
    force: bool = False,
    save_games: bool = False,
    executor: Executor | None = None,
) -> Any:
    """Play an experiment and, with `out`, keep its results there.

    For `threads` and `executor` see `simulator.designs.run.Run`, for `progress` `Begun.play`, for
    the others `begun`.

    Ctrl-C and errors leave a run to go on with, unless nothing was played yet.

    Returns
    -------
    Result
        The design's own kind.

    Raises
    ------
    DominosimError
        What is asked makes no sense, a policy is at fault, or results cannot be kept.
    """
    run = Run(threads, executor=executor)
    with begun(experiment, policies, run, out, force, save_games) as running:
        result = running.play(progress)
        running.keep(result)
    return result


def keeper_of(playing: Playing, directory: RunDirectory) -> Keeper:
    """What keeps the parts of a run in a directory, and has those kept before."""
    from simulator.keeping.keeper import Keeper

    identity = identity_of(playing.experiment, playing.policies)
    told = identity.fingerprint, playing.run.tell
    return Keeper(directory.current, directory.rows, directory.target, *told)


def _check(experiment: Experiment, out: str | Path | None, save_games: bool, shard: Shard) -> None:
    if save_games and out is None:
        raise ExperimentError("--save-games keeps rows in a directory; add --out DIR")
    if save_games and not design_named(experiment.design).has_rows:
        raise ExperimentError(f"--save-games keeps rows of simulate, not of {experiment.design}")
    if shard != WHOLE and not design_named(experiment.design).divisible:
        raise ExperimentError(
            f"a {experiment.design} has no shards: what it plays follows from what it has played"
        )
    if shard != WHOLE and out is None:
        raise ExperimentError("a shard is kept in a directory to be merged; add --out DIR")


def check_free(directory: RunDirectory, out: Path, force: bool) -> None:
    """Raise `ResultsError` if there are results or a run that nobody said may go."""
    if force:
        return
    if directory.is_begun:
        raise ResultsError(
            f"{out} holds a run that was stopped; go on with it: dominosim run --resume {out}, "
            "or add --force to begin again"
        )
    if directory.is_finished:
        raise ResultsError(f"{out} is not empty; choose another --out or add --force")
