"""The slow engine's game of trains, Mexican Train; beside `naive`, and meant to be read as that is.

It knows turns, markers, open doubles and what they prove; the table is in `naive_trains_board`.
Tiles, hands, openers, counting and the course of a game from round to round are those of `naive`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests import naive
from tests.naive import Deal, Event, Hand, Placement, Played, Result, Rules, Tile, text
from tests.naive_trains_board import TrainsBoard, empty_board, trains_from


@dataclass(frozen=True)
class TrainsObservation:
    """What a seat knows when it has to decide."""

    seat: int
    seats: int
    hand: frozenset[Tile]
    engine: Tile
    ends: tuple[int, ...]  # by arm, of every train, whether the seat may play there or not
    open_arms: frozenset[int]  # where it may play now
    placements: frozenset[Placement]
    markers: frozenset[int]  # the arms that are trains of seats whose marker is up
    open_double: int | None  # the arm that ends in a double to be covered
    drawable: int
    boneyard: int
    hand_sizes: tuple[int, ...]
    lacks: tuple[frozenset[int], ...]  # by seat, from what everybody saw
    played: tuple[frozenset[Tile], ...]  # by seat, in this round, and so the two below
    passed_on: tuple[frozenset[int], ...]  # by seat, what was open to it whenever it passed
    opened: tuple[int | None, ...]  # by arm, who played the tile at its end; None: the engine
    line: frozenset[Tile]  # all tiles on the table, the engine too
    scores: tuple[int, ...]  # by side, before this round
    target: int
    rounds: int  # of the game, 0: it goes on to the target
    turn: int  # plays and passes so far in this round
    step: int  # plays, passes and draws so far in this round
    round: int


Decide = Callable[[TrainsObservation], Placement]


# Counting


def round_result(
    rules: Rules, hands: Sequence[Hand], outcome: str, seat: int | None = None
) -> Result:
    """The result of a finished round, as `naive` has it; but where losers mark, all mark.

    Whoever holds tiles marks them, in every case: the winner of a blocked round and everybody in
    a void one too. Who went out holds none.
    """
    result = naive.round_result(rules, hands, outcome, seat)
    if rules["scoring"] != "losers-mark":
        return result
    values = [naive.hand_value(rules, hand) for hand in hands]
    held = [[values[seat] for seat in side] for side in naive.sides(rules)]
    return result._replace(gains=tuple(naive.taken(rules, side) for side in held))


# A round


@dataclass
class TrainsTable:
    """A round in progress; `seat` is to move.

    `passes` counts the passes in a row that can end the round, `has_drawn` tells whether a tile
    was drawn for the one that the seat to move must play now. `markers` are the seats whose marker
    is up, `open_double` is the number of the train that ends in a double to be covered.
    """

    rules: Rules
    hands: list[set[Tile]]
    boneyard: list[Tile]
    seat: int
    scores: list[int]
    board: TrainsBoard
    round: int = 0
    markers: set[int] = field(default_factory=set)
    open_double: int | None = None
    has_drawn: bool = False
    turns: int = 0
    draws: int = 0
    passes: int = 0
    lacks: list[set[int]] = field(default_factory=list)
    played: list[set[Tile]] = field(default_factory=list)
    passed_on: list[set[int]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start with nothing known."""
        self.lacks = self.lacks or [set() for _ in self.hands]
        self.played = self.played or [set() for _ in self.hands]
        self.passed_on = self.passed_on or [set() for _ in self.hands]

    @property
    def drawable(self) -> int:
        """How many tiles can still be drawn."""
        return naive.drawable(self.rules, len(self.boneyard))

    def open_trains(self, seat: int) -> set[int]:
        """The trains that a seat may play on; while a double is open, only its train."""
        if self.open_double is not None:
            return {self.open_double}
        return {seat, len(self.hands), *self.markers}

    def open_values(self, seat: int) -> set[int]:
        """The values that fit where a seat may play."""
        return {self.board.ends[number] for number in self.open_trains(seat)}

    def placements(self, seat: int) -> frozenset[Placement]:
        """Every legal (tile, arm) of a seat; equal ends of two trains are two."""
        return frozenset(
            (tile, arm)
            for arm, number in enumerate(trains_from(seat, len(self.hands)))
            for tile in self.hands[seat]
            if number in self.open_trains(seat) and self.board.ends[number] in tile
        )

    def opened(self, number: int) -> int | None:
        """The seat that played the tile at the end of a train; None where no seat has."""
        ending = [naive.low_first(tile) for tile in self.board.trains[number].tiles[-1:]]
        who = [seat for seat, tiles in enumerate(self.played) if tiles & {*ending}]
        return who[0] if who else None

    def set_marker(self, up: bool) -> None:
        """Put the mover's marker up or down, which is an event only where it changes."""
        if up != (self.seat in self.markers):
            self.markers ^= {self.seat}
            self.events.append({"event": "marker", "seat": self.seat, "up": up})

    def end_turn(self) -> None:
        """Hand the move to the next seat."""
        self.seat = (self.seat + 1) % len(self.hands)
        self.has_drawn = False


