"""Tallies of groups come back from the file as the matrices that were counted."""

from __future__ import annotations

import numpy as np
import pandas as pd

from reports.results.tallies import COLUMNS, Tallies

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
    tallies = Tallies.of(EVERYTHING, sides=2)
    np.testing.assert_array_equal(tallies.moments(0), VECTORS.T @ VECTORS)
    np.testing.assert_array_equal(tallies.moments(3), VECTORS.T @ VECTORS)


def test_the_course_rises_to_the_whole_run() -> None:
    course = Tallies.of(EVERYTHING, sides=2).course(0)
    assert list(course) == [1, 2]
    np.testing.assert_array_equal(course[1], np.outer(VECTORS[0], VECTORS[0]))
    np.testing.assert_array_equal(course[2], VECTORS.T @ VECTORS)


def test_rounds_are_centred_on_no_gain() -> None:
    rounds = Tallies.of(EVERYTHING, sides=2).rounds(0)
    assert rounds is not None
    assert rounds.paired.shape == (19, 19)
    assert (rounds.paired[5 + 9, -2 + 9], rounds.paired[9, 7 + 9]) == (4, 1)
    assert rounds.first[0] == 2
    assert rounds.second[3 + 9] == 6
    assert sum(counts.sum() for counts in rounds) == 4 + 1 + 2 + 6


def test_without_rounds_of_either_opener_there_is_no_chain() -> None:
    assert Tallies.of(EVERYTHING, sides=2).rounds(3) is None
    alone = pd.concat([frame_of(VECTORS), rounds_of("first", (4, 0, 2))])
    assert Tallies.of(alone, sides=2).rounds(0) is None
