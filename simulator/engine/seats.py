"""A seat as the engine asks it: where the words of its policy lie, and what its doors lead to."""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import call_address, kernel, shifted, word_at
from simulator.compiling.records import address_of
from simulator.doors import Deal, Playouts
from simulator.engine.view import four
from simulator.policy import DEAL, PARAMETERS, PLAYOUTS

SEAT = PARAMETERS + 4
"""Words of a seat: its policy's parameters, then what its doors lead to."""
PLAYER, SEARCHER, POLICIES, PARAMS = range(PARAMETERS, SEAT)
"""Those: addresses of what plays out and of what searches, and who plays in play-outs."""
PAUSE = -4
"""No action: a round is played on up to where a seat has a choice."""


@kernel
def call_policy(
    policies: Any, params: Any, seat: int, rules: Any, position: Any,
    hand: int, playable: int, first: int,
) -> int:  # fmt: skip
    """Ask the policy of a seat for its action, unchecked; `RAISED` if it raised an exception.

    `policies` points to the addresses of the entries, one a seat (uncompiled: a list of functions),
    `params` to `SEAT` words a seat; the rest are the arguments of `ENTRY`. Where there are no
    policies the answer is `PAUSE`.
    """
    if policies is None:
        return PAUSE
    mine = shifted(params, seat * SEAT)
    return call_address(policies[seat], rules, position, mine, hand, playable, first)


@kernel
def open_playouts(rules: Any, position: Any, params: Any, random: int, blind: bool) -> Playouts:
    """The play-outs of a decision."""
    return Playouts(
        word_at(params, PLAYER), address_of(rules), address_of(position),
        word_at(params, POLICIES), word_at(params, PARAMS), random, 1 if blind else 0,
    )  # fmt: skip


@kernel
def open_deal(rules: Any, position: Any, params: Any, random: int, blind: bool) -> Deal:
    """The deal that is being played."""
    playouts = open_playouts(rules, position, params, random, blind)
    return Deal(four(position.hand), playouts, word_at(params, SEARCHER))


DOORS = {PLAYOUTS: open_playouts, DEAL: open_deal}
"""What makes a policy's third argument, by its door."""
