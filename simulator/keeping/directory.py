"""A results directory: begun, gone on with, and published when it is complete.

A run lives in the folder `.unfinished` of its directory: what was asked, what it is made of, its
committed parts and the rows of games. When everything is written there, it takes its place in the
directory, the manifest last. So a directory with a manifest is complete; results that it held
before stay until then; and nothing that is not a result's is ever touched.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from simulator.errors import KeepingError, PolicyError, ResultsError
from simulator.keeping.files import link_or_copy, remove, write_whole
from simulator.keeping.manifest import MANIFEST, read_manifest, write_json, write_manifest
from simulator.keeping.rows import PIECES, ROWS, GameRows

EXPERIMENT = "experiment.toml"
UNFINISHED = ".unfinished"
POLICIES = "policies"
PARTS = "parts"
_RUN, _LOCK = "run.json", "lock"
_WORKING = (_RUN, _LOCK, PIECES)
"""What is only there while a run goes on."""


class RunDirectory:
    """Where a run in progress writes; this process alone, until it is closed.

    Parameters
    ----------
    target : the directory asked for; links are followed.

    Raises
    ------
    ResultsError
        It is no directory or cannot be written, or another process writes to it.
    """

    def __init__(self, target: Path) -> None:
        self.target = _followed(target)
        self.path = self.target / UNFINISHED
        self._made = [path for path in (self.target, self.path) if not path.exists()]
        if self.target.exists() and not self.target.is_dir():
            raise ResultsError(f"{target} is a file; --out names a directory")
        if not self.is_ours and any(self.target.glob("*")):
            raise ResultsError(
                f"{target} is not empty and holds no results of dominosim; choose another --out"
            )
        self._lock = FileLock(self.path / _LOCK)
        self._begun_now = False
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise ResultsError(f"another process is writing to {target}; wait for it") from None
        except OSError as error:
            self._remove_made()
            raise ResultsError(f"{target} cannot be written: {error.strerror}") from None

    @property
    def is_ours(self) -> bool:
        """Whether there is a result or a run of this program."""
        return self.is_finished or self.path.is_dir()

    @property
    def is_finished(self) -> bool:
        """Whether it holds results that are complete."""
        return (self.target / MANIFEST).is_file() and (self.target / EXPERIMENT).is_file()

    @property
    def is_begun(self) -> bool:
        """Whether a run was begun that is not published."""
        return (self.path / _RUN).is_file()

    @property
    def is_written(self) -> bool:
        """Whether such a run has everything and was stopped while it was published."""
        return (self.path / MANIFEST).is_file()

    @property
    def rows(self) -> GameRows | None:
        """The rows of games, where they are kept."""
        return GameRows(self.path) if (self.path / ROWS).is_dir() else None

    @property
    def parts(self) -> Path:
        """Where the parts of the run are."""
        return self.path / PARTS

    def begin(self, files: Mapping[str, bytes], told: Mapping[str, Any], keep_rows: bool) -> None:
        """Start afresh: files by their place in the directory, and what the run is made of.

        Raises
        ------
        ResultsError
            It cannot be written.
        """
        try:
            for path in self.path.iterdir():
                if path.name != _LOCK:
                    remove(path)
            for name, content in files.items():
                (self.path / name).parent.mkdir(parents=True, exist_ok=True)
                write_whole(self.path / name, content)
            if keep_rows:
                GameRows(self.path).begin()
            write_json(self.path / _RUN, told)
            self._begun_now = True
        except OSError as error:
            raise ResultsError(f"{self.target} cannot be written: {error.strerror}") from None

    def bring(self, finished: Path) -> None:
        """Take over the parts and the rows of games of a finished directory."""
        for name in (PARTS, ROWS):
            for source in sorted((finished / name).glob("*")):
                (self.path / name).mkdir(exist_ok=True)
                link_or_copy(source, self.path / name / source.name)

    def read(self) -> dict[str, Any]:
        """What the run is made of, as it was told at the beginning.

        Raises
        ------
        ResultsError
            It is damaged.
        """
        try:
            return dict(json.loads((self.path / _RUN).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            raise ResultsError(f"{self.path / _RUN} is damaged; play it again") from None

    def write(self, files: Mapping[str, Any]) -> None:
        """Write files by name: texts, bytes, and data frames as CSV."""
        for name, content in files.items():
            path = self.path / name
            if isinstance(content, str):
                path.write_text(content, encoding="utf-8")
            elif isinstance(content, bytes):
                path.write_bytes(content)
            else:
                content.to_csv(path, index=False)

    def publish(self) -> None:
        """Put the complete results in their place, instead of those that were there."""
        old = self.target / MANIFEST
        if self.is_finished:
            for name in {name.partition("/")[0] for name in read_manifest(self.target)["files"]}:
                if not (self.path / name).exists():
                    remove(self.target / name)
        old.unlink(missing_ok=True)
        for path in sorted(self.path.iterdir()):
            if path.name not in (*_WORKING, MANIFEST):
                remove(self.target / path.name)
                os.rename(path, self.target / path.name)
        os.rename(self.path / MANIFEST, old)
        self._remove_run()

    def write_manifest(self, told: Mapping[str, Any]) -> None:
        """Write the manifest, with the hashes of all that has been written before it."""
        names = [path.name for path in self.path.iterdir() if path.name not in _WORKING]
        write_manifest(self.path, told, (name for name in names if name != MANIFEST))

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: Any) -> None:
        """Let others write.

        Of a run that was begun here nothing stays if nothing was played, or if a policy was at
        fault, with which it would never end.
        """
        useless = kind is not None and (
            issubclass(kind, PolicyError) or not any(self.parts.glob("*"))
        )
        if not self.is_begun or (self._begun_now and useless):
            self._remove_run()
        self._lock.release()

    def _remove_run(self) -> None:
        """Remove the run; and the directory if it was made for it and is empty."""
        if not self.path.is_dir():
            return
        for path in sorted(self.path.iterdir(), key=lambda path: path.name == _LOCK):
            remove(path)
        self._remove_made(always=(self.path,))

    def _remove_made(self, always: tuple[Path, ...] = ()) -> None:
        with suppress(OSError):  # it is not empty, or not there
            for path in (*always, *reversed(self._made)):
                if path.exists():
                    path.rmdir()


def read_directory(directory: Path) -> tuple[Path, dict[str, Any]]:
    """The experiment file of a finished run, which is there, and its manifest.

    Raises
    ------
    ResultsError
        The directory is missing, unfinished or damaged.
    """
    if not directory.is_dir():
        raise ResultsError(f"there is no results directory {directory}")
    for name in (EXPERIMENT, MANIFEST):
        if not (directory / name).is_file():
            begun = (directory / UNFINISHED).is_dir()
            hint = f"; its run is unfinished: dominosim run --resume {directory}" if begun else ""
            raise ResultsError(f"{directory} is no results directory: {name} is missing{hint}")
    return directory / EXPERIMENT, read_manifest(directory)


def _followed(target: Path) -> Path:
    """The directory that a path names, whatever links lead there."""
    try:
        return target.expanduser().resolve()
    except (OSError, RuntimeError) as error:
        raise ResultsError(f"{target} leads nowhere: {error}") from None


def cannot_write(directory: Path, error: OSError) -> KeepingError:
    """The error for results that could not be written."""
    return KeepingError(f"{directory} cannot be written: {error.strerror or error}")
