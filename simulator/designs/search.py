"""A search for better values: CMA-ES over the unit cube, and how many games it looks at.

Evolution in generations: candidates are drawn from a normal distribution, those that did best draw
its mean and its covariance their way. Games are noise to it, so that all candidates of a generation
meet the same deals, generations meet fresh ones, and the sample grows: at first a step in about the
right direction is enough, in the end near equals must be told apart. What a search recommends is
the distribution's mean, not the candidate that was luckiest.

Hansen, N. (2016). The CMA evolution strategy: a tutorial. arXiv:1604.00772. Knows numbers only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np

from simulator.designs.space import Point
from simulator.errors import ExperimentError

_STEP = 0.1
"""Standard deviation of the first generation around known values, as a share of the bounds."""
_WIDE_STEP = 0.3
_TO_GAMES = 12.0
"""How many games a candidate meets for every generation: both grow with the root of the budget."""
_GROWTH = 8.0
"""By how much the last generation's sample is larger than the first one's."""
_FEWEST = 4
"""Groups that a candidate meets at least, on average."""
_VERDICT = 0.2
"""The share of the games that measures the result."""


@dataclass(frozen=True)
class Budget:
    """How games are spent.

    Attributes
    ----------
    games : int, about how many there are.
    dimensions : int, parameters that are tuned.
    size : int, games of a candidate on one deal: with all opponents, in all seatings.
    tables : int, of the verdict.
    seatings : int, games of a group at a table of the verdict.
    """

    games: int
    dimensions: int
    size: int
    tables: int
    seatings: int

    @property
    def population(self) -> int:
        """Candidates of a generation: twice as many as where nothing is noise."""
        return 2 * (4 + int(3 * math.log(self.dimensions)))

    @cached_property
    def generations(self) -> list[int]:
        """For every generation the groups that its candidates meet.

        Raises
        ------
        ExperimentError
            There are too few games for one.
        """
        deals = self.games * (1 - _VERDICT) / self.population / self.size
        number = int(math.sqrt(deals * self.size / _TO_GAMES))
        number = min(number, int(deals / _FEWEST))
        if number < 1:
            least = math.ceil(_FEWEST * self.population * self.size / (1 - _VERDICT)) + 1
            raise ExperimentError(f"a search here takes {least:,} games at least, not {self.games}")
        growth = np.geomspace(1, _GROWTH, number)
        return [max(1, int(share)) for share in deals * growth / growth.sum()]

    @property
    def verdict(self) -> int:
        """The groups of every table of the verdict."""
        return max(2, int(self.games * _VERDICT / self.tables / self.seatings))

    @property
    def total(self) -> int:
        """How many games are played, exactly."""
        search = sum(self.generations) * self.population * self.size
        return search + self.verdict * self.tables * self.seatings


class Search:
    """CMA-ES in the unit cube, to be asked for candidates and told how good they are.

    What it asks depends on the seed and on what it was told alone.

    Parameters
    ----------
    start : where it begins; None for a point at random.
    budget : says how many candidates a generation has.
    seed : int, 0 to 2^64 - 1.

    Raises
    ------
    ExperimentError
        The library cmaes is not installed.
    """

    def __init__(self, start: Point | None, budget: Budget, seed: int) -> None:
        try:
            from cmaes import CMA
        except ImportError:
            raise ExperimentError(
                "tune needs cmaes; install it with: pip install 'dominosim[tune]'"
            ) from None
        folded = int.from_bytes(sha256(str(seed).encode()).digest()[:4], "big")
        step = _STEP if start is not None else _WIDE_STEP
        if start is None:
            start = np.random.default_rng(folded).random(budget.dimensions)
        self._optimizer = CMA(
            mean=start,
            sigma=step,
            bounds=np.array([[0.0, 1.0]] * budget.dimensions),
            seed=folded,
            population_size=budget.population,
        )

    @property
    def mean(self) -> Point:
        """The middle of the distribution, within the cube: what is recommended."""
        found: Point = np.clip(self._optimizer.mean, 0, 1)
        return found

    @property
    def over(self) -> bool:
        """Whether nothing is left to find: the distribution has shrunk to a point, or burst."""
        return bool(self._optimizer.should_stop())

    def ask(self) -> list[Point]:
        """The candidates of the next generation."""
        return [self._optimizer.ask() for _ in range(self._optimizer.population_size)]

    def tell(self, points: Sequence[Point], goods: Sequence[float]) -> None:
        """How good the candidates were, the more the better."""
        pairs = [(point, -good) for point, good in zip(points, goods, strict=True)]
        self._optimizer.tell(pairs)
