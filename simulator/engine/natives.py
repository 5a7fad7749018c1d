"""What plays games and groups of them: native functions, or plain ones."""

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
from simulator.engine.position import POSITION, Form, deal
from simulator.engine.rounds import play_on
from simulator.engine.rulebook import RULEBOOK
from simulator.engine.train_rounds import play_trains
from simulator.engine.trains import deal_trains
from simulator.masks import MASK

_RECORDS = (RULEBOOK.kind, POSITION.kind, LEDGER.kind)
_ORDER = types.CPointer(MASK)
_GAME = types.int64(
    *_RECORDS, _ORDER, POINTER, FLOATS, POINTER, POINTER, POINTER, types.int64, types.int64
)
_GROUPS = types.int64(
    *_RECORDS, _ORDER, types.int64, POINTER, FLOATS, POINTER, POINTER, POINTER, POINTER,
    types.int64, types.int64, types.int64,
)  # fmt: skip


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
def group_player(compiled: bool) -> Callable[..., int]:
    """What plays groups of games of any form."""
    return compile_native(play_groups, _GROUPS, "groups", "") if compiled else play_groups
