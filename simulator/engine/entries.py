"""A policy's way into the engine: compiled behind an address, or as plain Python.

The engine hands over its table; the entry builds the view from it and calls the policy inlined, so
that fields the policy does not read cost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit

from simulator.compiling.native import ENTRY, RAISED, Native, compile_native
from simulator.compiling.sources import fingerprint
from simulator.errors import PolicyError
from simulator.policy import Policy, action_of, look


def compiled_entry(policy: Policy) -> Native:
    """The compiled entry of a policy; parameters are not part of it.

    Raises
    ------
    PolicyError
        The policy does not compile, or returns something else than an action.
    """
    try:
        return _compile(policy.decide, policy.ignores_scores, policy.name)
    except Exception as error:  # numba raises much beside its own errors
        raise PolicyError(f"policy {policy.spec!r} does not compile: {_reason(error)}") from None


@cache
def _compile(decide: Callable[..., Any], blind: bool, name: str) -> Native:
    inlined = njit(error_model="numpy", forceinline=True)(decide)
    return compile_native(
        _entry(inlined, blind), ENTRY, f"policy-{name}-{blind}", fingerprint(decide)
    )


def _entry(decide: Callable[..., Any], blind: bool) -> Callable[..., int]:
    def entry(table, params, hand, playable, first, second):  # type: ignore[no-untyped-def]
        return action_of(decide(look(table, hand, playable, first, second, blind), params))

    return entry


class PythonEntry:
    """An uncompiled policy's entry; what it raises becomes `RAISED` and is kept in `error`."""

    def __init__(self, policy: Policy) -> None:
        self._entry = _entry(policy.decide, policy.ignores_scores)
        self.error: Exception | None = None

    def __call__(self, *arguments: Any) -> int:
        try:
            return self._entry(*arguments)
        except Exception as error:  # whatever a user's policy may raise
            self.error = error
            return RAISED


def _reason(error: Exception) -> str:
    """What a compiler error says, in one line."""
    answer = re.search(r"returns [^\n]*, not an action", str(error))
    if answer:
        return answer[0]
    noise = ("During:", "Failed in", "-", ">>>", "This error may have been caused")
    lines = [line.strip() for line in str(error).splitlines()]
    return " ".join(line for line in lines if line and not line.startswith(noise))[:300]
