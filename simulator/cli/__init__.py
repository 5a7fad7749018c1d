"""The command line: the only part of the simulator that sees the strategies and the reports.

Nothing heavy is imported before a command runs, so that `--help` is instant.
"""

from simulator.cli import comparing, diverging, dueling, looking, running
from simulator.cli.program import cli, main

__all__ = ["cli", "comparing", "diverging", "dueling", "looking", "main", "running"]
