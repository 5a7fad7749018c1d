"""What holds in every game on trains: a referee follows the engine's games event for event."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.engine.matchup import Matchup
from simulator.rules import Rules, rules_for
from simulator.tiles import high, low, tiles_of
from simulator.transcript import transcript
from strategies import shipped
from tests.conformance.test_naive_trains_games import situations
from tests.conformance.trains_referee import check_game
from tests.equivalence.attentive import attentive

POLICIES = [*(policy for policy in shipped().values() if "trains" in policy.boards), attentive]
RARE = {"out", "blocked", "void", "drawn and played", "double and turn over", "double and draw"}


@st.composite
def tables(draw: st.DrawFn) -> Rules:
    """Mexican Train with any set and number of seats, hands of any size, and a reserve."""
    players, highest = draw(st.integers(2, 4)), draw(st.integers(5, 9))
    reserve = draw(st.integers(0, 2))
    tiles = (highest + 1) * (highest + 2) // 2 - 1 - max(1, reserve)
    hand = draw(st.integers(2, tiles // players))
    changes = {"set": highest, "hand": hand, "reserve": reserve}
    return rules_for("mexican-train", players, changes | {"rounds": draw(st.integers(1, 12))})


@given(tables(), st.data(), st.integers(0, 2**64 - 1), st.integers(0, 10**6))
@settings(max_examples=60)
def test_a_referee_has_nothing_to_object_to(
    rules: Rules, data: st.DataObject, seed: int, number: int
) -> None:
    """All tiles are there, at most one double is open, markers tell who passed, counts add."""
    seats = [data.draw(st.sampled_from(POLICIES)) for _ in range(rules.players)]
    events = list(transcript(Matchup(rules, seats), seed, number))
    check_game(events)
    deals = [event for event in events if event["event"] == "deal"]
    assert len(deals) == rules.rounds


def test_games_meet_everything() -> None:
    """Games of that kind are no empty test."""
    seen = Counter[str]()
    for players in (2, 3, 4):
        rules = rules_for("mexican-train", players, {"hand": 9})
        for number in range(40):
            seen.update(
                situations(list(transcript(Matchup(rules, [attentive] * players), 1, number)))
            )
    assert set(seen) >= RARE


def test_what_is_known_is_true() -> None:
    """Nobody else holds a value that it is known to lack; nor did the seat before it drew."""
    asked = 0

    def seen(policy: Any, arguments: tuple[Any, ...], answer: int) -> None:
        nonlocal asked
        position = arguments[1]
        others = set(range(rules.players)) - {position.seat}
        for seat in others:
            for tile in tiles_of(position.hand[seat]):
                assert not position.lacks[seat] & (1 << low(tile) | 1 << high(tile))
        asked += sum(position.lacks[seat] > 0 for seat in others)

    for players in (2, 3, 4):
        rules = rules_for("mexican-train", players)
        matchup = Matchup(rules, [attentive] * players, compiled=False)
        for number in range(4):
            _, error = matchup.record(2, number, seen=seen)
            assert error is None
    assert asked > 500
