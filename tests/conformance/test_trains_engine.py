"""The worked examples of Mexican Train, played by the engine's kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from simulator.engine.entries import looking
from simulator.engine.matchup import Matchup
from simulator.engine.position import BLOCKED, OUT
from simulator.errors import RulesError
from simulator.placements import arm_of, tile_of
from simulator.policy import Policy
from simulator.rules import Rules, rules_for
from simulator.tiles import count, name
from simulator.transcript import transcript
from strategies import resolve
from tests.conformance.test_naive_trains import EXAMPLES, hand_of
from tests.engine.train_positions import TrainPosition, never_asked
from tests.naive import text

Data = dict[str, Any]

POLICIES: dict[str, Policy] = {"greedy": resolve("greedy"), "own-first": resolve("own-train")}


def rules_of(players: int, highest: int = 9) -> Rules:
    """The preset's rules for the set of an example."""
    return rules_for("mexican-train", players, {"set": highest})


def texts(tiles: Sequence[Any]) -> list[str]:
    """Tiles as the engine's tests write them."""
    pairs = [tile.split("|") if isinstance(tile, str) else tile for tile in tiles]
    return ["|".join(map(str, sorted(map(int, pair)))) for pair in pairs]


def position_of(given: Data) -> TrainPosition:
    """The position that an example describes, by a `hand` of one seat or the `hands` of all."""
    seats, seat = given["seats"], given["to_move"]
    hands = [texts(hand) for hand in given.get("hands", [[]] * seats)]
    if "hand" in given:
        hands[seat] = texts(given["hand"])
    double = given["open_double"]
    return TrainPosition(
        rules_of(seats, given.get("set", 9)),
        hands,
        given["ends"],
        [seat for seat, up in enumerate(given["markers"]) if up],
        texts(given.get("boneyard_top_first", [])),
        texts(given.get("table", [])),
        seat,
        -1 if double is None else double,
    )


def check_legal_actions(given: Data, expected: Data) -> None:
    """What may be played where, what the view shows, and what two policies choose."""
    position, seat = position_of(given), given["to_move"]
    state = position.state
    assert position.legal(seat) == sorted_placements(expected["place"])
    hand = state.hand[seat]
    view = looking(trains=True)(position.rulebook, state, hand, hand, 0, False)
    arms = given["seats"] + 1
    assert list(view.ends) == [*expected["view_ends_by_arm"], -1, -1, -1][:5]
    assert [count(view.fits[arm] & hand) for arm in range(arms)] == expected["fits_by_arm_count"]
    for key, policy in (("greedy", "greedy"), ("own_first", "own-first")):
        playable = hand & (view.fits[0] | view.fits[1] | view.fits[2] | view.fits[3] | view.fits[4])
        action = POLICIES[policy](view._replace(playable=playable))
        assert [*texts([expected[key][0]]), expected[key][1]] == [
            name(tile_of(action)),
            arm_of(action),
        ]


def sorted_placements(placements: Sequence[Any]) -> list[tuple[str, int]]:
    """Placements of an example, the lightest tile first."""
    found = [(texts([tile])[0], arm) for tile, arm in placements]
    return sorted(found, key=lambda one: (int(one[0][0]) + int(one[0][2]), one))


def check_turn_trace(given: Data, expected: Data) -> None:
    """Some turns, what was legal before and after the first play, and how they ended."""
    policy = POLICIES[given["policy"]]
    first = position_of(given)
    check_legal(first, expected.get("legal", {}))
    first.place(policy)
    check_legal(first, expected.get("legal_after_the_double", {}))
    check_legal(first, expected.get("legal_after", {}))
    position = position_of(given)
    held = [set(position.hand(seat)) for seat in range(given["seats"])]
    result = position.finish(policy)
    events = position.events[: len(expected["events"])]
    assert events == expected["events"]
    for kind, seat, *told in events:
        if kind == "play":
            held[seat].remove(told[0])
        if kind == "draw":
            held[seat].add(told[0])
    if "hands_after" in expected:
        assert held == [set(texts(hand)) for hand in expected["hands_after"]]
    if "outcome" in expected:
        assert position.events == events
        check_result(position, result, expected)


