"""How far a run is, on stderr: a bar on a terminal, elsewhere a line every ten seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import click

LINE_SECONDS = 10.0
_QUIET_SECONDS = 0.5  # a run shorter than this shows no bar

Show = Callable[[int, int], None]


@contextmanager
def shown(quiet: bool, what: str = "games") -> Iterator[Show]:
    """A function to call with the games played so far and those of the whole run; it shows them.

    The first call is taken for the beginning: speed and time left are counted from there.
    """
    if quiet:
        yield lambda played, games: None
    elif sys.stderr.isatty():
        with _bar(what) as show:
            yield show
    else:
        yield _lines(what)


class _Pace:
    """How fast games are played since a run began here."""

    def __init__(self) -> None:
        self._begun: tuple[float, int] | None = None

    def __call__(self, played: int) -> tuple[float, float]:
        """Seconds since the first call, and games a second since then."""
        now = monotonic()
        self._begun = self._begun or (now, played)
        seconds = now - self._begun[0]
        return seconds, (played - self._begun[1]) / max(seconds, 1e-9)


@contextmanager
def _bar(what: str) -> Iterator[Show]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn(f"{{task.completed:,.0f}} of {{task.total:,.0f}} {what}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TimeRemainingColumn(),
    )
    pace = _Pace()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rate=0.0, visible=False)

        def show(played: int, games: int) -> None:
            seconds, rate = pace(played)
            visible = seconds > _QUIET_SECONDS
            bar.update(task, completed=played, total=games, rate=rate, visible=visible)

        yield show


def _lines(what: str) -> Show:
    pace, said = _Pace(), 0.0

    def show(played: int, games: int) -> None:
        nonlocal said
        seconds, rate = pace(played)
        if seconds - said < LINE_SECONDS or rate == 0 or played == games:
            return
        said = seconds
        left = _duration((games - played) / rate)
        speed = f", {rate:,.0f} a second" if rate >= 1 else ""
        told = f"{played:,} of {games:,} {what} ({played / games:.0%}){speed}"
        click.echo(f"{told}, {left} left", err=True)

    return show


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
