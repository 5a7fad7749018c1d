"""A slow engine for domino games that is meant to be read, not to be fast.

It knows the rules and nothing else: no randomness, no policies, no statistics. Tiles are tuples,
hands are sets, the board is a handful of chains of tiles. The compiled engine is tested against
it, so it shares no code with the package it checks; only the deck, the lot and the decisions come
from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

Tile = tuple[int, int]  # (low, high)
Placement = tuple[Tile, int]  # (tile, arm)
Ends = tuple[int | None, ...]
Rules = Mapping[str, Any]
Hand = Collection[Tile]
Event = dict[str, Any]
Action = Literal["draw"] | Placement

MAX_ROUNDS = 10_000


@dataclass(frozen=True)
class Observation:
    """What a seat knows when it has to decide."""

    seat: int
    seats: int
    partner: int | None
    hand: frozenset[Tile]
    board: Board
    ends: Ends  # by arm, None where an arm is not open
    placements: frozenset[Placement]
    points: dict[Placement, int]
    may_draw: bool
    drawable: int
    boneyard: int
    hand_sizes: tuple[int, ...]
    lacks: tuple[frozenset[int], ...]  # by seat, from what everybody saw
    played: tuple[frozenset[Tile], ...]  # by seat, in this round, and so the three below
    opened: tuple[int | None, ...]  # by arm, who played the tile at its end; None: as in `ends`
    passed_on: tuple[frozenset[int], ...]  # by seat, what was open whenever it passed
    drawn_by_choice: tuple[int, ...]  # by seat, draws of who could have played
    line: frozenset[Tile]
    scores: tuple[int, ...]  # by side, points of this round's plays included
    target: int
    opening: bool
    turn: int  # plays and passes so far in this round
    step: int  # plays, passes and draws so far in this round
    round: int


Decide = Callable[[Observation], Action]


class Result(NamedTuple):
    """How a round ended; `winner` and `gains` count by side, `seat` is None in a void round."""

    outcome: str
    seat: int | None
    winner: int | None
    gains: tuple[int, ...]


# Tiles and hands


def full_set(highest: int = 6) -> list[Tile]:
    """All tiles of a double-`highest` set."""
    return [(low, high) for low in range(highest + 1) for high in range(low, highest + 1)]


def text(tile: Tile) -> str:
    """A tile as the trace writes it."""
    return f"{tile[0]}|{tile[1]}"


def low_first(tile: Tile) -> Tile:
    """A tile with its halves in order."""
    return min(tile), max(tile)


def is_double(tile: Tile) -> bool:
    """Whether both halves are the same."""
    return tile[0] == tile[1]


def weight(tile: Tile) -> tuple[int, int]:
    """The order of tiles by (pips, high half), in which no two tiles are equal."""
    return sum(tile), max(tile)


def pips(hand: Hand) -> int:
    """Plain pips of a hand."""
    return sum(sum(tile) for tile in hand)


def hand_value(rules: Rules, hand: Hand) -> int:
    """What a hand counts at the end of a round; a lone special tile has its own value."""
    if len(hand) == 1:
        (tile,) = hand
        return int(rules["special_hands"].get(text(tile), sum(tile)))
    return pips(hand)


# Seats and sides


def side_of(rules: Rules, seat: int) -> int:
    """The side of a seat."""
    return seat % 2 if rules["teams"] else seat


def partner_of(rules: Rules, seat: int) -> int | None:
    """The seat opposite, where it is a partner."""
    return (seat + 2) % 4 if rules["teams"] else None


def sides(rules: Rules) -> list[list[int]]:
    """The seats of each side."""
    seats = range(rules["players"])
    count = 2 if rules["teams"] else rules["players"]
    return [[seat for seat in seats if side_of(rules, seat) == side] for side in range(count)]


# The board


def open_sum(end_tiles: Iterable[Tile]) -> int:
    """What tiles at open ends, each as (inner, outer), count; a double counts both halves."""
    return sum(sum(tile) if is_double(tile) else tile[1] for tile in end_tiles)


@dataclass(frozen=True)
class Board:
    """The tiles on the table.

    Chains 0 and 1 lead away from the first tile, chains 2 and 3 from the spinner; each holds its
    tiles as (inner, outer). Without spinner (`arms` 2) the chains 2 and 3 stay empty.
    """

    arms: int = 2
    first: Tile | None = None
    chains: tuple[tuple[Tile, ...], ...] = ((), (), (), ())
    spinner: Tile | None = None

    @property
    def tiles(self) -> frozenset[Tile]:
        """All tiles on the table, low half first."""
        if self.first is None:
            return frozenset()
        played = [low_first(tile) for chain in self.chains for tile in chain]
        return frozenset([self.first, *played])

    def end_tile(self, arm: int) -> Tile:
        """The tile at the end of an arm, as (inner, outer)."""
        if self.chains[arm]:
            return self.chains[arm][-1]
        start = self.first if arm < 2 else self.spinner
        assert start is not None
        return (start[1], start[0]) if arm == 0 else start

    def is_open(self, arm: int) -> bool:
        """Whether tiles may be put on an arm: the spinner's ends wait for both its sides."""
        if self.first is None or arm < 2:
            return self.first is not None
        # The spinner is one of a kind, so a side of it is bare only where it is itself the end.
        return self.spinner is not None and self.spinner not in (self.end_tile(0), self.end_tile(1))

    @property
    def ends(self) -> Ends:
        """The open value of every arm, None where an arm is not open."""
        return tuple(
            self.end_tile(arm)[1] if self.is_open(arm) else None for arm in range(self.arms)
        )

    @property
    def open_sum(self) -> int:
        """The sum of the open ends; a lone tile counts its pips once, a bare arm 2 or 3 nothing."""
        if self.first is None:
            return 0
        if not any(self.chains):
            return sum(self.first)
        return open_sum(self.end_tile(arm) for arm in range(4) if arm < 2 or self.chains[arm])

    def play(self, tile: Tile, arm: int) -> Board:
        """The board after a tile is put on an arm; `arm` means nothing for the first tile."""
        starts_spinner = self.arms == 4 and self.spinner is None and is_double(tile)
        spinner = tile if starts_spinner else self.spinner
        if self.first is None:
            return replace(self, first=tile, spinner=spinner)
        inner = self.ends[arm]
        if inner is None or inner not in tile:
            raise ValueError(f"{text(tile)} does not fit arm {arm} of ends {self.ends}")
        outer = tile[1] if tile[0] == inner else tile[0]
        chains = list(self.chains)
        chains[arm] = (*chains[arm], (inner, outer))
        return replace(self, chains=tuple(chains), spinner=spinner)