def check_legal(position: TrainPosition, wanted: Data) -> None:
    """The placements of some seats."""
    for seat, placements in wanted.items():
        found = position.legal(int(seat.removeprefix("seat")))
        assert found == sorted_placements(placements)


def check_result(position: TrainPosition, result: Any, expected: Data) -> None:
    """How a round ended."""
    assert (result.outcome, result.winner) == (expected["outcome"], expected["winner"])
    assert result.gains == expected["gains"]
    if "pips" in expected:
        totals = [sum(int(tile[0]) + int(tile[2]) for tile in position.hand(seat))
                  for seat in range(position.rules.players)]  # fmt: skip
        assert totals == expected["pips"]


def check_block_check(given: Data, expected: Data) -> None:
    """A position that looks dead, played to its end."""
    position = position_of(given)
    result = position.finish(POLICIES[given["policy"]])
    assert position.events == expected["events"]
    check_result(position, result, expected)


def check_round_score(given: Data, expected: Data) -> None:
    """Finished rounds, by hands of these totals."""
    for number, case in enumerate(given["cases"]):
        out, totals = case.get("winner", -1), case["hand_totals"]
        hands = [
            [text(tile) for tile in hand_of(total, seat == out)]
            for seat, total in enumerate(totals)
        ]
        position = TrainPosition(rules_of(len(hands)), hands, [])
        result = position.count(OUT if case["end"] == "out" else BLOCKED, out)
        assert result.outcome == expected["outcome"][number]
        assert result.winner == (
            -1 if expected["winner"][number] is None else expected["winner"][number]
        )
        assert result.gains == result.scores == expected["gains"][number]


def check_deal(given: Data, expected: Data) -> None:
    """Which deals there are, their boneyards, and who opens with which engine."""
    for case, valid, size in zip(
        given["cases"], expected["valid"], expected["boneyard"], strict=True
    ):
        try:
            rules = rules_of(case["seats"], case["set"])
        except RulesError:
            assert not valid
            continue
        assert valid
        game = transcript(Matchup(rules, [resolve("greedy")] * rules.players, compiled=False), 0, 0)
        assert len(list(game)[1]["boneyard"]) == size
    seats = given["sequence_seats"]
    matchup = Matchup(rules_of(seats), [resolve("greedy")] * seats, compiled=False)
    games = (list(transcript(matchup, 0, number)) for number in range(50))
    deals = next(
        deals
        for game in games
        if (deals := [event for event in game if event["event"] == "deal"])[0]["opener"]
        == given["first_opener"]
    )
    assert [deal["engine"] for deal in deals] == texts(expected["engines"])
    assert [deal["opener"] for deal in deals] == expected["openers"]


def check_replay(given: Data, expected: Data) -> None:
    """A whole round, event for event."""
    seats = given["seats"]
    engine = int(given["engine"][0])
    position = TrainPosition(
        rules_of(seats, given["set"]),
        [texts(hand) for hand in given["hands"]],
        [engine] * (seats + 1),
        boneyard=texts(given["boneyard_top_first"]),
        table=[given["engine"]],
        seat=given["opener"],
    )
    result = position.finish(POLICIES[given["policies"][0]])
    assert position.events == [list(event.values()) for event in expected["events"]]
    wanted = expected["round"]
    assert result.seat == wanted["seat"]
    check_result(position, result, wanted)


CHECKERS: dict[str, Callable[[Data, Data], None]] = {
    "legal_actions": check_legal_actions,
    "turn_trace": check_turn_trace,
    "block_check": check_block_check,
    "round_score": check_round_score,
    "deal": check_deal,
    "replay": check_replay,
}


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_worked_example(example: Data) -> None:
    """Every example of trains holds."""
    CHECKERS[example["kind"]](example["input"], example["expected"])


def test_nobody_can_play() -> None:
    """Hands that fit nothing, and nothing to draw: a row of passes from the last marker on."""
    position = TrainPosition(rules_of(2), [["1|1"], ["2|2"]], [3, 4, 5], markers=[1])
    result = position.finish(never_asked)
    assert position.events == [["pass", 0], ["marker", 0, True], ["pass", 1]]
    assert (result.outcome, result.winner, result.gains) == ("blocked", 0, [2, 4])
