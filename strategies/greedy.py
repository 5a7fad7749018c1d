"""Sheds the heaviest tile that fits.

The plain player's plan: whatever is left in hand when the round ends is paid for, so get rid of
pips. Among equal pips the tile with the higher low half goes first, 5|5 before 4|6.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, place, policy
from simulator.tiles import heaviest


@policy("greedy", summary="the heaviest tile that fits; never draws by choice", ignores_scores=True)
def greedy(view: View, params: Any) -> int:
    """Place the heaviest playable tile on the lowest arm that it fits."""
    return place(view, heaviest(view.playable))
