"""The table: rules and state of a round as one array of 64-bit words, and the words' names.

The engine writes it, a policy's compiled entry reads from it what the seat to move may know
(`simulator.policy.look`), and a finished round leaves its result and its counts in it. Where a
field goes by seat, by side or by arm it has four words.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulator.rules import Rules
from simulator.tiles import EVERY_TILE, parse, pips, tiles_of, whole_set


class Words:
    """Numbers the words of an array: `take` hands out the next ones and returns the first."""

    def __init__(self) -> None:
        self.taken = 0

    def take(self, number: int = 1) -> int:
        """The first of the next `number` words."""
        self.taken += number
        return self.taken - number


_layout = Words()

# the rules, the same throughout a run
SEATS = _layout.take()
TEAMS = _layout.take()  # 1: seats 0 and 2 against 1 and 3
TILES = _layout.take()  # the set, a mask
SET_SIZE = _layout.take()  # tiles in the set
HAND_SIZE = _layout.take()
RESERVE = _layout.take()  # tiles never drawn; the whole set where nobody draws
DRAW_RULE = _layout.take()
OPENER_MAY_DRAW = _layout.take()
OPENER_FIRST = _layout.take()
OPENER_NEXT = _layout.take()
FEWEST_TILES = _layout.take()  # 1: equal pips in a blocked round are decided by the fewest tiles
NET = _layout.take()  # 1: the winner of a blocked round subtracts its own pips
COMPARE_SIDES = _layout.take()  # 1: partners' hands are added before they are compared
ROUNDING = _layout.take()
LOSERS_MARK = _layout.take()  # 1: goat counting
TARGET = _layout.take()
AT_ONCE = _layout.take()  # 1: a play that reaches the target ends the game
SPINNER_BOARD = _layout.take()  # 1: the first double has four arms
FIVES = _layout.take()  # 1: plays score multiples of five
ARMS_DIFFER = _layout.take()  # 1: two equal ends are two actions
SPECIAL_HANDS = _layout.take()  # 1: some lone tiles have a value of their own
LONE = _layout.take(64)  # the value of a hand that holds just this tile

# what the seat to move may know (its hand, what fits, and arms 0 and 1 travel in registers)
SEAT = _layout.take()  # the seat to move
HAND = _layout.take(4)  # tiles in hand, by seat; the mover's is what it held when it was last asked
CROSS_FITS = _layout.take(2)  # tiles that fit arms 2 and 3 of a spinner; 0: not open
LINE = _layout.take()  # tiles on the line
MAY_DRAW = _layout.take()  # 1: drawing is a legal action now
BONEYARD = _layout.take()  # tiles in the boneyard
LACKS = _layout.take(4)  # values a seat is known to lack (bit v for value v), by seat
COUNTS = _layout.take(4)  # what an arm counts towards the open-end sum, by arm
SCORE = _layout.take(4)  # by side, points of this round's plays included
TURN = _layout.take()  # plays and passes so far in the round
KEY = _layout.take()  # key of the round's random streams

# what only the engine knows
FROM_BACK = _layout.take()  # tiles drawn from the back of a two-ended boneyard
SPINNER = _layout.take()  # value of the spinner; -1: no double on the line
UNCOVERED = _layout.take()  # sides of the spinner not yet covered, bit a for arm a

# the result of the round
OUTCOME = _layout.take()
WINNING_SEAT = _layout.take()  # went out, holds the winning hand or reached the target; -1: void
VALUE = _layout.take(4)  # values of the hands left, by seat
GAIN = _layout.take(4)  # points of the hands, by side
POINTS = _layout.take(4)  # points of plays in this round, by side
LEAD = _layout.take(4)  # sides * own points of the round - all points, by side
DRAWN_BY_CHOICE = _layout.take(4)  # by seat
PASSED = _layout.take(4)  # passes, by seat

# the result of the game
FIRST = _layout.take()  # who opened the first round
BLOCKED_ROUNDS = _layout.take()
WINNERS = _layout.take()  # sides with the best score, bit s for side s

# how policies are seated, and what a group of games came to (`simulator.engine.groups`)
SEATINGS = _layout.take()
SEATING = _layout.take()  # the one being played
POLICIES = _layout.take()
SIDE_MASK = _layout.take()  # seat & mask is its side
SEATED = _layout.take(4 * 24)  # the policy of a seat, four words a seating
ROUNDS_WON = _layout.take(4)  # in the game, by side
LENGTHS = _layout.take(24)  # rounds of the game, by seating
VECTOR_WORDS = 14
VECTOR = _layout.take(VECTOR_WORDS)

# where the tally keeps its histograms, and how wide they are (`simulator.engine.tallies`)
AT_SCORE, SCORE_BINS = _layout.take(), _layout.take()
AT_GAIN_OUT, AT_GAIN_BLOCKED, GAIN_BINS = _layout.take(), _layout.take(), _layout.take()
AT_ROUNDS, ROUND_BINS = _layout.take(), _layout.take()
AT_TURNS = _layout.take()
TALLY_SIZE, AT_MOMENTS, AT_MIRRORED = _layout.take(), _layout.take(), _layout.take()
AT_DRAWN_LEAD, AT_DRAWN_LEAD_SQUARES = _layout.take(), _layout.take()
AT_CHOICE, AT_FORCED, DRAWN_BINS = _layout.take(), _layout.take(), _layout.take()

# the place in the run, for errors and replays
GAME = _layout.take()
ROUND = _layout.take()
FAULT = _layout.take()  # the action that was not legal
EVENTS = _layout.take()  # words of the trace in use
TRACE_SIZE = _layout.take()  # words the trace has
ROUND_LIMIT = _layout.take()  # rounds after which a game is left unfinished
KEEP_ROWS = _layout.take()  # 1: a row is kept of every game

WORDS = _layout.taken

# outcomes of a round
OUT, BLOCKED, VOID, TARGET_REACHED = range(4)

# packed values of rule parameters
DRAW_NEVER, DRAW_STUCK, DRAW_OPTIONAL = range(3)
LOT, SMALLEST_DOUBLE, STRONGEST = range(3)
ROTATE, NEXT_SMALLEST_DOUBLE, WINNER, OUT_OR_LOT = range(4)
NO_ROUNDING, EACH_TO_FIVE, TOTAL_TO_FIVE = range(3)

_DRAW_RULES = {"never": DRAW_NEVER, "stuck": DRAW_STUCK, "optional": DRAW_OPTIONAL}
_OPENER_FIRST = {"lot": LOT, "smallest-double": SMALLEST_DOUBLE, "strongest": STRONGEST}
_OPENER_NEXT = {
    "rotate": ROTATE,
    "smallest-double": NEXT_SMALLEST_DOUBLE,
    "winner": WINNER,
    "out-or-lot": OUT_OR_LOT,
}
_ROUNDING = {"none": NO_ROUNDING, "opponent-5": EACH_TO_FIVE, "total-5": TOTAL_TO_FIVE}


def pack(rules: Rules) -> list[int]:
    """A fresh table: the rules in their words, zeros elsewhere; `WORDS` integers."""
    table = [0] * WORDS
    drawing = rules.draw != "never"
    fives, spinner = rules.play_points == "fives", rules.board == "spinner"
    packed = {
        SEATS: rules.players,
        TEAMS: rules.teams,
        TILES: whole_set(rules.set),
        SET_SIZE: rules.tiles,
        HAND_SIZE: rules.hand,
        RESERVE: rules.reserve if drawing else rules.tiles,
        DRAW_RULE: _DRAW_RULES[rules.draw],
        OPENER_MAY_DRAW: rules.opener_may_draw,
        OPENER_FIRST: _OPENER_FIRST[rules.opener_first],
        OPENER_NEXT: _OPENER_NEXT[rules.opener_next],
        FEWEST_TILES: rules.block_tie == "fewest-tiles",
        NET: rules.block_gain == "net",
        COMPARE_SIDES: rules.block_compare == "side",
        ROUNDING: _ROUNDING[rules.rounding],
        LOSERS_MARK: rules.scoring == "losers-mark",
        TARGET: rules.target,
        AT_ONCE: rules.target_check == "at-once",
        SPINNER_BOARD: spinner,
        FIVES: fives,
        ARMS_DIFFER: fives or spinner,
        SPECIAL_HANDS: len(rules.special_hands) > 0,
    }
    for word, value in packed.items():
        table[word] = int(value)
    for tile in tiles_of(EVERY_TILE):
        table[LONE + tile] = pips(1 << tile)
    for text, value in rules.special_hands.items():
        table[LONE + parse(text)] = value
    return table


def deck_order(rules: Rules) -> list[int]:
    """The tiles of the set as one-tile masks, in the order from which every shuffle starts."""
    return [1 << tile for tile in _set_tiles(rules)]


def _set_tiles(rules: Rules) -> Iterator[int]:
    return tiles_of(whole_set(rules.set))
