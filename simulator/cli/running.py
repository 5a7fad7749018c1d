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
from simulator.cli.session import (
    Session,
    build_report,
    check_save_games,
    experiment_of,
    seated,
    session_of,
)
from simulator.errors import DominosimError, ResultsError

if TYPE_CHECKING:
    import pandas as pd

    from simulator.designs.experiment import Experiment
    from simulator.designs.simulate import Result
    from simulator.engine.matchup import Matchup


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
    experiment = experiment_of(policies, games, seed, rules, settings)
    run_experiment(experiment, session_of(**session), save_games)


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
    from simulator.designs.experiment import read_experiment
    from simulator.keeping.directory import RunDirectory

    if (file is None) == (resume is None):
        raise click.UsageError("name an experiment FILE, or --resume DIR")
    if file is not None:
        run_experiment(read_experiment(file), session_of(**session), save_games)
        return
    assert resume is not None
    directory = RunDirectory(resume, force=True)
    if not directory.path.is_dir():
        done = "; it is finished" if resume.is_dir() else ""
        raise ResultsError(f"there is no run of {resume} to go on with{done}")
    experiment = read_experiment(directory.path / "experiment.toml")
    resumed = Session(session["threads"], session["as_json"], session["quiet"], directory)
    perform(experiment, resumed)


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
def report(directory: Path) -> None:
    """Build the report of a results directory again."""
    from simulator.keeping.directory import read_directory

    experiment, _ = read_directory(directory)
    if experiment.design == "duel":
        raise ResultsError(f"{directory} is a duel: decision.json and duel.csv hold all there is")
    click.echo(build_report(directory))


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
@threads_option
@quiet_option
def verify(directory: Path, threads: int | None, quiet: bool) -> None:
    """Run a results directory's experiment again and compare the digests."""
    from simulator.compiling.sources import fingerprint
    from simulator.keeping.directory import read_directory

    experiment, manifest = read_directory(directory)
    session = Session(threads, False, quiet, None)
    policies = seated(experiment.policies, quiet)
    digest = digest_of(experiment, session)
    if digest == manifest["digest"]:
        click.echo(f"verified: {experiment.games:,} games again give {digest}")
        return
    before = {policy.get("spec"): policy.get("sha256") for policy in manifest["policies"]}
    changed = [p.spec for p in policies if before.get(p.spec) != fingerprint(p.decide)]
    why = f"the source of {', '.join(changed)} has changed since; " if changed else ""
    made = f"it was made by dominosim {manifest.get('dominosim')}, numba {manifest.get('numba')}"
    click.echo(
        f"not verified: {why}{directory} says {manifest['digest']}, the run gives {digest}; {made}"
    )
    raise click.exceptions.Exit(1)


# -- running -----------------------------------------------------------------------------------


def run_experiment(experiment: Experiment, session: Session, save_games: bool = False) -> None:
    """Begin an experiment's directory, if it is to have one, and perform it."""
    check_save_games(save_games, session)
    if session.directory is not None:
        seated(experiment.policies, quiet=True)  # what cannot be found leaves no directory
        session.directory.begin(experiment, save_games)
    perform(experiment, session)


def perform(experiment: Experiment, session: Session) -> None:
    """Play an experiment of any design, or what is left of it, keep the results and print them.

    An error leaves no directory behind; Ctrl-C leaves one to go on with.
    """
    from simulator.cli.comparing import perform_comparison
    from simulator.cli.dueling import perform_duel

    designs = {"simulate": _simulate, "compare": perform_comparison, "duel": perform_duel}
    try:
        designs[experiment.design](experiment, session)
    except DominosimError:
        if session.directory is not None:
            session.directory.discard()
        raise


def digest_of(experiment: Experiment, session: Session) -> str:
    """The digest that an experiment of any design gives."""
    from simulator.cli.comparing import comparison_digest
    from simulator.cli.dueling import duel_digest

    if experiment.design == "simulate":
        return _play(experiment, session)[1].digest
    found = {"compare": comparison_digest, "duel": duel_digest}
    return found[experiment.design](experiment, session)


