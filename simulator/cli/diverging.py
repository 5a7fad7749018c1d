"""The command that shows where two policies part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import Games, Whole, quiet_option, table_options
from simulator.cli.program import cli
from simulator.cli.session import progress_shown, tell_caveats
from simulator.designs.naming import who_cheats

if TYPE_CHECKING:
    from simulator.designs.diverge import DivergeResult

_WIDTH = 80


@cli.command()
@click.argument("policies", nargs=2, metavar="A B")
@table_options
@click.option("--games", type=Games(), default=10_000, show_default=True, help="Rounds to play.")
@click.option("--against", metavar="POLICY", help="The opponent of both; by default B.")
@click.option(
    "--most",
    type=Whole(0, 10**6),
    default=5,
    show_default=True,
    help="Decisions to show of each kind.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@quiet_option
def diverge(
    policies: tuple[str, str],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    games: int,
    against: str | None,
    most: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Find the first decisions at which A and B part, and what came of them.

    Both play seat 0 of the same deals against the same opponent; the first round of each game.
    """
    from simulator.designs.diverge import diverge as diverged

    overrides = dict(settings)
    with progress_shown(quiet) as progress:
        result = diverged(policies, games, seed, rules, overrides, against, progress)
    if as_json:
        click.echo(json.dumps(_document(result), allow_nan=False))
    else:
        _print(result, most)
        tell_caveats(result.cheats)


def _document(result: DivergeResult) -> dict[str, Any]:
    told = result.experiment.as_dict()
    rows = json.loads(result.kinds.to_json(orient="records"))
    for row in rows:
        row["replays"] = [result.replays(game) for game in row["examples"]]
    schema = told.pop("schema")
    told = {"schema": schema, "experiment": told, "divergences": rows}
    return told | who_cheats(result.cheats)


def _print(result: DivergeResult, most: int) -> None:
    from reports.results.rules import has_penalties
    from reports.words.formats import fixed
    from reports.words.penalties import unit

    first, second = result.names.values()
    rows, games = result.kinds, result.games
    if rows.empty:
        click.echo(f"{first} and {second} decide alike in all of {games:,} rounds")
        return
    rules = result.rules.as_dict()
    points, better_if = unit(rules), "; less is better" if has_penalties(rules) else ""
    kinds = rows[rows["first"] == ""]
    parted = kinds["count"].sum()
    share = fixed(100 * parted / games, 1)
    click.echo(f"{first} and {second} part in {parted:,} of {games:,} rounds ({share} %);")
    told = (
        f"leads are {points} of the round of seat 0's side less the mean of the others', "
        f"with {first} and with {second} there{better_if}"
    )
    click.echo(f"{fill(told, _WIDTH, break_on_hyphens=False, break_long_words=False)}\n")
    for kind in kinds.to_dict("records"):
        click.echo(f"{kind['kind']}: {_line(kind, points)}")
        details = rows[(rows["kind"] == kind["kind"]) & (rows["first"] != "")]
        for detail in details.head(most).to_dict("records"):
            what, numbers = f"  {detail['first']}, {detail['second']}:", _line(detail, points)
            apart = " " if len(what) + len(numbers) < _WIDTH else "\n      "
            click.echo(f"{what}{apart}{numbers}")
        for game in kind["examples"]:
            for command in result.replays(game):
                click.echo(f"    {command}")
        click.echo()


def _line(row: Mapping[Any, Any], points: str) -> str:
    """How often, with which leads, and their difference; what was seen once has no spread."""
    from reports.words.formats import fixed

    leads = f"{fixed(row['first_lead'], 1)} and {fixed(row['second_lead'], 1)} {points}"
    told = f"{row['count']:,} ({fixed(100 * row['share'], 1)} %), {leads}"
    spread = f" ±{fixed(1.96 * row['standard_error'], 1)}" if row["count"] > 1 else ""
    return f"{told}, {fixed(row['difference'], 1)}{spread}"
