"""What a policy may be handed beside its view: play-outs on imagined deals, or the deal itself.

A policy says in its declaration which it wants, and gets it as a third argument. Play-outs tell it
nothing that the view does not: hidden tiles are dealt anew. The deal tells all, so that a policy
that asks for it is a cheat, and called one wherever it is named.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from simulator.compiling.marks import call_address, kernel
from simulator.placements import Four
from simulator.rng import further_word

UNKNOWN = -(1 << 61)
"""Stands for a value or an action that was not found."""
ANEW, BLIND = 1, 2  # how to play out: hidden tiles are dealt anew; scores are nought


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


@kernel
def play_out(playouts: Playouts, action: int, number: int) -> int:
    """The lead in points that an action brings on imagined deal `number`, 0, 1, 2 and so on.

    The hidden tiles are dealt anew, so that they fit all that the view tells, each such deal with
    equal chance; the same number is the same deal for every action. The action is carried out, and
    the round played to its end by the policy that is declared for play-outs, in every seat.

    Returns
    -------
    int, points of the own side in the round times the number of sides, less all sides' points:
    with two sides what it gains more than the other. Penalties count as points lost.

    Raises
    ------
    ValueError
        The action is not legal, or a policy failed in the play-out.
    """
    word = further_word(playouts.random ^ _OWN, number)
    return found(_played(playouts, action, word, ANEW))


@kernel
def follow(deal: Deal, action: int) -> int:
    """The lead in points that an action brings on the deal as it is; else as `play_out`."""
    return found(_played(deal.playouts, action, 0, 0))


@kernel
def solve(deal: Deal, most: int) -> int:
    """The best action where every seat knows the deal and plays for its side's lead in the round.

    Exact where there are two sides, by search of at most `most` positions (alpha-beta: Knuth, Moore
    1975); `UNKNOWN` where those do not suffice, or with more sides.
    """
    playouts = deal.playouts
    return call_address(
        deal.searcher, playouts.rules, playouts.position, most, playouts.blind
    )


@kernel
def found(value: int) -> int:
    """A value that is known."""
    if value == UNKNOWN:
        raise ValueError("the action is not legal, or the play-out failed")
    return value


@kernel
def _played(playouts: Playouts, action: int, word: int, how: int) -> int:
    return call_address(
        playouts.engine,
        playouts.rules,
        playouts.position,
        playouts.policies,
        playouts.params,
        action,
        word,
        how | playouts.blind,
    )


_OWN = 0x2545F4914F6CDD1D
"""Sets the words of imagined deals apart from those that policies choose by."""
