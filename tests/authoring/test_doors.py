"""Policies with play-outs or the deal: their declarations, and what goes wrong inside."""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simulator.engine.asking import ask_compiled, questions
from simulator.engine.matchup import Matchup
from simulator.engine.position import POSITION
from simulator.errors import PolicyError, PolicyNameError
from simulator.policy import DRAW, Deal, Playouts, View, place, play, play_out, policy, solve
from simulator.rules import rules_for
from simulator.tiles import heaviest
from strategies import resolve
from tests.engine.mistaken import GREEDY, MODES, error_of, place_of

LOOKING = resolve("look-ahead:samples=4")


def two(view: View, params: Any) -> int:
    """Of two arguments."""
    return place(view, heaviest(view.playable))


def three(view: View, params: Any, playouts: Playouts) -> int:
    """Of three."""
    action = place(view, heaviest(view.playable))
    return action + 0 * play_out(playouts, action, 0)


@pytest.mark.parametrize(
    ("declared", "decide", "wanted"),
    [
        ({}, three, "(view, params)"),
        ({"playouts": GREEDY}, two, "(view, params, playouts)"),
        ({"cheats": True}, two, "(view, params, deal)"),
        ({"playouts": GREEDY, "cheats": True}, two, "(view, params, deal)"),
    ],
)
def test_arguments(declared: dict[str, Any], decide: Callable[..., int], wanted: str) -> None:
    """A third argument where there is a door, and only there."""
    with pytest.raises(PolicyError) as caught:
        policy("bad", summary="is wrong", **declared)(decide)
    assert str(caught.value) == (
        f"policy 'bad' is a function of {inspect.signature(decide)}; "
        f"a policy takes exactly {wanted}"
    )


@pytest.mark.parametrize(
    "playouts", ["greedy", 3, two, LOOKING], ids=lambda one: type(one).__name__
)
def test_who_plays_out(playouts: Any) -> None:
    """A policy that has no play-outs of its own."""
    with pytest.raises(PolicyNameError, match="playouts is a policy without play-outs of its own"):
        policy("bad", summary="is wrong", playouts=playouts)


@pytest.mark.parametrize("door", [{"playouts": GREEDY}, {"cheats": True}])
def test_boards(door: dict[str, Any]) -> None:
    """Lines only, which is what they have if they say nothing."""
    assert policy("good", summary="plays", **door)(three).boards == ("line", "spinner")
    with pytest.raises(PolicyNameError, match="for a policy with play-outs or the deal"):
        policy("bad", summary="is wrong", boards=["line", "trains"], **door)


# -- at the table ------------------------------------------------------------------------------


def raises(view: View, params: Any) -> int:
    """Raise late in a round."""
    if view.turn > 5:
        raise ValueError("no idea")
    return place(view, heaviest(view.playable))


def nonsense(view: View, params: Any) -> int:
    """Answer with a tile late in a round."""
    return heaviest(view.playable) if view.turn > 5 else place(view, heaviest(view.playable))


def searching(view: View, params: Any, deal: Deal) -> int:
    """Search."""
    return solve(deal, 10)


def not_held(view: View, params: Any, playouts: Playouts) -> int:
    """Play out a tile that lies on the table."""
    return DRAW + play_out(playouts, play(heaviest(view.tiles & ~view.hand), 0), 0)


def of_none(view: View, params: Any, deal: Deal) -> int:
    """Play out without a policy for it."""
    return DRAW + play_out(deal.playouts, DRAW, 0)


def searching_none(view: View, params: Any, deal: Deal) -> int:
    """Search without a policy that plays on."""
    return solve(deal, 3)


def of_floats(view: View, params: Any, playouts: Playouts) -> int:
    """Play out a number that is not whole."""
    return DRAW + play_out(playouts, place(view, heaviest(view.playable)), params.many)


def searching_floats(view: View, params: Any, deal: Deal) -> int:
    """Search a number of positions that is not whole."""
    return solve(deal, params.many)


looks = policy("looks", summary="has play-outs", playouts=GREEDY)(three)


def without_a_door(view: View, params: Any) -> int:
    """Call a policy that has play-outs, without any."""
    return looks(view)


