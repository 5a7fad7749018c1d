"""Builds its own train, and sheds elsewhere only what it cannot lay there.

For Mexican Train. What lies on the own train keeps its end in the own hand: nobody else may play
there while the marker is down. So the own train first, the heaviest tile that fits; else the
heaviest tile elsewhere, on the Mexican train before others' trains.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, place, play, policy
from simulator.tiles import heaviest


@policy(
    "own-train",
    summary="for trains: the heaviest tile on its own, else the heaviest",
    ignores_scores=True,
    boards=["trains"],
)
def own_train(view: View, params: Any) -> int:
    """Place the heaviest tile that fits the own train; if none does, the heaviest playable."""
    own = view.playable & view.fits[0]
    if own:
        return play(heaviest(own), 0)
    return place(view, heaviest(view.playable))
