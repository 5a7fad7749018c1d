"""What is played is what is written: code that was compiled for something else is not used."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from simulator import simulate
from simulator.engine import entries
from simulator.engine.matchup import Matchup
from simulator.policy import Policy, View, helper, place, policy
from simulator.rules import rules_for
from simulator.tiles import heaviest, lightest
from strategies import resolve

pytestmark = pytest.mark.compiled

RULES = rules_for("draw", 2)
LIGHT_OR_HEAVY = """
import numpy as np
from simulator.policy import place, policy
from simulator.tiles import heaviest, lightest
from beside import TABLE

N = np.int64(0)


@policy("own", summary="sheds the heaviest tile, or the lightest")
def own(view, params):
    return place(view, heaviest(view.playable) if N + TABLE[1][2] == 0 else lightest(view.playable))
"""
BESIDE = """
import numpy as np
TABLE = (3, (1, 1, np.int64(0)))
"""
PLAY = """
import json, sys
from simulator import simulate
run = simulate([sys.argv[1], "greedy"], games=100)
print(json.dumps([run.digest, run.manifest["policies"][0]["sha256"]]))
"""


def played(policy: Policy) -> list[int]:
    """What a policy comes to against greedy."""
    tally: list[int] = Matchup(RULES, [policy, resolve("greedy")]).play(3, 0, 40).tally.tolist()
    return tally


HEAVY, LIGHT = (
    Matchup(RULES, [resolve(name), resolve("greedy")], compiled=False).play(3, 0, 40).tally.tolist()
    for name in ("greedy", "lightest")
)


def test_an_edited_constant(tmp_path: Path) -> None:
    """Of the file, then of its neighbour: another process plays by it, and another hash says so."""
    digests = {
        name: simulate([name, "greedy"], games=100).digest for name in ("greedy", "lightest")
    }
    hashes = set()
    for zeros in (("0", "0"), ("1", "0"), ("0", "1")):
        (tmp_path / "own.py").write_text(LIGHT_OR_HEAVY.replace("int64(0)", f"int64({zeros[0]})"))
        (tmp_path / "beside.py").write_text(BESIDE.replace("int64(0)", f"int64({zeros[1]})"))
        out = subprocess.check_output(
            [sys.executable, "-W", "error", "-c", PLAY, f"{tmp_path}/own.py:own"],
            cwd=Path(__file__).parents[2],
        )
        digest, sha256 = json.loads(out)
        assert digest == digests["greedy" if zeros == ("0", "0") else "lightest"]
        hashes.add(sha256)
    assert len(hashes) == 3


class Own(np.ndarray[Any, Any]):
    """An array that may hold more than its numbers."""


LARGE = np.zeros(125_001, dtype=np.int64)
UNKEPT = {
    "inexact": (np.zeros(3, np.int64).view(Own), np.ones(3, np.int64).view(Own)),
    "large": (LARGE, LARGE + 1),
    "with gaps": (np.zeros(6, np.int64)[::2], np.ones(6, np.int64)[::2]),
}


def choosing(table: Any) -> Policy:
    """A policy that sheds the heaviest tile if a table holds 0 and the lightest if it holds 1."""

    @policy("choosing", summary="looks it up")
    def choose(view: View, params: Any) -> int:
        light = table[view.seat] == 1
        return place(view, lightest(view.playable) if light else heaviest(view.playable))

    return choose


@pytest.mark.parametrize("tables", UNKEPT.values(), ids=UNKEPT)
def test_what_cannot_be_kept(tables: tuple[Any, Any], kept: Path) -> None:
    """It is compiled afresh, which one line says once; two of one name are told apart."""
    entries._say_unkept.cache_clear()
    played(resolve("greedy"))
    before = set(kept.glob("*"))
    heavy, light = map(choosing, tables)
    with pytest.warns(RuntimeWarning) as caught:
        found = [played(policy) for policy in (heavy, light, heavy, choosing(tables[1]))]
    assert found == [HEAVY, LIGHT, HEAVY, LIGHT]
    assert len(caught) == 1
    told = str(caught[0].message)
    assert told.startswith(
        "policy 'choosing' is compiled afresh in every process: its 'table' holds"
    )
    assert told.splitlines() == [told]
    assert set(kept.glob("*")) == before
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        played(choosing(np.zeros(3, np.int64)))
    assert len(set(kept.glob("*")) - before) == 1


def test_a_manifest_has_no_hash_rather_than_a_wrong_one() -> None:
    """And nothing is said of code where none is compiled."""
    tables = UNKEPT["inexact"]
    entries._say_unkept.cache_clear()
    with pytest.warns(RuntimeWarning, match="which cannot be hashed exactly"):
        run = simulate([choosing(tables[0]), "greedy"], games=10)
    own, greedy = run.manifest["policies"]
    assert own == {"spec": "choosing", "sha256": None, "cheats": False}
    assert len(greedy["sha256"]) == 64


TURN = 0


@helper
def turned(tiles: int) -> int:
    """One end of a set of tiles."""
    return lightest(tiles) if TURN else heaviest(tiles)


def test_a_constant_that_changes_in_a_process(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    """As in a notebook: the next games are played by it, by a helper's too, and so it is kept."""

    @policy("turning", summary="sheds one end or the other")
    def turning(view: View, params: Any) -> int:
        return place(view, turned(view.playable))

    assert played(turning) == HEAVY
    monkeypatch.setitem(globals(), "TURN", 1)
    assert played(turning) == LIGHT
    entries._compile.cache_clear()
    assert played(turning) == LIGHT
    monkeypatch.setitem(globals(), "TURN", 0)
    assert played(turning) == HEAVY


@helper
def checked(tiles: int) -> int:
    """A set of tiles, if there are some."""
    if tiles == 0:
        raise ValueError(f"no tiles in {tiles}")
    return tiles


def test_others_can_call_what_a_policy_calls(kept: Path) -> None:
    """It is machine code where it is called from elsewhere, once it is compiled for the policy."""

    @policy("first", summary="sheds the heaviest tile")
    def first(view: View, params: Any) -> int:
        return place(view, heaviest(checked(view.playable)))

    assert played(first) == HEAVY

    @njit
    def other(tiles: int) -> int:
        return heaviest(checked(tiles)) + checked(tiles)

    assert other(0b1000) == 3 + 8
    with pytest.raises(ValueError, match="no tiles in 0"):
        other(0)
