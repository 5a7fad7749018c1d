"""Where two policies part: the first decision of a round that they take differently.

Both play the same seat of the same deals against the same opponents, so their rounds are the same
up to that decision, and the difference of the points is its consequence.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from simulator.designs.experiment import ask
from simulator.designs.naming import cheats_among
from simulator.designs.result import Result
from simulator.designs.run import Progress, silent
from simulator.designs.sources import seated
from simulator.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from simulator.policy import Policy

_EXAMPLES = 3
_TOLD_EVERY = 100  # rounds


def diverge(
    policies: Sequence[Policy | str],
    games: int = 10_000,
    seed: int = 0,
    rules: str = "draw",
    overrides: Mapping[str, Any] | None = None,
    against: Policy | str | None = None,
    progress: Progress = silent,
) -> DivergeResult:
    """Find the first decisions at which two policies part, and what came of them.

    Both play seat 0 of the same deals against the same opponent; the first round of each game.

    Parameters
    ----------
    policies : two different policies, or texts that name them.
    games : int, rounds to play, each the first of a game.
    seed, rules, overrides, progress : as for `simulator.simulate`.
    against : the opponent of both; by default the second policy.

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.
    """
    experiment = ask("duel", policies, games, seed, rules, overrides)
    first, second, *others = seated(
        experiment, [*policies, *([] if against is None else [against])]
    )
    opponent = others[0] if others else second
    full, begun, started = experiment.full_rules(), perf_counter(), datetime.now(UTC)
    found: list[Divergence] = []
    progress(0, games)
    for done, part in enumerate(divergences(full, (first, second), opponent, seed, games), 1):
        found += [part] if part is not None else []
        if done % _TOLD_EVERY == 0:
            progress(done, games)
    told = "\n".join(map(repr, found))
    digest = f"sha256:{hashlib.sha256(told.encode()).hexdigest()}"
    made = experiment, full, (first, second), 1, started, perf_counter() - begun
    return DivergeResult(*made, games, games, digest, opponent, tuple(found))


@dataclass(frozen=True)
class Divergence:
    """The first decision at which two policies part in a game's first round.

    Attributes
    ----------
    game : which game.
    kind : "play and draw", "draw and play", "other tile", "other arm" or "other train".
    first, second : what the policies did, as text.
    first_lead, second_lead : points of the round of their side less the mean of the others'; of
        penalties, as everywhere, less is better.
    """

    game: int
    kind: str
    first: str
    second: str
    first_lead: float
    second_lead: float


@dataclass(frozen=True, eq=False, repr=False)
class DivergeResult(Result):
    """Where two policies part: all their divergences, in the order of games."""

    opponent: Policy
    divergences: tuple[Divergence, ...]

    @property
    def cheats(self) -> list[str]:
        """The texts of the policies that cheat, the opponent among them."""
        return cheats_among([*self.policies, self.opponent])

    @cached_property
    def kinds(self) -> pd.DataFrame:
        """Divergences by kind and by what the policies did, the most frequent first.

        Columns: kind, first, second, count, share (of all rounds), first_lead, second_lead (points
        a round), difference with standard_error, examples (games). Rows with empty `first` and
        `second` sum a kind up.
        """
        import pandas as pd

        frame = pd.DataFrame(
            [vars(one) for one in self.divergences],
            columns=["game", "kind", "first", "second", "first_lead", "second_lead"],
        )
        frame["difference"] = frame["first_lead"] - frame["second_lead"]
        parts = []
        for keys in (["kind"], ["kind", "first", "second"]):
            part = frame.groupby(keys, sort=True).agg(
                count=("game", "size"),
                first_lead=("first_lead", "mean"),
                second_lead=("second_lead", "mean"),
                difference=("difference", "mean"),
                standard_error=("difference", "sem"),
                examples=("game", lambda games: list(games[:_EXAMPLES])),
            )
            parts.append(part.reset_index())
        both = pd.concat(parts).fillna({"first": "", "second": ""})
        both["share"] = both["count"] / self.games
        return both.sort_values(["count", "kind"], ascending=[False, True], ignore_index=True)

    def replays(self, game: int) -> list[str]:
        """The commands that show a game as either policy plays it."""
        from simulator.authoring.places import text_in_shell
        from simulator.engine.faults import replay

        commands = []
        for policy in self.policies:
            seats = map(text_in_shell, _seated(self.rules, policy, self.opponent))
            commands.append(f"{replay(seats, self.rules, self.experiment.seed)} --game {game}")
        return commands


def divergences(
    rules: Rules, policies: Sequence[Policy], opponent: Policy, seed: int, games: int
) -> Iterator[Divergence | None]:
    """For every game how two policies part in its first round in seat 0; None where they do not.

    Raises
    ------
    PolicyError
        A policy was at fault.
    """
    from simulator.engine.matchup import Matchup
    from simulator.engine.trace import ROW

    one, other = (Matchup(rules, _seated(rules, policy, opponent)) for policy in policies)
    for game in range(games):
        rounds = []
        for matchup in (one, other):
            trace, error = matchup.record(seed, game, rounds=1)
            if error is not None:
                raise error
            rounds.append([trace[start : start + ROW] for start in range(0, len(trace), ROW)])
        yield _first(rules, game, *rounds)


class _Event(NamedTuple):
    """What a row of the trace tells: `tile` and `arm` are a play's, `scores` the end's, by side."""

    kind: int
    tile: int
    arm: int
    scores: Sequence[int]


def _event(row: Sequence[int]) -> _Event:
    """Read a row, see `simulator.engine.trace`; nothing else here knows where its words stand."""
    return _Event(row[0], row[2], max(row[3], 0), row[12:16])


def _seated(rules: Rules, policy: Policy, opponent: Policy) -> list[Policy]:
    return [policy if rules.side_of(seat) == 0 else opponent for seat in range(rules.players)]


def _first(
    rules: Rules, game: int, one: list[list[int]], other: list[list[int]]
) -> Divergence | None:
    from simulator.engine.trace import COUNTED, PLAYED

    for mine, theirs in zip(one, other, strict=False):
        if mine == theirs:
            continue
        events = _event(mine), _event(theirs)
        if events[0].kind == COUNTED:
            return None
        plays = [event.kind == PLAYED for event in events]
        if all(plays):
            same = events[0].tile == events[1].tile
            kind = f"other {'train' if rules.has_trains else 'arm'}" if same else "other tile"
        else:
            kind = "play and draw" if plays[0] else "draw and play"
        first, second = (
            _told(rules, event, kind) if play else "draws"
            for event, play in zip(events, plays, strict=True)
        )
        leads = (_lead(rules, _event(rows[-1]).scores) for rows in (one, other))
        return Divergence(game, kind, first, second, *leads)
    return None


def _told(rules: Rules, play: _Event, kind: str) -> str:
    from simulator.tiles import name
    from simulator.transcript import train_in_words, train_named

    where = f" on arm {play.arm}" if kind == "other arm" else ""
    if kind == "other train":
        where = f" on {train_in_words(train_named(rules, play.arm), 0)}"
    return f"plays {name(play.tile)}{where}"


def _lead(rules: Rules, scores: Sequence[int]) -> float:
    """The lead of side 0 in a round, from the scores after it."""
    others = scores[1 : rules.sides]
    return scores[0] - sum(others) / len(others)
