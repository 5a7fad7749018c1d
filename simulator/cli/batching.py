"""Several experiments in one command, and shards merged into one run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import session_options
from simulator.cli.program import cli
from simulator.cli.session import Session, conclude, prints, progress_shown

if TYPE_CHECKING:
    from simulator.designs.batch import Outcome
    from simulator.designs.shards import ShardResult


def perform_all(files: Sequence[Path], session: Session, save_games: bool) -> None:
    """Play several experiments and print what became of each; exit with 1 if one failed."""
    from simulator.designs.batch import FAILED, play_batch
    from simulator.designs.schedule import shard_named

    if session.out is None:
        raise click.UsageError("several files need --out DIR, where each has a directory")
    told = session.force, save_games, shard_named(session.shard)
    outcomes = list[Any]()
    try:
        with session.run() as run, progress_shown(session.quiet) as progress:
            for outcome in play_batch(files, session.out, run, *told, progress):
                outcomes.append(outcome)
    except KeyboardInterrupt:
        session.tell("what was stopped is kept: the same command goes on with it")
        raise
    finally:
        _print_batch(outcomes, session)
    if any(outcome.what == FAILED for outcome in outcomes):
        raise click.exceptions.Exit(1)


def _print_batch(outcomes: Sequence[Outcome], session: Session) -> None:
    if session.as_json:
        click.echo(json.dumps({"schema": 1, "experiments": [vars(one) for one in outcomes]}))
        return
    width = max((len(outcome.name) for outcome in outcomes), default=0)
    for outcome in outcomes:
        result = outcome.reason or f"{outcome.games:>15,} games  {outcome.digest[:23]}"
        click.echo(f"{outcome.name:{width}}  {outcome.what:9}  {result}")


@cli.command()
@click.argument("directories", nargs=-1, type=click.Path(path_type=Path), metavar="DIR...")
@session_options
def merge(directories: tuple[Path, ...], **session: Any) -> None:
    """Merge the shards of a run, played with `run FILE --shard K/N`, into one.

    The results are those of one run; shards that are missing, played twice or not of the same run
    are named.
    """
    from simulator.designs.merging import merged

    told = Session(**session)
    if told.out is None:
        raise click.UsageError("name the directory of the whole run with --out DIR")
    with told.run() as run, merged(directories, run, told.out, told.force) as running:
        conclude(running, told)


@prints("shard")
def show_shard(result: ShardResult, session: Session) -> None:
    """Print what a shard came to."""
    if session.as_json:
        told = {"schema": 1, "shard": str(result.shard), "games": result.games}
        click.echo(json.dumps({**told, "digest": result.digest}))
        return
    click.echo(f"shard {result.shard}, {result.games:,} games, seed {result.experiment.seed}")
    click.echo(result.digest)
