"""The results directory of a comparison in memory, checked.

Knows the files that ``design = "compare"`` leaves behind. A *table* is one choice of policies, as
many as the rules have sides; where that is two it is a *pairing*. Policies at a table are told
apart by their *place*, 0 upwards, which is what ``seat`` and ``side`` mean in the tables of a
comparison: every policy had every seat, and counts are sums over all of them.

>>> from reports import analyse, load_comparison, standings
>>> comparison = load_comparison("results/all-pairs")
>>> standings(analyse(comparison))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd

from reports.agreement import check_groups, check_sources, check_tables
from reports.consistency import check_manifest
from reports.errors import DamagedResults
from reports.groups import GroupTallies, read_groups
from reports.reading import read_table, require
from reports.results import read_distributions, read_experiment, read_manifest, read_players
from reports.sums import check_distributions

_FEWEST, _MOST = 2, 40


@dataclass(frozen=True)
class Comparison:
    """What the results directory of a comparison says.

    Attributes
    ----------
    experiment, manifest
        As in `reports.results.Results`.
    players
        Counts, one row per ``matchup`` (the number of the table) and ``seat`` (the place).
    distributions
        The long frame of ``distributions.csv``, by place.
    tallies
        Moments of groups, and mirrored rounds where the score chain applies.
    sources
        Where the difference of a round's points comes from; None unless tables are pairings.
    """

    experiment: Mapping[str, Any]
    manifest: Mapping[str, Any]
    players: pd.DataFrame
    distributions: pd.DataFrame
    tallies: GroupTallies
    sources: pd.DataFrame | None

    @cached_property
    def policies(self) -> tuple[str, ...]:
        """Names of the policies in the order asked for, each once: a repeated one is numbered."""
        return named(self.experiment["policies"])

    @property
    def sides(self) -> int:
        """How many policies meet at a table."""
        return sides_of(self.manifest["rules"])

    @property
    def pairings(self) -> bool:
        """Whether tables are pairings of two policies."""
        return self.sides == 2

    @cached_property
    def tables(self) -> tuple[tuple[str, ...], ...]:
        """Names of the policies at every table, by number and place."""
        return tuple(combinations(self.policies, self.sides))

    @property
    def marks(self) -> bool:
        """Whether points are penalties."""
        return bool(self.manifest["rules"]["scoring"] == "losers-mark")


def load_comparison(directory: str | Path) -> Comparison:
    """Read the results directory of a comparison and check it.

    Parameters
    ----------
    directory
        Holds ``experiment.toml`` with ``design = "compare"``, ``manifest.json``,
        ``summary.csv``, ``distributions.csv``, ``tallies.parquet`` and, for pairings,
        ``sources.csv``. ``matchups.csv`` is not read: it follows from these.

    Returns
    -------
    Comparison

    Raises
    ------
    DamagedResults
        If a file is missing, unreadable or incomplete, or the files contradict themselves or
        each other. The message is one line and names the file.
    """
    directory = Path(directory)
    if not directory.is_dir():
        raise DamagedResults(f"{directory}: no such results directory")
    experiment = read_experiment(directory / "experiment.toml")
    manifest = read_manifest(directory / "manifest.json")
    _check_design(directory, experiment, manifest)
    sides = sides_of(manifest["rules"])
    players = read_players(directory / "summary.csv")
    check_tables(
        directory / "summary.csv", players, list(combinations(experiment["policies"], sides))
    )
    check_manifest(directory / "manifest.json", manifest, players)
    rules, path = manifest["rules"], directory / "distributions.csv"
    distributions = read_distributions(path)
    hands = rules["players"] // sides
    check_distributions(path, distributions, players, rules["scoring"], hands)
    tallies = read_groups(directory / "tallies.parquet", sides)
    check_groups(directory / "tallies.parquet", tallies, players)
    sources = _sources(directory / "sources.csv", players, hands) if sides == 2 else None
    return Comparison(experiment, manifest, players, distributions, tallies, sources)


def sides_of(rules: Mapping[str, Any]) -> int:
    """How many sides a table has under these rules."""
    return 2 if rules["teams"] else int(rules["players"])


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


def _check_design(
    directory: Path, experiment: Mapping[str, Any], manifest: Mapping[str, Any]
) -> None:
    path = directory / "experiment.toml"
    if experiment.get("design") != "compare":
        raise DamagedResults(f"{path}: describes no comparison")
    policies = experiment["policies"]
    if not isinstance(policies, list) or not all(isinstance(name, str) for name in policies):
        raise DamagedResults(f"{path}: policies is not a list of names")
    if not _FEWEST <= len(policies) <= _MOST:
        raise DamagedResults(f"{path}: names {len(policies)} policies")
    require(path, experiment.get("options", {}), ())
    anchor = experiment.get("options", {}).get("anchor")
    if anchor and anchor not in policies:
        raise DamagedResults(f"{path}: the anchor {anchor!r} is not among the policies")
    path = directory / "manifest.json"
    require(path, manifest["rules"], ("players", "teams"))
    if manifest["rules"]["players"] not in (2, 3, 4):
        raise DamagedResults(f"{path}: players is {manifest['rules']['players']!r}")


def _sources(path: Path, players: pd.DataFrame, hands: int) -> pd.DataFrame:
    sources = read_table(
        path,
        integers=("matchup", "rounds", "lead_sum", "lead_squares"),
        texts=("source", "key"),
        blanks=("other",),
        extra=(),
    )
    check_sources(path, sources, players, hands)
    return sources
