"""What a command that plays an experiment is told beside it, and how it comes to its output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.progress import Show, shown
from simulator.errors import ExperimentError

if TYPE_CHECKING:
    from simulator.designs.baseline import Baseline
    from simulator.designs.experiment import Experiment
    from simulator.designs.lifecycle import Begun
    from simulator.designs.result import Result
    from simulator.designs.run import Run


def complain(message: str) -> None:
    """Say on stderr what a user should know, however quiet it should be."""
    click.echo(f"dominosim: {message}", err=True)


@dataclass(frozen=True)
class Session:
    """The options of `session_options`, `shard_option` and `baseline_options`.

    `shard` is the share of the games to play, `cluster` where, `baseline` a directory of earlier
    results to compare with, `fail_below` the change of the first policy's win rate that counts as
    failed.
    """

    threads: int | None
    out: Path | None
    force: bool
    as_json: bool
    quiet: bool
    cluster: str | None = None
    shard: str = "1/1"
    baseline: Path | None = None
    fail_below: float | None = None

    def __post_init__(self) -> None:
        if self.fail_below is not None and self.baseline is None:
            raise ExperimentError("--fail-below is about a change; add --baseline DIR")

    def baseline_of(self, experiment: Experiment) -> Baseline | None:
        """The earlier run that an experiment's is compared with, read and checked."""
        if self.baseline is None:
            return None
        from simulator.designs.baseline import read_baseline

        found, first = read_baseline(experiment, self.baseline), experiment.policies[0]
        if self.fail_below is not None and all(first not in pair for pair in found.common):
            raise ExperimentError(
                f"--fail-below is about {first}, of which {self.baseline} has no such pairing"
            )
        return found

    def tell(self, message: str) -> None:
        """Say something on stderr unless it should be quiet."""
        if not self.quiet:
            click.echo(message, err=True)

    @contextmanager
    def run(self) -> Iterator[Run]:
        """How a run goes: on threads here or on a cluster."""
        from simulator.designs.cluster import on_cluster
        from simulator.designs.run import Run

        with on_cluster(Run(self.threads, complain, news=self.tell), self.cluster) as run:
            yield run


Printer = Callable[[Any, Session], None]

_PRINTERS: dict[str, Printer] = {}


def prints(design: str) -> Callable[[Printer], Printer]:
    """Declare the function that prints a design's results."""

    def declare(printer: Printer) -> Printer:
        _PRINTERS[design] = printer
        return printer

    return declare


def perform(experiment: Experiment, session: Session, save_games: bool = False) -> None:
    """Play an experiment of any design, print its results and keep them."""
    from simulator.designs.lifecycle import begun
    from simulator.designs.schedule import shard_named

    told = session.out, session.force, save_games, shard_named(session.shard)
    baseline = session.baseline_of(experiment)
    with session.run() as run, begun(experiment, experiment.playing, run, *told) as running:
        conclude(running, session, baseline=baseline)


def go_on(
    directory: Path, session: Session, games: int | None = None, precision: float | None = None
) -> None:
    """Go on with a run that was stopped, or with a finished one to more games."""
    from simulator.designs.continuing import gone_on, more_games

    session, wanted = replace(session, out=directory), games
    with session.run() as run:
        while True:
            with gone_on(directory, run, wanted, precision) as running:
                with progress_shown(session.quiet, directory) as progress:
                    result = running.play(progress)
                wanted = more_games(result, precision)
                if wanted is None:
                    conclude(running, session, result)
                    return
                running.keep(result)


def conclude(
    running: Begun,
    session: Session,
    result: Result | None = None,
    baseline: Baseline | None = None,
) -> None:
    """Print the results of a run that is begun, keep them, and compare them with earlier ones.

    So neither a disk that is full nor a reader who has seen enough costs anything else. Without
    `result` the run is played first.
    """
    if result is None:
        with progress_shown(session.quiet, session.out) as progress:
            result = running.play(progress)
    with ExitStack() as stack:
        if baseline is not None:
            stack.callback(judge, result, session, baseline)
        stack.callback(_keep, running, result, session)
        _PRINTERS[result.kind](result, session)


def _keep(running: Begun, result: Result, session: Session) -> None:
    running.keep(result)
    if session.out is not None and not session.as_json:
        page = session.out / "report.html"
        click.echo(f"report: {page}" if result.has_page else f"results: {session.out}")


@contextmanager
def progress_shown(quiet: bool, out: Path | None = None) -> Iterator[Show]:
    """Tell how far a run is, and at Ctrl-C how far it was and how to go on."""
    announce_compilation(quiet)
    reached: list[int] = []
    with shown(quiet) as show:

        def progress(played: int, games: int) -> None:
            if not reached and 0 < played < games and not quiet:
                click.echo(f"going on after {played:,} of {games:,} games", err=True)
            reached[:] = played, games
            show(played, games)

        try:
            yield progress
        except KeyboardInterrupt:
            if reached:
                again = f"; go on with: dominosim run --resume {out}"
                kept = again if out and reached[0] else ""
                click.echo(f"stopped after {reached[0]:,} of {reached[1]:,} games{kept}", err=True)
            raise


def announce_compilation(quiet: bool) -> None:
    """Say when something is compiled for the first time, unless it should be quiet."""
    from simulator.compiling.native import on_first_compilation

    def notice() -> None:
        if not quiet:
            click.echo("compiling the engine and the policies, once for this machine ...", err=True)

    on_first_compilation(notice)


def tell_caveats(cheats: Sequence[str]) -> None:
    """Print what those who cheat are, by their texts."""
    from reports.words.sentences import caveats

    for sentence in caveats(cheats):
        click.echo(sentence)


def judge(result: Result, session: Session, baseline: Baseline) -> None:
    """Say how win rates changed; exit with 1 where the first policy's fell too far."""
    changed = baseline.changed_sources(result)
    if changed:
        names = ", ".join(map(result.names.__getitem__, changed))
        session.tell(f"the source of {names} has changed since {baseline.directory}")
    failed = False
    for change in baseline.changes(result).to_dict("records"):
        session.tell(
            f"{result.names[change['first']]} against {result.names[change['second']]}: "
            f"win rate {change['win_rate_before']:.4f} before, {change['win_rate']:.4f} now, "
            f"{change['change']:+.4f} ({change['low']:+.4f} to {change['high']:+.4f})"
        )
        own = change["first"] == result.experiment.policies[0]
        failed |= own and session.fail_below is not None and change["high"] < session.fail_below
    if failed:
        raise click.exceptions.Exit(1)
