"""How far a run is, on stderr: a bar on a terminal, elsewhere a line every ten seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

LINE_SECONDS = 10.0
_QUIET_SECONDS = 0.5  # a run shorter than this shows no bar

Show = Callable[[int], None]


@contextmanager
def shown(games: int, done: int, quiet: bool) -> Iterator[Show]:
    """A function to call with the number of games played so far; it shows the progress of a run.

    Parameters
    ----------
    games : int, games of the whole run.
    done : int, games played before.
    quiet : bool, show nothing.
    """
    if quiet:
        yield lambda played: None
    elif sys.stderr.isatty():
        with _bar(games, done) as show:
            yield show
    else:
        yield _lines(games, done)


@contextmanager
def _bar(games: int, done: int) -> Iterator[Show]:
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
    begun = monotonic()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games, completed=done, rate=0.0, visible=False)

        def show(played: int) -> None:
            seconds = monotonic() - begun
            rate = (played - done) / max(seconds, 1e-9)
            bar.update(task, completed=played, rate=rate, visible=seconds > _QUIET_SECONDS)

        yield show


def _lines(games: int, done: int) -> Show:
    begun = said = monotonic()

    def show(played: int) -> None:
        nonlocal said
        now = monotonic()
        if now - said < LINE_SECONDS or played == games:
            return
        said = now
        rate = (played - done) / (now - begun)
        left = _duration((games - played) / max(rate, 1e-9))
        told = f"{played:,} of {games:,} games ({played / games:.0%}), {rate:,.0f} a second"
        click.echo(f"{told}, {left} left", err=True)

    return show


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
