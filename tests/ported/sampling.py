"""Flat Monte Carlo for two on a line: play every action out on a few random deals."""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, helper, lowest_arm, pick, play, policy, unseen, word
from simulator.tiles import (
    NOTHING,
    count,
    fits_value,
    heaviest,
    high,
    holds,
    lightest,
    low,
    one,
    other,
    pips,
    without,
)

WORDS = 64
"""Random words that a deal and its play-out have: the first half deals, the second draws."""


@helper
def taken(view: View, mask: int, number: int) -> int:
    """A tile of a mask, picked by one of the decision's random words."""
    for _ in range(pick(word(view, number), count(mask))):
        mask = without(mask, lightest(mask))
    return lightest(mask)


@helper
def rival_hand(view: View, rival: int, number: int) -> int:
    """A random hand of the rival's size without the values that it is known to lack."""
    pool, hand = unseen(view), NOTHING
    for value in range(10):
        if ((view.lacks[rival] | view.passed_on[rival]) >> value) & 1:
            pool &= ~fits_value(value)
    for place in range(view.hand_sizes[rival]):
        tile = taken(view, pool, number + place)
        pool, hand = without(pool, tile), hand | one(tile)
    return hand


@helper
def fitting(ends: tuple[int, int]) -> int:
    """The tiles that fit one of two ends."""
    return fits_value(ends[0]) | fits_value(ends[1])


@helper
def after(ends: tuple[int, int], tile: int, arm: int) -> tuple[int, int]:
    """The ends when a tile has been placed."""
    if arm == 0:
        return other(tile, ends[0]), ends[1]
    return ends[0], other(tile, ends[1])


@helper
def play_out(
    view: View, own: int, foe: int, stock: int, left: int, ends: tuple[int, int], number: int
) -> int:
    """What the round is worth to `foe`, played on by the fixed rule with `own` to move."""
    sign, passes = -1, 0
    while passes < 2:
        while own & fitting(ends) == NOTHING and left > 0:
            tile = taken(view, stock, number)
            stock, own = without(stock, tile), own | one(tile)
            left, number = left - 1, number + 1
        passes += 1
        if own & fitting(ends) != NOTHING:
            tile, passes = heaviest(own & fitting(ends)), 0
            ends = after(ends, tile, 0 if holds(fits_value(ends[0]), tile) else 1)
            own = without(own, tile)
            if own == NOTHING:
                return sign * pips(foe)
        own, foe, sign = foe, own, -sign
    return sign * (pips(foe) - pips(own))


@helper
def worth(view: View, tile: int, arm: int, samples: int) -> int:
    """The sum of what a placement is worth on random deals; of drawing where the tile is -1."""
    total, rival = 0, 1 - view.seat
    for sample in range(samples):
        number, own, left = WORDS * sample, view.hand, view.drawable
        foe = rival_hand(view, rival, number)
        number, stock = number + WORDS // 2, unseen(view) & ~foe
        placed, on = tile, arm
        if tile < 0:
            placed = taken(view, stock, number)
            stock, own = without(stock, placed), own | one(placed)
            left, number = left - 1, number + 1
            placed = heaviest(own & (view.fits[0] | view.fits[1]))
            on = lowest_arm(view, placed)
        first = (view.ends[0], view.ends[1])
        ends = (low(placed), high(placed)) if view.opening else after(first, placed, on)
        own = without(own, placed)
        if own == NOTHING:
            total += pips(foe)
        else:
            total += play_out(view, foe, own, stock, left, ends, number)
    return total


@policy("flat-monte-carlo", summary="what is worth most on random deals, played out", samples=8)
def flat_monte_carlo(view: View, params: Any) -> int:
    """Try every action on `samples` random deals of what is unseen, and take the best on average.

    The opponent's hand is drawn from the unseen tiles with no number that it passed on or is known
    to lack; the rest is the boneyard. From there both play the heaviest tile that fits, on the
    lowest arm, draw only when they are stuck and as long as they can, and else pass; so does a
    player who has tried to draw go on with the heaviest tile that fits. Who goes out gains the
    other's pips; when both pass, each gains the other's less its own. All actions are tried on the
    same deals. Among equals play the heaviest tile, on the lowest arm; draw only if that is better.
    """
    samples = int(params.samples)
    best, most = DRAW, -1_000_000
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(2):
            if holds(view.fits[arm], tile):
                total = worth(view, tile, arm, samples)
                if total > most:
                    best, most = play(tile, arm), total
    if view.may_draw and worth(view, -1, 0, samples) > most:
        return DRAW
    return best
