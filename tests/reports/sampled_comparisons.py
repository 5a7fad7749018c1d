"""Results directories of comparisons to test with.

A sampler deals rounds that look like dominoes from a distance: it knows nothing of tiles, but all
seatings of a group meet the same deals, and every number it writes is counted from the same
rounds, so the files agree with each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import tomli_w
from numpy.typing import NDArray

from reports.results.tallies import COLUMNS
from reports.statistics.rates import summarise
from tests.reports.sampled_matchups import (
    RULES,
    Round,
    _Book,
    _manifest,
    goes_on,
    marked,
    vouch,
)

Strengths = Mapping[str, float]
Edges = Mapping[tuple[str, str], float]
"""What the first of two policies has over the second when they meet."""

SOURCES = ["matchup", "source", "key", "other", "rounds", "lead_sum", "lead_squares"]


def write_comparison(
    directory: Path,
    policies: Sequence[str] = ("greedy", "hoarder:spare=3", "random"),
    groups: int = 40,
    seed: int = 0,
    strengths: Strengths | None = None,
    edges: Edges | None = None,
    options: Mapping[str, Any] | None = None,
    chain: bool = True,
    **rules: Any,
) -> Path:
    """Write the results directory of a sampled comparison and return it.

    Without `strengths` every policy is a little weaker than the one before it; equal strengths
    make policies that nothing tells apart. `rules` override `RULES`; ``players`` and ``teams``
    say how many policies meet at a table. With `chain` mirrored rounds of pairings are counted.
    """
    everything = RULES | {"target": 100 if rules.get("players", 2) == 2 else 61} | rules
    sides = 2 if everything["teams"] else everything["players"]
    default = {name: -0.12 * place for place, name in enumerate(policies)}
    world = World(everything, seed, strengths or default, edges or {})
    books = [Table(names, world) for names in combinations(policies, sides)]
    for book in books:
        book.play(groups)
    options = dict(options or {})
    if everything["players"] != 2:
        options["players"] = everything["players"]
    _write(directory, policies, groups * len(books[0].seatings), books, options, chain)
    return directory


@dataclass(frozen=True)
class World:
    """What all tables share: rules, deals, and how strong policies are."""

    rules: Mapping[str, Any]
    seed: int
    strengths: Strengths
    edges: Edges

    def strength(self, policy: str, others: Sequence[str]) -> float:
        edges = sum(self.edges.get((policy, other), 0.0) for other in others)
        return self.strengths[policy] + edges


class Table:
    """The groups of one table, counted by the policies' places."""

    def __init__(self, policies: Sequence[str], world: World) -> None:
        self.policies, self.world = list(policies), world
        seats, sides = world.rules["players"], len(policies)
        self.seatings = [[(seat + turn) % sides for seat in range(seats)] for turn in range(sides)]
        self.power = {
            name: world.strength(name, [other for other in policies if other != name])
            for name in policies
        }
        self.book = TableBook(policies, world.rules)
        size = 3 * sides + 2
        self.moments: NDArray[np.int64] = np.zeros((size, size), dtype=np.int64)
        self.snapshots: dict[int, NDArray[np.int64]] = {}
        self.rounds: Counter[tuple[str, int, int]] = Counter()

    def play(self, groups: int) -> None:
        marks = {max(1, groups >> step) for step in range(5)}
        for group in range(groups):
            vector = np.zeros(len(self.moments), dtype=np.int64)
            vector[0] = 1
            histories = [self._game(group, seating, vector) for seating in self.seatings]
            self.moments += np.outer(vector, vector)
            if len(self.policies) == 2:
                self._mirror(*histories)
            if group + 1 in marks:
                self.snapshots[group + 1] = self.moments.copy()

    def _game(
        self, group: int, seating: Sequence[int], vector: NDArray[np.int64]
    ) -> list[tuple[int, int]]:
        """Play one game; return opener and signed gain of the first policy of every round."""
        sides, rules = len(self.policies), self.world.rules
        scores, history, won = [0] * sides, [], [0] * sides
        opener = first = lot(self.world.seed, group, len(seating))
        while goes_on(rules, scores, len(history)):
            hands = self._round(group, len(history), seating, opener)
            played = self.book.add(hands, seating, opener)
            scores = [a + b for a, b in zip(scores, played.gains, strict=True)]
            if played.winner is not None:
                won[played.winner] += 1
            history.append((seating[opener], played.gains[0] - played.gains[-1]))
            opener = (opener + 1) % len(seating)
        self.book.add_game(scores, seating[first], len(history))
        best = min(scores) if self.book.marks else max(scores)
        winners = [side for side, score in enumerate(scores) if score == best]
        for side in range(sides):
            vector[1 + side] += 12 // len(winners) if side in winners else 0
            vector[1 + sides + side] += scores[side]
            vector[1 + 2 * sides + side] += won[side]
        vector[-1] += len(history)
        return history

    def _round(self, group: int, index: int, seating: Sequence[int], opener: int) -> Round:
        """A round by seat: the luck of the deal belongs to the seats, whoever sits there."""
        seats, rules = len(seating), self.world.rules
        luck, end, pips, turns, draws = deal(self.world.seed, group, index, seats)
        names = [self.policies[place] for place in seating]
        power = np.array([self.power[name] for name in names])
        power[opener] += 0.3
        seat = int(np.argmax(luck + power))
        outcome = "out" if end[0] > 0.24 else "blocked" if end[1] > 0.07 else "void"
        side, sides = seat % len(self.policies), len(self.policies)
        theirs = [int(sum(pips[place::sides])) for place in range(sides)]
        gains = [0] * sides
        winner = None if outcome == "void" else side
        if rules["scoring"] == "losers-mark":
            gains = marked(rules, outcome, winner, theirs)
        elif outcome != "void":
            gains[side] = sum(theirs) - theirs[side]
        chosen = [
            int(draw) * (rules["draw"] == "optional") * ("hoarder" in name)
            for draw, name in zip(draws[0], names, strict=True)
        ]
        return Round(
            *(outcome, winner, gains, [0] * sides, turns.tolist(), [1] * seats),
            *(chosen, (draws[1] * (rules["draw"] != "never")).tolist()),
        )

    def _mirror(self, one: list[tuple[int, int]], two: list[tuple[int, int]]) -> None:
        both = min(len(one), len(two))
        for (opener, gain), (_, other) in zip(one[:both], two[:both], strict=True):
            first, second = (gain, other) if opener == 0 else (other, gain)
            self.rounds["paired", first, second] += 1
        for opener, gain in one[both:] + two[both:]:
            self.rounds["first" if opener == 0 else "second", gain, 0] += 1


