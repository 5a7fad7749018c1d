"""What a command that plays an experiment is told beside it, and how it comes to its output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.progress import Show, shown
from simulator.errors import ExperimentError

if TYPE_CHECKING:
    from simulator.designs.baseline import Baseline
    from simulator.designs.experiment import Experiment
    from simulator.designs.result import Result


@dataclass(frozen=True)
class Session:
    """The options of `session_options` and `baseline_options`.

    `baseline` is a directory of earlier results to compare with, `fail_below` the change of the
    first policy's win rate that counts as failed.
    """

    threads: int | None
    out: Path | None
    force: bool
    as_json: bool
    quiet: bool
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


Printer = Callable[[Any, Session], None]

_PRINTERS: dict[str, Printer] = {}


def prints(design: str) -> Callable[[Printer], Printer]:
    """Declare the function that prints a design's results."""

    def declare(printer: Printer) -> Printer:
        _PRINTERS[design] = printer
        return printer

    return declare


def perform(experiment: Experiment, session: Session, save_games: bool = False) -> None:
    """Play an experiment of any design, keep its results and print them."""
    from simulator.designs.lifecycle import start

    baseline = session.baseline_of(experiment)
    told = session.out, session.force, save_games
    with progress_shown(session.quiet, session.out) as progress:
        result = start(experiment, experiment.policies, session.threads, progress, *told)
    try:
        _PRINTERS[result.experiment.design](result, session)
    finally:  # whoever reads may have seen enough
        if baseline is not None:
            judge(result, session, baseline)


def go_on(directory: Path, session: Session) -> None:
    """Go on with a run that was stopped, and print its results."""
    from simulator.designs.lifecycle import resume

    with progress_shown(session.quiet, directory) as progress:
        result = resume(directory, session.threads, progress)
    _PRINTERS[result.experiment.design](result, session)


@contextmanager
def progress_shown(quiet: bool, out: Path | None = None) -> Iterator[Show]:
    """Tell how far a run is, and at Ctrl-C how far it was and how to go on."""
    announce_compilation(quiet)
    reached: list[int] = []
    with shown(quiet) as show:

        def progress(played: int, games: int) -> None:
            if not reached and played and not quiet:
                click.echo(f"going on after {played:,} of {games:,} games", err=True)
            reached[:] = played, games
            show(played, games)

        try:
            yield progress
        except KeyboardInterrupt:
            if reached:
                kept = f"; go on with: dominosim run --resume {out}" if out else ""
                click.echo(f"stopped after {reached[0]:,} of {reached[1]:,} games{kept}", err=True)
            raise


def announce_compilation(quiet: bool) -> None:
    """Say when something is compiled for the first time, unless it should be quiet."""
    from simulator.compiling.native import on_first_compilation

    def notice() -> None:
        if not quiet:
            click.echo("compiling the engine and the policies, once for this machine ...", err=True)

    on_first_compilation(notice)


def judge(result: Result, session: Session, baseline: Baseline) -> None:
    """Say how win rates changed; exit with 1 where the first policy's fell too far."""
    changed = baseline.changed_sources(result)
    if changed:
        session.tell(f"the source of {', '.join(changed)} has changed since {baseline.directory}")
    failed = False
    for change in baseline.changes(result).to_dict("records"):
        session.tell(
            f"{change['first']} against {change['second']}: "
            f"win rate {change['win_rate_before']:.4f} before, {change['win_rate']:.4f} now, "
            f"{change['change']:+.4f} ({change['low']:+.4f} to {change['high']:+.4f})"
        )
        own = change["first"] == result.experiment.policies[0]
        failed |= own and session.fail_below is not None and change["high"] < session.fail_below
    if failed:
        raise click.exceptions.Exit(1)
