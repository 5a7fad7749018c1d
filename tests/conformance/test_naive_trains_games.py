"""Random games of the naive engine of trains, each followed by a referee."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests import naive, naive_trains
from tests.conformance.test_naive_trains import greedy, own_first, rules_of
from tests.conformance.trains_referee import check_game, is_double
from tests.naive import Event, Placement, Tile
from tests.naive_trains import TrainsObservation
from tests.naive_trains_board import engine_of

TABLES = [(2, 9), (3, 9), (4, 9), (2, 6), (2, 7), (3, 8)]


def check_observation(rules: dict[str, Any], seen: TrainsObservation) -> None:
    """What a seat sees agrees with itself."""
    trains = range(seen.seats + 1)
    whole = {*naive.full_set(rules["set"])}
    assert len(seen.ends) == len(seen.opened) == len(trains)
    free = {0, 1} | seen.markers
    assert seen.open_arms == (free if seen.open_double is None else {seen.open_double})
    assert 1 not in seen.markers
    assert seen.placements == {
        (tile, arm) for tile in seen.hand for arm in seen.open_arms if seen.ends[arm] in tile
    }
    assert len(seen.placements) > 1
    assert seen.hand_sizes[seen.seat] == len(seen.hand)
    assert sum(seen.hand_sizes) + seen.boneyard + len(seen.line) == len(whole)
    assert seen.drawable == max(0, seen.boneyard - rules["reserve"])
    assert seen.line == {seen.engine}.union(*seen.played)
    assert sum(map(len, seen.played)) == len(seen.line) - 1
    assert seen.turn <= seen.step
    assert seen.engine == engine_of(rules, seen.round)
    for end, seat in zip(seen.ends, seen.opened, strict=True):
        shown = [seen.engine] if seat is None else seen.played[seat]
        assert any(end in tile for tile in shown)
    for lacking, passed_on in zip(seen.lacks, seen.passed_on, strict=True):
        assert {*lacking, *passed_on} <= set(range(rules["set"] + 1))


def random_game(rules: dict[str, Any], seed: int) -> list[Event]:
    """A game in which each decision is a random one, greedy, or first of all for the own train."""
    chance = random.Random(seed)

    def deck(number: int) -> list[Tile]:
        tiles = naive.full_set(rules["set"])
        tiles.remove(engine_of(rules, number))
        chance.shuffle(tiles)
        return tiles

    def decide(seen: TrainsObservation) -> Placement:
        check_observation(rules, seen)
        anything = chance.choice(sorted(seen.placements))
        return chance.choice([anything, greedy(seen), own_first(seen)])

    def lot(number: int) -> int:
        assert number == 0
        return chance.randrange(rules["players"])

    return naive_trains.play_game(rules, decide, deck, lot, ["any"] * rules["players"], seed, seed)


@pytest.mark.parametrize("reserve", [0, 3])
@pytest.mark.parametrize(("players", "highest"), TABLES)
def test_a_referee_has_nothing_to_object_to(players: int, highest: int, reserve: int) -> None:
    """Turns, draws, markers, doubles, the end of rounds and all counts, event for event."""
    hand = min(rules_of(players)["hand"], (len(naive.full_set(highest)) - 5) // players)
    rules = rules_of(players, highest, reserve=reserve, hand=hand)
    for seed in range(8):
        events = random_game(rules, seed)
        assert events[0]["rules"] == rules
        assert json.loads(json.dumps(events)) == events
        check_game(events)


def situations(events: Sequence[Event]) -> Iterator[str]:
    """What is rare in trains, wherever it occurs."""
    for event, after in itertools.pairwise(events):
        yield event.get("outcome", event["event"])
        kinds = event["event"], after["event"]
        if kinds == ("marker", "round"):
            yield f"marker {'up' if event['up'] else 'down'} before the count"
        if kinds == ("draw", "play"):
            yield "drawn and played"
        if event["event"] == "play" and is_double(event["tile"]):
            same = after.get("seat") == event["seat"]
            if after["event"] == "round":
                yield "double as the last tile"
            elif after["event"] != "marker":
                yield f"double and {after['event'] if same else 'turn over'}"


def test_random_games_meet_everything() -> None:
    """The games above are no empty test: every situation occurs in such games."""
    seen = Counter[str]()
    for players, highest in TABLES:
        for seed in range(8):
            seen.update(situations(random_game(rules_of(players, highest, hand=8), seed)))
    assert {"out", "blocked", "void", "marker", "drawn and played"} <= set(seen)
    assert {"marker down before the count", "double as the last tile"} <= set(seen)
    assert {"double and turn over", "double and play", "double and draw"} <= set(seen)
    # No marker goes up at the end: such a pass begins a row.
    assert "marker up before the count" not in seen
