"""A results directory: begun, gone on with, and published when it is complete.

A run lives in the folder `.unfinished` of its directory: what was asked, what it is made of, its
committed parts, rows of games. When everything is written there, it takes its place in the
directory, the manifest last. So a directory with a manifest is complete; results that it held
before stay until then; what is not a result's is never touched.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from os.path import isdir
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from simulator.errors import KeepingError, PolicyError, ResultsError
from simulator.keeping.files import followed, link_or_copy, remove, settle, settle_all, write_whole
from simulator.keeping.manifest import (
    MANIFEST,
    checked,
    names_told,
    read_manifest,
    write_json,
    write_manifest,
)
from simulator.keeping.rows import PIECES, ROWS, GameRows

EXPERIMENT = "experiment.toml"
UNFINISHED = ".unfinished"
POLICIES = "policies"
PARTS = "parts"
_RUN, _LOCK, _REPLACED = "run.json", "lock", "replaced.json"
_WORKING = (_RUN, _LOCK, _REPLACED, PIECES)
"""What is only there while a run goes on."""


class RunDirectory:
    """Where a run in progress writes; this process alone, until it is closed.

    A run that was stopped while it was published is published first.

    Parameters
    ----------
    target : the directory asked for; links are followed.

    Raises
    ------
    ResultsError
        It is no directory or cannot be written, or another process writes to it.
    """

    def __init__(self, target: Path) -> None:
        self.target = followed(target)
        self.path = self.target / UNFINISHED
        self._lock = FileLock(self.path / _LOCK)
        self._made, self._begun_now = list[Path](), False
        try:
            self._check_ours(target)
            self._made = [path for path in (self.path, *self.path.parents) if not path.exists()]
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
            if not (self.path / _LOCK).exists():  # it was another's, who has just removed it
                raise Timeout(str(self.path / _LOCK))
            if (self.path / MANIFEST).is_file():
                self.publish()
        except Timeout:
            raise ResultsError(f"another process is writing to {target}; wait for it") from None
        except OSError as error:
            self._remove_made()
            raise ResultsError(f"{target} cannot be written: {error.strerror}") from None

    def _check_ours(self, target: Path) -> None:
        """Raise `ResultsError` unless there is nothing, or a result or a run of this program."""
        if self.target.exists() and not self.target.is_dir():
            raise ResultsError(f"{target} is a file; --out names a directory")
        ours = self.is_finished or self.path.is_dir()
        if not ours and any(self.target.glob("*")):
            raise ResultsError(
                f"{target} is not empty and holds no results of dominosim; choose another --out"
            )

    @property
    def is_finished(self) -> bool:
        """Whether it holds results that are complete."""
        return (self.target / MANIFEST).is_file() and (self.target / EXPERIMENT).is_file()

    @property
    def is_begun(self) -> bool:
        """Whether a run was begun that is not published."""
        return (self.path / _RUN).is_file()

    @property
    def current(self) -> Path:
        """Where the run is that goes on, or else the results."""
        return self.path if self.is_begun else self.target

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
        self._begun_now = True
        with self._writing():
            for name in sorted({path.name for path in self.path.iterdir()} - {_LOCK}):
                remove(self.path / name)
            for name, content in files.items():
                (self.path / name).parent.mkdir(parents=True, exist_ok=True)
                write_whole(self.path / name, content)
            if keep_rows:
                GameRows(self.path).begin()
            write_json(self.path / _RUN, told)

    def bring(self, finished: Path) -> None:
        """Take over the parts and the rows of games of a finished directory.

        Raises
        ------
        ResultsError
            They cannot be written.
        """
        with self._writing():
            for name in (PARTS, ROWS):
                for source in sorted((finished / name).glob("*")):
                    (self.path / name).mkdir(exist_ok=True)
                    link_or_copy(source, self.path / name / source.name)

    def read(self) -> dict[str, Any]:
        """What was told of the run that was begun, or else of the finished one.

        Raises
        ------
        ResultsError
            It is damaged.
        """
        if not self.is_begun:
            return checked(read_manifest(self.target), self.target / MANIFEST)
        path = self.path / _RUN
        try:
            return checked(json.loads(path.read_bytes()), path)
        except (OSError, ValueError):
            raise ResultsError(f"{path} is damaged; play it again") from None

    def write(self, files: Mapping[str, Any]) -> None:
        """Write files by name: texts, bytes, and data frames as CSV."""
        for name, content in files.items():
            if isinstance(content, str | bytes):
                data = content if isinstance(content, bytes) else content.encode()
                write_whole(self.path / name, data)
            else:
                content.to_csv(self.path / name, index=False)

    def publish(self) -> None:
        """Put the complete results in their place, instead of those that were there."""
        manifest, replaced = self.target / MANIFEST, self.path / _REPLACED
        if manifest.is_file():
            os.replace(manifest, replaced)  # from here on there is no result until the last move
        if replaced.is_file():
            old = names_told(replaced)
            for path in sorted(self.target.iterdir()):
                if path.name in old and path != self.path:
                    remove(path)
            remove(replaced)
        for path in sorted(self.path.iterdir()):
            if path.name not in (*_WORKING, MANIFEST):
                remove(self.target / path.name)
                os.rename(path, self.target / path.name)
        for name in (_RUN, PIECES):
            remove(self.path / name)
        settle(self.target)
        os.rename(self.path / MANIFEST, manifest)
        settle(self.target)

    def write_manifest(self, told: Mapping[str, Any]) -> None:
        """Write the manifest, with the hashes of all that has been written before it."""
        settle_all(self.path)
        names = {path.name for path in self.path.iterdir()} - {*_WORKING, MANIFEST}
        write_manifest(self.path, told, names)

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: Any) -> None:
        """Let others write.

        Of a run that was begun here nothing stays if nothing was played, or if a policy was at
        fault, with which it would never end; but what was played and could not be written can be.
        """
        played = any(self.parts.glob("*")) or (kind is not None and issubclass(kind, KeepingError))
        useless = kind is not None and (issubclass(kind, PolicyError) or not played)
        written = (self.path / MANIFEST).is_file()  # who comes next publishes it
        if not written and (not self.is_begun or (self._begun_now and useless)):
            self._remove_run()
        self._lock.release()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ResultsError(f"{self.target} cannot be written: {error.strerror}") from None

    def _remove_run(self) -> None:
        """Remove the run; and the directory if it was made for it and is empty."""
        with suppress(OSError):  # what stays is no run
            for path in sorted(self.path.iterdir(), key=lambda path: path.name == _LOCK):
                remove(path)
            self.path.rmdir()
        self._remove_made()

    def _remove_made(self) -> None:
        with suppress(OSError):  # it is not empty
            for path in self._made:
                if path.exists():
                    path.rmdir()


def read_directory(directory: Path) -> tuple[Path, dict[str, Any]]:
    """The experiment file of a finished run, which is there, and its manifest.

    Raises
    ------
    ResultsError
        The directory is missing, unfinished or damaged.
    """
    if not isdir(directory):
        raise ResultsError(f"there is no results directory {directory}")
    for name in (EXPERIMENT, MANIFEST):
        if not (directory / name).is_file():
            begun = (directory / UNFINISHED).is_dir()
            hint = f"; its run is unfinished: dominosim run --resume {directory}" if begun else ""
            raise ResultsError(f"{directory} is no results directory: {name} is missing{hint}")
    return directory / EXPERIMENT, read_manifest(directory)
