"""What is called where a policy calls something."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from simulator import policy as contract
from simulator import tiles
from simulator.compiling.objects import overloads_of
from simulator.policy import Policy


def circle(told: str, value: Any) -> str:
    """What is wrong where a function, or a policy of its name, comes back to itself."""
    _, _, name = told.rpartition(": ")
    for module in (contract, tiles):
        if isinstance(value, Policy) and hasattr(module, name):
            return f"{told} is the policy itself, which hides {module.__name__}.{name}; rename it"
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