class TableBook(_Book):
    """Counts by place what was played by seat, and where the points came from."""

    def __init__(self, policies: Sequence[str], rules: Mapping[str, Any]) -> None:
        super().__init__(policies, {**rules, "teams": False})
        self.sources: Counter[tuple[str, str, int | None, str]] = Counter()

    def add(self, hands: Round, seating: Sequence[int], opener: int) -> Round:
        """Count a round; gains and winner come by side of the table and are returned by place."""
        sides = len(self.policies)
        seats = {place: [s for s, p in enumerate(seating) if p == place] for place in range(sides)}

        def merged(values: Sequence[int]) -> list[int]:
            return [sum(values[seat] for seat in seats[place]) for place in range(sides)]

        played = replace(
            hands,
            winner=None if hands.winner is None else seating[hands.winner],
            gains=[hands.gains[seats[place][0] % sides] for place in range(sides)],
            turns=merged(hands.turns),
            passes=merged(hands.passes),
            chosen=merged(hands.chosen),
            forced=merged(hands.forced),
        )
        self.add_round(played, seating[opener])
        for name, by_seat, total in (
            ("drawn_by_choice", hands.chosen, played.chosen),
            ("drawn_forced", hands.forced, played.forced),
        ):
            for place in range(sides):
                counts = self.metrics[place, place, name]
                counts[total[place]] -= 1
                counts.update(by_seat[seat] for seat in seats[place])
        drawn = [(place, hands.chosen[seat]) for place in (0, 1) for seat in seats[place]]
        self._count_sources(played, seating[opener], drawn)
        return played

    def _count_sources(self, played: Round, opener: int, drawn: list[tuple[int, int]]) -> None:
        """Count the lead by ending, and by every hand's draws."""
        lead = len(self.policies) * played.gains[0] - sum(played.gains)
        keys: list[tuple[str, str, int | None]] = [("ending", played.outcome, opener)]
        keys += [(f"drawn-{place}", str(tiles), None) for place, tiles in drawn]
        for key in keys:
            self.sources[*key, "rounds"] += 1
            self.sources[*key, "lead_sum"] += lead
            self.sources[*key, "lead_squares"] += lead**2


