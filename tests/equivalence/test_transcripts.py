"""The engine against the naive one: the same decks and decisions give the same events."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from simulator.engine.matchup import Matchup
from simulator.policy import Policy
from simulator.rules import Rules, rules_for
from simulator.transcript import transcript
from strategies import resolve
from tests.equivalence.attentive import attentive, digest_of
from tests.generators import (
    MET,
    ON_LINES,
    SEATINGS,
    Seating,
    random_rules,
    random_seed,
    seated,
)
from tests.naive import Event
from tests.views import a_view, naive_game

# Deep searches are slow in plain Python.
POLICIES = [
    resolve("longest-train:depth=3" if policy.name == "longest-train" else policy.name)
    for policy in MET
]


def assert_same_game(
    rules: Rules, policies: Sequence[Policy], seed: int, game: int, compiled: bool
) -> list[Event]:
    """Play a game with both engines; a difference is shown with the event before it."""
    found = list(transcript(Matchup(rules, policies, compiled=compiled), seed, game))
    wanted = naive_game(rules, policies, seed, game)
    if found != wanted:
        pairs = zip(found, wanted, strict=False)
        place = next((n for n, (one, two) in enumerate(pairs) if one != two), -1)
        who = [policy.spec for policy in policies]
        told = f"{rules}\n{who} seed {seed} game {game}, event {place}"
        assert found[place - 1 : place + 1] == wanted[place - 1 : place + 1], told
        assert found == wanted, told
    return found


def outcomes(events: Sequence[Event]) -> Counter[str]:
    """How often each kind of event and outcome occurs."""
    kinds = Counter(event["event"] for event in events)
    kinds.update(event["outcome"] for event in events if event["event"] == "round")
    kinds["by choice"] += sum(1 for e in events if e["event"] == "draw" and not e["forced"])
    return kinds


MODES = [
    pytest.param(False, id="python"),
    pytest.param(True, marks=pytest.mark.compiled, id="native"),
]


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_presets(seating: Seating, compiled: bool) -> None:
    """Every preset and number of players, by shipped policies and by an attentive one."""
    chance = random.Random(repr((seating, compiled)))
    for trial in range(6):
        among = [attentive] if trial % 3 == 0 else [*POLICIES, attentive]
        policies = seated(chance, among, seating.rules())
        seed, game = random_seed(chance), chance.randrange(1000)
        assert_same_game(seating.rules(), policies, seed, game, compiled)


@pytest.mark.parametrize("policy", [*POLICIES, attentive], ids=lambda policy: policy.name)
def test_policies(policy: Policy) -> None:
    """Every policy against itself: where one draws by choice, on four arms, on trains."""
    tables = [Seating("draw", 2), Seating("draw", 4), Seating("all-fives", 3)]
    for seating in [*tables, Seating("mexican-train", 2), Seating("mexican-train", 4)]:
        if seating.rules().board in policy.boards:
            for game in range(3):
                seats = [policy] * seating.players
                assert_same_game(seating.rules(), seats, 11, game, compiled=False)


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize("lot", range(10))
def test_overridden_rules(lot: int, compiled: bool) -> None:
    """Presets with random changes of every parameter, two-ended boneyards included."""
    chance = random.Random(f"{lot}{compiled}")
    for _ in range(20):
        rules = random_rules(chance)
        among = chance.choice([[attentive], [*POLICIES, attentive]])
        policies = seated(chance, among, rules)
        assert_same_game(rules, policies, random_seed(chance), chance.randrange(1000), compiled)


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize("highest", [6, 7, 8, 9])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_trains(players: int, highest: int, compiled: bool) -> None:
    """Sets 6 to 9 and every number of seats, with hands that leave a few tiles or many."""
    chance = random.Random(repr((players, highest, compiled)))
    most = (rules_for("mexican-train", players, {"set": highest, "hand": 2}).deck - 1) // players
    for trial in range(24 if compiled else 4):
        hand = chance.choice([most, min(most, 10), most // 2 + 1])
        changes = {"set": highest, "hand": hand, "reserve": chance.choice([0, 0, 1])}
        changes |= {"rounds": 4} if trial % 3 else {}
        rules = rules_for("mexican-train", players, changes)
        policies = seated(chance, [*POLICIES, attentive] if trial % 2 else [attentive], rules)
        assert_same_game(rules, policies, random_seed(chance), chance.randrange(1000), compiled)


@pytest.mark.parametrize("compiled", MODES)
def test_two_ended_boneyard(compiled: bool) -> None:
    """Where odd seats draw from the back, in every preset for two where one draws."""
    for seating in ON_LINES:
        rules = seating.rules(two_ended=True) if seating.players == 2 else None
        if rules is not None and rules.draw != "never":
            for game in range(5):
                assert_same_game(rules, [attentive, attentive], 5, game, compiled)


def test_games_meet_everything() -> None:
    """The games above are no empty test: every event and outcome occurs in them."""
    chance, seen = random.Random(7), Counter[str]()
    for _ in range(60):
        rules = random_rules(chance)
        policies = seated(chance, [attentive], rules)
        seen += outcomes(assert_same_game(rules, policies, 3, chance.randrange(1000), False))
    kinds = {"game", "deal", "play", "draw", "pass", "marker", "round", "end", "by choice"}
    assert set(seen) == kinds | {"out", "blocked", "void", "target"}


def test_attentive_policy_reads_every_field() -> None:
    """A change of any field, in any of its places, changes the hash by which it chooses."""
    view = a_view("1|5 5|6 0|2 3|3", "5|5 2|5", preset="all-fives", boneyard=5, random=-12345)
    for name, value in view._asdict().items():
        changed: list[Any] = [not value] if isinstance(value, bool) else []
        if isinstance(value, tuple):
            changed = [(*value[:n], value[n] ^ 3, *value[n + 1 :]) for n in range(len(value))]
        elif not changed:
            changed = [value ^ 1, value ^ 2**40]
        for other in changed:
            assert digest_of(view._replace(**{name: other})) != digest_of(view), name


@pytest.mark.slow
@pytest.mark.compiled
def test_many_overridden_rules() -> None:
    """Five thousand more games under random rules."""
    chance = random.Random(2024)
    for _ in range(5000):
        rules = random_rules(chance)
        policies = seated(chance, [*POLICIES, attentive, attentive], rules)
        assert_same_game(rules, policies, random_seed(chance), chance.randrange(10**6), True)
