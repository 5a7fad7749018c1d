"""What a comparison counted of groups of games: ``tallies.parquet`` in memory.

Knows the file's columns and how moments and mirrored rounds are laid out in it, not what is made
of them (`reports.statistics.measures`, `reports.statistics.score_chain`). ``kind`` is one of

- ``moment``: an entry of the symmetric matrix of `reports.statistics.groups`, upper triangle,
  after the first so many ``groups``; what is not there is zero;
- ``paired``: deals whose round brought the first policy ``row`` points where it opened and
  ``column`` where the other did, negative where the other took them;
- ``first``, ``second``: rounds without a mirrored partner that the one or the other opened.
"""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.results.reading import Directory
from reports.statistics.groups import Moments

_KINDS = ("paired", "first", "second")
COLUMNS = ("matchup", "groups", "kind", "row", "column", "count")


class MirroredRounds(NamedTuple):
    """Counts of rounds by signed gain, as `reports.statistics.score_chain` takes them."""

    paired: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]


class Tallies:
    """The tallies of all tables, cut into matrices.

    Parameters
    ----------
    frame
        With `COLUMNS`.
    sides
        Policies at a table.
    """

    def __init__(self, frame: pd.DataFrame, sides: int) -> None:
        self.size = 3 * sides + 2
        is_moment = (frame["kind"] == "moment").to_numpy()
        # Whole numbers of the same kind are much faster to cut into tables than a frame is.
        numbers = frame[["matchup", "groups", "row", "column", "count"]].to_numpy(dtype=np.int64)
        self._moments = _by_matchup(numbers[is_moment])
        self._kinds = {
            kind: _by_matchup(numbers[(frame["kind"] == kind).to_numpy()]) for kind in _KINDS
        }

    def course(self, matchup: int) -> dict[int, Moments]:
        """Moments of a table after so many groups, in rising order, the whole run last."""
        rows = self._moments[matchup]
        matrices = {}
        for groups in np.unique(rows[:, 1]):
            _, _, row, column, count = rows[rows[:, 1] == groups].T
            matrix = np.zeros((self.size, self.size), dtype=np.int64)
            matrix[row, column] = matrix[column, row] = count
            matrices[int(groups)] = matrix
        return matrices

    def moments(self, matchup: int) -> Moments:
        """Moments of a table's whole run."""
        rows = self._moments[matchup]
        _, _, row, column, count = rows[rows[:, 1] == rows[:, 1].max()].T
        matrix = np.zeros((self.size, self.size), dtype=np.int64)
        matrix[row, column] = matrix[column, row] = count
        return matrix

    def rounds(self, matchup: int) -> MirroredRounds | None:
        """Mirrored rounds of a pairing; None where none were counted or one side never opened."""
        found = [self._kinds[kind].get(matchup, _NOTHING) for kind in _KINDS]
        paired, first, second = found
        if len(paired) + len(first) == 0 or len(paired) + len(second) == 0:
            return None
        reach = max(int(np.abs(rows[:, 2:4]).max(initial=0)) for rows in found)
        joint = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.int64)
        joint[paired[:, 2] + reach, paired[:, 3] + reach] = paired[:, 4]
        alone = [np.zeros(2 * reach + 1, dtype=np.int64) for _ in (first, second)]
        for counts, rows in zip(alone, (first, second), strict=True):
            counts[rows[:, 2] + reach] = rows[:, 4]
        return MirroredRounds(joint, *alone)


_NOTHING = np.zeros((0, 5), dtype=np.int64)


def _by_matchup(rows: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    if (np.diff(rows[:, 0]) < 0).any():
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
    matchups, starts = np.unique(rows[:, 0], return_index=True)
    parts = np.split(rows, starts[1:])
    return {int(matchup): part for matchup, part in zip(matchups, parts, strict=False)}


def read_tallies(directory: Directory) -> pd.DataFrame:
    """Read ``tallies.parquet``, as `Tallies` takes it.

    Raises
    ------
    DamagedResults
        If it is missing, has changed, or is no Parquet.
    """
    import pyarrow.parquet as pq

    def parse(content: bytes) -> pd.DataFrame:
        table = pq.read_table(BytesIO(content), read_dictionary=["kind"])
        frame: pd.DataFrame = table.select(COLUMNS).to_pandas()
        return frame

    frame: pd.DataFrame = directory.parsed("tallies.parquet", parse)
    return frame
