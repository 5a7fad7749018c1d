"""A block of games: compiled engines and their buffers, and faults turned into errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from shlex import quote
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from simulator import table as t
from simulator.board import arm_of, tile_of
from simulator.errors import ExperimentError, PolicyError
from simulator.games import MOST_ROUNDS, play_game
from simulator.kernels import (
    ENTRY,
    FLOATS,
    PARAMETERS,
    POINTER,
    RAISED,
    Native,
    compile_native,
    is_python,
    kernel,
)
from simulator.policy import DRAW, Policy, action_of, look, signed
from simulator.rounds import ENDLESS, FAILED, OK, Form
from simulator.rules import Rules
from simulator.sources import fingerprint
from simulator.tallies import Layout, Tally, layout_for, pack_layout
from simulator.tiles import EVERY_TILE, name

ROW = 8  # words kept of a game: first opener, rounds, blocked rounds, winners, four scores

_SIGNATURE = types.int64(
    POINTER, POINTER, POINTER, POINTER, FLOATS, POINTER, POINTER, POINTER,
    types.int64, types.int64, types.int64,
)  # fmt: skip


@kernel
def play_block(
    table: Any,
    deck: Any,
    order: Any,
    policies: Any,
    params: Any,
    trace: Any,
    tally: Any,
    rows: Any,
    seed: int,
    first: int,
    last: int,
    form: Form,
) -> int:
    """Play the games first to last - 1 into a tally, and into `rows` if they are kept."""
    for game in range(first, last):
        table[t.GAME] = game
        status = play_game(table, deck, order, policies, params, trace, tally, seed, game, form)
        if status != OK:
            return status
        if table[t.KEEP_ROWS] == 1:
            place = (game - first) * ROW
            rows[place] = table[t.FIRST]
            rows[place + 1] = table[t.ROUND]
            rows[place + 2] = table[t.BLOCKED_ROUNDS]
            rows[place + 3] = table[t.WINNERS]
            for side in range(4):
                rows[place + 4 + side] = table[t.SCORE + side]
    return OK


@cache
def _engine(form: Form, compiled: bool) -> Callable[..., int]:
    """The engine for a form: a function of raw addresses, or of lists where nothing is compiled."""
    seats, plain, two_ended, recording = form

    def engine(  # type: ignore[no-untyped-def]
        table, deck, order, policies, params, trace, tally, rows, seed, first, last
    ):
        return play_block(
            table, deck, order, policies, params, trace, tally, rows, seed, first, last,
            Form(seats, plain, two_ended, recording),
        )  # fmt: skip

    if not compiled:
        return engine
    return compile_native(engine, _SIGNATURE, f"engine-{form}", "").call


# -- policies' entries -------------------------------------------------------------------------


def _entry(decide: Callable[..., Any]) -> Callable[..., int]:
    def entry(table, params, hand, playable, first, second):  # type: ignore[no-untyped-def]
        return action_of(decide(look(table, hand, playable, first, second), params))

    return entry


@cache
def _compiled_entry(decide: Callable[..., Any], label: str) -> Native:
    try:
        inlined = njit(error_model="numpy", forceinline=True)(decide)
        return compile_native(_entry(inlined), ENTRY, f"policy-{label}", fingerprint(decide))
    except NumbaError as error:
        raise PolicyError(f"policy {label!r} does not compile: {_reason(error)}") from None


def _reason(error: NumbaError) -> str:
    """What a compiler error says, in one line."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [
        line for line in lines if line and not line.startswith(("During:", "Failed in", "-", ">>>"))
    ]
    return " ".join(told)[:300]


class _Caught:
    """An uncompiled policy whose exceptions become `RAISED`, kept for the error message."""

    def __init__(self, decide: Callable[..., Any]) -> None:
        self._entry = _entry(decide)
        self.error: Exception | None = None

    def __call__(self, *args: Any) -> int:
        try:
            return self._entry(*args)
        except Exception as error:  # whatever a user's policy may raise
            self.error = error
            return RAISED


# -- matchups ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """The result of a block: its tally and, if kept, a row of `ROW` words for every game."""

    first: int
    last: int
    tally: Tally
    rows: NDArray[np.int64] | None


