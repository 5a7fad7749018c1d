"""The policy contract: what a seat sees, what it answers, how a policy is declared.

A policy is a pure function of a `View` and its parameters that returns an action:

    @policy("hoarder", summary="draws until it holds enough tiles that fit", spare=2)
    def hoarder(view, params):
        if view.may_draw and count(view.playable) < params.spare:
            return DRAW
        return place(view, heaviest(view.playable))

It is asked only where it has a choice. It is compiled when it is first used; uncompiled it is plain
Python, with the same results and the same errors. They differ where arithmetic runs out of its
range: compiled, integers have 64 bits, so that larger ones mean nothing, nor do shifts by less than
0 or more than 63, and floats come to nan or infinity where Python raises. Helpers that a policy
calls must be marked `@helper`, so that they run compiled as well; another policy it can call as it
is.
"""

from __future__ import annotations

import dataclasses
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from keyword import iskeyword
from types import MappingProxyType
from typing import Any, TypeVar

from simulator.compiling.marks import checked_kernel
from simulator.doors import Deal as Deal  # re-exported, as are the following
from simulator.doors import Playouts as Playouts
from simulator.doors import play_out as play_out
from simulator.doors import solve as solve
from simulator.errors import PolicyNameError, nearest
from simulator.knowledge import chance_of_none as chance_of_none  # re-exported, as all of it
from simulator.knowledge import lacking as lacking
from simulator.knowledge import next_seat as next_seat
from simulator.knowledge import possible as possible
from simulator.knowledge import stuck_chance as stuck_chance
from simulator.knowledge import unseen_of as unseen_of
from simulator.placements import BOARDS
from simulator.placements import arm_of as arm_of  # re-exported, for answers of other policies
from simulator.placements import tile_of as tile_of
from simulator.rng import pick as pick  # re-exported: a choice out of random bits
from simulator.signature import (
    Bounds,
    check_boards,
    check_bounds,
    check_function,
    check_signature,
    check_summary,
)
from simulator.signature import check_name as check_name  # re-exported, for names of policies to be
from simulator.views import DRAW as DRAW
from simulator.views import View as View
from simulator.views import fits_after as fits_after
from simulator.views import lowest_arm as lowest_arm
from simulator.views import new_end as new_end
from simulator.views import place as place
from simulator.views import play as play
from simulator.views import points as points
from simulator.views import unseen as unseen
from simulator.views import word as word

PARAMETERS = 16
"""How many parameters a policy may have."""

PLAYOUTS, DEAL = "playouts", "deal"
"""What a policy may be handed as a third argument, see `simulator.doors`."""

Decide = Callable[..., int]
"""A policy's function of a view, parameters and, where it is declared, what lies behind a door."""

_F = TypeVar("_F", bound=Callable[..., Any])


def helper(function: _F) -> _F:
    """Mark a function that policies call, so that compiled policies can call it too.

    Raises
    ------
    PolicyError
        It is no plain function.
    """
    check_function("a helper", "@helper", function)
    return checked_kernel(function)


# -- policies ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Policy:
    """A way of playing: a decision function, its name, and the values of its parameters.

    `values` holds every parameter in the order of declaration, `spec` the text that names the
    policy with these values on the command line, `ignores_scores` whether the view hides scores,
    `boards` the boards on which it can play, `playouts` the policy that plays its play-outs on,
    `cheats` whether it sees the deal, `bounds` between which values of some parameters better ones
    are looked for: whole numbers where both bounds are. Calling a policy decides in plain Python.
    """

    name: str
    summary: str
    decide: Decide
    values: Mapping[str, float]
    spec: str
    ignores_scores: bool = False
    boards: tuple[str, ...] = BOARDS
    playouts: Policy | None = None
    cheats: bool = False
    bounds: Mapping[str, Bounds] = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self, view: View, params: Any = None, *door: Any) -> int:
        """Decide; without `params` with the policy's own values."""
        given = self.values.values() if params is None else params
        return self.decide(view, parameters(*self.values)(*given), *door)

    @property
    def door(self) -> str:
        """What it is handed beside view and parameters: `PLAYOUTS`, `DEAL`, or nothing."""
        return DEAL if self.cheats else PLAYOUTS if self.playouts else ""

    @property
    def __wrapped__(self) -> Decide:
        """The decorated function, by the name that wrappers of functions have for it."""
        return self.decide

    @property
    def given(self) -> tuple[str, ...]:
        """The parameters of which its text gives the value, behind a colon."""
        return tuple(self._told()[1])

    def with_values(self, changes: Mapping[str, float], spec: str | None = None) -> Policy:
        """The same policy with other parameter values.

        Raises
        ------
        PolicyNameError
            The policy has no parameter of that name.
        """
        for key in changes:
            if key not in self.values:
                hint = nearest(key, self.values) if self.values else "it has none"
                raise PolicyNameError(f"policy {self.name!r} has no parameter {key!r}; {hint}")
        values = MappingProxyType({**self.values, **changes})
        if spec is None:
            named, told = self._told()
            told |= {key: f"{value:.15g}" for key, value in changes.items()}
            spec = ":".join([named, *("=".join(pair) for pair in told.items())])
        return dataclasses.replace(self, values=values, spec=spec)

    def _told(self) -> tuple[str, dict[str, str]]:
        """What `spec` names, whose path may hold colons too, and the parameters behind it."""
        named, told = self.spec, dict[str, str]()
        while True:
            rest, _, part = named.rpartition(":")
            key, equals, text = part.partition("=")
            if not rest or not equals or key not in self.values:
                return named, dict(reversed(told.items()))
            named, told[key] = rest, text


