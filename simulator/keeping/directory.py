"""A results directory: begun, gone on with, finished whole or not at all.

While a run goes on, its files are in a hidden directory beside the one asked for: the experiment, a
checkpoint every few seconds, and the rows of games. At the end everything is there and the
directory is renamed. So what is called by its own name is always complete.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulator.engine.tallies import Tally
from simulator.errors import ResultsError
from simulator.keeping.checkpoint import Checkpoint, KeptTables
from simulator.keeping.manifest import MANIFEST, read_manifest, write_manifest
from simulator.keeping.rows import drop_rows

EXPERIMENT = "experiment.toml"
_CHECKPOINT, _TABLES = "checkpoint.npz", "tables"


class RunDirectory:
    """Where a run in progress writes; `finish` gives it its name, `discard` removes it.

    Parameters
    ----------
    target : the directory asked for.
    force : bool, whether `target` may hold files already; they are replaced when the run is done.

    Raises
    ------
    ResultsError
        `target` is not empty, no directory, or cannot be written.
    """

    def __init__(self, target: Path, force: bool = False) -> None:
        self.target = target
        self.path = _unfinished(target)
        self.checkpoint = Checkpoint(self.path / _CHECKPOINT, target)
        self.tables = KeptTables(self.path / _TABLES)
        if target.exists() and not target.is_dir():
            raise ResultsError(f"{target} is a file; --out names a directory")
        if not force and target.is_dir() and any(target.iterdir()):
            raise ResultsError(f"{target} is not empty; choose another --out or add --force")

    def begin(self, experiment: str, keep_rows: bool) -> None:
        """Start afresh with the text of an experiment file."""
        try:
            shutil.rmtree(self.path, ignore_errors=True)
            self.path.mkdir(parents=True)
            (self.path / EXPERIMENT).write_text(experiment, encoding="utf-8")
            if keep_rows:
                self.rows.mkdir()
        except OSError as error:
            raise ResultsError(f"{self.target} cannot be written: {error.strerror}") from None

    @property
    def rows(self) -> Path:
        """The directory of the games' rows; it exists where they are kept."""
        return self.path / "games.parquet"

    def resume(self, empty: Tally) -> tuple[int, Tally]:
        """How many games the run that was begun here has counted, and their tally.

        Rows of games that were not counted are removed.

        Raises
        ------
        ResultsError
            The checkpoint is damaged, or its tally has another shape than `empty`.
        """
        games, tally = self.checkpoint.load(empty)
        drop_rows(self.rows, games)
        return games, tally

    def write(self, files: Mapping[str, Any]) -> None:
        """Write files by name: texts, and data frames as CSV or Parquet."""
        for name, content in files.items():
            path = self.path / name
            if isinstance(content, str):
                path.write_text(content, encoding="utf-8")
            elif name.endswith(".parquet"):
                content.to_parquet(path, index=False)
            else:
                content.to_csv(path, index=False)

    def write_manifest(self, told: Mapping[str, Any]) -> None:
        """Write the manifest, with the hashes of all that has been written before it."""
        write_manifest(self.path, told, leave_out=(_CHECKPOINT, _TABLES))

    def finish(self) -> None:
        """Give the complete directory its name, replacing what was there."""
        (self.path / _CHECKPOINT).unlink(missing_ok=True)
        shutil.rmtree(self.path / _TABLES, ignore_errors=True)
        old = self.path.with_suffix(".old")
        shutil.rmtree(old, ignore_errors=True)
        if self.target.exists():
            os.rename(self.target, old)
        os.rename(self.path, self.target)
        shutil.rmtree(old, ignore_errors=True)

    def discard(self) -> None:
        """Remove what was written."""
        shutil.rmtree(self.path, ignore_errors=True)


def begun(target: Path) -> RunDirectory:
    """The directory of a run that was stopped.

    Raises
    ------
    ResultsError
        There is none.
    """
    directory = RunDirectory(target, force=True)
    if not directory.path.is_dir():
        done = "; it is finished" if target.is_dir() else ""
        raise ResultsError(f"there is no run of {target} to go on with{done}")
    return directory


def read_directory(directory: Path) -> tuple[Path, dict[str, Any]]:
    """The experiment file of a finished run, which is there, and its manifest.

    Raises
    ------
    ResultsError
        The directory is missing, unfinished or damaged.
    """
    if not directory.is_dir():
        hint = f"; its run is unfinished: dominosim run --resume {directory}"
        told = hint if _unfinished(directory).is_dir() else ""
        raise ResultsError(f"there is no results directory {directory}{told}")
    for name in (EXPERIMENT, MANIFEST):
        if not (directory / name).is_file():
            raise ResultsError(f"{directory} is no results directory: {name} is missing")
    return directory / EXPERIMENT, read_manifest(directory)


def _unfinished(target: Path) -> Path:
    """Where a run is until its directory is complete."""
    return target.absolute().parent / f".{target.absolute().name}.partial"
