"""Strategies of friend and foe: whose end to cover, and whose to leave."""

from __future__ import annotations

from typing import Any

from simulator.policy import View, helper, new_end, place, play, policy
from simulator.tiles import heaviest, holds, without
from strategies.longest_suit import longest_suit


@helper
def courtesy(view: View, opener: int) -> int:
    """How gladly one covers the end that a seat opened: 2 an opponent's, 1 one's own."""
    if opener == view.partner:
        return 0
    return 1 if opener == view.seat else 2


@policy("support", summary="leaves the partner's ends, covers the opponents'")
def support(view: View, params: Any) -> int:
    """Play for your partner: leave the end that it opened, and cover what the opponents opened.

    Rather cover an opponent's end than your own, and your own than your partner's. Then rather
    show a number that your partner is not known to lack; then play the heaviest tile, on the
    lowest arm. Open with the heaviest tile, and without a partner always play it.
    """
    if view.opening or view.partner < 0:
        return place(view, heaviest(view.playable))
    best, best_worth = -1, -1
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(4):
            if holds(view.fits[arm], tile):
                lacking = (view.lacks[view.partner] >> new_end(view, tile, arm)) & 1
                worth = 2 * courtesy(view, view.opened[arm]) + 1 - lacking
                if worth > best_worth:
                    best, best_worth = play(tile, arm), worth
    return best


@helper
def danger(view: View, opener: int) -> int:
    """The more, the fewer tiles the opponent holds who opened an end; 0 if it is no opponent."""
    foe = opener != view.seat and opener != view.partner
    return 100 - view.hand_sizes[opener] if foe else 0


@policy("lead-and-cover", summary="leads its longest suit, then covers the opponents' ends")
def lead_and_cover(view: View, params: Any) -> int:
    """Lead from your longest suit, and cover what the opponents open.

    Open as longest-suit does. Later cover an end that an opponent opened, of several that of the
    opponent with the fewest tiles, before one of yours or of your partner's. Among equals play the
    heaviest tile, on the lowest arm.
    """
    if view.opening:
        return longest_suit(view)
    best, best_worth = -1, -1
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(4):
            if holds(view.fits[arm], tile):
                worth = danger(view, view.opened[arm])
                if worth > best_worth:
                    best, best_worth = play(tile, arm), worth
    return best
