"""One round from a given deck: deal, turns, draws and passes, until one is out or all pass."""

from __future__ import annotations

from typing import Any, NamedTuple

from simulator.compiling.native import RAISED, call_policy, kernel
from simulator.engine import table as t
from simulator.engine.board import (
    PASS,
    Fits,
    arm_of,
    clear_board,
    is_legal,
    only_placement,
    open_tiles,
    open_values,
    put,
    tile_of,
)
from simulator.engine.scoring import side_of
from simulator.engine.trace import DRAWN, PASSED, record, record_play
from simulator.policy import DRAW

ILLEGAL_ACTION = -3  # what a turn comes to where the policy's action was not legal

# statuses
OK, ILLEGAL, FAILED, ENDLESS, TRACE_FULL = range(5)


class Form(NamedTuple):
    """What an engine is compiled for: constants in its code, so that branches on them vanish."""

    seats: int
    plain: bool  # double-six on a line of two ends, and no points of plays
    two_ended: bool  # odd seats draw from the back of the boneyard
    recording: bool  # every event goes to the trace


@kernel
def deal(table: Any, deck: Any, form: Form) -> None:
    """Give the hands and lay out an empty table; the boneyard is the rest of the deck, in order."""
    size = table[t.HAND_SIZE]
    top = 0
    for seat in range(form.seats):
        hand = 0
        for place in range(top, top + size):
            hand |= deck[place]
        top += size
        table[t.HAND + seat] = hand
        table[t.LACKS + seat] = 0
        table[t.POINTS + seat] = 0
        table[t.DRAWN_BY_CHOICE + seat] = 0
        table[t.PASSED + seat] = 0
    table[t.FROM_BACK] = 0
    table[t.BONEYARD] = set_size(table, form) - top
    table[t.TURN] = 0


@kernel
def play_round(
    table: Any, deck: Any, policies: Any, params: Any, trace: Any, opener: int, form: Form
) -> int:
    """Play the dealt round; returns a status and leaves outcome and winning seat in the table.

    A round is over when a hand is empty, when every seat passes in turn, or when a play reaches the
    target where that is checked at once. A blocked round's winner is left to the count of the
    hands.
    """
    fits = clear_board(table)
    optional = table[t.DRAW_RULE] == t.DRAW_OPTIONAL
    free = optional and table[t.OPENER_MAY_DRAW] == 1  # whether one may draw with a playable tile
    seat, passes, turn = opener, 0, 0
    table[t.SEAT] = opener
    while True:
        action, hand = take_turn(table, deck, policies, params, trace, seat, free, fits, form)
        turn += 1
        table[t.TURN] = turn
        if action >= 0:
            tile, arm = tile_of(action), arm_of(action)
            equal = fits[0] == fits[1] and table[t.ARMS_DIFFER] == 0
            fits, points = put(table, fits, tile, 0 if equal else arm, form.plain)
            hand ^= 1 << tile
            table[t.HAND + seat] = hand
            passes = 0
            free = optional
            if form.recording:
                record_play(table, trace, seat, tile, 0 if equal else arm, points, fits)
            if not form.plain and score_play(table, seat, points, form.seats):
                table[t.OUTCOME] = t.TARGET_REACHED
                table[t.WINNING_SEAT] = seat
                return OK
            if hand == 0:
                table[t.OUTCOME] = t.OUT
                table[t.WINNING_SEAT] = seat
                return OK
        elif action == PASS:
            table[t.HAND + seat] = hand
            table[t.PASSED + seat] += 1
            table[t.LACKS + seat] |= open_values(fits, form.plain)
            passes += 1
            if form.recording:
                record(table, trace, PASSED, seat, 0, 0)
            if passes == form.seats:
                table[t.OUTCOME] = t.BLOCKED
                return OK
        else:
            table[t.HAND + seat] = hand
            return FAILED if action == RAISED else ILLEGAL
        seat = seat + 1 if seat + 1 < form.seats else 0
        table[t.SEAT] = seat


@kernel
def take_turn(
    table: Any,
    deck: Any,
    policies: Any,
    params: Any,
    trace: Any,
    seat: int,
    free: bool,
    fits: Fits,
    form: Form,
) -> tuple[int, int]:
    """Draw as the rules and the policy will, until the turn comes to a placement or a pass.

    Returns
    -------
    action : int, a legal placement, `PASS`, `RAISED`, or `ILLEGAL_ACTION` with the action in
    `FAULT`. hand : int, the hand before the placement.
    """
    hand, left = table[t.HAND + seat], table[t.BONEYARD]
    fitting = open_tiles(fits, form.plain)
    reserve = table[t.RESERVE]
    stuck_only = table[t.DRAW_RULE] == t.DRAW_STUCK
    by_choice = 0
    while True:
        playable = hand & fitting
        may_draw = free and left > reserve
        if playable != 0:
            action = only_placement(table, playable, fits, form.plain) if not may_draw else -1
            if action >= 0:
                break
            table[t.MAY_DRAW] = 1 if may_draw else 0
            table[t.BONEYARD] = left
            action = call_policy(policies, seat, table, params, hand, playable, fits[0], fits[1])
            if action != DRAW or not may_draw:
                if action != RAISED and not is_legal(action, playable, fits, form.plain):
                    table[t.FAULT] = action
                    action = ILLEGAL_ACTION
                break
            by_choice += 1
        elif left <= reserve:
            action = PASS
            break
        drawn = next_tile(table, deck, seat, left, form)
        left -= 1
        hand |= drawn
        if stuck_only:
            learn_from_draw(table, seat, drawn & fitting != 0, fits, form.plain)
        if form.recording:
            record(table, trace, DRAWN, seat, drawn, 1 if playable == 0 else 0)
    table[t.BONEYARD] = left
    table[t.DRAWN_BY_CHOICE + seat] += by_choice
    return action, hand


@kernel
def next_tile(table: Any, deck: Any, seat: int, left: int, form: Form) -> int:
    """The tile that a seat draws from a boneyard of `left` tiles, as a one-tile mask."""
    tiles = set_size(table, form)
    if not form.two_ended:
        return deck[tiles - left]
    if seat & 1 == 0:
        return deck[tiles - left - table[t.FROM_BACK]]
    table[t.FROM_BACK] += 1
    return deck[tiles - table[t.FROM_BACK]]


@kernel
def set_size(table: Any, form: Form) -> int:
    """How many tiles the set has."""
    return 28 if form.plain else table[t.SET_SIZE]


@kernel
def learn_from_draw(table: Any, seat: int, fitted: bool, fits: Fits, plain: bool) -> None:
    """What a draw tells the others where one draws only when stuck: no open value was in the hand.

    The tile may bring any other value back, unless it fits, for then it is played at once. (Where
    drawing is optional a draw tells nothing, and after a pass nobody draws any more.)
    """
    known = table[t.LACKS + seat] if fitted else 0
    table[t.LACKS + seat] = known | open_values(fits, plain)


@kernel
def score_play(table: Any, seat: int, points: int, seats: int) -> bool:
    """Add a play's points to its side; whether it ends the game at once."""
    side = side_of(table, seat, seats)
    table[t.SCORE + side] += points
    table[t.POINTS + side] += points
    return points > 0 and table[t.AT_ONCE] == 1 and table[t.SCORE + side] >= table[t.TARGET]
