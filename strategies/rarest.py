"""Counts what is out, and leaves ends that few others can play on.

Of all placements it takes the one after which the fewest unseen tiles fit, those that are neither
in its hand nor on the table; then the heaviest tile, then the lowest arm. With `grab` it draws by
choice while so many tiles at least can be drawn, early, when more tiles to choose from are worth
their pips; by default never.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, fits_after, play, policy, unseen
from simulator.tiles import count, heaviest, holds, without


@policy(
    "rarest",
    summary="leaves what fewest unseen fit; draws while `grab` are left",
    ignores_scores=True,
    bounds={"grab": (0, 14)},
    boards=["line", "spinner"],
    grab=0,
)
def rarest(view: View, params: Any) -> int:
    """Draw while at least `grab` tiles can be drawn, then leave what fewest unseen tiles fit."""
    if view.may_draw and 0 < params.grab <= view.drawable:
        return DRAW
    hidden = unseen(view)
    best, fewest = -1, 99
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                rivals = count(hidden & fits_after(view, tile, arm))
                if rivals < fewest:
                    best, fewest = play(tile, arm), rivals
    return best
