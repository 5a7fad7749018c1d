"""Rows of games: read from a block of the engine, and kept as Parquet."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.engine.matchup import Block

_LARGEST_FILE = 1_000_000  # games


class Columns(NamedTuple):
    """The rows of a block by what they hold, each of shape (groups, seatings).

    `winners` has bit s set where side s has the best score; `scores` has the sides last.
    """

    opener: NDArray[np.int64]
    rounds: NDArray[np.int64]
    blocked_rounds: NDArray[np.int64]
    winners: NDArray[np.int64]
    scores: NDArray[np.int64]


def columns_of(block: Block) -> Columns:
    """The rows of a block that has them, as `simulator.engine.groups` writes them."""
    assert block.rows is not None
    rows = block.rows
    return Columns(rows[..., 0], rows[..., 1], rows[..., 2], rows[..., 3], rows[..., 4:])


class GameRows:
    """Writes rows of games as Parquet, a file for every stretch of games, named by its first.

    Parameters
    ----------
    directory : where the files go; it exists.
    seed : of the games.
    sides : the side of every seat.
    """

    def __init__(self, directory: Path, seed: int, sides: Sequence[int]) -> None:
        self._directory, self._seed, self._sides = directory, seed, sides
        self._blocks: list[Block] = []

    def add(self, block: Block) -> None:
        """Keep a block's rows; a file is written once there are a million."""
        self._blocks.append(block)
        if block.last - self._blocks[0].first >= _LARGEST_FILE:
            self.flush()

    def flush(self) -> None:
        """Write what is kept; a file appears whole or not at all."""
        if not self._blocks:
            return
        import pyarrow as pa
        import pyarrow.parquet as pq

        first = self._blocks[0].first
        parts = [columns_of(block) for block in self._blocks]
        opener, rounds, blocked, winners, scores = (
            np.concatenate(part)[:, 0] for part in zip(*parts, strict=True)
        )
        number = len(winners)
        columns = {
            "game": pa.array(np.arange(first, first + number)),
            "seed": pa.array(np.full(number, self._seed, dtype=np.uint64)),
            "first_opener": pa.array(opener.astype(np.int8)),
            "rounds": pa.array(rounds.astype(np.int32)),
            "blocked_rounds": pa.array(blocked.astype(np.int32)),
            "winner": pa.array(_winner(winners).astype(np.int8)),
        }
        for seat, side in enumerate(self._sides):
            columns[f"score_{seat}"] = pa.array(scores[:, side].astype(np.int32))
        path = self._directory / f"{first:015d}.parquet"
        pq.write_table(pa.table(columns), path.with_suffix(".part"))
        os.replace(path.with_suffix(".part"), path)
        self._blocks = []


def drop_rows(directory: Path, games: int) -> None:
    """Remove the files of rows that begin with game number `games` or later."""
    for part in directory.glob("*.parquet"):
        if int(part.stem) >= games:
            part.unlink()


def _winner(winners: NDArray[np.int64]) -> NDArray[np.int64]:
    """The side that won outright; -1 where a game is drawn."""
    outright = (winners & (winners - 1)) == 0
    return np.where(outright, np.log2(np.maximum(winners, 1)).astype(np.int64), -1)
