"""What policies may use is let through, compiled, and comes to the same as in Python."""

from __future__ import annotations

import enum
import math
from typing import Any, NamedTuple

import numpy as np
import pytest

import simulator.tiles
from simulator import tiles
from simulator.authoring.refusals import examine
from simulator.engine.matchup import Matchup
from simulator.policy import DRAW, Policy, View, helper, pick, place, policy, word
from simulator.rules import rules_for
from simulator.tiles import count, heaviest, lightest, parse, tiles_of
from strategies import shipped
from strategies.lightest import lightest as lightest_first

WEIGHTS = (3, 1, 4, 1.5, (5, 9))
TABLE = np.array([[2, 6], [5, 3]])
NOBODY = None
FIVE = parse("5|5")


class Mood(enum.IntEnum):
    """How it plays."""

    CALM = 1
    WILD = 2


class Pair(NamedTuple):
    """Two numbers."""

    first: int
    second: int


@helper
def by_weight(view: View, factor: int = 2) -> float:
    """A number out of constants."""
    return WEIGHTS[3] * factor + TABLE[view.seat & 1, 0] + math.sqrt(WEIGHTS[0])


@helper
def counted(mask: int) -> int:
    """A helper with nothing to it."""
    return count(mask)


def made(turns: int) -> Any:
    """A helper that closes over a number."""

    @helper
    def late(view: View) -> bool:
        return view.turn > turns

    return late


late = made(4)


@policy("constants", summary="uses numbers, tuples, arrays, modules", least=2)
def constants(view: View, params: Any) -> int:
    """Reads constants of every kind that there is."""
    if Mood.WILD == 2 and NOBODY is None and view.playable & (1 << FIVE):
        return place(view, FIVE)
    pair = Pair(1, 2)
    if by_weight(view) > 6 + params.least and late(view) and pair.second == 2:
        return place(view, tiles.lightest(view.playable))
    if counted(view.playable) > params[0]:
        return place(view, simulator.tiles.heaviest(view.playable))
    return lightest_first(view)


@policy("loops", summary="uses loops, lists, inner functions")
def loops(view: View, params: Any) -> int:
    """Loops in every way that there is."""
    most = max([tile & 7 for tile in tiles_of(view.playable)])
    best = -1
    for number, end in enumerate(view.ends):
        if end in (0, 1) and number < 2:
            best = end
    worth = lambda tile: tile & 7  # noqa: E731
    for tile in tiles_of(view.playable):
        if worth(tile) == most:
            best = tile
    ordered = sorted([abs(end) for end in view.ends])
    if ordered[0] > ordered[-1] or sum(ordered) < sum(view.ends):
        raise ValueError("out of order")
    if view.may_draw and pick(word(view, 1), 3) == 0:
        return DRAW
    if best < 0:
        raise ValueError("nothing to play")
    return place(view, best if np.minimum(best, 60) < 55 else heaviest(view.playable))


@policy("arrays", summary="asks numpy")
def arrays(view: View, params: Any) -> int:
    """Calls of numpy's that begin with no element, or with the first."""
    fits = np.array(view.fits)
    if fits.argmax() != np.argmax(fits) or fits.max() != np.max(fits):
        raise ValueError("numpy and its arrays differ")
    if np.unique(TABLE).size + np.cumsum(TABLE)[1] + TABLE.min() - np.argmin(TABLE) != 14:
        raise ValueError("2 6 5 3 are four, 8 the first two, 2 the least, which is the first")
    return place(view, heaviest(view.playable))


@pytest.mark.compiled
@pytest.mark.parametrize("own", [constants, loops, arrays], ids=lambda own: own.name)
def test_is_the_same_compiled(own: Policy) -> None:
    """The engine, which has checked it, plays the same games as Python."""
    tallies = [
        Matchup(rules_for("draw", 2), [own, own], compiled=compiled).play(3, 0, 100).tally.tolist()
        for compiled in (True, False)
    ]
    assert tallies[0] == tallies[1]


def test_modules_that_numpy_loads_when_they_are_asked_for() -> None:
    """`fft` is not among the attributes of numpy 2 before."""

    @policy("linear", summary="is of no use")
    def linear(view: View, params: Any) -> int:
        return int(np.fft.fft2(TABLE).real[0, 0]) + DRAW

    assert examine(linear) == [linear.decide]


@pytest.mark.compiled
def test_what_is_read() -> None:
    """The policy's own function, then what it reaches, once each."""
    names = [function.__name__ for function in examine(constants)]
    assert names == ["constants", "by_weight", "late", "counted", "lightest"]


@pytest.mark.parametrize("own", shipped().values(), ids=lambda own: own.name)
def test_shipped_policies(own: Policy) -> None:
    """Nothing is wrong with ours."""
    assert own.decide in examine(own)


def test_python_is_free(capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing is compiled a policy may print, and look at the clock."""

    @policy("talking", summary="prints what it does")
    def talking(view: View, params: Any) -> int:
        print("turn", view.turn)
        return place(view, lightest(view.playable))

    Matchup(rules_for("draw", 2), [talking, talking], compiled=False).play(1, 0, 1)
    assert capsys.readouterr().out.startswith("turn 0\n")
