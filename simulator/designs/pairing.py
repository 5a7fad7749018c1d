"""A candidate's table: what is counted of it, and what that says of the candidate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.designs.seatings import chain_applies, seatings_for
from simulator.designs.tables import TableTally
from simulator.engine.matchup import Matchup
from simulator.engine.tallies import Tally, layout_for, moments_of
from simulator.rules import Rules

if TYPE_CHECKING:
    from simulator.engine.tallies import Layout
    from simulator.keeping.parts import Part
    from simulator.policy import Policy

_HEAD = 4
_TOLD = (
    *("win_rate", "win_rate_low", "win_rate_high", "games", "estimator", "standard_error"),
    *("points_per_round", "points_low", "points_high"),
)


@dataclass(frozen=True)
class Pairing:
    """A candidate and its opponents at a table.

    Attributes
    ----------
    rules : of the table.
    policies : the candidate, then its opponents.
    """

    rules: Rules
    policies: tuple[Policy, ...]

    @property
    def mirrored(self) -> bool:
        """Whether the score chain applies."""
        return chain_applies(self.rules, self.policies)

    @cached_property
    def layout(self) -> Layout:
        """Of a tally of it."""
        return layout_for(self.rules, len(seatings_for(self.rules)), self.mirrored)

    @property
    def width(self) -> int:
        """Words that are counted of it in a generation."""
        return _HEAD + 2 * self.layout.mirrored.bins

    def matchup(self) -> Matchup:
        """The policies seated."""
        return Matchup(self.rules, self.policies, seatings_for(self.rules), self.mirrored)

    def counted(self, tally: Tally) -> Tally:
        """Rounds, groups, credit and its squares; by who opened, rounds of every gain."""
        layout, moments = self.layout, moments_of(self.layout, tally)
        rounds = moments[0, -1]
        head = np.array([rounds, moments[0, 0], moments[0, 1], moments[1, 1]], np.int64)
        if not layout.mirrored.bins:
            return head
        joint = layout.mirrored.of(tally)
        paired, alone = joint[:-2], joint[-2:]
        return np.concatenate([head, paired.sum(axis=1) + alone[0], paired.sum(axis=0) + alone[1]])

    def win_rate(self, words: Tally) -> float:
        """How often the candidate wins: from rounds where there is a score chain, else games."""
        from reports.statistics.chain import game_win_rates

        opened = self._opened(words)
        if opened is None:
            return self._of_games(words)[0]
        shares = opened / opened.sum(axis=1, keepdims=True)
        return float(np.mean(game_win_rates(shares[0], shares[1], self.rules.target)))

    def error(self, words: Tally) -> float:
        """The standard error of the win rate.

        It takes mirrored rounds for independent, which makes it a little too large.
        """
        from reports.statistics.score_chain import score_chain

        opened = self._opened(words)
        if opened is None:
            return self._of_games(words)[1]
        alone = np.zeros((opened.shape[1], opened.shape[1]), np.int64)
        return score_chain(alone, opened[0], opened[1], self.rules.target).standard_error

    def judged(self, part: Part) -> dict[str, Any]:
        """The estimates of a table of the verdict, seen from the candidate."""
        from reports.statistics.pairings import compare_pair, compare_table
        from reports.statistics.score_chain import MOST_POINTS, score_chain

        specs = tuple(policy.spec for policy in self.policies)
        table = TableTally(specs, self.layout, tuple(seatings_for(self.rules)), part)
        joint, target = table.rounds_joint, self.rules.target
        if self.rules.sides > 2:
            row = compare_table(table.moments)[0]
        else:
            chain = None
            if joint is not None and target <= MOST_POINTS:
                chain = score_chain(joint[:-2], joint[-2], joint[-1], target)
            row = compare_pair(table.moments, chain)
        return {key: row[key] for key in _TOLD} | {"rounds": int(table.moments[0, -1])}

    def _opened(self, words: Tally) -> Tally | None:
        """Rounds of every gain by who opened; None where no win rate follows from them."""
        from reports.statistics.score_chain import MOST_POINTS

        known = self.layout.mirrored.bins and self.rules.target <= MOST_POINTS
        return words[_HEAD:].reshape(2, -1) if known else None

    def _of_games(self, words: Tally) -> tuple[float, float]:
        """The win rate, drawn games in parts, and its standard error over groups."""
        from simulator.engine.groups import CREDIT

        _, groups, credit, squares = map(int, words[:_HEAD])
        most = CREDIT * len(seatings_for(self.rules))
        rate = credit / groups / most
        variance = max(0.0, squares / groups / most**2 - rate**2)
        return rate, (variance / groups) ** 0.5
