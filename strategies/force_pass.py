"""Remembers what the next player had nothing for, and shows it those values again.

It leaves as few different values open as it can of which the next seat has not shown, by passing or
by drawing when stuck, that it has none. Among equals the heaviest tile, then the lowest arm.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, fits_after, next_seat, play, policy
from simulator.tiles import DOUBLES, count, fits_any, heaviest, holds, without


@policy(
    "force-pass",
    summary="shows values that the next player passed on or surely lacks",
    ignores_scores=True,
    boards=["line", "spinner"],
)
def force_pass(view: View, params: Any) -> int:
    """Place what leaves the fewest values open that the next seat may answer."""
    rival = next_seat(view)
    stuck_on = view.lacks[rival] | view.passed_on[rival]
    answers = DOUBLES & ~fits_any(stuck_on)  # a double for each of the other values
    best, fewest = -1, 99
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                welcome = count(answers & fits_after(view, tile, arm))
                if welcome < fewest:
                    best, fewest = play(tile, arm), welcome
    return best
