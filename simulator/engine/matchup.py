"""Blocks of games between seated policies: buffers for the engine, faults turned into errors."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator.authoring.constants import unchanging
from simulator.authoring.places import text_in_shell
from simulator.authoring.refusals import examine
from simulator.compiling.marks import is_python
from simulator.compiling.native import interruptible
from simulator.engine.bench import NOBODY, Bench
from simulator.engine.entries import Seen, code_of, is_compiled
from simulator.engine.faults import Run, fault, mistake, replay
from simulator.engine.groups import ROW
from simulator.engine.ledger import LEDGER
from simulator.engine.limits import MOST_ROUNDS, capped_rounds
from simulator.engine.natives import form_of, game_player, group_player
from simulator.engine.position import POSITION
from simulator.engine.rounds import FAILED, OK
from simulator.engine.rulebook import RULEBOOK, deck_order, pack
from simulator.engine.tallies import Layout, Tally, layout_for, pack_layout
from simulator.engine.trace import HEAD
from simulator.errors import ExperimentError, PolicyError
from simulator.policy import Policy
from simulator.rng import signed
from simulator.rules import Rules

REHEARSED = 12
"""Games of which the first rounds are rehearsed."""
LONGEST_REHEARSAL = 0.05
"""Seconds after which a rehearsal ends with the game that is being played."""


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
        self._form = form_of(rules)
        self._rules, self._ledger = pack(rules), self._opened()
        self._order = deck_order(rules)
        self._places = [NOBODY] * (4 * len(self.seatings))
        for index, seating in enumerate(self.seatings):
            self._places[4 * index : 4 * index + len(seating)] = seating
        if self._compiled:
            asked = {
                id(one): one for policy in policies for one in (policy.playouts, policy) if one
            }
            codes = {key: code_of(one, rules.has_trains) for key, one in asked.items()}
            for key, policy in asked.items():
                if not is_compiled(codes[key]):
                    examine(policy)
                    self._rehearse(policy)
            self._codes = {one.decide: codes[id(one)] for one in self.policies}
            self._bench = Bench(rules, self.policies, self._places, True, codes)
            game_player(self._form, True)
            group_player(True)

    def with_values(self, policies: Sequence[Policy]) -> Matchup:
        """The same policies with other values of their parameters: nothing is compiled for them."""
        other = copy(self)
        other.policies = tuple(policies)
        if self._compiled:
            codes = {id(one): self._codes[one.decide] for one in policies}
            other._bench = Bench(self.rules, policies, self._places, True, codes)
        return other

    def _rehearse(self, policy: Policy) -> None:
        """Play some rounds with a policy in every seat in plain Python, whose errors say more.

        Raises
        ------
        PolicyError
            It raised an exception, or returned what is no action at all.
        """
        table = Matchup(self.rules, [policy] * self.rules.players, compiled=False)
        begun, nothing = perf_counter(), np.zeros(0, np.int64)
        with unchanging(policy):
            for game in range(REHEARSED):
                run = table._run(REHEARSED, game, game + 1, nothing, rounds=1 + game // 2)
                if run.error is not None:
                    raise mistake(run.error, policy)
                if perf_counter() - begun > LONGEST_REHEARSAL:
                    break

    def _opened(self) -> Any:
        """The ledger that every run starts from."""
        ledger = LEDGER.blank()
        pack_layout(ledger, self.layout)
        ledger.seatings = len(self.seatings)
        ledger.policies = self.rules.sides
        ledger.rounds_cap = ledger.seatings * capped_rounds(self.rules, ledger.seatings)
        ledger.side_mask = 1 if self.rules.teams else 3
        for index, seating in enumerate(self.seatings):
            for seat, policy in enumerate(seating):
                side = self.rules.side_of(policy) if len(self.seatings) == 1 else policy
                ledger.seated[4 * index + seat] = side
        return ledger

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
        self, seed: int, game: int, rounds: int = MOST_ROUNDS, seen: Seen | None = None
    ) -> tuple[list[int], PolicyError | None]:
        """The trace of a game or its first rounds, and the error if a policy was at fault.

        `seen` is told of the questions, see `PythonEntry`, unless the matchup runs compiled.
        """
        size, nothing = 1 << 15, np.zeros(0, dtype=np.int64)
        while True:
            run = self._run(seed, game, game + 1, nothing, size, rounds, seen)
            used = run.trace[0]
            if used <= size:
                error = None if run.status == OK else self._fault(run, seed)
                return run.trace[HEAD:used], error
            size = used * 2

    def _run(
        self,
        seed: int,
        first: int,
        last: int,
        rows: NDArray[np.int64],
        trace_size: int = 0,
        rounds: int = MOST_ROUNDS,
        seen: Seen | None = None,
    ) -> Run:
        """Call the engine with fresh buffers: arrays where it is compiled, else lists."""
        ledger = LEDGER.from_words(LEDGER.to_words(self._ledger))
        ledger.keep_rows = int(len(rows) > 0)
        ledger.round_limit = rounds
        tally = self.empty_tally()
        history = np.zeros(MOST_ROUNDS * len(self.seatings), dtype=np.int64)
        form = self._form._replace(recording=trace_size > 0)
        game, groups = game_player(form, self._compiled), group_player(self._compiled)
        games = (signed(seed), first, last)
        trace = [0] * max(trace_size, HEAD)
        trace[:HEAD] = HEAD, trace_size
        if not self._compiled:
            position = POSITION.blank()
            bench = Bench(self.rules, self.policies, self._places, False, seen=seen)
            buffers = (bench.policies, bench.params, trace, tally, rows.reshape(-1), history)
            status = groups(self._rules, position, ledger, self._order, game, *buffers, *games)
            error = next((entry.error for entry in bench.entries if entry.error), None)
            return Run(status, position, ledger, tally, trace, error)

        def compiled() -> Run:
            records = (RULEBOOK.to_array(self._rules), POSITION.zeros(), LEDGER.to_array(ledger))
            order, events = np.array(self._order), np.array(trace)
            buffers = (self._bench.policies, self._bench.params, events, tally, rows, history)
            arrays = [array.ctypes.data for array in buffers]
            table = [array.ctypes.data for array in (*records, order)]
            status = groups(*table, game.address, *arrays, *games)
            position, final = POSITION.from_array(records[1]), LEDGER.from_array(records[2])
            return Run(status, position, final, tally, events.tolist(), None)

        return interruptible(compiled)

    def _fault(self, run: Run, seed: int) -> PolicyError:
        """The error for a run that stopped."""
        if run.status == FAILED and run.error is None:
            # compiled code keeps no exception: play the game again uncompiled
            slow = Matchup(self.rules, self.policies, self.seatings, compiled=False)
            game = run.ledger.game
            again = slow._run(seed, game, game + 1, np.zeros(0, np.int64))
            run = again if again.status == FAILED else run
        seating = run.ledger.seating
        policy = self.policies[self.seatings[seating][run.position.seat]]
        return fault(run, policy, self.rules, self.command(seed, seating))

    def command(self, seed: int, seating: int = 0) -> str:
        """The command that replays a game of a seating, but for `--game`."""
        specs = (text_in_shell(self.policies[policy]) for policy in self.seatings[seating])
        return replay(specs, self.rules, seed)
