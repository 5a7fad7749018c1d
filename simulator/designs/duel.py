"""A duel: two policies play on equal deals until it is clear who is better, or that neither is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import SCHEMA, Design, Experiment, ask
from simulator.designs.lifecycle import start
from simulator.designs.option import share
from simulator.designs.result import Result
from simulator.designs.run import Progress, Run, silent
from simulator.designs.seatings import check_distinct, mirrored_rules, seatings_for
from simulator.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from reports.statistics.duel import Decision, Duel
    from simulator.engine.matchup import Block
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
) -> DuelResult:
    """Play two policies on equal deals until it is clear who is better, or that neither is.

    Parameters
    ----------
    policies : two different policies, or texts that name them.
    max_games : int, where it ends undecided.
    seed, rules, overrides, threads, progress, out, force : as for `simulator.simulate`.
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
    result: DuelResult = start(experiment, policies, threads, progress, out, force)
    return result


@dataclass(frozen=True, eq=False)
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

    @cached_property
    def path(self) -> pd.DataFrame:
        """The way to the decision: `groups, win_rate, low, high`, a row for every look."""
        return self.test.path()

    def document(self) -> dict[str, Any]:
        """The decision as plain values, as it is kept and printed."""
        return {
            "schema": SCHEMA,
            "policies": list(self.experiment.policies),
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


def half_wins(block: Block) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """For every group of a pair the first policy's half-wins, 0 to 4, and the rounds played."""
    import numpy as np

    from simulator.keeping.rows import columns_of

    columns = columns_of(block)
    own = np.array([1, 2])  # the first policy is side 0 in the first game, side 1 in the second
    half = np.where(columns.winners == own, 2, np.where(columns.winners == 3, 1, 0))
    return half.sum(axis=1).astype(np.uint8), columns.rounds.sum(axis=1)


class _DecidedError(Exception):
    """Ends a run whose duel is decided."""


def _play(experiment: Experiment, policies: Sequence[Policy], run: Run) -> DuelResult:
    """Play groups in order until the duel is decided."""
    from reports.statistics.duel import Duel
    from simulator.designs.blocks import Counted, run_blocks
    from simulator.engine.matchup import Matchup

    rules: Rules = experiment.full_rules()
    matchup = Matchup(rules, policies, seatings_for(rules))
    groups = max(1, experiment.games // _GAMES)
    test = Duel(
        margin=experiment.option("margin"),
        alpha=experiment.option("alpha"),
        beta=experiment.option("beta"),
        max_groups=groups,
        precision=experiment.option("precision") or None,
    )
    begun, state, rounds = perf_counter(), hashlib.sha256(), 0
    ending: Decision | None = None

    def on_block(block: Block) -> None:
        nonlocal ending, rounds
        run.progress(_GAMES * block.last, _GAMES * groups)
        results, played = half_wins(block)
        ending = test.feed(results)
        kept = len(results) if ending is None else ending.groups - block.first
        state.update(results[:kept].tobytes())
        rounds += int(played[:kept].sum())
        if ending is not None:
            raise _DecidedError

    run.progress(0, _GAMES * groups)
    counted, threads = Counted(0, matchup.empty_tally()), run.workers
    with suppress(_DecidedError):
        run_blocks(matchup, counted, groups, experiment.seed, threads, on_block, keep_rows=True)
    ending, elapsed = ending or test.close(), perf_counter() - begun
    made = experiment, rules, matchup.policies, threads, elapsed
    counts = _GAMES * ending.groups, rounds, f"sha256:{state.hexdigest()}"
    return DuelResult(*made, *counts, ending, test)


DESIGN = Design(
    name="duel",
    takes="a duel is of 2 policies",
    policies=(2, 2),
    play=_play,
    rules=mirrored_rules,
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
