"""Takes the points that lie on the table, for games whose plays score.

The highest immediate score, then the heaviest tile, then the lowest arm. Where plays do not score
it plays as greedy.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, play, points, policy
from simulator.tiles import heaviest, holds, without


@policy(
    "fives",
    summary="the play that scores most at once, then the heaviest tile",
    ignores_scores=True,
)
def fives(view: View, params: Any) -> int:
    """Place what scores most."""
    best, best_points = -1, -1
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                scored = points(view, tile, arm)
                if scored > best_points:
                    best, best_points = play(tile, arm), scored
    return best
