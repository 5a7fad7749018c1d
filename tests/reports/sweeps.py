"""Sweeps that are made up: the credit of every point in every group is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from reports.results.sweep import Sweep
from reports.results.tallies import COLUMNS, Tallies
from tests.reports.hand import moments_of

Grid = tuple[str, dict[str, Sequence[float]]]
"""The text of a grid, and the values of its parameters."""


def sweep_of(grids: Sequence[Grid], rates: Sequence[float], groups: int = 200) -> Sweep:
    """A sweep of these grids whose points win about so many games, in the order of the points."""
    rows = [
        (text, *(item for pair in zip(axes, values, strict=True) for item in pair))
        for text, axes in grids
        for values in product(*axes.values())
    ]
    columns = ("grid", "parameter", "value", "parameter_2", "value_2")
    points = pd.DataFrame([dict(zip(columns, row, strict=False)) for row in rows], columns=columns)
    points.insert(0, "policy", [_named(*row) for row in rows])
    points.insert(0, "matchup", range(len(rows)))
    chance = np.random.default_rng(1)
    luck = chance.random((2, groups))
    won = 12 * (luck < np.array(rates)[:, None, None]).sum(axis=1)
    frames = [_moments(credit, number) for number, credit in enumerate(won)]
    rules = {"players": 2, "teams": False, "scoring": "winner-takes", "target": 100}
    experiment = {"policies": [text for text, _ in grids], "options": {"against": "greedy"}}
    tallies = Tallies.of(pd.concat([*frames, _products(won)]), 2)
    return Sweep.of(experiment, {"rules": rules, "policies": []}, points, tallies)


def _named(grid: str, *told: Any) -> str:
    """A policy's text: what is before the first parameter, and the values."""
    head = grid.split(f":{told[0]}=")[0]
    values = [f"{name}={value:g}" for name, value in zip(told[::2], told[1::2], strict=True)]
    return ":".join([head, *values])


def _moments(credit: Any, number: int) -> pd.DataFrame:
    """Of groups of two games, each of one round for ten points."""
    won = credit // 12
    lost = 2 - won
    vectors = [
        (1, own, 24 - own, 10 * first, 10 * second, first, second, 2)
        for own, first, second in zip(credit, won, lost, strict=True)
    ]
    return moments_of(vectors, number)


def _products(credits_: Any) -> pd.DataFrame:
    row, column = np.triu_indices(len(credits_))
    counts = (credits_ @ credits_.T)[row, column]
    table = pd.DataFrame({"row": row, "column": column, "count": counts, "kind": "product"})
    return table.assign(matchup=0, groups=credits_.shape[1])[list(COLUMNS)]
