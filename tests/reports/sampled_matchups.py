"""Results directories to test with.

A sampler deals rounds that look like dominoes from a distance: it knows nothing of tiles, but
every number it writes is counted from the same rounds, so the files agree with each other.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import tomli_w

from reports.statistics.rates import summarise

RULES: dict[str, Any] = {
    "preset": "draw",
    "set": 6,
    "players": 2,
    "teams": False,
    "hand": 7,
    "reserve": 2,
    "draw": "optional",
    "opener_may_draw": True,
    "opener_first": "lot",
    "opener_next": "rotate",
    "block_tie": "void",
    "block_gain": "net",
    "block_compare": "player",
    "rounding": "none",
    "takes": "opponents",
    "scoring": "winner-takes",
    "special_hands": {},
    "target": 100,
    "rounds": 0,
    "target_check": "round",
    "board": "line",
    "play_points": "none",
    "two_ended": False,
}


@dataclass(frozen=True)
class Round:
    """Counts of one round: points by side, the rest by seat."""

    outcome: str
    winner: int | None
    gains: list[int]
    plays: list[int]
    turns: list[int]
    passes: list[int]
    chosen: list[int]
    forced: list[int]


def write_results(
    directory: Path,
    policies: Sequence[str] = ("greedy", "hoarder:spare=3"),
    games: int = 200,
    seed: int = 0,
    **rules: Any,
) -> Path:
    """Write a results directory of sampled games and return it.

    Later seats are a little weaker. ``rules`` override `RULES`: ``teams``, ``scoring``,
    ``draw``, ``target``, ``rounds``, ``target_check``, ``board`` and ``play_points`` change what
    is sampled.
    """
    defaults = {"players": len(policies), "target": 100 if len(policies) == 2 else 61}
    everything = RULES | defaults | rules
    players, distributions = sample(policies, games, seed, everything)
    directory.mkdir(parents=True, exist_ok=True)
    experiment = {"schema": 1, "rules": everything["preset"], "policies": list(policies)}
    changed = {name: value for name, value in rules.items() if name != "preset"}
    experiment |= {"games": games, "seed": seed} | ({"set": changed} if changed else {})
    (directory / "experiment.toml").write_text(tomli_w.dumps(experiment))
    manifest = _manifest(policies, games, seed, everything, int(players["rounds"].iloc[0]))
    summarise(players).to_csv(directory / "summary.csv", index=False)
    distributions.to_csv(directory / "distributions.csv", index=False)
    vouch(directory, manifest)
    return directory


def vouch(directory: Path, manifest: Mapping[str, Any] | None = None) -> None:
    """Write a manifest, or the one that is there again, with the hashes of the files there are."""
    path = directory / "manifest.json"
    if manifest is None:
        manifest = json.loads(path.read_text())
    names = ("experiment.toml", "*.csv", "*.parquet")
    files = sorted(file for name in names for file in directory.glob(name))
    hashes = {file.name: f"sha256:{sha256(file.read_bytes()).hexdigest()}" for file in files}
    path.write_text(json.dumps({**manifest, "files": hashes}, indent=2))


def sample(
    policies: Sequence[str], games: int, seed: int, rules: dict[str, Any]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The two frames of a sampled matchup."""
    rng = np.random.default_rng(seed)
    book = _Book(policies, rules)
    for _ in range(games):
        opener = first = int(rng.integers(len(policies)))
        scores = [0] * book.sides
        rounds = 0
        while goes_on(rules, scores, rounds):
            played = _round(rng, opener, scores, book.sides, rules)
            scores = [sum(x) for x in zip(scores, played.gains, played.plays, strict=True)]
            book.add_round(played, opener)
            opener = (opener + 1) % len(policies)
            rounds += 1
        book.add_game(scores, first, rounds)
    return book.players(), book.distributions()


def goes_on(rules: Mapping[str, Any], scores: Sequence[int], rounds: int) -> bool:
    """Whether a game with these scores has another round."""
    return rounds < rules["rounds"] if rules["rounds"] else max(scores) < rules["target"]


