"""The best play where all is seen, against a search without any pruning at naive tables."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from simulator.engine.natives import searcher
from simulator.rules import Rules
from strategies import policies
from tests.engine.continued import Asked, Engine, carry_out, decisions, naive_lead
from tests.equivalence.test_transcripts import MODES
from tests.generators import Seating
from tests.naive import Action, Observation, Table

GREEDY, LIGHTEST, HOARDER = policies("greedy", "lightest", "hoarder")
ENOUGH = 10**7
WANTED = 6  # endings of every kind
MOST = 500  # positions of an ending that is searched in full


class AskedError(Exception):
    """There is a choice."""


class TooManyError(Exception):
    """The ending is a long one."""


class Ending:
    """A search of everything that may come after a decision, for the lead of who decides."""

    def __init__(self, asked: Asked) -> None:
        self._asked, self._left = asked, MOST
        self._side = asked.rules.side_of(asked.seen.seat)

    def values(self) -> dict[Action, int]:
        """What every action comes to where all play for their side."""
        return self._tried(self._asked.table(), self._asked.seen)

    def _tried(self, table: Table, seen: Observation) -> dict[Action, int]:
        drawing: list[Action] = ["draw"] * seen.may_draw
        actions = [*sorted(seen.placements), *drawing]
        return {action: self._after(copy.deepcopy(table), action) for action in actions}

    def _after(self, table: Table, action: Action) -> int:
        self._left -= 1
        if self._left < 0:
            raise TooManyError
        seen: list[Observation] = []

        def choice(found: Observation) -> Action:
            seen.append(found)
            raise AskedError

        try:
            scores = carried_out(table, action, choice)
        except AskedError:
            values = self._tried(table, seen[0]).values()
            own = self._asked.rules.side_of(table.seat) == self._side
            return max(values) if own else min(values)
        return self._asked.lead_of(scores)


def carried_out(table: Table, action: Action, choice: Any) -> list[int]:
    """As in `tests.engine.continued`, but the table is where the choice is when there is one."""
    table.lacks = [set() for _ in table.hands]  # what all see needs no deduction
    return carry_out(table, action, choice)


CASES = {
    "draw": Seating("draw", 2).rules(set=3, hand=3),
    "draw with all": Seating("draw", 2).rules(set=3, hand=4, reserve=0, block_tie="fewest-tiles"),
    "stuck": Seating("draw-100", 2).rules(set=4, hand=5),
    "once": Seating("draw", 2).rules(set=4, hand=5, draw="once"),
    "of two ends": Seating("draw", 2).rules(set=3, hand=3, two_ended=True),
    "pairs": Seating("block", 4, True).rules(set=5, hand=5),
    "pairs that draw": Seating("draw-100", 4, True).rules(set=4, hand=3, draw="optional"),
    "fives": Seating("all-fives", 2).rules(set=4, hand=5),
    "fives at once": Seating("all-fives", 2).rules(
        set=4, hand=5, target=30, target_check="at-once"
    ),
    "fives in pairs": Seating("all-fives", 4, True).rules(set=5, hand=4),
    "fives on a line": Seating("all-fives-line", 2).rules(set=4, hand=5),
    "spinner": Seating("block", 2).rules(set=4, hand=5, board="spinner"),
    "goat": Seating("goat", 2).rules(set=4, hand=5, special_hands={"0|0": 25}),
    "goat in pairs": Seating("goat", 4, True).rules(set=5, hand=4, special_hands={"0|0": 25}),
    "double-six": Seating("international", 4, True).rules(),
}


@cache
def endings(told: str) -> list[tuple[Asked, dict[Action, int]]]:
    """Decisions with few tiles left, and what their actions come to."""
    rules, found = CASES[told], list[tuple[Asked, dict[Action, int]]]()
    players = [GREEDY, LIGHTEST, HOARDER, GREEDY][: rules.players]
    for game in range(60):
        for asked in decisions(rules, players, 5, game, 2):
            left = sum(asked.seen.hand_sizes) + asked.seen.boneyard
            if 5 <= left <= 13 and len(found) < WANTED:
                try:
                    found.append((asked, Ending(asked).values()))
                except TooManyError:
                    continue
    return found


QUICK = ("of two ends", "goat in pairs", "spinner")
"""What is searched in the short run, the first of them in plain Python too, which is slow."""
MODES_OF_CASES = [
    *((told, False) for told in QUICK[:2]),
    *(pytest.param(told, True, marks=pytest.mark.compiled) for told in QUICK),
    *(
        pytest.param(told, True, marks=[pytest.mark.compiled, pytest.mark.slow])
        for told in CASES
        if told not in QUICK
    ),
]


@pytest.mark.parametrize(("told", "compiled"), MODES_OF_CASES)
def test_the_best_is_found(told: str, compiled: bool) -> None:
    """The chosen action brings as much as any, whatever it costs to see that."""
    rules = CASES[told]
    search = Engine(searcher, rules, [GREEDY] * rules.players, compiled)
    assert len(endings(told)) == WANTED
    for asked, values in endings(told):
        action = chosen(asked, search(asked.book, asked.position, ENOUGH, 0))
        assert values[action] == max(values.values()), (asked, values, action)


def chosen(asked: Asked, action: int) -> Action:
    """An action of the engine, which must be legal."""
    assert action in asked.actions
    legal: list[Action] = [*sorted(asked.seen.placements), "draw"]
    return legal[asked.actions.index(action)]


def test_the_endings_are_no_easy_ones() -> None:
    """In some the best is to draw, in some a player with a plan of its own goes wrong."""
    best, wrong = set[Action](), 0
    for told in QUICK:
        for asked, values in endings(told):
            most = max(values.values())
            best |= {action for action, value in values.items() if value == most}
            greedy = max(asked.seen.placements, key=lambda one: (sum(one[0]), one[0][0], -one[1]))
            wrong += values[greedy] < most
    assert "draw" in best
    assert wrong > 5


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize("told", ["stuck", "of two ends", "goat in pairs"])
def test_with_too_few_positions(told: str, compiled: bool) -> None:
    """It answers legally; with next to none, what is best when both play on as they would."""
    rules = CASES[told]
    search = Engine(searcher, rules, [GREEDY] * rules.players, compiled)
    for asked, _ in endings(told):
        for most in (-1, 0, 1, 3, 8, 30):
            assert search(asked.book, asked.position, most, 0) in asked.actions
        action = search(asked.book, asked.position, 0, 0)
        assert leads(asked)[action] == max(leads(asked).values())


def leads(asked: Asked) -> dict[int, int]:
    """What actions bring where greedy plays on in every seat."""
    players = [GREEDY] * asked.rules.players
    return {action: naive_lead(asked, action, players) for action in asked.actions}


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize(
    "rules",
    [
        Seating("draw", 3).rules(set=5, hand=5),
        Seating("block", 4).rules(),
        Seating("goat", 3).rules(),
    ],
    ids=lambda rules: f"{rules.preset}-{rules.players}",
)
def test_more_sides_than_two(rules: Rules, compiled: bool) -> None:
    """Whatever it may search, it is one choice: the best when all play on as they would."""
    search = Engine(searcher, rules, [GREEDY] * rules.players, compiled)
    for asked in decisions(rules, [HOARDER] * rules.players, 6, 0, 1)[::2]:
        actions = {search(asked.book, asked.position, most, 0) for most in (0, ENOUGH)}
        assert len(actions) == 1
        assert leads(asked)[actions.pop()] == max(leads(asked).values())
