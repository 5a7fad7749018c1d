"""Works out how likely the next player is stuck, and makes that as likely as it can.

The next seat's hand may be any so many of the unseen tiles, but for those of values that it is
known to lack: the chance that it holds none that fits is hypergeometric. Among equals, as where it
can be stuck in no way, the heaviest tile, then the lowest arm. With `grab` it draws by choice while
so many tiles at least can be drawn; by default never.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, play, policy, stuck_chance
from simulator.tiles import heaviest, holds, without


@policy(
    "blocker",
    summary="leaves the next most likely stuck; draws while `grab` are left",
    ignores_scores=True,
    boards=["line", "spinner"],
    bounds={"grab": (0, 14)},
    grab=0,
)
def blocker(view: View, params: Any) -> int:
    """Draw while at least `grab` tiles can be drawn, then leave the next seat most likely stuck."""
    if view.may_draw and 0 < params.grab <= view.drawable:
        return DRAW
    best, likeliest = -1, -1.0
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                chance = stuck_chance(view, tile, arm)
                if chance > likeliest:
                    best, likeliest = play(tile, arm), chance
    return best
