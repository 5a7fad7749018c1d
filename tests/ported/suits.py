"""Strategies of the hand: which of the own numbers to play, to repeat or to keep."""

from __future__ import annotations

from typing import Any

from simulator.policy import View, helper, new_end, place, play, policy
from simulator.tiles import NOTHING, count, fits_value, heaviest, holds, tiles_of, without
from strategies.flexible import flexible


@policy("own-suit", summary="brings back the number that it has played most")
def own_suit(view: View, params: Any) -> int:
    """Insist on your suit: bring the number back that you have played most, and let it stand.

    Cover an end that another opened rather than one of your own. Then show the number that most
    of the tiles you have played in this round bear; then play the heaviest tile, on the lowest
    arm. Open with the heaviest tile.
    """
    if view.opening:
        return place(view, heaviest(view.hand))
    mine = view.played[view.seat]
    best, best_worth = -1, -1
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(4):
            if holds(view.fits[arm], tile):
                worth = count(mine & fits_value(new_end(view, tile, arm)))
                worth += 0 if view.opened[arm] == view.seat else 100
                if worth > best_worth:
                    best, best_worth = play(tile, arm), worth
    return best


@helper
def numbers(mask: int) -> int:
    """How many different numbers a mask's tiles show."""
    found = 0
    for value in range(10):
        found += 1 if mask & fits_value(value) != NOTHING else 0
    return found


@policy("variety", summary="keeps as many different numbers in hand as it can")
def variety(view: View, params: Any) -> int:
    """Keep a hand that answers everything: as many different numbers as possible.

    Play the tile without which your hand still shows the most numbers, among equals the heaviest;
    on the lowest arm that it fits.
    """
    best, most = -1, -1
    for tile in tiles_of(view.playable):
        left = numbers(without(view.hand, tile))
        if left >= most:
            best, most = tile, left
    return place(view, best)


@policy("shed-late", summary="flexible, until an opponent is close to going out", close=2)
def shed_late(view: View, params: Any) -> int:
    """Play for position while there is time, and for points when there is none.

    As long as every opponent holds more than `close` tiles play as flexible does. From then on be
    rid of the heaviest tile that fits, on the lowest arm.
    """
    fewest = 99
    for seat in range(view.seats):
        if seat != view.seat and seat != view.partner:
            fewest = min(fewest, view.hand_sizes[seat])
    if fewest <= params.close:
        return place(view, heaviest(view.playable))
    return flexible(view)
