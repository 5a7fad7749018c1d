"""Sweeping parameters: every point of some grids against one policy, all on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import Design, Experiment, ask
from simulator.designs.grid import Grid, grids_of, has_grid
from simulator.designs.lifecycle import start
from simulator.designs.option import seats, text, text_of, texts_of
from simulator.designs.result import Result
from simulator.designs.run import Progress, silent
from simulator.designs.schedule import Schedule
from simulator.designs.seatings import mirrored_rules, seatings_for
from simulator.errors import ExperimentError
from simulator.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from reports import Sweeping
    from simulator.designs.playing import Playing
    from simulator.designs.swept_table import SweptTable
    from simulator.engine.matchup import Matchup
    from simulator.policy import Policy

_MOST_GRIDS = 6


def sweep(
    policies: Sequence[str | tuple[Policy, str]],
    against: Policy | str,
    games: int = 10_000,
    seed: int = 0,
    rules: str = "draw",
    overrides: Mapping[str, Any] | None = None,
    players: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
    out: str | Path | None = None,
    force: bool = False,
    executor: Executor | None = None,
) -> SweepResult:
    """Play a policy with every value of its parameters against another, and say which are best.

    Parameters
    ----------
    policies : one to six texts like "hoarder:spare=0..8", of which one or two parameters run
        through values: 0..8 in whole steps, 0..1/0.25 in others, or 1,2,4. A policy that is an
        object stands with its grid, as `(policy, "spare=0..8")`.
    against : the policy that all of them play.
    games : int, of each point in all seatings; at least that many are played, in whole groups.
    seed, rules, overrides, threads, progress, out, force, executor : as for `simulator.simulate`.
    players : int, seats at a table, 2, 3 or 4; 0 for as many as are usual. With three or four the
        point has one seat, in turn every one, and `against` the others.

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.

    Examples
    --------
    >>> from simulator import sweep
    >>> sweep(["hoarder:spare=0..8"], against="greedy", games=2_000).best
    """
    options = {"players": players, "against": text_of(against)}
    experiment = ask("sweep", _texts(policies), games, seed, rules, overrides, **options)
    found = [*_points(policies, grids_of(experiment.policies)), against]
    result: SweepResult = start(experiment, found, threads, progress, out, force, executor=executor)
    return result


@dataclass(frozen=True, eq=False, repr=False)
class SweepResult(Result):
    """What the points of a sweep came to.

    Attributes
    ----------
    points : `matchup` (the number of the point), `policy`, `grid`, and of each parameter that runs
        its name and its value: `parameter, value, parameter_2, value_2`.
    players : counts, one row a point and place (see `simulator.keeping.frames.players_frame`); the
        point has the first.
    distributions : histograms in long form.
    tallies : moments of groups, and products of the credits of points (see
        `simulator.keeping.group_frames`), packed as `tallies.parquet` is.
    """

    points: pd.DataFrame
    players: pd.DataFrame
    distributions: pd.DataFrame
    tallies: bytes

    @cached_property
    def analysis(self) -> Sweeping:
        """Estimates, and which points may be the best: see `reports.analyse_sweep`."""
        from reports import Sweep, analyse_sweep

        counts = self.points, self.tallies
        return analyse_sweep(Sweep.of(self.experiment.as_dict(), self.manifest, *counts))

    @property
    def matchups(self) -> pd.DataFrame:
        """Estimates with intervals, a row a point."""
        return self.analysis.estimates

    @property
    def best(self) -> pd.DataFrame:
        """The rows of the points that cannot be told from the best, the highest first."""
        return self.analysis.region

    @property
    def width(self) -> float:
        """How wide the widest 95 % interval of a win rate is."""
        rates = self.matchups
        return float((rates["win_rate_high"] - rates["win_rate_low"]).max())

    def files(self) -> Mapping[str, pd.DataFrame | bytes]:
        """The counts, and the estimates."""
        from reports.results.cheats import with_texts

        return {
            "points.csv": self.points,
            "summary.csv": self.players,
            "distributions.csv": self.distributions,
            "tallies.parquet": self.tallies,
            "matchups.csv": with_texts(self.matchups, self.analysis.sweep.cheats),
        }


def _texts(asked: Sequence[str | tuple[Policy, str]]) -> Sequence[str]:
    """The texts of policies and their grids."""
    if isinstance(asked, str) or not isinstance(asked, Sequence):
        return texts_of(asked)  # which says what is wrong
    return [one if isinstance(one, str) else _text_of(one) for one in asked]


def _text_of(asked: Any) -> str:
    if isinstance(asked, tuple) and len(asked) == 2 and isinstance(asked[1], str):
        return f"{text_of(asked[0])}:{asked[1]}"
    raise ExperimentError(
        "a sweep takes texts like 'hoarder:spare=0..8', or policies with their grids, "
        "(policy, 'spare=0..8')"
    )


def _points(asked: Sequence[str | tuple[Policy, str]], grids: Sequence[Grid]) -> list[Policy | str]:
    """The points of all grids, texts where they were asked for by texts."""
    found: list[Policy | str] = []
    for one, grid in zip(asked, grids, strict=True):
        for point in grid.points:
            values = dict(zip(grid.parameters, point.values, strict=True))
            found.append(
                point.text if isinstance(one, str) else one[0].with_values(values, point.text)
            )
    return found


def _playing(experiment: Experiment) -> list[str]:
    """The points of all grids, and last the policy that they play."""
    points = [point.text for grid in grids_of(experiment.policies) for point in grid.points]
    return [*points, experiment.option("against")]


def _rules(experiment: Experiment) -> Rules:
    return mirrored_rules(experiment, experiment.option("players"))


def _check(experiment: Experiment) -> None:
    against = experiment.option("against")
    if not against:
        raise ExperimentError("a sweep is against a policy; add --against greedy, or another")
    if has_grid(against):
        raise ExperimentError(f"against {against!r}: it is one policy; grids are of the others")
    grids_of(experiment.policies)


def _schedule(experiment: Experiment) -> Schedule:
    size = len(seatings_for(experiment.full_rules()))
    points = len(experiment.playing) - 1
    return Schedule(1, groups=-(-experiment.games // size), size=size, abreast=points)


def _table(experiment: Experiment, policies: Sequence[Policy], number: int) -> SweptTable:
    from simulator.designs.swept_table import SweptTable
    from simulator.engine.matchup import Matchup

    *points, against = policies
    rules = experiment.full_rules()
    seatings, others = seatings_for(rules), [against] * (rules.sides - 1)
    alike: dict[Any, Matchup] = {}  # by the policy of which points are values
    matchups = []
    for point in points:
        seated = [point, *others]  # a point on one side, in turn every one
        policy = (point.decide, tuple(point.values), point.ignores_scores)
        if policy not in alike:
            alike[policy] = Matchup(rules, seated, seatings)
        matchups.append(alike[policy].with_values(seated))
    return SweptTable(number, matchups)


def _conclude(playing: Playing) -> SweepResult:
    from simulator.designs.swept_table import SweptTally
    from simulator.engine.tallies import GAMES, digest, layout_for

    experiment, rules = playing.experiment, playing.experiment.full_rules()
    (part,) = playing.parts()
    layout = layout_for(rules, len(seatings_for(rules)))
    tally = SweptTally(layout, len(playing.policies) - 1, part)
    rounds = sum(int(layout.turns.of(counts).sum()) for counts in tally.counts)
    counted = int(tally.counts[:, GAMES].sum()), rounds, digest(layout, part.total)
    points = _points_frame(grids_of(experiment.policies))
    frames = points, *tally.frames(rules.sides, [policy.spec for policy in playing.policies])
    return SweepResult(*playing.made(), *counted, *frames, tally.packed())


def _points_frame(grids: Sequence[Grid]) -> pd.DataFrame:
    """The points of all grids, a row each; where one parameter runs, nothing stands for another."""
    import pandas as pd

    rows = [
        (point.text, grid.text, *chain(*zip(grid.parameters, point.values, strict=True)))
        for grid in grids
        for point in grid.points
    ]
    columns = ["policy", "grid", "parameter", "value", "parameter_2", "value_2"]
    frame = pd.DataFrame([dict(zip(columns, row, strict=False)) for row in rows], columns=columns)
    frame.insert(0, "matchup", range(len(frame)))
    return frame


DESIGN = Design(
    name="sweep",
    takes=f"a sweep takes 1 to {_MOST_GRIDS} policies with grids of values",
    policies=(1, _MOST_GRIDS),
    rules=_rules,
    schedule=_schedule,
    table=_table,
    conclude=_conclude,
    playing=_playing,
    options={"players": seats(), "against": text(plays=True)},
    check=_check,
)
