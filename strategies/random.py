"""Plays any legal placement with equal chance.

The yardstick below which a policy need not look: it knows the rules and nothing else. A tile that
fits two different ends counts as two placements.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, pick, play, policy
from simulator.tiles import count, lightest, without


@policy(
    "random",
    summary="any legal placement with equal chance; never draws by choice",
    ignores_scores=True,
)
def random(view: View, params: Any) -> int:
    """Pick one of the (tile, arm) pairs."""
    choices = 0
    for arm in range(len(view.fits)):
        choices += count(view.hand & view.fits[arm])
    chosen = pick(view.random, choices)
    arm = 0
    while chosen >= count(view.hand & view.fits[arm]):
        chosen -= count(view.hand & view.fits[arm])
        arm += 1
    tiles = view.hand & view.fits[arm]
    for _ in range(chosen):
        tiles = without(tiles, lightest(tiles))
    return play(lightest(tiles), arm)
