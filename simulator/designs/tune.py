"""Tuning: better values of a policy's parameters, found against opponents and measured afresh.

A search asks for candidates, generation by generation, and is told how often they win; which it
asks for follows from that alone. So what was played is all there is to keep: a run that is gone on
with searches again through what is kept, without playing it, and then plays on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import SCHEMA, Design, Experiment, ask
from simulator.designs.lifecycle import start as started
from simulator.designs.naming import who_cheats
from simulator.designs.option import choice, seats, text, texts_of
from simulator.designs.result import Result
from simulator.designs.run import Progress, silent
from simulator.designs.schedule import Schedule
from simulator.designs.seatings import mirrored_rules, seatings_for

if TYPE_CHECKING:
    import pandas as pd

    from reports import Tuning
    from simulator.designs.playing import Playing
    from simulator.policy import Policy

WEIGHTS = "weights.toml"
_MOST_OPPONENTS = 12


def tune(
    policy: Policy | str,
    against: Sequence[Policy | str],
    games: int = 1_000_000,
    seed: int = 0,
    rules: str = "draw",
    overrides: Mapping[str, Any] | None = None,
    players: int = 0,
    only: str = "",
    start: str = "values",
    threads: int | None = None,
    progress: Progress = silent,
    out: str | Path | None = None,
    force: bool = False,
    executor: Executor | None = None,
) -> TuneResult:
    """Look for values of a policy's parameters that win more, and measure them on fresh deals.

    Parameters
    ----------
    policy : a policy with bounds, or a text that names it; values that the text gives behind a
        colon are fixed, those of a file of weights are where the search starts.
    against : its opponents, one to twelve; the win rate against all of them counts, with three or
        four seats that at every table with so many of them.
    games : int, about how many to play, a fifth of them for the verdict on the result.
    seed, rules, overrides, threads, progress, out, force, executor : as for `simulator.simulate`.
    players : int, seats at a table, 2, 3 or 4; 0 for as many as are usual.
    only : the parameters to tune, fixed or not, and new bounds for them: `spare=0:8,grab`; by
        default all that have bounds and are not fixed.
    start : "values", where the search starts from the policy's own, or "random".

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.

    Examples
    --------
    >>> from simulator import tune
    >>> tune("hoarder", ["greedy"], games=20_000).values
    {'spare': 0.0}
    """
    named = [policy, *texts_checked(against)]
    options = {"players": players, "only": only, "start": start}
    experiment = ask("tune", named, games, seed, rules, overrides, **options)
    result: TuneResult = started(
        experiment, named, threads, progress, out, force, executor=executor
    )
    return result


def texts_checked(against: Sequence[Policy | str]) -> Sequence[Policy | str]:
    """The opponents, if it is a list of policies and their names."""
    texts_of(against)
    return against


@dataclass(frozen=True, eq=False, repr=False)
class TuneResult(Result):
    """What was found for a policy.

    Attributes
    ----------
    tuned : the policy with the values that are recommended.
    parameters : those that were tuned: `parameter, low, high, start, tuned`.
    search : a row a generation: `generation, deals, games, mean, best, best_error` of its
        candidates' win rates, which choosing among them biases, `spread` of the candidates as a
        share of the bounds, and for every parameter `value_NAME`, the distribution's mean after it.
    verdict : win rates on fresh deals with intervals, a row a table: `candidate` ("tuned" or
        "start") `against` the opponents, or the start.
    """

    tuned: Policy
    parameters: pd.DataFrame
    search: pd.DataFrame
    verdict: pd.DataFrame

    @property
    def values(self) -> dict[str, float]:
        """All values of the policy's parameters that are recommended."""
        return dict(self.tuned.values)

    @cached_property
    def analysis(self) -> Tuning:
        """What a page says: see `reports.Tuning`."""
        from reports import Tuning

        told = self.experiment.as_dict(), self.manifest
        return Tuning.of(*told, self.parameters, self.search, self.verdict)

    @property
    def weights(self) -> str:
        """The text of a file of weights, to be named as `POLICY@weights.toml`."""
        from simulator.keeping.manifest import own_version
        from strategies.weights import weights_text

        made = {
            "experiment": self.experiment.command(),
            "rules": self.experiment.rules,
            "seed": self.experiment.seed,
            "digest": self.digest,
            "dominosim": own_version(),
        }
        return weights_text(self.tuned, made)

    def document(self) -> dict[str, Any]:
        """What was found as plain values, as it is printed."""
        from reports.terminal.document import plain

        def rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
            records = frame.to_dict("records")
            return [{str(key): plain(value) for key, value in row.items()} for row in records]

        told = self.experiment.as_dict()
        return {
            "schema": SCHEMA,
            "experiment": told,
            "policy": self.tuned.name,
            "values": self.values,
            "verdict": rows(self.verdict),
            "search": rows(self.search),
            "games": self.games,
            **who_cheats(self.cheats),
            "digest": self.digest,
        }

    def files(self) -> Mapping[str, pd.DataFrame | str]:
        """The weights, the way to them, and what they are worth."""
        return {
            WEIGHTS: self.weights,
            "parameters.csv": self.parameters,
            "search.csv": self.search,
            "verdict.csv": self.verdict,
        }


def _rules(experiment: Experiment) -> Any:
    return mirrored_rules(experiment, experiment.option("players"))


def _check(experiment: Experiment) -> None:
    from simulator.designs.trial import opponents_of

    opponents_of(experiment, len(experiment.policies) - 1)


def _schedule(experiment: Experiment) -> Schedule:
    size = len(seatings_for(experiment.full_rules()))
    return Schedule(tables=1, groups=max(1, experiment.games // size), size=size)


def _table(experiment: Experiment, policies: Sequence[Policy], number: int) -> Any:
    raise AssertionError("what is played of a search are trials")


def _conclude(playing: Playing) -> TuneResult:
    from simulator.designs.evolution import Evolution

    evolution = Evolution(playing)
    tuned = evolution.search()
    verdict = evolution.verdict(tuned)
    made = *playing.made(), evolution.games, evolution.rounds, evolution.digest
    return TuneResult(*made, tuned, evolution.parameters(tuned), evolution.course(), verdict)


DESIGN = Design(
    name="tune",
    takes=f"tune takes a policy and 1 to {_MOST_OPPONENTS} opponents",
    policies=(2, 1 + _MOST_OPPONENTS),
    rules=_rules,
    schedule=_schedule,
    table=_table,
    conclude=_conclude,
    options={
        "players": seats(),
        "only": text(plays=True),
        "start": choice("values", "random", plays=True),
    },
    check=_check,
    between=" --against ",
    divisible=False,
)
