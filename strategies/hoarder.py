"""Keeps its options open: draws for choice, and plays what leaves the most to play.

It draws by choice until `spare` of its tiles fit, then plays the tile after which most of its own
hand is playable; among equals the heaviest tile, then the lowest arm.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, fits_after, play, policy
from simulator.tiles import count, heaviest, holds, without


@policy(
    "hoarder",
    summary="draws until `spare` tiles fit, keeps its hand playable",
    ignores_scores=True,
    bounds={"spare": (0, 8)},
    spare=2,
)
def hoarder(view: View, params: Any) -> int:
    """Draw up to `spare` playable tiles, then place what keeps the most own tiles playable."""
    if view.may_draw and count(view.playable) < params.spare:
        return DRAW
    best, best_kept = -1, -1
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                kept = count(without(view.hand, tile) & fits_after(view, tile, arm))
                if kept > best_kept:
                    best, best_kept = play(tile, arm), kept
    return best