def empty_board(rules: Rules) -> Board:
    """A table with no tile on it."""
    return Board(arms=4 if rules["board"] == "spinner" else 2)


def points_of(rules: Rules, total: int) -> int:
    """In-play points for an open sum."""
    scores = rules["play_points"] == "fives" and total > 0 and total % 5 == 0
    return total if scores else 0


# Legal actions


def ends_are_one(rules: Rules, ends: Ends) -> bool:
    """Whether two equal ends make one action, because nothing tells them apart."""
    plain = rules["board"] == "line" and rules["play_points"] == "none"
    return plain and ends[0] is not None and ends[0] == ends[1]


def placements(rules: Rules, hand: Hand, ends: Ends) -> frozenset[Placement]:
    """Every legal (tile, arm)."""
    if all(end is None for end in ends):
        return frozenset((tile, 0) for tile in hand)
    arms = [0] if ends_are_one(rules, ends) else range(len(ends))
    return frozenset((tile, arm) for tile in hand for arm in arms if ends[arm] in tile)


def drawable(rules: Rules, boneyard: int) -> int:
    """How many of `boneyard` tiles can still be drawn."""
    return 0 if rules["draw"] == "never" else max(0, boneyard - int(rules["reserve"]))


def may_draw(rules: Rules, hand: Hand, ends: Ends, boneyard: int, has_drawn: bool = False) -> bool:
    """Whether drawing is a legal action; `has_drawn` says whether the turn has had a draw."""
    if drawable(rules, boneyard) == 0:
        return False
    if rules["draw"] in ("stuck", "once"):
        spent = rules["draw"] == "once" and has_drawn
        return not placements(rules, hand, ends) and not spent
    opening = all(end is None for end in ends)
    return bool(rules["opener_may_draw"]) or not opening


def may_pass(rules: Rules, hand: Hand, ends: Ends, boneyard: int, has_drawn: bool = False) -> bool:
    """Whether passing is legal: only where nothing else is."""
    drawing = may_draw(rules, hand, ends, boneyard, has_drawn)
    return not placements(rules, hand, ends) and not drawing


