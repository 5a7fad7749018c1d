"""Commands that run an experiment: simulate, run, verify, report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import (
    Games,
    quiet_option,
    save_games_option,
    session_options,
    table_options,
    threads_option,
)
from simulator.cli.program import cli
from simulator.cli.session import Session, go_on, perform, prints, progress_shown
from simulator.errors import ResultsError

if TYPE_CHECKING:
    from simulator.designs.lifecycle import Verification
    from simulator.designs.simulate import SimulateResult


@cli.command()
@click.argument("policies", nargs=-1, metavar="POLICY POLICY [POLICY [POLICY]]")
@table_options
@click.option("--games", type=Games(), default=10_000, show_default=True, help="As 1000000 or 1M.")
@save_games_option
@session_options
def simulate(
    policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    games: int,
    save_games: bool,
    **session: Any,
) -> None:
    """Play games between policies, one a seat, and sum them up.

    With --out the results, a report and the experiment that repeats them are kept in a directory.
    """
    from simulator.designs.experiment import ask

    asked = ask("simulate", policies, games, seed, rules, dict(settings))
    perform(asked, Session(**session), save_games)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="DIR", help="Go on with DIR's run."
)
@save_games_option
@session_options
def run(file: Path | None, resume: Path | None, save_games: bool, **session: Any) -> None:
    """Run the experiment in FILE, or go on with a run that was stopped.

    FILE is TOML, like the experiment.toml that --out leaves behind.
    """
    from simulator.designs.experiment_file import read_experiment

    if (file is None) == (resume is None):
        raise click.UsageError("name an experiment FILE, or --resume DIR")
    if file is not None:
        perform(read_experiment(file), Session(**session), save_games)
    else:
        assert resume is not None
        go_on(resume, Session(**{**session, "out": resume}))


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
def report(directory: Path) -> None:
    """Build the report of a results directory again."""
    from simulator.designs.experiment import design_named
    from simulator.designs.lifecycle import build_page, read_results

    experiment, _ = read_results(directory)
    if not design_named(experiment.design).has_page:
        raise ResultsError(f"{directory} was made by {experiment.design}, which has no report")
    click.echo(build_page(directory))


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
@threads_option
@quiet_option
def verify(directory: Path, threads: int | None, quiet: bool) -> None:
    """Run a results directory's experiment again and compare the digests, and every file's hash."""
    from simulator.designs.lifecycle import verify as verified

    with progress_shown(quiet) as progress:
        found = verified(directory, threads, progress)
    if found.holds:
        games = found.result.experiment.games
        click.echo(f"verified: {games:,} games again give {found.result.digest}")
        return
    click.echo(f"not verified: {_difference(directory, found)}")
    raise click.exceptions.Exit(1)


def _difference(directory: Path, found: Verification) -> str:
    """What is not as it was."""
    told, manifest = [], found.manifest
    if found.changed_sources:
        told.append(f"the source of {', '.join(found.changed_sources)} has changed since")
    if found.result.digest != manifest["digest"]:
        digests = f"{manifest['digest']}, the run gives {found.result.digest}"
        told.append(f"{directory} says {digests}")
    if found.changed_files:
        told.append(f"not as written: {', '.join(found.changed_files)}")
    told.append(
        f"it was made by dominosim {manifest.get('dominosim')}, numba {manifest.get('numba')}"
    )
    return "; ".join(told)


@prints("simulate")
def show_simulation(result: SimulateResult, session: Session) -> None:
    """Print what games came to."""
    if session.as_json:
        click.echo(json.dumps(_document(result)))
    else:
        _print(result, session)


def _document(result: SimulateResult) -> dict[str, Any]:
    """The JSON document of `simulate`."""
    told = result.experiment.as_dict()
    schema = told.pop("schema")
    first = result.summary.iloc[0]
    counts = ["rounds_won", "rounds_won_out", "rounds_won_blocked"]
    counts += ["rounds_won_target"] if result.rules.target_check == "at-once" else []
    counts += ["goats"] if result.rules.scoring == "losers-mark" else []
    counts += ["tiles_drawn", "tiles_drawn_by_choice", "passes"]
    players = []
    for row in result.summary.to_dict("records"):
        player: dict[str, Any] = {"seat": int(row["seat"]), "policy": row["policy"]}
        player["wins"] = int(row["wins"])
        for key in ("win_rate", "win_rate_low", "win_rate_high", "mean_score"):
            player[key] = float(row[key])
        players.append(player | {key: int(row[key]) for key in counts})
    elapsed = max(result.elapsed, 1e-9)
    return {
        "schema": schema,
        "experiment": told,
        "games": result.games,
        "rounds": result.rounds,
        **{key: int(first[key]) for key in ("blocked_rounds", "void_rounds", "drawn_games")},
        "blocked_rate": float(first["blocked_rate"]),
        "players": players,
        "digest": result.digest,
        "elapsed_seconds": round(elapsed, 4),
        "games_per_second": round(result.games / elapsed, 1),
        "rounds_per_second": round(result.rounds / elapsed, 1),
    }


def _print(result: SimulateResult, session: Session) -> None:
    from rich.console import Console

    from reports import player_table, totals

    rules = result.rules
    console = Console(highlight=False)
    changed = rules.options().replace(f" --rules {rules.preset}", "")
    pairs = " in pairs" if rules.teams else ""
    title = f"{rules.preset}{changed}, {rules.players} seats{pairs}, seed {result.experiment.seed}"
    console.print(f"{title}\n", markup=False)
    console.print(player_table(result.summary))
    console.print()
    for line in totals(result.summary):
        console.print(line)
    rate = result.rounds / max(result.elapsed, 1e-9)
    console.print(f"{result.elapsed:.1f} s, {rate:,.0f} rounds a second, {result.threads} threads")
    console.print(result.digest)
    if session.out is not None:
        click.echo(f"report: {session.out / 'report.html'}")