@cache
def parameters(*names: str) -> Any:
    """The kind of named tuple in which a policy gets the values of parameters of some names.

    Raises
    ------
    ValueError
        A name begins with an underscore, or is a word of Python.
    """
    return namedtuple("params", names)  # a class that is made of names


def policy(
    name: str,
    *,
    summary: str,
    ignores_scores: bool = False,
    boards: Sequence[str] | None = None,
    playouts: Policy | None = None,
    cheats: bool = False,
    bounds: Mapping[str, Sequence[float]] = MappingProxyType({}),
    **defaults: float,
) -> Callable[[Decide], Policy]:
    """Declare a policy.

    Parameters
    ----------
    name : str, lower-case words joined by hyphens.
    summary : str, one line that says how it plays.
    ignores_scores : bool, a promise that lets comparisons estimate game win rates from rounds,
        with far fewer games; it is enforced: the view's scores are 0.
    boards : the boards on which it can play, of "line", "spinner" and "trains", by default all
        that it may; elsewhere it is refused before anything is played.
    bounds : for parameters that `tune` may change, the lowest and the highest value. Of `(0, 8)`
        the nine whole numbers are tried, of `(0.0, 8.0)` all between.
    playouts : the policy that plays in every seat where the function plays a decision out; it gets
        `Playouts` as a third argument, see `simulator.doors`. Not on trains.
    cheats : bool, whether it sees the deal; it gets `Deal` as a third argument. Not on trains.
    **defaults : numbers, the defaults; `spare=2` the function sees as `params.spare`, and as
        `params[i]` if it is the i-th, from 0.

    Raises
    ------
    PolicyNameError
        A name of other signs, a summary that is no printable line, boards that are none, more than
        sixteen parameters, a default that is not a number, or bounds that it is not within.
    PolicyError
        What is decorated is no function of a view and parameters.
    """
    check_name(name)
    check_summary(name, summary)
    possible = check_boards(name, boards, playouts is not None or cheats)
    if playouts is not None and not (isinstance(playouts, Policy) and playouts.door == ""):
        raise PolicyNameError(
            f"policy {name!r}: playouts is a policy without play-outs of its own, not "
            f"{playouts.name if isinstance(playouts, Policy) else repr(playouts)}"
        )
    if not isinstance(cheats, bool):
        raise PolicyNameError(f"policy {name!r}: cheats is True or False, not {cheats!r}")
    if len(defaults) > PARAMETERS:
        raise PolicyNameError(
            f"policy {name!r} has {len(defaults)} parameters; at most {PARAMETERS}"
        )
    for key, value in defaults.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise PolicyNameError(f"policy {name!r}: the default of {key!r} is not a number")
        if key.startswith("_") or iskeyword(key):
            raise PolicyNameError(f"policy {name!r}: a parameter cannot be called {key!r}")
    values = MappingProxyType({key: float(value) for key, value in defaults.items()})
    within = MappingProxyType(check_bounds(name, bounds, values))

    def declare(decide: Decide) -> Policy:
        about = ignores_scores, possible, playouts, cheats, within
        made = Policy(name, summary, decide, values, name, *about)
        check_signature(name, decide, made.door)
        return made

    return declare
