"""The count of the hands: who wins a blocked round, and what is taken or marked."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.engine.games import choose_opener, is_over, winners
from simulator.engine.position import BLOCKED, OUT, POSITION, TARGET_REACHED, VOID
from simulator.engine.rulebook import pack
from simulator.rules import rules_for
from tests.engine.positions import Position, Result


def blocked(hands: list[list[str]], preset: str = "block", **changes: Any) -> Result:
    """The count of a blocked round."""
    return Position(rules_for(preset, len(hands), changes), hands).count(BLOCKED)


@pytest.mark.parametrize(
    ("compare", "rounding", "gain"),
    [
        # 7 + 9 against 1: each to the nearest five 5 + 10 - 0, in total 15 - 0.
        ("player", "none", 15),
        ("player", "opponent-5", 15),
        ("player", "total-5", 15),
        # 7 + 9 against 1 + 8: 5 + 10 - 0 - 10, in total 15 - 10.
        ("side", "none", 7),
        ("side", "opponent-5", 5),
        ("side", "total-5", 5),
    ],
)
def test_net_gain_of_pairs(compare: str, rounding: str, gain: int) -> None:
    """What was compared is subtracted, once, after the same rounding."""
    hands = [["0|1"], ["1|6"], ["2|6"], ["3|6"]]
    result = blocked(hands, teams=True, block_gain="net", block_compare=compare, rounding=rounding)
    assert (result.outcome, result.seat, result.gains) == ("blocked", 0, [gain, 0])


def test_net_gain_is_never_less_than_nothing() -> None:
    """3 + 3 beats 7 + 0, though by fives it is 10 against 5."""
    hands = [["0|3"], ["3|4"], ["1|2"], ["0|0"]]
    rounded = {"block_gain": "net", "block_compare": "side", "rounding": "opponent-5"}
    result = blocked(hands, teams=True, **rounded)
    assert (result.outcome, result.winner, result.gains) == ("blocked", 0, [0, 0])
    result = blocked(hands, teams=True, **{**rounded, "rounding": "none"})
    assert result.gains == [1, 0]


@pytest.mark.parametrize("compare", ["player", "side"])
@pytest.mark.parametrize(
    ("tiles", "seat", "gain"),
    [
        ("0|4 3|6 0|6 2|6", 0, 17),
        ("0|6 3|6 0|4 2|6", 2, 17),
        ("3|6 0|6 2|6 0|4", 3, 17),
        ("0|5 3|6 1|4 2|6", 0, 17),
        ("3|6 0|5 2|6 1|4", 1, 17),
    ],
)
def test_winning_seat_of_a_pair(compare: str, tiles: str, seat: int, gain: int) -> None:
    """The lighter partner holds the winning hand, the lower seat if both count the same."""
    result = blocked([[tile] for tile in tiles.split()], teams=True, block_compare=compare)
    assert (result.outcome, result.seat, result.winner) == ("blocked", seat, seat % 2)
    assert result.gains[seat % 2] == gain


def test_partners_who_tie_win() -> None:
    """A tie between partners only is no tie; with an opponent in it, it is one."""
    assert blocked([["0|5"], ["6|6"], ["1|4"], ["5|5"]], teams=True).gains == [22, 0]
    assert blocked([["0|5"], ["1|4"], ["2|3"], ["5|5"]], teams=True).outcome == "void"


def test_fewest_tiles_decide_between_sides() -> None:
    """Where sides are compared, partners' tiles are counted together as well."""
    hands = [["0|1", "0|3"], ["0|4"], ["0|6"], ["1|5"]]
    changes = {"teams": True, "block_compare": "side"}
    assert blocked(hands, **changes).winner == 1
    assert blocked(hands, block_tie="void", **changes).outcome == "void"


def test_net_and_gross() -> None:
    """9, 14 and 20: 34, or 25 once the winner's own are taken off; by fives 35 - 10."""
    hands = [["3|6"], ["6|6", "0|2"], ["5|5", "4|6"]]
    assert blocked(hands).gains == [34, 0, 0]
    assert blocked(hands, block_gain="net").gains == [25, 0, 0]
    assert blocked(hands, block_gain="net", rounding="opponent-5").gains == [25, 0, 0]
    assert blocked(hands, block_gain="net", rounding="total-5").gains == [25, 0, 0]
    assert blocked(hands, rounding="opponent-5").gains == [35, 0, 0]


def test_going_out_is_never_net() -> None:
    """Only a blocked round's winner subtracts, and it is not asked who is lightest."""
    rules = rules_for("draw", 2)
    result = Position(rules, [["5|6"], []]).count(OUT, 1)
    assert (result.seat, result.gains) == (1, [0, 11])


def test_goat_marks_every_loser() -> None:
    """In pairs partners' hands together; a lone special tile counts in the comparison too."""
    alone = blocked([["0|0"], ["4|6", "4|5"], ["6|6"]], "goat")
    assert (alone.seat, alone.gains) == (1, [25, 0, 50])
    hands = [["0|1"], ["2|2"], ["3|3"], ["4|4"]]
    assert blocked(hands, "goat", teams=True).gains == [0, 12]


def test_round_that_reached_the_target_is_not_counted() -> None:
    """Hands are left as they are, and their values are known all the same."""
    position = Position(rules_for("all-fives", 2), [["1|2"], ["5|6"]], scores=[150, 20])
    result = position.count(TARGET_REACHED, 0)
    assert (result.outcome, result.winner) == ("target", 0)
    assert (result.gains, result.scores) == ([0, 0], [150, 20])