def marked(
    rules: Mapping[str, Any], outcome: str, winner: int | None, pips: Sequence[int]
) -> list[int]:
    """What sides that hold these pips mark; who has won a blocked round holds the fewest."""
    fewest = 0
    if rules["board"] == "trains" and outcome == "blocked":
        fewest = min(pips) // 2
    elif rules["board"] != "trains" and outcome == "void":
        return [0] * len(pips)
    return [fewest if side == winner else held for side, held in enumerate(pips)]


class _Book:
    """Counts everything from rounds and games, in plain Python integers."""

    def __init__(self, policies: Sequence[str], rules: dict[str, Any]) -> None:
        self.policies = list(policies)
        self.pairs = bool(rules["teams"])
        self.marks = rules["scoring"] == "losers-mark"
        self.trains = rules["board"] == "trains"
        self.sides = 2 if self.pairs else len(policies)
        self.whole: Counter[str] = Counter()
        self.side: list[Counter[str]] = [Counter() for _ in range(self.sides)]
        self.seat: list[Counter[str]] = [Counter() for _ in policies]
        self.metrics: defaultdict[tuple[Any, Any, str], Counter[int]] = defaultdict(Counter)

    def add_round(self, played: Round, opener: int) -> None:
        self.whole["rounds"] += 1
        self.whole["blocked_rounds"] += played.outcome in ("blocked", "void")
        self.whole["void_rounds"] += played.outcome == "void"
        self.metrics[None, None, "turns"][sum(played.turns)] += 1
        points = [sum(x) for x in zip(played.gains, played.plays, strict=True)]
        for side, count in enumerate(self.side):
            won = played.winner == side
            lead = self.sides * points[side] - sum(points)
            count["rounds_won"] += won and played.outcome != "target"
            if won:
                count[f"rounds_won_{played.outcome}"] += 1
            count["points_play"] += played.plays[side]
            count["round_squares"] += points[side] ** 2
            count["lead_sum"] += lead
            count["lead_squares"] += lead**2
            if played.outcome != "target":
                way = "out" if played.outcome == "out" else "blocked"
                count[f"points_{way}"] += played.gains[side]
                if self._scores(played, side):
                    self.metrics[side, None, f"gain_{way}"][played.gains[side]] += 1
        for seat, count in enumerate(self.seat):
            count["turns"] += played.turns[seat]
            count["passes"] += played.passes[seat]
            count["tiles_drawn"] += played.chosen[seat] + played.forced[seat]
            count["tiles_drawn_by_choice"] += played.chosen[seat]
            self.metrics[seat % self.sides, seat, "drawn_by_choice"][played.chosen[seat]] += 1
            self.metrics[seat % self.sides, seat, "drawn_forced"][played.forced[seat]] += 1
        side = opener % self.sides
        lead = self.sides * points[side] - sum(points)
        count = self.seat[opener]
        count["rounds_opened"] += 1
        count["rounds_opened_won"] += played.winner == side
        count["opened_lead_sum"] += lead
        count["opened_lead_squares"] += lead**2

    def _scores(self, played: Round, side: int) -> bool:
        """Whether a side took the points of a round, or marked penalties, if only none."""
        won = played.winner == side
        if self.trains:
            return played.outcome != "out" or not won
        return played.winner is not None and won != self.marks

    def add_game(self, scores: list[int], first: int, rounds: int) -> None:
        best = min(scores) if self.marks else max(scores)
        winners = [side for side, score in enumerate(scores) if score == best]
        self.whole["games"] += 1
        self.whole["drawn_games"] += len(winners) > 1
        self.metrics[None, None, "rounds"][rounds] += 1
        for side, count in enumerate(self.side):
            count["wins"] += winners == [side]
            count["goats"] += self.marks and scores[side] == max(scores)
            count["score_sum"] += scores[side]
            count["score_squares"] += scores[side] ** 2
            self.metrics[side, None, "score"][scores[side]] += 1
        self.seat[first]["games_opened"] += 1
        self.seat[first]["games_opened_won"] += winners == [first % self.sides]

    def players(self) -> pd.DataFrame:
        names = [
            *("games", "rounds", "blocked_rounds", "void_rounds", "drawn_games", "wins", "goats"),
            *("score_sum", "score_squares", "rounds_won", "rounds_won_out"),
            *("rounds_won_blocked", "rounds_won_target", "points_out", "points_blocked"),
            *("points_play", "round_squares", "lead_sum", "lead_squares", "turns", "passes"),
            *("tiles_drawn", "tiles_drawn_by_choice", "games_opened", "games_opened_won"),
            *("rounds_opened", "rounds_opened_won", "opened_lead_sum", "opened_lead_squares"),
        ]
        rows = []
        for seat, policy in enumerate(self.policies):
            side = seat % self.sides
            counts = {**self.whole, **self.side[side], **self.seat[seat]}
            row = {"matchup": 0, "seat": seat, "side": side, "policy": policy}
            rows.append(row | {name: int(counts.get(name, 0)) for name in names})
        return pd.DataFrame(rows)

    def distributions(self) -> pd.DataFrame:
        rows = []
        for (side, seat, metric), counts in self.metrics.items():
            if seat is not None:
                policy = self.policies[seat]
            elif side is not None:
                policy = " + ".join(self.policies[side :: self.sides])
            else:
                policy = None
            owner = side if seat is None and not self.pairs else seat
            for value, count in sorted(counts.items()):
                rows.append((0, side, owner, policy, metric, value, count))
        names = ["matchup", "side", "seat", "policy", "metric", "value", "count"]
        return pd.DataFrame(rows, columns=names).astype({"side": "Int64", "seat": "Int64"})


