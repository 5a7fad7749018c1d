"""A part of a run: what a stretch of groups at one table came to, in memory and as bytes.

Parts of neighbouring stretches join to the part of both. Knows integers and where they stand, not
what they count.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from zipfile import BadZipFile

import numpy as np

from simulator.engine.tallies import Tally

_MAGIC = b"dominosim part 1"
_UNREADABLE = (ValueError, KeyError, EOFError, OSError, BadZipFile)


def _no_marks() -> Tally:
    return np.zeros(0, np.int64)


def _no_snapshots() -> Tally:
    return np.zeros((0, 0), np.int64)


@dataclass(frozen=True, eq=False)
class Part:
    """What the groups first to last - 1 of a table came to.

    Attributes
    ----------
    table : int, number of the table.
    first, last : int, groups of the table, counted from 0.
    total : counts of these groups, added up.
    marks : int64, shape (marks,): numbers of groups, rising, first < mark <= last, up to which the
        counts are wanted on the way.
    snapshots : int64, shape (marks, words): some words of the counts of the groups first to mark-1.
    start : int, the word of `total` with which snapshots begin.
    seconds : float, by the clock, that it took; 0 where it is not known.
    rows : a row a game, where rows are kept: see `simulator.keeping.rows`. Not among the bytes.
    """

    table: int
    first: int
    last: int
    total: Tally
    marks: Tally = field(default_factory=_no_marks)
    snapshots: Tally = field(default_factory=_no_snapshots)
    start: int = 0
    seconds: float = 0.0
    rows: Any = None

    @property
    def groups(self) -> int:
        """How many groups it is of."""
        return self.last - self.first

    def joined(self, other: Part) -> Part:
        """The part of both stretches; `other` begins where this one ends. Rows are left out."""
        assert (other.table, other.first) == (self.table, self.last), "parts are not neighbours"
        marks, snapshots = self.marks, self.snapshots
        if len(other.marks):
            width = other.snapshots.shape[1]
            later = other.snapshots + self.total[other.start : other.start + width]
            snapshots = np.concatenate([snapshots, later]) if len(marks) else later
            marks = np.concatenate([marks, other.marks])
        return Part(
            self.table,
            self.first,
            other.last,
            self.total + other.total,
            marks,
            snapshots,
            max(self.start, other.start),
            self.seconds + other.seconds,
        )

    def timed(self, seconds: float) -> Part:
        """The same part with another time."""
        return replace(self, seconds=seconds)

    def as_bytes(self, fingerprint: str) -> bytes:
        """The part as it is kept and sent, with a hash of all of it.

        `fingerprint` says of which run it is: see `part_of`.
        """
        stretch = np.array([self.table, self.first, self.last, self.start], dtype=np.int64)
        file = io.BytesIO()
        np.savez_compressed(
            file,
            run=np.frombuffer(fingerprint.encode(), dtype=np.uint8),
            stretch=stretch,
            seconds=np.array(self.seconds),
            total=self.total,
            marks=self.marks,
            snapshots=self.snapshots,
        )
        payload = file.getvalue()
        return _MAGIC + hashlib.sha256(payload).digest() + payload

    def __reduce__(self) -> tuple[Callable[..., Part], tuple[Any, ...]]:
        return _sent, (self.as_bytes(""), self.rows)


def part_of(data: bytes, fingerprint: str) -> Part | None:
    """The part that was kept as these bytes; None if they are damaged or of another run."""
    head = len(_MAGIC)
    payload = data[head + 32 :]
    if data[:head] != _MAGIC or hashlib.sha256(payload).digest() != data[head : head + 32]:
        return None
    try:
        with np.load(io.BytesIO(payload), allow_pickle=False) as stored:
            if stored["run"].tobytes() != fingerprint.encode():
                return None
            table, first, last, start = stored["stretch"].tolist()
            counts = stored["total"], stored["marks"], stored["snapshots"]
            return Part(table, first, last, *counts, start, float(stored["seconds"]))
    except _UNREADABLE:
        return None


def _sent(data: bytes, rows: Any) -> Part:
    part = part_of(data, "")
    assert part is not None
    return replace(part, rows=rows)
