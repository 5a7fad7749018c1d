"""A results directory in memory, checked.

Knows the files of a results directory. What they hold is believed only after it was seen to be
complete and consistent, so that the modules after this one need not ask.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_integer_dtype

from reports.columns import COUNTS, IDENTITY, METRICS
from reports.consistency import check_distributions, check_manifest, check_players
from reports.errors import DamagedResults
from reports.frames import summarise

SCHEMA = 1

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
        `reports.frames.summarise` adds to them.
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
    experiment = _document(directory / "experiment.toml", tomllib.loads, _EXPERIMENT_KEYS)
    path = directory / "manifest.json"
    manifest = _document(path, json.loads, _MANIFEST_KEYS)
    _check_run(path, manifest)
    players = _players(directory / "summary.csv")
    check_manifest(path, manifest, players)
    distributions = _distributions(directory / "distributions.csv")
    check_distributions(
        directory / "distributions.csv", distributions, players, manifest["rules"]["scoring"]
    )
    return Results(experiment, manifest, summarise(players), distributions)


def _check_run(path: Path, manifest: Mapping[str, Any]) -> None:
    """Check the parts of a manifest that reports rely on."""
    _require(path, manifest["rules"], _RULE_KEYS)
    if manifest["rules"]["scoring"] not in _SCORINGS:
        raise DamagedResults(f"{path}: unknown scoring {manifest['rules']['scoring']!r}")
    if not isinstance(manifest["policies"], list):
        raise DamagedResults(f"{path}: policies is not a list")
    for policy in manifest["policies"]:
        _require(path, policy, ("spec", "sha256"))


def _document(path: Path, parse: Callable[[str], Any], keys: tuple[str, ...]) -> Mapping[str, Any]:
    text = _text(path)
    try:
        content = parse(text)
    except ValueError as error:
        raise DamagedResults(f"{path}: cannot be parsed: {error}") from error
    _require(path, content, ("schema", *keys))
    if content["schema"] != SCHEMA:
        raise DamagedResults(
            f"{path}: has schema {content['schema']!r}, this version reads {SCHEMA}"
        )
    return content  # type: ignore[no-any-return]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise DamagedResults(f"{path}: is missing") from error
    except OSError as error:
        raise DamagedResults(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DamagedResults(f"{path}: is not UTF-8 text") from error


def _require(path: Path, content: object, keys: tuple[str, ...]) -> None:
    if not isinstance(content, dict):
        raise DamagedResults(f"{path}: does not hold a table of keys where it should")
    missing = [key for key in keys if key not in content]
    if missing:
        raise DamagedResults(f"{path}: lacks {', '.join(missing)}")


def _players(path: Path) -> pd.DataFrame:
    table = _table(path, integers=(*IDENTITY, *COUNTS), texts=("policy",))
    check_players(path, table)
    return table.sort_values(["matchup", "seat"], ignore_index=True)


def _distributions(path: Path) -> pd.DataFrame:
    table = _table(
        path, integers=("matchup", "value", "count"), texts=("metric",), blanks=("side", "seat")
    )
    unknown = sorted(set(table["metric"]) - set(METRICS))
    if unknown:
        raise DamagedResults(f"{path}: unknown metric {unknown[0]!r}")
    return table


def _table(
    path: Path, integers: tuple[str, ...], texts: tuple[str, ...], blanks: tuple[str, ...] = ()
) -> pd.DataFrame:
    """Read a CSV file; of its columns keep those that are named, and ``policy``."""
    _text(path)
    try:
        table = pd.read_csv(
            path, dtype={"policy": str, "metric": str}, keep_default_na=False, na_values=[""]
        )
    except ValueError as error:  # the parser's own errors are ValueErrors too
        raise DamagedResults(f"{path}: cannot be parsed: {error}") from error
    _require(path, dict.fromkeys(table.columns), (*integers, *texts, *blanks, "policy"))
    if table.empty:
        raise DamagedResults(f"{path}: holds no rows")
    for name in (*integers, *texts):
        if table[name].isna().any():
            row = int(table[name].isna().to_numpy().argmax()) + 1
            raise DamagedResults(f"{path}: row {row} has no {name}")
    for name in (*integers, *blanks):
        column = table[name].dropna()
        if not is_integer_dtype(column.convert_dtypes()) and not column.empty:
            raise DamagedResults(f"{path}: column {name} does not hold whole numbers")
    types: dict[str, Any] = dict.fromkeys(integers, "int64") | dict.fromkeys(blanks, "Int64")
    return table[list(dict.fromkeys((*integers, *texts, *blanks, "policy")))].astype(types)
