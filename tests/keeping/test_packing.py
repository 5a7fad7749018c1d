"""Tallies of many tables in one file, table by table."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports.results.tallies import COLUMNS, Tallies
from simulator.keeping.group_frames import mirrored_frame, moments_frame
from simulator.keeping.packing import PackedTallies

MOST = 2**63 - 1


def moments(factor: int) -> np.ndarray:
    vector = np.array([1, 24, 0, 200, 100, 10, 6, 17])
    return factor * np.outer(vector, vector)


def joint(table: int) -> np.ndarray:
    """Mirrored rounds with gains up to two: a deal, and a round alone by either opener."""
    counts = np.zeros((7, 5), dtype=np.int64)
    counts[4, 1], counts[5, 0], counts[6, 2] = 3 + table, MOST, 7
    return counts


@pytest.fixture
def frames() -> list[pd.DataFrame]:
    """Of two tables, the moments of each after two and after six groups."""
    made = []
    for table in (0, 1):
        made.append(moments_frame(table, {2: moments(2), 6: moments(6 + table)}))
        made.append(mirrored_frame(table, 6, joint(table)))
    return made


@pytest.fixture
def content(frames: list[pd.DataFrame]) -> bytes:
    packed = PackedTallies()
    for frame in frames:
        packed.add(frame)
    return packed.content()


def test_the_file_holds_the_rows_of_the_frames(frames: list[pd.DataFrame], content: bytes) -> None:
    read = pd.read_parquet(BytesIO(content))
    pd.testing.assert_frame_equal(read, pd.concat(frames, ignore_index=True), check_dtype=False)
    assert tuple(read) == COLUMNS


def test_every_kind_is_read_by_itself(content: bytes) -> None:
    """A row group is of one table and of one kind."""
    file = pq.ParquetFile(pa.BufferReader(content))
    parts = [file.read_row_group(number).to_pandas() for number in range(file.num_row_groups)]
    found = [(set(part["matchup"]), set(part["kind"])) for part in parts]
    kinds = ("moment", "paired", "first", "second")
    assert found == [({table}, {kind}) for table in (0, 1) for kind in kinds]


def test_reports_unpack_a_table(content: bytes) -> None:
    tallies = Tallies(content, sides=2)
    np.testing.assert_array_equal(tallies.moments(1), moments(7))
    assert list(tallies.course(0)) == [2, 6]
    np.testing.assert_array_equal(tallies.course(0)[2], moments(2))
    rounds = tallies.rounds(1)
    assert rounds is not None
    np.testing.assert_array_equal(rounds.paired, joint(1)[:5])
    np.testing.assert_array_equal([rounds.first, rounds.second], joint(1)[5:])


def test_only_what_is_asked_for_is_unpacked(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of eight row groups one for moments, and three for rounds."""
    tallies, read = Tallies(content, sides=2), list[list[int]]()
    whole = tallies._file.read_row_groups

    def reading(groups: list[int], columns: list[str]) -> pa.Table:
        read.append(groups)
        return whole(groups, columns=columns)

    monkeypatch.setattr(tallies._file, "read_row_groups", reading)
    tallies.moments(1)
    tallies.rounds(0)
    assert [set(groups) for groups in read] == [{4}, {1, 2, 3}]


def test_a_file_that_lacks_a_column_is_refused() -> None:
    sink = BytesIO()
    pd.DataFrame({"matchup": [0], "kind": ["moment"]}).to_parquet(sink)
    with pytest.raises(ValueError, match="no column groups"):
        Tallies(sink.getvalue(), sides=2)
