"""What a run has to play: tables, and the groups of each; and the shard of it that is played here.

Knows numbers only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from simulator.errors import ExperimentError

STRIDE = 10**12
"""Table i of an experiment plays the groups from i times this on, so that no two share deals.

What they came to is then independent, as the joint fit of ratings takes it to be.
"""
_MOST_SHARDS = 100_000


class Shard(NamedTuple):
    """One of several equal shares of the groups of every table, counted from 1."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


WHOLE = Shard(1, 1)


def shard_named(text: object) -> Shard:
    """The shard of a text like `3/16`.

    Raises
    ------
    ExperimentError
        It names none.
    """
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", str(text).strip())
    if match is None or not 1 <= int(match[1]) <= int(match[2]) <= _MOST_SHARDS:
        raise ExperimentError(f"{text!r} is no shard; write 3/16 for the third of sixteen")
    return Shard(int(match[1]), int(match[2]))


@dataclass(frozen=True)
class Schedule:
    """The tables of an experiment, and which of their groups are played.

    Attributes
    ----------
    tables : int, how many there are.
    groups : int, of every table, in all shards together.
    size : int, games of a group.
    shard : which share of the groups is played here.
    abreast : int, how often every group is played: at a table of several, by each of them.
    before : int, how many tables the run has before these, whose numbers follow on theirs.
    """

    tables: int
    groups: int
    size: int
    shard: Shard = WHOLE
    abreast: int = 1
    before: int = 0

    @property
    def numbers(self) -> range:
        """The numbers of the tables."""
        return range(self.before, self.before + self.tables)

    @property
    def first(self) -> int:
        """The first group of every table that is played here."""
        return self.groups * (self.shard.number - 1) // self.shard.of

    @property
    def last(self) -> int:
        """The group behind the last one of every table that is played here."""
        return self.groups * self.shard.number // self.shard.of

    @property
    def games(self) -> int:
        """How many games are played here."""
        return self.games_of(self.tables * (self.last - self.first))

    def games_of(self, groups: int) -> int:
        """How many games so many groups are."""
        return groups * self.size * self.abreast
