"""A duel: two policies play on equal deals until it is clear who is better, or that neither is."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import SCHEMA, Design, Experiment, ask
from simulator.designs.lifecycle import start
from simulator.designs.naming import who_cheats
from simulator.designs.option import share
from simulator.designs.result import Result
from simulator.designs.run import Progress, silent
from simulator.designs.schedule import Schedule
from simulator.designs.seatings import check_distinct, mirrored_rules, seatings_for

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from reports.statistics.duel import Decision, Duel
    from simulator.designs.playing import Playing
    from simulator.designs.tables import DuelTable
    from simulator.keeping.parts import Part
    from simulator.policy import Policy

_DECISION = "decision.json"
_GAMES = 2  # of a group: the same deals with the seats swapped


def duel(
    policies: Sequence[Policy | str],
    max_games: int = 10_000_000,
    seed: int = 0,
    rules: str = "draw",
    overrides: Mapping[str, Any] | None = None,
    margin: float = 0.005,
    alpha: float = 0.05,
    beta: float = 0.05,
    precision: float = 0.0,
    threads: int | None = None,
    progress: Progress = silent,
    out: str | Path | None = None,
    force: bool = False,
    executor: Executor | None = None,
) -> DuelResult:
    """Play two policies on equal deals until it is clear who is better, or that neither is.

    Parameters
    ----------
    policies : two different policies, or texts that name them.
    max_games : int, where it ends undecided.
    seed, rules, overrides, threads, progress, out, force, executor : as for `simulator.simulate`.
    margin : float, the smallest difference of the win rate from 1/2 that matters.
    alpha, beta : float, the risks to call a winner among equals and to miss a difference.
    precision : float, if not zero, run until the interval is no wider than this instead.

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.

    Examples
    --------
    >>> from simulator import duel
    >>> duel(["greedy", "random"]).decision
    'first'
    """
    options = {"margin": margin, "alpha": alpha, "beta": beta, "precision": precision}
    experiment = ask("duel", policies, max_games, seed, rules, overrides, **options)
    result: DuelResult = start(
        experiment, policies, threads, progress, out, force, executor=executor
    )
    return result


@dataclass(frozen=True, eq=False, repr=False)
class DuelResult(Result):
    """How a duel ended.

    Attributes
    ----------
    ending : the decision in terms of groups, see `reports`.
    test : the sequential test at its end.
    """

    ending: Decision
    test: Duel = field(repr=False)

    @property
    def decision(self) -> str:
        """Who is better, "first" or "second"; or "equivalent" or "undecided"."""
        return self.ending.decision

    @property
    def win_rate(self) -> float:
        """The first policy's, a drawn game counted as half a game."""
        return float(self.ending.win_rate)

    @property
    def low(self) -> float:
        """The lower end of the interval, which holds however often one looks."""
        return float(self.ending.low)

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return float(self.ending.high)

    @property
    def width(self) -> float:
        """How wide the interval is."""
        return self.high - self.low

    @cached_property
    def path(self) -> pd.DataFrame:
        """The way to the decision: `groups, win_rate, low, high`, a row for every look."""
        return self.test.path()

    def document(self) -> dict[str, Any]:
        """The decision as plain values, as it is kept and printed."""
        return {
            "schema": SCHEMA,
            "policies": list(self.experiment.policies),
            **who_cheats(self.cheats),
            "decision": self.decision,
            "games": self.games,
            "win_rate": self.win_rate,
            "low": self.low,
            "high": self.high,
            "digest": self.digest,
        }

    def files(self) -> Mapping[str, pd.DataFrame | str]:
        """The decision and the way to it."""
        return {"duel.csv": self.path, _DECISION: json.dumps(self.document(), indent=2) + "\n"}


def _schedule(experiment: Experiment) -> Schedule:
    return Schedule(tables=1, groups=max(1, experiment.games // _GAMES), size=_GAMES)


def _table(experiment: Experiment, policies: Sequence[Policy], number: int) -> DuelTable:
    from simulator.designs.tables import DuelTable
    from simulator.engine.matchup import Matchup

    rules = experiment.full_rules()
    return DuelTable(number, Matchup(rules, policies, seatings_for(rules)))


class _Referee:
    """Watches a duel from look to look and says when it is decided."""

    def __init__(self, experiment: Experiment) -> None:
        from reports.statistics.duel import Duel

        self.test = Duel(
            margin=experiment.option("margin"),
            alpha=experiment.option("alpha"),
            beta=experiment.option("beta"),
            max_groups=experiment.schedule().groups,
            precision=experiment.option("precision") or None,
        )
        self.ending: Decision | None = None
        self._looked = 0
        self.counts: NDArray[np.int64] | None = None

    def over(self, part: Part) -> bool:
        """Whether the duel is decided by what was played so far, which grows from call to call."""
        while self.ending is None and self._looked < len(part.marks):
            self._see(part.snapshots[self._looked])
            self._looked += 1
        if self.ending is None and part.last == self.test.max_groups:
            self._see(part.total)
        return self.ending is not None

    def _see(self, counts: NDArray[np.int64]) -> None:
        self.ending, self.counts = self.test.reach(counts[:-1]), counts


def _over(experiment: Experiment) -> Callable[[Part], bool]:
    return _Referee(experiment).over


def _conclude(playing: Playing) -> DuelResult:
    """The decision, from the looks up to it; what was played beyond does not count."""
    import numpy as np

    (part,) = playing.parts()
    referee = _Referee(playing.experiment)
    referee.over(part)
    ending, counts = referee.ending, referee.counts
    assert ending is not None
    assert counts is not None
    looked = part.snapshots[: bisect_right(part.marks.tolist(), ending.groups)]
    state = hashlib.sha256(np.ascontiguousarray([*looked, counts], dtype="<i8").tobytes())
    games, rounds = _GAMES * ending.groups, int(counts[-1])
    made = *playing.made(), games, rounds, f"sha256:{state.hexdigest()}"
    return DuelResult(*made, ending, referee.test)


DESIGN = Design(
    name="duel",
    takes="a duel is of 2 policies",
    policies=(2, 2),
    rules=mirrored_rules,
    schedule=_schedule,
    table=_table,
    conclude=_conclude,
    over=_over,
    options={
        "margin": share(0.005),
        "alpha": share(0.05),
        "beta": share(0.05),
        "precision": share(0.0, lowest=0.0),
    },
    check=check_distinct,
    limit="--max-games",
    has_page=False,
)
