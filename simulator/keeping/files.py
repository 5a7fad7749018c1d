"""Files that appear whole or not at all, and stay after a power cut."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.errors import KeepingError, ResultsError

ASIDE = ".aside"
"""How the name of a file ends that is being written."""


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """A path beside `path` to write a file to, which then takes its place; nothing if it fails.

    Raises
    ------
    OSError
        It cannot be written; what was there is untouched.
    """
    aside = path.with_name(f".{path.name}{ASIDE}")
    try:
        yield aside
        with aside.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    settle(path.parent)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all; see `written_aside`."""
    with written_aside(path) as aside:
        aside.write_bytes(data)


def settle(folder: Path) -> None:
    """Bring to disk which files a folder holds, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def settle_all(folder: Path) -> None:
    """Bring to disk all that a folder holds."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb+") as file:
                os.fsync(file.fileno())
        elif path.is_dir():
            settle(path)
    settle(folder)


def link_or_copy(source: Path, place: Path) -> None:
    """A file once more under another name; it is never written to, so a link will do."""
    try:
        os.link(source, place)
    except OSError:
        with written_aside(place) as aside:
            shutil.copyfile(source, aside)


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with what is in it, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def followed(target: Path) -> Path:
    """The directory that a path names, whatever links lead there."""
    try:
        return target.expanduser().resolve()
    except (OSError, RuntimeError) as error:
        raise ResultsError(f"{target} leads nowhere: {error}") from None


def cannot_write(directory: Path, error: OSError) -> KeepingError:
    """The error for results that could not be written."""
    return KeepingError(f"{directory} cannot be written: {error.strerror or error}")
