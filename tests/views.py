"""Views built from what the naive engine observes, for policies that are asked outside the engine.

Every field is worked out here from the observation; only the random bits come from the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from simulator.placements import arm_of, tile_of
from simulator.policy import DRAW, Policy, View
from simulator.rng import (
    LOT,
    game_key,
    pick,
    private_key,
    private_word,
    random_word,
    round_key,
)
from simulator.rules import Rules, rules_for
from simulator.transcript import deck_of
from tests import naive, naive_trains
from tests.naive import Action, Board, Event, Observation, Table, Tile
from tests.naive_trains import TrainsObservation

NUMBERED = sorted(naive.full_set(9), key=lambda tile: (sum(tile), tile[0]))
"""The tiles of the largest set in the order of their numbers: by pips, then by the low half."""
_NUMBERS = {tile: number for number, tile in enumerate(NUMBERED)}


def tile(text: str) -> Tile:
    """A tile from `lo|hi`."""
    low, high = text.split("|")
    return int(low), int(high)


def tiles(text: str) -> list[Tile]:
    """Tiles from `1|2 3|4`."""
    return [tile(word) for word in text.split()]


def number(one: Tile) -> int:
    """The number of a tile."""
    return _NUMBERS[one]


def mask(some: Iterable[Tile]) -> int:
    """The mask of some tiles."""
    return sum(1 << number(one) for one in set(some))


def named(text: str) -> int:
    """The mask of tiles written `1|2 3|4`."""
    return mask(tiles(text))


def _four(values: Sequence[int], filler: int = 0) -> tuple[int, int, int, int]:
    padded = [*values, *[filler] * 4]
    return padded[0], padded[1], padded[2], padded[3]


def _five(values: Sequence[int], filler: int) -> tuple[int, ...]:
    return tuple([*values, *[filler] * 5][:5])


def _bits(values: Iterable[int]) -> int:
    return sum(1 << value for value in values)


def _fits(rules: Mapping[str, Any], seen: Observation) -> tuple[int, int, int, int]:
    """By arm, the tiles of the set that fit; two ends that are one action show on arm 0 only."""
    whole = naive.full_set(rules["set"])
    if seen.opening:
        return mask(whole), 0, 0, 0
    ends: list[int | None] = list(seen.ends)
    if naive.ends_are_one(rules, seen.ends):
        ends[1] = None
    return _four([mask(one for one in whole if end in one) for end in ends])


def _counts(rules: Mapping[str, Any], board: Board) -> tuple[int, int, int, int]:
    """By arm, what its end tile counts, where plays score; a bare spinner's end counts nothing."""
    if rules["play_points"] == "none" or board.first is None:
        return 0, 0, 0, 0
    counted = [arm for arm in range(4) if arm < 2 or board.chains[arm]]
    counts = {arm: naive.open_sum([board.end_tile(arm)]) for arm in counted}
    return _four([counts.get(arm, 0) for arm in range(4)])


def _uncovered(board: Board) -> int:
    """The arms of which the spinner is the end, as bits."""
    if board.spinner is None:
        return 0
    return sum(1 << arm for arm in (0, 1) if board.end_tile(arm) == board.spinner)


def view_of(
    rules: Mapping[str, Any], seen: Observation | TrainsObservation, random: int = 0
) -> View:
    """The view that shows what a seat observes, with given random bits."""
    if isinstance(seen, TrainsObservation):
        return _view_of_trains(rules, seen, random)
    return View(
        hand=mask(seen.hand),
        playable=mask(one for one, _ in seen.placements),
        fits=_fits(rules, seen),
        ends=_four([-1 if end is None else end for end in seen.ends], -1),
        may_draw=seen.may_draw,
        drawable=seen.drawable,
        boneyard=seen.boneyard,
        seat=seen.seat,
        seats=seen.seats,
        partner=-1 if seen.partner is None else seen.partner,
        hand_sizes=_four(seen.hand_sizes),
        lacks=_four([_bits(values) for values in seen.lacks]),
        played=_four([mask(tiles) for tiles in seen.played]),
        opened=_four([-1 if seat is None else seat for seat in seen.opened], -1),
        passed_on=_four([_bits(values) for values in seen.passed_on]),
        drawn_by_choice=_four(seen.drawn_by_choice),
        line=mask(seen.line),
        tiles=mask(naive.full_set(rules["set"])),
        scores=_four([seen.scores[naive.side_of(dict(rules), s)] for s in range(seen.seats)]),
        target=0 if rules["rounds"] else seen.target,
        opening=seen.opening,
        turn=seen.turn,
        counts=_counts(rules, seen.board),
        fives=rules["play_points"] == "fives",
        spinner=-1 if seen.board.spinner is None else seen.board.spinner[0],
        uncovered=_uncovered(seen.board),
        random=random,
        round=seen.round,
        rounds=rules["rounds"],
        trains=False,
        markers=0,
        open_double=-1,
    )


