"""Files and folders that appear whole or not at all.

Knows bytes and paths. What is written goes under a temporary name in the same directory, so that
putting it in its place is one rename.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path


def write_whole(path: Path, content: str) -> None:
    """Write a text file, UTF-8 with plain line feeds.

    Parameters
    ----------
    path
        Its directory must exist. A file that is there is replaced.
    content
        The whole text.

    Raises
    ------
    OSError
        If it cannot be written; what was there is then untouched.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(content.encode())
        _share(Path(name), 0o666)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files in place of the one that is there.

    Parameters
    ----------
    path
        Its parent must exist.
    files
        Content by name.

    Raises
    ------
    OSError
        If it cannot be written; what was there is then put back.
    """
    fresh = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        _share(fresh, 0o777)
        _swap(fresh, path)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _swap(fresh: Path, path: Path) -> None:
    """Put the fresh folder in place; the old one, if any, ends up under the fresh one's name."""
    try:
        os.rename(fresh, path)
        return
    except OSError:
        if not path.is_dir():
            raise
    # Folders cannot replace each other in one step: the name is free between these renames.
    old = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    os.replace(path, old)
    try:
        os.rename(fresh, path)
    except OSError:
        os.rename(old, path)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _share(path: Path, mode: int) -> None:
    """Give the permissions that an ordinary new file would have; temporary ones are private."""
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(mode & ~mask)
