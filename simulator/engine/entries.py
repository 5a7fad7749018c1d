"""A policy's way into the engine: compiled behind an address, or as plain Python.

The engine hands over rules and position; the entry builds the view from them and calls the policy
inlined, so that fields the policy does not read cost nothing.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from time import thread_time
from typing import Any, NamedTuple

import numpy as np
from numba import config, int64, njit, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaWarning, TypingError
from numba.extending import typeof_impl

from simulator.authoring.mistakes import translated, wrong_answer
from simulator.authoring.refusals import examine
from simulator.compiling.marks import (
    CHECKED,
    FLOATS,
    as_tuple,
    compiled_as,
)
from simulator.compiling.native import RAISED, Native, compile_native, is_kept
from simulator.compiling.sources import fingerprint
from simulator.engine.position import POSITION
from simulator.engine.rulebook import RULEBOOK
from simulator.engine.seats import DOORS
from simulator.engine.view import look, look_at_trains
from simulator.errors import PolicyError
from simulator.masks import MASK
from simulator.policy import Decide, Policy, View, parameters

ENTRY = types.int64(RULEBOOK.kind, POSITION.kind, FLOATS, MASK, MASK, MASK)
"""A policy's entry: (rules, position, parameters, hand, playable, fits of arm 0) -> action.

What nearly every policy reads travels in registers, the rest in the position.
"""
_INLINED = {**CHECKED, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""How policies are compiled: Python never calls them so, and to hand it a view is much code."""
NO_ACTION = RAISED + 1
"""Stands in for an answer that would be taken for an exception."""


class Code(NamedTuple):
    """What a policy's compiled code depends on; parameters' values are not part of it.

    `sha256` is None where the code cannot be kept, and `unkept` then says why.
    """

    decide: Decide
    names: tuple[str, ...]
    blind: bool
    trains: bool
    door: str
    label: str
    sha256: str | None
    unkept: str | None


def code_of(policy: Policy, trains: bool = False) -> Code:
    """What a policy's code depends on now, that for a line or for trains."""
    printed = fingerprint(policy.decide)
    blind = " without scores" * policy.ignores_scores
    label = f"policy {policy.name!r}{blind}{' on trains' * trains} of {', '.join(policy.values)}"
    label += f" with {policy.door}" if policy.door else ""
    kept = None if printed.unkept else printed.sha256
    names = tuple(policy.values)
    door = policy.door
    return Code(
        policy.decide, names, policy.ignores_scores, trains, door, label, kept, printed.unkept
    )


def compiled_entry(policy: Policy, code: Code | None = None) -> Native:
    """The compiled entry of a policy, for a line unless `code` is that for trains.

    It is compiled again when something that it depends on has changed. If its code cannot be kept
    on disk, a warning says so once.

    Raises
    ------
    PolicyError
        The policy does not compile, or returns something else than an action.
    """
    code = code or code_of(policy)
    try:
        entry = _compile(code)
    except Exception as error:  # numba raises much beside its own errors
        raise PolicyError(translated(error, examine(policy))) from None
    _COMPILED.add(code)
    if code.unkept:
        _say_unkept(policy.name, code.unkept)
    return entry


_COMPILED = set[Code]()


def is_compiled(code: Code) -> bool:
    """Whether code is at hand: made before by this process, or kept on disk."""
    return code in _COMPILED or is_kept(code.label, code.sha256)


def compiling_seconds(code: Code) -> float:
    """Seconds of a processor that compiling code takes, whether it is kept or not.

    That is of a process that has compiled others: the first takes about a second more.
    """
    code = code._replace(sha256=None)
    for _ in range(2):
        begun = thread_time()
        _compile.__wrapped__(code)
    return thread_time() - begun


@cache
def _say_unkept(name: str, reason: str) -> None:
    warnings.warn(
        f"policy {name!r} is compiled afresh in every process: {reason}",
        RuntimeWarning,
        stacklevel=3,
    )


