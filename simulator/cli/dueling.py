"""Commands for two policies: a duel that ends when it is clear, and a plan how long that takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import (
    Games,
    Real,
    baseline_options,
    cluster_option,
    quiet_option,
    session_options,
    table_options,
    threads_option,
)
from simulator.cli.program import cli
from simulator.cli.session import Session, perform, prints, progress_shown, tell_caveats

if TYPE_CHECKING:
    from simulator.designs.duel import DuelResult


def error_options(command: Any) -> Any:
    """How often a duel may be wrong."""
    alpha = click.option(
        "--alpha",
        type=Real(),
        default=0.05,
        show_default=True,
        help="Risk to call a winner among equals.",
    )
    beta = click.option(
        "--beta",
        type=Real(),
        default=0.05,
        show_default=True,
        help="Risk to miss a difference that matters.",
    )
    return alpha(beta(command))


@cli.command()
@click.argument("policies", nargs=2, metavar="A B")
@table_options
@click.option(
    "--margin",
    type=Real(),
    default=0.005,
    show_default=True,
    help="Smallest difference of the win rate from 1/2 that matters.",
)
@error_options
@click.option(
    "--precision", type=Real(), default=0.0, help="Run until the interval is so narrow instead."
)
@click.option(
    "--max-games",
    "--games",
    type=Games(),
    default=10_000_000,
    show_default=True,
    help="Where it ends undecided.",
)
@baseline_options
@session_options
def duel(
    policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    max_games: int,
    margin: float,
    alpha: float,
    beta: float,
    precision: float,
    **session: Any,
) -> None:
    """Play A against B on equal deals until it is clear who is better, or that neither is.

    The interval holds however often one looks; where the duel ends depends on the games alone.
    """
    from simulator.designs.experiment import ask

    options = {"margin": margin, "alpha": alpha, "beta": beta, "precision": precision}
    asked = ask("duel", policies, max_games, seed, rules, dict(settings), **options)
    perform(asked, Session(**session))


@prints("duel")
def show_duel(result: DuelResult, session: Session) -> None:
    """Print how a duel ended."""
    if session.as_json:
        click.echo(json.dumps(result.document(), allow_nan=False))
    else:
        _print(result, session)


def _print(result: DuelResult, session: Session) -> None:
    first, second = result.names.values()
    margin = result.experiment.option("margin")
    told = {
        "first": f"{first} is better than {second}",
        "second": f"{second} is better than {first}",
        "equivalent": f"{first} and {second} differ by less than {100 * margin:g} % of games",
        "undecided": f"{first} against {second} is undecided",
    }[result.decision]
    click.echo(told)
    rate, low, high = (100 * value for value in (result.win_rate, result.low, result.high))
    click.echo(f"{first} wins {rate:.2f} % ({low:.2f} to {high:.2f} %) of {result.games:,} games")
    tell_caveats(result.cheats)
    click.echo(f"{result.elapsed:.1f} s, seed {result.experiment.seed}")
    click.echo(result.digest)


@cli.command()
@click.argument("policies", nargs=2, metavar="A B")
@table_options
@click.option(
    "--resolve",
    type=Real(),
    default=0.005,
    show_default=True,
    help="The difference of the win rate from 1/2 to be seen.",
)
@error_options
@click.option("--pilot", type=Games(), default=4000, show_default=True, help="Games of the pilot.")
@threads_option
@cluster_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@quiet_option
def plan(
    policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    as_json: bool,
    quiet: bool,
    resolve: float,
    threads: int | None,
    cluster: str | None,
    **told: Any,
) -> None:
    """Play a short pilot and say how many games, and how long, a difference needs to show."""
    from simulator.designs.cluster import on_cluster
    from simulator.designs.plan import plan as planned
    from simulator.designs.run import Run

    told |= {"rules": rules, "overrides": dict(settings)}
    with on_cluster(Run(threads), cluster) as run, progress_shown(quiet) as progress:
        told |= {"threads": run.threads, "executor": run.executor, "progress": progress}
        result = planned(policies, resolve, **told)
    if as_json:
        click.echo(result.tests.to_json(orient="records"))
        return
    games = f"{result.games:,} games"
    click.echo(
        f"{result.names[policies[0]]} wins {100 * result.win_rate:.1f} % of a pilot of {games};"
    )
    click.echo(f"to see a difference of {100 * resolve:g} % of games it takes\n")
    for row in result.tests.to_dict("records"):
        click.echo(f"  {_planned(row):47}{row['games']:>13,} games{row['seconds']:>10,.1f} s")
    tell_caveats(result.cheats)


def _planned(row: Mapping[Any, Any]) -> str:
    """What a line of a plan is about."""
    if row["test"] == "fixed":
        return "a fixed number, " + ("mirrored deals" if row["mirrored"] else "independent games")
    apart = f"{100 * row['difference']:g} % apart" if row["difference"] else "equal"
    return f"a duel, on average if policies are {apart}"
