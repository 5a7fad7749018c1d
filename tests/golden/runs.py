"""The runs whose digests are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from simulator.engine.matchup import Matchup
from simulator.engine.tallies import digest
from simulator.rules import rules_for
from strategies import policies

FILE = Path(__file__).with_name("digests.json")


class Run(NamedTuple):
    """A run that is small enough to be played without the compiler."""

    preset: str
    seats: tuple[str, ...]
    seed: int
    first: int = 0
    games: int = 60
    changes: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        """The key under which its digest is kept."""
        changes = "".join(f" {key}={value}" for key, value in self.changes)
        games = f"games {self.first} to {self.first + self.games - 1}"
        return f"{self.preset}{changes}: {' '.join(self.seats)}, seed {self.seed}, {games}"

    def digest(self) -> str:
        """Play it."""
        rules = rules_for(self.preset, len(self.seats), dict(self.changes))
        matchup = Matchup(rules, policies(*self.seats))
        block = matchup.play(self.seed, self.first, self.first + self.games)
        return digest(matchup.layout, block.tally)


RUNS = [
    Run("draw", ("greedy", "greedy"), 0),
    Run("draw", ("hoarder", "random"), 2**64 - 1, 1000),
    Run("draw", ("hoarder:spare=3", "draw-eagerly", "lightest"), 7),
    Run("draw", ("greedy", "random", "lightest", "hoarder"), 7),
    Run("draw-100", ("greedy", "random", "lightest"), 1),
    Run("block", ("greedy", "random", "lightest", "hoarder"), 1, 0, 60, (("teams", True),)),
    Run("all-fives", ("fives", "greedy"), 1),
    Run("all-fives", ("fives", "random", "greedy", "hoarder"), 1),
    Run("all-fives-line", ("fives", "random", "greedy"), 1),
    Run("with-boneyard", ("greedy", "random"), 1),
    Run("without-boneyard", ("greedy", "random", "lightest"), 1),
    Run("goat", ("greedy", "random", "lightest"), 1),
    Run("international", ("greedy", "random", "greedy", "random"), 1),
    Run("international-2", ("greedy", "random"), 1),
    Run("draw", ("greedy", "fives"), 1, 0, 40, (("set", 9), ("play_points", "fives"))),
    Run("draw", ("linear", "rarest:grab=9"), 1),
    Run("all-fives", ("linear", "fives", "greedy", "random"), 1),
    Run("mexican-train", ("greedy", "own-train"), 1, 0, 20),
    Run("mexican-train", ("longest-train", "random", "lightest", "greedy"), 1, 0, 20),
    Run("draw", ("hoarder", "random"), 1, 0, 40, (("draw", "once"), ("rounds", 5))),
    Run("block", ("greedy", "random") * 2, 1, 0, 40, (("teams", True), ("takes", "all"))),
]


def stored() -> dict[str, str]:
    """The digests that are kept, by run."""
    found: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
