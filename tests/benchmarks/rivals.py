"""Policies for the benchmark of estimators: close to each other, and far apart."""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, fits_after, helper, play, policy, unseen
from simulator.tiles import count, heaviest, holds, is_double, without


@helper
def best_play(view: View, kind: int) -> int:
    """The play with the highest score of a kind, among equals the heaviest tile."""
    best, highest = -1, -1_000_000
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                fitting = fits_after(view, tile, arm)
                score = 0
                if kind == 0:
                    score = count(without(view.hand, tile) & fitting)
                elif kind == 1:
                    score = 1 if is_double(tile) else 0
                else:
                    score = -count(unseen(view) & fitting)
                if score > highest:
                    best, highest = play(tile, arm), score
    return best


@policy("flexible", summary="most own tiles that fit after the play", ignores_scores=True)
def flexible(view: View, params: Any) -> int:
    """Keep the own hand playable."""
    return best_play(view, 0)


@policy("doubles-first", summary="doubles, then the heaviest", ignores_scores=True)
def doubles_first(view: View, params: Any) -> int:
    """Get rid of doubles."""
    return best_play(view, 1)


@policy(
    "rarest", summary="fewest unseen tiles that fit after the play", ignores_scores=True, grab=0
)
def rarest(view: View, params: Any) -> int:
    """Leave the others little to play; draw while at least `grab` tiles can be drawn."""
    if view.may_draw and 0 < params[0] <= view.drawable:
        return DRAW
    return best_play(view, 2)