def _simulate(experiment: Experiment, session: Session) -> None:
    from reports import summarise
    from simulator.keeping.directory import Made, write_manifest, write_tables

    matchup, result = _play(experiment, session)
    summary = summarise(result.players)
    directory = session.directory
    if directory is not None:
        tables = {"summary.csv": summary, "distributions.csv": result.distributions}
        write_tables(directory.path, tables)
        made = Made(
            result.rules,
            matchup.policies,
            result.games,
            result.rounds,
            result.digest,
            result.threads,
            result.elapsed,
        )
        write_manifest(directory.path, experiment, made)
        build_report(directory.path)
        directory.finish()
    if session.as_json:
        click.echo(json.dumps(_document(result, summary)))
    else:
        _print_result(result, summary, session)


def _play(experiment: Experiment, session: Session) -> tuple[Matchup, Result]:
    """Play what is left of a plain run, with checkpoints if it has a directory."""
    from simulator.cli.progress import shown
    from simulator.designs.blocks import Progress
    from simulator.designs.simulate import empty_tally, play_experiment
    from simulator.engine.matchup import Matchup
    from simulator.keeping.directory import GameRows

    run, rules = session.directory, experiment.full_rules()
    matchup = Matchup(rules, seated(experiment.policies, session.quiet))
    progress = run.resume(rules) if run else Progress(0, empty_tally(rules))
    if progress.games:
        session.tell(f"going on after {progress.games:,} of {experiment.games:,} games")
    rows = GameRows(run.rows, experiment, rules) if run and run.rows.is_dir() else None

    def checkpoint() -> None:
        if rows is not None:
            rows.flush()
        if run is not None:
            run.save(progress)

    try:
        with shown(experiment.games, progress.games, session.quiet) as show:

            def on_block(block: Any) -> None:
                show(block.last)
                if rows is not None:
                    rows.add(block)
                if run is not None and run.is_due():
                    checkpoint()

            result = play_experiment(
                experiment, matchup, session.threads, progress, on_block, rows is not None
            )
    except KeyboardInterrupt:
        checkpoint()
        kept = f"; go on with: dominosim run --resume {run.target}" if run else ""
        done = f"stopped after {progress.games:,} of {experiment.games:,} games"
        click.echo(done + kept, err=True)
        raise
    if rows is not None:
        rows.flush()
    return matchup, result


# -- printing ----------------------------------------------------------------------------------


def _document(result: Result, summary: pd.DataFrame) -> dict[str, Any]:
    """The JSON document of `simulate`."""
    told = result.experiment.as_dict()
    schema = told.pop("schema")
    first = summary.iloc[0]
    counts = ["rounds_won", "rounds_won_out", "rounds_won_blocked"]
    counts += ["rounds_won_target"] if result.rules.target_check == "at-once" else []
    counts += ["goats"] if result.rules.scoring == "losers-mark" else []
    counts += ["tiles_drawn", "tiles_drawn_by_choice", "passes"]
    players = []
    for row in summary.to_dict("records"):
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


def _print_result(result: Result, summary: pd.DataFrame, session: Session) -> None:
    from rich.console import Console

    from reports import player_table, totals

    rules = result.rules
    console = Console(highlight=False)
    changed = rules.options().replace(f" --rules {rules.preset}", "")
    pairs = " in pairs" if rules.teams else ""
    title = f"{rules.preset}{changed}, {rules.players} seats{pairs}, seed {result.experiment.seed}"
    console.print(f"{title}\n", markup=False)
    console.print(player_table(summary))
    console.print()
    for line in totals(summary):
        console.print(line)
    rate = result.rounds / max(result.elapsed, 1e-9)
    console.print(f"{result.elapsed:.1f} s, {rate:,.0f} rounds a second, {result.threads} threads")
    console.print(result.digest)
    if session.directory is not None:
        click.echo(f"report: {session.directory.target / 'report.html'}")
