"""Comparing policies: which tables are played, in which seatings, and what came of each."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from simulator.designs.blocks import Progress, run_blocks
from simulator.engine.matchup import Block, Matchup
from simulator.engine.tallies import Layout, Tally, by_policy, moments_of
from simulator.policy import Policy
from simulator.rules import Rules

Seating = tuple[int, ...]

STRIDE = 10**12
"""Table i of a comparison plays the groups from i times this on, so that no two tables share deals.

What they came to is then independent, as the joint fit of ratings takes it to be.
"""


def mirrored(rules: Rules) -> Rules:
    """The rules of a comparison: two seats draw from the two ends of the boneyard.

    So one seat's draws do not change what the other draws from the same deal.
    """
    return dataclasses.replace(rules, two_ended=rules.players == 2)


def seatings_for(rules: Rules, every_order: bool = False) -> list[Seating]:
    """The policy of every seat in each game of a group.

    All rotations, so that every policy has every seat once; with `every_order` all orders. Partners
    play the same policy.
    """
    if rules.teams:
        return [(0, 1, 0, 1), (1, 0, 1, 0)]
    seats = range(rules.players)
    if every_order:
        return list(permutations(seats))
    return [tuple((seat + turn) % rules.players for seat in seats) for turn in seats]


def tables_for(rules: Rules, policies: int) -> list[tuple[int, ...]]:
    """The tables of a comparison as indices of policies: every choice of one a side."""
    return list(combinations(range(policies), rules.sides))


def chain_applies(rules: Rules, policies: Sequence[Policy]) -> bool:
    """Whether a game's win rate follows from how rounds go: see `reports.statistics.score_chain`.

    Rounds must be independent of the score and of each other but for who opens, which must
    alternate between two sides, and bring points to one side only.
    """
    return (
        rules.sides == 2
        and rules.opener_first == "lot"
        and rules.opener_next == "rotate"
        and rules.play_points == "none"
        and rules.scoring == "winner-takes"
        and all(policy.ignores_scores for policy in policies)
    )


@dataclass(frozen=True)
class TableResult:
    """What a table's groups came to.

    Attributes
    ----------
    policies : the texts that name its policies.
    layout, tally : the counts, see `simulator.engine.tallies`.
    snapshots : the moments after the first so many groups, in rising order, the last one of all.
    """

    policies: tuple[str, ...]
    layout: Layout
    seatings: tuple[Seating, ...]
    tally: Tally
    snapshots: dict[int, Tally]

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
) -> TableResult:
    """Play a table's groups from number `first` on and keep the moments on the way.

    `show` is called with the number of groups played so far.
    """
    progress = Progress(first, matchup.empty_tally())
    marks = snapshot_groups(groups)
    snapshots: dict[int, Tally] = {}

    def keep(block: Block) -> None:
        played = block.last - first
        if played in marks:
            snapshots[played] = moments_of(matchup.layout, progress.tally)
        show(played)

    cuts = [first + mark for mark in marks]
    run_blocks(matchup, progress, first + groups, seed, threads, keep, cuts=cuts)
    specs = tuple(policy.spec for policy in matchup.policies)
    return TableResult(specs, matchup.layout, matchup.seatings, progress.tally, snapshots)


def matchups_for(
    rules: Rules, policies: Sequence[Policy], every_order: bool = False
) -> Iterator[Matchup]:
    """The tables of a comparison, ready to play."""
    seatings = seatings_for(rules, every_order)
    for table in tables_for(rules, len(policies)):
        chosen = [policies[index] for index in table]
        yield Matchup(rules, chosen, seatings, mirrored=chain_applies(rules, chosen))
