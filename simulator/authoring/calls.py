"""What is called where a policy calls something."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from simulator.authoring.names import home_of
from simulator.compiling.objects import overloads_of
from simulator.policy import Policy


def circle(told: str, value: Any) -> str:
    """What is wrong where a function, or a policy of its name, comes back to itself."""
    _, _, name = told.rpartition(": ")
    home = home_of(name) if isinstance(value, Policy) else None
    if home is not None:
        return f"{told} is the policy itself, which hides {home}.{name}; rename it"
    return f"{told}() calls itself, at once or through others; write a loop"


def compiled_from(value: Any) -> FunctionType | None:
    """The function whose code is compiled where a value is called; None if it is not an author's.

    What numba is given by `overload` is compiled instead of a function; that is left to numba.
    """
    value = value.decide if isinstance(value, Policy) else value
    if not isinstance(value, FunctionType):
        return None
    givers = [giver for giver, *_ in overloads_of(value)]
    itself = (cell.cell_contents is value for giver in givers for cell in giver.__closure__ or ())
    return value if not givers or any(itself) else None
