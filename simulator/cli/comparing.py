"""The command that compares policies on equal deals and ranks them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import (
    Games,
    baseline_options,
    players_option,
    session_options,
    table_options,
)
from simulator.cli.program import cli
from simulator.cli.session import Session, perform, prints
from simulator.designs.naming import who_cheats

if TYPE_CHECKING:
    from simulator.designs.compare import CompareResult


@cli.command()
@click.argument("policies", nargs=-1, metavar="POLICY POLICY...")
@table_options
@click.option(
    "--games", type=Games(), default=10_000, show_default=True, help="Of each table, all seatings."
)
@players_option
@click.option(
    "--seatings",
    type=click.Choice(["rotations", "all"]),
    default="rotations",
    help="The orders in which the same deals are played.",
)
@click.option(
    "--estimator",
    type=click.Choice(["best", "games", "rounds"]),
    default="best",
    help="Win rates from whole games, from rounds by the score chain, or the tighter of both.",
)
@click.option("--anchor", default="", metavar="POLICY", help="The policy whose rating is zero.")
@baseline_options
@session_options
def compare(
    policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    games: int,
    players: str | None,
    seatings: str,
    estimator: str,
    anchor: str,
    **session: Any,
) -> None:
    """Play every pairing of the policies on the same deals in every seating, and rank them.

    With --players 3 or 4 every table of so many of them.
    """
    from simulator.designs.experiment import ask

    options = {"players": int(players or 0), "seatings": seatings}
    options |= {"estimator": estimator, "anchor": anchor}
    asked = ask("compare", policies, games, seed, rules, dict(settings), **options)
    perform(asked, Session(**session))


@prints("compare")
def show_comparison(result: CompareResult, session: Session) -> None:
    """Print what a comparison says."""
    if session.as_json:
        from reports.terminal.document import document

        told = result.experiment.as_dict()
        schema = told.pop("schema")
        told = {"schema": schema, "experiment": told, **document(result.analysis)}
        told |= who_cheats(result.cheats)
        click.echo(json.dumps(told | {"digest": result.digest}, allow_nan=False))
    else:
        _print(result, session)


def _print(result: CompareResult, session: Session) -> None:
    from rich.console import Console

    from reports.terminal.cells import WIDTH
    from reports.terminal.comparison import scoreboard

    console = Console(highlight=False)
    for part in scoreboard(result.analysis, max(WIDTH, console.width)):
        console.print(part, markup=False)
        console.print()
    click.echo(f"seed {result.experiment.seed}, {result.digest}")
