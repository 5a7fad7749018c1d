"""What plays games, groups of them and play-outs, and what searches: native functions, or plain
ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import types

from simulator.compiling.marks import FLOATS, POINTER
from simulator.compiling.native import compile_native
from simulator.engine.games import play_game
from simulator.engine.groups import play_groups
from simulator.engine.ledger import LEDGER
from simulator.engine.playouts import play_out
from simulator.engine.position import POSITION, Form, deal
from simulator.engine.rounds import play_on
from simulator.engine.rulebook import RULEBOOK
from simulator.engine.search import best_action
from simulator.engine.train_rounds import play_trains
from simulator.engine.trains import deal_trains
from simulator.masks import MASK
from simulator.rules import Rules

_RECORDS = (RULEBOOK.kind, POSITION.kind, LEDGER.kind)
_ORDER = types.CPointer(MASK)
_GAME = types.int64(
    *_RECORDS, _ORDER, POINTER, FLOATS, POINTER, POINTER, POINTER, types.int64, types.int64
)
_GROUPS = types.int64(
    *_RECORDS, _ORDER, types.int64, POINTER, FLOATS, POINTER, POINTER, POINTER, POINTER,
    types.int64, types.int64, types.int64,
)  # fmt: skip


_PLAYOUT = types.int64(
    RULEBOOK.kind, POSITION.kind, POINTER, FLOATS, types.int64, types.int64, types.int64
)
_SEARCH = types.int64(RULEBOOK.kind, POSITION.kind, POINTER, FLOATS, types.int64, types.int64)


def form_of(rules: Rules, recording: bool = False) -> Form:
    """What the engine is compiled for to play under some rules."""
    plain = rules.board == "line" and rules.play_points == "none" and rules.set == 6
    once = rules.draw == "once"
    return Form(rules.players, plain, rules.two_ended, once, rules.has_trains, recording)


@cache
def game_player(form: Form, compiled: bool) -> Any:
    """What plays one game of a form: a native function, or a plain one."""
    seats, plain, two_ended, once, trains, recording = form
    # Only the form's own board is compiled.
    deal_round, play_round = (deal_trains, play_trains) if trains else (deal, play_on)

    def game(  # type: ignore[no-untyped-def]
        rules, position, ledger, order, policies, params, trace, tally, history, seed, number
    ):
        return play_game(
            rules, position, ledger, order, policies, params, trace, tally, history, seed, number,
            Form(seats, plain, two_ended, once, trains, recording), deal_round, play_round,
        )  # fmt: skip

    return compile_native(game, _GAME, f"game-{form}", "") if compiled else game


@cache
def playout_player(form: Form, compiled: bool) -> Callable[..., int]:
    """What plays a position out, of a form that is not for trains and does not record."""
    seats, plain, two_ended, once, trains, recording = form

    def playout(rules, position, policies, params, action, word, blind):  # type: ignore[no-untyped-def]
        return play_out(
            rules, position, policies, params, action, word, blind,
            Form(seats, plain, two_ended, once, trains, recording),
        )  # fmt: skip

    return compile_native(playout, _PLAYOUT, f"playout-{form}", "") if compiled else playout


@cache
def searcher(form: Form, compiled: bool) -> Callable[..., int]:
    """What searches for the best action, of such a form."""
    seats, plain, two_ended, once, trains, recording = form

    def search(rules, position, policies, params, most, blind):  # type: ignore[no-untyped-def]
        form = Form(seats, plain, two_ended, once, trains, recording)
        return best_action(rules, position, policies, params, most, blind, form)

    return compile_native(search, _SEARCH, f"search-{form}", "") if compiled else search


@cache
def group_player(compiled: bool) -> Callable[..., int]:
    """What plays groups of games of any form."""
    return compile_native(play_groups, _GROUPS, "groups", "") if compiled else play_groups
