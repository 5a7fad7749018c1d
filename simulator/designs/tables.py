"""A table: a matchup, and how its groups are counted into parts.

A part of a table is the same wherever and whenever its groups are played.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.designs.schedule import STRIDE
from simulator.engine.matchup import Block, Matchup
from simulator.engine.tallies import Tally, by_policy, moments_of, symmetric
from simulator.keeping.parts import Part

if TYPE_CHECKING:
    from simulator.designs.seatings import Seating
    from simulator.engine.tallies import Layout


@dataclass(frozen=True)
class Table:
    """A table of an experiment, of which tallies are counted.

    Attributes
    ----------
    number : int, which of the experiment's.
    matchup : who plays.
    """

    number: int
    matchup: Matchup

    def count(self, seed: int, first: int, last: int, keep_rows: bool = False) -> Part:
        """Play the groups first to last - 1, counted from the table's first one, and count them.

        Raises
        ------
        PolicyError
            A policy was at fault.
        """
        block = self.play(seed, first, last, keep_rows)
        rows = self.rows(block, seed) if keep_rows else None
        return Part(self.number, first, last, block.tally, rows=rows)

    def play(self, seed: int, first: int, last: int, keep_rows: bool = False) -> Block:
        """Play the groups first to last - 1 of the table."""
        return self.matchup.play(seed, self.deals + first, self.deals + last, keep_rows)

    @property
    def deals(self) -> int:
        """The number of its first group among all, which says what is dealt."""
        return self.number * STRIDE

    def rows(self, block: Block, seed: int) -> Any:
        """What is kept of every game of a block, see `simulator.keeping.rows.rows_of`."""
        from simulator.keeping.rows import rows_of

        rules = self.matchup.rules
        return rows_of(block, seed, [rules.side_of(seat) for seat in range(rules.players)])


@dataclass(frozen=True)
class ComparedTable(Table):
    """A table of a comparison: moments of its groups are kept on the way, too."""

    def count(self, seed: int, first: int, last: int, keep_rows: bool = False) -> Part:
        """Play and count groups; snapshots hold the moments as the tally has them."""
        marks, moments = course(first, last), self.matchup.layout.moments
        span = slice(moments.start, moments.start + moments.rows * moments.bins)
        total, snapshots = self.matchup.empty_tally(), list[Tally]()
        for start, end in pairwise(sorted({first, *marks, last})):
            total += self.play(seed, start, end).tally
            if end in marks:
                snapshots.append(total[span].copy())
        stretch = self.number, first, last
        return Part(*stretch, total, *stacked(marks, snapshots), start=span.start)


@dataclass(frozen=True)
class DuelTable(Table):
    """The table of a duel, of which only how the groups ended is counted.

    Words of a part: groups in which the first policy made 0, 1, 2, 3 and 4 half-wins, and rounds.
    """

    def count(self, seed: int, first: int, last: int, keep_rows: bool = False) -> Part:
        """Play and count groups; snapshots hold everything, at the looks of a sequential test."""
        from reports.statistics.looks import looks_within

        marks = looks_within(first, last)
        total, snapshots = np.zeros(_RESULTS + 1, np.int64), list[Tally]()
        for start, end in pairwise(sorted({first, *marks, last})):
            for at in range(start, end, _ROWS_AT_ONCE):
                block = self.play(seed, at, min(at + _ROWS_AT_ONCE, end), keep_rows=True)
                half_wins, rounds = half_wins_of(block)
                total[:_RESULTS] += np.bincount(half_wins, minlength=_RESULTS)
                total[_RESULTS] += rounds.sum()
            if end in marks:
                snapshots.append(total.copy())
        return Part(self.number, first, last, total, *stacked(marks, snapshots))


def stacked(marks: Sequence[int], snapshots: Sequence[Tally]) -> tuple[Tally, Tally]:
    """Marks and snapshots as arrays, a row each."""
    rows = np.array(snapshots, np.int64) if snapshots else np.zeros((0, 0), np.int64)
    return np.array(marks, np.int64), rows


_RESULTS = 5
_ROWS_AT_ONCE = 200_000


def half_wins_of(block: Block) -> tuple[Tally, Tally]:
    """For every group of a pair the first policy's half-wins, 0 to 4, and the rounds played."""
    from simulator.keeping.rows import columns_of

    columns = columns_of(block)
    own = np.array([1, 2])  # the first policy is side 0 in the first game, side 1 in the second
    half = np.where(columns.winners == own, 2, np.where(columns.winners == 3, 1, 0))
    return half.sum(axis=1), columns.rounds.sum(axis=1)


@cache
def _grid() -> list[int]:
    return [round(10 * 2 ** (step / 4)) for step in range(4 * 37)]


def course(first: int, last: int) -> list[int]:
    """Where the course of an estimate is kept: 10, 12, 14, 17, 20, ... groups, four to a doubling.

    Those above `first`, up to `last`.
    """
    grid = _grid()
    return grid[bisect_right(grid, first) : bisect_right(grid, last)]


@dataclass(frozen=True)
class TableTally:
    """What a table of a comparison came to.

    Attributes
    ----------
    policies : the texts that name its policies.
    layout : where its tally keeps what, see `simulator.engine.tallies`.
    seatings : the policy of every seat in each game of a group.
    part : of all its groups.
    """

    policies: tuple[str, ...]
    layout: Layout
    seatings: tuple[Seating, ...]
    part: Part

    @property
    def tally(self) -> Tally:
        """The counts of all its groups."""
        return self.part.total

    @property
    def groups(self) -> int:
        """Groups played."""
        return self.part.groups

    @property
    def snapshots(self) -> dict[int, Tally]:
        """The moments after the first so many groups, in rising order, the last one of all."""
        words = dict(zip(self.part.marks.tolist(), self.part.snapshots, strict=True))
        shape = self.layout.moments.rows, self.layout.moments.bins
        found = {groups: symmetric(kept.reshape(shape)) for groups, kept in words.items()}
        return found | {self.groups: self.moments}

    @property
    def moments(self) -> Tally:
        """Sums and cross-products over groups, a symmetric matrix."""
        return moments_of(self.layout, self.tally)

    @property
    def rounds_joint(self) -> Tally | None:
        """The counts of mirrored rounds, where they were counted."""
        return self.layout.mirrored.of(self.tally) if self.layout.mirrored.bins else None

    def by_policy(self) -> Tally:
        """One tally of all seatings, by policy instead of by seat and side."""
        return by_policy(self.layout, self.tally, self.seatings)
