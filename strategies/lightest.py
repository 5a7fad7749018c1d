"""Sheds the lightest tile that fits: the mirror of greedy, and a warning.

Among equal pips the tile with the lower low half goes first, 4|6 before 5|5.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, place, policy
from simulator.tiles import lightest as lightest_tile


@policy(
    "lightest", summary="the lightest tile that fits; never draws by choice", ignores_scores=True
)
def lightest(view: View, params: Any) -> int:
    """Place the lightest playable tile on the lowest arm that it fits."""
    return place(view, lightest_tile(view.playable))