# Deals and openers


def deal_is_valid(rules: Rules, tiles: int = 28) -> bool:
    """Whether the hands can be dealt: two tiles or more, one left over where one may draw."""
    left = tiles - rules["players"] * rules["hand"]
    return bool(rules["hand"] >= 2 and left >= (0 if rules["draw"] == "never" else 1))


def deal(rules: Rules, deck: Sequence[Tile]) -> tuple[list[set[Tile]], list[Tile]]:
    """The hands by seat, and the boneyard in drawing order."""
    players, size = rules["players"], rules["hand"]
    hands = [set(deck[seat * size : (seat + 1) * size]) for seat in range(players)]
    return hands, list(deck[players * size :])


def holder(hands: Sequence[Hand], tile: Tile) -> int:
    """The seat that holds a tile."""
    return next(seat for seat, hand in enumerate(hands) if tile in hand)


def holder_of_smallest_double(hands: Sequence[Hand]) -> int:
    """The holder of the smallest double but 0|0, or of the smallest tile if there is none."""
    tiles = [tile for hand in hands for tile in hand]
    doubles = [tile for tile in tiles if is_double(tile) and tile != (0, 0)]
    return holder(hands, min(doubles or tiles, key=weight))


def first_opener(rules: Rules, hands: Sequence[Hand], lot: Callable[[], int]) -> int:
    """Who opens the first round; `lot` is called only where a lot decides."""
    if rules["opener_first"] == "lot":
        return lot()
    if rules["opener_first"] == "smallest-double":
        return holder_of_smallest_double(hands)
    return holder(hands, max((tile for hand in hands for tile in hand), key=weight))


def next_opener(
    rules: Rules, hands: Sequence[Hand], opener: int, result: Result, lot: Callable[[], int]
) -> int:
    """Who opens after a round that `opener` opened and that ended with `result`."""
    rule = rules["opener_next"]
    if rule == "smallest-double":
        return holder_of_smallest_double(hands)
    if rule == "out-or-lot":
        return result.seat if result.outcome == "out" and result.seat is not None else lot()
    if rule == "winner" and result.seat is not None:
        return result.seat
    return int((opener + 1) % rules["players"])


# Scores


def round_to_five(value: int) -> int:
    """The nearest multiple of five."""
    return (value + 2) // 5 * 5


def taken(rules: Rules, values: Sequence[int]) -> int:
    """What hands of these values count together, after rounding."""
    if rules["rounding"] == "opponent-5":
        return sum(round_to_five(value) for value in values)
    if rules["rounding"] == "total-5":
        return round_to_five(sum(values))
    return sum(values)


def blocked_winner(rules: Rules, hands: Sequence[Hand]) -> int | None:
    """The side that wins a blocked round, None if it is void."""
    by_side = rules["block_compare"] == "side"
    groups = sides(rules) if by_side else [[seat] for seat in range(rules["players"])]

    def value(group: list[int]) -> int:
        return sum(hand_value(rules, hands[seat]) for seat in group)

    def tiles(group: list[int]) -> int:
        return sum(len(hands[seat]) for seat in group)

    lowest = min(map(value, groups))
    best = [group for group in groups if value(group) == lowest]
    if rules["block_tie"] == "fewest-tiles":
        fewest = min(map(tiles, best))
        best = [group for group in best if tiles(group) == fewest]
    # A tie between partners is no tie.
    winners = {side_of(rules, group[0]) for group in best}
    return winners.pop() if len(winners) == 1 else None


def round_gains(
    rules: Rules, hands: Sequence[Hand], winner: int, subtracted: Sequence[int]
) -> tuple[int, ...]:
    """What each side marks for the hands; `subtracted` are the seats a net gain is reduced by."""
    values = [hand_value(rules, hand) for hand in hands]
    gains = [0] * len(sides(rules))
    if rules["scoring"] == "losers-mark":
        for side, seats in enumerate(sides(rules)):
            if side != winner:
                gains[side] = taken(rules, [values[seat] for seat in seats])
        return tuple(gains)
    if rules.get("takes") == "all":
        gains[winner] = taken(rules, values)
        return tuple(gains)
    opponents = [value for seat, value in enumerate(values) if side_of(rules, seat) != winner]
    own = taken(rules, [values[seat] for seat in subtracted])
    # Two light hands can round up to more than two heavy ones: the winner then takes nothing.
    gains[winner] = max(0, taken(rules, opponents) - own)
    return tuple(gains)


