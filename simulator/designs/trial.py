"""Trials of candidates: a generation of a search on the same deals, and the verdict on its result.

It is a part of `tune` that travels to whoever plays it: the first policies of its experiment are
candidates, the others their opponents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.designs.experiment import Design, Experiment
from simulator.designs.option import Option, choice, seats, whole
from simulator.designs.schedule import Schedule
from simulator.designs.seatings import chain_applies, mirrored_rules, seatings_for
from simulator.designs.tables import ComparedTable, Table, TableTally
from simulator.engine.matchup import Matchup
from simulator.engine.tallies import Tally, layout_for, moments_of
from simulator.errors import ExperimentError
from simulator.keeping.parts import Part
from simulator.rules import Rules

if TYPE_CHECKING:
    from simulator.engine.tallies import Layout
    from simulator.policy import Policy

GENERATION, VERDICT = "generation", "verdict"
_MOST = 10_000  # policies
_HEAD = 4


@dataclass(frozen=True)
class Pairing:
    """A candidate's table: what is counted of it, and what that says of the candidate.

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


@dataclass(frozen=True)
class Generation(Table):
    """The table of a generation: every candidate on the same deals against the same opponents.

    A group is a deal, played by all of them. `matchup` is the first one's.
    """

    pairings: Sequence[Pairing]
    matchups: Sequence[Matchup]

    def count(self, seed: int, first: int, last: int, keep_rows: bool = False) -> Part:
        """Play and count groups: the words of all pairings, one after the other."""
        before = self.deals
        words = [
            pairing.counted(matchup.play(seed, before + first, before + last).tally)
            for pairing, matchup in zip(self.pairings, self.matchups, strict=True)
        ]
        return Part(self.number, first, last, np.concatenate(words))


def pairings(experiment: Experiment, policies: Sequence[Policy]) -> list[Pairing]:
    """The tables of a trial, candidate by candidate: with every choice of opponents.

    In a verdict the first candidate meets the second one too, where there are two sides.
    """
    rules, number = experiment.full_rules(), experiment.option("candidates")
    candidates, opponents = policies[:number], policies[number:]
    found = [
        Pairing(rules, (candidate, *chosen))
        for candidate in candidates
        for chosen in combinations(opponents, rules.sides - 1)
    ]
    if experiment.option("stage") == VERDICT and number == 2 and rules.sides == 2:
        found.append(Pairing(rules, tuple(candidates)))
    return found


def opponents_of(experiment: Experiment, number: int) -> int:
    """How many tables a candidate has where so many opponents are named.

    Raises
    ------
    ExperimentError
        They are too few for one.
    """
    needed = experiment.full_rules().sides - 1
    tables = len(list(combinations(range(number), needed)))
    if not tables:
        named = "one is" if number == 1 else f"{number} are"
        raise ExperimentError(
            f"a table of {needed + 1} takes {needed} opponents; {named} named: --against P again"
        )
    return tables


def table_tally(pairing: Pairing, part: Part) -> TableTally:
    """What a table of a verdict came to."""
    specs = tuple(policy.spec for policy in pairing.policies)
    seated = tuple(seatings_for(pairing.rules))
    return TableTally(specs, pairing.layout, seated, part)


def _schedule(experiment: Experiment) -> Schedule:
    rules, number = experiment.full_rules(), experiment.option("candidates")
    tables = number * opponents_of(experiment, len(experiment.policies) - number)
    seatings, before = len(seatings_for(rules)), experiment.option("before")
    if experiment.option("stage") == GENERATION:
        size = tables * seatings
        return Schedule(1, experiment.games // size, size, before=before)
    tables += number == 2 and rules.sides == 2
    return Schedule(tables, experiment.games // tables // seatings, seatings, before=before)


def _table(experiment: Experiment, policies: Sequence[Policy], number: int) -> Table:
    found = pairings(experiment, policies)
    if experiment.option("stage") == VERDICT:
        pairing = found[number - experiment.option("before")]
        return ComparedTable(number, pairing.matchup())
    tables = len(found) // experiment.option("candidates")
    seated = [pairing.matchup() for pairing in found[:tables]]
    matchups = [
        seated[index % tables].with_values(pairing.policies) for index, pairing in enumerate(found)
    ]
    return Generation(number, matchups[0], found, matchups)


def _conclude(playing: Any) -> Any:
    raise ExperimentError("a trial is a part of tune, and is not played by itself")


def _count(default: int) -> Option:
    def fault(value: Any) -> str | None:
        try:
            whole("it", value, 0, _MOST)
        except ExperimentError:
            return f"is a whole number from 0 to {_MOST}, not {value!r}"
        return None

    return Option(default, fault, plays=True)


DESIGN = Design(
    name="trial",
    takes=f"a trial takes 2 to {_MOST} policies",
    policies=(2, _MOST),
    rules=lambda experiment: mirrored_rules(experiment, experiment.option("players")),
    schedule=_schedule,
    table=_table,
    conclude=_conclude,
    options={
        "candidates": _count(1),
        "before": _count(0),
        "stage": choice(GENERATION, VERDICT, plays=True),
        "players": seats(),
    },
)
