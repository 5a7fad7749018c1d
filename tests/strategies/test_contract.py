"""What every shipped policy must pass, whatever its plan."""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

from simulator.compiling.marks import is_python
from simulator.engine.asking import ask_again, questions
from simulator.engine.matchup import Matchup
from simulator.placements import arm_of, tile_of
from simulator.policy import DRAW, Policy, View
from simulator.tiles import holds
from simulator.transcript import transcript
from strategies import resolve, shipped
from tests.generators import SEATINGS, Seating
from tests.views import hiding_scores, naive_game

PRESETS = ("draw", "all-fives", "mexican-train")  # a board each
TABLES = [Seating(preset, seats) for preset in PRESETS for seats in (2, 3, 4)]
GAMES = 60 if is_python() else 2000
"""Games of a long run."""


@pytest.fixture(scope="module")
def every_view() -> list[View]:
    """Decisions that came up in games of a few policies, on every board."""
    found = list[View]()
    for seating in [*TABLES, Seating("all-fives-line", 2), Seating("block", 4, True)]:
        names = ("random", "hoarder", "greedy", "lightest")[: seating.players]
        seats = [resolve(name) for name in names]
        for game in range(2):
            naive_game(seating.rules(), seats, 12, game, lambda _, view: found.append(view))
    assert len(found) > 500
    return found


class Asked(NamedTuple):
    """A decision: what is seen, and how the policy answers that or another view in its place."""

    view: View
    answer: Callable[[View], int]


@pytest.fixture
def asked(every_view: list[View], policy: Policy) -> list[Asked]:
    """Decisions on the boards on which the policy can play.

    A policy with a door is asked about positions, which only games of the engine have.
    """
    if policy.door:
        return list(questions_of(quick(policy)))
    lines = "line" in policy.boards
    return [
        Asked(view, policy)
        for view in every_view
        if ("trains" in policy.boards if view.trains else lines)
    ]


def quick(policy: Policy) -> Policy:
    """A policy that looks at many positions, looking at few."""
    few = {"samples": 2, "positions": 10}
    return policy.with_values({key: few[key] for key in few if key in policy.values})


def questions_of(policy: Policy) -> Iterator[Asked]:
    """Decisions that come up for a policy with a door, on every line."""
    chance = resolve("random")
    for seating in DOOR_TABLES:
        rules = seating.rules()
        seats = [policy, *[chance] * (rules.players - 1)]
        found, error = questions(Matchup(rules, seats, compiled=False), policy, 3, 0, 1)
        assert error is None
        for question in found[: 6 if is_python() else None]:
            yield Asked(question.view, partial(ask_again, policy, rules, question))


DOOR_TABLES = [Seating("draw", 2), Seating("all-fives", 3), Seating("goat", 4, True)]


@pytest.fixture(scope="module")
def on_lines(every_view: list[View]) -> list[View]:
    """Those on lines."""
    return [view for view in every_view if not view.trains]


def is_legal(view: View, action: int) -> bool:
    """Whether an action is one of those that a view offers."""
    if action == DRAW:
        return view.may_draw
    arm = arm_of(action)
    return arm < len(view.fits) and holds(view.fits[arm] & view.hand, tile_of(action))


@pytest.mark.parametrize("policy", shipped().values(), ids=lambda policy: policy.name)
class TestContract:
    """One policy against the contract."""

    def test_is_described(self, policy: Policy) -> None:
        """A name of words and hyphens, a summary of one line, a module that tells its idea."""
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", policy.name)
        assert policy.summary == policy.summary.strip()
        assert policy.summary.splitlines() == [policy.summary]
        assert 10 < len(policy.summary) < 90
        module = importlib.import_module(policy.decide.__module__)
        assert module.__name__ == f"strategies.{policy.name.replace('-', '_')}"
        assert len((module.__doc__ or "").split()) > 8
        assert policy.decide.__doc__

    def test_is_named(self, policy: Policy) -> None:
        """Its name finds it, and its parameters are finite numbers."""
        assert resolve(policy.name).decide is policy.decide
        assert policy.spec == policy.name
        assert all(map(math.isfinite, policy.values.values()))

    def test_answers_with_a_legal_action(self, policy: Policy, asked: list[Asked]) -> None:
        """An integer that the view allows, wherever it is asked."""
        assert len(asked) > 10
        for view, answer in asked:
            action = answer(view)
            assert type(action) is int
            assert is_legal(view, action), view

    def test_is_pure(self, policy: Policy, asked: list[Asked]) -> None:
        """The same view leads to the same action, whatever was asked in between."""
        first = [answer(view) for view, answer in asked]
        assert [answer(view) for view, answer in reversed(asked)] == first[::-1]

    def test_keeps_its_promise_about_scores(self, policy: Policy, asked: list[Asked]) -> None:
        """A policy that ignores scores decides the same without them."""
        if policy.ignores_scores:
            for view, answer in asked:
                assert answer(view) == answer(hiding_scores(view))


