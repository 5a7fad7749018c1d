"""The command that looks for better values of a policy's parameters."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import Games, players_option, session_options, table_options
from simulator.cli.program import cli
from simulator.cli.session import Session, perform, prints

if TYPE_CHECKING:
    from simulator.designs.tune import TuneResult


@cli.command()
@click.argument("policy")
@click.option(
    "--against",
    multiple=True,
    required=True,
    metavar="POLICY",
    help="An opponent; may be repeated: all of them count the same.",
)
@table_options
@click.option(
    "--games",
    type=Games(),
    default=1_000_000,
    show_default=True,
    help="About how many, a fifth of them for the verdict.",
)
@players_option
@click.option(
    "--only",
    default="",
    metavar="NAME[=LOW:HIGH],...",
    help="The parameters to tune, with bounds where there are none; 0:8 are whole numbers, "
    "0.0:8 all between. By default all that have bounds and are not given behind a colon.",
)
@click.option(
    "--start",
    type=click.Choice(["values", "random"]),
    default="values",
    show_default=True,
    help="Where the search starts: at the policy's values, or at random within the bounds.",
)
@session_options
def tune(
    policy: str,
    against: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    games: int,
    players: str | None,
    only: str,
    start: str,
    **session: Any,
) -> None:
    """Look for values of POLICY's parameters that win more, and measure them on fresh deals.

    Values behind a colon are fixed, as in linear:draw_many=99. With --out what is found is left
    in DIR/weights.toml, to be played as POLICY@DIR/weights.toml.
    """
    from simulator.designs.experiment import ask

    options = {"players": int(players or 0), "only": only, "start": start}
    asked = ask("tune", [policy, *against], games, seed, rules, dict(settings), **options)
    perform(asked, Session(**session))


@prints("tune")
def show_tuning(result: TuneResult, session: Session) -> None:
    """Print what was found, and what it is worth."""
    if session.as_json:
        click.echo(json.dumps(result.document(), allow_nan=False))
    else:
        _print(result, session)


def _print(result: TuneResult, session: Session) -> None:
    from rich.console import Console

    from reports.terminal.tuning import tables
    from simulator.designs.tune import WEIGHTS

    console = Console(highlight=False)
    for part in tables(result.analysis):
        console.print(part, markup=False)
        console.print()
    if session.out is None:
        click.echo(f"play it as {result.tuned.spec}")
    else:
        click.echo(f"play it as {result.experiment.policies[0]}@{session.out / WEIGHTS}")
    click.echo(f"{result.elapsed:.1f} s, seed {result.experiment.seed}")
    click.echo(result.digest)
