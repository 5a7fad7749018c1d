"""The program: its group of commands, and how it ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from simulator.cli.streams import finish, prepare
from simulator.errors import DominosimError, nearest, one_line

_SIGNALLED = 128  # and the signal's number is the exit code of what a signal ended


class Commands(click.Group):
    """A group that suggests the nearest command."""

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """As every group does; of `--help` that nobody reads more is no failure."""
        with _unread():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """As every group does; of results likewise."""
        with _unread():
            return super().invoke(ctx)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; an unknown one is answered with a suggestion."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            hint = nearest(args[0], self.list_commands(ctx))
            raise click.UsageError(f"unknown command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dominosim", prog_name="dominosim")
def cli() -> None:
    """Which way of playing dominoes wins? Play millions of games and see."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and exit.

    The codes: 0 done, 1 a run failed, 2 a senseless request, 130 Ctrl-C, 143 and 129 ended by
    SIGTERM and SIGHUP. A reader that has seen enough is no failure.
    """
    prepare()
    with _told_to_stop():
        try:
            code = _run(arguments)
        except KeyboardInterrupt as stop:  # another one, while the first was answered
            code = _ended(stop)
        unwritten = finish()
    if unwritten is not None and code == 0:
        code = _ended(unwritten)
    if code > _SIGNALLED and arguments is None:
        os._exit(code)  # the process is ours, and a policy that never returns would be waited for
    sys.exit(code)


class UnreadError(Exception):
    """The reader of the output, like `head`, has seen enough; click would make a failure of it."""


@contextmanager
def _unread() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise UnreadError from error


class Stopped(KeyboardInterrupt):
    """A signal that asks the program to end, as Ctrl-C does."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.exit_code = _SIGNALLED + number


@contextmanager
def _told_to_stop() -> Iterator[None]:
    """Let SIGTERM and SIGHUP stop a run as Ctrl-C does, unless they are ignored."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, _stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop(number: int, frame: Any) -> None:
    raise Stopped(number)


def _run(arguments: Sequence[str] | None) -> int:
    warnings.formatwarning = _one_line
    try:
        code = cli.main(arguments, prog_name="dominosim", standalone_mode=False)
    except click.ClickException as error:
        return _complain(error.format_message(), 2)
    except DominosimError as error:
        return _complain(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort, OSError, SystemExit, UnreadError) as error:
        return _ended(error)
    return code if isinstance(code, int) else 0


def _ended(error: BaseException) -> int:
    """The exit code where the program did not come to its end, by what was behind that.

    click and rich make other exceptions of what they meet; and what meets a terminal that has gone
    may itself have been on its way out.
    """
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, KeyboardInterrupt):
            return getattr(cause, "exit_code", _SIGNALLED + signal.SIGINT)
    for cause in causes:
        if isinstance(cause, BrokenPipeError):
            return 0
        if isinstance(cause, OSError):
            where = cause.filename or "the output cannot be written"
            return _complain(f"{where}: {cause.strerror or cause}", 1)
    return 1


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, the one it was raised for, and so on."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _one_line(message: Warning | str, *_: Any, **__: Any) -> str:
    """A warning as the program says it: no file, no line, no source."""
    return f"dominosim: {message}\n"


def _complain(message: str, code: int) -> int:
    click.echo(f"dominosim: {one_line(message)}", err=True)
    return code
