"""Simulating an experiment in Python, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.designs.blocks import Progress, available_threads, run_blocks
from simulator.designs.experiment import Experiment
from simulator.engine.matchup import Block, Matchup
from simulator.engine.tallies import GAMES, Layout, Tally, digest, layout_for
from simulator.policy import Policy
from simulator.rules import Rules

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Result:
    """What an experiment's games came to.

    `elapsed` is in seconds, `tally` the counts (see `simulator.engine.tallies`), from which the
    frames follow.
    """

    experiment: Experiment
    rules: Rules
    tally: Tally
    threads: int
    elapsed: float

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.tally[GAMES])

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return int(layout_for(self.rules).turns.of(self.tally).sum())

    @property
    def digest(self) -> str:
        """`sha256:` and a hash of all counts: the same for every run of the same experiment."""
        return digest(layout_for(self.rules), self.tally)

    @property
    def _framed(self) -> tuple[Layout, tuple[str, ...], list[int], Tally]:
        sides = [self.rules.side_of(seat) for seat in range(self.rules.players)]
        return layout_for(self.rules), self.experiment.policies, sides, self.tally

    @cached_property
    def players(self) -> pd.DataFrame:
        """Counts, one row a seat: see `simulator.keeping.frames.players_frame`."""
        from simulator.keeping.frames import players_frame

        return players_frame(*self._framed)

    @cached_property
    def distributions(self) -> pd.DataFrame:
        """Histograms in long form: see `simulator.keeping.frames.distributions_frame`."""
        from simulator.keeping.frames import distributions_frame

        return distributions_frame(*self._framed)


def simulate(
    policies: Sequence[Policy],
    games: int,
    seed: int = 0,
    rules: str = "draw",
    overrides: Mapping[str, Any] | None = None,
    threads: int | None = None,
) -> Result:
    """Play games between policies.

    Parameters
    ----------
    policies : two to four policies, by seat.
    games : int, how many games.
    seed : int, 0 to 2^64 - 1. The same seed gives the same games, whatever else changes.
    rules : str, a preset's name.
    overrides : rule parameters that differ from the preset, as `{"target": 150}`.
    threads : int, by default as many as the process may use. Results do not depend on it.

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.

    Examples
    --------
    >>> from simulator import simulate
    >>> from strategies import policies
    >>> simulate(policies("greedy", "lightest"), games=10_000).players.wins
    """
    experiment = Experiment(
        tuple(policy.spec for policy in policies), games, seed, rules, dict(overrides or {})
    )
    matchup = Matchup(experiment.full_rules(), policies)
    return play_experiment(experiment, matchup, threads)


def play_experiment(
    experiment: Experiment,
    matchup: Matchup,
    threads: int | None = None,
    progress: Progress | None = None,
    on_block: Callable[[Block], None] = lambda block: None,
    keep_rows: bool = False,
) -> Result:
    """Play an experiment whose matchup is ready, from `progress` on if it was begun before."""
    begun = perf_counter()
    number = threads or available_threads()
    if progress is None:
        progress = Progress(0, empty_tally(matchup.rules))
    run_blocks(
        matchup, progress, experiment.games, experiment.seed, number, on_block, keep_rows=keep_rows
    )
    return Result(experiment, matchup.rules, progress.tally, number, perf_counter() - begun)


def empty_tally(rules: Rules) -> Tally:
    """A tally of no games."""
    return np.zeros(layout_for(rules).size, dtype=np.int64)
