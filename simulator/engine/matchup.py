"""Blocks of games between seated policies: buffers for the engine, faults turned into errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from shlex import quote
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from simulator.compiling.native import (
    FLOATS,
    PARAMETERS,
    POINTER,
    RAISED,
    compile_native,
    is_python,
)
from simulator.engine import table as t
from simulator.engine.board import arm_of, tile_of
from simulator.engine.entries import PythonEntry, compiled_entry
from simulator.engine.games import MOST_ROUNDS
from simulator.engine.groups import ROW, play_groups
from simulator.engine.rounds import ENDLESS, FAILED, OK, Form
from simulator.engine.tallies import Layout, Tally, layout_for, pack_layout
from simulator.errors import ExperimentError, PolicyError
from simulator.policy import DRAW, NO_ACTION, AnswerError, Policy, signed
from simulator.rules import Rules
from simulator.tiles import EVERY_TILE, name

_SIGNATURE = types.int64(
    POINTER, POINTER, POINTER, POINTER, FLOATS, POINTER, POINTER, POINTER, POINTER,
    types.int64, types.int64, types.int64,
)  # fmt: skip


@cache
def _engine(form: Form, compiled: bool) -> Callable[..., int]:
    """The engine for a form: a function of raw addresses, or of lists where nothing is compiled."""
    seats, plain, two_ended, recording = form

    def engine(  # type: ignore[no-untyped-def]
        table, deck, order, policies, params, trace, tally, rows, history, seed, first, last
    ):
        return play_groups(
            table, deck, order, policies, params, trace, tally, rows, history, seed, first, last,
            Form(seats, plain, two_ended, recording),
        )  # fmt: skip

    if not compiled:
        return engine
    return compile_native(engine, _SIGNATURE, f"engine-{form}", "")


@dataclass(frozen=True)
class Block:
    """What a block came to: the tally of the groups first to last - 1 and, if kept, their rows.

    `rows` has shape (groups, seatings, `ROW`).
    """

    first: int
    last: int
    tally: Tally
    rows: NDArray[np.int64] | None


class Matchup:
    """Policies seated under rules, ready to play.

    Parameters
    ----------
    rules : Rules
    policies : the policies; without `seatings` one a seat, in the order of seats.
    seatings : for a comparison, the policy of every seat in each of a group's games, as indices of
        `policies`, of which there is one a side.
    mirrored : bool, whether to count the rounds of mirrored pairs, for the score chain.
    compiled : bool, whether to run compiled; by default unless `NUMBA_DISABLE_JIT` is set.

    Raises
    ------
    ExperimentError
        The number of policies is not the number of seats.
    PolicyError
        A policy does not compile.
    """

    def __init__(
        self,
        rules: Rules,
        policies: Sequence[Policy],
        seatings: Sequence[Sequence[int]] | None = None,
        mirrored: bool = False,
        compiled: bool | None = None,
    ) -> None:
        needed = rules.players if seatings is None else rules.sides
        if len(policies) != needed:
            raise ExperimentError(f"{needed} policies are needed here, not {len(policies)}")
        self.rules, self.policies = rules, tuple(policies)
        self.seatings = tuple(map(tuple, seatings or [range(rules.players)]))
        self.layout: Layout = layout_for(rules, len(self.seatings), mirrored)
        self._compiled = not is_python() if compiled is None else compiled
        plain = rules.board == "line" and rules.play_points == "none" and rules.set == 6
        self._form = Form(rules.players, plain, rules.two_ended, False)
        self._table = self._packed()
        self._order = t.deck_order(rules)
        self._params = [0.0] * (4 * PARAMETERS * len(self.seatings))
        for place, policy in self._seats():
            values = self.policies[policy].values.values()
            self._params[place * PARAMETERS : place * PARAMETERS + len(values)] = values
        if self._compiled:
            self._addresses = [0] * (4 * len(self.seatings))
            self._entries = [compiled_entry(policy) for policy in self.policies]
            for place, policy in self._seats():
                self._addresses[place] = self._entries[policy].address
            _engine(self._form, True)

    def _packed(self) -> list[int]:
        """The table that every run starts from."""
        table = t.pack(self.rules)
        pack_layout(table, self.layout)
        table[t.SEATINGS] = len(self.seatings)
        table[t.POLICIES] = self.rules.sides
        table[t.SIDE_MASK] = 1 if self.rules.teams else 3
        for index, seating in enumerate(self.seatings):
            for seat, policy in enumerate(seating):
                side = self.rules.side_of(policy) if len(self.seatings) == 1 else policy
                table[t.SEATED + 4 * index + seat] = side
        return table

    def _seats(self) -> list[tuple[int, int]]:
        """Every seat of every seating: its place among the engine's entries, and its policy."""
        return [
            (4 * index + seat, policy)
            for index, seating in enumerate(self.seatings)
            for seat, policy in enumerate(seating)
        ]

    def empty_tally(self) -> Tally:
        """A tally of no games."""
        return np.zeros(self.layout.size, dtype=np.int64)

    def play(self, seed: int, first: int, last: int, keep_rows: bool = False) -> Block:
        """Play the groups first to last - 1 of a seed; a group is a game unless there are seatings.

        Raises
        ------
        PolicyError
            A policy raised an exception or returned what is no legal action.
        """
        shape = (last - first if keep_rows else 0, len(self.seatings), ROW)
        rows = np.zeros(shape, dtype=np.int64)
        run = self._run(seed, first, last, rows)
        if run.status != OK:
            raise self._fault(run, seed)
        return Block(first, last, run.tally, rows if keep_rows else None)

    def record(
        self, seed: int, game: int, rounds: int = MOST_ROUNDS
    ) -> tuple[list[int], PolicyError | None]:
        """The trace of a game or its first rounds, and the error if a policy was at fault."""
        size, nothing = 1 << 14, np.zeros(0, dtype=np.int64)
        while True:
            run = self._run(seed, game, game + 1, nothing, trace_size=size, rounds=rounds)
            if run.table[t.EVENTS] <= size:
                error = None if run.status == OK else self._fault(run, seed)
                return run.trace[: run.table[t.EVENTS]], error
            size = run.table[t.EVENTS] * 2

    def _run(
        self,
        seed: int,
        first: int,
        last: int,
        rows: NDArray[np.int64],
        trace_size: int = 0,
        rounds: int = MOST_ROUNDS,
    ) -> _Run:
        """Call the engine with fresh buffers: arrays where it is compiled, else lists."""
        table = list(self._table)
        table[t.KEEP_ROWS] = int(len(rows) > 0)
        table[t.TRACE_SIZE] = trace_size
        table[t.ROUND_LIMIT] = rounds
        tally = self.empty_tally()
        history = np.zeros(MOST_ROUNDS * len(self.seatings), dtype=np.int64)
        engine = _engine(self._form._replace(recording=trace_size > 0), self._compiled)
        games = (signed(seed), first, last)
        if not self._compiled:
            entries = [PythonEntry(policy) for policy in self.policies]
            seats: list[Any] = [None] * (4 * len(self.seatings))
            for place, policy in self._seats():
                seats[place] = entries[policy]
            trace, deck, flat = [0] * trace_size, [0] * self.rules.tiles, rows.reshape(-1)
            buffers = (table, deck, self._order, seats, self._params, trace, tally, flat, history)
            status = engine(*buffers, *games)
            error = next((entry.error for entry in entries if entry.error), None)
            return _Run(status, table, tally, trace, error)
        words, trace_words = np.array(table), np.zeros(trace_size, np.int64)
        arrays = (
            *(words, np.zeros(self.rules.tiles, np.int64), np.array(self._order)),
            *(np.array(self._addresses), np.array(self._params)),
            *(trace_words, tally, rows, history),
        )
        status = engine(*(array.ctypes.data for array in arrays), *games)
        return _Run(status, words.tolist(), tally, trace_words.tolist(), None)

    def _fault(self, run: _Run, seed: int) -> PolicyError:
        """The error for a run that stopped: who did what, where, and how to see it again."""
        table = run.table
        seat, game = table[t.SEAT], table[t.GAME]
        seating = self.seatings[table[t.SEATING]]
        again = f"see dominosim replay {self.command(seed, table[t.SEATING])} --game {game}"
        if run.status == ENDLESS:
            told = f"game {game} has not ended after {MOST_ROUNDS:,} rounds"
            return PolicyError(f"{told}; {again}")
        policy = f"policy {self.policies[seating[seat]].spec!r} (seat {seat})"
        where = f"in game {game}, round {table[t.ROUND]}"
        if run.status != FAILED:
            return PolicyError(f"{policy} {_told(table)}, which is not legal, {where}; {again}")
        error = run.error
        if error is None:  # compiled code keeps no exception: play the game again uncompiled
            slow = Matchup(self.rules, self.policies, self.seatings, compiled=False)
            error = slow._run(seed, game, game + 1, np.zeros(0, np.int64)).error
        told = str(error) if isinstance(error, AnswerError) else f"raised {error!r}"
        return PolicyError(f"{policy} {told}, {where}; {again}")

    def command(self, seed: int, seating: int = 0) -> str:
        """The policies and options that name a seating on the command line."""
        specs = (self.policies[policy].spec for policy in self.seatings[seating])
        return f"{' '.join(map(quote, specs))}{self.rules.options()} --seed {seed}"


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
        return "draws where it may not" + ("" if left > 0 else " (no tile is left to draw)")
    tile, arm = tile_of(action), arm_of(action)
    if action < 0 or not EVERY_TILE >> tile & 1:
        answer = RAISED if action == NO_ACTION else action
        return f"returned {answer}, which is neither DRAW nor play(tile, arm)"
    if not hand >> tile & 1:
        return f"plays {name(tile)}, which it does not hold"
    return f"plays {name(tile)} on arm {arm}, where it does not fit"
