"""What a policy does, in words."""

from __future__ import annotations

from simulator.placements import arm_of, tile_of
from simulator.policy import DRAW, View
from simulator.tiles import name
from strategies import resolve


def does(spec: str, view: View) -> str:
    """The answer of a policy: `draw`, or the tile and its arm as `4|5@0`."""
    action = resolve(spec)(view)
    return "draw" if action == DRAW else f"{name(tile_of(action))}@{arm_of(action)}"
