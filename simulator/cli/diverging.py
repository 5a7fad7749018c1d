"""The command that shows where two policies part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import Games, quiet_option, table_options
from simulator.cli.program import cli
from simulator.cli.session import experiment_of, seated

if TYPE_CHECKING:
    import pandas as pd

    from simulator.designs.diverge import Divergence
    from simulator.rules import Rules

_EXAMPLES = 3


@cli.command()
@click.argument("policies", nargs=2, metavar="A B")
@table_options
@click.option("--games", type=Games(), default=10_000, show_default=True, help="Rounds to play.")
@click.option("--against", metavar="POLICY", help="The opponent of both; by default B.")
@click.option("--most", default=5, show_default=True, help="Decisions to show of each kind.")
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
    from simulator.cli.progress import shown
    from simulator.designs.compare import mirrored
    from simulator.designs.diverge import divergences

    asked = experiment_of(policies, games, seed, rules, settings, "duel")
    full = mirrored(asked.full_rules())
    first, second, opponent = seated([*policies, against or policies[1]], quiet)
    found: list[Divergence] = []
    with shown(games, 0, quiet) as show:
        for done, part in enumerate(divergences(full, (first, second), opponent, seed, games), 1):
            found += [part] if part is not None else []
            if done % 100 == 0:
                show(done)
    groups = group(found, games)
    commands = {
        game: _replays(full, policies, opponent.spec, seed, game)
        for games_of in groups["examples"]
        for game in games_of
    }
    if as_json:
        click.echo(json.dumps(_document(groups, commands, asked.as_dict()), allow_nan=False))
    else:
        _print(groups, commands, policies, games, most)


def group(found: list[Divergence], games: int) -> pd.DataFrame:
    """Divergences by kind and by what the policies did, the most frequent first.

    Columns: kind, first, second, count, share (of all rounds), first_lead, second_lead (points a
    round), difference with standard_error, examples (games). Rows with empty `first` and `second`
    sum a kind up.
    """
    import pandas as pd

    frame = pd.DataFrame(
        [vars(one) for one in found],
        columns=["game", "kind", "first", "second", "first_lead", "second_lead"],
    )
    frame["difference"] = frame["first_lead"] - frame["second_lead"]
    parts = []
    for keys in (["kind"], ["kind", "first", "second"]):
        by = frame.groupby(keys, sort=True)
        part = by.agg(
            count=("game", "size"),
            first_lead=("first_lead", "mean"),
            second_lead=("second_lead", "mean"),
            difference=("difference", "mean"),
            standard_error=("difference", "sem"),
            examples=("game", lambda games_of: list(games_of[:_EXAMPLES])),
        ).reset_index()
        parts.append(part)
    both = pd.concat(parts).fillna({"first": "", "second": ""})
    both["share"] = both["count"] / games
    return both.sort_values(["count", "kind"], ascending=[False, True], ignore_index=True)


def _replays(
    rules: Rules, policies: tuple[str, str], opponent: str, seed: int, game: int
) -> list[str]:
    """The commands that show a game as either policy plays it."""
    from shlex import quote

    commands = []
    for policy in policies:
        seats = [policy if rules.side_of(seat) == 0 else opponent for seat in range(rules.players)]
        table = f"{' '.join(map(quote, seats))}{rules.options()}"
        commands.append(f"dominosim replay {table} --seed {seed} --game {game}")
    return commands


def _document(
    groups: pd.DataFrame, commands: dict[int, list[str]], told: dict[str, Any]
) -> dict[str, Any]:
    rows = json.loads(groups.to_json(orient="records"))
    for row in rows:
        row["replays"] = [commands[game] for game in row["examples"]]
    return {"schema": told.pop("schema"), "experiment": told, "divergences": rows}


def _print(
    groups: pd.DataFrame,
    commands: dict[int, list[str]],
    policies: tuple[str, str],
    games: int,
    most: int,
) -> None:
    first, second = policies
    if groups.empty:
        click.echo(f"{first} and {second} decide alike in all of {games:,} rounds")
        return
    kinds = groups[groups["first"] == ""]
    parted = kinds["count"].sum()
    click.echo(
        f"{first} and {second} part in {parted:,} of {games:,} rounds ({parted / games:.1%});"
    )
    click.echo(f"points are those of the round with {first} and with {second} in seat 0\n")
    for kind in kinds.to_dict("records"):
        click.echo(f"{kind['kind']}: {_line(kind)}")
        details = groups[(groups["kind"] == kind["kind"]) & (groups["first"] != "")]
        for detail in details.head(most).to_dict("records"):
            click.echo(f"  {detail['first']}, {detail['second']}: {_line(detail)}")
        for game in kind["examples"]:
            for command in commands[game]:
                click.echo(f"    {command}")
        click.echo()


def _line(row: Mapping[Any, Any]) -> str:
    error = 1.96 * row["standard_error"] if row["count"] > 1 else float("nan")
    return (
        f"{row['count']:,} ({row['share']:.1%}), {row['first_lead']:+.1f} and "
        f"{row['second_lead']:+.1f} points, {row['difference']:+.1f} ± {error:.1f}"
    )
