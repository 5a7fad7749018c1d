"""Compiled code on disk: whole or absent, never trusted unread, bounded in size.

A file holds a hash and the parts that it is of. One that is missing, unreadable, truncated or
damaged is as good as none; where nothing can be written the run does without. Knows nothing of
dominoes.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import numba
import numpy
import platformdirs

MOST_BYTES = 128 * 2**20
"""How much is kept: beyond that what was not used for longest goes."""

FOLDERS = ("", "compiling", "engine")
"""The folders of this package whose sources go into compiled code, and into `directory`'s name."""

_PART = "tmp"
"""How the name of a file begins that is being written; it ends in `.part`."""
_WRITING = 3600
"""Seconds after which a file that is still being written has been given up: no write takes long."""


def directory() -> Path:
    """Where compiled code is kept: under `DOMINOSIM_CACHE_DIR`, else the user's cache directory."""
    return _root() / _ENGINE_FINGERPRINT


def read(key: str) -> tuple[bytes, bytes] | None:
    """The parts kept under a key; None if there are none that are whole."""
    path = _path(key)
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    with suppress(OSError):
        os.utime(path)
    middle = 40 + int.from_bytes(data[32:40], "little")
    return data[40:middle], data[middle:]


def write(key: str, parts: tuple[bytes, bytes]) -> None:
    """Keep two parts under a key, whole or not at all."""
    first, second = parts
    payload = len(first).to_bytes(8, "little") + first + second
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=_PART, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(part, path)
        except OSError:
            os.unlink(part)
            raise
        _clean()
    except OSError:
        return


def _root() -> Path:
    chosen = os.environ.get("DOMINOSIM_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("dominosim"))


def _path(key: str) -> Path:
    return directory() / f"{key[:32]}.bin"


def _clean() -> None:
    """Remove what was given up half written, and beyond the bound what was not used for longest.

    Of every version of the engine.
    """
    hexadecimal = "[0-9a-f]"
    folders = hexadecimal * 16
    for path in _root().glob(f"{folders}/{_PART}*.part"):
        if path.stat().st_mtime < time.time() - _WRITING:
            path.unlink(missing_ok=True)
    found = [(path.stat(), path) for path in _root().glob(f"{folders}/{hexadecimal * 32}.bin")]
    found.sort(key=lambda entry: entry[0].st_mtime, reverse=True)
    total = 0
    for status, path in found:
        total += status.st_size
        if total > MOST_BYTES:
            path.unlink(missing_ok=True)
            with suppress(OSError):  # it is not empty
                path.parent.rmdir()


def engine_sources() -> str:
    """A hash of the sources of the engine, 64 hexadecimal digits: with the same, the same games."""
    return _ENGINE_SOURCES


def _hash_of_sources(folders: Iterable[str]) -> str:
    package = Path(__file__).parents[1]
    state = hashlib.sha256()
    for folder in folders:
        for path in sorted((package / folder).glob("*.py")):
            state.update(path.read_bytes())
    return state.hexdigest()


def _engine_fingerprint() -> str:
    """A hash of the sources and versions on which it depends what is compiled, and to what."""
    state = hashlib.sha256(_hash_of_sources((*FOLDERS, "authoring")).encode())
    for version in (sys.version, numba.__version__, numpy.__version__):
        state.update(version.encode() + b"\0")
    return state.hexdigest()[:16]


# Taken when this is imported, together with the sources that it stands for.
_ENGINE_SOURCES = _hash_of_sources(FOLDERS)
_ENGINE_FINGERPRINT = _engine_fingerprint()
