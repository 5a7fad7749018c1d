"""What a command that runs something needs: the experiment, its policies, where results go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simulator.errors import ExperimentError, ResultsError

if TYPE_CHECKING:
    from simulator.designs.experiment import Experiment
    from simulator.keeping.directory import RunDirectory
    from simulator.policy import Policy


@dataclass(frozen=True)
class Session:
    """How a run goes and where its results go.

    `directory` is None where they are only printed, `baseline` a directory of earlier results to
    compare with, `fail_below` the change of the first policy's win rate that counts as failed.
    """

    threads: int | None
    as_json: bool
    quiet: bool
    directory: RunDirectory | None
    baseline: Path | None = None
    fail_below: float | None = None

    def tell(self, message: str) -> None:
        """Say something on stderr unless it should be quiet."""
        if not self.quiet:
            click.echo(message, err=True)


def session_of(
    threads: int | None,
    out: Path | None,
    force: bool,
    as_json: bool,
    quiet: bool,
    baseline: Path | None = None,
    fail_below: float | None = None,
) -> Session:
    """A session from the options of `session_options`; an unusable --out is refused."""
    if fail_below is not None and baseline is None:
        raise ExperimentError("--fail-below is about a change; add --baseline DIR")
    if baseline is not None:
        from simulator.keeping.directory import read_directory

        read_directory(baseline)
    directory = None
    if out is not None:
        from simulator.keeping.directory import RunDirectory

        directory = RunDirectory(out, force)
    return Session(threads, as_json, quiet, directory, baseline, fail_below)


def experiment_of(
    policies: Sequence[str],
    games: int,
    seed: int,
    rules: str,
    settings: Sequence[tuple[str, str]],
    design: str = "simulate",
    **options: Any,
) -> Experiment:
    """The experiment that a command line asks for; options that are defaults are left out."""
    from simulator.designs.experiment import DESIGNS, Experiment

    told = {key: value for key, value in options.items() if value != DESIGNS[design][key]}
    return Experiment(tuple(policies), games, seed, rules, dict(settings), design, told)


def seated(specs: Sequence[str], quiet: bool) -> list[Policy]:
    """The policies that texts name; their first compilation will be announced."""
    from simulator.compiling.native import on_first_compilation
    from strategies.registry import resolve

    def notice() -> None:
        if not quiet:
            click.echo("compiling the engine and the policies, once for this machine ...", err=True)

    on_first_compilation(notice)
    return [resolve(spec) for spec in specs]


def check_save_games(save_games: bool, session: Session) -> None:
    """Refuse to keep rows where there is no directory for them."""
    if save_games and session.directory is None:
        raise ExperimentError("--save-games keeps rows in a directory; add --out DIR")


def build_report(directory: Path) -> Path:
    """Build a directory's report; damage becomes one line."""
    from reports import DamagedResults, build

    try:
        return build(directory)
    except DamagedResults as error:
        raise ResultsError(str(error)) from None
