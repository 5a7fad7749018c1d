"""A comparison: what a run of ``design = "compare"`` counted.

Knows the files of its results directory and the frames they are written from. A *table* is one
choice of policies, as many as the rules have sides; where that is two it is a *pairing*. Policies
at a table are told apart by their *place*, 0 upwards, which is what ``seat`` and ``side`` mean in
the tables of a comparison: every policy had every seat, and counts are sums over all of them. Where
a side is two partners they play the same policy, and what is counted by hand counts two a round.

>>> from reports import analyse, load_comparison
>>> comparison = load_comparison("results/all-pairs")
>>> analyse(comparison).standings
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

import pandas as pd

from reports.results.cheats import cheats_of, name_of
from reports.results.errors import DamagedResults
from reports.results.frames import distributions_frame, players_frame, read_csv, sources_frame
from reports.results.reading import Directory, Document
from reports.results.rules import Rules, sides_of
from reports.results.tallies import Tallies, read_tallies


@dataclass(frozen=True)
class Comparison:
    """What was counted of a comparison.

    Attributes
    ----------
    experiment, manifest
        As in `reports.results.matchups.Results`; the rules say who sits at a table.
    players
        Counts, one row per ``matchup`` (the number of the table) and ``seat`` (the place), with the
        texts of policies.
    distributions
        The long frame of ``distributions.csv``, by place.
    tallies
        Moments of groups, and mirrored rounds where the score chain applies.
    sources
        Where the points come from by which the first policy leads, the frame of ``sources.csv``;
        None unless tables are pairings.
    """

    experiment: Document
    manifest: Document
    players: pd.DataFrame
    distributions: pd.DataFrame
    tallies: Tallies
    sources: pd.DataFrame | None

    @classmethod
    def of(
        cls,
        experiment: Document,
        manifest: Document,
        players: pd.DataFrame,
        distributions: pd.DataFrame,
        tallies: pd.DataFrame | bytes,
        sources: pd.DataFrame | None,
    ) -> Comparison:
        """A comparison from memory.

        Parameters
        ----------
        experiment, manifest
            What their files hold or will hold; hashes of files are not needed.
        players, distributions, tallies, sources
            As they are written to ``summary.csv``, ``distributions.csv``, ``tallies.parquet`` and
            ``sources.csv``; tallies a frame, or that file's content. Sources are used where tables
            are pairings.
        """
        sides = sides_of(manifest["rules"])
        return cls(
            experiment,
            manifest,
            players_frame(players),
            distributions_frame(distributions),
            Tallies(tallies, sides) if isinstance(tallies, bytes) else Tallies.of(tallies, sides),
            sources_frame(sources) if sources is not None and sides == 2 else None,
        )

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """Names of the policies in the order asked for, each once: a repeated one is numbered."""
        return named([name_of(text, self.cheats) for text in self.experiment["policies"]])

    @cached_property
    def cheats(self) -> list[str]:
        """The texts of the policies that cheat."""
        return cheats_of(self.manifest)

    @property
    def sides(self) -> int:
        """How many policies meet at a table."""
        return sides_of(self.rules)

    @property
    def hands(self) -> int:
        """How many hands a policy plays in a round: two where a side is two partners."""
        return int(self.rules["players"]) // self.sides

    @property
    def pairings(self) -> bool:
        """Whether tables are pairings of two policies."""
        return self.sides == 2

    @cached_property
    def tables(self) -> tuple[tuple[str, ...], ...]:
        """Names of the policies at every table, by number and place."""
        return tuple(combinations(self.policies, self.sides))

    @property
    def rules(self) -> Rules:
        """The rules that all tables share."""
        rules: Rules = self.manifest["rules"]
        return rules


def load_comparison(directory: str | Path) -> Comparison:
    """Read the results directory of a comparison.

    Parameters
    ----------
    directory
        Holds ``manifest.json``, ``experiment.toml`` with ``design = "compare"``, ``summary.csv``,
        ``distributions.csv``, ``tallies.parquet`` and, for pairings, ``sources.csv``.
        ``matchups.csv`` is not read: it follows from these.

    Returns
    -------
    Comparison

    Raises
    ------
    DamagedResults
        If a file is missing, cannot be parsed or has changed since it was written. The message is
        one line and names the file.
    """
    files = Directory(directory)
    experiment = files.experiment()
    if experiment.get("design") != "compare":
        raise DamagedResults(f"{files.path / 'experiment.toml'}: describes no comparison")
    sides = sides_of(files.manifest["rules"])
    return Comparison(
        experiment,
        files.manifest,
        players_frame(read_csv(files, "summary.csv")),
        distributions_frame(read_csv(files, "distributions.csv")),
        read_tallies(files, sides),
        sources_frame(read_csv(files, "sources.csv")) if sides == 2 else None,
    )


def named(policies: Sequence[str]) -> tuple[str, ...]:
    """Make names of policies unique.

    >>> named(["greedy", "random", "greedy"])
    ('greedy', 'random', 'greedy #2')
    """
    seen: Counter[str] = Counter()
    names = []
    for policy in policies:
        seen[policy] += 1
        names.append(policy if seen[policy] == 1 else f"{policy} #{seen[policy]}")
    return tuple(names)
