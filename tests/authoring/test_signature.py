"""What `@policy` can be put on, which is checked where it stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simulator.errors import PolicyError
from simulator.policy import helper, policy
from strategies import resolve
from tests.authoring.mistaken import is_clean


def of_none() -> int:
    """Takes nothing."""
    return 0


def of_one(view: Any) -> int:
    """Takes a view only."""
    return 0


def of_three(view: Any, params: Any, memory: Any = ()) -> int:
    """Takes more."""
    return 0


def of_any(*args: Any) -> int:
    """Takes whatever comes."""
    return 0


def of_keywords(view: Any, params: Any, **more: Any) -> int:
    """Takes names too."""
    return 0


def of_keyword_only(view: Any, *, params: Any) -> int:
    """Takes parameters by name only."""
    return 0


class Class:
    """Not a function."""

    def __call__(self, view: Any, params: Any) -> int:
        """Decide."""
        return 0


@pytest.mark.parametrize(
    "decide",
    [of_none, of_one, of_three, of_any, of_keywords, of_keyword_only],
)
def test_functions_of_other_arguments(decide: Callable[..., Any]) -> None:
    """The error shows what it takes."""
    with pytest.raises(PolicyError) as caught:
        policy("bad", summary="is wrong")(decide)
    told = str(caught.value)
    assert told.startswith("policy 'bad' is a function of (")
    assert told.endswith("; a policy takes exactly (view, params)")
    assert is_clean(told)


inner = policy("inner", summary="is right")(lambda view, params: 0)


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (Class, "the class Class"),
        (Class(), "an object of the class Class"),
        (3, "an object of the class int"),
        (inner, "the policy 'inner'"),
    ],
    ids=["class", "object", "number", "policy"],
)
def test_what_is_no_function(thing: Any, told: str) -> None:
    """The error says what it is."""
    with pytest.raises(PolicyError) as caught:
        policy("bad", summary="is wrong")(thing)
    right = "put @policy(...) right above a function's def"
    assert str(caught.value) == f"policy 'bad' is made of {told}; {right}"


async def of_async(view: Any, params: Any) -> int:
    """Waits."""
    return 0


def test_async_function() -> None:
    """Nothing is waited for in a policy."""
    with pytest.raises(PolicyError) as caught:
        policy("bad", summary="is wrong")(of_async)  # type: ignore[arg-type]
    assert str(caught.value) == "policy 'bad' is an async function; leave `async` out"


def test_helper_of_no_function() -> None:
    """A helper too is a function; a policy needs no such mark."""
    for thing, told in [(Class, "the class Class"), (inner, "the policy 'inner'")]:
        with pytest.raises(PolicyError) as caught:
            helper(thing)
        right = "put @helper right above a function's def"
        assert str(caught.value) == f"a helper is made of {told}; {right}"


FILE = """
from simulator.policy import DRAW, policy


@policy("mine", summary="is wrong")
def mine(view):
    return DRAW
"""


def test_a_file_says_the_line(tmp_path: Path) -> None:
    """Before anything is played."""
    (tmp_path / "mine.py").write_text(FILE)
    with pytest.raises(PolicyError) as caught:
        resolve(f"{tmp_path / 'mine.py'}:mine")
    told = "policy 'mine' is a function of (view); a policy takes exactly (view, params)"
    assert str(caught.value) == f"mine.py, line 5: {told}"
