"""The manifest of a results directory: what was run, with what, and the hashes of its files.

Knows what the machine says of itself and the files of a directory; everything else it is told.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from simulator.errors import ResultsError

SCHEMA = 1
MANIFEST = "manifest.json"
_MADE_AGAIN = (MANIFEST, "report.html", "figures")
"""What has no hash: the manifest itself, and what `report` builds from the other files."""


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


def write_manifest(directory: Path, told: Mapping[str, Any], leave_out: Iterable[str] = ()) -> None:
    """Write the manifest of a directory in which everything else that has a hash is written.

    Parameters
    ----------
    directory : of the results.
    told : what the manifest says beside the hashes.
    leave_out : names of files and folders in it that do not stay.
    """
    whole = {**told, "files": hashes(directory, leave_out)}
    text = json.dumps(whole, indent=2)
    (directory / MANIFEST).write_text(text + "\n", encoding="utf-8")


def read_manifest(directory: Path) -> dict[str, Any]:
    """The manifest of a directory.

    Raises
    ------
    ResultsError
        It cannot be read, or lacks what a run is verified by.
    """
    try:
        manifest = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
        manifest["digest"], manifest["policies"], dict(manifest.get("files", {}))
    except (OSError, ValueError, KeyError, TypeError):
        raise ResultsError(f"{directory / MANIFEST} is damaged") from None
    return dict(manifest)


def hashes(directory: Path, leave_out: Iterable[str] = ()) -> dict[str, str]:
    """`sha256:` and a hash of every file of a directory, by its path in it.

    Neither the manifest nor the report and its figures are among them.
    """
    without = {*_MADE_AGAIN, *leave_out}
    found = {}
    for path in sorted(directory.rglob("*")):
        place = path.relative_to(directory)
        if path.is_file() and place.parts[0] not in without:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            found[place.as_posix()] = f"sha256:{digest}"
    return found


def changed_files(directory: Path, manifest: Mapping[str, Any]) -> list[str]:
    """The files that are not what the manifest says: changed or missing, in order."""
    found = hashes(directory)
    told = manifest.get("files", {})
    return sorted(name for name, sha256 in told.items() if found.get(name) != sha256)
