"""Draws whatever the rules let it draw, then plays as greedy.

More tiles are more to choose from, and more to pay for.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, place, policy
from simulator.tiles import heaviest


@policy(
    "draw-eagerly",
    summary="draws all that it may, then plays the heaviest tile that fits",
    ignores_scores=True,
)
def draw_eagerly(view: View, params: Any) -> int:
    """Draw while drawing is allowed, then place the heaviest playable tile."""
    if view.may_draw:
        return DRAW
    return place(view, heaviest(view.playable))
