"""Commands for two policies: a duel that ends when it is clear, and a plan how long that takes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import (
    Games,
    baseline_options,
    quiet_option,
    session_options,
    table_options,
    threads_option,
)
from simulator.cli.program import cli
from simulator.cli.running import run_experiment
from simulator.cli.session import Session, experiment_of, seated, session_of
from simulator.errors import ExperimentError

if TYPE_CHECKING:
    from reports.statistics.duel import Decision, Duel
    from simulator.designs.experiment import Experiment
    from simulator.engine.matchup import Block, Matchup
    from simulator.policy import Policy


def error_options(command: Any) -> Any:
    """How often a duel may be wrong."""
    alpha = click.option(
        "--alpha", default=0.05, show_default=True, help="Risk to call a winner among equals."
    )
    beta = click.option(
        "--beta", default=0.05, show_default=True, help="Risk to miss a difference that matters."
    )
    return alpha(beta(command))


@cli.command()
@click.argument("policies", nargs=2, metavar="A B")
@table_options
@click.option(
    "--margin",
    default=0.005,
    show_default=True,
    help="Smallest difference of the win rate from 1/2 that matters.",
)
@error_options
@click.option("--precision", default=0.0, help="Run until the interval is so narrow instead.")
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
    options = {"margin": margin, "alpha": alpha, "beta": beta, "precision": precision}
    asked = experiment_of(policies, max_games, seed, rules, settings, "duel", **options)
    run_experiment(asked, session_of(**session))


@dataclass(frozen=True)
class Outcome:
    """How a duel went: what was decided, on how many groups, and their hash."""

    decision: Decision
    duel: Duel
    digest: str
    policies: list[Policy]
    rounds: int
    elapsed: float


class _DecidedError(Exception):
    """Ends a run whose duel is decided."""


def _fight(experiment: Experiment, session: Session) -> Outcome:
    """Play groups in order until the duel is decided."""
    from reports.statistics.duel import Duel
    from simulator.cli.progress import shown
    from simulator.designs.blocks import Progress, available_threads, run_blocks
    from simulator.designs.compare import mirrored, seatings_for

    rules = mirrored(experiment.full_rules())
    if rules.sides != 2:
        raise ExperimentError("a duel is between two sides; with four seats add --set teams=true")
    policies = seated(experiment.policies, session.quiet)
    matchup = _matchup(rules, policies, seatings_for(rules))
    groups = max(1, experiment.games // 2)
    fight = Duel(
        margin=experiment.option("margin"),
        alpha=experiment.option("alpha"),
        beta=experiment.option("beta"),
        max_groups=groups,
        precision=experiment.option("precision") or None,
    )
    begun, state, rounds = perf_counter(), hashlib.sha256(), 0
    progress = Progress(0, matchup.empty_tally())
    decision: Decision | None = None
    threads = session.threads or available_threads()
    with shown(2 * groups, 0, session.quiet) as show:

        def on_block(block: Block) -> None:
            nonlocal decision, rounds
            show(2 * block.last)
            results, played = half_wins(block)
            decision = fight.feed(results)
            kept = len(results) if decision is None else decision.groups - block.first
            state.update(results[:kept].tobytes())
            rounds += int(played[:kept].sum())
            if decision is not None:
                raise _DecidedError

        with suppress(_DecidedError):
            run_blocks(
                matchup, progress, groups, experiment.seed, threads, on_block, keep_rows=True
            )
    decision = decision or fight.close()
    digest = f"sha256:{state.hexdigest()}"
    return Outcome(decision, fight, digest, policies, rounds, perf_counter() - begun)


def _matchup(rules: Any, policies: list[Policy], seatings: Any) -> Matchup:
    from simulator.engine.matchup import Matchup

    return Matchup(rules, policies, seatings)


def half_wins(block: Block) -> tuple[Any, Any]:
    """For every group of a pair the first policy's half-wins, 0 to 4, and the rounds played."""
    import numpy as np

    assert block.rows is not None
    winners = block.rows[:, :, 3]  # bit s: side s has the best score
    own = np.array([1, 2])  # the first policy is side 0 in the first game, side 1 in the second
    half = np.where(winners == own, 2, np.where(winners == 3, 1, 0))
    return half.sum(axis=1).astype(np.uint8), block.rows[:, :, 1].sum(axis=1)


def group_win_rate(moments: Any) -> tuple[float, float]:
    """The first policy's win rate, and the variance of a group's."""
    from simulator.engine.groups import CREDIT

    groups, credit, square = (int(moments[i, j]) for i, j in ((0, 0), (0, 1), (1, 1)))
    most = 2 * CREDIT
    rate = credit / groups / most
    return rate, max(0.0, square / groups / most**2 - rate**2)


def perform_duel(experiment: Experiment, session: Session) -> None:
    """Play a duel, keep and print how it ended."""
    from simulator.keeping.directory import Made, write_manifest, write_tables

    outcome = _fight(experiment, session)
    decision, directory = outcome.decision, session.directory
    if directory is not None:
        from simulator.designs.blocks import available_threads
        from simulator.designs.compare import mirrored

        rules = mirrored(experiment.full_rules())
        threads = session.threads or available_threads()
        games, elapsed = 2 * decision.groups, outcome.elapsed
        made = Made(
            rules, outcome.policies, games, outcome.rounds, outcome.digest, threads, elapsed
        )
        write_tables(directory.path, {"duel.csv": outcome.duel.path()})
        (directory.path / "decision.json").write_text(
            json.dumps(_document(experiment, outcome), indent=2) + "\n", encoding="utf-8"
        )
        write_manifest(directory.path, experiment, made)
        directory.finish()
    if session.as_json:
        click.echo(json.dumps(_document(experiment, outcome), allow_nan=False))
    else:
        _print_duel(experiment, outcome, session)
    if session.baseline is not None:
        _judge(experiment, outcome, session)


