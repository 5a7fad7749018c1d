"""What a check finds of policies that are good, and of such as are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from simulator.compiling import marks
from simulator.designs.check import CheckResult, check
from simulator.errors import PolicyError, RulesError
from simulator.policy import DRAW, Policy, View, place, play, policy, word
from simulator.tiles import count, heaviest, holds, lightest
from strategies import resolve
from tests.generators import SEATINGS

pytestmark = pytest.mark.xdist_group("check")  # they share one that takes long


def made(decide: Callable[[View, Any], Any], **told: Any) -> Policy:
    """A policy called `tried`."""
    return policy("tried", summary="is tried", **told)(decide)


def places(result: CheckResult) -> list[tuple[str, int, bool]]:
    """The tables of a result, as preset, seats and whether in pairs."""
    return [(table.rules.preset, table.rules.players, table.rules.teams) for table in result.tables]


@pytest.fixture(scope="module")
def hoarder() -> CheckResult:
    """A check of a policy that keeps the contract, at every table."""
    return check("hoarder:spare=3")


@pytest.mark.compiled
def test_every_table_is_played(hoarder: CheckResult) -> None:
    """Every preset with every number of seats that it is for, alone and in pairs."""
    assert sorted(places(hoarder)) == sorted(map(tuple, SEATINGS))
    assert hoarder.faults == []
    assert all(table.decisions >= 100 for table in hoarder.tables)
    assert all(table.rounds > 100 for table in hoarder.tables)
    shown = f"<CheckResult of hoarder:spare=3: {len(SEATINGS)} tables, no faults>"
    assert repr(hoarder) == shown


@pytest.mark.compiled
def test_speed_is_told(hoarder: CheckResult) -> None:
    """Of a compiled decision, of rounds, and of compiling."""
    for table in hoarder.tables:
        assert 1 < table.nanoseconds < 100_000
        assert table.rounds_per_second > 1000
    assert 0.01 < hoarder.compile_seconds < 60


@pytest.mark.compiled
def test_habits(hoarder: CheckResult) -> None:
    """What is counted, and what is said of what never happened."""
    counts = hoarder.counts
    draws = {table.rules.preset for table in hoarder.tables if table.counts["draws"]}
    assert draws == {"draw"}
    assert 0 < counts["draws"] < counts["may draw"] < counts["decisions"]
    assert 0 < counts["on arm 3"] < counts["arm 3"]
    answers = sum(counts[f"on arm {arm}"] for arm in range(5)) + counts["draws"]
    assert answers == counts["decisions"]
    assert hoarder.never == ["never uses its random words: with others it decides the same"]


def only_arm_0(view: View, params: Any) -> int:
    """The heaviest tile on arm 0 if one fits there, else by chance; draws if the score is odd."""
    if view.may_draw and view.scores[0] % 2 == 1:
        return DRAW
    fitting = view.playable & view.fits[0]
    if fitting:
        return play(heaviest(fitting), 0)
    heavy = word(view, 1) % 2 == 0
    return place(view, heaviest(view.playable) if heavy else lightest(view.playable))


@pytest.mark.compiled
def test_what_never_happens() -> None:
    """Only what might have happened is said never to happen."""
    result = check(made(only_arm_0), "draw", {"target": 500})
    assert result.never == []
    result = check("draw-eagerly", "draw")
    assert [line.split(",")[0] for line in result.never] == [
        "never plays where it may draw",
        "never uses its random words: with others it decides the same",
    ]
    result = check("random", "block")
    assert result.never == []
    result = check(made(lambda view, params: place(view, heaviest(view.playable))), "draw")
    assert [line.split(",")[0] for line in result.never] == [
        "never draws by choice",
        "never uses its random words: with others it decides the same",
        "never uses the scores: declare ignores_scores=True",
    ]


@pytest.mark.compiled
@pytest.mark.parametrize("preset", ["goat", "mexican-train"])
def test_no_promise_where_it_helps_nobody(preset: str) -> None:
    """That scores are ignored is worth saying only where win rates then follow from rounds."""
    result = check(made(lambda view, params: place(view, heaviest(view.playable))), preset)
    assert [line for line in result.never if "scores" in line] == []


def overflowing(view: View, params: Any) -> int:
    """Goes by a product that 64 bits do not hold."""
    heavy = view.random * 4097 % 7 < 3
    return place(view, heaviest(view.playable) if heavy else lightest(view.playable))


@pytest.mark.compiled
def test_other_answers_compiled() -> None:
    """The table's row says so, with an example."""
    result = check(made(overflowing), "block")
    assert len(result.faults) == len(result.tables) == 4
    for fault, table in zip(result.faults, result.tables, strict=True):
        assert fault.startswith(f"block, {table.rules.players} seats")
        assert " as plain Python and " in fault
        assert fault.endswith(" compiled")