def round_result(
    rules: Rules, hands: Sequence[Hand], outcome: str, seat: int | None = None
) -> Result:
    """The result of a finished round.

    Parameters
    ----------
    rules, hands
        The rules, and what is left in every hand.
    outcome
        "out", "blocked" or "target".
    seat
        Who went out or reached the target; not used for a blocked round.
    """
    nothing = (0,) * len(sides(rules))
    if outcome == "blocked":
        winner = blocked_winner(rules, hands)
        if winner is None:
            return Result("void", None, None, nothing)
        own = sides(rules)[winner]
        seat = min(own, key=lambda one: (hand_value(rules, hands[one]), one))
        winning = own if rules["block_compare"] == "side" else [seat]
        subtracted = winning if rules["block_gain"] == "net" else []
        return Result(outcome, seat, winner, round_gains(rules, hands, winner, subtracted))
    assert seat is not None
    winner = side_of(rules, seat)
    gains = nothing if outcome == "target" else round_gains(rules, hands, winner, [])
    return Result(outcome, seat, winner, gains)


def fixed_length(rules: Rules) -> int:
    """How many rounds a game has, 0 if it goes on to the target."""
    return int(rules.get("rounds", 0))


def game_over(rules: Rules, scores: Sequence[int], rounds: int = 0) -> tuple[bool, tuple[int, ...]]:
    """Whether a game is over after so many rounds, and if so the sides with the best score."""
    length = fixed_length(rules)
    if rounds < length if length else max(scores) < rules["target"]:
        return False, ()
    best = min(scores) if rules["scoring"] == "losers-mark" else max(scores)
    return True, tuple(side for side, score in enumerate(scores) if score == best)


# A round


