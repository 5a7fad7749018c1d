"""A search being played: generation after generation of trials, and the verdict on its result.

Every generation is an experiment of its own, a trial, whose parts are kept with those of the whole
run, generation g as table g, the tables of the verdict behind them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from simulator.designs.experiment import Experiment
from simulator.designs.pairing import Pairing
from simulator.designs.playing import Playing
from simulator.designs.run import Progress, silent
from simulator.designs.search import Budget, Search
from simulator.designs.seatings import seatings_for
from simulator.designs.space import space_of
from simulator.designs.trial import (
    GENERATION,
    VERDICT,
    opponents_of,
    pairings,
)
from simulator.keeping.parts import Part

if TYPE_CHECKING:
    import pandas as pd

    from simulator.policy import Policy

_NEWS_SECONDS = 5.0


class Evolution:
    """The search of a run of `tune`.

    Parameters
    ----------
    playing : the run.

    Attributes
    ----------
    games, rounds : int, how many were played so far, kept ones included.
    """

    def __init__(self, playing: Playing) -> None:
        self._playing, asked = playing, playing.experiment
        policy, *self._opponents = playing.policies
        self._space = space_of(policy, asked.option("only"))
        seatings = len(seatings_for(asked.full_rules()))
        tables, sides = opponents_of(asked, len(self._opponents)), asked.full_rules().sides
        dimensions, judged = len(self._space.bounds), 2 * tables + (sides == 2)
        self._budget = Budget(asked.games, dimensions, tables * seatings, judged, seatings)
        at_random = asked.option("start") == "random"
        point = None if at_random else self._space.point()
        self._search = Search(point, self._budget, asked.seed)
        self._start = self._space.at(self._search.mean) if at_random else policy
        self._state, self._rows = hashlib.sha256(), list[dict[str, Any]]()
        self.games = self.rounds = 0
        self._told = self._kept()
        self._since = math.inf
        playing.progress(self._told, self._budget.total)

    @property
    def digest(self) -> str:
        """Of all that was counted, and of the result."""
        return f"sha256:{self._state.hexdigest()}"

    def search(self) -> Policy:
        """Play generations until the budget is spent; the policy that they lead to."""
        for number, groups in enumerate(self._budget.generations):
            points = self._search.ask()
            candidates = [self._space.at(point) for point in points]
            size = self._budget.population * self._budget.size
            ((pairs, part),) = self._played(GENERATION, number, candidates, groups * size)
            goods = _Goods(pairs, part, len(candidates))
            self._search.tell(points, goods.rates)
            self._note(number, groups, goods, float(np.std(points, axis=0).mean()))
            self._count(part, groups * size, goods.rounds)
            if self._search.over:
                break
        tuned = self._space.at(self._search.mean)
        self._state.update(repr(tuple(tuned.values.values())).encode())
        return tuned

    def verdict(self, tuned: Policy) -> pd.DataFrame:
        """Win rates of the result, and of the start, on deals that the search has not seen."""
        import pandas as pd

        same = dict(tuned.values) == dict(self._start.values)
        candidates = [tuned] if same else [tuned, self._start]
        number, budget = len(self._budget.generations), self._budget
        seatings, tables = budget.seatings, budget.tables
        if same:
            tables = budget.size // budget.seatings
        done, rows = self.games, list[dict[str, Any]]()

        def told(played: int, games: int) -> None:
            self._tell(done + played)

        games = budget.verdict * seatings * tables
        for pairs, part in self._played(VERDICT, number, candidates, games, told):
            row = pairs[0].judged(part)
            names = [policy.spec for policy in pairs[0].policies]
            whose = "tuned" if pairs[0].policies[0] is tuned else "start"
            met = pairs[0].policies[1] is self._start and not same
            row = {"candidate": whose, "against": "start" if met else " + ".join(names[1:]), **row}
            rows.append(row)
            self._count(part, part.groups * seatings, int(row["rounds"]))
        self._tell(budget.total)
        return pd.DataFrame(rows)

    def parameters(self, tuned: Policy) -> pd.DataFrame:
        """A row a parameter that is tuned, see `simulator.designs.tune.TuneResult`."""
        import pandas as pd

        rows = [
            (key, *pair, self._start.values[key], tuned.values[key])
            for key, pair in self._space.bounds.items()
        ]
        return pd.DataFrame(rows, columns=["parameter", "low", "high", "start", "tuned"])

    def course(self) -> pd.DataFrame:
        """A row a generation, see `simulator.designs.tune.TuneResult`."""
        import pandas as pd

        return pd.DataFrame(self._rows)

    def _kept(self) -> int:
        """Games of which there are parts on disk."""
        keeper, number = self._playing.keeper, len(self._budget.generations)
        if keeper is None:
            return 0
        size = self._budget.population * self._budget.size
        judged = keeper.groups(range(number, number + self._budget.tables))
        return keeper.groups(range(number)) * size + judged * self._budget.seatings

    def _played(
        self,
        stage: str,
        before: int,
        candidates: Sequence[Policy],
        games: int,
        progress: Progress = silent,
    ) -> Any:
        """Play a trial; its tables, a generation's as one, and what they came to."""
        playing, policies = self._playing, [*candidates, *self._opponents]
        asked = playing.experiment
        options = {"stage": stage, "before": before, "candidates": len(candidates)}
        trial = Experiment(
            tuple(policy.spec for policy in policies),
            games,
            asked.seed,
            asked.rules,
            asked.overrides,
            "trial",
            {**options, "players": asked.option("players")},
            asked.files,
        )
        found = pairings(trial, policies)
        part_of = replace(
            playing,
            experiment=trial,
            policies=policies,
            schedule=trial.schedule(),
            progress=progress,
            seconds=0.0,
        )
        for index, part in enumerate(part_of.parts()):
            yield (found if stage == GENERATION else [found[index]]), part
        playing.seconds += part_of.seconds

    def _note(self, number: int, groups: int, goods: _Goods, spread: float) -> None:
        """Remember a generation, and tell of it now and then."""
        (best, error), mean = goods.best(), fmean(goods.rates)
        row = {"generation": number + 1, "deals": groups}
        row["games"] = groups * self._budget.size * self._budget.population
        told = {"mean": mean, "best": best, "best_error": error, "spread": spread}
        reached = self._space.at(self._search.mean).values
        values = {f"value_{key}": reached[key] for key in self._space.bounds}
        self._rows.append(row | told | values)
        last = number + 1 == len(self._budget.generations)
        self._since = min(self._since, monotonic())  # before the first one, code is compiled
        if last or monotonic() - self._since > _NEWS_SECONDS:
            self._since = monotonic()
            self._playing.run.news(
                f"generation {number + 1} of {len(self._budget.generations)}: "
                f"mean {100 * mean:.2f} %, best {100 * best:.2f} ± {100 * error:.2f} %"
            )

    def _count(self, part: Part, games: int, rounds: int) -> None:
        self._state.update(np.ascontiguousarray(part.total, dtype="<i8").tobytes())
        self.games += games
        self.rounds += rounds
        self._tell(self.games)

    def _tell(self, games: int) -> None:
        """Tell how far the run is; while it goes through what is kept that is known."""
        if games > self._told:
            self._told = games
            self._playing.progress(games, self._budget.total)


class _Goods:
    """How good the candidates of a generation were: means over their tables.

    Attributes
    ----------
    rates : of every candidate the win rate.
    rounds : int, how many they were counted in.
    """

    def __init__(self, pairs: Sequence[Pairing], part: Part, candidates: int) -> None:
        ends = np.cumsum([pair.width for pair in pairs])[:-1]
        self._words, self._pairs = np.split(part.total, ends), pairs
        self._tables = len(pairs) // candidates
        each = [pair.win_rate(words) for pair, words in zip(pairs, self._words, strict=True)]
        self.rates = [fmean(each[first:last]) for first, last in self._spans(candidates)]
        self.rounds = sum(int(words[0]) for words in self._words)

    def best(self) -> tuple[float, float]:
        """The luckiest candidate's win rate, and its standard error."""
        first = self.rates.index(max(self.rates)) * self._tables
        own = range(first, first + self._tables)
        errors = [self._pairs[index].error(self._words[index]) for index in own]
        return max(self.rates), sum(error**2 for error in errors) ** 0.5 / self._tables

    def _spans(self, candidates: int) -> list[tuple[int, int]]:
        size = self._tables
        return [(first * size, (first + 1) * size) for first in range(candidates)]
