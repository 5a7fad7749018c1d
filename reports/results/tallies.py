"""What a comparison counted of groups of games: ``tallies.parquet`` in memory.

Knows the file's columns and how moments and mirrored rounds are laid out in it, not what is made
of them (`reports.statistics.measures`, `reports.statistics.score_chain`). ``kind`` is one of

- ``moment``: an entry of the symmetric matrix of `reports.statistics.measures`, upper triangle, after the
  first so many ``groups``; what is not there is zero;
- ``paired``: deals whose round brought the first policy ``row`` points where it opened and
  ``column`` where the other did, negative where the other took them;
- ``first``, ``second``: rounds without a mirrored partner that the one or the other opened.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api.types import is_integer_dtype

from reports.results.errors import DamagedResults
from reports.statistics.measures import Moments

KINDS = ("moment", "paired", "first", "second")
COLUMNS = ("matchup", "groups", "kind", "row", "column", "count")


class MirroredRounds(NamedTuple):
    """Counts of rounds by signed gain, as `reports.statistics.score_chain.score_chain` takes them."""

    paired: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]


class GroupTallies:
    """The tallies of all tables.

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
            kind: _by_matchup(numbers[(frame["kind"] == kind).to_numpy()]) for kind in KINDS[1:]
        }

    @cached_property
    def totals(self) -> pd.DataFrame:
        """First rows of all moments: one row a ``matchup`` and ``groups``, a column an entry."""
        rows = np.concatenate([*self._moments.values(), np.zeros((0, 5), dtype=np.int64)])
        rows = rows[rows[:, 2] == 0]
        frame = pd.DataFrame(rows, columns=["matchup", "groups", "row", "column", "count"])
        wide = frame.pivot(index=["matchup", "groups"], columns="column", values="count")
        return wide.reindex(columns=range(self.size)).fillna(0).astype("int64")

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
        found = [self._kinds[kind].get(matchup, _NOTHING) for kind in KINDS[1:]]
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

    def rounds_totals(self) -> pd.DataFrame:
        """Rounds and lead of the first policy in mirrored rounds, a row a matchup that has any."""
        rows = []
        for kind, tables in self._kinds.items():
            for matchup, table in tables.items():
                gain, weight = table[:, 2], 1
                if kind == "paired":
                    gain, weight = gain + table[:, 3], 2
                rows.append((matchup, weight * table[:, 4].sum(), (gain * table[:, 4]).sum()))
        frame = pd.DataFrame(rows, columns=["matchup", "rounds", "lead_sum"]).astype("int64")
        return frame.groupby("matchup").sum()


_NOTHING = np.zeros((0, 5), dtype=np.int64)


def _by_matchup(rows: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    if (np.diff(rows[:, 0]) < 0).any():
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
    matchups, starts = np.unique(rows[:, 0], return_index=True)
    parts = np.split(rows, starts[1:])
    return {int(matchup): part for matchup, part in zip(matchups, parts, strict=False)}


def read_groups(path: Path, sides: int) -> GroupTallies:
    """Read ``tallies.parquet``.

    Parameters
    ----------
    path
        Of the file.
    sides
        Policies at a table.

    Raises
    ------
    DamagedResults
        If it is missing, no Parquet, or holds what no tally can be; whether it agrees with the
        other files is for `reports.results.agreement`.
    """
    frame = _frame(path)
    unknown = sorted(set(frame["kind"].unique()) - set(KINDS))
    if unknown:
        raise DamagedResults(f"{path}: unknown kind {unknown[0]!r}")
    moment = frame["kind"] == "moment"
    row, column = frame["row"], frame["column"]
    outside = moment & ((row < 0) | (row > column) | (column >= 3 * sides + 2))
    if outside.any():
        raise DamagedResults(f"{path}: a moment lies outside the upper triangle")
    if (~moment & (frame["count"] < 0)).any():
        raise DamagedResults(f"{path}: counts must not be negative")
    if _repeats(frame):
        raise DamagedResults(f"{path}: an entry is there twice")
    return GroupTallies(frame, sides)


def _repeats(frame: pd.DataFrame) -> bool:
    """Whether two rows are of the same entry; much faster than asking the frame."""
    key = np.zeros(len(frame), dtype=np.int64)
    for name in COLUMNS[:5]:
        codes, values = pd.factorize(frame[name])
        key = key * len(values) + codes
    key.sort()
    return bool((key[1:] == key[:-1]).any())


def _frame(path: Path) -> pd.DataFrame:
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    if not path.exists():
        raise DamagedResults(f"{path}: is missing")
    try:
        table = pq.read_table(path, read_dictionary=["kind"])
    except (ArrowException, OSError, ValueError) as error:
        raise DamagedResults(f"{path}: cannot be read: {error}") from error
    missing = [name for name in COLUMNS if name not in table.column_names]
    if missing:
        raise DamagedResults(f"{path}: lacks {', '.join(missing)}")
    frame: pd.DataFrame = table.select(COLUMNS).to_pandas()
    if frame.empty:
        raise DamagedResults(f"{path}: holds no rows")
    for name in COLUMNS:
        if name != "kind" and not is_integer_dtype(frame[name]):
            raise DamagedResults(f"{path}: column {name} does not hold whole numbers")
    if frame["kind"].isna().any():
        raise DamagedResults(f"{path}: an entry has no kind")
    return frame
