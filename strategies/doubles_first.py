"""Gets rid of doubles while they fit.

A double has one value only, so it fits less often than any other tile and is the hardest to be rid
of: common advice to beginners. The heaviest double that fits; without one the heaviest tile.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, place, policy
from simulator.tiles import DOUBLES, NOTHING, heaviest


@policy(
    "doubles-first",
    summary="the heaviest double that fits, else the heaviest tile",
    ignores_scores=True,
)
def doubles_first(view: View, params: Any) -> int:
    """Place the heaviest playable double, or tile, on the lowest arm that it fits."""
    doubles = view.playable & DOUBLES
    return place(view, heaviest(doubles if doubles != NOTHING else view.playable))
