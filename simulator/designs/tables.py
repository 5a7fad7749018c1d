"""The tables of mirrored deals: played group by group, with what has been counted on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from simulator.designs.blocks import Counted, run_blocks
from simulator.designs.seatings import Seating, chain_applies, seatings_for, tables_for
from simulator.engine.matchup import Block, Matchup
from simulator.engine.tallies import Layout, Tally, by_policy, moments_of
from simulator.keeping.checkpoint import Arrays
from simulator.policy import Policy
from simulator.rules import Rules

STRIDE = 10**12
"""Table i of a comparison plays the groups from i times this on, so that no two tables share deals.

What they came to is then independent, as the joint fit of ratings takes it to be.
"""
_SNAPSHOT = "snapshot_"


@dataclass(frozen=True)
class TableTally:
    """What a table's groups came to.

    Attributes
    ----------
    policies : the texts that name its policies.
    layout, tally : the counts, see `simulator.engine.tallies`.
    seatings : the policy of every seat in each game of a group.
    snapshots : the moments after the first so many groups, in rising order, the last one of all.
    """

    policies: tuple[str, ...]
    layout: Layout
    seatings: tuple[Seating, ...]
    tally: Tally
    snapshots: dict[int, Tally]

    @property
    def groups(self) -> int:
        """Groups played."""
        return max(self.snapshots)

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

    def as_arrays(self) -> Arrays:
        """All that was counted, to be kept."""
        snapshots = {f"{_SNAPSHOT}{groups}": kept for groups, kept in self.snapshots.items()}
        return {**snapshots, "tally": self.tally}


def restored(matchup: Matchup, arrays: Arrays) -> TableTally | None:
    """The table that was kept as these arrays; None if they are of another version."""
    if "tally" not in arrays or arrays["tally"].shape != (matchup.layout.size,):
        return None
    snapshots = {
        int(name.removeprefix(_SNAPSHOT)): moments
        for name, moments in arrays.items()
        if name.startswith(_SNAPSHOT)
    }
    return _counted(matchup, arrays["tally"], snapshots)


def snapshot_groups(groups: int) -> list[int]:
    """Where the course of an estimate is kept: about four to a doubling, and at the end."""
    marks = {round(groups / 2 ** (step / 4)) for step in range(40)}
    return sorted(mark for mark in marks if mark >= 10) or [groups]


def play_table(
    matchup: Matchup,
    groups: int,
    seed: int,
    threads: int,
    first: int = 0,
    show: Callable[[int], None] = lambda groups: None,
) -> TableTally:
    """Play a table's groups from number `first` on and keep the moments on the way.

    `show` is called with the number of groups played so far.
    """
    counted = Counted(first, matchup.empty_tally())
    marks = snapshot_groups(groups)
    snapshots: dict[int, Tally] = {}

    def keep(block: Block) -> None:
        played = block.last - first
        if played in marks:
            snapshots[played] = moments_of(matchup.layout, counted.tally)
        show(played)

    cuts = [first + mark for mark in marks]
    run_blocks(matchup, counted, first + groups, seed, threads, keep, cuts=cuts)
    return _counted(matchup, counted.tally, snapshots)


def matchups_for(
    rules: Rules, policies: Sequence[Policy], every_order: bool = False
) -> Iterator[Matchup]:
    """The tables of a comparison, ready to play."""
    seatings = seatings_for(rules, every_order)
    for table in tables_for(rules, len(policies)):
        chosen = [policies[index] for index in table]
        yield Matchup(rules, chosen, seatings, mirrored=chain_applies(rules, chosen))


def _counted(matchup: Matchup, tally: Tally, snapshots: dict[int, Tally]) -> TableTally:
    specs = tuple(policy.spec for policy in matchup.policies)
    return TableTally(specs, matchup.layout, matchup.seatings, tally, snapshots)
