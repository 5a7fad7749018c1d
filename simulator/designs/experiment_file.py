"""Experiments from TOML files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from simulator.designs.experiment import SCHEMA, USUAL, Experiment
from simulator.errors import ExperimentError, nearest

_KEYS = ("schema", "design", "rules", "policies", "games", "seed", "options", "set", "files")


def read_experiment(path: Path) -> Experiment:
    """Read an experiment file; paths in it are relative to the file.

    Raises
    ------
    ExperimentError
        The file is missing, no TOML, lacks a key or has an unknown one; the message names the file.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ExperimentError(f"there is no file {str(path)!r}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{path} cannot be read as TOML: {error}") from None
    try:
        return experiment_in(text, path.absolute().parent)
    except ExperimentError as error:
        raise ExperimentError(f"{path}: {error}") from None


def experiment_in(text: str, folder: Path) -> Experiment:
    """The experiment of a file's text; paths in it are relative to `folder`.

    Raises
    ------
    ExperimentError
        The text is no TOML, lacks a key or has an unknown one.
    """
    from strategies.registry import file_of

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"this is no TOML: {error}") from None
    _check_form(data)
    places = data.get("files", {})
    written = filter(None, map(file_of, data["policies"]))
    return Experiment(
        policies=tuple(data["policies"]),
        games=data["games"],
        seed=data.get("seed", 0),
        rules=data.get("rules", "draw"),
        overrides=data.get("set", {}),
        design=data.get("design", USUAL),
        options=data.get("options", {}),
        files={path: folder / Path(places.get(path, path)).expanduser() for path in written},
    )


def _check_form(data: Mapping[str, Any]) -> None:
    """Raise `ExperimentError` unless the keys are those of an experiment, of the right kind."""
    for key in data:
        if key not in _KEYS:
            raise ExperimentError(f"unknown key {key!r}; {nearest(key, _KEYS)}")
    for key in ("policies", "games"):
        if key not in data:
            raise ExperimentError(f"the key {key!r} is missing")
    if data.get("schema", SCHEMA) != SCHEMA:
        raise ExperimentError(f"schema {data['schema']!r} is not known; this is {SCHEMA}")
    if not _are_texts(data["policies"]):
        raise ExperimentError('policies is a list of names, like ["greedy", "hoarder"]')
    for key in ("set", "options", "files"):
        if not isinstance(data.get(key, {}), Mapping):
            raise ExperimentError(f"{key} is a table, written as [{key}]")
    for key in ("rules", "design"):
        if not isinstance(data.get(key, ""), str):
            raise ExperimentError(f"{key} is a name")

    if not _are_texts(list(data.get("files", {}).values())):
        raise ExperimentError("files holds paths, by the paths that policies are named by")


def _are_texts(value: Any) -> bool:
    return isinstance(value, Sequence) and all(isinstance(item, str) for item in value)
