"""What a policy may be handed beside its view: play-outs on imagined deals, or the deal itself.

A policy says in its declaration which it wants, and gets it as a third argument. Play-outs tell it
nothing that the view does not: hidden tiles are dealt anew. The deal tells all, so that a policy
that asks for it is a cheat, and called one wherever it is named.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64, types
from numba.core.errors import TypingError

from simulator.compiling.marks import call_address, compiled_as, kernel
from simulator.placements import Four
from simulator.rng import further_word

UNKNOWN = -(1 << 61)
"""Stands for what was not found."""
_OWN = 0x2545F4914F6CDD1D
"""Sets the words of imagined deals apart from those that policies choose by."""


class Playouts(NamedTuple):
    """Play-outs of one decision, see `play_out`; the fields are for that alone."""

    engine: Any
    rules: Any
    position: Any
    policies: Any
    params: Any
    random: int
    blind: int


class Deal(NamedTuple):
    """The deal as it is."""

    hands: Four
    """Tiles in each seat's hand."""
    playouts: Playouts
    """Play-outs on imagined deals, as of a policy that does not cheat."""
    searcher: Any
    """For `solve` alone."""


_WHOLE = "play_out and solve take whole numbers; write int(...) around what is none"


def whole(number: int) -> int:
    """A number as an integer of 64 bits; `TypeError` for another, which would be misread."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise TypeError(_WHOLE)
    return int(number)


@compiled_as(whole)
def _(number: Any) -> Any:
    if not isinstance(number, types.Integer):
        raise TypingError(_WHOLE)
    return lambda number: int64(number)


@kernel
def check_declared(playouts: Playouts) -> None:
    """Raise `ValueError` where no policy is declared for play-outs."""
    if playouts.engine == 0:
        raise ValueError("the policy declares no other for play-outs: @policy(..., playouts=...)")


@kernel
def play_out(playouts: Playouts, action: int, number: int) -> int:
    """The lead in points that an action brings on imagined deal `number`, 0, 1, 2 and so on.

    The hidden tiles are dealt anew, so that no seat holds a value that it `lacks`, each such deal
    with equal chance; the same number is the same deal for every action. The action is carried out,
    and the round played to its end by the policy that is declared for play-outs, in every seat.

    Returns
    -------
    int, points of the own side in the round times the number of sides, less all sides' points:
    with two sides what it gains more than the other. Penalties count as points lost.

    Raises
    ------
    ValueError
        The action is not legal, no policy is declared for play-outs, or it failed.
    TypeError
        Action or number is no integer.
    """
    check_declared(playouts)
    value = call_address(
        playouts.engine,
        playouts.rules,
        playouts.position,
        playouts.policies,
        playouts.params,
        whole(action),
        further_word(playouts.random ^ _OWN, whole(number)),
        playouts.blind,
    )
    if value == UNKNOWN:
        raise ValueError("the action is not legal, or the play-out failed")
    return value


@kernel
def solve(deal: Deal, most: int) -> int:
    """The best action where every seat knows the deal and plays for its side's lead in the round.

    A search of at most `most` positions, exact where they suffice; what is beyond them is played
    out on the deal as it is, by the policy that is declared for play-outs. With more than two sides
    every action is played out so.

    Raises
    ------
    ValueError
        No policy is declared for play-outs, or it failed.
    TypeError
        `most` is no integer.
    """
    playouts = deal.playouts
    check_declared(playouts)
    action = call_address(
        deal.searcher,
        playouts.rules,
        playouts.position,
        playouts.policies,
        playouts.params,
        whole(most),
        playouts.blind,
    )
    if action == UNKNOWN:
        raise ValueError("the policy that plays on failed")
    return action
