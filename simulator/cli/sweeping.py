"""The command that plays a policy with all values of its parameters against another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import Games, players_option, session_options, table_options
from simulator.cli.program import cli
from simulator.cli.session import Session, perform, prints
from simulator.designs.naming import who_cheats

if TYPE_CHECKING:
    from simulator.designs.sweep import SweepResult


@cli.command()
@click.argument("policies", nargs=-1, metavar="POLICY:PARAMETER=VALUES...")
@click.option("--against", default="", metavar="POLICY", help="The policy that all points play.")
@table_options
@click.option(
    "--games", type=Games(), default=10_000, show_default=True, help="Of each point, all seatings."
)
@players_option
@session_options
def sweep(
    policies: tuple[str, ...],
    against: str,
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    games: int,
    players: str | None,
    **session: Any,
) -> None:
    """Play a policy with many values of its parameters against another, and say which are best.

    VALUES are 0..8 in whole steps, 0..1/0.25 in other ones, or 1,2,4; of a policy one or two
    parameters run, as in linear:ends=0..12/4:fit=-8..0/4. All points meet the same deals in every
    seating; with --players 3 or 4 the point has one seat, in turn every one.
    """
    from simulator.designs.experiment import ask

    options = {"players": int(players or 0), "against": against}
    asked = ask("sweep", policies, games, seed, rules, dict(settings), **options)
    perform(asked, Session(**session))


@prints("sweep")
def show_sweep(result: SweepResult, session: Session) -> None:
    """Print what a sweep says."""
    if session.as_json:
        from reports.terminal.sweep import sweep_document

        told = result.experiment.as_dict()
        schema = told.pop("schema")
        told = {"schema": schema, "experiment": told, **sweep_document(result.analysis)}
        told |= who_cheats(result.cheats)
        click.echo(json.dumps(told | {"digest": result.digest}, allow_nan=False))
    else:
        _print(result)


def _print(result: SweepResult) -> None:
    from rich.console import Console

    from reports.terminal.sweep import sweep_board

    console = Console(highlight=False)
    for part in sweep_board(result.analysis):
        console.print(part, markup=False)
        console.print()
    click.echo(f"seed {result.experiment.seed}, {result.digest}")