def plays(more: Sequence[Seating] = ()) -> Iterator[Any]:
    """Every shipped policy at the tables that it can play at; those with a door at more tables."""
    for policy in shipped().values():
        for seating in [*TABLES, *(more if policy.door else ())]:
            if seating.rules().board in policy.boards:
                name = "-".join(map(str, (policy.name, *seating)))
                marks = [pytest.mark.slow] if seating in more else []
                yield pytest.param(quick(policy), seating, id=name, marks=marks)


MORE = [seating for seating in SEATINGS if seating not in TABLES]


@pytest.mark.parametrize(("policy", "seating"), list(plays(MORE)))
def test_plays_whole_games(policy: Policy, seating: Seating) -> None:
    """Thousands of games, alone and among random players, without an illegal action."""
    rules, chance = seating.rules(), resolve("random")
    games = games_of(policy, seating)
    for others in ([policy], [chance]):
        matchup = Matchup(rules, [policy, *others * (rules.players - 1)])
        if games == 0:  # play-outs in plain Python
            assert matchup.record(21, 0, rounds=1)[1] is None
        else:
            assert matchup.play(21, 0, games).tally[0] == games


def games_of(policy: Policy, seating: Seating) -> int:
    """How many games are not too long: those on trains have ten rounds, play-outs are rounds."""
    if policy.door:
        return 0 if is_python() else 6
    return GAMES // 10 if seating.rules().has_trains else GAMES


@pytest.mark.compiled
@pytest.mark.parametrize(("policy", "seating"), list(plays()))
def test_is_the_same_compiled(policy: Policy, seating: Seating) -> None:
    """Compiled and as plain Python it plays the same games."""
    rules, chance = seating.rules(), resolve("random")
    seats = [policy, chance, policy, policy][: rules.players]
    native, slow = (Matchup(rules, seats, compiled=compiled) for compiled in (True, False))
    for game in range(1 if policy.door else 3):
        assert list(transcript(native, 6, game)) == list(transcript(slow, 6, game))
    last = 5 if policy.door else 30
    assert np.array_equal(native.play(6, 3, last).tally, slow.play(6, 3, last).tally)


def test_all_policies_are_tested() -> None:
    """Those that the first release ships are there."""
    names = {"draw-eagerly", "fives", "greedy", "hoarder", "lightest", "random"}
    names |= {"longest-train", "own-train", "linear", "rarest", "blocker", "flexible"}
    names |= {"doubles-first", "longest-suit", "force-pass"}
    assert names <= set(shipped())


def no_choice(views: list[View]) -> Iterator[View]:
    """Views in which drawing is not allowed."""
    return (view for view in views if not view.may_draw)


def test_plain_policies_never_draw_by_choice(on_lines: list[View]) -> None:
    """They draw only when the rules make them; `rarest` and `blocker` by default."""
    assert sum(view.may_draw for view in on_lines) > 100
    plain = {"greedy", "lightest", "random", "fives", "flexible", "doubles-first", "longest-suit"}
    for name in plain | {"rarest", "blocker", "force-pass"}:
        policy = resolve(name)
        assert DRAW not in {policy(view) for view in on_lines}


def test_eager_policies_play_as_greedy_where_they_cannot_draw(on_lines: list[View]) -> None:
    """`draw-eagerly` is `greedy` then, and draws wherever else."""
    eager, greedy = resolve("draw-eagerly"), resolve("greedy")
    assert [eager(view) for view in no_choice(on_lines)] == [
        greedy(view) for view in no_choice(on_lines)
    ]
    assert {eager(view) for view in on_lines if view.may_draw} == {DRAW}


def test_fives_is_greedy_where_plays_do_not_score(on_lines: list[View]) -> None:
    """Without points it sheds the heaviest tile on the lowest arm."""
    fives, greedy = resolve("fives"), resolve("greedy")
    plain = [view for view in on_lines if not view.fives]
    assert len(plain) > 200
    assert [fives(view) for view in plain] == [greedy(view) for view in plain]
