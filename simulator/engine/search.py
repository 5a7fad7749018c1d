"""The best play where everybody sees everything: a search from a position.

Two sides play for their lead in the round. What is searched are the positions where a seat has a
choice; from one to the next, and beyond the horizon, the round is played on as it is always.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.compiling.records import Record, copy_record
from simulator.compiling.scratch import scratch
from simulator.doors import UNKNOWN
from simulator.engine.board import arms
from simulator.engine.playouts import GOES_ON, carry_out, hide_scores, lead
from simulator.engine.position import POSITION, Form
from simulator.engine.rounds import OK, play_on
from simulator.engine.scoring import side_count, side_of
from simulator.masks import MASK, NOTHING, heaviest, without
from simulator.placements import placement
from simulator.policy import DRAW

DEEPEST = 40
"""Choices, one after another, that a search looks ahead at most."""
_FAR = 1 << 40  # beyond every lead
_NONE = -2  # there is no action left

_NODE = Record(
    "node",
    left=(4, MASK),  # tiles that were not yet tried, by arm
    may_draw=0,  # 1: drawing was not yet tried
    own=0,  # 1: the searching side is to move
    best=0,  # the lead that is known to be reached
    low=0,  # leads up to which, and from which, nothing more is asked
    high=0,
)
_new_positions, _position = scratch(POSITION, DEEPEST + 1)
_new_nodes, _node = scratch(_NODE, DEEPEST + 1)


@kernel
def best_action(
    rules: Any, position: Any, policies: Any, params: Any, most: int, blind: int, form: Form
) -> int:
    """The action that brings the side to move the best lead, whatever the others play.

    Looks ahead one choice, then two and so on, until that is exact or has taken `most` positions;
    what is beyond is played on by policies. With more than two sides, whose aims are no opposites,
    it is one choice.

    Parameters
    ----------
    policies, params : as of `play_on`: who plays on.
    most : int, how many positions may be searched.
    blind : int, other than 0: scores are nought.

    Returns
    -------
    int, an action; `UNKNOWN` if a policy failed.
    """
    positions, nodes = _new_positions(), _new_nodes()
    copy_record(_position(positions, 0), position)
    if blind:
        hide_scores(_position(positions, 0))
    best, left, farthest = UNKNOWN, most, DEEPEST if side_count(rules, form.seats) == 2 else 1
    for horizon in range(1, farthest + 1):
        found, left, exact = search(rules, positions, nodes, policies, params, horizon, left, form)
        if found == UNKNOWN and left < 0:
            break
        best = found
        if exact or found == UNKNOWN:
            break
    return best


@kernel
def search(
    rules: Any, positions: Any, nodes: Any, policies: Any, params: Any,
    horizon: int, left: int, form: Form,
) -> tuple[int, int, bool]:  # fmt: skip
    """Alpha-beta search (Knuth, Moore 1975) of the first position, `horizon` choices ahead.

    Returns
    -------
    action : of equally good ones the first, lower arms and heavier tiles before others, drawing
    last; `UNKNOWN` if a policy failed, or there were more positions than `left`. left : how many
    more there may be, then below 0. exact : bool, whether nothing was beyond the horizon.
    """
    seat = _position(positions, 0).seat
    open_node(rules, _position(positions, 0), _node(nodes, 0), True, -_FAR, _FAR)
    depth, found, tried, exact = 0, UNKNOWN, UNKNOWN, True
    while True:
        here, node = _position(positions, depth), _node(nodes, depth)
        action = next_action(node) if node.low < node.high else _NONE
        if action == _NONE:
            if depth == 0:
                return found, left, exact
            depth -= 1
            found = tried if back_up(_node(nodes, depth), node.best) and depth == 0 else found
            continue
        tried = action if depth == 0 else tried
        then = _position(positions, depth + 1)
        copy_record(then, here)
        trace = then.points  # stands for one: nothing is recorded
        going = carry_out(rules, then, trace, action, form) == GOES_ON
        if going and depth + 1 < horizon:
            going = play_on(rules, then, None, None, trace, form) != OK
            if going:
                depth, left = depth + 1, left - 1
                if left < 0:
                    return UNKNOWN, left, False
                own = side_of(rules, then.seat, form.seats) == side_of(rules, seat, form.seats)
                open_node(rules, then, _node(nodes, depth), own, node.low, node.high)
                continue
        if going:
            exact, left = False, left - 1
            if play_on(rules, then, policies, params, trace, form) != OK:
                return UNKNOWN, 0, False
        better = back_up(node, lead(rules, then, seat, form))
        found = tried if better and depth == 0 else found


@kernel
def open_node(rules: Any, position: Any, node: Any, own: bool, low: int, high: int) -> None:
    """A position whose actions are all to be tried."""
    fits, hand = arms(position), position.hand[position.seat]
    for arm in range(4):
        node.left[arm] = hand & fits[arm]
    if fits[0] == fits[1] and rules.arms_differ == 0:
        node.left[1] = NOTHING
    node.may_draw = position.may_draw
    node.own = 1 if own else 0
    node.best = -_FAR if own else _FAR
    node.low, node.high = low, high


@kernel
def next_action(node: Any) -> int:
    """An action that was not yet tried."""
    for arm in range(4):
        if node.left[arm] != NOTHING:
            tile = heaviest(node.left[arm])
            node.left[arm] = without(node.left[arm], tile)
            return placement(tile, arm)
    if node.may_draw == 1:
        node.may_draw = 0
        return DRAW
    return _NONE


@kernel
def back_up(node: Any, value: int) -> bool:
    """Take in what an action came to; whether it is the best so far."""
    if node.own == 1:
        if value <= node.best:
            return False
        node.best = value
        node.low = max(node.low, value)
    else:
        if value >= node.best:
            return False
        node.best = value
        node.high = min(node.high, value)
    return True