@cache
def _compile(code: Code) -> Native:
    entry = _entry(njit(**_INLINED)(code.decide), code.names, code.blind, code.trains, code.door)
    with global_compiler_lock, _unset_refused():
        return compile_native(entry, ENTRY, code.label, code.sha256)


_UNSET = r"(?s)Detected uninitialized variable(?!.*[\\/]numba[\\/])"
"""What is told of a variable that may be unset, but not in numba's own code, as np.argmax's."""


@contextmanager
def _unset_refused() -> Iterator[None]:
    """Let a variable that may be read before it is set be an error, as it is in Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        warnings.filterwarnings("error", _UNSET, NumbaWarning)
        config.ALWAYS_WARN_UNINIT_VAR = 1
        try:
            yield
        finally:
            config.ALWAYS_WARN_UNINIT_VAR = 0


def looking(trains: bool) -> Callable[..., View]:
    """What makes the view of a position on a line, or on trains."""
    return look_at_trains if trains else look


def _entry(
    decide: Decide, names: tuple[str, ...], blind: bool, trains: bool, door: str
) -> Callable[..., int]:
    kind, seen = parameters(*names), looking(trains)
    if door:
        opened = DOORS[door]

        def entry(rules, position, params, hand, playable, first):  # type: ignore[no-untyped-def]
            view = seen(rules, position, hand, playable, first, blind)
            behind = opened(rules, position, params, view.random, blind)
            return action_of(decide(view, as_tuple(kind, params), behind))
    else:

        def entry(rules, position, params, hand, playable, first):  # type: ignore[no-untyped-def]
            view = seen(rules, position, hand, playable, first, blind)
            return action_of(decide(view, as_tuple(kind, params)))

    return entry


@typeof_impl.register(Policy)
def _(policy: Policy, context: Any) -> Any:
    """A policy that another one calls, with its own values or with given ones."""
    values = tuple(policy.values.values())
    sha256 = fingerprint(policy.decide).sha256 or object()  # what it calls may have changed
    return types.Dispatcher(_called(policy.decide, tuple(policy.values), values, sha256))


@cache
def _called(
    decide: Decide, names: tuple[str, ...], values: tuple[float, ...], sha256: object
) -> Any:
    inlined, kind = njit(**_INLINED)(decide), parameters(*names)
    own = kind(*values)

    @njit(**_INLINED)
    def call(view, params=None, *door):  # type: ignore[no-untyped-def]
        if params is None:
            return inlined(view, own, *door)
        return inlined(view, kind(*params), *door)

    return call


Seen = Callable[[Policy, tuple[Any, ...], int], None]


class PythonEntry:
    """An uncompiled policy's entry; what it raises becomes `RAISED` and is kept in `error`.

    `seen` is told of every question: the policy, the arguments of `ENTRY`, and the answer.
    """

    def __init__(self, policy: Policy, trains: bool = False, seen: Seen | None = None) -> None:
        names = tuple(policy.values)
        self._entry = _entry(policy.decide, names, policy.ignores_scores, trains, policy.door)
        self._policy, self._seen = policy, seen
        self.error: Exception | None = None

    def __call__(self, *arguments: Any) -> int:
        try:
            answer = self._entry(*arguments)
        except Exception as error:  # whatever a user's policy may raise
            self.error = error
            return RAISED
        if self._seen is not None:
            self._seen(self._policy, arguments, answer)
        return answer


class AnswerError(TypeError):
    """An answer that is no action at all."""


def action_of(answer: Any) -> int:
    """A policy's answer if it is an integer; `AnswerError` says what it is otherwise."""
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
        raise AnswerError(wrong_answer(type(answer).__name__))
    return int(answer) if answer != RAISED else NO_ACTION


@compiled_as(action_of)
def _(answer: Any) -> Any:
    if not isinstance(answer, types.Integer):
        raise TypingError(f"returns {answer}, not an action")
    return lambda answer: int64(answer) if answer != RAISED else int64(NO_ACTION)
