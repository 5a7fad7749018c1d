"""Positions set up by hand for the engine's kernels, which run here as plain Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from simulator.compiling.native import PARAMETERS
from simulator.engine import rounds
from simulator.engine import table as t
from simulator.engine.board import PASS, Fits, clear_board, end_of, placement, put
from simulator.engine.rounds import ILLEGAL_ACTION, Form, play_round, take_turn
from simulator.engine.scoring import count_hands
from simulator.engine.trace import DRAWN, PASSED, PLAYED, ROW
from simulator.policy import DRAW, View, look
from simulator.rules import Rules
from simulator.tiles import mask_of, name, parse, tiles_of

Decide = Callable[[View], int]
Move = tuple[Any, ...]  # ("play", seat, tile, arm), ("draw", seat, tile, forced), ("pass", seat)
OUTCOMES = {t.OUT: "out", t.BLOCKED: "blocked", t.VOID: "void", t.TARGET_REACHED: "target"}


def never_asked(view: View) -> int:
    """For positions without a choice."""
    raise AssertionError(f"asked at {view}")


def mask(tiles: Sequence[str]) -> int:
    """The mask of some tiles."""
    return mask_of(parse(tile) for tile in tiles)


def hand(text: str) -> list[str]:
    """Tiles from `0|1 2|2`."""
    return text.split()


@dataclass(frozen=True)
class Result:
    """How a round ended."""

    outcome: str
    seat: int
    winner: int
    gains: list[int]
    scores: list[int]


class Position:
    """A round in progress.

    Parameters
    ----------
    rules : Rules
    hands : tiles by seat.
    plays : (tile, arm) in the order in which they were put on the line.
    boneyard : tiles in drawing order.
    seat : who is to move.
    scores : by side.
    plain : which of the engine's two forms runs; by default the one that would.
    """

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Sequence[str]],
        plays: Sequence[tuple[str, int]] = (),
        boneyard: Sequence[str] = (),
        seat: int = 0,
        scores: Sequence[int] = (),
        plain: bool | None = None,
    ) -> None:
        if plain is None:
            plain = rules.board == "line" and rules.play_points == "none" and rules.set == 6
        self.rules, self.seat = rules, seat
        self.form = Form(rules.players, plain, rules.two_ended, True)
        self.table = t.pack(rules)
        self.trace = [0] * (ROW * 500)
        self.table[t.TRACE_SIZE] = len(self.trace)
        self.table[t.OPENER_MAY_DRAW] |= len(plays) > 0  # the line is opened
        for one, tiles in enumerate(hands):
            self.table[t.HAND + one] = mask(tiles)
        for side, score in enumerate(scores):
            self.table[t.SCORE + side] = score
        drawn = [1 << parse(tile) for tile in boneyard]
        self.deck = [0] * (rules.tiles - len(drawn)) + drawn
        self.table[t.BONEYARD] = len(drawn)
        self.table[t.SEAT] = seat
        self.fits, self.points = clear_board(self.table), list[int]()
        for tile, arm in plays:
            self.put(tile, arm)

    def put(self, tile: str, arm: int) -> None:
        """Put a tile on the line."""
        self.fits, points = put(self.table, self.fits, parse(tile), arm, self.form.plain)
        self.points.append(points)

    @property
    def ends(self) -> list[int]:
        """The open values of the open arms, by arm."""
        values = [end_of(fits) for fits in self.fits]
        return [value for value in values if value >= 0] if self.table[t.LINE] else []

    @property
    def boneyard(self) -> int:
        """Tiles left in the boneyard."""
        return int(self.table[t.BONEYARD])

    @property
    def moves(self) -> list[Move]:
        """What was played, drawn and passed since the position was set up."""
        rows = [self.trace[n : n + 4] for n in range(0, self.table[t.EVENTS], ROW)]
        return [_move(*row) for row in rows]

    def hand(self, seat: int) -> list[str]:
        """The tiles of a hand, lightest first."""
        return [name(tile) for tile in tiles_of(self.table[t.HAND + seat])]

    def _entries(self, decide: Decide) -> list[Callable[..., int]]:
        def entry(
            table: Any, params: Any, held: int, playable: int, first: int, second: int
        ) -> int:
            return decide(look(table, held, playable, first, second, False))

        return [entry] * self.rules.players

    def turn(self, decide: Decide = never_asked) -> tuple[int, list[str]]:
        """Begin a turn: the action it comes to, and the hand before the tile is placed."""
        free = self.rules.draw == "optional" and self.table[t.OPENER_MAY_DRAW] == 1
        params = [0.0] * (4 * PARAMETERS)
        action, held = take_turn(
            self.table, self.deck, self._entries(decide), params, self.trace,
            self.seat, free, self.fits, self.form,
        )  # fmt: skip
        return action, [name(tile) for tile in tiles_of(held)]

    def finish(self, decide: Decide = never_asked) -> Result:
        """Play on from here to the end of the round, and count the hands."""
        state = [self.table[word] for word in _BOARD]

        def continued(table: list[int]) -> Fits:
            for word, value in zip(_BOARD, state, strict=True):
                table[word] = value
            return self.fits

        params = [0.0] * (4 * PARAMETERS)
        with patch.object(rounds, "clear_board", continued):
            status = play_round(
                self.table, self.deck, self._entries(decide), params, self.trace,
                self.seat, self.form,
            )  # fmt: skip
        assert status == rounds.OK
        winner = count_hands(self.table, self.rules.players)
        return self._result(winner)

    def count(self, outcome: int, seat: int = -1) -> Result:
        """Count the hands as they are, for a round that ended so."""
        self.table[t.OUTCOME], self.table[t.WINNING_SEAT] = outcome, seat
        return self._result(count_hands(self.table, self.rules.players))

    def _result(self, winner: int) -> Result:
        sides, table = self.rules.sides, self.table
        return Result(
            OUTCOMES[table[t.OUTCOME]],
            table[t.WINNING_SEAT],
            winner,
            table[t.GAIN : t.GAIN + sides],
            table[t.SCORE : t.SCORE + sides],
        )


_BOARD = [t.LINE, t.CROSS_FITS, t.CROSS_FITS + 1, t.SPINNER, t.UNCOVERED]
_BOARD += range(t.COUNTS, t.COUNTS + 4)


def _move(kind: int, seat: int, first: int, second: int) -> Move:
    if kind == PLAYED:
        return "play", seat, name(first), second
    if kind == DRAWN:
        return "draw", seat, name(first.bit_length() - 1), second == 1
    assert kind == PASSED
    return "pass", seat


class _AskedError(Exception):
    """The policy was asked."""


@dataclass(frozen=True)
class Legal:
    """The legal actions of a position: placements as (tile, value of the end), drawing, passing."""

    place: list[tuple[str, int]]
    draw: bool
    passing: bool


def legal(setting: Callable[[], Position]) -> Legal:
    """What the seat to move may do, found by trying every action on a fresh position each time."""

    def asked(view: View) -> int:
        raise _AskedError

    position = setting()
    try:
        action, _ = position.turn(asked)
    except _AskedError:
        if position.moves:  # a forced draw came first
            return Legal([], True, False)
        return Legal(_placements(setting), _may_draw(setting), _accepts(setting, PASS))
    if action == PASS and not position.moves:
        return Legal([], False, True)
    if position.moves:
        return Legal([], True, False)
    return Legal([_place(position, action)], False, False)


def _accepts(setting: Callable[[], Position], action: int) -> bool:
    return setting().turn(lambda view: action)[0] != ILLEGAL_ACTION


def _placements(setting: Callable[[], Position]) -> list[tuple[str, int]]:
    actions = [placement(tile, arm) for tile in range(55) for arm in range(8)]
    return sorted({_place(setting(), action) for action in actions if _accepts(setting, action)})


def _place(position: Position, action: int) -> tuple[str, int]:
    """A placement as (tile, value of the end), -1 for the first tile."""
    return name(action >> 3), position.ends[action & 7] if position.ends else -1


def _may_draw(setting: Callable[[], Position]) -> bool:
    position, answers = setting(), [DRAW]

    def once(view: View) -> int:
        if not answers:
            raise _AskedError
        return answers.pop()

    try:
        return position.turn(once)[0] != ILLEGAL_ACTION
    except _AskedError:
        return True