@pytest.mark.parametrize(
    ("preset", "scores", "over", "best"),
    [
        ("draw", [61, 60, 0], True, [0]),
        ("draw", [60, 60, 60], False, None),
        ("draw", [61, 61, 5], True, [0, 1]),
        ("draw", [70, 61, 70], True, [0, 2]),
        ("goat", [101, 7, 7], True, [1, 2]),
        ("goat", [120, 101, 100], True, [2]),
        ("goat", [100, 100, 100], False, None),
    ],
)
def test_end_of_a_game(preset: str, scores: list[int], over: bool, best: list[int] | None) -> None:
    """At the target; the best score wins, which under goat counting is the lowest; several tie."""
    position = Position(rules_for(preset, 3), [], scores=scores)
    assert is_over(position.rulebook, position.state, 1, 3) is over
    if best is not None:
        assert winners(position.rulebook, position.state, 3) == sum(1 << side for side in best)


@pytest.mark.parametrize("preset", ["draw", "goat", "all-fives", "mexican-train"])
def test_so_many_rounds(preset: str) -> None:
    """The game is over after the last, and not before, whatever the scores; no play ends it."""
    position = Position(rules_for(preset, 3, {"rounds": 4}), [], scores=[300, 0, 20])
    ends = [is_over(position.rulebook, position.state, rounds, 3) for rounds in range(1, 5)]
    assert ends == [False, False, False, True]
    assert position.rulebook.at_once == 0


TAKES_ALL = [
    # (changes, outcome, hands, gain): pairs are seats 0 and 2, and 1 and 3
    ({}, OUT, ["", "1|2", "3|3", "0|5"], 3 + 6 + 5),
    ({}, BLOCKED, ["0|1", "1|2", "3|3", "0|5"], 1 + 3 + 6 + 5),
    ({"block_gain": "net"}, BLOCKED, ["0|1", "1|2", "3|3", "0|5"], 1 + 3 + 6 + 5),
    ({"rounding": "opponent-5"}, OUT, ["", "1|2", "3|5", "0|6"], 5 + 10 + 5),
    ({"rounding": "total-5"}, OUT, ["", "1|2", "3|5", "0|6"], 15),
]


@pytest.mark.parametrize(("changes", "outcome", "hands", "gain"), TAKES_ALL)
def test_winner_takes_all(
    changes: dict[str, Any], outcome: int, hands: list[str], gain: int
) -> None:
    """The partner's pips too, and in a blocked round its own, without anything subtracted."""
    rules = rules_for("block", 4, {"teams": True, "takes": "all", **changes})
    position = Position(rules, [text.split() for text in hands])
    result = position.count(outcome, 0 if outcome == OUT else -1)
    assert (result.winner, result.gains) == (0, [gain, 0])


def test_winner_takes_all_of_a_blocked_round_between_two() -> None:
    """Both hands; and of a void one nothing."""
    rules = rules_for("block", 2, {"takes": "all"})
    assert Position(rules, [["0|1"], ["5|6"]]).count(BLOCKED).gains == [12, 0]
    assert Position(rules, [["0|1"], ["5|6"]]).count(VOID).gains == [0, 0]


@pytest.mark.parametrize(
    ("preset", "outcome", "seat", "opener"),
    [
        ("international", OUT, 3, 3),
        ("international", BLOCKED, 2, 2),
        ("international", VOID, -1, 2),
        ("draw-100", OUT, 3, 2),
        ("draw-100", VOID, -1, 2),
        ("all-fives", OUT, 3, 3),
    ],
)
def test_next_opener(preset: str, outcome: int, seat: int, opener: int) -> None:
    """After a round that seat 1 opened."""
    rules, position = pack(rules_for(preset, 4)), POSITION.blank()
    position.outcome, position.winning_seat = outcome, seat
    assert choose_opener(rules, position, 1, 4) == opener


def test_new_lot_after_a_blocked_round() -> None:
    """In All Fives: it is the lot of the round that follows, for blocked and void rounds alike."""
    rules, position = pack(rules_for("all-fives", 4)), POSITION.blank()
    for outcome, seat in ((BLOCKED, 2), (VOID, -1)):
        position.outcome, position.winning_seat = outcome, seat
        openers = list[int]()
        for key in range(60):
            position.key = key
            openers.append(choose_opener(rules, position, 1, 4))
            assert openers[-1] == choose_opener(rules, position, -1, 4)
        assert set(openers) == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("rule", "hands", "opener"),
    [
        # The smallest double but 0|0, or the smallest tile by pips, then the high half.
        ("smallest-double", [["0|0", "6|6"], ["5|5", "0|1"], ["2|2", "5|6"]], 2),
        ("smallest-double", [["0|0", "5|6"], ["4|6", "0|1"], ["1|6", "2|6"]], 0),
        ("smallest-double", [["0|3", "5|6"], ["1|2", "4|6"], ["1|3", "2|6"]], 1),
        ("smallest-double", [["0|4", "5|6"], ["1|3", "4|6"], ["2|3", "2|6"]], 1),
        # The most pips, then the high half.
        ("strongest", [["5|5", "0|0"], ["4|6", "0|1"], ["3|6", "0|2"]], 1),
        ("strongest", [["5|5", "0|0"], ["6|6", "0|1"], ["5|6", "0|2"]], 1),
        ("strongest", [["2|4", "0|0"], ["3|3", "0|1"], ["1|5", "0|2"]], 2),
    ],
)
def test_opener_by_tiles(rule: str, hands: list[list[str]], opener: int) -> None:
    """Who holds the tile, wherever it sits."""
    rules = rules_for("without-boneyard", 3, {"opener_first": rule})
    for shift in range(3):
        turned = [hands[(seat + shift) % 3] for seat in range(3)]
        position = Position(rules, turned)
        assert choose_opener(position.rulebook, position.state, -1, 3) == (opener - shift) % 3
