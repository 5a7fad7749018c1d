"""Flat Monte Carlo once more, read from its prose onto what the naive engine observes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from tests.naive import Action, Board, Observation, Placement, Tile
from tests.ported.readings import best, unseen, weight

Word = Callable[[int], int]
"""The random words of a decision by number, signed or not."""


def picked(tiles: Iterable[Tile], word: int) -> Tile:
    """One of the tiles, in order of weight, by the leading bits of a word."""
    ordered = sorted(tiles, key=weight)
    return ordered[word % 2**64 * len(ordered) // 2**64]


@dataclass(frozen=True)
class Deal:
    """A round as it may be: who is to move, the hands by seat, and what can be drawn."""

    mover: int
    hands: tuple[frozenset[Tile], frozenset[Tile]]
    stock: frozenset[Tile]
    drawable: int
    board: Board

    @property
    def options(self) -> list[Placement]:
        """What the mover may place, the best by the fixed rule first."""
        ends, hand = self.board.ends, self.hands[self.mover]
        arms = (0,) if self.board.first is None else (0, 1)
        fit = [(t, arm) for t in hand for arm in arms if ends[arm] is None or ends[arm] in t]
        return sorted(fit, key=lambda one: (*weight(one[0]), -one[1]), reverse=True)

    def _holding(self, hand: frozenset[Tile]) -> tuple[frozenset[Tile], frozenset[Tile]]:
        return (hand, self.hands[1]) if self.mover == 0 else (self.hands[0], hand)

    def drawn(self, tile: Tile) -> Deal:
        """After the mover has drawn a tile."""
        hands = self._holding(self.hands[self.mover] | {tile})
        return replace(self, hands=hands, stock=self.stock - {tile}, drawable=self.drawable - 1)

    def placed(self, tile: Tile, arm: int) -> Deal:
        """After the mover has placed a tile; the other is to move."""
        hands = self._holding(self.hands[self.mover] - {tile})
        return replace(self, mover=1 - self.mover, hands=hands, board=self.board.play(tile, arm))

    def worth(self, seat: int) -> int:
        """What a finished round is worth to a seat: an empty hand has no pips to subtract."""
        mine, theirs = (sum(map(sum, self.hands[one])) for one in (seat, 1 - seat))
        return theirs - mine


def finished(deal: Deal, words: Iterator[int]) -> Deal:
    """A deal played on by the fixed rule until a hand is empty or both have passed."""
    passes = 0
    while all(deal.hands) and passes < 2:
        while not deal.options and deal.drawable > 0:
            deal = deal.drawn(picked(deal.stock, next(words)))
        if deal.options:
            deal, passes = deal.placed(*deal.options[0]), 0
        else:
            deal, passes = replace(deal, mover=1 - deal.mover), passes + 1
    return deal


def imagined(seen: Observation, words: Iterator[int]) -> Deal:
    """A random deal that is consistent with what was seen."""
    rival = 1 - seen.seat
    lacking = seen.lacks[rival] | seen.passed_on[rival]
    pool, theirs = {tile for tile in unseen(seen) if lacking.isdisjoint(tile)}, set[Tile]()
    while len(theirs) < seen.hand_sizes[rival]:
        theirs.add(picked(pool - theirs, next(words)))
    hands = (seen.hand, frozenset(theirs))
    stock = frozenset(unseen(seen) - theirs)
    return Deal(
        seen.seat, hands if seen.seat == 0 else hands[::-1], stock, seen.drawable, seen.board
    )


def flat_monte_carlo(seen: Observation, word: Word, samples: int = 8) -> Action:
    """The action whose sum over all deals is greatest."""

    def total(action: Action) -> int:
        found = 0
        for sample in range(samples):
            deal = imagined(seen, map(word, range(64 * sample, 64 * sample + 32)))
            words = map(word, range(64 * sample + 32, 64 * sample + 64))
            if action == "draw":
                deal = deal.drawn(picked(deal.stock, next(words)))
                deal = deal.placed(*deal.options[0])
            else:
                deal = deal.placed(*action)
            found += finished(deal, words).worth(seen.seat)
        return found

    placement = best(seen, total)
    return "draw" if seen.may_draw and total("draw") > total(placement) else placement
