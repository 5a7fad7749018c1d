"""The naive engine of trains against the worked examples, and cases worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests import naive, naive_trains
from tests.naive import Event, Placement, Result, Tile
from tests.naive_trains import Decide, TrainsObservation, TrainsTable, act, observe, play_round
from tests.naive_trains_board import Train, TrainsBoard, empty_board, engine_of

Data = dict[str, Any]

FILE = Path(__file__).with_name("mexican-train.json")
EXAMPLES: list[Data] = json.loads(FILE.read_text())["examples"]

PRESET: Data = {
    "preset": "mexican-train",
    "teams": False,
    "reserve": 0,
    "draw": "once",
    "opener_may_draw": False,
    "opener_first": "lot",
    "opener_next": "rotate",
    "block_tie": "void",
    "block_gain": "gross",
    "block_compare": "player",
    "rounding": "none",
    "takes": "opponents",
    "scoring": "losers-mark",
    "special_hands": {},
    "target": 100,
    "target_check": "round",
    "board": "trains",
    "play_points": "none",
    "two_ended": False,
}
"""The preset, from the table of the rules, but for what the set and the number of seats decide."""


def rules_of(players: int, highest: int = 9, **changes: Any) -> Data:
    """The complete rules, as the trace shows them."""
    hand = {2: 12, 3: 11, 4: 10}[players]
    told = {"set": highest, "players": players, "hand": hand, "rounds": highest + 1}
    return PRESET | told | changes


# Players


def greedy(seen: TrainsObservation) -> Placement:
    """The heaviest tile, of equal pips the one with the higher low half, on the lowest arm."""
    return max(seen.placements, key=lambda one: (*weight(one[0]), -one[1]))


def own_first(seen: TrainsObservation) -> Placement:
    """The lowest arm, and there the heaviest tile."""
    return max(seen.placements, key=lambda one: (-one[1], *weight(one[0])))


def weight(tile: Tile) -> Tile:
    """Pips, then the low half."""
    return sum(tile), tile[0]


def never_asked(seen: TrainsObservation) -> Placement:
    """For rounds without a choice."""
    raise AssertionError(f"asked at {seen}")


POLICIES: dict[str, Decide] = {"greedy": greedy, "own-first": own_first}


# Tables in the middle of a round


def tile_of(name: str | Sequence[int]) -> Tile:
    """A tile from `2|5`, or from a pair of values."""
    low, high = map(int, name.split("|")) if isinstance(name, str) else name
    return min(low, high), max(low, high)


def tiles_of(names: Sequence[Any] | str) -> list[Tile]:
    """Tiles from `2|5 1|1`, or from a list of them."""
    return [tile_of(name) for name in (names.split() if isinstance(names, str) else names)]


def board_of(given: Data, held: Sequence[Tile]) -> TrainsBoard:
    """A board with the ends of an example, and all of its `table` on the table.

    Trains without tiles start where they end. Tiles that lie somewhere lie in the first train.
    """
    highest, ends = given.get("set", 9), given["ends"]
    spare = max(tile for tile in naive.full_set(highest) if naive.is_double(tile) - (tile in held))
    engine = tile_of(given.get("engine", spare))
    trains = [Train(end) for end in ends]
    lying = [tile for tile in tiles_of(given.get("table", [])) if tile != engine]
    if lying:
        last = next(tile for tile in lying if ends[0] in tile)
        outer = (sum(last) - ends[0], ends[0])
        trains[0] = Train(engine[0], (*(tile for tile in lying if tile != last), outer))
    double = given["open_double"]
    if double is not None:
        trains[double] = Train(ends[double], ((ends[double],) * 2,))
    return TrainsBoard(engine, tuple(trains))


def table_of(given: Data, **changes: Any) -> TrainsTable:
    """The table that an example describes, by a `hand` of one seat or the `hands` of all."""
    seats, seat = given["seats"], given["to_move"]
    hands: list[list[Tile]] = [tiles_of(hand) for hand in given.get("hands", [[]] * seats)]
    hands[seat] = tiles_of(given.get("hand", hands[seat]))
    boneyard = tiles_of(given.get("boneyard_top_first", []))
    board = board_of(given, [*boneyard, *(tile for hand in hands for tile in hand)])
    markers = {seat for seat, up in enumerate(given["markers"]) if up}
    rules = rules_of(seats, given.get("set", 9), **changes)
    held = [set(hand) for hand in hands]
    scores = [0] * len(naive.sides(rules))
    table = TrainsTable(rules, held, boneyard, seat, scores, board, markers=markers)
    table.open_double = given["open_double"]
    return table


def a_table(
    ends: Sequence[int],
    hands: Sequence[str],
    boneyard: str = "",
    *,
    seat: int = 0,
    markers: Sequence[int] = (),
    open_double: int | None = None,
    highest: int = 9,
    on_table: str = "",
    **changes: Any,
) -> TrainsTable:
    """A table from its ends, hands and the seats whose markers are up, as `table_of` makes it."""
    up = [seat in markers for seat in range(len(hands))]
    given = {"seats": len(hands), "to_move": seat, "ends": ends, "markers": up}
    given |= {"set": highest, "table": on_table.split()}
    given |= {"open_double": open_double, "hands": [hand.split() for hand in hands]}
    return table_of(given | {"boneyard_top_first": boneyard.split()}, **changes)


def take_turn(table: TrainsTable, decide: Decide = never_asked) -> Result | None:
    """Play on until another seat is to move or the round ends."""
    seat, result = table.seat, None
    while result is None and table.seat == seat:
        result = act(table, decide)
    return result


def brief(event: Event) -> list[Any]:
    """An event as the examples write it."""
    keys = {
        "play": ["seat", "tile", "train", "ends"],
        "draw": ["seat", "tile"],
        "pass": ["seat"],
        "marker": ["seat", "up"],
    }
    return [event["event"], *(event[key] for key in keys[event["event"]])]


def briefly(table: TrainsTable) -> list[str]:
    """What happened at a table, each event in a few words."""
    return [" ".join(map(str, brief(event))) for event in table.events]


def placed(table: TrainsTable, seat: int) -> list[Any]:
    """What a seat may play, as the examples list it."""
    return [[list(tile), arm] for tile, arm in sorted(table.placements(seat))]


# One checker for each kind of example


def check_legal_actions(given: Data, expected: Data) -> None:
    """What may be played where, as the seat to move sees it, and what two policies choose."""
    table = table_of(given)
    seen = observe(table, given["to_move"])
    assert placed(table, given["to_move"]) == sorted(expected["place"])
    assert (expected["draw"], expected["pass"]) == (False, False)  # who can play must
    assert list(seen.ends) == expected["view_ends_by_arm"]
    fits = [sum(at == arm for _, at in seen.placements) for arm in range(len(seen.ends))]
    assert fits == expected["fits_by_arm_count"]
    for key, policy in [("greedy", greedy), ("own_first", own_first)]:
        tile, arm = policy(seen)
        assert [list(tile), arm] == expected[key]


def check_turn_trace(given: Data, expected: Data) -> None:
    """Some turns, what was legal before and after the first play, and how they ended."""
    table, policy = table_of(given), POLICIES[given["policy"]]
    check_legal(table, expected.get("legal", {}))
    result = act(table, policy)
    check_legal(table, expected.get("legal_after_the_double", {}))
    check_legal(table, expected.get("legal_after", {}))
    for _ in range(given["turns"] - (table.seat != given["to_move"])):
        if result is None:
            result = take_turn(table, policy)
    assert [brief(event) for event in table.events] == expected["events"]
    if "hands_after" in expected:
        assert [sorted(map(list, hand)) for hand in table.hands] == expected["hands_after"]
    check_result(table, result, expected)


def check_legal(table: TrainsTable, wanted: Data) -> None:
    """The placements of some seats."""
    for name, placements in wanted.items():
        assert placed(table, int(name.removeprefix("seat"))) == placements


def check_result(table: TrainsTable, result: Result | None, expected: Data) -> None:
    """How a round ended, if it should have."""
    if "outcome" not in expected:
        assert result is None
        return
    assert result is not None
    assert (result.outcome, result.winner) == (expected["outcome"], expected["winner"])
    assert list(result.gains) == expected["gains"]
    pips = [naive.pips(hand) for hand in table.hands]
    assert pips == expected.get("pips", pips)


def check_block_check(given: Data, expected: Data) -> None:
    """A position that looks dead, played to its end."""
    table = table_of(given)
    result = play_round(table, POLICIES[given["policy"]])
    assert [brief(event) for event in table.events[:-1]] == expected["events"]
    check_result(table, result, expected)


def check_round_score(given: Data, expected: Data) -> None:
    """Finished rounds, by hands of these totals."""
    for number, case in enumerate(given["cases"]):
        gone_out, totals = case.get("winner"), case["hand_totals"]
        hands = [hand_of(total, seat == gone_out) for seat, total in enumerate(totals)]
        rules = rules_of(len(hands))
        result = naive_trains.round_result(rules, hands, case["end"], gone_out)
        assert result.outcome == expected["outcome"][number]
        assert result.winner == expected["winner"][number]
        assert list(result.gains) == expected["gains"][number]


def hand_of(total: int, empty: bool) -> list[Tile]:
    """A hand with so many pips; one that counts nothing is a lone 0|0 or empty."""
    low, rest = total // 3, total - total // 3
    assert rest <= 18
    return [] if empty else [(0, 0)] if total == 0 else [(0, low), (rest // 2, rest - rest // 2)]


def check_deal(given: Data, expected: Data) -> None:
    """Boneyards, and who opens with which engine round after round."""
    for case, size in zip(given["cases"], expected["boneyard"], strict=True):
        rules = rules_of(case["seats"], case["set"])
        left = len(naive.full_set(case["set"])) - 1 - rules["players"] * rules["hand"]
        if size is None:
            assert left < 0
        else:
            _, boneyard = naive.deal(rules, sorted_deck(rules, 0))
            assert len(boneyard) == left == size
    rules = rules_of(given["sequence_seats"])
    game = naive_trains.play_game(
        rules, greedy, lambda number: sorted_deck(rules, number), lambda _: given["first_opener"]
    )
    deals = [event for event in game if event["event"] == "deal"]
    assert [list(tile_of(deal["engine"])) for deal in deals] == expected["engines"]
    assert [deal["opener"] for deal in deals] == expected["openers"]


def sorted_deck(rules: Data, number: int) -> list[Tile]:
    """All tiles of a round but its engine, in order."""
    return [tile for tile in naive.full_set(rules["set"]) if tile != engine_of(rules, number)]


def check_replay(given: Data, expected: Data) -> None:
    """A whole round, event for event."""
    rules = rules_of(given["seats"], given["set"])
    board = empty_board(rules, 0)
    assert naive.text(board.engine) == given["engine"]
    hands = [set(tiles_of(hand)) for hand in given["hands"]]
    boneyard = tiles_of(given["boneyard_top_first"])
    table = TrainsTable(rules, hands, boneyard, given["opener"], [0, 0], board)
    policies = [POLICIES[name] for name in given["policies"]]
    play_round(table, lambda seen: policies[seen.seat](seen))
    wanted = [*expected["events"], {"event": "round"} | expected["round"]]
    found = [
        {key: event.get(key) for key in want}
        for event, want in zip(table.events, wanted, strict=True)
    ]
    assert found == wanted


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


def test_examples_are_complete() -> None:
    """All of them are there, and every expectation is one that a checker looks at."""
    assert [example["id"] for example in EXAMPLES] == [f"mt{number}" for number in range(1, 12)]
    source = Path(__file__).read_text()
    looked_at = {key for example in EXAMPLES for key in example["expected"]} - {"valid"}
    assert all(f'"{key}"' in source for key in looked_at)