def duel_digest(experiment: Experiment, session: Session) -> str:
    """The digest that a duel gives."""
    return _fight(experiment, session).digest


def _document(experiment: Experiment, outcome: Outcome) -> dict[str, Any]:
    decision = outcome.decision
    return {
        "schema": 1,
        "policies": list(experiment.policies),
        "decision": decision.decision,
        "games": 2 * decision.groups,
        "win_rate": float(decision.win_rate),
        "low": float(decision.low),
        "high": float(decision.high),
        "digest": outcome.digest,
    }


def _print_duel(experiment: Experiment, outcome: Outcome, session: Session) -> None:
    decision = outcome.decision
    first, second = experiment.policies
    margin = experiment.option("margin")
    told = {
        "first": f"{first} is better than {second}",
        "second": f"{second} is better than {first}",
        "equivalent": f"{first} and {second} differ by less than {100 * margin:g} % of games",
        "undecided": f"{first} against {second} is undecided",
    }[decision.decision]
    click.echo(told)
    rate, low, high = (100 * value for value in (decision.win_rate, decision.low, decision.high))
    click.echo(
        f"{first} wins {rate:.2f} % ({low:.2f} to {high:.2f} %) of {2 * decision.groups:,} games"
    )
    click.echo(f"{outcome.elapsed:.1f} s, seed {experiment.seed}")
    click.echo(outcome.digest)
    if session.directory is not None:
        click.echo(f"results: {session.directory.target}")


def _judge(experiment: Experiment, outcome: Outcome, session: Session) -> None:
    """Compare a duel with an earlier one; exit with 1 where the first policy fell too far."""
    assert session.baseline is not None
    try:
        text = (session.baseline / "decision.json").read_text(encoding="utf-8")
        before = json.loads(text)
        low, high = before["low"], before["high"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ExperimentError(f"{session.baseline} holds no duel to compare with") from None
    if before["policies"] != list(experiment.policies):
        raise ExperimentError(f"{session.baseline} is a duel of {' and '.join(before['policies'])}")
    now = outcome.decision
    change = now.win_rate - before["win_rate"]
    # Both intervals hold at once with at least 90 %; their farthest ends bound the change.
    least, most = now.low - high, now.high - low
    session.tell(
        f"win rate {before['win_rate']:.4f} before, {now.win_rate:.4f} now, "
        f"{change:+.4f} ({least:+.4f} to {most:+.4f})"
    )
    if session.fail_below is not None and most < session.fail_below:
        raise click.exceptions.Exit(1)


# -- plan --------------------------------------------------------------------------------------


@cli.command()
@click.argument("policies", nargs=2, metavar="A B")
@table_options
@click.option(
    "--resolve",
    default=0.005,
    show_default=True,
    help="The difference of the win rate from 1/2 to be seen.",
)
@error_options
@click.option("--pilot", type=Games(), default=4000, show_default=True, help="Games of the pilot.")
@threads_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@quiet_option
def plan(
    policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    rules: str,
    seed: int,
    resolve: float,
    alpha: float,
    beta: float,
    pilot: int,
    threads: int | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play a short pilot and say how many games, and how long, a difference needs to show."""
    from reports.statistics import planning
    from simulator.designs.blocks import available_threads
    from simulator.designs.compare import mirrored, play_table, seatings_for

    options = {"margin": resolve, "alpha": alpha, "beta": beta}
    asked = experiment_of(policies, pilot, seed, rules, settings, "duel", **options)
    full = mirrored(asked.full_rules())
    matchup = _matchup(full, seated(asked.policies, quiet), seatings_for(full))
    number = threads or available_threads()
    play_table(matchup, 50, seed, number)  # loads and warms what the clock should not see
    begun = perf_counter()
    table = play_table(matchup, max(10, pilot // 2), seed, number)
    seconds = (perf_counter() - begun) / (2 * max(table.snapshots))
    rate, group = group_win_rate(table.moments)
    frame = planning.plan(group, rate * (1 - rate), seconds, resolve, alpha, beta)
    if as_json:
        click.echo(frame.to_json(orient="records"))
        return
    games = f"{2 * max(table.snapshots):,} games"
    click.echo(f"{policies[0]} wins {100 * rate:.1f} % of a pilot of {games};")
    click.echo(f"to see a difference of {100 * resolve:g} % of games it takes\n")
    for row in frame.to_dict("records"):
        click.echo(f"  {_planned(row):52}{row['games']:>13,} games{row['seconds']:>10,.1f} s")


def _planned(row: Mapping[Any, Any]) -> str:
    """What a line of a plan is about."""
    if row["test"] == "fixed":
        return "a fixed number, " + ("mirrored deals" if row["mirrored"] else "independent games")
    apart = f"{100 * row['difference']:g} % apart" if row["difference"] else "equal"
    return f"a duel, on average if the policies are {apart}"
