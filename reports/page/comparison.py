"""The page of a comparison: what its template shows.

Knows `reports.analysis.comparison.Analysis` and figures; numbers are written by the template.
"""

from __future__ import annotations

from typing import Any

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import cross_table, ranked
from reports.analysis.highlights import leading
from reports.figures.comparison import exhibits
from reports.figures.shades import DARK, LIGHT
from reports.page.comparison_rows import (
    EVERY,
    estimate_rows,
    notable_rows,
    origin_rows,
    score_rows,
    worth,
)
from reports.page.templating import inlined
from reports.results.comparison import Comparison
from reports.results.rules import has_penalties
from reports.words.comparison import findings
from reports.words.formats import chance, elo
from reports.words.penalties import loser, unit
from reports.words.sentences import call

_ROWS = 2400  # of the last table
_CYCLES = 12


def comparison_parts(analysis: Analysis, files: dict[str, bytes]) -> dict[str, Any]:
    """What the page says of a comparison.

    Parameters
    ----------
    analysis
        Of the comparison.
    files
        Gets every figure as SVG and PNG.

    Returns
    -------
    dict
        For the template ``comparison.html.j2``.
    """
    comparison = analysis.comparison
    shown = leading(analysis)
    rows = estimate_rows(analysis)
    return {
        "title": _title(analysis),
        "findings": findings(analysis),
        "figures": inlined(exhibits(analysis), "", files),
        "shades": {"light": list(enumerate(LIGHT)), "dark": list(enumerate(DARK))},
        "pairings": comparison.pairings,
        "unit": unit(comparison.rules),
        "marks": has_penalties(comparison.rules),
        "loser": None if comparison.pairings else loser(comparison.rules),
        "drawn": _drawn(comparison),
        "tables": len(comparison.tables),
        "sides": comparison.sides,
        "hands": comparison.hands,
        "rotations": _rotations(comparison),
        "anchor": analysis.ratings.anchor,
        "standings": _standings(analysis),
        "cycles": [[call(name) for name in cycle] for cycle in analysis.cycles[:_CYCLES]],
        "more_cycles": max(0, len(analysis.cycles) - _CYCLES),
        "shown": _seated(analysis, shown),
        "notable": notable_rows(analysis) if comparison.pairings else [],
        "precision": _precision(analysis, rows, shown),
        "origins": [origin_rows(analysis, matchup) for matchup in shown]
        if comparison.pairings
        else [],
        "scores": score_rows(analysis, shown),
        "rows": rows[:_ROWS],
        "more_rows": max(0, len(rows) - _ROWS),
    }


def _title(analysis: Analysis) -> str:
    if len(analysis.order) <= 3:
        return " against ".join(call(name) for name in analysis.order)
    return f"Comparison of {len(analysis.order)} policies"


def _rotations(comparison: Comparison) -> bool:
    """Whether policies at a larger table always have the same neighbours."""
    seatings = comparison.experiment.get("options", {}).get("seatings", "rotations")
    return comparison.sides > 2 and seatings == "rotations"


def _drawn(comparison: Comparison) -> bool:
    """Whether anyone drew a tile by choice."""
    return bool(comparison.players["tiles_drawn_by_choice"].any())


def _seated(analysis: Analysis, shown: list[int]) -> list[str]:
    """The policies of the tables shown, if there are others; else none."""
    if len(shown) == len(analysis.comparison.tables):
        return []
    seated = {name for matchup in shown for name in ranked(analysis, matchup)}
    return [call(name) for name in analysis.order if name in seated]


def _standings(analysis: Analysis) -> list[dict[str, Any]]:
    """The ranking with numbers in words: ratings have their own."""
    means = cross_table(analysis).mean(axis=1)
    rows = []
    for place, row in enumerate(analysis.standings.to_dict("records"), 1):
        low, high = row["low"], row["high"]
        behind = analysis.ahead(analysis.order[0], row["policy"])
        rows.append(
            {
                "place": place,
                "policy": call(row["policy"]),
                "rating": elo(row["rating"], low, high),
                "interval": _span(low, high),
                "behind": elo(*behind[:3]) if place > 1 else "",
                "behind_interval": _span(behind.low, behind.high) if place > 1 else "",
                "group": row["group"],
                "best": chance(row["probability_best"]),
                "mean": f"{100 * means[row['policy']]:.1f} %",
            }
        )
    return rows


def _span(low: float, high: float) -> str:
    return f"{elo(low, low, high)} to {elo(high, low, high)}"


def _precision(analysis: Analysis, rows: list[dict[str, Any]], shown: list[int]) -> dict[str, Any]:
    """Both estimators beside each other, and what mirroring is worth over all."""
    table = analysis.estimates
    lively = table.loc[~table["alike"], "variance_factor"]
    span = [worth(value) for value in lively.quantile([0, 0.5, 1])] if len(lively) else []
    few = len(analysis.comparison.tables) <= EVERY
    return {
        "worth": span,
        "chained": "rounds_win_rate" in table and bool(table["rounds_win_rate"].notna().any()),
        "from_rounds": int((table["estimator"] == "rounds").sum()),
        "rows": [row for row in rows if few or row["matchup"] in shown],
    }
