"""What a comparison or a sweep counted of groups of games: ``tallies.parquet`` in memory.

Knows the file's columns and how moments and mirrored rounds are laid out in it, not what is made
of them (`reports.statistics.measures`, `reports.statistics.score_chain`). ``kind`` is one of

- ``moment``: an entry of the symmetric matrix of `reports.statistics.groups`, upper triangle,
  after the first so many ``groups``; what is not there is zero;
- ``paired``: deals whose round brought the first policy ``row`` points where it opened and
  ``column`` where the other did, negative where the other took them;
- ``first``, ``second``: rounds without a mirrored partner that the one or the other opened;
- ``product``: of a sweep, the sum over groups of the products of the credits of two points, upper
  triangle; these are of no matchup.

The file is kept as it is, packed: what was counted of a table is unpacked when it is asked for, so
that no more than one table's is in memory for everyone who asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from reports.results.reading import Directory
from reports.statistics.groups import Moments

if TYPE_CHECKING:
    import pyarrow.parquet as pq

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
    content
        Of the file. It is fast if no row group holds rows of many tables.
    sides
        Policies at a table.

    Raises
    ------
    ValueError
        If it is no Parquet, or lacks a column.
    """

    def __init__(self, content: bytes, sides: int) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.size = 3 * sides + 2
        self._file = pq.ParquetFile(pa.BufferReader(content), read_dictionary=["kind"])
        self._lock = Lock()
        lacking = [name for name in COLUMNS if name not in self._file.schema_arrow.names]
        if lacking:
            raise ValueError(f"no column {lacking[0]}")
        self._ranges = list(_ranges(self._file))

    @classmethod
    def of(cls, frame: pd.DataFrame, sides: int) -> Tallies:
        """Tallies from a frame with `COLUMNS`."""
        return cls(_packed(frame), sides)

    def course(self, matchup: int) -> dict[int, Moments]:
        """Moments of a table after so many groups, in rising order, the whole run last."""
        rows = self._rows(matchup, "moment")
        marks = sorted(set(rows["groups"].tolist()))
        return {groups: self._matrix(rows[rows["groups"] == groups]) for groups in marks}

    def moments(self, matchup: int) -> Moments:
        """Moments of a table's whole run."""
        rows = self._rows(matchup, "moment")
        return self._matrix(rows[rows["groups"] == rows["groups"].max()])

    def rounds(self, matchup: int) -> MirroredRounds | None:
        """Mirrored rounds of a pairing; None where none were counted or one side never opened."""
        rows = self._rows(matchup, *_KINDS)
        paired, first, second = (rows[rows["kind"] == kind] for kind in _KINDS)
        if len(paired) + len(first) == 0 or len(paired) + len(second) == 0:
            return None
        reach = int(np.abs(rows[["row", "column"]].to_numpy()).max())
        joint = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.int64)
        joint[paired["row"] + reach, paired["column"] + reach] = paired["count"]
        alone = [np.zeros(2 * reach + 1, dtype=np.int64) for _ in (first, second)]
        for counts, part in zip(alone, (first, second), strict=True):
            counts[part["row"] + reach] = part["count"]
        return MirroredRounds(joint, *alone)

    def products(self, points: int) -> NDArray[np.int64]:
        """The products of the credits of a sweep's points, a symmetric matrix."""
        rows, products = self._rows(0, "product"), np.zeros((points, points), np.int64)
        row, column = rows["row"], rows["column"]
        products[row, column] = products[column, row] = rows["count"]
        return products

    def _matrix(self, rows: pd.DataFrame) -> Moments:
        matrix = np.zeros((self.size, self.size), dtype=np.int64)
        row, column = rows["row"], rows["column"]
        matrix[row, column] = matrix[column, row] = rows["count"]
        return matrix

    def _rows(self, matchup: int, *kinds: str) -> pd.DataFrame:
        """The rows of a table of some kinds."""
        groups = [
            number
            for number, (first, last, lowest, highest) in enumerate(self._ranges)
            if first <= matchup <= last and any(lowest <= kind <= highest for kind in kinds)
        ]
        with self._lock:  # a file is read by one at a time
            table = self._file.read_row_groups(groups, columns=list(COLUMNS))
        frame: pd.DataFrame = table.to_pandas()
        return frame[(frame["matchup"] == matchup) & frame["kind"].isin(kinds)]


def read_tallies(directory: Directory, sides: int) -> Tallies:
    """Read ``tallies.parquet``.

    Raises
    ------
    DamagedResults
        If it is missing, has changed, is no Parquet or lacks a column.
    """
    tallies: Tallies = directory.parsed("tallies.parquet", lambda packed: Tallies(packed, sides))
    return tallies


def _ranges(file: pq.ParquetFile) -> Iterator[tuple[int, int, str, str]]:
    """First and last matchup, and first and last kind, of every row group."""
    names = file.schema.names
    for number in range(file.metadata.num_row_groups):
        group = file.metadata.row_group(number)
        matchup, kind = (group.column(names.index(name)).statistics for name in ("matchup", "kind"))
        yield matchup.min, matchup.max, kind.min, kind.max


def _packed(frame: pd.DataFrame) -> bytes:
    """A frame as a file, with a row group for every table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    table = pa.Table.from_pandas(frame[list(COLUMNS)], preserve_index=False)
    matchups = frame["matchup"].to_numpy()
    starts = np.flatnonzero(np.diff(matchups, prepend=matchups[:1] - 1))
    with pq.ParquetWriter(sink, table.schema) as writer:
        for start, end in pairwise([*starts, len(frame)]):
            writer.write_table(table.slice(start, end - start))
    content: bytes = sink.getvalue().to_pybytes()
    return content
