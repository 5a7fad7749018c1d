"""The bench: policies as the engine asks them, with their parameters and what their doors lead to.

A place on it has the entry of a policy and `SEAT` words. Compiled, those are addresses and numbers
in arrays, else functions and numbers in lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from simulator.compiling.marks import is_python
from simulator.compiling.records import record_at
from simulator.doors import UNKNOWN
from simulator.engine.entries import Code, PythonEntry, Seen, code_of, compiled_entry
from simulator.engine.natives import form_of, playout_player, searcher
from simulator.engine.position import POSITION
from simulator.engine.rulebook import RULEBOOK
from simulator.engine.seats import PARAMS, PLAYER, POLICIES, SEARCHER, SEAT
from simulator.policy import Policy
from simulator.rules import Rules

NOBODY = -1
"""Stands for a place that nobody takes."""


class Bench:
    """Policies in places.

    Parameters
    ----------
    rules : what they play by.
    policies : those there are.
    places : the policy of every place, an index of `policies` or `NOBODY`.
    compiled : bool, whether they are asked compiled.
    codes : what is known of the code of policies, see `code_of`.
    seen : is told of questions, see `PythonEntry`.

    Attributes
    ----------
    policies, params : what `simulator.engine.seats.call_policy` takes, compiled as arrays.

    Raises
    ------
    PolicyError
        A policy does not compile.
    """

    def __init__(
        self,
        rules: Rules,
        policies: Sequence[Policy],
        places: Sequence[int],
        compiled: bool,
        codes: Mapping[int, Code] | None = None,
        seen: Seen | None = None,
    ) -> None:
        trains = rules.has_trains
        self.entries: list[Any] = [
            compiled_entry(policy, (codes or {}).get(id(policy)) or code_of(policy, trains))
            if compiled
            else PythonEntry(policy, trains, seen)
            for policy in policies
        ]
        asked = [entry.address for entry in self.entries] if compiled else self.entries
        doors = [_Doors(rules, policy, compiled) for policy in policies]
        self._doors = doors  # lasts as long as what is read behind its addresses
        self.policies: Any = [asked[one] if one != NOBODY else 0 for one in places]
        self.params: Any = [0.0] * (SEAT * len(places))
        if compiled:
            self.policies, self.params = np.array(self.policies), np.array(self.params)
        words = self.params.view(np.int64) if compiled else self.params
        for place, one in enumerate(places):
            if one != NOBODY:
                start, values = SEAT * place, list(policies[one].values.values())
                self.params[start : start + len(values)] = values
                for word, leads_to in doors[one].words.items():
                    words[start + word] = leads_to


class _Doors:
    """What the doors of a policy lead to: a word each, by its place among those of a seat.

    Play-outs and searches run compiled where they can, for plain policies too.
    """

    def __init__(self, rules: Rules, policy: Policy, compiled: bool) -> None:
        self.words: dict[int, Any] = {}
        if policy.playouts is None:
            return
        native = compiled or not is_python()
        self._inner = inner = _alone(rules, policy.playouts, native)
        lead_to = {PLAYER: playout_player, **({SEARCHER: searcher} if policy.cheats else {})}
        for word, made in lead_to.items():
            call = made(form_of(rules), native)
            if compiled:
                self.words[word] = call.address
            else:
                plain = made(form_of(rules), False)
                told = _Converting(call) if native else call
                self.words[word] = _telling(told, plain, rules, policy.playouts)
        buffers = (inner.policies, inner.params)
        self.words[POLICIES], self.words[PARAMS] = (
            (array.ctypes.data for array in buffers) if native else buffers
        )


def _alone(rules: Rules, policy: Policy, compiled: bool) -> Bench:
    """A policy in every seat."""
    return Bench(rules, [policy], [0] * rules.players, compiled)


class _Converting:
    """What plain policies call for a native function of rules and a position.

    Both are converted once a decision, in which it may be called many times.
    """

    def __init__(self, call: Callable[..., int]) -> None:
        self._call = call
        self._position: Any = None
        self._at: tuple[int, ...] = ()
        self._arrays: list[Any] = []

    def __call__(self, rules: Any, position: Any, policies: Any, params: Any, *more: int) -> int:
        at = (position.key, position.turn, position.boneyard)
        if position is not self._position or at != self._at:
            self._position, self._at = position, at
            self._arrays = [RULEBOOK.to_array(rules), POSITION.to_array(position)]
        return self._call(*(array.ctypes.data for array in self._arrays), policies, params, *more)


def _telling(
    call: Callable[..., int], plain: Callable[..., int], rules: Rules, policy: Policy
) -> Callable[..., int]:
    """What plays out or searches, such that it raises what the policy that plays on raised."""

    def told(rules_at: int, position_at: int, policies: Any, params: Any, *more: int) -> int:
        book, position = record_at(rules_at), record_at(position_at)
        value = call(book, position, policies, params, *more)
        if value == UNKNOWN:
            again = _alone(rules, policy, compiled=False)
            plain(book, position, again.policies, again.params, *more)
            for entry in again.entries:
                if entry.error is not None:
                    raise entry.error
        return value

    return told