FAILED = "the action is not legal, or the play-out failed"
UNDECLARED = "the policy declares no other for play-outs: @policy(..., playouts=...)"
WHOLE = "play_out and solve take whole numbers; write int(...) around what is none"
WRONG: list[tuple[Callable[..., int], dict[str, Any], str, Callable[..., int], str]] = [
    (three, {"playouts": raises}, "ValueError: no idea", raises, "raise "),
    (searching, {"playouts": raises, "cheats": True}, "ValueError: no idea", raises, "raise "),
    (three, {"playouts": nonsense}, f"ValueError: {FAILED}", three, "play_out("),
    (
        searching,
        {"playouts": nonsense, "cheats": True},
        "ValueError: the policy that plays on failed",
        searching,
        "solve(",
    ),
    (not_held, {"playouts": two}, f"ValueError: {FAILED}", not_held, "play_out("),
    (of_none, {"cheats": True}, f"ValueError: {UNDECLARED}", of_none, "play_out("),
    (searching_none, {"cheats": True}, f"ValueError: {UNDECLARED}", searching_none, "solve("),
    (of_floats, {"playouts": two, "many": 2}, f"TypeError: {WHOLE}", of_floats, "play_out("),
    (
        searching_floats,
        {"playouts": two, "cheats": True, "many": 2},
        f"TypeError: {WHOLE}",
        searching_floats,
        "solve(",
    ),
    (
        without_a_door,
        {},
        "TypeError: three() missing 1 required positional argument: 'playouts'",
        without_a_door,
        "looks(",
    ),
]


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize(("decide", "declared", "told", "blamed", "line"), WRONG)
def test_what_goes_wrong(
    decide: Callable[..., int],
    declared: dict[str, Any],
    told: str,
    blamed: Callable[..., int],
    line: str,
    compiled: bool,
) -> None:
    """One line with the place; of a policy that plays on, its own."""
    if "playouts" in declared:
        inner = policy("inner", summary="plays on")(declared["playouts"])
        declared = {**declared, "playouts": inner}
    bad = policy("bad", summary="is wrong", **declared)(decide)
    message = error_of(bad, compiled)
    where = place_of(blamed, line)
    assert f" raised {told} at {where}" in message, message


FILE = """
from simulator.policy import place, play_out, policy
from simulator.tiles import heaviest
from strategies.greedy import greedy


@policy("mine", summary="is wrong", playouts=greedy)
def mine(view, params, playouts):
    if view.turn > 99:
        return LINE
    return place(view, heaviest(view.playable))
"""


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("playouts.position.hand[1]", "play-outs have no 'position'; ask play_out("),
        ("playouts[2].hand[1]", "an int has no .hand"),
        ("playouts.rules.seats", "play-outs have no 'rules'; ask play_out(playouts, action, "),
        ("view.playabel", "a view has no 'playabel'; did you mean 'playable'?"),
        ("play_out(playouts, 1024.0, 0)", "play_out() cannot be called with"),
        ("play_out(playouts, 1024, 0.5)", "play_out() cannot be called with"),
    ],
)
def test_what_does_not_compile(line: str, told: str, tmp_path: Path) -> None:
    """What lies behind the door is numbers, which say nothing; mistakes are met beforehand."""
    (tmp_path / "mine.py").write_text(FILE.replace("LINE", line))
    with pytest.raises(PolicyError) as caught:
        Matchup(rules_for("draw", 2), [resolve(f"{tmp_path / 'mine.py'}:mine"), GREEDY])
    assert re.fullmatch(rf"mine\.py, line 10: {re.escape(told)}.*", str(caught.value))


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["look-ahead:samples=20", "omniscient:positions=40"])
def test_scores_are_hidden_in_playouts_too(name: str) -> None:
    """Near a target that is checked at once a policy that ignores scores decides the same."""
    blind = resolve(name)
    rules = rules_for("all-fives", 2, {"target": 40, "target_check": "at-once"})
    table = Matchup(rules, [blind, blind], compiled=False)
    asked = [one for game in range(4) for one in questions(table, blind, 3, game, 1)[0]]
    near = []
    for one in asked:
        position = POSITION.from_words(one.words)
        other = copy.deepcopy(position)
        other.score = [39, 39, 0, 0]
        near.append(one._replace(words=tuple(POSITION.to_words(other))))
    told, _ = ask_compiled(blind, rules, near)
    assert len(asked) > 20
    assert told == [one.answer for one in asked]


def test_the_handle_is_as_blind_uncompiled() -> None:
    """Of rules and position it has numbers there too."""
    handles: list[Playouts] = []

    @policy("looks", summary="looks at what it is handed", playouts=GREEDY)
    def looks(view: View, params: Any, playouts: Playouts) -> int:
        handles.append(playouts)
        return place(view, heaviest(view.playable))

    Matchup(rules_for("draw", 2), [looks, GREEDY], compiled=False).record(0, 0, rounds=2)
    assert len(handles) > 3
    for handle in handles:
        assert (type(handle.rules), type(handle.position)) == (int, int)
