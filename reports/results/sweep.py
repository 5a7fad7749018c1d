"""A sweep: what a run of ``design = "sweep"`` counted.

Knows the files of its results directory and the frames they are written from. A *point* is a policy
with values of the parameters that run; each played the same policy on the same deals.

>>> from reports import analyse_sweep, load_sweep
>>> analyse_sweep(load_sweep("results/spare")).region
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from reports.results.cheats import cheats_of, name_of, with_names
from reports.results.errors import DamagedResults
from reports.results.frames import points_frame, read_csv
from reports.results.reading import Directory, Document
from reports.results.rules import Rules, sides_of
from reports.results.tallies import Tallies, read_tallies


@dataclass(frozen=True)
class Sweep:
    """What was counted of a sweep.

    Attributes
    ----------
    experiment, manifest
        As in `reports.results.matchups.Results`; the rules say who sits at a table.
    points
        One row a point, ``matchup`` (its number), ``policy``, ``grid`` and of each parameter that
        runs its name and its value: ``parameter, value, parameter_2, value_2``, the last two empty
        and nan where one runs. Policies and grids have their names.
    tallies
        Moments of the groups of every point, and the products of the points' credits.
    cheats
        The texts of the policies that cheat, and of their grids.
    """

    experiment: Document
    manifest: Document
    points: pd.DataFrame
    tallies: Tallies
    cheats: list[str]

    @classmethod
    def of(
        cls,
        experiment: Document,
        manifest: Document,
        points: pd.DataFrame,
        tallies: Tallies | bytes,
    ) -> Sweep:
        """A sweep from memory; points and tallies as they are written to their files."""
        if isinstance(tallies, bytes):
            tallies = Tallies(tallies, sides_of(manifest["rules"]))
        texts = points_frame(points)
        cheats = cheats_of(manifest)
        cheats += texts.loc[texts["policy"].isin(cheats), "grid"].unique().tolist()
        return cls(experiment, manifest, with_names(texts, cheats), tallies, cheats)

    @property
    def rules(self) -> Rules:
        """The rules that all tables share."""
        rules: Rules = self.manifest["rules"]
        return rules

    @property
    def sides(self) -> int:
        """How many sides a table has; the point is one of them."""
        return sides_of(self.rules)

    @property
    def against(self) -> str:
        """The name of the policy that every point played."""
        return name_of(self.experiment["options"]["against"], self.cheats)

    @property
    def asked_cheats(self) -> list[str]:
        """The texts of the grids that cheat, and of the policy that they play if it does."""
        asked = (*self.experiment["policies"], self.experiment["options"]["against"])
        return [text for text in dict.fromkeys(asked) if text in self.cheats]

    @property
    def grids(self) -> list[str]:
        """The names of the grids, in the order asked for."""
        return list(self.points["grid"].unique())


def load_sweep(directory: str | Path) -> Sweep:
    """Read the results directory of a sweep.

    Parameters
    ----------
    directory
        Holds ``manifest.json``, ``experiment.toml`` with ``design = "sweep"``, ``points.csv`` and
        ``tallies.parquet``. ``matchups.csv`` is not read: it follows from these.

    Raises
    ------
    DamagedResults
        If a file is missing, cannot be parsed or has changed since it was written. The message is
        one line and names the file.
    """
    files = Directory(directory)
    experiment = files.experiment()
    if experiment.get("design") != "sweep":
        raise DamagedResults(f"{files.path / 'experiment.toml'}: describes no sweep")
    tallies = read_tallies(files, sides_of(files.manifest["rules"]))
    return Sweep.of(experiment, files.manifest, read_csv(files, "points.csv"), tallies)
