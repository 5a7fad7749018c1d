"""The command line: options and output of every command, and nothing else.

Nothing heavy is imported before a command runs, so that `--help` is instant.
"""

import simulator.cli.batching
import simulator.cli.checking
import simulator.cli.comparing
import simulator.cli.diverging
import simulator.cli.dueling
import simulator.cli.looking
import simulator.cli.running
import simulator.cli.sweeping
import simulator.cli.tuning  # noqa: F401  each module adds its commands
from simulator.cli.program import cli, main

__all__ = ["cli", "main"]
