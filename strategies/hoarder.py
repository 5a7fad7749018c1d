"""Keeps its options open: draws for choice, and plays what leaves the most to play.

It draws by choice until `spare` of its tiles fit, then plays as `flexible`, the tile after which
most of its own hand is playable.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, policy
from simulator.tiles import count
from strategies.flexible import flexible


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
    return flexible(view)