def observe(table: TrainsTable, seat: int) -> TrainsObservation:
    """What a seat knows, and what it may play if it is to move."""
    rules, seats = table.rules, len(table.hands)
    arms = trains_from(seat, seats)
    double = table.open_double
    return TrainsObservation(
        seat=seat,
        seats=seats,
        hand=frozenset(table.hands[seat]),
        engine=table.board.engine,
        ends=tuple(table.board.ends[number] for number in arms),
        open_arms=frozenset(map(arms.index, table.open_trains(seat))),
        placements=table.placements(seat),
        markers=frozenset(map(arms.index, table.markers)),
        open_double=None if double is None else arms.index(double),
        drawable=table.drawable,
        boneyard=len(table.boneyard),
        hand_sizes=tuple(len(hand) for hand in table.hands),
        lacks=tuple(frozenset(values) for values in table.lacks),
        played=tuple(frozenset(tiles) for tiles in table.played),
        passed_on=tuple(frozenset(values) for values in table.passed_on),
        opened=tuple(table.opened(number) for number in arms),
        line=table.board.tiles,
        scores=tuple(table.scores),
        target=rules["target"],
        rounds=naive.fixed_length(rules),
        turn=table.turns,
        step=table.turns + table.draws,
        round=table.round,
    )


def choose(table: TrainsTable, options: frozenset[Placement], decide: Decide) -> Placement:
    """The placement that the seat to move makes; asks only where there are several."""
    if len(options) == 1:
        return next(iter(options))
    action = decide(observe(table, table.seat))
    if action not in [*options]:
        raise ValueError(f"seat {table.seat}, round {table.round}: illegal action {action!r}")
    return action


def draw_tile(table: TrainsTable) -> None:
    """Draw the one tile that may be drawn, and keep account of what the others can conclude.

    A tile that fits is played at once, so that nothing is added to the hand of before.
    """
    seat, open_values = table.seat, table.open_values(table.seat)
    tile = table.boneyard.pop(0)
    table.hands[seat].add(tile)
    table.draws += 1
    table.has_drawn = True
    table.lacks[seat] = open_values | (table.lacks[seat] if open_values & {*tile} else set())
    table.events.append({"event": "draw", "seat": seat, "tile": text(tile), "forced": True})


def pass_turn(table: TrainsTable) -> Result | None:
    """Pass and put the marker up; the round is blocked when this changes nothing for anybody.

    So a row of passes begins when nothing is left to draw, and once more with every marker that
    goes up, which opens a train to the others.
    """
    seat, open_values = table.seat, table.open_values(table.seat)
    opens_a_train = seat not in table.markers
    table.lacks[seat] |= open_values
    table.passed_on[seat] |= open_values
    table.turns += 1
    table.events.append({"event": "pass", "seat": seat})
    table.set_marker(up=True)
    if not table.drawable:
        table.passes = 1 if opens_a_train else table.passes + 1
    table.end_turn()
    if table.passes == len(table.hands):
        return round_result(table.rules, table.hands, "blocked")
    return None


def play_tile(table: TrainsTable, tile: Tile, arm: int) -> Result | None:
    """Play a tile; the turn goes on if it is a double that can still be covered."""
    seat, seats = table.seat, len(table.hands)
    number = trains_from(seat, seats)[arm]
    table.hands[seat].remove(tile)
    table.played[seat].add(tile)
    table.board = table.board.play(tile, number)
    table.turns += 1
    table.passes = 0
    table.has_drawn = False
    event: Event = {"event": "play", "seat": seat, "tile": text(tile)}
    event |= {"train": "mexican" if number == seats else number}
    table.events.append(event | {"ends": table.board.ends, "points": 0})
    if number == seat:
        table.set_marker(up=False)
    if not table.hands[seat]:
        return round_result(table.rules, table.hands, "out", seat)
    binds = naive.is_double(tile) and not table.board.exhausted(tile[0], table.rules["set"])
    table.open_double = number if binds else None
    if not binds:
        table.end_turn()
    return None


def act(table: TrainsTable, decide: Decide) -> Result | None:
    """One play, draw or pass of the seat to move. Returns the result if the round ends."""
    options = table.placements(table.seat)
    if options:
        return play_tile(table, *choose(table, options, decide))
    if not table.drawable or table.has_drawn:
        return pass_turn(table)
    draw_tile(table)
    return None


def play_round(table: TrainsTable, decide: Decide) -> Result:
    """Play on to the end of the round and add what the hands are worth to the scores."""
    result = None
    while result is None:
        if not table.has_drawn:
            for hand, lacking in zip(table.hands, table.lacks, strict=True):
                assert not lacking & {half for tile in hand for half in tile}, "proofs hold"
        result = act(table, decide)
    table.scores = [score + gain for score, gain in zip(table.scores, result.gains, strict=True)]
    table.events.append(naive.round_event(result, table.hands, table.scores))
    return result


# A game


def play_game(
    rules: Rules,
    decide: Decide,
    deck: Callable[[int], Sequence[Tile]],
    lot: Callable[[int], int],
    policies: Sequence[str] | None = None,
    seed: int = 0,
    game: int = 0,
) -> list[Event]:
    """Play a game on trains and return its events.

    Parameters
    ----------
    rules
        Every parameter of the rules, as the trace shows them.
    decide
        Called where a seat has more than one legal placement: returns (tile, arm).
    deck
        By round, all tiles but the engine in order: the hands seat by seat, then the boneyard in
        drawing order.
    lot
        By round, the seat drawn by lot; called only where the rules call for a lot.
    policies, seed, game
        Echoed in the first event.

    Raises
    ------
    ValueError
        If `decide` returns an illegal action.
    RuntimeError
        If the game goes on to a target that is not reached in `naive.MAX_ROUNDS` rounds.
    """

    def play(deal: Deal, scores: list[int]) -> Played:
        board = empty_board(rules, deal.number)
        dealt = naive.deal_event(deal) | {"engine": text(board.engine)}
        opener, number = deal.opener, deal.number
        table = TrainsTable(rules, deal.hands, deal.boneyard, opener, scores, board, number)
        result = play_round(table, decide)
        return Played([dealt, *table.events], result, table.scores)

    header = naive.game_event(rules, policies, seed, game)
    return [header, *naive.play_rounds(rules, deck, lot, play)]
