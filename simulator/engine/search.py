"""The best play where everybody sees everything: an exact search from a position.

Two sides play for their lead in the round. What is searched are the positions where a seat has a
choice; from one to the next the round is played on as it is always.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.compiling.records import Record, copy_record, scratch
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
def best_action(rules: Any, position: Any, most: int, blind: int, form: Form) -> int:
    """The action that brings the side to move the best lead, whatever the others play.

    Alpha-beta search (Knuth, Moore 1975): of equally good actions the first, lower arms and heavier
    tiles before others and drawing last.

    Parameters
    ----------
    most : int, how many positions may be searched.
    blind : int, other than 0: scores are nought.

    Returns
    -------
    int, an action; `UNKNOWN` if it would take more positions, or there are more than two sides.
    """
    if side_count(rules, form.seats) != 2:
        return UNKNOWN
    positions, nodes = _new_positions(), _new_nodes()
    copy_record(_position(positions, 0), position)
    if blind:
        hide_scores(_position(positions, 0))
    open_node(rules, _position(positions, 0), _node(nodes, 0), True, -_FAR, _FAR)
    depth, found, tried, begun = 0, UNKNOWN, UNKNOWN, 1
    while True:
        here, node = _position(positions, depth), _node(nodes, depth)
        action = next_action(node) if node.low < node.high else _NONE
        if action == _NONE:
            if depth == 0:
                return found
            depth -= 1
            found = tried if back_up(_node(nodes, depth), node.best) and depth == 0 else found
            continue
        tried = action if depth == 0 else tried
        then = _position(positions, depth + 1)
        copy_record(then, here)
        # nothing is recorded: what stands for a trace is never written
        going = carry_out(rules, then, then.points, action, form) == GOES_ON
        if going and play_on(rules, then, None, None, then.points, form) != OK:
            begun += 1
            if begun > most or depth + 1 == DEEPEST:
                return UNKNOWN
            depth += 1
            own = side_of(rules, then.seat, form.seats) == side_of(rules, position.seat, form.seats)
            open_node(rules, then, _node(nodes, depth), own, node.low, node.high)
        else:
            better = back_up(node, lead(rules, then, position.seat, form))
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
