"""Positions set up by hand for the engine's kernels, which run here as plain Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.engine.board import PASS, arms, put
from simulator.engine.ledger import LEDGER
from simulator.engine.matchup import form_of
from simulator.engine.position import (
    BLOCKED,
    OUT,
    POSITION,
    TARGET_REACHED,
    VOID,
    clear_board,
)
from simulator.engine.rounds import ILLEGAL_ACTION, OK, play_on, take_turn
from simulator.engine.rulebook import pack
from simulator.engine.scoring import count_hands
from simulator.engine.seats import SEAT
from simulator.engine.trace import DRAWN, HEAD, PASSED, PLAYED, ROW
from simulator.engine.view import look
from simulator.placements import arm_of, end_of, placement, tile_of
from simulator.policy import DRAW, View
from simulator.rules import Rules
from simulator.tiles import mask_of, name, one, parse, tiles_of

Decide = Callable[[View], int]
Move = tuple[Any, ...]  # ("play", seat, tile, arm), ("draw", seat, tile, forced), ("pass", seat)
OUTCOMES = {OUT: "out", BLOCKED: "blocked", VOID: "void", TARGET_REACHED: "target"}


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


def counted(rules: Rules, rulebook: Any, state: Any, ledger: Any) -> Result:
    """The count of the hands of a position whose round is over."""
    winner, sides = count_hands(rulebook, state, ledger, rules.players), rules.sides
    outcome = OUTCOMES[state.outcome]
    return Result(outcome, state.winning_seat, winner, ledger.gain[:sides], state.score[:sides])


class Position:
    """A round in progress.

    Parameters
    ----------
    rules : Rules
    hands : tiles by seat.
    plays : (tile, arm) in the order in which they were put on the line, by the seat to move or
        by the one that a third item names.
    boneyard : tiles in drawing order.
    seat : who is to move.
    scores : by side.
    plain : which of the engine's two forms runs; by default the one that would.
    """

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Sequence[str]],
        plays: Sequence[tuple[str, int] | tuple[str, int, int]] = (),
        boneyard: Sequence[str] = (),
        seat: int = 0,
        scores: Sequence[int] = (),
        plain: bool | None = None,
    ) -> None:
        self.rules, self.rulebook = rules, pack(rules)
        self.form = form_of(rules, recording=True)
        if plain is not None:
            self.form = self.form._replace(plain=plain)
        self.state, self.ledger = POSITION.blank(), LEDGER.blank()
        self.trace = [HEAD, HEAD + ROW * 500] + [0] * (ROW * 500)
        for place, tiles in enumerate(hands):
            self.state.hand[place] = mask(tiles)
        for side, score in enumerate(scores):
            self.state.score[side] = score
        drawn = [one(parse(tile)) for tile in boneyard]
        self.state.deck[rules.tiles - len(drawn) : rules.tiles] = drawn
        self.state.boneyard = len(drawn)
        self.state.seat = seat
        clear_board(self.rulebook, self.state)
        self.points = list[int]()
        for play in plays:
            self.put(*play)

    def put(self, tile: str, arm: int, seat: int | None = None) -> None:
        """Put a tile on the line, by default one of the seat to move."""
        fits, plain = arms(self.state), self.form.plain
        by = self.state.seat if seat is None else seat
        _, points = put(self.rulebook, self.state, fits, by, parse(tile), arm, plain)
        self.points.append(points)

    @property
    def ends(self) -> list[int]:
        """The open values of the open arms, by arm."""
        values = [end_of(fits) for fits in self.state.fits]
        return [value for value in values if value >= 0] if self.state.line else []

    @property
    def boneyard(self) -> int:
        """Tiles left in the boneyard."""
        return int(self.state.boneyard)

    @property
    def moves(self) -> list[Move]:
        """What was played, drawn and passed since the position was set up."""
        rows = [self.trace[n : n + 4] for n in range(HEAD, self.trace[0], ROW)]
        return [_move(*row) for row in rows]

    def hand(self, seat: int) -> list[str]:
        """The tiles of a hand, lightest first."""
        return [name(tile) for tile in tiles_of(self.state.hand[seat])]

    def _entries(self, decide: Decide) -> list[Callable[..., int]]:
        def entry(
            rules: Any, position: Any, params: Any, held: int, playable: int, first: int
        ) -> int:
            return decide(look(rules, position, held, playable, first, False))

        return [entry] * self.rules.players

    def turn(self, decide: Decide = never_asked) -> tuple[int, list[str]]:
        """Begin a turn: the action it comes to, and the hand before the tile is placed."""
        opened = self.state.line != 0
        free = self.rules.draw == "optional" and (self.rules.opener_may_draw or opened)
        params = [0.0] * (4 * SEAT)
        action, held = take_turn(
            self.rulebook, self.state, self._entries(decide), params, self.trace,
            self.state.seat, free, arms(self.state), self.form,
        )  # fmt: skip
        return action, [name(tile) for tile in tiles_of(held)]

    def finish(self, decide: Decide = never_asked) -> Result:
        """Play on from here to the end of the round, and count the hands."""
        params = [0.0] * (4 * SEAT)
        status = play_on(
            self.rulebook, self.state, self._entries(decide), params, self.trace, self.form
        )
        assert status == OK
        return counted(self.rules, self.rulebook, self.state, self.ledger)

    def count(self, outcome: int, seat: int = -1) -> Result:
        """Count the hands as they are, for a round that ended so."""
        self.state.outcome, self.state.winning_seat = outcome, seat
        return counted(self.rules, self.rulebook, self.state, self.ledger)


def _move(kind: int, seat: int, first: int, second: int) -> Move:
    if kind == PLAYED:
        return "play", seat, name(first), second
    if kind == DRAWN:
        return "draw", seat, name(first), second == 1
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
    actions = [placement(tile, arm) for tile in range(55) for arm in range(16)]
    return sorted({_place(setting(), action) for action in actions if _accepts(setting, action)})


def _place(position: Position, action: int) -> tuple[str, int]:
    """A placement as (tile, value of the end), -1 for the first tile."""
    return name(tile_of(action)), position.ends[arm_of(action)] if position.ends else -1


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
