"""Policies written with the project's API against plain readings of the same prose."""

from __future__ import annotations

from collections import Counter

import pytest

from simulator.engine.matchup import Matchup
from simulator.policy import Policy, View
from simulator.rng import further_word
from simulator.transcript import transcript
from strategies import resolve
from tests.equivalence.attentive import attentive
from tests.generators import ON_LINES, Seating
from tests.naive import Action, Observation
from tests.ported import readings, sampled, siding, suits
from tests.ported.readings import Reading
from tests.ported.sampling import flat_monte_carlo
from tests.views import as_action, bits_for, decided_game, naive_game

PORTED: dict[str, tuple[Policy, Reading]] = {
    "doubles-first": (resolve("doubles-first"), readings.doubles_first),
    "longest-suit": (resolve("longest-suit"), readings.longest_suit),
    "own-suit": (suits.own_suit, readings.own_suit),
    "variety": (suits.variety, readings.variety),
    "flexible": (resolve("flexible"), readings.flexible),
    "shed-late": (suits.shed_late, readings.shed_late),
    "rarest": (resolve("rarest"), readings.rarest),
    "rarest:grab=9": (resolve("rarest:grab=9"), readings.patient(readings.rarest, 9)),
    "blocker": (resolve("blocker"), readings.blocker),
    "blocker:grab=5": (resolve("blocker:grab=5"), readings.patient(readings.blocker, 5)),
    "force-pass": (resolve("force-pass"), readings.force_pass),
    "support": (siding.support, readings.support),
    "lead-and-cover": (siding.lead_and_cover, readings.lead_and_cover),
}


def ported(seating: Seating) -> dict[str, tuple[Policy, Reading]]:
    """All of them; `linear` minds points where plays score, which no observation says."""
    linear, fives = resolve("linear"), seating.preset.startswith("all-fives")
    return PORTED | {"linear": (linear, readings.linear(linear.values, fives))}


every_seating = pytest.mark.parametrize(
    "seating", ON_LINES, ids=lambda seating: "-".join(map(str, seating))
)


@every_seating
def test_every_decision(seating: Seating) -> None:
    """Whoever is asked, every policy answers in plain Python as its reading does."""
    asked, table = 0, ported(seating)

    def watch(seen: Observation, view: View) -> None:
        nonlocal asked
        asked += 1
        for name, (policy, reading) in table.items():
            found, wanted = as_action(policy(view)), reading(seen)
            assert found == wanted, f"{name}: {found} instead of {wanted} at {seen}"

    policies = [policy for policy, _ in table.values()]
    for game in range(2):
        seats = [attentive, *policies[7 * game :], *policies][: seating.players]
        naive_game(seating.rules(), seats, 31, game, watch)
    assert asked > 50


@pytest.mark.compiled
@every_seating
def test_compiled_games(seating: Seating) -> None:
    """Compiled policies play the games that their readings play at the naive engine's table."""
    everyone, rules = [*ported(seating).values()], seating.rules(target=40)
    for place in range(0, len(everyone), seating.players):
        table = (everyone[place:] + everyone)[: seating.players]
        policies = [policy for policy, _ in table]

        def decide(seen: Observation, table: list[tuple[Policy, Reading]] = table) -> Action:
            return table[seen.seat][1](seen)

        found = list(transcript(Matchup(rules, policies), 32, place))
        assert found == decided_game(rules, decide, [one.spec for one in policies], 32, place)


def test_strategies_are_different() -> None:
    """No two of them, nor one and plain shedding, agree in all decisions of a few games."""
    parted = Counter[tuple[str, str]]()

    def watch(seen: Observation, view: View) -> None:
        answers = {name: reading(seen) for name, reading in rivals.items()}
        for one in answers:
            for other in answers:
                parted[one, other] += answers[one] != answers[other]

    for seating in (Seating("draw", 2), Seating("all-fives", 4, True)):
        rivals = {name: reading for name, (_, reading) in ported(seating).items()}
        rivals["heaviest"] = readings.heaviest
        for game in range(4):
            naive_game(seating.rules(), [attentive] * seating.players, 33, game, watch)
    alike = {tuple(sorted(pair)) for pair in parted if len(set(pair)) == 2 and not parted[pair]}
    assert alike == set()


# -- flat Monte Carlo --------------------------------------------------------------------------

FOR_TWO = [
    seating
    for seating in ON_LINES
    if seating.players == 2 and not seating.preset.startswith("all-fives")
]
"""For two on a line without points of plays."""


def sampling(seed: int, game: int, samples: int) -> Reading:
    """The reading of flat Monte Carlo with the random words of a game."""

    def reading(seen: Observation) -> Action:
        bits = bits_for(seed, game, seen)
        return sampled.flat_monte_carlo(seen, lambda number: further_word(bits, number), samples)

    return reading


@pytest.mark.parametrize("seating", FOR_TWO, ids=lambda seating: seating.preset)
def test_every_sampled_decision(seating: Seating) -> None:
    """Flat Monte Carlo in plain Python, on a few deals or on one, which leaves more ties."""
    answers = Counter[bool]()

    def watch(seen: Observation, view: View) -> None:
        for samples in (1, 6):
            found = as_action(flat_monte_carlo(view, (samples,)))
            wanted = sampling(34, game, samples)(seen)
            assert found == wanted, f"{found} instead of {wanted} at {seen}"
            answers[found == "draw"] += 1

    for game in range(3 if seating.preset == "draw" else 1):
        naive_game(seating.rules(target=30), [attentive, flat_monte_carlo], 34, game, watch)
    assert answers[False] > 10
    assert (answers[True] > 0) == (seating.preset == "draw")


@pytest.mark.compiled
@pytest.mark.parametrize("seating", FOR_TWO, ids=lambda seating: seating.preset)
def test_compiled_sampled_games(seating: Seating) -> None:
    """Compiled it plays against itself the game that its reading plays."""
    rules, policy = seating.rules(target=30), flat_monte_carlo.with_values({"samples": 5})
    found = list(transcript(Matchup(rules, [policy, policy]), 35, 0))
    assert found == decided_game(rules, sampling(35, 0, 5), [policy.spec] * 2, 35, 0)
