"""How far a run is, on stderr: a bar on a terminal, elsewhere a line every ten seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

from simulator.batch import Block

LINE_SECONDS = 10.0
_QUIET_SECONDS = 0.5  # a run shorter than this shows no bar

OnBlock = Callable[[Block], None]


@contextmanager
def shown(games: int, done: int, quiet: bool) -> Iterator[OnBlock]:
    """A function to call with every finished block, which shows the progress of a run.

    Parameters
    ----------
    games : int, games of the whole run.
    done : int, games done before.
    quiet : bool, show nothing.
    """
    if quiet:
        yield lambda block: None
    elif sys.stderr.isatty():
        with _bar(games, done) as on_block:
            yield on_block
    else:
        yield _lines(games, done)


@contextmanager
def _bar(games: int, done: int) -> Iterator[OnBlock]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    begun = monotonic()
    with Progress(*columns, console=console, transient=True, disable=False) as bar:
        task = bar.add_task("", total=games, completed=done, rate=0.0, visible=False)

        def on_block(block: Block) -> None:
            seconds = monotonic() - begun
            rate = (block.last - done) / max(seconds, 1e-9)
            visible = seconds > _QUIET_SECONDS
            bar.update(task, completed=block.last, rate=rate, visible=visible)

        yield on_block


def _lines(games: int, done: int) -> OnBlock:
    begun = said = monotonic()

    def on_block(block: Block) -> None:
        nonlocal said
        now = monotonic()
        if now - said < LINE_SECONDS or block.last == games:
            return
        said = now
        rate = (block.last - done) / (now - begun)
        left = (games - block.last) / rate
        share = block.last / games
        click.echo(
            f"{block.last:,} of {games:,} games ({share:.0%}), {rate:,.0f} a second, "
            f"{_duration(left)} left",
            err=True,
        )

    return on_block


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
