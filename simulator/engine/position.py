"""The position: everything that a round is at one moment, in one record that can be copied.

`deal` makes one, `simulator.engine.rounds.play_on` plays one on to its end. Where a field goes by
seat, by side or by arm it has four words. A line has its fields, trains have theirs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from simulator.compiling.marks import kernel
from simulator.compiling.records import Record
from simulator.masks import MASK, NOTHING
from simulator.placements import ARMS
from simulator.rng import shuffle

POSITION = Record(
    "position",
    # the deal
    round=0,  # which of the game's
    key=0,  # of the round's deal and lot
    private=4,  # key of the seat's random words in the game, by seat
    deck=(64, MASK),  # a mask a tile in the order dealt: the hands by seat, then the boneyard
    boneyard=0,  # how many tiles it holds
    from_back=0,  # tiles drawn from the back of a two-ended boneyard
    hand=(4, MASK),  # by seat
    # the board
    line=(0, MASK),  # tiles on the line
    fits=(4, MASK),  # tiles that fit, by arm; nothing where it is not open
    counts=4,  # what an arm counts towards the open-end sum
    spinner=0,  # value of the spinner; -1: no double on the line
    uncovered=0,  # sides of the spinner not yet covered, bit a for arm a
    # the turn
    seat=0,  # to move
    turn=0,  # plays and passes so far
    passes=0,  # passes since the last play
    may_draw=0,  # 1: drawing is a legal action; set before a policy is asked
    # what has been seen and scored
    lacks=4,  # values a seat is known to lack (bit v for value v), by seat
    passed_on=4,  # values that were open when the seat passed, likewise
    played=(4, MASK),  # tiles that the seat has played, by seat
    opened=4,  # seat whose tile shows the arm's end, by arm
    score=4,  # by side, points of this round's plays included
    points=4,  # points of plays in this round, by side
    drawn_by_choice=4,  # by seat
    passed=4,  # passes, by seat
    # how it ended
    outcome=0,
    winning_seat=0,  # went out, holds the winning hand or reached the target; -1: void
    fault=0,  # the action that was not legal
    # trains, by seat, then the Mexican train
    trains=(5, MASK),  # tiles that fit its end; nothing where there is no train
    coupled=5,  # seat whose tile shows its end; -1: the engine's
    markers=0,  # seats whose trains are open to others, bit s for seat s
    open_double=0,  # train whose end is a double that must be covered; -1: none
)

OUT, BLOCKED, VOID, TARGET_REACHED = range(4)
"""Outcomes of a round."""


class Form(NamedTuple):
    """What an engine is compiled for: constants in its code, so that branches on them vanish."""

    seats: int
    plain: bool  # double-six on a line of two ends, and no points of plays
    two_ended: bool  # odd seats draw from the back of the boneyard
    once: bool  # a turn draws one tile at most
    trains: bool  # the board is trains
    recording: bool  # every event goes to the trace


@kernel
def deal(rules: Any, position: Any, order: Any, key: int, form: Form) -> None:
    """A new round from its key: the hands, an empty line, the rest of the deck as boneyard.

    Who opens is still to be said; scores stay as they are. `order` holds a mask for
    each tile that is dealt, in a fixed order.
    """
    deal_hands(rules, position, order, key, form)
    clear_board(rules, position)


@kernel
def deal_hands(rules: Any, position: Any, order: Any, key: int, form: Form) -> None:
    """Shuffle the deck and deal the hands, the rest is the boneyard; nothing was played yet."""
    tiles = deck_size(rules, form)
    shuffle(position.deck, tiles, key, order)
    position.key = key
    size = rules.hand_size
    top = 0
    for seat in range(form.seats):
        hand = NOTHING
        for place in range(top, top + size):
            hand |= position.deck[place]
        top += size
        position.hand[seat] = hand
        position.lacks[seat] = 0
        position.passed_on[seat] = 0
        position.played[seat] = NOTHING
        position.points[seat] = 0
        position.drawn_by_choice[seat] = 0
        position.passed[seat] = 0
    position.boneyard = tiles - top
    position.from_back = 0
    position.turn = 0
    position.passes = 0


@kernel
def clear_board(rules: Any, position: Any) -> None:
    """An empty line, where every tile fits arm 0."""
    position.line = NOTHING
    position.fits[0] = rules.tiles
    for arm in range(1, ARMS):
        position.fits[arm] = NOTHING
    for arm in range(ARMS):
        position.counts[arm] = 0
    position.spinner = -1
    position.uncovered = 0


@kernel
def deck_size(rules: Any, form: Form) -> int:
    """How many tiles are dealt, the boneyard's included."""
    return 28 if form.plain else rules.deck_size


@kernel
def next_tile(rules: Any, position: Any, seat: int, left: int, form: Form) -> int:
    """Take the tile that a seat draws from a boneyard of `left` tiles, as a mask."""
    tiles = deck_size(rules, form)
    if not form.two_ended:
        return position.deck[tiles - left]
    if seat & 1 == 0:
        return position.deck[tiles - left - position.from_back]
    position.from_back += 1
    return position.deck[tiles - position.from_back]
