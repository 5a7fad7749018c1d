"""Thinks of its next turn: plays what leaves most of its own tiles to play.

Of all placements it takes the one after which most tiles left in hand fit some open end; then the
heaviest tile, then the lowest arm. It never draws by choice.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, fits_after, play, policy
from simulator.tiles import count, heaviest, holds, without


@policy(
    "flexible", summary="keeps as many of its own tiles playable as it can", ignores_scores=True
)
def flexible(view: View, params: Any) -> int:
    """Place what keeps the most own tiles playable."""
    best, most = -1, -1
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                kept = count(without(view.hand, tile) & fits_after(view, tile, arm))
                if kept > most:
                    best, most = play(tile, arm), kept
    return best
