"""Plans the longest train that its hand can lay, and keeps those tiles for it.

For Mexican Train. A search through the hand finds the longest train from the own end, among equally
long ones the heaviest; it is exact for trains of up to `depth` tiles, ten at most. What is not needed for the
plan is dumped on other trains, heavy tiles first; then the plan is laid. While its marker is up it
lays the plan first, which closes its train to the others.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, helper, lowest_arm, place, play, policy
from simulator.tiles import fits_value, heaviest, holds, one, other, pips_of, without


@helper
def longest(hand: int, end: int, depth: float) -> tuple[int, int]:
    """The tiles of the longest train of a hand from an end, and the first of them (-1: none).

    Depth first, the heaviest tile first: the tiles laid stand in `laid`, six bits each.
    """
    best, best_worth, first = 0, 0, -1
    used, laid, length, worth, lower = 0, 0, 0, 0, ~0
    while True:
        follow = hand & ~used & fits_value(end) & lower
        if follow and length < depth:
            tile = heaviest(follow)
            used, laid, length, lower = used | one(tile), laid << 6 | tile, length + 1, ~0
            end, worth = other(tile, end), worth + 1000 + pips_of(tile)
            if worth > best_worth:
                best, best_worth, first = used, worth, laid >> 6 * (length - 1)
        elif length == 0:
            return best, first
        else:  # take the last tile back; next is a tile with a lower number
            tile = laid & 63
            used, laid, length, lower = without(used, tile), laid >> 6, length - 1, one(tile) - 1
            end, worth = other(tile, end), worth - 1000 - pips_of(tile)


@policy(
    "longest-train",
    summary="keeps the longest train of its hand, dumps other tiles first (for trains)",
    ignores_scores=True,
    boards=["trains"],
    depth=10,
)
def longest_train(view: View, params: Any) -> int:
    """Dump what the plan does not need, else lay its first tile."""
    plan, first = longest(view.hand, view.ends[0], min(params.depth, 10))
    marked = view.markers & 1 == 1
    own = first >= 0 and holds(view.fits[0], first)
    if own and marked:
        return play(first, 0)
    tiles = view.playable & ~plan
    while tiles:
        tile = heaviest(tiles)
        arm = lowest_arm(view, tile)
        if arm > 0:
            return play(tile, arm)
        tiles = without(tiles, tile)
    if own:
        return play(first, 0)
    return place(view, heaviest(view.playable))
