"""A policy's way into the engine: what compiles, what reaches it, what comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simulator.engine.entries import action_of
from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError
from simulator.policy import DRAW, View, helper, place, policy
from simulator.rules import rules_for
from simulator.tiles import heaviest
from tests.engine.mistaken import GREEDY, MODES, declared, error_of, place_of, replayed

# -- policies that do not compile --------------------------------------------------------------


def unmarked(view: View) -> int:
    """A function that is not marked as a helper."""
    return heaviest(view.playable)


@helper
def marked(view: View) -> int:
    """One that is."""
    return heaviest(view.playable)


def calls_unmarked(view: View, params: Any) -> int:
    """Call the function that is not marked."""
    return place(view, unmarked(view))


def calls_marked(view: View, params: Any) -> int:
    """Call the function that is marked."""
    return place(view, marked(view))


def misspelt(view: View, params: Any) -> int:
    """Use a name that there is not."""
    return place(view, heviest(view.playable))  # type: ignore[name-defined]  # noqa: F821


def unknown_field(view: View, params: Any) -> int:
    """Use a field that the view does not have."""
    return place(view, heaviest(view.opponents))  # type: ignore[attr-defined]


def builds_text(view: View, params: Any) -> int:
    """Return the length of a text that the compiler cannot make."""
    return place(view, heaviest(view.playable)) if view.seats else len(f"{view.hand:>40}")


def imports_late(view: View, params: Any) -> int:
    """Import a module while deciding."""
    import math

    return place(view, int(math.log2(view.playable)))


def assigns(view: View, params: Any) -> int:
    """Change the view."""
    view.hand = 0  # type: ignore[misc]
    return place(view, heaviest(view.playable))


def keeps_state(view: View, params: Any) -> int:
    """Count calls in a global."""
    global _CALLS
    _CALLS += 1
    return place(view, heaviest(view.playable))


_CALLS = 0


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("decide", "told"),
    [
        (misspelt, "there is no 'heviest'; did you mean 'heaviest'?"),
        (calls_unmarked, "calls unmarked(), which is not marked @helper"),
        (unknown_field, "a view has no 'opponents'; did you mean 'opened'?"),
        (builds_text, "builds a text; a policy uses numbers, not text"),
        (
            imports_late,
            "imports math inside the function; import it where the module begins",
        ),
        (
            assigns,
            "sets .hand; a view and all else are only read, use a variable of your own",
        ),
        (
            keeps_state,
            "sets the global '_CALLS'; a policy keeps nothing from one decision to the next",
        ),
    ],
    ids=["misspelt", "unmarked", "field", "text", "import", "assignment", "state"],
)
def test_policy_that_does_not_compile(decide: Callable[..., Any], told: str) -> None:
    """The error names file and line, what is wrong there and what would be right."""
    places = {
        "calls_unmarked": "unmarked(view)",
        "builds_text": "len(",
        "imports_late": "import math",
        "assigns": "view.hand =",
        "keeps_state": "+=",
    }
    place = place_of(decide, places.get(decide.__name__, "return"))
    assert error_of(declared(decide), True) == f"{place}: {told}"


def test_misspelt_name_uncompiled() -> None:
    """The same mistake is an exception where nothing is compiled."""
    bad = declared(misspelt)
    told = f"raised NameError: name 'heviest' is not defined at {place_of(misspelt, 'return')}"
    replayed(error_of(bad, False), told, bad, False)


@pytest.mark.parametrize("compiled", MODES)
def test_marked_helper(compiled: bool) -> None:
    """A function that is marked can be called, compiled or not."""
    seats = [GREEDY, declared(calls_marked)]
    played = Matchup(rules_for("draw", 2), seats, compiled=compiled).play(1, 0, 20)
    greedy = Matchup(rules_for("draw", 2), [GREEDY, GREEDY], compiled=compiled).play(1, 0, 20)
    assert (played.tally == greedy.tally).all()


# -- parameters and answers --------------------------------------------------------------------


@pytest.mark.parametrize("compiled", MODES)
def test_parameters_reach_their_seat(compiled: bool) -> None:
    """Each seat has its own values, all sixteen of them, and zeros beyond."""
    names = [f"p{number}" for number in range(16)]

    def checks(view: View, params: Any) -> int:
        total = 0.0
        for index in range(16):
            total += params[index] * (index + 1)
        return place(view, heaviest(view.playable)) if total == params[0] * 136 else DRAW

    bad = policy("checks", summary="sums", **dict.fromkeys(names, 1.0))(checks)
    seats = [bad, bad.with_values(dict.fromkeys(names, 2.5)), bad.with_values({"p0": 1})]
    Matchup(rules_for("block", 3), seats, compiled=compiled).play(0, 0, 10)
    seats[2] = bad.with_values({"p15": 3})
    with pytest.raises(PolicyError, match=r"policy 'checks:p15=3' \(seat 2\) draws"):
        Matchup(rules_for("block", 3), seats, compiled=compiled).play(0, 0, 10)


def test_an_integer_of_numpy_is_an_integer() -> None:
    """Out of a table of numpy's, say; uncompiled it is one as compiled."""
    assert action_of(np.int64(17)) == 17
    assert type(action_of(np.int64(17))) is int
    with pytest.raises(TypeError, match="returns a bool"):
        action_of(True)