def _view_of_trains(rules: Mapping[str, Any], seen: TrainsObservation, random: int) -> View:
    whole = naive.full_set(rules["set"])
    fits = [
        mask(one for one in whole if end in one) if arm in seen.open_arms else 0
        for arm, end in enumerate(seen.ends)
    ]
    return View(
        hand=mask(seen.hand),
        playable=mask(one for one, _ in seen.placements),
        fits=_five(fits, 0),
        ends=_five(seen.ends, -1),
        may_draw=False,
        drawable=seen.drawable,
        boneyard=seen.boneyard,
        seat=seen.seat,
        seats=seen.seats,
        partner=-1,
        hand_sizes=_four(seen.hand_sizes),
        lacks=_four([_bits(values) for values in seen.lacks]),
        played=_four([mask(tiles) for tiles in seen.played]),
        opened=_five([-1 if seat is None else seat for seat in seen.opened], -1),
        passed_on=_four([_bits(values) for values in seen.passed_on]),
        drawn_by_choice=(0, 0, 0, 0),
        line=mask(seen.line),
        tiles=mask(whole),
        scores=_four(seen.scores),
        target=0 if rules["rounds"] else seen.target,
        opening=False,
        turn=seen.turn,
        counts=(0, 0, 0, 0),
        fives=False,
        spinner=-1,
        uncovered=0,
        random=random,
        round=seen.round,
        rounds=rules["rounds"],
        trains=True,
        markers=_bits(seen.markers),
        open_double=-1 if seen.open_double is None else seen.open_double,
    )


def bits_for(seed: int, game: int, seen: Observation | TrainsObservation) -> int:
    """The random bits of a decision, as a signed integer."""
    return private_word(private_key(game_key(seed, game), seen.seat), seen.round, seen.step)


def hiding_scores(view: View) -> View:
    """A view as it is shown to a policy that ignores scores."""
    return view._replace(scores=(0, 0, 0, 0))


# Games of the naive engine


def as_action(answer: int) -> Action:
    """A policy's answer in the naive engine's terms."""
    return "draw" if answer == DRAW else (NUMBERED[tile_of(answer)], arm_of(answer))


def naive_game(
    rules: Rules,
    policies: Sequence[Policy],
    seed: int,
    game: int,
    watch: Callable[[Any, View], None] | None = None,
) -> list[Event]:
    """The events of a game as the naive engine plays it, policies deciding in plain Python.

    `watch` is shown every decision before it is taken.
    """
    told = rules.as_dict()

    def decide(seen: Any) -> Action:
        view = view_of(told, seen, bits_for(seed, game, seen))
        if watch is not None:
            watch(seen, view)
        policy = policies[seen.seat]
        return as_action(policy(hiding_scores(view) if policy.ignores_scores else view))

    return decided_game(rules, decide, [policy.spec for policy in policies], seed, game)


def decided_game(
    rules: Rules, decide: Callable[[Any], Any], specs: Sequence[str], seed: int, game: int
) -> list[Event]:
    """The events of a game as the naive engine plays it, with the simulator's decks and lots."""

    def deck(index: int) -> list[Tile]:
        return [NUMBERED[one] for one in deck_of(rules, seed, game, index)]

    def lot(index: int) -> int:
        return pick(random_word(round_key(game_key(seed, game), index), LOT, 0), rules.players)

    engine = naive_trains if rules.has_trains else naive
    return engine.play_game(rules.as_dict(), decide, deck, lot, specs, seed, game)


# Views made by hand


def board_of(rules: Mapping[str, Any], plays: str) -> Board:
    """The board after plays like `5|5 2|5@0 3|5@1`; without an arm a tile goes to arm 0."""
    board = naive.empty_board(rules)
    for play in plays.split():
        text, _, arm = play.partition("@")
        board = board.play(tile(text), int(arm or 0))
    return board


def a_view(
    hand: str,
    line: str = "",
    *,
    preset: str = "draw",
    players: int = 2,
    boneyard: int | None = None,
    random: int = 0,
    **changes: Any,
) -> View:
    """The view of seat 0 with a hand, after the plays of `line`, with `boneyard` tiles left.

    The seats have played in turn. Further keywords replace fields of the view as they are.
    """
    rules = rules_for(preset, players).as_dict()
    board = board_of(rules, line)
    seen_tiles = board.tiles | set(tiles(hand))
    left = [one for one in naive.full_set(rules["set"]) if one not in seen_tiles]
    others = [set(left[2 * seat : 2 * seat + 2]) for seat in range(players - 1)]
    stock = left[2 * (players - 1) :][:boneyard]
    table = Table(rules, [set(tiles(hand)), *others], stock, 0, [0] * players, board)
    plays = line.split()
    table.turns = len(plays)
    for place, play in enumerate(plays):
        table.played[(place - len(plays)) % players].append(tile(play.partition("@")[0]))
    options = naive.placements(rules, table.hands[0], board.ends)
    drawing = naive.may_draw(rules, table.hands[0], board.ends, len(stock))
    seen = naive.observe(table, options, drawing)
    return view_of(rules, seen, random)._replace(**changes)
