"""A tuning: the search for better values of a policy, and the verdict on what it found.

Knows the files of its results directory and the frames they are written from.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from reports.results.cheats import cheats_of, name_of, with_names
from reports.results.frames import read_csv
from reports.results.reading import Directory, Document
from reports.results.rules import Rules


@dataclass(frozen=True)
class Tuning:
    """What a search and its verdict came to.

    Attributes
    ----------
    experiment
        What was asked, as in ``experiment.toml``.
    manifest
        What was run, as in ``manifest.json``.
    parameters
        One row a parameter that was tuned: ``parameter, low, high, start, tuned``.
    search
        One row a generation: ``generation, deals, games, mean, best, best_error, spread`` and a
        column ``value_NAME`` for every parameter.
    verdict
        One row a table: ``candidate`` ("tuned" or "start"), ``against``, ``win_rate`` with
        ``win_rate_low`` and ``win_rate_high``, ``games`` and more. Opponents have their names.
    """

    experiment: Document
    manifest: Document
    parameters: pd.DataFrame
    search: pd.DataFrame
    verdict: pd.DataFrame

    @classmethod
    def of(
        cls,
        experiment: Document,
        manifest: Document,
        parameters: pd.DataFrame,
        search: pd.DataFrame,
        verdict: pd.DataFrame,
    ) -> Tuning:
        """A tuning from memory; frames as they are written to their files."""
        named = with_names(verdict, cheats_of(manifest))
        return cls(experiment, manifest, parameters, search, named)

    @property
    def cheats(self) -> list[str]:
        """The texts of the policies that cheat."""
        return cheats_of(self.manifest)

    @property
    def rules(self) -> Rules:
        """The complete rules."""
        rules: Rules = self.manifest["rules"]
        return rules

    @property
    def policy(self) -> str:
        """The name of the policy that was tuned."""
        return name_of(self.experiment["policies"][0], self.cheats)

    @property
    def sides(self) -> int:
        """How many play for themselves at a table."""
        return 2 if self.rules["teams"] else int(self.rules["players"])

    def judged(self, candidate: str) -> pd.DataFrame:
        """The verdict on "tuned" or on "start" against the opponents."""
        verdict = self.verdict
        return verdict[(verdict["candidate"] == candidate) & (verdict["against"] != "start")]


def load_tuning(directory: str | Path) -> Tuning:
    """Read the results directory of a tuning.

    Raises
    ------
    DamagedResults
        If a file is missing, cannot be parsed or has changed since it was written. The message is
        one line and names the file.
    """
    files = Directory(directory)
    frames = (read_csv(files, f"{name}.csv") for name in ("parameters", "search", "verdict"))
    return Tuning.of(files.experiment(), files.manifest, *frames)
