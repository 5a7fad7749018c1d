"""Tallies of groups come back from the file as the matrices that were counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reports.results.errors import DamagedResults
from reports.results.tallies import COLUMNS, GroupTallies, read_groups

# Two groups of a pairing: 1, credit, points and rounds won of either policy, rounds.
VECTORS = np.array([[1, 24, 0, 200, 100, 10, 6, 17], [1, 12, 12, 150, 150, 8, 8, 16]])


def frame_of(vectors: np.ndarray, matchup: int = 0, groups: int | None = None) -> pd.DataFrame:
    matrix = vectors.T @ vectors
    row, column = np.nonzero(np.triu(matrix))
    counts = matrix[row, column]
    table = pd.DataFrame({"row": row, "column": column, "count": counts, "kind": "moment"})
    return table.assign(matchup=matchup, groups=groups or len(vectors))[list(COLUMNS)]


def rounds_of(kind: str, *rows: tuple[int, int, int], matchup: int = 0) -> pd.DataFrame:
    table = pd.DataFrame(rows, columns=["row", "column", "count"])
    return table.assign(kind=kind, matchup=matchup, groups=2)[list(COLUMNS)]


EVERYTHING = pd.concat(
    [
        frame_of(VECTORS),
        frame_of(VECTORS[:1]),
        frame_of(VECTORS, matchup=3),
        rounds_of("paired", (5, -2, 4), (0, 7, 1)),
        rounds_of("first", (-9, 0, 2)),
        rounds_of("second", (3, 0, 6)),
    ]
)


def test_moments_are_symmetric_and_of_the_whole_run() -> None:
    tallies = GroupTallies(EVERYTHING, sides=2)
    np.testing.assert_array_equal(tallies.moments(0), VECTORS.T @ VECTORS)
    np.testing.assert_array_equal(tallies.moments(3), VECTORS.T @ VECTORS)


def test_the_course_rises_to_the_whole_run() -> None:
    course = GroupTallies(EVERYTHING, sides=2).course(0)
    assert list(course) == [1, 2]
    np.testing.assert_array_equal(course[1], np.outer(VECTORS[0], VECTORS[0]))
    np.testing.assert_array_equal(course[2], VECTORS.T @ VECTORS)


def test_first_rows_are_the_totals() -> None:
    totals = GroupTallies(EVERYTHING, sides=2).totals
    assert totals.loc[(0, 1)].tolist() == [1, 24, 0, 200, 100, 10, 6, 17]
    assert totals.loc[(3, 2)].tolist() == [2, 36, 12, 350, 250, 18, 14, 33]


def test_rounds_are_centred_on_no_gain() -> None:
    rounds = GroupTallies(EVERYTHING, sides=2).rounds(0)
    assert rounds is not None
    assert rounds.paired.shape == (19, 19)
    assert (rounds.paired[5 + 9, -2 + 9], rounds.paired[9, 7 + 9]) == (4, 1)
    assert rounds.first[0] == 2
    assert rounds.second[3 + 9] == 6
    assert sum(counts.sum() for counts in rounds) == 4 + 1 + 2 + 6


def test_without_rounds_of_either_opener_there_is_no_chain() -> None:
    assert GroupTallies(EVERYTHING, sides=2).rounds(3) is None
    alone = pd.concat([frame_of(VECTORS), rounds_of("first", (4, 0, 2))])
    assert GroupTallies(alone, sides=2).rounds(0) is None


def test_totals_of_rounds_by_hand() -> None:
    totals = GroupTallies(EVERYTHING, sides=2).rounds_totals()
    # 2 * (4 + 1) + 2 + 6 rounds; 4 * (5 - 2) + 7 - 2 * 9 + 6 * 3 points.
    assert totals.loc[0].tolist() == [18, 19]
    assert list(totals.index) == [0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.drop(columns=["row", "kind"]), "lacks kind, row"),
        (lambda t: t.head(0), "holds no rows"),
        (lambda t: t.assign(count=0.5), "column count does not hold whole numbers"),
        (lambda t: t.assign(kind="luck"), "unknown kind 'luck'"),
        (lambda t: t.assign(kind=None), "an entry has no kind"),
        (lambda t: t.assign(row=t["column"], column=t["row"]), "outside the upper triangle"),
        (lambda t: t.assign(column=t["column"] + 8), "outside the upper triangle"),
        (lambda t: t.assign(kind="first", count=-1), "counts must not be negative"),
        (lambda t: pd.concat([t, t.head(1)]), "an entry is there twice"),
    ],
)
def test_what_no_tally_can_be(tmp_path: Path, change: object, says: str) -> None:
    path = tmp_path / "tallies.parquet"
    change(frame_of(VECTORS)).to_parquet(path, index=False)  # type: ignore[operator]
    with pytest.raises(DamagedResults) as caught:
        read_groups(path, sides=2)
    assert says in str(caught.value)
    assert str(caught.value).startswith(str(path))


def test_what_is_no_parquet(tmp_path: Path) -> None:
    path = tmp_path / "tallies.parquet"
    with pytest.raises(DamagedResults, match="is missing"):
        read_groups(path, sides=2)
    path.write_bytes(b"PAR1")
    with pytest.raises(DamagedResults, match="cannot be read") as caught:
        read_groups(path, sides=2)
    assert "\n" not in str(caught.value)
    path.unlink()
    path.mkdir()
    with pytest.raises(DamagedResults, match=r"tallies\.parquet"):
        read_groups(path, sides=2)
