"""A round on trains from any position to its end: turns, doubles and passes, until one is out or
nobody can play.

The counterpart of `simulator.engine.rounds`, in the same frame of games.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.compiling.native import RAISED
from simulator.engine.board import PASS, is_legal, only_placement, open_tiles, open_values
from simulator.engine.position import BLOCKED, OUT, Form, next_tile
from simulator.engine.rounds import FAILED, ILLEGAL, ILLEGAL_ACTION, OK, learn_from_draw
from simulator.engine.seats import call_policy
from simulator.engine.trace import DRAWN, PASSED, record, record_coupling, record_marker
from simulator.engine.trains import couple, reached, set_marker, train_of
from simulator.masks import NOTHING, lightest, without
from simulator.placements import arm_of, tile_of


@kernel
def play_trains(
    rules: Any, position: Any, policies: Any, params: Any, trace: Any, form: Form
) -> int:
    """Play a position on to the end of its round; returns a status.

    A round is over when a hand is empty, or when nobody can play or draw any more. Whenever a
    policy is asked the position is complete: a copy of it played on ends as it does.
    """
    while True:
        seat = position.seat
        action = find_placement(rules, position, policies, params, trace, seat, form)
        if action >= 0:
            play_tile(rules, position, trace, seat, tile_of(action), arm_of(action), form)
            if position.hand[seat] == NOTHING:
                position.outcome = OUT
                position.winning_seat = seat
                return OK
            if position.open_double >= 0:  # which the seat has to cover at once
                continue
        elif action == PASS:
            pass_turn(rules, position, trace, seat, form)
            if position.passes == form.seats:
                position.outcome = BLOCKED
                return OK
        else:
            return FAILED if action == RAISED else ILLEGAL
        position.seat = seat + 1 if seat + 1 < form.seats else 0


@kernel
def find_placement(
    rules: Any, position: Any, policies: Any, params: Any, trace: Any, seat: int, form: Form
) -> int:
    """What a seat plays that has to play a tile, after it drew one if it was stuck.

    Returns
    -------
    int
        A legal placement, `PASS`, `RAISED`, or `ILLEGAL_ACTION` with the action in
        `position.fault`.
    """
    arms = reached(position, seat, form.seats)
    fitting = open_tiles(arms, False)
    hand = position.hand[seat]
    if hand & fitting == NOTHING and position.boneyard > rules.reserve:
        drawn = next_tile(rules, position, seat, position.boneyard, form)
        hand |= drawn
        position.hand[seat] = hand
        position.boneyard -= 1
        learn_from_draw(position, seat, drawn & fitting != NOTHING, arms, False)
        if form.recording:
            record(trace, DRAWN, seat, lightest(drawn), 1)
    playable = hand & fitting
    if playable == NOTHING:
        values = open_values(arms, False)
        position.lacks[seat] |= values
        position.passed_on[seat] |= values
        return PASS
    action = only_placement(rules, playable, arms, False)
    if action >= 0:
        return action
    action = call_policy(policies, params, seat, rules, position, hand, playable, arms[0])
    if action != RAISED and not is_legal(action, playable, arms, False):
        position.fault = action
        return ILLEGAL_ACTION
    return action


@kernel
def play_tile(
    rules: Any, position: Any, trace: Any, seat: int, tile: int, arm: int, form: Form
) -> None:
    """Take a tile from the hand to a train; on its own it takes the seat's marker down."""
    train = train_of(seat, arm, form.seats)
    couple(rules, position, seat, tile, train)
    position.hand[seat] = without(position.hand[seat], tile)
    position.passes = 0
    position.turn += 1
    if form.recording:
        record_coupling(position, trace, tile, train)
    if train == seat and set_marker(position, seat, False) and form.recording:
        record_marker(trace, seat, False)


@kernel
def pass_turn(rules: Any, position: Any, trace: Any, seat: int, form: Form) -> None:
    """End a turn without a play: the marker is up.

    A round is blocked when every seat passes in a row while nothing can be drawn. A pass that puts
    a marker up is the first of a new row, since it opens a train to others.
    """
    position.passed[seat] += 1
    position.turn += 1
    raised = set_marker(position, seat, True)
    if form.recording:
        record(trace, PASSED, seat, 0, 0)
        if raised:
            record_marker(trace, seat, True)
    if position.boneyard > rules.reserve:
        position.passes = 0
    else:
        position.passes = 1 if raised else position.passes + 1
