"""The rules as the engine reads them: a record of numbers, the same throughout a run."""

from __future__ import annotations

from typing import Any

from simulator.compiling.records import Record
from simulator.masks import EVERY_TILE, MASK, one, pips_of, whole_set
from simulator.rules import Rules
from simulator.tiles import number, parse, tiles_of

RULEBOOK = Record(
    "rules",
    constant=True,
    seats=0,
    teams=0,  # 1: seats 0 and 2 against 1 and 3
    tiles=(0, MASK),  # the set
    highest=0,  # its highest value
    deck_size=0,  # tiles that are dealt, the boneyard's included
    hand_size=0,
    reserve=0,  # tiles never drawn; the whole deck where nobody draws
    draw=0,
    opener_may_draw=0,
    opener_first=0,
    opener_next=0,
    fewest_tiles=0,  # 1: equal pips in a blocked round are decided by the fewest tiles
    net=0,  # 1: the winner of a blocked round subtracts its own pips
    takes_all=0,  # 1: what is taken are the pips of all hands
    compare_sides=0,  # 1: partners' hands are added before they are compared
    rounding=0,
    losers_mark=0,  # 1: goat counting
    all_mark=0,  # 1: so do those who hold something, whoever wins
    target=0,  # out of reach where the number of rounds is fixed
    rounds=0,  # of a game; 0: to the target
    at_once=0,  # 1: a play that reaches the target ends the game
    spinner=0,  # 1: the first double has four arms
    fives=0,  # 1: plays score multiples of five
    arms_differ=0,  # 1: two equal ends are two actions
    special_hands=0,  # 1: some lone tiles have a value of their own
    lone=64,  # the value of a hand that holds just this tile
)

# values of parameters that are names
DRAW_NEVER, DRAW_STUCK, DRAW_OPTIONAL, DRAW_ONCE = range(4)
LOT, SMALLEST_DOUBLE, STRONGEST = range(3)
ROTATE, NEXT_SMALLEST_DOUBLE, WINNER, OUT_OR_LOT = range(4)
NO_ROUNDING, EACH_TO_FIVE, TOTAL_TO_FIVE = range(3)

_DRAW = {
    "never": DRAW_NEVER,
    "stuck": DRAW_STUCK,
    "optional": DRAW_OPTIONAL,
    "once": DRAW_ONCE,
}
_OPENER_FIRST = {"lot": LOT, "smallest-double": SMALLEST_DOUBLE, "strongest": STRONGEST}
_OPENER_NEXT = {
    "rotate": ROTATE,
    "smallest-double": NEXT_SMALLEST_DOUBLE,
    "winner": WINNER,
    "out-or-lot": OUT_OR_LOT,
}
_ROUNDING = {"none": NO_ROUNDING, "opponent-5": EACH_TO_FIVE, "total-5": TOTAL_TO_FIVE}


def pack(rules: Rules) -> Any:
    """The record of some rules."""
    fives, spinner = rules.play_points == "fives", rules.board == "spinner"
    packed = RULEBOOK.blank()
    packed.seats = rules.players
    packed.teams = int(rules.teams)
    packed.tiles = whole_set(rules.set)
    packed.highest = rules.set
    packed.deck_size = rules.deck
    packed.hand_size = rules.hand
    packed.reserve = rules.reserve if rules.draw != "never" else rules.deck
    packed.draw = _DRAW[rules.draw]
    packed.opener_may_draw = int(rules.opener_may_draw)
    packed.opener_first = _OPENER_FIRST[rules.opener_first]
    packed.opener_next = _OPENER_NEXT[rules.opener_next]
    packed.fewest_tiles = int(rules.block_tie == "fewest-tiles")
    packed.net = int(rules.block_gain == "net" and rules.takes != "all")
    packed.takes_all = int(rules.takes == "all")
    packed.compare_sides = int(rules.block_compare == "side")
    packed.rounding = _ROUNDING[rules.rounding]
    packed.losers_mark = int(rules.scoring == "losers-mark")
    packed.all_mark = int(rules.scoring == "losers-mark" and rules.has_trains)
    packed.target = rules.target if rules.rounds == 0 else 1 << 62
    packed.rounds = rules.rounds
    packed.at_once = int(rules.target_check == "at-once" and rules.rounds == 0)
    packed.spinner = int(spinner)
    packed.fives = int(fives)
    packed.arms_differ = int(fives or spinner or rules.has_trains)
    packed.special_hands = int(len(rules.special_hands) > 0)
    for tile in tiles_of(EVERY_TILE):
        packed.lone[tile] = pips_of(tile)
    for text, value in rules.special_hands.items():
        packed.lone[parse(text)] = value
    return packed


def deck_order(rules: Rules) -> list[int]:
    """A mask for each tile that is dealt, in the order from which every shuffle starts.

    On trains one such order for every engine, that of the first round first.
    """
    masks = [one(tile) for tile in tiles_of(whole_set(rules.set))]
    if not rules.has_trains:
        return masks
    engines = [
        one(number(rules.engine(index), rules.engine(index))) for index in range(rules.set + 1)
    ]
    return [mask for engine in engines for mask in masks if mask != engine]
