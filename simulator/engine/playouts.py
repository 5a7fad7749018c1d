"""Play-outs: a copy of a position played to the end of its round, the hidden tiles dealt anew.

The round is played on by what plays every round (`simulator.engine.rounds.play_on`).
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.compiling.records import Record, copy_record
from simulator.compiling.scratch import scratch
from simulator.doors import UNKNOWN
from simulator.engine.board import arms, is_legal, open_tiles
from simulator.engine.hidden import deal_hidden
from simulator.engine.position import POSITION, Form
from simulator.engine.rounds import OK, draw, lay, play_on
from simulator.engine.scoring import count_hands, side_count, side_of
from simulator.policy import DRAW

_COUNT = Record("count", value=4, gain=4)
_new_positions, _position = scratch(POSITION)
_new_counts, _count = scratch(_COUNT)

OVER, GOES_ON, NOT_LEGAL = range(3)
"""What carrying out an action comes to."""


@kernel
def play_out(
    rules: Any, position: Any, policies: Any, params: Any,
    action: int, word: int, blind: int, form: Form,
) -> int:  # fmt: skip
    """The lead that an action brings the seat to move when the round is played on, on another deal.

    Parameters
    ----------
    policies, params : as of `play_on`: who plays on.
    word : 64 random bits, from which the hidden tiles are dealt.
    blind : int, other than 0: scores are nought.

    Returns
    -------
    int, see `lead`; `UNKNOWN` if the action is not legal, or a policy failed.
    """
    own = _position(_new_positions(), 0)
    copy_record(own, position)
    deal_hidden(rules, own, word, form)
    if blind:
        hide_scores(own)
    status = carry_out(rules, own, policies, action, form)
    if status == GOES_ON and play_on(rules, own, policies, params, policies, form) == OK:
        status = OVER
    return lead(rules, own, position.seat, form) if status == OVER else UNKNOWN


@kernel
def hide_scores(position: Any) -> None:
    """Let every side have the score that it would see if the round were the first."""
    for side in range(4):
        position.score[side] = position.points[side]


@kernel
def carry_out(rules: Any, position: Any, trace: Any, action: int, form: Form) -> int:
    """Carry out an action of the seat to move, which has a choice; `OVER` if it ends the round."""
    seat, fits = position.seat, arms(position)
    hand = position.hand[seat]
    if action == DRAW:
        if position.may_draw == 0:
            return NOT_LEGAL
        position.drawn_by_choice[seat] += 1
        draw(rules, position, seat, hand, position.boneyard, form)
        return GOES_ON
    if not is_legal(action, hand & open_tiles(fits, form.plain), fits, form.plain):
        return NOT_LEGAL
    _, over = lay(rules, position, trace, fits, seat, hand, position.turn, action, form)
    if over:
        return OVER
    position.turn += 1
    position.seat = seat + 1 if seat + 1 < form.seats else 0
    return GOES_ON


@kernel
def lead(rules: Any, position: Any, seat: int, form: Form) -> int:
    """What a seat's side has gained in a round that is over: sides * own points - all points.

    Points of plays are among them. Penalties are points lost.
    """
    counted, total = _count(_new_counts(), 0), 0
    count_hands(rules, position, counted, form.seats)
    sides = side_count(rules, form.seats)
    for side in range(sides):
        total += counted.gain[side] + position.points[side]
    side = side_of(rules, seat, form.seats)
    own = counted.gain[side] + position.points[side]
    return (total - sides * own) if rules.losers_mark == 1 else (sides * own - total)
