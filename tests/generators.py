"""Rules, seatings, decks and matchups for tests, chosen by a generator of random numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from simulator.errors import RulesError
from simulator.policy import Policy
from simulator.rules import Rules, rules_for, two_ended
from strategies import policies


class Seating(NamedTuple):
    """A preset with a number of seats, in pairs or each alone."""

    preset: str
    players: int
    teams: bool = False

    def rules(self, **changes: Any) -> Rules:
        """Its rules, some parameters changed."""
        of_two_ends = changes.pop("two_ended", False)
        made = rules_for(self.preset, self.players, {"teams": self.teams, **changes})
        return two_ended(made) if of_two_ends else made


_ALONE = [(2, False), (3, False), (4, False)]
_MAY_PAIR = [*_ALONE, (4, True)]
_SEATS = {
    "draw": _ALONE,
    "draw-100": _MAY_PAIR,
    "block": _MAY_PAIR,
    "all-fives": _MAY_PAIR,
    "all-fives-line": _MAY_PAIR,
    "with-boneyard": _MAY_PAIR,
    "without-boneyard": _MAY_PAIR,
    "goat": _MAY_PAIR,
    "international": [(4, True)],
    "international-2": [(2, False)],
    "mexican-train": _ALONE,
}
SEATINGS = [
    Seating(preset, players, teams) for preset, seats in _SEATS.items() for players, teams in seats
]
"""Every preset with every number of players it is for."""
ON_LINES = [seating for seating in SEATINGS if not seating.rules().has_trains]
"""Those that play on a line."""

_CHOICES: dict[str, Sequence[Any]] = {
    "set": (4, 5, 6, 7, 8, 9),
    "hand": range(2, 12),
    "reserve": range(7),
    "draw": ("optional", "stuck", "once", "never"),
    "opener_may_draw": (True, False),
    "opener_first": ("lot", "smallest-double", "strongest"),
    "opener_next": ("rotate", "smallest-double", "winner", "out-or-lot"),
    "block_tie": ("void", "fewest-tiles"),
    "block_gain": ("net", "gross"),
    "block_compare": ("player", "side"),
    "rounding": ("none", "opponent-5", "total-5"),
    "takes": ("opponents", "all"),
    "scoring": ("winner-takes", "losers-mark"),
    "special_hands": ({}, {"0|0": 25}, {"0|0": 25, "4|4": 50}, {"1|2": 0, "3|3": 7}),
    "target": (1, 15, 40, 61, 100, 150, 230),
    "rounds": (0, 0, 1, 4, 11),
    "target_check": ("round", "at-once"),
    "board": ("line", "spinner", "trains"),
    "play_points": ("none", "fives"),
}
"""Values of every parameter, `teams` aside."""


def random_rules(chance: random.Random) -> Rules:
    """A seating with some parameters changed, such that the rules are valid."""
    while True:
        seating = chance.choice(SEATINGS)
        changes = {
            key: chance.choice(values) for key, values in _CHOICES.items() if chance.random() < 0.3
        }
        if seating.players == 2 and chance.random() < 0.3:
            changes["two_ended"] = True
        try:
            return seating.rules(**changes)
        except RulesError:
            continue


def seated(chance: random.Random, policies: Sequence[Policy], rules: Rules) -> list[Policy]:
    """A policy for every seat, drawn with replacement of those that can play there."""
    able = [policy for policy in policies if rules.board in policy.boards]
    return [chance.choice(able) for _ in range(rules.players)]


def random_seed(chance: random.Random) -> int:
    """A seed from the whole range, its limits included."""
    return chance.choice((0, 1, 2**63, 2**64 - 1, chance.randrange(2**64)))


_MET = ("draw-eagerly", "fives", "greedy", "hoarder", "lightest", "linear", "random")
MET = policies(*_MET, "longest-train", "own-train")
"""Policies that together do whatever can be done at a table, for tests of the engine."""
