"""Policies written with the project's API against plain readings of the same prose."""

from __future__ import annotations

from collections import Counter

import pytest

from simulator.engine.matchup import Matchup
from simulator.policy import Policy, View
from simulator.transcript import transcript
from tests.equivalence.attentive import attentive
from tests.generators import SEATINGS, Seating
from tests.naive import Action, Observation
from tests.ported import blocking, readings, siding, suits
from tests.ported.readings import Reading
from tests.views import as_action, decided_game, naive_game

PORTED: dict[str, tuple[Policy, Reading]] = {
    "doubles-first": (suits.doubles_first, readings.doubles_first),
    "longest-suit": (suits.longest_suit, readings.longest_suit),
    "own-suit": (suits.own_suit, readings.own_suit),
    "variety": (suits.variety, readings.variety),
    "flexible": (suits.flexible, readings.flexible),
    "shed-late": (suits.shed_late, readings.shed_late),
    "rarest": (blocking.rarest, readings.rarest),
    "patient": (blocking.patient, readings.patient),
    "blocker": (blocking.blocker, readings.blocker),
    "force-pass": (blocking.force_pass, readings.force_pass),
    "support": (siding.support, readings.support),
    "lead-and-cover": (siding.lead_and_cover, readings.lead_and_cover),
}
every_seating = pytest.mark.parametrize(
    "seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating))
)


@every_seating
def test_every_decision(seating: Seating) -> None:
    """Whoever is asked, every policy answers in plain Python as its reading does."""
    asked = 0

    def watch(seen: Observation, view: View) -> None:
        nonlocal asked
        asked += 1
        for name, (policy, reading) in PORTED.items():
            found, wanted = as_action(policy(view)), reading(seen)
            assert found == wanted, f"{name}: {found} instead of {wanted} at {seen}"

    policies = [policy for policy, _ in PORTED.values()]
    for game in range(6):
        seats = [attentive, *policies[2 * game :], *policies][: seating.players]
        naive_game(seating.rules(), seats, 31, game, watch)
    assert asked > 200


@pytest.mark.compiled
@every_seating
def test_compiled_games(seating: Seating) -> None:
    """Compiled policies play the games that their readings play at the naive engine's table."""
    names, rules = list(PORTED), seating.rules()
    for place in range(0, len(names), seating.players):
        table = [PORTED[name] for name in names[place:] + names][: seating.players]
        policies = [policy for policy, _ in table]

        def decide(seen: Observation, table: list[tuple[Policy, Reading]] = table) -> Action:
            return table[seen.seat][1](seen)

        found = list(transcript(Matchup(rules, policies), 32, place))
        assert found == decided_game(rules, decide, [one.spec for one in policies], 32, place)


def test_strategies_are_different() -> None:
    """No two of them, nor one and plain shedding, agree in all decisions of a few games."""
    rivals = {"heaviest": readings.heaviest} | {name: read for name, (_, read) in PORTED.items()}
    parted = Counter[tuple[str, str]]()

    def watch(seen: Observation, view: View) -> None:
        answers = {name: reading(seen) for name, reading in rivals.items()}
        for one in answers:
            for other in answers:
                parted[one, other] += answers[one] != answers[other]

    for seating in (Seating("draw", 2), Seating("all-fives", 4, True)):
        for game in range(4):
            naive_game(seating.rules(), [attentive] * seating.players, 33, game, watch)
    alike = {tuple(sorted(pair)) for pair in parted if len(set(pair)) == 2 and not parted[pair]}
    assert alike == set()
