"""What a policy may be called, and what `@policy` and `@helper` can be put on.

A policy is a plain function of a view and parameters.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

from simulator.errors import PolicyError, PolicyNameError, nearest
from simulator.placements import BOARDS, LINES

Bounds = tuple[float, float]
"""The lowest and the highest value of a parameter; whole numbers where both are `int`."""

_ASYNC = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_MORE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def check_name(name: Any) -> None:
    """Raise `PolicyNameError` unless a name is of lower-case words joined by hyphens."""
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise PolicyNameError(f"{name!r} is no name of a policy; write lower-case words, as my-way")


def check_summary(name: str, summary: Any) -> None:
    """Raise `PolicyNameError` unless a policy's summary is a text that can be printed in a line."""
    if not isinstance(summary, str) or not summary.isprintable():
        raise PolicyNameError(
            f"policy {name!r}: the summary is one printable line of text, not {summary!r}"
        )


def check_boards(name: str, boards: Any, playing_out: bool) -> tuple[str, ...]:
    """The boards on which a policy can play, all that it may if `boards` is None.

    Raises
    ------
    PolicyNameError
        It is no sequence of boards, or has trains where the policy is `playing_out`.
    """
    open_to = LINES if playing_out else BOARDS
    if boards is None:
        return open_to
    listed = not isinstance(boards, str) and isinstance(boards, Sequence)
    if not listed or not boards or not set(boards) <= set(open_to):
        known = ", ".join(map(repr, open_to))
        why = " for a policy with play-outs or the deal" if set(open_to) != set(BOARDS) else ""
        raise PolicyNameError(f"policy {name!r}: boards are some of {known}{why}, not {boards!r}")
    return tuple(boards)


def check_bounds(name: str, bounds: Any, values: Mapping[str, float]) -> dict[str, Bounds]:
    """The bounds of a policy's parameters, if its values lie within them.

    Raises
    ------
    PolicyNameError
        They are no mapping of parameters to two rising numbers, or a value is outside, or between
        whole numbers where both bounds are whole.
    """
    if not isinstance(bounds, Mapping):
        raise PolicyNameError(f"policy {name!r}: bounds are written {{'spare': (0, 8)}}")
    for key, pair in bounds.items():
        told = f"policy {name!r}: the bounds of {key!r}"
        if key not in values:
            raise PolicyNameError(f"{told} are of no parameter; {nearest(str(key), values)}")
        if not _rising(pair):
            raise PolicyNameError(f"{told} are two rising numbers, like (0, 8), not {pair!r}")
        low, high = pair
        if not low <= values[key] <= high:
            raise PolicyNameError(f"{told} leave out its value {values[key]:g}")
        if are_whole(pair) and not values[key].is_integer():
            real = f"({float(low)}, {float(high)})"
            raise PolicyNameError(
                f"{told} are whole and its value {values[key]:g} is not; for all numbers between "
                f"write {real}"
            )
    return {key: (low, high) for key, (low, high) in bounds.items()}


def are_whole(bounds: Sequence[float]) -> bool:
    """Whether bounds are of a parameter of whole numbers."""
    return all(isinstance(bound, int) for bound in bounds)


def _rising(pair: Any) -> bool:
    """Whether something is two finite numbers, the first one less."""
    if isinstance(pair, str) or not isinstance(pair, Sequence) or len(pair) != 2:
        return False
    for bound in pair:
        if isinstance(bound, bool) or not isinstance(bound, int | float):
            return False
    return bool(math.isfinite(pair[0]) and math.isfinite(pair[1]) and pair[0] < pair[1])


def check_function(told: str, mark: str, function: Any) -> None:
    """Raise `PolicyError` unless what is marked is a plain function; `told` names it so far."""
    if not isinstance(function, FunctionType):
        raise PolicyError(
            f"{told} is made of {_named(function)}; put {mark} right above a function's def"
        )
    if function.__code__.co_flags & _ASYNC:
        raise PolicyError(f"{told} is an async function; leave `async` out")


def check_signature(name: str, decide: Any, door: str) -> None:
    """Raise `PolicyError` unless a policy's function takes its two or three positional arguments.

    `door` names the third, see `simulator.doors`; it is empty where there is none.
    """
    check_function(f"policy {name!r}", "@policy(...)", decide)
    code = decide.__code__
    number = 3 if door else 2
    if (code.co_argcount, code.co_kwonlyargcount, code.co_flags & _MORE) != (number, 0, 0):
        taken = inspect.signature(decide, follow_wrapped=False)
        arguments = f"(view, params, {door})" if door else "(view, params)"
        raise PolicyError(
            f"policy {name!r} is a function of {taken}; a policy takes exactly {arguments}"
        )


def _named(decide: Any) -> str:
    """What something is that is no function."""
    if isinstance(decide, type):
        return f"the class {decide.__name__}"
    kind = type(decide)
    return (
        f"the policy {decide.name!r}"
        if kind.__name__ == "Policy"
        else f"an object of the class {kind.__name__}"
    )
