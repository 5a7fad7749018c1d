"""A policy is tried in plain Python before it is compiled, and only then."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulator.engine import entries
from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError
from simulator.policy import Policy, View, place, policy
from simulator.rules import Rules, rules_for
from simulator.tiles import heaviest
from strategies import resolve
from tests.authoring.mistaken import HEAD
from tests.compiling.conftest import kept as kept

pytestmark = pytest.mark.compiled
DRAW = rules_for("draw", 2)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The policies that were tried."""
    found = list[str]()
    rehearse = Matchup._rehearse

    def noted(matchup: Matchup, own: Policy) -> None:
        found.append(own.name)
        rehearse(matchup, own)

    monkeypatch.setattr(Matchup, "_rehearse", noted)
    return found


FILE = f"""{HEAD}
@policy("mine", summary="plays", enough=1)
def mine(view, params):
    return place(view, heaviest(view.playable) if NUMBER else lightest(view.playable))
"""


def test_once_as_long_as_it_is_unchanged(tmp_path: Path, kept: Path, tried: list[str]) -> None:
    """Its compiled code is kept, for other processes too; a change has it tried again."""
    path = tmp_path / "mine.py"
    for number, times in [(1, 1), (1, 1), (0, 2), (1, 2)]:
        path.write_text(FILE.replace("NUMBER", str(number)))
        Matchup(DRAW, [resolve(f"{path}:mine")] * 2)
        assert tried == ["mine"] * times
    entries._COMPILED.clear()
    entries._compile.cache_clear()
    Matchup(DRAW, [resolve(f"{path}:mine"), resolve(f"{path}:mine:enough=3")])
    assert len(tried) == 2


def test_once_in_a_process_if_its_code_cannot_be_kept(tried: list[str]) -> None:
    """As with an array that has gaps."""
    table = np.ones(6, np.int64)[::2]

    @policy("unkept", summary="looks it up")
    def unkept(view: View, params: Any) -> int:
        return place(view, heaviest(view.playable) if table[view.seat] else -1)

    entries._say_unkept.cache_clear()
    with pytest.warns(RuntimeWarning, match="is compiled afresh in every process"):
        Matchup(DRAW, [unkept, unkept])
    Matchup(DRAW, [unkept, unkept])
    assert tried == ["unkept"]


def failing(seat: int, rules: Rules) -> str:
    """What is said of a policy that fails at a seat."""

    @policy("failing", summary="fails at one seat")
    def fails(view: View, params: Any) -> int:
        if view.seat == seat and view.turn > 2:
            raise ValueError("here")
        return place(view, heaviest(view.playable))

    with pytest.raises(PolicyError) as caught:
        Matchup(rules, [fails] + [resolve("greedy")] * (rules.players - 1))
    return str(caught.value)


def test_every_seat_is_tried() -> None:
    """Under the rules of the table, wherever the policy will sit."""
    for preset, players in [("draw", 2), ("block", 3), ("all-fives", 4)]:
        for seat in range(players):
            told = failing(seat, rules_for(preset, players))
            assert told.startswith("policy 'failing' raised ValueError: here at test_rehearsal.py")


def test_a_slow_policy_is_not_tried_for_long() -> None:
    """It ends with the first game that is over after the time for it."""

    @policy("slow", summary="takes its time")
    def slow(view: View, params: Any) -> int:
        total = 0
        for number in range(20_000):
            total ^= number
        return place(view, heaviest(view.playable)) if total >= 0 else -1

    asked = 0

    class Counting(entries.PythonEntry):
        """Counts decisions."""

        def __call__(self, *arguments: Any) -> int:
            """Decide."""
            nonlocal asked
            asked += 1
            return super().__call__(*arguments)

    matchup = Matchup(DRAW, [resolve("greedy")] * 2, compiled=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simulator.engine.matchup.PythonEntry", Counting)
        matchup._rehearse(resolve("greedy"))
        quick, asked = asked, 0
        matchup._rehearse(slow)
    assert asked < quick / 4


def test_is_short() -> None:
    """So that nobody waits for it."""
    matchup = Matchup(DRAW, [resolve("greedy")] * 2, compiled=False)
    begun = time.perf_counter()
    matchup._rehearse(resolve("hoarder"))
    assert time.perf_counter() - begun < 0.5  # where it takes a twentieth of that


def test_arrays_are_as_they_were() -> None:
    """Whatever a policy would do to them, and they can be written to again."""
    table, locked = np.zeros(3), np.ones(3)
    locked.flags.writeable = False

    @policy("counts", summary="counts its decisions")
    def counts(view: View, params: Any) -> int:
        table[0] += locked[0]
        return place(view, heaviest(view.playable))

    with pytest.raises(PolicyError, match="changes an array that is a constant"):
        Matchup(DRAW, [counts, counts])
    assert table.tolist() == [0, 0, 0]
    assert (table.flags.writeable, locked.flags.writeable) == (True, False)


def test_a_policy_that_hides_what_it_calls(tmp_path: Path) -> None:
    """Its function has the name of one of ours."""
    path = tmp_path / "mine.py"
    path.write_text(
        f'{HEAD}\n@policy("mine", summary="plays")\ndef place(view, params):\n'
        "    return place(view, heaviest(view.playable))\n"
    )
    with pytest.raises(PolicyError) as caught:
        Matchup(DRAW, [resolve(f"{path}:mine")] * 2)
    assert str(caught.value) == (
        "mine.py, line 8: place is the policy itself, which hides simulator.policy.place; rename it"
    )
