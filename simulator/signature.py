"""What `@policy` can be put on: a plain function of two arguments, a view and parameters."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any

from simulator.errors import PolicyError

_MORE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def check_signature(name: str, decide: Any) -> None:
    """Raise `PolicyError` unless a policy's function is one that takes two positional arguments."""
    if not isinstance(decide, FunctionType):
        raise PolicyError(
            f"policy {name!r} is made of {_named(decide)}; put @policy(...) right above a "
            "function's def"
        )
    code = decide.__code__
    if (code.co_argcount, code.co_kwonlyargcount, code.co_flags & _MORE) != (2, 0, 0):
        taken = inspect.signature(decide, follow_wrapped=False)
        raise PolicyError(
            f"policy {name!r} is a function of {taken}; a policy takes exactly (view, params)"
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
