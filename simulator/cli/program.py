"""The program: its group of commands, and how it ends."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from typing import Any

import click

from simulator.errors import DominosimError, nearest, one_line


class Commands(click.Group):
    """A group that suggests the nearest command."""

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
    """Run the program and exit: 0 done, 1 a run failed, 2 a senseless request, 130 Ctrl-C."""
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    warnings.formatwarning = _one_line
    try:
        code = cli.main(arguments, prog_name="dominosim", standalone_mode=False)
    except click.ClickException as error:
        return _complain(error.format_message(), 2)
    except DominosimError as error:
        return _complain(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:  # the reader, like `head`, has seen enough
        sys.stdout = None
        return 0
    return code if isinstance(code, int) else 0


def _one_line(message: Warning | str, *_: Any, **__: Any) -> str:
    """A warning as the program says it: no file, no line, no source."""
    return f"dominosim: {message}\n"


def _complain(message: str, code: int) -> int:
    click.echo(f"dominosim: {one_line(message)}", err=True)
    return code