def _round(
    rng: np.random.Generator, opener: int, scores: list[int], sides: int, rules: dict[str, Any]
) -> Round:
    seats = rules["players"]
    strength = 1.0 - 0.06 * np.arange(seats)
    strength[opener] += 0.12
    weight = np.bincount(np.arange(seats) % sides, strength)
    winner: int | None = int(rng.choice(sides, p=weight / weight.sum()))
    turns = [int(t) for t in rng.binomial(9, 0.7, seats) + 1]
    passes = [int(rng.binomial(t, 0.12)) for t in turns]
    chosen = [
        int(rng.binomial(4, 0.1 * (s % 2))) * (rules["draw"] == "optional") for s in range(seats)
    ]
    forced = [
        min(12 // seats, int(rng.geometric(0.45)) - 1) * (rules["draw"] != "never")
        for _ in range(seats)
    ]
    fives = rules["play_points"] == "fives"
    plays = [int(5 * rng.binomial(6, 0.3)) * fives for _ in range(sides)]
    if rules["target_check"] == "at-once":
        for side in range(sides):
            if scores[side] + plays[side] >= rules["target"]:
                plays[side + 1 :] = [0] * (sides - side - 1)
                nothing = [0] * sides
                return Round("target", side, nothing, plays, turns, passes, chosen, forced)
    outcome = "blocked" if rng.random() < 0.24 else "out"
    if outcome == "blocked" and rng.random() < 0.07:
        outcome, winner = "void", None
    pips = [1 + int(rng.gamma(2.5, 7 / (sides - 1))) for _ in range(sides)]
    gains = [0] * sides
    if rules["scoring"] == "losers-mark":
        gains = marked(rules, outcome, winner, pips)
    elif winner is not None:
        gains[winner] = sum(pips) - pips[winner]
    return Round(outcome, winner, gains, plays, turns, passes, chosen, forced)


def _manifest(
    policies: Sequence[str], games: int, seed: int, rules: dict[str, Any], rounds: int
) -> dict[str, Any]:
    return {
        "schema": 1,
        "dominosim": "0.1.0",
        "python": "3.11.7",
        "numpy": "2.4.6",
        "numba": "0.68.1",
        "platform": "Linux x86_64",
        "command": f"dominosim simulate {' '.join(policies)} --games {games} --seed {seed}",
        "rules": rules,
        "policies": [
            {"spec": policy, "sha256": f"{index:02x}" * 32} for index, policy in enumerate(policies)
        ],
        "games": games,
        "rounds": rounds,
        "digest": f"sha256:{seed:064x}",
        "threads": 2,
        "started": "2026-11-30T16:00:00+00:00",
        "elapsed_seconds": 1.25,
        "games_per_second": games / 1.25,
        "rounds_per_second": rounds / 1.25,
    }
