"""Plays actions out on imagined deals, and takes the one that ends best.

Monte Carlo in one step: the hidden tiles are dealt anew, so that they fit all that is known; an
action, which may be to draw, is carried out, and the round played to its end by `linear` in every
seat. The action with the greatest lead in points on all deals together wins. Every action has the
same deals, so that luck falls on all alike. All are tried on half of `samples` deals; the best
three go on to one and a half times, the best two to four times as many, unless the first is clearly
ahead (racing: Maron, Moore 1994).
"""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, Playouts, View, helper, play, play_out, policy
from simulator.tiles import heaviest, holds, without
from strategies.linear import linear

Ranking = tuple[int, int, int, int, int, int]
"""The best three actions, each with the lead that it has brought."""
_NOTHING = -(1 << 60)


@helper
def lead(playouts: Playouts, action: int, first: float, last: float) -> int:
    """The lead that an action brings on some deals together; none where there is no action."""
    total = 0
    if action != 0:
        for number in range(int(first), int(last)):
            total += play_out(playouts, action, number)
    return total


@helper
def ranked(best: Ranking, action: int, brought: int) -> Ranking:
    """A ranking with one more action, behind those that have brought as much."""
    first, most, second, more, _, less = best
    if brought > most:
        return action, brought, first, most, second, more
    if brought > more:
        return first, most, action, brought, second, more
    if brought > less:
        return first, most, second, more, action, brought
    return best


@helper
def raced(playouts: Playouts, best: Ranking, first: float, last: float, clear: float) -> Ranking:
    """A ranking after further deals, unless its first is ahead by `clear` times their root."""
    if best[1] - best[3] >= clear * first**0.5:
        return best
    again: Ranking = (0, _NOTHING, 0, _NOTHING, 0, _NOTHING)
    again = ranked(again, best[0], best[1] + lead(playouts, best[0], first, last))
    again = ranked(again, best[2], best[3] + lead(playouts, best[2], first, last))
    return ranked(again, best[4], best[5] + lead(playouts, best[4], first, last))


@policy(
    "look-ahead",
    summary="tries actions on about `samples` imagined deals; strong, slow",
    ignores_scores=True,
    playouts=linear,
    samples=100,
    clear=30,
)
def look_ahead(view: View, params: Any, playouts: Playouts) -> int:
    """Take the action with the best lead; of equals the heaviest tile on the lowest arm."""
    samples = max(2.0, params.samples)
    few, more, many = samples * 0.5, samples * 1.5, samples * 4.0
    best: Ranking = (0, _NOTHING, 0, _NOTHING, 0, _NOTHING)
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(len(view.fits)):
            if holds(view.fits[arm], tile):
                best = ranked(best, play(tile, arm), lead(playouts, play(tile, arm), 0, few))
    if view.may_draw:
        best = ranked(best, DRAW, lead(playouts, DRAW, 0, few))
    best = raced(playouts, best, few, more, params.clear)
    best = raced(playouts, (*best[:4], 0, _NOTHING), more, many, params.clear)
    return best[0]
