"""Where two policies part: the first decision of a round that they take differently.

Both play the same seat of the same deals against the same opponents, so their rounds are the same
up to that decision, and the difference of the points is its consequence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simulator.engine.matchup import Matchup
from simulator.engine.trace import COUNTED, PLAYED, ROW
from simulator.policy import Policy
from simulator.rules import Rules
from simulator.tiles import name


@dataclass(frozen=True)
class Divergence:
    """The first decision at which two policies part in a game's first round.

    Attributes
    ----------
    game : which game.
    kind : "play and draw", "draw and play", "other tile" or "other arm".
    first, second : what the policies did, as text.
    first_lead, second_lead : points of the round of their side less the mean of the others'.
    """

    game: int
    kind: str
    first: str
    second: str
    first_lead: float
    second_lead: float


def divergences(
    rules: Rules, policies: Sequence[Policy], opponent: Policy, seed: int, games: int
) -> Iterator[Divergence | None]:
    """For every game how two policies part in its first round in seat 0; None where they do not.

    Raises
    ------
    PolicyError
        A policy was at fault.
    """
    one, other = (_table(rules, policy, opponent) for policy in policies)
    for game in range(games):
        traces = []
        for matchup in (one, other):
            trace, error = matchup.record(seed, game, rounds=1)
            if error is not None:
                raise error
            traces.append([trace[start : start + ROW] for start in range(0, len(trace), ROW)])
        yield _first(rules, game, *traces)


def _table(rules: Rules, policy: Policy, opponent: Policy) -> Matchup:
    seats = [policy if rules.side_of(seat) == 0 else opponent for seat in range(rules.players)]
    return Matchup(rules, seats)


def _first(
    rules: Rules, game: int, one: list[list[int]], other: list[list[int]]
) -> Divergence | None:
    for mine, theirs in zip(one, other, strict=False):
        if mine == theirs:
            continue
        if mine[0] == COUNTED:
            return None
        plays = [row[0] == PLAYED for row in (mine, theirs)]
        if all(plays):
            kind = "other arm" if mine[2] == theirs[2] else "other tile"
        else:
            kind = "play and draw" if plays[0] else "draw and play"
        first, second = _told(mine, kind), _told(theirs, kind)
        return Divergence(game, kind, first, second, _lead(rules, one), _lead(rules, other))
    return None


def _told(row: list[int], kind: str) -> str:
    if row[0] != PLAYED:
        return "draws"
    arm = f" on arm {max(row[3], 0)}" if kind == "other arm" else ""
    return f"plays {name(row[2])}{arm}"


def _lead(rules: Rules, rows: list[list[int]]) -> float:
    """The lead of side 0 in a round, from its count."""
    count = rows[-1]
    scores = count[12 : 12 + rules.sides]
    lead = scores[0] - (sum(scores) - scores[0]) / (rules.sides - 1)
    return -lead if rules.scoring == "losers-mark" else lead
