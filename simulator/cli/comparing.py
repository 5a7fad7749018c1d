"""The command that compares policies on equal deals and ranks them."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import Games, baseline_options, session_options, table_options
from simulator.cli.program import cli
from simulator.cli.running import run_experiment
from simulator.cli.session import Session, build_report, experiment_of, seated, session_of
from simulator.errors import ResultsError

if TYPE_CHECKING:
    import pandas as pd

    from reports.analysis.comparison import Analysis
    from simulator.designs.compare import TableResult
    from simulator.designs.experiment import Experiment
    from simulator.policy import Policy
    from simulator.rules import Rules


@cli.command()
@click.argument("policies", nargs=-1, metavar="POLICY POLICY...")
@table_options
@click.option(
    "--games", type=Games(), default=10_000, show_default=True, help="Of each table, all seatings."
)
@click.option("--players", type=click.Choice(["2", "3", "4"]), help="Seats at a table; usually 2.")
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
    options = {"players": int(players or 0), "seatings": seatings}
    options |= {"estimator": estimator, "anchor": anchor}
    asked = experiment_of(policies, games, seed, rules, settings, "compare", **options)
    run_experiment(asked, session_of(**session))


def perform_comparison(experiment: Experiment, session: Session) -> None:
    """Play every table of a comparison, keep and print what came of it."""
    from reports.analysis.comparison import analyse
    from reports.results.comparison import load_comparison
    from reports.terminal.document import document

    with tempfile.TemporaryDirectory() as scratch:
        directory = session.directory
        path = directory.path if directory else Path(scratch)
        digest = _write_comparison(experiment, session, path)
        analysis = analyse(load_comparison(path))
        analysis.estimates.to_csv(path / "matchups.csv", index=False)
        if directory is not None:
            build_report(path)
            directory.finish()
        told = experiment.as_dict()
        schema = told.pop("schema")
        if session.as_json:
            told = {"schema": schema, "experiment": told, **document(analysis), "digest": digest}
            click.echo(json.dumps(told, allow_nan=False))
        else:
            _print_comparison(experiment, analysis, digest, session)
        if session.baseline is not None:
            _judge(analysis.estimates, session.baseline, session)


def comparison_digest(experiment: Experiment, session: Session) -> str:
    """The digest that a comparison gives."""
    rules, policies = _set_up(experiment, session)
    return _digest([table for _, table in _tables(experiment, rules, policies, session)])


def _set_up(experiment: Experiment, session: Session) -> tuple[Rules, list[Policy]]:
    from simulator.designs.compare import mirrored

    return mirrored(experiment.full_rules()), seated(experiment.policies, session.quiet)


def _tables(
    experiment: Experiment, rules: Rules, policies: list[Policy], session: Session
) -> Iterator[tuple[int, TableResult]]:
    """The tables of a comparison, one after the other; those that were kept are not played."""
    from simulator.cli.progress import shown
    from simulator.designs.blocks import available_threads
    from simulator.designs.compare import STRIDE, matchups_for, play_table, seatings_for, tables_for

    every_order = experiment.option("seatings") == "all"
    size = len(seatings_for(rules, every_order))
    groups = -(-experiment.games // size)
    total = groups * size * len(tables_for(rules, len(policies)))
    threads = session.threads or available_threads()
    kept = session.directory.tables if session.directory else None
    with shown(total, 0, session.quiet) as show:
        for index, matchup in enumerate(matchups_for(rules, policies, every_order)):
            table = kept.load(index, matchup) if kept else None
            if table is None:
                before = index * groups

                def on_groups(played: int, before: int = before) -> None:
                    show((before + played) * size)

                first = index * STRIDE
                table = play_table(matchup, groups, experiment.seed, threads, first, on_groups)
                if kept:
                    kept.save(index, table)
            yield index, table


def _write_comparison(experiment: Experiment, session: Session, path: Path) -> str:
    """Play the tables and write their counts; returns the digest."""
    import pandas as pd

    from simulator.designs.blocks import available_threads
    from simulator.engine.tallies import GAMES
    from simulator.keeping import frames
    from simulator.keeping.directory import Made, write_manifest, write_tables

    begun = perf_counter()
    rules, policies = _set_up(experiment, session)
    parts: dict[str, list[pd.DataFrame]] = {}
    digests, games, rounds = [], 0, 0
    for index, table in _tables(experiment, rules, policies, session):
        tally, sides = table.by_policy(), range(len(table.policies))
        framed = (table.layout, table.policies, sides, tally, index)
        found = {
            "summary.csv": [frames.players_frame(*framed)],
            "distributions.csv": [frames.distributions_frame(*framed)],
            "sources.csv": [frames.sources_frame(index, table.layout, tally, len(sides))],
            "tallies.parquet": [frames.moments_frame(index, table.snapshots)],
        }
        if table.rounds_joint is not None:
            groups = max(table.snapshots)
            found["tallies.parquet"].append(
                frames.mirrored_frame(index, groups, table.rounds_joint)
            )
        for name, frame in found.items():
            parts.setdefault(name, []).extend(frame)
        digests.append(table)
        games += int(tally[GAMES])
        rounds += int(table.layout.turns.of(tally).sum())
    digest = _digest(digests)
    threads = session.threads or available_threads()
    made = Made(rules, policies, games, rounds, digest, threads, perf_counter() - begun)
    write_tables(path, {name: pd.concat(frame) for name, frame in parts.items()})
    (path / "experiment.toml").write_text(experiment.as_toml(), encoding="utf-8")
    write_manifest(path, experiment, made)
    return digest


def _digest(tables: list[TableResult]) -> str:
    from simulator.engine.tallies import digest

    state = hashlib.sha256()
    for table in tables:
        state.update(digest(table.layout, table.tally).encode())
    return f"sha256:{state.hexdigest()}"


def _print_comparison(
    experiment: Experiment, analysis: Analysis, digest: str, session: Session
) -> None:
    from rich.console import Console

    from reports.terminal.comparison import scoreboard

    console = Console(highlight=False)
    for part in scoreboard(analysis):
        console.print(part, markup=False)
        console.print()
    click.echo(f"seed {experiment.seed}, {digest}")
    if session.directory is not None:
        click.echo(f"report: {session.directory.target / 'report.html'}")


# -- against an earlier run --------------------------------------------------------------------


def _judge(rows: pd.DataFrame, baseline: Path, session: Session) -> None:
    """Say how win rates changed; exit with 1 where the first policy's fell too far."""
    from reports import DamagedResults
    from reports.analysis.changes import changes
    from reports.analysis.estimates import estimates
    from reports.results.comparison import load_comparison

    try:
        found = changes(estimates(load_comparison(baseline)), rows)
    except DamagedResults as error:
        raise ResultsError(str(error)) from None
    failed = False
    for change in found.to_dict("records"):
        session.tell(
            f"{change['first']} against {change['second']}: win rate "
            f"{change['win_rate_before']:.4f} before, {change['win_rate']:.4f} now, "
            f"{change['change']:+.4f} ({change['low']:+.4f} to {change['high']:+.4f})"
        )
        first = change["first"] == rows.iloc[0]["first"]
        failed |= bool(
            first and session.fail_below is not None and change["high"] < session.fail_below
        )
    if found.empty:
        session.tell(f"{baseline} has none of these pairings")
    if failed:
        raise click.exceptions.Exit(1)
