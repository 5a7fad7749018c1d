"""Plays every action out on imagined deals, and takes the one that ends best.

Flat Monte Carlo: the hidden tiles are dealt anew `samples` times, so that they fit all that is
known; on each such deal every action, drawing included, is carried out and the round played to its
end by `linear` in every seat. The action with the greatest lead in points on all deals together
wins. The same deals serve all actions, so that luck of the deal falls on all alike.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, Playouts, View, helper, play, play_out, policy
from simulator.tiles import heaviest, holds, without
from strategies.linear import linear


@helper
def lead(playouts: Playouts, action: int, samples: float) -> int:
    """The lead that an action brings on all deals together."""
    total = 0
    for number in range(int(samples)):
        total += play_out(playouts, action, number)
    return total


@policy(
    "look-ahead",
    summary="plays each action out on `samples` imagined deals; strong and slow",
    ignores_scores=True,
    playouts=linear,
    samples=100,
)
def look_ahead(view: View, params: Any, playouts: Playouts) -> int:
    """Take the action with the best lead; of equals the heaviest tile on the lowest arm."""
    best, most = -1, -(1 << 60)
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                brought = lead(playouts, play(tile, arm), params.samples)
                if brought > most:
                    best, most = play(tile, arm), brought
    if view.may_draw and lead(playouts, DRAW, params.samples) > most:
        return DRAW
    return best
