"""What everybody knows that a seat lacks, in rounds played by hand under every rule for drawing.

Trains have their own in `tests/conformance/test_naive_trains_rules.py`; the engine sees there what
the naive engine sees.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from simulator.policy import DRAW, View, play
from simulator.rules import rules_for
from simulator.tiles import parse
from tests.engine.positions import Position, hand

Lacks = list[set[int]]


class History(NamedTuple):
    """A round from a line on: what is known whenever a seat has a choice, and in the end.

    Seat 0 is to move. Decisions are told as (seat, what each seat lacks, its answer).
    """

    preset: str
    changes: dict[str, Any]
    line: list[tuple[str, int]]
    hands: list[str]
    boneyard: str
    decisions: list[tuple[int, Lacks, str]]
    in_the_end: Lacks


NOTHING_KNOWN = set[int]()
HISTORIES = {
    # Nobody draws, so what a pass proves holds to the end, and passes add up.
    "never": History(
        "block",
        {},
        [("2|5", 0)],
        ["0|0 0|1 0|3", "2|6 5|6 4|6", "1|1 3|3"],
        "",
        [
            (1, [{2, 5}, NOTHING_KNOWN, NOTHING_KNOWN], "2|6@0"),
            (1, [{2, 5, 6}, NOTHING_KNOWN, {5, 6}], "4|6@0"),
        ],
        [{2, 4, 5, 6}, NOTHING_KNOWN, {4, 5, 6}],
    ),
    # Seat 0 draws 1|3 and 2|6, which it must play; then 2|2 and 3|4 at the ends 4 and 5: it had
    # neither, but 2|2, which nobody sees, may be a 2 or anything else. Seat 1 draws 0|6 at 0 and 4.
    # Seat 0 draws the last tile, 5|5, at 6 and 4, and passes; seat 1 passes there later.
    "when stuck": History(
        "draw",
        {"draw": "stuck", "reserve": 0},
        [("2|5", 0)],
        ["0|0 0|1", "6|6 4|6 4|5 4|4 3|5"],
        "1|3 2|6 2|2 3|4 0|6 5|5",
        [
            (1, [{2, 5}, NOTHING_KNOWN], "4|6@0"),
            (1, [{4, 5}, NOTHING_KNOWN], "4|5@1"),
        ],
        [{4, 6}, {0, 4, 6}],
    ),
    # Seat 0 draws 1|3 and passes; then it draws 4|6 at the ends 4 and 5 and must play it, so that
    # its hand is as it was. Seat 1 draws 2|3 at 5 and 0 and passes.
    "one tile": History(
        "draw",
        {"draw": "once", "reserve": 0},
        [("2|5", 0)],
        ["0|0 0|1 6|6", "2|4 5|6 3|5 1|1 5|5"],
        "1|3 4|6 2|3 2|2",
        [
            (1, [{2, 5}, NOTHING_KNOWN], "2|4@0"),
            (1, [{2, 4, 5}, NOTHING_KNOWN], "3|5@1"),
            (0, [{2, 4, 5}, NOTHING_KNOWN], "6|6@0"),
            (1, [{2, 4, 5}, NOTHING_KNOWN], "5|5@0"),
        ],
        [{2, 4, 5}, {0, 5}],
    ),
    # Seat 0 was stuck and drew 1|3 and 2|6, which proves nothing where one may always draw; seat 1
    # draws by choice. Once only the reserve is left passes are proof: of seat 0 at 4|5 and 4|2, of
    # seat 1 at 4|1 and 4|2.
    "always": History(
        "draw",
        {},
        [("2|5", 0)],
        ["0|0 0|1", "6|6 4|6 3|5"],
        "1|3 2|6 0|2 3|3 3|4",
        [
            (0, [NOTHING_KNOWN, NOTHING_KNOWN], "2|6@0"),
            (1, [NOTHING_KNOWN, NOTHING_KNOWN], "draw"),
            (1, [NOTHING_KNOWN, NOTHING_KNOWN], "4|6@0"),
        ],
        [{2, 4, 5}, {1, 2, 4}],
    ),
    # The spinner's ends are open as well, at first both with 5.
    "a spinner": History(
        "all-fives",
        {},
        [("5|5", 0), ("2|5", 0), ("3|5", 1)],
        ["0|0 1|1", "0|5 2|4"],
        "",
        [(1, [{2, 3, 5}, NOTHING_KNOWN], "0|5@2")],
        [{2, 3, 5}, NOTHING_KNOWN],
    ),
}


@pytest.mark.parametrize("history", HISTORIES.values(), ids=HISTORIES)
def test_history(history: History) -> None:
    """Every decision comes as told, and shows what is known then."""
    rules = rules_for(history.preset, len(history.hands), history.changes)
    hands, stock = [hand(tiles) for tiles in history.hands], hand(history.boneyard)
    position = Position(rules, hands, history.line, stock)
    expected = iter(history.decisions)

    def decide(view: View) -> int:
        seat, lacks, answer = next(expected)
        assert (view.seat, known(view.lacks)[: view.seats]) == (seat, lacks)
        tile, _, arm = answer.partition("@")
        return DRAW if tile == "draw" else play(parse(tile), int(arm))

    position.finish(decide)
    assert next(expected, None) is None
    assert known(position.state.lacks)[: rules.players] == history.in_the_end


def known(words: Any) -> Lacks:
    """Values by seat from bits."""
    return [{value for value in range(10) if word >> value & 1} for word in words]
