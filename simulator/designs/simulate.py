"""Games between policies, one a seat, summed up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import Design, Experiment, ask
from simulator.designs.lifecycle import start
from simulator.designs.result import Result
from simulator.designs.run import Progress, silent
from simulator.designs.schedule import Schedule
from simulator.rules import Rules, rules_for

if TYPE_CHECKING:
    import pandas as pd

    from reports import Description
    from simulator.designs.playing import Playing
    from simulator.designs.tables import Table
    from simulator.engine.tallies import Layout, Tally
    from simulator.policy import Policy


def simulate(
    policies: Sequence[Policy | str],
    games: int = 10_000,
    seed: int = 0,
    rules: str = "draw",
    overrides: Mapping[str, Any] | None = None,
    threads: int | None = None,
    progress: Progress = silent,
    out: str | Path | None = None,
    force: bool = False,
    save_games: bool = False,
    executor: Executor | None = None,
) -> SimulateResult:
    """Play games between policies, one a seat, and sum them up.

    Parameters
    ----------
    policies : two to four policies by seat, or texts that name them.
    games : int, how many games.
    seed : int, 0 to 2^64 - 1. The same seed gives the same games, whatever else changes.
    rules : str, a preset's name.
    overrides : rule parameters that differ from the preset, as `{"target": 150}`.
    threads : int, by default as many as the process may use. Results do not depend on it.
    progress : is called with the games played so far and those to be played.
    out : a results directory to write; by default none. An interrupted run can be gone on with.
    force : bool, whether `out` may hold files already, which are replaced.
    save_games : bool, whether to keep a row of every game in `out`.
    executor : plays the games, in other processes or on other machines; by default threads here.

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.

    Examples
    --------
    >>> from simulator import simulate
    >>> simulate(["greedy", "hoarder:spare=3"], games=10_000).players.wins
    """
    experiment = ask("simulate", policies, games, seed, rules, overrides)
    result: SimulateResult = start(
        experiment, policies, threads, progress, out, force, save_games, executor
    )
    return result


@dataclass(frozen=True, eq=False, repr=False)
class SimulateResult(Result):
    """What games came to: the counts of all of them, from which the frames follow.

    `tally` is one of `simulator.engine.tallies`, laid out by `layout`.
    """

    layout: Layout
    tally: Tally

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

    @cached_property
    def analysis(self) -> Description:
        """What a page says of it: see `reports.describe`."""
        from reports import Results, describe

        counts = self.players, self.distributions
        return describe(Results.of(self.experiment.as_dict(), self.manifest, *counts))

    @cached_property
    def summary(self) -> pd.DataFrame:
        """`players` with rates, intervals and names of policies: see `reports.summarise`."""
        from reports import summarise
        from reports.results.cheats import with_names

        return with_names(summarise(self.players), self.cheats)

    @property
    def width(self) -> float:
        """How wide the widest 95 % interval of a win rate is."""
        rates = self.summary
        return float((rates["win_rate_high"] - rates["win_rate_low"]).max())

    def files(self) -> Mapping[str, pd.DataFrame]:
        """The summary and the distributions."""
        from reports.results.cheats import with_texts

        summary = with_texts(self.summary, self.cheats)
        return {"summary.csv": summary, "distributions.csv": self.distributions}

    @property
    def _framed(self) -> tuple[Layout, tuple[str, ...], list[int], Tally]:
        return self.layout, self.experiment.policies, _sides(self.rules), self.tally


def _rules(experiment: Experiment) -> Rules:
    return rules_for(experiment.rules, len(experiment.policies), experiment.overrides)


def _sides(rules: Rules) -> list[int]:
    return [rules.side_of(seat) for seat in range(rules.players)]


def _schedule(experiment: Experiment) -> Schedule:
    return Schedule(tables=1, groups=experiment.games, size=1)


def _table(experiment: Experiment, policies: Sequence[Policy], number: int) -> Table:
    from simulator.designs.tables import Table
    from simulator.engine.matchup import Matchup

    return Table(number, Matchup(experiment.full_rules(), policies))


def _conclude(playing: Playing) -> SimulateResult:
    from simulator.engine.tallies import digest, layout_for

    (part,) = playing.parts()
    layout, tally = layout_for(playing.experiment.full_rules()), part.total
    counts = part.groups, int(layout.turns.of(tally).sum()), digest(layout, tally)
    return SimulateResult(*playing.made(), *counts, layout, tally)


DESIGN = Design(
    name="simulate",
    takes="a table has 2 to 4 policies, one a seat",
    policies=(2, 4),
    rules=_rules,
    schedule=_schedule,
    table=_table,
    conclude=_conclude,
    has_rows=True,
)
