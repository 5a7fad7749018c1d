"""Experiments from TOML files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from stat import S_ISREG
from typing import Any

from simulator.designs.experiment import SCHEMA, USUAL, Experiment
from simulator.errors import DominosimError, ExperimentError, nearest

_KEYS = ("schema", "design", "rules", "policies", "games", "seed", "options", "set", "files")
_LARGEST = 1 << 20  # bytes
_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""What a file of another encoding begins with; the longer ones first."""


def read_experiment(path: Path) -> Experiment:
    """Read an experiment file: TOML in UTF-8. Paths in it are relative to the file.

    Raises
    ------
    DominosimError
        The file is missing, no TOML, lacks a key, has an unknown one or a value that it cannot
        have; the message names the file.
    """
    try:
        return experiment_in(_text(path), path.absolute().parent)
    except FileNotFoundError:
        raise ExperimentError(f"there is no file {str(path)!r}") from None
    except OSError as error:
        raise ExperimentError(f"{path} cannot be read: {error.strerror}") from None
    except DominosimError as error:
        raise type(error)(f"{path}: {error}") from None


def experiment_in(text: str, folder: Path) -> Experiment:
    """The experiment of a file's text; paths in it are relative to `folder`.

    Raises
    ------
    DominosimError
        The text is no TOML, lacks a key, has an unknown one or a value that it cannot have.
    """
    from strategies.registry import file_of, weights_of

    data = _parsed(text)
    _check_form(data)
    places = data.get("files", {})
    asked = Experiment(
        policies=tuple(data["policies"]),
        games=data["games"],
        seed=data.get("seed", 0),
        rules=data.get("rules", "draw"),
        overrides=data.get("set", {}),
        design=data.get("design", USUAL),
        options=data.get("options", {}),
    )
    playing = asked.playing
    written = filter(None, [*map(file_of, playing), *map(weights_of, playing)])
    files = {path: folder / Path(places.get(path, path)).expanduser() for path in written}
    return replace(asked, files=files)


def _text(path: Path) -> str:
    """What a file holds; `ExperimentError` where that can be no experiment."""
    if path.is_dir():
        raise ExperimentError("it is a directory, not a file")
    found = path.stat()
    if not S_ISREG(found.st_mode):
        raise ExperimentError("it is no file on a disk, which an experiment is read from")
    if found.st_size > _LARGEST:
        raise ExperimentError(f"{found.st_size:,} bytes are too many for an experiment")
    content = path.read_bytes()
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            raise ExperimentError(f"it is {encoding}; save it as UTF-8")
    if b"\0" in content:
        raise ExperimentError("it is UTF-16 or no text; save it as UTF-8")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ExperimentError(f"it is not UTF-8 in line {line}; save it as UTF-8") from None


def _parsed(text: str) -> Mapping[str, Any]:
    """The keys and values of a file, all numbers such as TOML has."""
    try:
        data = tomllib.loads(text)
        _check_size(data)
    except RecursionError:
        raise ExperimentError("it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"it cannot be read as TOML: {error}") from None
    except (ValueError, OverflowError):  # a number of thousands of digits, or of more than 64 bits
        raise ExperimentError("it has a number of more than 64 bits") from None
    if not data:
        raise ExperimentError("it is empty; an experiment has at least policies and games")
    return data


def _check_size(value: Any) -> None:
    """Raise `OverflowError` for a whole number of more bits than a seed has, anywhere."""
    if isinstance(value, int) and abs(value) >= 2**64:
        raise OverflowError
    if isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            _check_size(item)


def _check_form(data: Mapping[str, Any]) -> None:
    """Raise `ExperimentError` unless the keys are those of an experiment, of the right kind."""
    for key in data:
        if key not in _KEYS:
            raise ExperimentError(f"unknown key {key!r}; {nearest(key, _KEYS)}")
    for key in ("policies", "games"):
        if key not in data:
            raise ExperimentError(f"the key {key!r} is missing")
    schema = data.get("schema", SCHEMA)
    if type(schema) is not int or schema != SCHEMA:
        raise ExperimentError(f"schema {schema!r} is not known; this is {SCHEMA}")
    if not _are_texts(data["policies"]):
        raise ExperimentError('policies is a list of names, like ["greedy", "hoarder"]')
    for key in ("set", "options", "files"):
        if not isinstance(data.get(key, {}), Mapping):
            raise ExperimentError(f"{key} is a table, written as [{key}]")
    for key in ("rules", "design"):
        if not isinstance(data.get(key, ""), str):
            raise ExperimentError(f"{key} is a name, not {data[key]!r}")

    if not _are_texts(list(data.get("files", {}).values())):
        raise ExperimentError("files holds paths, by the paths that policies are named by")


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
