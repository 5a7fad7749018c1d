"""The parts of a comparison's JSON document that are statistics.

Knows `reports.analysis.comparison.Analysis` and what strict JSON can say: numbers are Python's own,
what is not known is None.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from reports.analysis.comparison import Analysis

_ESTIMATES = (
    *("games", "win_rate", "win_rate_low", "win_rate_high"),
    *("points_per_round", "points_low", "points_high"),
    *("estimator", "variance_factor", "effective_games", "difference"),
)
_STANDINGS = ("rating", "low", "high", "group", "probability_best")


def document(analysis: Analysis) -> dict[str, Any]:
    """What ``compare --json`` prints beside the experiment and the digest.

    Parameters
    ----------
    analysis
        Of a comparison.

    Returns
    -------
    dict
        ``pairings``, one entry each with ``policies`` and rates and points from the first one's
        side, or for larger tables ``tables``, one entry per table and policy, with ``policies``
        of the table and the ``policy`` itself; ``ratings`` from best to worst; ``cycles``, lists
        of policies. Policies are written as they were asked for.
    """
    comparison = analysis.comparison
    texts = dict(zip(comparison.policies, comparison.experiment["policies"], strict=True))
    entries = []
    for row in analysis.estimates.to_dict("records"):
        policies = [texts[name] for name in comparison.tables[row["matchup"]]]
        entry: dict[str, Any] = {"policies": policies}
        if not comparison.pairings:
            entry["policy"] = texts[row["policy"]]
        entries.append(entry | {name: plain(row[name]) for name in _ESTIMATES})
    ratings = [
        {"policy": texts[row["policy"]], **{name: plain(row[name]) for name in _STANDINGS}}
        for row in analysis.standings.to_dict("records")
    ]
    cycles = [[texts[name] for name in cycle] for cycle in analysis.cycles]
    kind = "pairings" if comparison.pairings else "tables"
    return {kind: entries, "ratings": ratings, "cycles": cycles}


def plain(value: Any) -> Any:
    """A value as JSON has it: numpy's numbers as Python's, no NaN and no infinity."""
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
