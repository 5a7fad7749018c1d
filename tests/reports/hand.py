"""A comparison small enough to be computed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from reports.results.comparison import Comparison
from reports.results.tallies import COLUMNS, Tallies


def moments_of(vectors: Sequence[Sequence[int]], matchup: int = 0) -> pd.DataFrame:
    """Rows of ``tallies.parquet`` for groups with these vectors."""
    groups = np.array(vectors)
    matrix = groups.T @ groups
    row, column = np.nonzero(np.triu(matrix))
    counts = matrix[row, column]
    table = pd.DataFrame({"row": row, "column": column, "count": counts, "kind": "moment"})
    return table.assign(matchup=matchup, groups=len(groups))[list(COLUMNS)]


def comparison_of(
    policies: Sequence[str],
    tables: Sequence[Sequence[Sequence[int]]],
    drawn: int = 0,
    rounds: pd.DataFrame | None = None,
    **options: Any,
) -> Comparison:
    """A comparison of pairings whose groups have these vectors, by table.

    Of the players only the numbers that estimates need are there.
    """
    frames = [moments_of(vectors, number) for number, vectors in enumerate(tables)]
    tallies = Tallies.of(pd.concat([*frames, *([] if rounds is None else [rounds])]), 2)
    players = pd.DataFrame({"matchup": range(len(tables)), "drawn_games": drawn})
    totals = [int(np.sum(vectors, axis=0)[-1]) for vectors in tables]
    players = players.assign(rounds=totals, void_rounds=0)
    rules = {"players": 2, "teams": False, "scoring": "winner-takes", "target": 100}
    experiment = {"policies": list(policies), "options": options}
    return Comparison(
        experiment, {"rules": rules, "policies": []}, players, pd.DataFrame(), tallies, None
    )


# 1, credit, points and rounds won of either policy, rounds.
SWEPT = (1, 24, 0, 200, 100, 10, 6, 17)
SHARED = (1, 12, 12, 150, 150, 8, 8, 16)
LOST = (1, 0, 24, 100, 200, 6, 10, 17)
