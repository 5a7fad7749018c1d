"""Positions on trains set up by hand for the engine's kernels, which run here as plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulator.engine.entries import PythonEntry
from simulator.engine.ledger import LEDGER
from simulator.engine.natives import form_of
from simulator.engine.position import POSITION
from simulator.engine.rounds import OK
from simulator.engine.rulebook import pack
from simulator.engine.seats import SEAT
from simulator.engine.trace import DRAWN, HEAD, MARKED, PASSED, PLAYED, ROW
from simulator.engine.train_rounds import find_placement, play_tile, play_trains
from simulator.engine.trains import reached
from simulator.placements import arm_of, tile_of
from simulator.policy import Policy, View, policy
from simulator.rules import Rules
from simulator.tiles import fits_value, name, one, parse, tiles_of
from tests.engine.positions import Result, counted, mask

_ROWS = 400


@policy("never-asked", summary="for positions without a choice")
def never_asked(view: View, params: Any) -> int:
    """Object."""
    raise AssertionError(f"asked at {view}")


class TrainPosition:
    """A round on trains in progress.

    Parameters
    ----------
    rules : Rules
    hands : tiles by seat.
    ends : values of the seats' trains, then of the Mexican train.
    markers : seats whose marker is up.
    boneyard : tiles in drawing order.
    table : tiles on the table, where it matters which.
    seat : who is to move.
    open_double : the train that ends in one, -1 for none.
    """

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Sequence[str]],
        ends: Sequence[int],
        markers: Sequence[int] = (),
        boneyard: Sequence[str] = (),
        table: Sequence[str] = (),
        seat: int = 0,
        open_double: int = -1,
    ) -> None:
        self.rules, self.rulebook = rules, pack(rules)
        self.form = form_of(rules, recording=True)
        self.state, self.ledger = POSITION.blank(), LEDGER.blank()
        self.trace = [HEAD, HEAD + ROW * _ROWS] + [0] * (ROW * _ROWS)
        for place, tiles in enumerate(hands):
            self.state.hand[place] = mask(tiles)
        drawn = [one(parse(tile)) for tile in boneyard]
        self.state.deck[rules.deck - len(drawn) : rules.deck] = drawn
        self.state.boneyard, self.state.line = len(drawn), mask(table)
        for train, end in enumerate(ends):
            self.state.trains[train] = fits_value(end)
        self.state.coupled = [-1] * 5
        self.state.markers = sum(1 << seat for seat in markers)
        self.state.open_double, self.state.seat = open_double, seat

    def legal(self, seat: int) -> list[tuple[str, int]]:
        """What a seat may place where, as (tile, arm), the lightest first."""
        arms = reached(self.state, seat, self.rules.players)
        held = self.state.hand[seat]
        return [
            (name(tile), arm)
            for tile in tiles_of(held)
            for arm, fits in enumerate(arms)
            if fits & one(tile)
        ]

    def hand(self, seat: int) -> list[str]:
        """The tiles of a hand, lightest first."""
        return [name(tile) for tile in tiles_of(self.state.hand[seat])]

    def place(self, chosen: Policy) -> None:
        """Let the seat to move place a tile; the turn is not handed on."""
        action = find_placement(*self._arguments(chosen), self.state.seat, self.form)
        assert action >= 0
        rest = self.rulebook, self.state, self.trace, self.state.seat
        play_tile(*rest, tile_of(action), arm_of(action), self.form)

    def finish(self, chosen: Policy = never_asked) -> Result:
        """Play on to the end of the round, all seats by one policy, and count the hands."""
        assert play_trains(*self._arguments(chosen), self.form) == OK
        return counted(self.rules, self.rulebook, self.state, self.ledger)

    def count(self, outcome: int, seat: int = -1) -> Result:
        """Count the hands as they are, for a round that ended so."""
        self.state.outcome, self.state.winning_seat = outcome, seat
        return counted(self.rules, self.rulebook, self.state, self.ledger)

    @property
    def events(self) -> list[list[Any]]:
        """What happened, as the worked examples write it."""
        rows = [self.trace[start : start + ROW] for start in range(HEAD, self.trace[0], ROW)]
        return [self._told(*row) for row in rows]

    def _told(self, kind: int, seat: int, first: int, second: int, *words: int) -> list[Any]:
        if kind == PLAYED:
            seats = self.rules.players
            train = "mexican" if second == seats else second
            return ["play", seat, name(first), train, list(words[1 : seats + 2])]
        if kind == DRAWN:
            return ["draw", seat, name(first)]
        return {PASSED: ["pass", seat], MARKED: ["marker", seat, first == 1]}[kind]

    def _arguments(self, chosen: Policy) -> tuple[Any, ...]:
        entries = [PythonEntry(chosen, trains=True)] * self.rules.players
        params = [*chosen.values.values(), *[0.0] * SEAT][:SEAT] * 4
        return self.rulebook, self.state, entries, params, self.trace
