"""A policy is tried in plain Python before it is compiled, and only then."""

from __future__ import annotations

import time
from pathlib import Path
from types import ModuleType
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
        patch.setattr("simulator.engine.bench.PythonEntry", Counting)
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


WHOLE = np.arange(6)
PART = WHOLE[1:]
PAIR = (np.zeros(3), 1)
FIXED = np.zeros(3)
FIXED.flags.writeable = False
IN_MODULE = ModuleType("in_module")
IN_MODULE.TABLE = np.zeros(3)  # type: ignore[attr-defined]


def changing(kind: str, inner: Any) -> Policy:
    """A policy that changes an array, its own or one that it is handed."""

    @policy("changing", summary="keeps a count")
    def of_global(view: View, params: Any) -> int:
        WHOLE[2] += 1
        return place(view, heaviest(view.playable))

    @policy("changing", summary="keeps a count")
    def of_part(view: View, params: Any) -> int:
        PART.base[2] += 1  # type: ignore[index]
        return place(view, heaviest(view.playable))

    @policy("changing", summary="keeps a count")
    def of_tuple(view: View, params: Any) -> int:
        PAIR[0][2] += 1  # type: ignore[index]
        return place(view, heaviest(view.playable))

    @policy("changing", summary="keeps a count")
    def of_module(view: View, params: Any) -> int:
        IN_MODULE.TABLE.flat[2] += 1
        return place(view, heaviest(view.playable))

    @policy("changing", summary="keeps a count")
    def of_closure(view: View, params: Any) -> int:
        np.ascontiguousarray(inner)[2] += 1
        return place(view, heaviest(view.playable))

    made: Policy = locals()[kind]
    return made


@pytest.mark.parametrize("kind", ["of_global", "of_part", "of_tuple", "of_module", "of_closure"])
def test_users_arrays_stay_as_they_are(kind: str) -> None:
    """A policy cannot change them while it is tried; their owner can afterwards."""
    inner = np.zeros(3)
    with pytest.raises(
        PolicyError, match=r"^test_rehearsal\.py, line \d+: changes an array that is"
    ):
        Matchup(DRAW, [changing(kind, inner)] * 2)
    assert WHOLE.tolist() == [0, 1, 2, 3, 4, 5]
    assert not any((*inner, *PAIR[0], *IN_MODULE.TABLE))
    for array in (inner, WHOLE, PART, PAIR[0], IN_MODULE.TABLE):
        assert array.flags.writeable


def test_arrays_that_were_fixed_before_stay_so() -> None:
    """Being tried takes nothing off."""

    @policy("reading", summary="looks it up")
    def reading(view: View, params: Any) -> int:
        return place(view, heaviest(view.playable)) if FIXED[0] + WHOLE[0] == 0 else -1

    Matchup(DRAW, [reading, reading])
    assert (FIXED.flags.writeable, WHOLE.flags.writeable) == (False, True)


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
