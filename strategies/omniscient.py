"""Sees all hands and the boneyard: a cheat, and a bound of what any player can reach.

It searches the deal as it is, exactly where `positions` positions suffice: the best play against
players who see as much. What is beyond is played out on that deal with `linear` in every seat, as
is all where there are more than two sides.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import Deal, View, policy, solve
from strategies.linear import linear


@policy(
    "omniscient",
    summary="sees the deal, searches `positions` of it; a bound, no player",
    ignores_scores=True,
    playouts=linear,
    cheats=True,
    positions=500,
)
def omniscient(view: View, params: Any, deal: Deal) -> int:
    """Take the action that is best on the deal as it is."""
    return solve(deal, int(params.positions))
