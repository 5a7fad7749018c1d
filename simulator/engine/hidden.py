"""What a seat does not see, dealt anew: any deal that fits what it knows, each with equal chance.

It knows how many tiles every hand holds, which values seats lack, and the tiles that it sees. What
others hold, and the boneyard in its order, is drawn by lot; of the tiles that are hidden in the
position nothing is used. (That a hand can hold few tiles of a value, where one drew little since it
passed on it, is not made use of.)
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.engine.position import Form, deck_size
from simulator.knowledge import chance_of_none
from simulator.masks import NOTHING, count, fits_any, lightest, one, without
from simulator.placements import Four
from simulator.rng import draw_lots, further_word, pick

_ONE = 1 << 53  # chances are compared with 53 random bits


@kernel
def deal_hidden(rules: Any, position: Any, word: int, form: Form) -> None:
    """Deal the tiles anew that the seat to move does not see, from 64 random bits.

    All seats' own random words become others too, or who plays by lot would, in the own seat, draw
    the same lots on every deal. Hands are dealt one after another, those that can hold the fewest
    tiles first, each evenly out of what it can hold. How many ways that leaves for later hands may
    differ; so a deal is kept with a chance that makes up for it, or dealt again (rejection
    sampling, von Neumann 1951).
    """
    seat = position.seat
    unseen = rules.tiles & ~(position.hand[seat] | position.line)
    may = four_may(position, unseen, seat, form)
    while True:
        left, chance, word = deal_hands_anew(position, unseen, may, 1 << seat, word, form)
        kept = chance >= 1.0 or pick(word, _ONE) < chance * _ONE
        word = further_word(word, 0)
        if kept:
            break
    tiles = deck_size(rules, form)
    start = tiles - position.boneyard - position.from_back
    spread(position.deck, start, left)
    word = draw_lots(position.deck, start, start + position.boneyard, position.boneyard, word)
    for player in range(form.seats):
        position.private[player] = further_word(word, player + 1)


@kernel
def four_may(position: Any, unseen: int, seat: int, form: Form) -> Four:
    """Which unseen tiles each seat may hold; the own seat, whose hand is known, none."""
    return (
        may_hold(position, unseen, seat, 0, form),
        may_hold(position, unseen, seat, 1, form),
        may_hold(position, unseen, seat, 2, form),
        may_hold(position, unseen, seat, 3, form),
    )


@kernel
def may_hold(position: Any, unseen: int, seat: int, other: int, form: Form) -> int:
    """Those of the unseen tiles that another seat may hold, for what it is known to lack."""
    if other == seat or other >= form.seats:
        return NOTHING
    return unseen & ~fits_any(position.lacks[other])


@kernel
def deal_hands_anew(
    position: Any, unseen: int, may: Four, done: int, word: int, form: Form
) -> tuple[int, float, int]:
    """Deal the hands of the other seats out of the unseen tiles; `done` is the own seat's bit.

    Returns
    -------
    left : the tiles that are in no hand. chance : with which the deal is to be kept, 0 where a hand
    could not be filled. word : the next random bits.
    """
    left, earlier, dealt, chance = unseen, NOTHING, 0, 1.0
    for _ in range(form.seats - 1):
        seat = most_bound(may, done, form)
        size = count(position.hand[seat])
        pool = left & may[seat]
        least = max(0, dealt - count(earlier & ~may[seat]))  # earlier hands took so many of these
        # as many ways as this pool leaves to fill the hand, of those out of the largest it could be
        most = count(may[seat]) - least
        chance *= chance_of_none(most, most - count(pool), size)
        if chance == 0.0:
            break
        hand, word = chosen(position, pool, size, word)
        position.hand[seat] = hand
        left &= ~hand
        earlier |= may[seat]
        dealt += size
        done |= 1 << seat
    return left, chance, word


@kernel
def most_bound(may: Four, done: int, form: Form) -> int:
    """The seat, of those not yet done, that can hold the fewest tiles."""
    best, fewest = 0, 64
    for seat in range(form.seats):
        if (done >> seat) & 1 == 0 and count(may[seat]) < fewest:
            best, fewest = seat, count(may[seat])
    return best


@kernel
def chosen(position: Any, pool: int, size: int, word: int) -> tuple[int, int]:
    """A random hand of some size out of a pool, and the next random bits.

    Lots are drawn in the cells of the deck, to which the boneyard is written in the end.
    """
    spread(position.deck, 0, pool)
    word = draw_lots(position.deck, 0, count(pool), size, word)
    hand = NOTHING
    for place in range(size):
        hand |= position.deck[place]
    return hand, word


@kernel
def spread(cells: Any, start: int, tiles: int) -> None:
    """Write tiles, a mask each, to cells from a place on."""
    while tiles != NOTHING:
        tile = lightest(tiles)
        tiles = without(tiles, tile)
        cells[start] = one(tile)
        start += 1
