"""What a seat sees, what it can ask about it, and what it answers: a `View`, questions, actions."""

from __future__ import annotations

from typing import NamedTuple

from simulator import masks
from simulator.compiling.marks import kernel
from simulator.masks import NOTHING
from simulator.placements import MOST_ARMS, Arms, Four, placement, play_points
from simulator.rng import further_word
from simulator.tiles import checked, high, holds, known, low, other

DRAW = -1
"""The action: draw a tile from the boneyard."""


class View(NamedTuple):
    """What a player at the table knows. Sets of tiles are masks, see `simulator.tiles`."""

    hand: int
    """Own tiles."""
    playable: int
    """Own tiles that fit; never empty when a policy is asked."""
    fits: Arms
    """Tiles of the set that fit each arm; 0 where an arm is not open, and on arm 1 where two equal
    ends are one action. On an empty line every tile fits arm 0. A line has arms 0 and 1, a
    spinner's four; of trains 0 is the own, 1 the Mexican train, 2, 3 and 4 are those of the next
    seats clockwise, and where one may not play now 0 stands."""
    ends: Arms
    """Open value of each arm, -1 where it is not open; of trains of every one, whether one may play
    there or not."""
    may_draw: bool
    """Whether drawing is a legal action now."""
    drawable: int
    """How many tiles can still be drawn, by whomever."""
    boneyard: int
    """How many tiles the boneyard holds."""
    seat: int
    """Own seat."""
    seats: int
    """Number of seats."""
    partner: int
    """Partner's seat; -1 where each plays alone, which as an index would be the last seat."""
    hand_sizes: Four
    """Tiles in each seat's hand."""
    lacks: Four
    """Values each seat is known to lack by what everybody saw, bit v for value v. Of the own seat
    it is what the others know: a tile just drawn may show such a value."""
    played: Four
    """Tiles each seat has played in this round."""
    opened: Arms
    """The seat whose tile shows the open end of each arm, -1 where it is not open; of two equal
    ends both. The spinner's bare ends were opened by who played the spinner, an empty train by
    nobody, -1."""
    passed_on: Four
    """Values that were open when each seat passed in this round, bit v for value v. What it `lacks`
    is known from forced draws too, until it draws again."""
    drawn_by_choice: Four
    """Tiles each seat drew in this round while it could have played."""
    line: int
    """Tiles on the table: of the line, or of all trains and the engine."""
    tiles: int
    """Tiles of the set."""
    scores: Four
    """Score of each seat's side, points of plays in this round included."""
    target: int
    """Points that end the game, 0 where the number of rounds is fixed."""
    opening: bool
    """Whether the line is empty."""
    turn: int
    """Plays and passes so far in the round."""
    counts: Four
    """What each arm counts towards the open-end sum, where plays score."""
    fives: bool
    """Whether plays score multiples of five."""
    spinner: int
    """Value of the spinner, -1 where there is none."""
    uncovered: int
    """Sides of the spinner not yet covered, bit a for arm a."""
    random: int
    """64 random bits, a signed integer; fresh for every decision, and telling nothing of the deal
    or of other seats. See `pick`, and `word` for more."""
    round: int
    """Which round of the game this is, from 0."""
    rounds: int
    """How many rounds the game has, 0 where it goes to the target."""
    trains: bool
    """Whether arms are trains."""
    markers: int
    """Trains whose marker is up, so that all may play there: bit a for arm a."""
    open_double: int
    """Arm whose end is a double that must be covered, so that one may play only there; -1 if there
    is none."""


arm_of_a_board = checked("arm", MOST_ARMS)


# -- actions and questions, for policies -------------------------------------------------------


@kernel
def play(tile: int, arm: int) -> int:
    """The action: place a tile on an arm."""
    return placement(known(tile), arm_of_a_board(arm))


@kernel
def lowest_arm(view: View, tile: int) -> int:
    """The lowest arm that a playable tile fits."""
    arm = 1 - masks.held(view.fits[0], known(tile))
    if view.fits[2] | view.fits[3] | view.fits[-1] != 0:  # the last of four or of five
        while arm > 0 and arm < len(view.fits) - 1 and not holds(view.fits[arm], tile):
            arm += 1
    return arm


@kernel
def place(view: View, tile: int) -> int:
    """The action: place a tile on the lowest arm that it fits."""
    return placement(tile, lowest_arm(view, tile))


@kernel
def points(view: View, tile: int, arm: int) -> int:
    """Points that a placement would score at once; 0 where plays do not score.

    A tile that does not fit the arm raises `IndexError`, here, in `new_end` and in `fits_after`.
    """
    if not view.fives:
        return 0
    outer = 0
    if not view.opening:
        outer = new_end(view, tile, arm) + (view.ends[arm] if masks.is_double(tile) else 0)
    return play_points(known(tile), arm, view.opening, view.counts, outer)


@kernel
def new_end(view: View, tile: int, arm: int) -> int:
    """The value that an arm shows after a placement; the first tile shows both its own."""
    if view.opening:
        raise IndexError("the line is empty, and the first tile shows both its values")
    if not holds(view.fits[arm], tile):  # or an equal end that is not shown
        if view.ends[arm] < 0:
            raise IndexError("that arm is not open: view.ends is -1 there")
        return other(tile, view.ends[arm])
    return masks.other(tile, view.ends[arm])


@kernel
def fits_after(view: View, tile: int, arm: int) -> int:
    """Tiles of the set that fit somewhere after a placement.

    On trains those that fit where the seat itself may play; after a double only what covers it,
    unless no such tile is left.
    """
    if view.opening:
        return (masks.fits_value(low(tile)) | masks.fits_value(high(tile))) & view.tiles
    fitting = masks.fits_value(new_end(view, tile, arm))
    if view.trains and masks.is_double(tile):
        left = view.tiles & ~view.line
        if fitting & masks.without(left, tile) != NOTHING:
            return fitting & view.tiles
    for index in range(len(view.ends)):
        if index != arm and view.ends[index] >= 0 and is_free(view, index):
            fitting |= masks.fits_value(view.ends[index])
    if view.uncovered == 1 << arm:  # covers the spinner's second side: its ends open
        fitting |= masks.fits_value(view.spinner)
    return fitting & view.tiles


@kernel
def is_free(view: View, arm: int) -> bool:
    """Whether a seat may play on an arm unless a double is open elsewhere."""
    return not view.trains or ((view.markers | 3) >> arm) & 1 == 1


@kernel
def unseen(view: View) -> int:
    """Tiles that are neither in the own hand nor on the table."""
    return view.tiles & ~(view.hand | view.line)


@kernel
def word(view: View, number: int) -> int:
    """Word `number`, 0, 1, 2 and so on, of a decision's own stream of random words.

    Each has 64 random bits, a signed integer, independent of the others and of `view.random`; so
    `pick(word(view, k), n)` are independent choices for different k. (What is made of one word, as
    `view.random ^ k`, is not: picks out of it hardly differ for small k.)
    """
    return further_word(view.random, number)
