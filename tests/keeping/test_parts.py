"""Parts of a run: they join whatever the cuts, and are kept as bytes that cannot be mistaken."""

from __future__ import annotations

import pickle
from functools import reduce
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.keeping.parts import Part, part_of

GROUPS = np.array([[3, 1, 4], [1, 5, 9], [2, 6, 5], [3, 5, 8], [9, 7, 9], [3, 2, 3]])
"""What each of six groups adds to three words."""
MARKS = (1, 3, 4, 6)
RUN = "a" * 64


def counted(first: int, last: int, seconds: float = 0.0) -> Part:
    """A stretch of the groups, with the last two words wanted at every mark."""
    marks = [mark for mark in MARKS if first < mark <= last]
    snapshots = np.array([GROUPS[first:mark, 1:].sum(axis=0) for mark in marks])
    kept = snapshots if marks else np.zeros((0, 0), np.int64)
    total = GROUPS[first:last].sum(axis=0)
    return Part(7, first, last, total, np.array(marks, np.int64), kept, 1, seconds)


def same(one: Part, other: Part) -> bool:
    """Whether two parts hold the same."""
    stretches = [(p.table, p.first, p.last, p.start, p.seconds) for p in (one, other)]
    arrays = ("total", "marks", "snapshots")
    return stretches[0] == stretches[1] and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays
    )


@given(st.sets(st.integers(1, 5)))
def test_parts_join_to_the_whole_whatever_the_cuts(cuts: set[int]) -> None:
    ends = [0, *sorted(cuts), 6]
    parts = [counted(a, b) for a, b in pairwise(ends)]
    whole = reduce(Part.joined, parts)
    assert same(whole, counted(0, 6))
    assert whole.snapshots.tolist() == [[1, 4], [12, 18], [17, 26], [26, 38]]


def test_times_add_up() -> None:
    assert counted(0, 2, 1.5).joined(counted(2, 6, 2.25)).seconds == 3.75


def test_only_neighbours_join() -> None:
    with pytest.raises(AssertionError):
        counted(0, 2).joined(counted(3, 6))


@pytest.mark.parametrize("part", [counted(0, 6, 2.5), counted(1, 2), Part(0, 3, 4, GROUPS[3])])
def test_bytes_give_the_part_again(part: Part) -> None:
    again = part_of(part.as_bytes(RUN), RUN)
    assert again is not None
    assert same(again, part)
    assert same(pickle.loads(pickle.dumps(part)), part)


def test_bytes_of_another_run_are_none() -> None:
    assert part_of(counted(0, 6).as_bytes(RUN), "b" * 64) is None


def test_whatever_bit_is_flipped_it_is_no_part() -> None:
    data = counted(0, 6).as_bytes(RUN)
    for place in range(0, len(data), 7):
        flipped = bytearray(data)
        flipped[place] ^= 1 << place % 8
        assert part_of(bytes(flipped), RUN) is None, place


@pytest.mark.parametrize("length", [0, 1, 15, 16, 47, 48, 200, -1])
def test_truncated_bytes_are_no_part(length: int) -> None:
    data = counted(0, 6).as_bytes(RUN)
    assert part_of(data[:length], RUN) is None
    assert part_of(data + b"\0", RUN) is None
