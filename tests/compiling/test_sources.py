"""The hash of a policy's sources: it follows everything that the compiled code depends on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simulator.compiling.sources import fingerprint
from strategies import shipped
from strategies.registry import load_file

MINE = """
import beside_mine
from beside_mine import chosen
import numpy as np
from simulator.policy import helper, place, policy
from simulator.tiles import heaviest, lightest

WEIGHT = 3
TABLE = np.array([1, 2, 3])
PAIR = (1, 2)


@helper
def weighing(view, extra=1):
    return view.seat * WEIGHT + extra


def closing(step):
    @helper
    def inner(view):
        return view.seat + step
    return inner


inner = closing(5)


@policy("mine", summary="depends on much")
def mine(view, params):
    total = weighing(view) + inner(view) + TABLE[view.seat] + PAIR[0]
    total += beside_mine.FACTOR + beside_mine.LATER + beside_mine.counted(view) + chosen(view)
    return place(view, heaviest(view.playable) if total else lightest(view.playable))


@policy("other", summary="depends on nothing of that")
def other(view, params):
    return place(view, heaviest(view.playable))
"""
BESIDE = """
from further_off import LATER, deepest
from simulator.policy import helper

FACTOR = 2


@helper
def counted(view):
    return deepest(view)


@helper
def chosen(view):
    return view.seat * 7
"""
FURTHER = """
from simulator.policy import helper

LATER = 4


@helper
def deepest(view):
    return view.seat - 1
"""
FILES = {"mine.py": MINE, "beside_mine.py": BESIDE, "further_off.py": FURTHER}
Print = Callable[..., str]


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Print]:
    """The fingerprint of a policy in those files, some text in one of them replaced."""

    def of(file: str = "", old: str = "", new: str = "", policy: str = "mine") -> str:
        for name, text in FILES.items():
            assert name != file or text.count(old) == 1
            changed = text.replace(old, new) if name == file else text
            (tmp_path / name).write_text(changed)
        for name in ("beside_mine", "further_off"):
            sys.modules.pop(name, None)
        return str(fingerprint(getattr(load_file(tmp_path / "mine.py"), policy).decide).sha256)

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield of
    for name in ("beside_mine", "further_off"):
        sys.modules.pop(name, None)


CHANGES = {
    "the function": ("mine.py", "heaviest(view.playable) if", "lightest(view.playable) if"),
    "a helper": ("mine.py", "view.seat * WEIGHT", "view.seat + WEIGHT"),
    "a helper's default": ("mine.py", "extra=1", "extra=2"),
    "a constant": ("mine.py", "WEIGHT = 3", "WEIGHT = 4"),
    "a constant's type": ("mine.py", "WEIGHT = 3", "WEIGHT = 3.0"),
    "a tuple": ("mine.py", "PAIR = (1, 2)", "PAIR = (2, 2)"),
    "an array": ("mine.py", "[1, 2, 3]", "[1, 2, 4]"),
    "a closed-over value": ("mine.py", "closing(5)", "closing(6)"),
    "an inner function": ("mine.py", "view.seat + step", "view.seat - step"),
    "a function that is imported": ("beside_mine.py", "view.seat * 7", "view.seat * 8"),
    "a module's function": ("beside_mine.py", "return deepest(view)", "return deepest(view) + 1"),
    "a module's constant": ("beside_mine.py", "FACTOR = 2", "FACTOR = 3"),
    "a function behind a module's": ("further_off.py", "view.seat - 1", "view.seat - 2"),
    "a constant that a module imports": ("further_off.py", "LATER = 4", "LATER = 5"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_change(change: tuple[str, str, str], printed: Print) -> None:
    """Whatever the compiled code depends on changes the hash; the other policy's stays."""
    assert printed() != printed(*change)
    assert printed(policy="other") == printed(*change, policy="other")


def test_nothing_changed(printed: Print) -> None:
    """Read again, commented, moved down or beside other functions, the policy is the same."""
    before = printed()
    assert len(before) == 64
    assert int(before, 16) >= 0
    assert printed() == before
    commented = "def mine(view, params):\n    # a remark\n"
    assert printed("mine.py", "def mine(view, params):\n", commented) == before
    assert printed("mine.py", "import numpy as np\n", "import numpy as np\n\n\n") == before
    more = "\n\n\ndef unrelated(view):\n    return view.hand\n"
    assert printed("mine.py", "PAIR = (1, 2)\n", "PAIR = (1, 2)\n" + more) == before


def test_policies_differ() -> None:
    """No two shipped policies have the same hash."""
    prints = {fingerprint(policy.decide).sha256 for policy in shipped().values()}
    assert len(prints) == len(shipped())


def test_keyword_defaults_count(tmp_path: Path) -> None:
    """Defaults behind a star are part of a function, as are the number of its arguments."""
    prints = set()
    for number, head in enumerate(("view, *, by=1", "view, *, by=2", "view, by=1", "*view")):
        path = tmp_path / f"keywords_{number}.py"
        path.write_text(f"def decide({head}):\n    return 3\n")
        prints.add(fingerprint(load_file(path).decide))
    assert len(prints) == 4


def test_installed_policies_count(tmp_path: Path) -> None:
    """A policy that a package installs is hashed as well: the next release may play otherwise."""
    prints = set()
    for release, tile in (("1", "heaviest"), ("2", "lightest")):
        path = tmp_path / release / "site-packages" / "their_policy.py"
        path.parent.mkdir(parents=True)
        path.write_text(
            "from simulator.policy import place, policy\n"
            f"from simulator.tiles import {tile} as first\n\n\n"
            '@policy("theirs", summary="from a package")\n'
            "def theirs(view, params):\n"
            f"    return place(view, first(view.playable)) + {release} - {release}\n"
        )
        prints.add(fingerprint(load_file(path).theirs.decide))
    assert len(prints) == 2
