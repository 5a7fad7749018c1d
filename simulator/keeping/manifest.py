"""The manifest of a results directory: what was run, with what, and the hashes of its files.

Knows what the machine says of itself and the files of a directory; everything else it is told.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from simulator.errors import ResultsError
from simulator.keeping.files import write_whole

SCHEMA = 1
MANIFEST = "manifest.json"


def machine() -> dict[str, Any]:
    """Versions and platform, with which a manifest begins."""
    return {
        "schema": SCHEMA,
        "dominosim": own_version(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "numba")},
        "platform": f"{platform.system()} {platform.machine()}",
    }


def own_version() -> str:
    """The installed version of dominosim."""
    try:
        return version("dominosim")
    except PackageNotFoundError:
        return "unknown"


def write_manifest(directory: Path, told: Mapping[str, Any], files: Iterable[str]) -> None:
    """Write the manifest of a directory in which everything else is written.

    Parameters
    ----------
    directory : of the results.
    told : what the manifest says beside the hashes.
    files : names of the files and folders in it that belong to the results; those that are not
        there are left out.
    """
    write_json(directory / MANIFEST, {**told, "files": hashes(directory, files)})


def vouch_again(directory: Path, manifest: Mapping[str, Any], names: Sequence[str]) -> None:
    """Write the manifest again with new hashes of the files and folders of these names."""
    others = {
        name: sha256
        for name, sha256 in manifest["files"].items()
        if name.partition("/")[0] not in names
    }
    files = dict(sorted((others | hashes(directory, names)).items()))
    write_json(directory / MANIFEST, {**manifest, "files": files})


def write_json(path: Path, told: Mapping[str, Any]) -> None:
    """Write a mapping as JSON, whole or not at all."""
    write_whole(path, (json.dumps(told, indent=2) + "\n").encode())


def read_manifest(directory: Path) -> dict[str, Any]:
    """The manifest of a directory.

    Raises
    ------
    ResultsError
        It cannot be read, or lacks what a run is verified by.
    """
    try:
        manifest = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
        manifest["digest"], manifest["policies"], dict(manifest["files"])
    except (OSError, ValueError, KeyError, TypeError):
        raise ResultsError(f"{directory / MANIFEST} is damaged") from None
    return dict(manifest)


def names_told(path: Path) -> set[str]:
    """The names of files and folders that a manifest tells of; none if it is damaged."""
    try:
        return {name.partition("/")[0] for name in json.loads(path.read_bytes())["files"]}
    except (ValueError, KeyError, TypeError, AttributeError):
        return set()


def checked(told: Any, path: Path) -> dict[str, Any]:
    """What the file at `path` tells of a run that is to be gone on with or merged.

    Raises
    ------
    ResultsError
        It lacks what a run is known by.
    """
    try:
        datetime.fromisoformat(told["started"])
        [policy["spec"] for policy in told["identity"]["policies"]]
    except (KeyError, TypeError, ValueError):
        raise ResultsError(f"{path} is damaged; play it again") from None
    return dict(told)


def hashes(directory: Path, names: Iterable[str]) -> dict[str, str]:
    """`sha256:` and a hash of every file that has one of these names or is in a folder of them."""
    found = {}
    for name in names:
        path = directory / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                with file.open("rb") as content:
                    digest = hashlib.file_digest(content, "sha256").hexdigest()
                found[file.relative_to(directory).as_posix()] = f"sha256:{digest}"
    return dict(sorted(found.items()))


def changed_files(directory: Path, manifest: Mapping[str, Any]) -> list[str]:
    """The files that are not what the manifest says: changed, missing or added, in order."""
    told = manifest["files"]
    folders = {name.partition("/")[0] for name in told}
    found = hashes(directory, folders)
    names = told.keys() | found.keys()
    return sorted(name for name in names if found.get(name) != told.get(name))
