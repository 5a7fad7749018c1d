"""Trials of candidates: a generation of a search on the same deals, and the verdict on its result.

It is a part of `tune` that travels to whoever plays it: the first policies of its experiment are
candidates, the others their opponents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.designs.experiment import Design, Experiment
from simulator.designs.option import Option, choice, seats
from simulator.designs.pairing import Pairing
from simulator.designs.schedule import Schedule
from simulator.designs.seatings import mirrored_rules, seatings_for
from simulator.designs.tables import ComparedTable, Table
from simulator.engine.matchup import Matchup
from simulator.errors import ExperimentError
from simulator.keeping.parts import Part

if TYPE_CHECKING:
    from simulator.policy import Policy

GENERATION, VERDICT = "generation", "verdict"
_MOST = 10_000  # policies


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


def _schedule(experiment: Experiment) -> Schedule:
    rules, number = experiment.full_rules(), experiment.option("candidates")
    tables = number * opponents_of(experiment, len(experiment.policies) - number)
    seatings, before = len(seatings_for(rules)), experiment.option("before")
    if experiment.option("stage") == GENERATION:
        groups = experiment.games // tables // seatings
        return Schedule(1, groups, seatings, abreast=tables, before=before)
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
        if type(value) is int and 0 <= value <= _MOST:
            return None
        return f"is a whole number from 0 to {_MOST}, not {value!r}"

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
