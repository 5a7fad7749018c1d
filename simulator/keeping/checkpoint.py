"""What a run in progress keeps, so that one that was stopped can go on: counts and finished tables.

Knows arrays by name; what they mean is for the design that keeps them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from zipfile import BadZipFile

import numpy as np

from simulator.engine.tallies import Tally
from simulator.errors import ResultsError

CHECKPOINT_SECONDS = 10.0

_DAMAGED = (OSError, EOFError, ValueError, KeyError, BadZipFile)

Arrays = Mapping[str, Tally]


class Checkpoint:
    """How many games a run has counted, and their tally, in one file.

    Parameters
    ----------
    path : the file.
    target : the results directory that is asked for; named in messages.
    """

    def __init__(self, path: Path, target: Path) -> None:
        self._path, self._target = path, target
        self._saved_at = monotonic()

    @property
    def is_due(self) -> bool:
        """Whether the last checkpoint is so old that a new one should be written."""
        return monotonic() - self._saved_at >= CHECKPOINT_SECONDS

    def save(self, games: int, tally: Tally) -> None:
        """Write a checkpoint in place of the last one."""
        _write(self._path, {"games": np.array(games), "tally": tally})
        self._saved_at = monotonic()

    def load(self, empty: Tally) -> tuple[int, Tally]:
        """Games and tally of the last checkpoint; none and `empty` where there is none.

        Raises
        ------
        ResultsError
            The checkpoint is damaged, or its tally has another shape than `empty`.
        """
        try:
            with np.load(self._path) as stored:
                games, tally = int(stored["games"]), stored["tally"]
        except FileNotFoundError:
            return 0, empty
        except _DAMAGED:
            raise self._useless("is damaged") from None
        if tally.shape != empty.shape:
            raise self._useless("is of another version")
        return games, tally

    def _useless(self, why: str) -> ResultsError:
        return ResultsError(f"the checkpoint of {self._target} {why}; run it again")


class KeptTables:
    """The finished tables of a comparison, a file of arrays each."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def save(self, index: int, arrays: Arrays) -> None:
        """Keep a table."""
        self._path.mkdir(exist_ok=True)
        _write(self._path / f"{index}.npz", arrays)

    def load(self, index: int) -> Arrays | None:
        """A table that was kept; None if it was not, or is damaged."""
        try:
            with np.load(self._path / f"{index}.npz") as stored:
                return {name: stored[name] for name in stored.files}
        except _DAMAGED:
            return None


def _write(path: Path, arrays: Arrays) -> None:
    """Write arrays to a file that appears whole or not at all."""
    part = path.with_suffix(".part.npz")
    np.savez(part, **arrays)  # type: ignore[arg-type]
    os.replace(part, path)