@cache
def lot(seed: int, group: int, seats: int) -> int:
    """The seat that opens the games of a group."""
    return int(np.random.default_rng([seed, group]).integers(seats))


@cache
def deal(seed: int, group: int, index: int, seats: int) -> tuple[NDArray[Any], ...]:
    """What a round's deal brings by seat, whoever sits there: all tables and seatings meet it."""
    rng = np.random.default_rng([seed, group, index])
    luck, end = rng.normal(size=seats), rng.random(2)
    pips = 1 + rng.poisson(14 / (seats - 1), seats)
    return luck, end, pips, rng.integers(2, 9, seats), rng.integers(0, 4, (2, seats))


def _write(
    directory: Path,
    policies: Sequence[str],
    games: int,
    books: Sequence[Table],
    options: Mapping[str, Any],
    chain: bool,
) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    rules, seed = dict(books[0].world.rules), books[0].world.seed
    players = pd.concat([b.book.players().assign(matchup=m) for m, b in enumerate(books)])
    experiment = {"schema": 1, "design": "compare", "rules": rules["preset"]}
    experiment |= {"policies": list(policies)}
    experiment |= {"games": games, "seed": seed} | ({"options": dict(options)} if options else {})
    (directory / "experiment.toml").write_text(tomli_w.dumps(experiment))
    rounds = int(players.drop_duplicates("matchup")["rounds"].sum())
    manifest = _manifest(policies, games * len(books), seed, rules, rounds)
    manifest["command"] = f"dominosim compare {' '.join(policies)} --games {games} --seed {seed}"
    summarise(players).to_csv(directory / "summary.csv", index=False)
    distributions = [b.book.distributions().assign(matchup=m) for m, b in enumerate(books)]
    everything = pd.concat(distributions)
    everything[everything["count"] > 0].to_csv(directory / "distributions.csv", index=False)
    tallies = [row for m, book in enumerate(books) for row in _tallies(m, book, chain)]
    frame = pd.DataFrame(tallies, columns=list(COLUMNS))
    frame.to_parquet(directory / "tallies.parquet", index=False)
    if len(books[0].policies) == 2:
        rows = [row for m, book in enumerate(books) for row in _sources(m, book)]
        table = pd.DataFrame(rows, columns=SOURCES).astype({"other": "Int64"})
        table.to_csv(directory / "sources.csv", index=False)
    vouch(directory, manifest)


def _tallies(matchup: int, table: Table, chain: bool) -> list[tuple[int, int, str, int, int, int]]:
    rows = []
    for groups, moments in table.snapshots.items():
        for row, column in zip(*np.nonzero(np.triu(moments)), strict=True):
            count = int(moments[row, column])
            rows.append((matchup, groups, "moment", int(row), int(column), count))
    whole = max(table.snapshots)
    if chain:
        for (kind, row, column), count in sorted(table.rounds.items()):
            rows.append((matchup, whole, kind, row, column, count))
    return rows


def _sources(matchup: int, table: Table) -> list[tuple[Any, ...]]:
    counts = table.book.sources
    keys = sorted({key[:3] for key in counts}, key=str)
    names = ("rounds", "lead_sum", "lead_squares")
    return [(matchup, *key, *(counts[*key, name] for name in names)) for key in keys]