@dataclass
class Table:
    """A round in progress; `seat` is to move.

    `passes` counts the passes in a row that nobody could have drawn before, `has_drawn` tells
    whether the seat to move has drawn in this turn.
    """

    rules: Rules
    hands: list[set[Tile]]
    boneyard: list[Tile]
    seat: int
    scores: list[int]
    board: Board
    round: int = 0
    turns: int = 0
    draws: int = 0
    passes: int = 0
    has_drawn: bool = False
    lacks: list[set[int]] = field(default_factory=list)
    played: list[list[Tile]] = field(default_factory=list)  # by seat, in the order of plays
    passed_on: list[list[set[int]]] = field(default_factory=list)  # by seat, pass for pass
    drawn: list[list[bool]] = field(default_factory=list)  # by seat, draw for draw: by choice?
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start with nothing known."""
        self.lacks = self.lacks or [set() for _ in self.hands]
        self.played = self.played or [[] for _ in self.hands]
        self.passed_on = self.passed_on or [[] for _ in self.hands]
        self.drawn = self.drawn or [[] for _ in self.hands]

    @property
    def open_values(self) -> set[int]:
        """The values that fit somewhere."""
        return {end for end in self.board.ends if end is not None}

    @property
    def opened(self) -> tuple[int | None, ...]:
        """By arm, the seat that played the tile at its end; a bare spinner's end is the spinner.

        None where the arm is not open, and on a board set up by hand, where no seat played it.
        """
        who = {tile: seat for seat, tiles in enumerate(self.played) for tile in tiles}
        return tuple(
            who.get(low_first(self.board.end_tile(arm))) if self.board.is_open(arm) else None
            for arm in range(self.board.arms)
        )


def observe(table: Table, options: frozenset[Placement], drawing: bool) -> Observation:
    """What the seat to move knows."""
    rules, board = table.rules, table.board
    points = {
        (tile, arm): points_of(rules, board.play(tile, arm).open_sum) for tile, arm in options
    }
    return Observation(
        seat=table.seat,
        seats=len(table.hands),
        partner=partner_of(rules, table.seat),
        hand=frozenset(table.hands[table.seat]),
        board=board,
        ends=board.ends,
        placements=options,
        points=points,
        may_draw=drawing,
        drawable=drawable(rules, len(table.boneyard)),
        boneyard=len(table.boneyard),
        hand_sizes=tuple(len(hand) for hand in table.hands),
        lacks=tuple(frozenset(values) for values in table.lacks),
        played=tuple(frozenset(tiles) for tiles in table.played),
        opened=table.opened,
        passed_on=tuple(frozenset().union(*passes) for passes in table.passed_on),
        drawn_by_choice=tuple(draws.count(True) for draws in table.drawn),
        line=board.tiles,
        scores=tuple(table.scores),
        target=rules["target"],
        opening=board.first is None,
        turn=table.turns,
        step=table.turns + table.draws,
        round=table.round,
    )


def choose(table: Table, decide: Decide) -> Action | None:
    """The next action of the seat to move, None for a pass; asks only where there is a choice."""
    rules, ends, hand = table.rules, table.board.ends, table.hands[table.seat]
    options = placements(rules, hand, ends)
    drawing = may_draw(rules, hand, ends, len(table.boneyard), table.has_drawn)
    legal: dict[Action, Action] = {option: option for option in options}
    if drawing:
        legal["draw"] = "draw"
    if len(legal) < 2:
        return next(iter(legal), None)
    action = decide(observe(table, options, drawing))
    if ends_are_one(rules, ends):
        legal |= {(tile, 1): (tile, 0) for tile, _ in options}
    for accepted, meant in legal.items():
        if action == accepted:
            return meant
    raise ValueError(f"seat {table.seat}, round {table.round}: illegal action {action!r}")


def draw_tile(table: Table) -> None:
    """Draw one tile and keep account of what the others can conclude."""
    seat, rules, ends = table.seat, table.rules, table.board.ends
    forced = not placements(rules, table.hands[seat], ends)
    from_back = rules["two_ended"] and seat % 2 == 1
    tile = table.boneyard.pop(-1 if from_back else 0)
    table.hands[seat].add(tile)
    table.draws += 1
    table.has_drawn = True
    table.drawn[seat].append(not forced)
    if rules["draw"] == "optional":
        table.lacks[seat] = set()  # a draw by choice shows nothing, and the tile may be anything
    elif placements(rules, [tile], ends):
        table.lacks[seat] |= table.open_values  # the tile is played at once, so nothing is added
    else:
        table.lacks[seat] = table.open_values
    table.events.append({"event": "draw", "seat": seat, "tile": text(tile), "forced": forced})


def pass_turn(table: Table) -> Result | None:
    """Pass; the round is blocked when every seat has passed in turn with nothing left to draw."""
    table.lacks[table.seat] |= table.open_values
    table.passed_on[table.seat].append(table.open_values)
    table.turns += 1
    if drawable(table.rules, len(table.boneyard)) == 0:
        table.passes += 1
    table.events.append({"event": "pass", "seat": table.seat})
    if table.passes == len(table.hands):
        return round_result(table.rules, table.hands, "blocked")
    return None


def play_tile(table: Table, tile: Tile, arm: int) -> Result | None:
    """Play a tile, score it, and see whether that ends the round."""
    seat, rules, opening = table.seat, table.rules, table.board.first is None
    side = side_of(rules, seat)
    table.hands[seat].remove(tile)
    table.played[seat].append(tile)
    table.board = table.board.play(tile, arm)
    points = points_of(rules, table.board.open_sum)
    table.scores[side] += points
    table.turns += 1
    table.passes = 0
    event: Event = {"event": "play", "seat": seat, "tile": text(tile)}
    event |= {"arm": None if opening else arm, "ends": list(table.board.ends), "points": points}
    table.events.append(event)
    at_once = rules["target_check"] == "at-once" and not fixed_length(rules)
    if at_once and points > 0 and table.scores[side] >= rules["target"]:
        return round_result(rules, table.hands, "target", seat)
    if not table.hands[seat]:
        return round_result(rules, table.hands, "out", seat)
    return None


def take_turn(table: Table, decide: Decide) -> Result | None:
    """One turn: any draws, then a play or a pass. Returns the result if the round ends."""
    for hand, lacking in zip(table.hands, table.lacks, strict=True):
        assert not lacking & {half for tile in hand for half in tile}, "knowledge is never wrong"
    while (action := choose(table, decide)) == "draw":
        draw_tile(table)
    result = pass_turn(table) if action is None else play_tile(table, *action)
    table.seat = (table.seat + 1) % len(table.hands)
    table.has_drawn = False
    return result


def play_round(table: Table, decide: Decide) -> Result:
    """Play on to the end of the round and add what the hands are worth to the scores."""
    result = None
    while result is None:
        result = take_turn(table, decide)
    table.scores = [score + gain for score, gain in zip(table.scores, result.gains, strict=True)]
    table.events.append(round_event(result, table.hands, table.scores))
    return result


def round_event(result: Result, hands: Sequence[Hand], scores: Sequence[int]) -> Event:
    """The end of a round as the trace shows it."""
    event: Event = {"event": "round", "outcome": result.outcome, "seat": result.seat}
    event |= {"winner": result.winner, "pips": [pips(hand) for hand in hands]}
    return event | {"gains": list(result.gains), "scores": list(scores)}


# A game


class Deal(NamedTuple):
    """What a round starts from; `number` counts the rounds of the game from 0."""

    number: int
    opener: int
    hands: list[set[Tile]]
    boneyard: list[Tile]


class Played(NamedTuple):
    """A round that is over: its events, its result, and the scores after it."""

    events: list[Event]
    result: Result
    scores: list[int]


def deal_event(deal: Deal) -> Event:
    """The deal as the trace shows it, hands sorted by (pips, low half)."""
    hands = [sorted(hand, key=lambda tile: (sum(tile), tile[0])) for hand in deal.hands]
    event: Event = {"event": "deal", "round": deal.number, "opener": deal.opener}
    event |= {"hands": [[text(tile) for tile in hand] for hand in hands]}
    return event | {"boneyard": [text(tile) for tile in deal.boneyard]}


def play_rounds(
    rules: Rules,
    deck: Callable[[int], Sequence[Tile]],
    lot: Callable[[int], int],
    play: Callable[[Deal, list[int]], Played],
) -> list[Event]:
    """The events of all rounds of a game and of its end, whatever its board.

    `play` plays a deal out, given the scores before it; the rest as `play_game` has it.
    """
    events, scores, opener = list[Event](), [0] * len(sides(rules)), 0
    result: Result | None = None
    for number in range(MAX_ROUNDS):
        hands, boneyard = deal(rules, deck(number))

        def draw_lot(number: int = number) -> int:
            return lot(number)

        if result is None:
            opener = first_opener(rules, hands, draw_lot)
        else:
            opener = next_opener(rules, hands, opener, result, draw_lot)
        played, result, scores = play(Deal(number, opener, hands, boneyard), scores)
        events += played
        over, winners = game_over(rules, scores, number + 1)
        if over:
            return [*events, {"event": "end", "winners": list(winners), "scores": list(scores)}]
    raise RuntimeError(f"no side reached {rules['target']} in {MAX_ROUNDS} rounds")


def game_event(rules: Rules, policies: Sequence[str] | None, seed: int, game: int) -> Event:
    """The first event of a game."""
    header: Event = {"event": "game", "schema": 1, "rules": dict(rules)}
    return header | {"policies": list(policies or []), "seed": seed, "game": game}


def play_game(
    rules: dict[str, Any],
    decide: Decide,
    deck: Callable[[int], Sequence[Tile]],
    lot: Callable[[int], int],
    policies: Sequence[str] | None = None,
    seed: int = 0,
    game: int = 0,
) -> list[Event]:
    """Play a game and return its events.

    Parameters
    ----------
    rules
        Every parameter of the rules, as the trace shows them.
    decide
        Called where a seat has more than one legal action: returns "draw" or (tile, arm).
    deck
        By round, all tiles in order: the hands seat by seat, then the boneyard in drawing order.
    lot
        By round, the seat drawn by lot; called only where the rules call for a lot.
    policies, seed, game
        Echoed in the first event.

    Raises
    ------
    ValueError
        If `decide` returns an illegal action.
    RuntimeError
        If no side has reached the target after `MAX_ROUNDS` rounds.
    """

    def play(deal: Deal, scores: list[int]) -> Played:
        events, opener, board = [deal_event(deal)], deal.opener, empty_board(rules)
        table = Table(rules, deal.hands, deal.boneyard, opener, scores, board, deal.number)
        result = play_round(table, decide)
        return Played(events + table.events, result, table.scores)

    return [game_event(rules, policies, seed, game), *play_rounds(rules, deck, lot, play)]
