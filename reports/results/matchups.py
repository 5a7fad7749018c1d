"""A results directory in memory, checked.

Knows the files of a results directory. What they hold is believed only after it was seen to be
complete and consistent, so that the modules after this one need not ask.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from reports.results.consistency import check_manifest, check_players
from reports.results.errors import DamagedResults
from reports.results.reading import read_document, read_table, require
from reports.results.sums import check_distributions
from reports.statistics.columns import COUNTS, IDENTITY, METRICS
from reports.statistics.rates import summarise

_EXPERIMENT_KEYS = ("rules", "policies", "games", "seed")
_MANIFEST_KEYS = ("rules", "games", "rounds", "digest", "policies", "command")
_RULE_KEYS = ("scoring", "target")
_SCORINGS = ("winner-takes", "losers-mark")


@dataclass(frozen=True)
class Results:
    """What a results directory says.

    Attributes
    ----------
    experiment
        What was asked, as in ``experiment.toml``.
    manifest
        What was run, as in ``manifest.json``.
    players
        One row per matchup and seat: the counts of ``summary.csv`` and what
        `reports.statistics.rates.summarise` adds to them.
    distributions
        The long frame of ``distributions.csv``; ``side`` and ``seat`` are nullable.
    """

    experiment: Mapping[str, Any]
    manifest: Mapping[str, Any]
    players: pd.DataFrame
    distributions: pd.DataFrame


def load(directory: str | Path) -> Results:
    """Read a results directory and check it.

    Parameters
    ----------
    directory
        Holds ``experiment.toml``, ``manifest.json``, ``summary.csv`` and ``distributions.csv``.

    Returns
    -------
    Results
        Rates are computed afresh from the counts; derived columns on disk are not read.

    Raises
    ------
    DamagedResults
        If a file is missing, unreadable or incomplete, or the files contradict themselves or
        each other. The message is one line and names the file.
    """
    directory = Path(directory)
    if not directory.is_dir():
        raise DamagedResults(f"{directory}: no such results directory")
    path = directory / "experiment.toml"
    experiment = read_experiment(path)
    if experiment.get("design") == "compare":
        raise DamagedResults(f"{path}: describes a comparison, not a single matchup")
    manifest = read_manifest(directory / "manifest.json")
    players = read_players(directory / "summary.csv")
    check_manifest(directory / "manifest.json", manifest, players)
    path = directory / "distributions.csv"
    distributions = read_distributions(path)
    check_distributions(path, distributions, players, manifest["rules"]["scoring"])
    return Results(experiment, manifest, summarise(players), distributions)


def read_experiment(path: Path) -> Mapping[str, Any]:
    """Read ``experiment.toml``."""
    return read_document(path, tomllib.loads, _EXPERIMENT_KEYS)


def read_manifest(path: Path) -> Mapping[str, Any]:
    """Read ``manifest.json``, and check the parts that reports rely on."""
    manifest = read_document(path, json.loads, _MANIFEST_KEYS)
    require(path, manifest["rules"], _RULE_KEYS)
    if manifest["rules"]["scoring"] not in _SCORINGS:
        raise DamagedResults(f"{path}: unknown scoring {manifest['rules']['scoring']!r}")
    if not isinstance(manifest["policies"], list):
        raise DamagedResults(f"{path}: policies is not a list")
    for policy in manifest["policies"]:
        require(path, policy, ("spec", "sha256"))
    return manifest


def read_players(path: Path) -> pd.DataFrame:
    """Read the counts of ``summary.csv``, ordered by matchup and seat, and check them."""
    table = read_table(path, integers=(*IDENTITY, *COUNTS), texts=("policy",))
    check_players(path, table)
    return table.sort_values(["matchup", "seat"], ignore_index=True)


def read_distributions(path: Path) -> pd.DataFrame:
    """Read ``distributions.csv``; what it counts is for `check_distributions`."""
    table = read_table(
        path, integers=("matchup", "value", "count"), texts=("metric",), blanks=("side", "seat")
    )
    unknown = sorted(set(table["metric"]) - set(METRICS))
    if unknown:
        raise DamagedResults(f"{path}: unknown metric {unknown[0]!r}")
    return table
