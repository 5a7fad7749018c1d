"""The command line: the only part of the simulator that sees the strategies and the reports.

Nothing heavy is imported before a command runs, so that `--help` is instant.
"""

import simulator.cli.comparing
import simulator.cli.diverging
import simulator.cli.dueling
import simulator.cli.looking
import simulator.cli.running  # noqa: F401  each module adds its commands
from simulator.cli.program import cli, main

__all__ = ["cli", "main"]
