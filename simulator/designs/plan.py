"""A plan: how many games, and how long, it takes to see a difference, by a short pilot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulator.designs.compare import table_tally
from simulator.designs.experiment import MOST_GAMES, ask
from simulator.designs.option import share, whole
from simulator.designs.playing import Playing
from simulator.designs.result import Result
from simulator.designs.run import Progress, Run, silent
from simulator.designs.sources import seated
from simulator.errors import ExperimentError

if TYPE_CHECKING:
    import pandas as pd

    from simulator.designs.tables import TableTally
    from simulator.engine.tallies import Tally
    from simulator.policy import Policy

_WARM_UP = 50  # groups that load and warm what the clock should not see
_FEWEST = 10  # groups of a pilot


def plan(
    policies: Sequence[Policy | str],
    resolve: float = 0.005,
    pilot: int = 4000,
    seed: int = 0,
    rules: str = "draw",
    overrides: Mapping[str, Any] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    threads: int | None = None,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> PlanResult:
    """Play a short pilot and say how many games, and how long, a difference needs to show.

    Parameters
    ----------
    policies : two different policies, or texts that name them.
    resolve : float, the difference of the win rate from 1/2 to be seen.
    pilot : int, games of the pilot.
    seed, rules, overrides, threads, progress, executor : as for `simulator.simulate`.
    alpha, beta : float, the risks to see a difference among equals and to miss it.

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.
    """
    from reports.statistics import planning
    from simulator.engine.tallies import digest

    fault = share(0.005).fault(resolve)
    if fault is not None:
        raise ExperimentError(f"resolve {fault}")
    games = whole("pilot", pilot, 1, MOST_GAMES)
    options = {"margin": resolve, "alpha": alpha, "beta": beta}
    experiment = ask("duel", policies, games, seed, rules, overrides, **options)
    found, run = seated(experiment, policies), Run(threads, executor=executor)

    def played(groups: int, progress: Progress) -> tuple[Playing, TableTally]:
        asked = ask("compare", policies, 2 * groups, seed, rules, overrides)
        playing = Playing(asked, found, asked.schedule(), run, progress=progress)
        (part,) = playing.parts()
        return playing, table_tally(asked, found, part)

    played(_WARM_UP, silent)
    playing, table = played(max(_FEWEST, pilot // 2), progress)
    games = 2 * table.groups
    rate, variance = group_win_rate(table.moments)
    seconds = playing.seconds / games
    tests = planning.plan(variance, rate * (1 - rate), seconds, resolve, alpha, beta)
    rounds = int(table.layout.turns.of(table.by_policy()).sum())
    made = experiment, *playing.made()[1:]
    return PlanResult(*made, games, rounds, digest(table.layout, table.tally), rate, tests)


@dataclass(frozen=True, eq=False, repr=False)
class PlanResult(Result):
    """What a pilot promises.

    Attributes
    ----------
    win_rate : float, the first policy's in the pilot.
    tests : `test` ("fixed" or "sequential"), `mirrored`, `difference` (the true one that is
        assumed), `games` and `seconds`, a row for every way to look.
    """

    win_rate: float
    tests: pd.DataFrame


def group_win_rate(moments: Tally) -> tuple[float, float]:
    """The first policy's win rate, and the variance of a group's."""
    from simulator.engine.groups import CREDIT

    groups, credit, square = (int(moments[i, j]) for i, j in ((0, 0), (0, 1), (1, 1)))
    most = 2 * CREDIT
    rate = credit / groups / most
    return rate, max(0.0, square / groups / most**2 - rate**2)
