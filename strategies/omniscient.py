"""Sees all hands and the boneyard: a cheat, and a bound of what any policy can reach.

Where a search of `positions` positions suffices it plays perfectly against perfect players who see
as much. Else it plays every action out on the deal as it is, with `linear` in every seat.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, UNKNOWN, Deal, View, follow, play, policy, solve
from simulator.tiles import heaviest, holds, without
from strategies.linear import linear


@policy(
    "omniscient",
    summary="sees the deal and searches `positions` of it; a bound, not a player",
    ignores_scores=True,
    playouts=linear,
    cheats=True,
    positions=2000,
)
def omniscient(view: View, params: Any, deal: Deal) -> int:
    """Take the action that the search finds, else the one whose play-out ends best."""
    best, most = solve(deal, int(params.positions)), -(1 << 60)
    if best != UNKNOWN:
        return best
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                brought = follow(deal, play(tile, arm))
                if brought > most:
                    best, most = play(tile, arm), brought
    if view.may_draw and follow(deal, DRAW) > most:
        return DRAW
    return best
