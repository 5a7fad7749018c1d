"""Files of a results directory, read and compared with the hashes that its manifest holds.

Knows the directory, TOML and JSON, not what the numbers mean. The program that wrote a file vouches
for what is in it; whether it is still that file is what is checked here. Whatever is not is
`DamagedResults`, in one line that names the file.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from reports.results.errors import DamagedResults

SCHEMA = 1

_EXPERIMENT_KEYS = ("schema", "rules", "policies", "games", "seed")
_MANIFEST_KEYS = ("schema", "rules", "games", "rounds", "digest", "policies", "command", "files")
_RULE_KEYS = ("scoring", "target", "players", "teams", "board", "draw")

Document = Mapping[str, Any]


class Directory:
    """A results directory whose manifest was read.

    Parameters
    ----------
    path
        Of the directory.

    Raises
    ------
    DamagedResults
        If it or its manifest is missing, or the manifest cannot be parsed, is of another schema or
        lacks something, such as the hashes of its files.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_dir():
            raise DamagedResults(f"{self.path}: no such results directory")
        manifest = self.path / "manifest.json"
        self.manifest = _document(manifest, _bytes(manifest), json.loads, _MANIFEST_KEYS)
        # Nothing vouches for the manifest itself.
        _require(manifest, self.manifest["files"], ())
        _require(manifest, self.manifest["rules"], _RULE_KEYS)
        for policy in self.manifest["policies"]:
            _require(manifest, policy, ("spec", "sha256"))

    def content(self, name: str) -> bytes:
        """What a file holds.

        Parameters
        ----------
        name
            As the manifest has it.

        Raises
        ------
        DamagedResults
            If the file is missing, cannot be read, or is not the one that the manifest vouches for.
        """
        path = self.path / name
        content = _bytes(path)
        if self.manifest["files"].get(name) != f"sha256:{sha256(content).hexdigest()}":
            raise DamagedResults(f"{path}: has changed since it was written")
        return content

    def parsed(self, name: str, parse: Callable[[bytes], Any]) -> Any:
        """What a file holds, parsed; a `ValueError` of the parser becomes `DamagedResults`."""
        return _parsed(self.path / name, self.content(name), parse)

    def experiment(self) -> Document:
        """What was asked, ``experiment.toml``."""
        name = "experiment.toml"
        return _document(self.path / name, self.content(name), _toml, _EXPERIMENT_KEYS)


def _toml(content: bytes) -> Any:
    return tomllib.loads(content.decode())


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise DamagedResults(f"{path}: is missing") from error
    except OSError as error:
        raise DamagedResults(f"{path}: cannot be read: {error.strerror}") from error


def _parsed(path: Path, content: bytes, parse: Callable[[bytes], Any]) -> Any:
    try:
        return parse(content)
    except ValueError as error:
        raise DamagedResults(f"{path}: cannot be parsed: {error}") from error


def _document(
    path: Path, content: bytes, parse: Callable[[bytes], Any], keys: tuple[str, ...]
) -> Document:
    document: Document = _parsed(path, content, parse)
    _require(path, document, keys)
    if document["schema"] != SCHEMA:
        raise DamagedResults(
            f"{path}: has schema {document['schema']!r}, this version reads {SCHEMA}"
        )
    return document


def _require(path: Path, content: object, keys: tuple[str, ...]) -> None:
    """Check that something is a table of keys that has these."""
    if not isinstance(content, dict):
        raise DamagedResults(f"{path}: does not hold a table of keys where it should")
    missing = [key for key in keys if key not in content]
    if missing:
        raise DamagedResults(f"{path}: lacks {', '.join(missing)}")
