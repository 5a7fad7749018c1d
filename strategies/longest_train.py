"""Plans the longest train that its hand can lay, and keeps those tiles for it.

For Mexican Train. A search through the hand finds the longest train from the own end, among equally
long ones the heaviest; it is exact for trains of up to `depth` tiles, ten at most. Tiles that the
plan does not need are dumped on other trains, heavy ones first; then the plan is laid. While its
marker is up it lays the plan first, which closes its train to the others.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import View, helper, place, play, policy
from simulator.tiles import fits_value, heaviest, holds, lighter_than, one, other, pips_of, without


@helper
def longest(hand: int, end: int, depth: float) -> tuple[int, int]:
    """The tiles of the longest train of a hand from an end, and the first of them (-1: none).

    Depth first, the heaviest tile first: the tiles laid stand in `laid`, six bits each.
    """
    best, best_worth, first, begun = 0, 0, -1, -1
    used, laid, length, worth, untried = 0, 0, 0, 0, hand
    while True:
        follow = untried & ~used & fits_value(end)
        if follow and length < depth:
            tile = heaviest(follow)
            begun = tile if length == 0 else begun
            used, laid, length, untried = used | one(tile), laid << 6 | tile, length + 1, hand
            end, worth = other(tile, end), worth + 1000 + pips_of(tile)
            if worth > best_worth:
                best, best_worth, first = used, worth, begun
        elif length == 0:
            return best, first
        else:  # take the last tile back, and try lighter ones in its place
            tile = laid & 63
            used, laid, length = without(used, tile), laid >> 6, length - 1
            end, worth = other(tile, end), worth - 1000 - pips_of(tile)
            untried = hand & lighter_than(tile)


@policy(
    "longest-train",
    summary="for trains: keeps its longest of up to `depth`, dumps the rest",
    ignores_scores=True,
    boards=["trains"],
    bounds={"depth": (0, 10)},
    depth=10,
)
def longest_train(view: View, params: Any) -> int:
    """Dump what the plan does not need, else lay its first tile."""
    plan, first = longest(view.hand, view.ends[0], min(params.depth, 10))
    own = first >= 0 and holds(view.fits[0], first)
    if not own or view.markers & 1 == 0:
        elsewhere = view.fits[1] | view.fits[2] | view.fits[3] | view.fits[4]
        tile = heaviest(view.playable & elsewhere & ~plan)
        for arm in range(1, len(view.fits)):
            if tile >= 0 and holds(view.fits[arm], tile):
                return play(tile, arm)
    return play(first, 0) if own else place(view, heaviest(view.playable))
