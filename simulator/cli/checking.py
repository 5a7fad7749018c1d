"""The command that checks a policy against the contract."""

from __future__ import annotations

import json
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from simulator.cli.options import quiet_option, setting_option
from simulator.cli.program import cli
from simulator.cli.progress import shown
from simulator.cli.session import announce_compilation

if TYPE_CHECKING:
    from simulator.designs.check import CheckResult
    from simulator.designs.checked_table import CheckedTable


_LEGEND = (
    "draws: of the decisions where it may; arm 1{}: of those where a tile fits there; ns: of a "
    "decision, compiled; rounds: on one processor, with the policy in every seat"
)
_MORE_ARMS = " and arms 2+, on trains the others'"
_MOST_FAULTS = 3  # that are told in full, for most are the same at every table


@cli.command()
@click.argument("policy")
@click.option("--rules", help="Only these rules; by default all, see `rules`.")
@setting_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@quiet_option
def check(
    policy: str,
    rules: str | None,
    settings: tuple[tuple[str, str], ...],
    as_json: bool,
    quiet: bool,
) -> None:
    """Check that a policy keeps the contract; its speed, and what it never does.

    It plays every table that it is for, in plain Python and compiled, and is asked the same things
    again. The exit code is 1 if it is at fault.
    """
    from simulator.designs.check import check as checked

    announce_compilation(quiet)
    with shown(quiet, "tables") as progress:
        result = checked(policy, rules, dict(settings), progress)
    if as_json:
        click.echo(json.dumps(_document(result), allow_nan=False))
    else:
        _print(result)
    if result.faults:
        raise click.exceptions.Exit(1)


def _document(result: CheckResult) -> dict[str, Any]:
    from simulator.designs.naming import cheats_among

    return {
        "schema": 1,
        "policy": result.policy.spec,
        "cheats": cheats_among([result.policy]),
        "tables": [
            {
                "rules": table.rules.as_dict(),
                "decisions": table.decisions,
                "rounds": table.rounds,
                "rounds_per_second": table.rounds_per_second,
                "nanoseconds": table.nanoseconds,
                "counts": dict(table.counts),
                "faults": list(table.faults),
            }
            for table in result.tables
        ],
        "compile_seconds": result.compile_seconds,
        "never": result.never,
        "faults": result.faults,
    }


def _print(result: CheckResult) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from simulator.designs.naming import called

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("rules")
    table.add_column("seats")
    more = result.counts["arms 2+"] > 0
    arms = ["arm 1\n%", *(["arms 2+\n%"] if more else [])]
    for heading in ("draws\n%", *arms, "ns", "million\nrounds/s", ""):
        table.add_column(heading, justify="right")
    for one in result.tables:
        table.add_row(one.rules.preset, one.seats, *_cells(one, more))
    console = Console(highlight=False)
    click.echo(_filled(f"{called(result.policy)}: {result.policy.summary}", console.width))
    click.echo()
    console.print(table)
    click.echo()
    legend = _LEGEND.format(_MORE_ARMS if more else "")
    for line in (legend, *_told(result), *result.never):
        click.echo(_filled(line, console.width))
    for fault in result.faults[:_MOST_FAULTS]:
        click.echo(f"fault: {fault}")
    if len(result.faults) > _MOST_FAULTS:
        click.echo(f"and {len(result.faults) - _MOST_FAULTS} more faults; --json tells them all")


def _filled(line: str, width: int) -> str:
    return fill(line, width, subsequent_indent="  ", break_on_hyphens=False)


def _cells(table: CheckedTable, more: bool) -> list[str]:
    """Draws, plays on arm 1 and perhaps on more arms, speed and verdict, as text."""
    counts, timed = table.counts, table.nanoseconds > 0
    return [
        _share(counts, "draws", "may draw"),
        _share(counts, "on arm 1", "arm 1"),
        *([_share(counts, "on arms 2+", "arms 2+")] if more else []),
        f"{table.nanoseconds:.0f}" if timed else "",
        f"{table.rounds_per_second / 1e6:.3g}" if timed else "",
        "FAULT" if table.faults else "ok",
    ]


def _share(counts: Any, done: str, possible: str) -> str:
    return f"{100 * counts[done] / counts[possible]:.0f}" if counts.get(possible) else ""


def _told(result: CheckResult) -> list[str]:
    """What held of all tables, and how fast it went."""
    counts, tables = result.counts, result.tables
    where = f"{len(tables)} table{'s' * (len(tables) > 1)}"
    lines = [f"{counts['decisions']:,} decisions at {where}, each asked again"]
    timed = [table for table in tables if table.nanoseconds > 0]
    if timed:
        nanoseconds = sum(table.nanoseconds for table in timed) / len(timed)
        lines.append(
            f"{sum(table.rounds for table in timed):,} rounds played compiled; "
            f"{nanoseconds:.0f} ns a decision; compiled in {result.compile_seconds:.1f} s"
        )
    return lines