def always_draws(view: View, params: Any) -> int:
    """Draws, whether one may or not."""
    return DRAW


@pytest.mark.compiled
def test_illegal_actions() -> None:
    """Each table tells what happened there."""
    result = check(made(always_draws), "block", {"target": 50})
    assert len(result.faults) == 4
    assert all("block has no drawing" in fault for fault in result.faults)
    assert "--set target=50" in result.faults[0]
    first, *shown, last = repr(result).splitlines()
    assert first == "<CheckResult of tried: 4 tables, 4 faults:"
    assert shown == [f" {fault}" for fault in result.faults[:3]]
    assert last == " and 1 more>"


def test_hidden_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain Python, where nothing refuses it, what a policy remembers is found."""
    monkeypatch.setattr(marks, "is_python", lambda: True)
    asked: Counter[int] = Counter()

    def remembers(view: View, params: Any) -> int:
        asked[view.hand] += 1
        if asked[view.hand] > 1 and count(view.playable) > 1:
            return place(view, lightest(view.playable))
        return place(view, heaviest(view.playable))

    result = check(made(remembers), "block")
    assert len(result.faults) == 4
    assert all("it must keep nothing in mind" in fault for fault in result.faults)
    assert result.compile_seconds == 0


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is off nothing is timed, and the rest is checked."""
    monkeypatch.setattr(marks, "is_python", lambda: True)
    result = check("greedy", "draw")
    assert (result.faults, result.compile_seconds) == ([], 0)
    assert [(table.rounds, table.nanoseconds) for table in result.tables] == [(0, 0)] * 3
    assert all(table.decisions > 100 for table in result.tables)


@pytest.mark.compiled
def test_what_does_not_compile() -> None:
    """One error, not one a table."""

    def prints(view: View, params: Any) -> int:
        print(view.hand)
        return place(view, heaviest(view.playable))

    with pytest.raises(PolicyError, match="print"):
        check(made(prints))


@pytest.mark.compiled
def test_changed_rules() -> None:
    """Tables that they do not fit are left out; where none is left the reason is told."""
    assert places(check("greedy", "block", {"hand": 9})) == [
        ("block", 2, False),
        ("block", 3, False),
    ]
    assert places(check("greedy", "goat", {"teams": True})) == [("goat", 4, True)]
    assert places(check("greedy", "international")) == [("international", 4, True)]
    with pytest.raises(RulesError, match="did you mean 'block'"):
        check("greedy", "blok")
    with pytest.raises(RulesError):
        check("greedy", "draw", {"hand": 40})


@pytest.mark.compiled
def test_of_two_arms_the_one_that_is_never_used() -> None:
    """A policy that leaves arm 1 alone wherever something else fits."""

    def never_arm_1(view: View, params: Any) -> int:
        for tile in (heaviest(view.playable & view.fits[0]), heaviest(view.playable)):
            if tile >= 0 and holds(view.playable & view.fits[0], tile):
                return play(tile, 0)
        return DRAW if view.may_draw else place(view, heaviest(view.playable))

    result = check(made(never_arm_1), "draw", {"opener_may_draw": True})
    assert result.counts["arm 1"] > result.counts["on arm 1"]
    assert resolve("greedy")  # the registry is as it was
