"""Single matchups: what a run of ``design = "simulate"`` counted.

Knows the files of its results directory and the frames they are written from.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from reports.results.cheats import cheats_of, with_names
from reports.results.errors import DamagedResults
from reports.results.frames import distributions_frame, players_frame, read_csv
from reports.results.reading import Directory, Document
from reports.statistics.rates import summarise


@dataclass(frozen=True)
class Results:
    """What was counted of single matchups.

    Attributes
    ----------
    experiment
        What was asked, as in ``experiment.toml``.
    manifest
        What was run, as in ``manifest.json``.
    players
        One row per matchup and seat: the counts of ``summary.csv`` and what
        `reports.statistics.rates.summarise` adds to them. Policies have their names, by which those
        that cheat are marked.
    distributions
        The long frame of ``distributions.csv`` with names; ``side`` and ``seat`` are nullable.
    """

    experiment: Document
    manifest: Document
    players: pd.DataFrame
    distributions: pd.DataFrame

    @classmethod
    def of(
        cls,
        experiment: Document,
        manifest: Document,
        players: pd.DataFrame,
        distributions: pd.DataFrame,
    ) -> Results:
        """Results from memory.

        Parameters
        ----------
        experiment, manifest
            What their files hold or will hold; hashes of files are not needed.
        players, distributions
            As they are written to ``summary.csv`` and ``distributions.csv``. Rates are computed
            afresh from the counts.
        """
        cheats = cheats_of(manifest)
        rates = with_names(summarise(players_frame(players)), cheats)
        counts = with_names(distributions_frame(distributions), cheats)
        return cls(experiment, manifest, rates, counts)

    @property
    def cheats(self) -> list[str]:
        """The texts of the policies that cheat."""
        return cheats_of(self.manifest)


def load(directory: str | Path) -> Results:
    """Read the results directory of single matchups.

    Parameters
    ----------
    directory
        Holds ``manifest.json``, ``experiment.toml``, ``summary.csv`` and ``distributions.csv``.

    Returns
    -------
    Results

    Raises
    ------
    DamagedResults
        If a file is missing, cannot be parsed or has changed since it was written. The message is
        one line and names the file.
    """
    files = Directory(directory)
    experiment = files.experiment()
    if experiment.get("design") == "compare":
        path = files.path / "experiment.toml"
        raise DamagedResults(f"{path}: describes a comparison, not a single matchup")
    tables = (read_csv(files, name) for name in ("summary.csv", "distributions.csv"))
    return Results.of(experiment, files.manifest, *tables)
