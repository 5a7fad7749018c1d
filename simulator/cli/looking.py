"""Commands to look at things: single games, policies, rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from simulator.cli.options import GameRange, table_options
from simulator.cli.program import cli
from simulator.cli.session import announce_compilation

if TYPE_CHECKING:
    from simulator.policy import Policy


@cli.command()
@click.argument("policies", nargs=-1, metavar="POLICY POLICY [POLICY [POLICY]]")
@table_options
@click.option(
    "--game", "games", type=GameRange(), required=True, help="A game, or A to B-1 as A:B."
)
@click.option(
    "--two-ended",
    is_flag=True,
    help="Odd seats draw from the boneyard's back, as in comparisons of two on a line.",
)
@click.option("--json", "as_json", is_flag=True, help="Print events as JSON lines.")
def replay(
    policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    games: range,
    two_ended: bool,
    as_json: bool,
) -> None:
    """Play single games again and print every deal, draw, play and pass."""
    from simulator.designs.experiment import ask
    from simulator.designs.naming import called
    from simulator.designs.sources import seated
    from simulator.engine.matchup import Matchup
    from simulator.rules import two_ended as dealt_two_ended
    from simulator.transcript import as_json as json_line
    from simulator.transcript import as_text, transcript

    # How many games a run may have is no matter here: tables of a comparison lie far apart.
    experiment = ask("simulate", policies, 1, seed, rules, dict(settings))
    full = experiment.full_rules()
    full = dealt_two_ended(full) if two_ended else full
    announce_compilation(quiet=False)
    matchup = Matchup(full, seated(experiment))
    names = [called(policy) for policy in matchup.policies]
    for game in games:
        told = transcript(matchup, experiment.seed, game)
        for line in map(json_line, told) if as_json else as_text(told, names):
            click.echo(line)


@cli.command()
@click.option("--new", "name", metavar="NAME", help="Print the start of a policy of your own.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def strategies(name: str | None, as_json: bool) -> None:
    """List the policies that can be named, with their parameters; or start a new one."""
    from reports.results.cheats import marked
    from strategies.registry import installed, load_installed, shipped
    from strategies.start import started

    if name is not None:
        click.echo(started(name), nl=False)
        return
    found = {**{name: load_installed(name) for name in installed()}, **shipped()}
    if as_json:
        listed = [
            {
                "name": name,
                "summary": policy.summary,
                "boards": list(policy.boards),
                "cheats": policy.cheats,
                "parameters": dict(policy.values),
                "bounds": {key: list(pair) for key, pair in policy.bounds.items()},
            }
            for name, policy in sorted(found.items())
        ]
        click.echo(json.dumps({"schema": 1, "policies": listed}))
        return
    names = {name: marked(name) if policy.cheats else name for name, policy in found.items()}
    width = max(map(len, names.values())) + 2
    for name, policy in sorted(found.items()):
        click.echo(f"{names[name]:{width}}{policy.summary}")
        for key, value in policy.values.items():
            click.echo(f"{'':{width}}  {key} = {value:g}{_within(policy, key)}")
    click.echo("\nA policy of your own: path/to/mine.py:name, with parameters name:key=value")
    click.echo("or name@weights.toml; dominosim tune finds better ones within bounds.")
    click.echo("dominosim strategies --new NAME > mine.py starts one, dominosim check tries it.")


def _within(policy: Policy, key: str) -> str:
    """The bounds of a parameter, behind its value."""
    if key not in policy.bounds:
        return ""
    low, high = policy.bounds[key]
    return f"  ({low:g} to {high:g})"


@cli.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def rules(name: str | None, as_json: bool) -> None:
    """List the rule sets, or explain one parameter by parameter."""
    from simulator.presets import PRESETS, describe
    from simulator.rules import known

    if name is not None:
        known(name, PRESETS, "rules")
    if as_json:
        click.echo(json.dumps({"schema": 1, "rules": describe(name)}))
        return
    _print_rules(name)


def _print_rules(name: str | None) -> None:
    """The rule sets, a line each, or one as a table beside `draw`."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from simulator.presets import PRESETS, describe

    console = Console(highlight=False)
    if name is None:
        for key, preset in PRESETS.items():
            players = "-".join(
                str(n) for n in (preset.players[0], preset.players[-1])[: len(preset.players)]
            )
            click.echo(f"{key:18}{players:5}{preset.title}")
        click.echo("\ndominosim rules NAME explains one.")
        return
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading, width in (("parameter", 15), ("value", 21), ("meaning", None)):
        table.add_column(heading, min_width=width)
    for entry in describe(name):
        differs = entry["draw"] != entry["value"]
        value = entry["value"] + (f"\n  draw: {entry['draw']}" if differs else "")
        table.add_row(entry["parameter"], value, entry["meaning"])
    console.print(f"{name}: {PRESETS[name].title}\n")
    console.print(table)
