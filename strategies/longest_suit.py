"""Plays from its longest suit: a tile of the value that most tiles in its hand show.

Where one holds many of a value others hold few, so that the end stays one's own. The tile itself
and a double count as one. Among equals the tile whose other value is the more frequent in hand,
then the heaviest; on the lowest arm that it fits.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, helper, place, policy
from simulator.tiles import count, fits_value, heaviest, high, low, without


@helper
def strength(hand: int, tile: int) -> int:
    """How many tiles of a hand show the more frequent value of a tile, then those of the other."""
    first, second = count(hand & fits_value(low(tile))), count(hand & fits_value(high(tile)))
    return 100 * max(first, second) + min(first, second)


@policy(
    "longest-suit",
    summary="a tile of the value that it holds most of",
    ignores_scores=True,
)
def longest_suit(view: View, params: Any) -> int:
    """Place the tile of the greatest strength."""
    best, greatest = -1, -1
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        if strength(view.hand, tile) > greatest:
            best, greatest = tile, strength(view.hand, tile)
    return place(view, best)
