"""The bench: policies as the engine asks them, with their parameters and what their doors lead to.

A place on it has the entry of a policy and `SEAT` words. Compiled, those are addresses and numbers
in arrays, else functions and numbers in lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from simulator.compiling.marks import is_python
from simulator.doors import UNKNOWN
from simulator.engine.entries import (
    PARAMS,
    PLAYER,
    POLICIES,
    SEARCHER,
    SEAT,
    Code,
    PythonEntry,
    Seen,
    code_of,
    compiled_entry,
)
from simulator.engine.natives import form_of, playout_player, searcher
from simulator.engine.position import POSITION
from simulator.engine.rulebook import RULEBOOK
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
    policies, params : what `simulator.engine.entries.call_policy` takes, compiled as arrays.

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
        if not policy.door:
            return
        form, native = form_of(rules), compiled or not is_python()
        search, play = searcher(form, native), playout_player(form, native)
        self.words[SEARCHER] = search.address if compiled else _plain(search, native)
        if policy.playouts is None:
            return
        self._inner = inner = _alone(rules, policy.playouts, native)
        if compiled:
            self.words[PLAYER] = play.address
            self.words[POLICIES], self.words[PARAMS] = (
                array.ctypes.data for array in (inner.policies, inner.params)
            )
        else:
            self.words[PLAYER] = _telling(_plain(play, native), rules, policy.playouts)
            self.words[POLICIES], self.words[PARAMS] = inner.policies, inner.params


def _alone(rules: Rules, policy: Policy, compiled: bool) -> Bench:
    """A policy in every seat."""
    return Bench(rules, [policy], [0] * rules.players, compiled)


def _plain(call: Callable[..., int], native: bool) -> Callable[..., int]:
    """What plain policies call for a function of rules and a position, which may be native."""
    if not native:
        return call

    def converted(rules: Any, position: Any, *more: Any) -> int:
        arrays = (RULEBOOK.to_array(rules), POSITION.to_array(position))
        told = [one.ctypes.data if isinstance(one, np.ndarray) else one for one in (*arrays, *more)]
        return call(*told)

    return converted


def _telling(play: Callable[..., int], rules: Rules, policy: Policy) -> Callable[..., int]:
    """Play-outs that raise what their policy raised."""

    def playout(book: Any, position: Any, policies: Any, params: Any, *more: int) -> int:
        value = play(book, position, policies, params, *more)
        if value == UNKNOWN:
            again = _alone(rules, policy, compiled=False)
            value = playout_player(form_of(rules), False)(
                book, position, again.policies, again.params, *more
            )
            for entry in again.entries:
                if entry.error is not None:
                    raise entry.error
        return value

    return playout
