"""A round on a line from any position to its end: turns, draws and passes, until one is out or all
pass.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.compiling.native import RAISED
from simulator.engine.board import (
    PASS,
    arms,
    is_legal,
    only_placement,
    open_tiles,
    open_values,
    put,
)
from simulator.engine.position import BLOCKED, OUT, TARGET_REACHED, Form, next_tile
from simulator.engine.rulebook import DRAW_OPTIONAL
from simulator.engine.scoring import side_of
from simulator.engine.seats import call_policy
from simulator.engine.trace import DRAWN, PASSED, record, record_play
from simulator.masks import NOTHING, lightest, without
from simulator.placements import Arms, Four, arm_of, tile_of
from simulator.policy import DRAW

ILLEGAL_ACTION = -3  # what a turn comes to where the policy's action was not legal

# statuses
OK, ILLEGAL, FAILED, ENDLESS, TRACE_FULL = range(5)


@kernel
def play_on(rules: Any, position: Any, policies: Any, params: Any, trace: Any, form: Form) -> int:
    """Play a position on to the end of its round; returns a status.

    A round is over when a hand is empty, when every seat passes in turn while nothing can be drawn,
    or when a play reaches the target where that is checked at once. The position then holds the
    outcome and the winning seat; a blocked round's winner is left to the count of the hands.
    Whenever a policy is asked the position is complete: a copy of it played on ends as it does.
    (What is kept in locals is kept in registers for speed; it is written to the position as it
    changes.)
    """
    optional = rules.draw == DRAW_OPTIONAL
    fits = arms(position)
    seat, passes, turn = position.seat, position.passes, position.turn
    # whether one may draw with a playable tile
    free = optional and (rules.opener_may_draw == 1 or position.line != NOTHING)
    while True:
        action, hand = take_turn(rules, position, policies, params, trace, seat, free, fits, form)
        if action >= 0:
            fits, over = lay(rules, position, trace, fits, seat, hand, turn, action, form)
            if over:
                return OK
            passes, free = 0, optional
        elif action == PASS:
            position.passed[seat] += 1
            values = open_values(fits, form.plain)
            position.lacks[seat] |= values
            position.passed_on[seat] |= values
            passes += 1
            if form.once and position.boneyard > rules.reserve:
                passes = 0  # who could draw has passed, so nobody is blocked yet
            position.passes = passes
            if form.recording:
                record(trace, PASSED, seat, 0, 0)
            if passes == form.seats:
                position.turn = turn + 1
                position.outcome = BLOCKED
                return OK
        else:
            return FAILED if action == RAISED else ILLEGAL
        turn += 1
        seat = seat + 1 if seat + 1 < form.seats else 0
        position.turn = turn
        position.seat = seat


@kernel
def lay(
    rules: Any,
    position: Any,
    trace: Any,
    fits: Four,
    seat: int,
    hand: int,
    turn: int,
    action: int,
    form: Form,
) -> tuple[Four, bool]:
    """Carry out a legal placement of a seat that holds `hand`, the tile included.

    Returns
    -------
    fits : what fits the arms after it. over : bool, whether it ended the round, of which the
    position then holds the outcome and the winning seat.
    """
    tile, arm = tile_of(action), arm_of(action)
    if fits[0] == fits[1] and rules.arms_differ == 0:
        arm = 0
    fits, points = put(rules, position, fits, seat, tile, arm, form.plain)
    hand = without(hand, tile)
    position.hand[seat] = hand
    position.passes = 0
    if form.recording:
        record_play(position, trace, tile, arm, points)
    reached = not form.plain and score_play(rules, position, seat, points, form.seats)
    if not reached and hand != NOTHING:
        return fits, False
    position.turn = turn + 1
    position.outcome = TARGET_REACHED if reached else OUT
    position.winning_seat = seat
    return fits, True


@kernel
def take_turn(
    rules: Any,
    position: Any,
    policies: Any,
    params: Any,
    trace: Any,
    seat: int,
    free: bool,
    fits: Four,
    form: Form,
) -> tuple[int, int]:
    """Draw as the rules and the policy will, until the turn comes to a placement or a pass.

    Returns
    -------
    action : int, a legal placement, `PASS`, `RAISED`, or `ILLEGAL_ACTION` with the action in
    `position.fault`. hand : int, the hand before the placement.
    """
    hand, left = position.hand[seat], position.boneyard
    fitting = open_tiles(fits, form.plain)
    reserve = rules.reserve
    stuck_only = rules.draw != DRAW_OPTIONAL
    floor = reserve  # at which no more is drawn in this turn
    while True:
        playable = hand & fitting
        may_draw = free and left > reserve
        if playable != NOTHING:
            action = only_placement(rules, playable, fits, form.plain) if not may_draw else -1
            if action >= 0:
                break
            position.may_draw = 1 if may_draw else 0
            action = call_policy(policies, params, seat, rules, position, hand, playable, fits[0])
            if action != DRAW or not may_draw:
                if action != RAISED and not is_legal(action, playable, fits, form.plain):
                    position.fault = action
                    action = ILLEGAL_ACTION
                break
            position.drawn_by_choice[seat] += 1
        elif left <= floor:
            action = PASS
            break
        drawn = draw(rules, position, seat, hand, left, form)
        left -= 1
        if form.once:
            floor = left
        hand |= drawn
        if stuck_only:
            learn_from_draw(position, seat, drawn & fitting != NOTHING, fits, form.plain)
        if form.recording:
            record(trace, DRAWN, seat, lightest(drawn), 1 if playable == NOTHING else 0)
    return action, hand


@kernel
def draw(rules: Any, position: Any, seat: int, hand: int, left: int, form: Form) -> int:
    """Have a seat that holds `hand` draw from a boneyard of `left` tiles; returns the tile, a
    mask."""
    drawn = next_tile(rules, position, seat, left, form)
    position.boneyard = left - 1
    position.hand[seat] = hand | drawn
    return drawn


@kernel
def learn_from_draw(position: Any, seat: int, fitted: bool, fits: Arms, plain: bool) -> None:
    """What a draw tells the others where one draws only when stuck: no open value was in the hand.

    The tile may bring any other value back, unless it fits, for then it is played at once. (Where
    drawing is optional a draw tells nothing.)
    """
    known = position.lacks[seat] if fitted else 0
    position.lacks[seat] = known | open_values(fits, plain)


@kernel
def score_play(rules: Any, position: Any, seat: int, points: int, seats: int) -> bool:
    """Add a play's points to its side; whether it ends the game at once."""
    side = side_of(rules, seat, seats)
    position.score[side] += points
    position.points[side] += points
    return points > 0 and rules.at_once == 1 and position.score[side] >= rules.target
