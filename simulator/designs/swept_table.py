"""The table of a sweep: all points of its grids on the same deals, each against the same policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from simulator.designs.seatings import Seating
from simulator.engine.groups import CREDIT
from simulator.engine.matchup import Block, Matchup
from simulator.engine.tallies import Layout, Tally, by_policy, symmetric
from simulator.keeping import frames, group_frames
from simulator.keeping.packing import PackedTallies
from simulator.keeping.parts import Part
from simulator.keeping.rows import columns_of
from simulator.masks import count
from simulator.rules import Rules

_GROUPS_AT_ONCE = 20_000  # whose credits are in memory, of every point
_SHARES = np.array([0, *(CREDIT // count(winners) for winners in range(1, 16))])
"""Credit of a side that is among the winners, by the bits of those."""


@dataclass(frozen=True)
class SweptTable:
    """The table of a sweep.

    Attributes
    ----------
    number : int, which of the experiment's: 0.
    matchups : of every point against the policy, the point being policy 0.
    """

    number: int
    matchups: Sequence[Matchup]

    def count(self, seed: int, first: int, last: int, keep_rows: bool = False) -> Part:
        """Play the groups first to last - 1 at every point, and count them.

        Words of the part: what is counted of every point, see `SweptTally`, and last the sums over
        groups of the products of the points' credits, the upper triangle as a square.

        Raises
        ------
        PolicyError
            A policy was at fault.
        """
        size = len(self.matchups)
        tallies = [matchup.empty_tally() for matchup in self.matchups]
        products = np.zeros((size, size), np.int64)
        for at in range(first, last, _GROUPS_AT_ONCE):
            earned = np.empty((size, min(_GROUPS_AT_ONCE, last - at)))
            for point, matchup in enumerate(self.matchups):
                block = matchup.play(seed, at, at + earned.shape[1], keep_rows=True)
                tallies[point] += block.tally
                earned[point] = credit_of(block, matchup.rules, matchup.seatings)
            products += (earned @ earned.T).astype(np.int64)  # far below 2^53, so exact
        counted = map(_counted, self.matchups, tallies)
        return Part(self.number, first, last, np.concatenate([*counted, np.triu(products).ravel()]))


def credit_of(block: Block, rules: Rules, seatings: Sequence[Seating]) -> Tally:
    """The credit of policy 0 in every group: 12 for a game won, divided among those who won it."""
    side = np.array([rules.side_of(seating.index(0)) for seating in seatings])
    winners = columns_of(block).winners
    won = winners >> side & 1
    return np.asarray((won * _SHARES[winners]).sum(axis=1))


def _counted(matchup: Matchup, tally: Tally) -> Tally:
    """What is kept of a point: its counts by policy, and the moments of its groups."""
    layout = matchup.layout
    counts = by_policy(layout, tally, matchup.seatings)
    return np.concatenate([counts, layout.moments.of(tally).ravel()])


@dataclass(frozen=True)
class SweptTally:
    """What a sweep came to.

    Attributes
    ----------
    layout : where a tally of a point keeps what, see `simulator.engine.tallies`.
    points : int, how many there are.
    part : of all groups.
    """

    layout: Layout
    points: int
    part: Part

    @property
    def counts(self) -> Tally:
        """The counts by policy of every point, a row each."""
        return self._rows[:, : self.layout.part]

    @property
    def moments(self) -> Sequence[Tally]:
        """The moments of the groups of every point, a symmetric matrix each."""
        shape = self.layout.moments.rows, self.layout.moments.bins
        return [symmetric(row[self.layout.part :].reshape(shape)) for row in self._rows]

    @property
    def products(self) -> Tally:
        """The sums over groups of products of the points' credits, a symmetric matrix."""
        return symmetric(self.part.total[self._rows.size :].reshape(self.points, self.points))

    def frames(self, sides: int, policies: Sequence[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
        """The counts of all points by policy, and their histograms; policies as they play."""
        *points, against = policies
        players, distributions = [], []
        for number, (point, counts) in enumerate(zip(points, self.counts, strict=True)):
            seated = (point, *[against] * (sides - 1))
            framed = self.layout, seated, range(sides), counts, number
            players.append(frames.players_frame(*framed))
            distributions.append(frames.distributions_frame(*framed))
        return (
            pd.concat(players, ignore_index=True),
            pd.concat(distributions, ignore_index=True),
        )

    def packed(self) -> bytes:
        """The moments of all points and the products of their credits, `tallies.parquet`."""
        packed, groups = PackedTallies(), self.part.groups
        for number, moments in enumerate(self.moments):
            packed.add(group_frames.moments_frame(number, {groups: moments}))
        packed.add(group_frames.products_frame(groups, self.products))
        return packed.content()

    @property
    def _rows(self) -> Tally:
        whole = len(self.part.total) - self.points**2
        return self.part.total[:whole].reshape(self.points, -1)