class Matchup:
    """Policies seated under rules, ready to play.

    Parameters
    ----------
    rules : Rules
    policies : one `Policy` a seat, in the order of seats.
    compiled : bool, whether to run compiled; by default unless `NUMBA_DISABLE_JIT` is set.

    Raises
    ------
    ExperimentError
        The number of policies is not the number of seats.
    PolicyError
        A policy does not compile.
    """

    def __init__(
        self, rules: Rules, policies: Sequence[Policy], compiled: bool | None = None
    ) -> None:
        if len(policies) != rules.players:
            raise ExperimentError(
                f"{rules.players} seats need as many policies, not {len(policies)}"
            )
        self.rules, self.policies = rules, tuple(policies)
        self.layout: Layout = layout_for(rules)
        self._compiled = not is_python() if compiled is None else compiled
        plain = rules.board == "line" and rules.play_points == "none" and rules.set == 6
        self._form = Form(rules.players, plain, rules.two_ended, False)
        self._table = t.pack(rules)
        pack_layout(self._table, self.layout)
        self._order = t.deck_order(rules)
        self._params = [0.0] * (4 * PARAMETERS)
        for seat, policy in enumerate(policies):
            start = seat * PARAMETERS
            self._params[start : start + len(policy.values)] = policy.values.values()
        if self._compiled:
            self._entries = [_compiled_entry(policy.decide, policy.spec) for policy in policies]
            _engine(self._form, True)

    def play(self, seed: int, first: int, last: int, keep_rows: bool = False) -> Block:
        """Play the games first to last - 1 of a seed.

        Raises
        ------
        PolicyError
            A policy raised an exception or returned what is no legal action.
        """
        rows = np.zeros((last - first if keep_rows else 0, ROW), dtype=np.int64)
        run = self._run(seed, first, last, rows)
        if run.status != OK:
            raise self._fault(run, seed)
        return Block(first, last, run.tally, rows if keep_rows else None)

    def record(self, seed: int, game: int) -> tuple[list[int], PolicyError | None]:
        """The trace of one game, and the error that ended it if a policy was at fault."""
        size, nothing = 1 << 14, np.zeros((0, ROW), dtype=np.int64)
        while True:
            run = self._run(seed, game, game + 1, nothing, trace_size=size)
            if run.table[t.EVENTS] <= size:
                error = None if run.status == OK else self._fault(run, seed)
                return run.trace[: run.table[t.EVENTS]], error
            size = run.table[t.EVENTS] * 2

    def _run(
        self, seed: int, first: int, last: int, rows: NDArray[np.int64], trace_size: int = 0
    ) -> _Run:
        """Call the engine with fresh buffers: arrays where it is compiled, else lists."""
        table = list(self._table)
        table[t.KEEP_ROWS] = int(len(rows) > 0)
        table[t.TRACE_SIZE] = trace_size
        tally: Tally = np.zeros(self.layout.size, dtype=np.int64)
        engine = _engine(self._form._replace(recording=trace_size > 0), self._compiled)
        seed = signed(seed)
        if not self._compiled:
            caught = [_Caught(policy.decide) for policy in self.policies]
            trace, deck, flat = [0] * trace_size, [0] * self.rules.tiles, rows.reshape(-1)
            status = engine(
                table,
                deck,
                self._order,
                caught,
                self._params,
                trace,
                tally,
                flat,
                seed,
                first,
                last,
            )
            error = next((policy.error for policy in caught if policy.error), None)
            return _Run(status, table, tally, trace, error)
        words = [np.array(table), np.zeros(self.rules.tiles, np.int64), np.array(self._order)]
        words.append(np.array([entry.address for entry in self._entries]))
        words += [np.array(self._params), np.zeros(trace_size, np.int64), tally, rows]
        status = engine(*(array.ctypes.data for array in words), seed, first, last)
        return _Run(status, words[0].tolist(), tally, words[5].tolist(), None)

    def _fault(self, run: _Run, seed: int) -> PolicyError:
        """The error for a run that stopped: who did what, where, and how to see it again."""
        table = run.table
        seat, game = table[t.SEAT], table[t.GAME]
        where = f"in game {game}, round {table[t.ROUND]}"
        again = f"dominosim replay {self.command(seed)} --game {game}"
        if run.status == ENDLESS:
            told = f"game {game} has not ended after {MOST_ROUNDS:,} rounds"
            return PolicyError(f"{told}; see {again}")
        spec = self.policies[seat].spec
        if run.status == FAILED:
            error = run.error
            if error is None:  # compiled code keeps no exception: play the game again uncompiled
                slow = Matchup(self.rules, self.policies, compiled=False)
                error = slow._run(seed, game, game + 1, np.zeros((0, ROW), np.int64)).error
            told = str(error) if isinstance(error, TypeError) else f"raised {error!r}"
            return PolicyError(f"policy {spec!r} (seat {seat}) {told}, {where}; see {again}")
        told = f"{_told(table)}, which is not legal"
        return PolicyError(f"policy {spec!r} (seat {seat}) {told}, {where}; see {again}")

    def command(self, seed: int) -> str:
        """The policies and options that name this matchup on the command line."""
        policies = " ".join(quote(policy.spec) for policy in self.policies)
        return f"{policies}{self.rules.options()} --seed {seed}"


@dataclass(frozen=True)
class _Run:
    """What a call of the engine leaves behind."""

    status: int
    table: list[int]
    tally: Tally
    trace: list[int]
    error: Exception | None


def _told(table: list[int]) -> str:
    """What a policy did that was not legal."""
    action, hand = table[t.FAULT], table[t.HAND + table[t.SEAT]]
    if action == DRAW:
        left = table[t.BONEYARD] - table[t.RESERVE]
        return "draws where it may not" + ("" if left > 0 else ": no tile is left to draw")
    tile, arm = tile_of(action), arm_of(action)
    if action < 0 or not EVERY_TILE >> tile & 1:
        return f"returned {action}, which is neither DRAW nor play(tile, arm)"
    if not hand >> tile & 1:
        return f"plays {name(tile)}, which it does not hold"
    return f"plays {name(tile)} on arm {arm}, where it does not fit"
