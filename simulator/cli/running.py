"""Commands that run experiments and look after their results: simulate, run, verify, report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.batching import perform_all
from simulator.cli.options import (
    Games,
    cluster_option,
    quiet_option,
    save_games_option,
    session_options,
    table_options,
    threads_option,
)
from simulator.cli.program import cli
from simulator.cli.session import (
    Session,
    complain,
    go_on,
    perform,
    prints,
    progress_shown,
    tell_caveats,
)
from simulator.designs.naming import who_cheats

if TYPE_CHECKING:
    from simulator.designs.simulate import SimulateResult
    from simulator.designs.verification import Verification


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
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="DIR", help="Go on with DIR's run."
)
@click.option("--games", type=Games(), help="With --resume: play so many altogether.")
@click.option(
    "--precision",
    type=float,
    metavar="X",
    help="With --resume: play until no 95 % interval of a win rate is wider.",
)
@click.option("--shard", default="1/1", metavar="K/N", help="Play a share only; see `merge`.")
@save_games_option
@session_options
def run(
    files: tuple[Path, ...],
    resume: Path | None,
    games: int | None,
    precision: float | None,
    save_games: bool,
    **session: Any,
) -> None:
    """Run the experiment in FILE, or go on with a run that was stopped or is finished.

    FILE is TOML, like the experiment.toml that --out leaves behind. With several each is kept in a
    directory of its name below --out: finished ones are left, stopped ones gone on with.
    """
    from simulator.designs.experiment_file import read_experiment

    if bool(files) == (resume is not None):
        raise click.UsageError("name an experiment FILE, or --resume DIR")
    told = Session(**session)
    if resume is not None:
        if told.out is not None or told.force or save_games or told.shard != "1/1":
            raise click.UsageError(
                "--resume goes on as the run was begun; leave out --out, "
                "--force, --save-games and --shard"
            )
        go_on(resume, told, games, precision)
        return
    if games is not None or precision is not None:
        raise click.UsageError("--games and --precision are for --resume; FILE says how many games")
    if len(files) == 1:
        perform(read_experiment(files[0]), told, save_games)
    else:
        perform_all(files, told, save_games)


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
def report(directory: Path) -> None:
    """Build the report of a results directory again."""
    from simulator.designs.pages import rebuild_page

    click.echo(rebuild_page(directory))


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
@threads_option
@cluster_option
@quiet_option
def verify(directory: Path, threads: int | None, cluster: str | None, quiet: bool) -> None:
    """Run a results directory's experiment again and compare the digests, and every file's hash."""
    from simulator.designs.cluster import on_cluster
    from simulator.designs.run import Run
    from simulator.designs.verification import verify as verified

    with on_cluster(Run(threads, complain), cluster) as run, progress_shown(quiet) as progress:
        found = verified(directory, run, progress)
    if found.holds:
        games = found.result.games
        click.echo(f"verified: {games:,} games again give {found.result.digest}")
        return
    click.echo(f"not verified: {_difference(directory, found)}")
    raise click.exceptions.Exit(1)


def _difference(directory: Path, found: Verification) -> str:
    """What is not as it was."""
    told = list(found.changes)
    if found.result.digest != found.manifest["digest"]:
        digests = f"{found.manifest['digest']}, the run gives {found.result.digest}"
        told.append(f"{directory} says {digests}")
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
    from reports.results.cheats import with_texts

    told = result.experiment.as_dict()
    schema = told.pop("schema")
    first = result.summary.iloc[0]
    counts = ["rounds_won", "rounds_won_out", "rounds_won_blocked"]
    counts += ["rounds_won_target"] if result.rules.target_check == "at-once" else []
    counts += ["goats"] if result.rules.scoring == "losers-mark" else []
    counts += ["tiles_drawn", "tiles_drawn_by_choice", "passes"]
    players = []
    for row in with_texts(result.summary, result.cheats).to_dict("records"):
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
        **who_cheats(result.cheats),
        "digest": result.digest,
        "elapsed_seconds": round(elapsed, 4),
        "games_per_second": round(result.games / elapsed, 1),
        "rounds_per_second": round(result.rounds / elapsed, 1),
    }


def _print(result: SimulateResult, session: Session) -> None:
    from rich.console import Console

    from reports import player_table, totals
    from reports.terminal.cells import WIDTH

    rules, told = result.rules, result.rules.as_dict()
    console = Console(highlight=False)
    changed = rules.options().replace(f" --rules {rules.preset}", "")
    pairs = " in pairs" if rules.teams else ""
    title = f"{rules.preset}{changed}, {rules.players} seats{pairs}, seed {result.experiment.seed}"
    console.print(f"{title}\n", markup=False)
    console.print(player_table(result.summary, told, max(WIDTH, console.width)))
    console.print()
    for line in totals(result.summary, told):
        console.print(line)
    tell_caveats(result.cheats)
    rate = result.rounds / max(result.elapsed, 1e-9)
    console.print(f"{result.elapsed:.1f} s, {rate:,.0f} rounds a second, {result.threads} threads")
    console.print(result.digest)
