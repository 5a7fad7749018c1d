"""The page of a comparison: what its template shows.

Knows `reports.analysis.Analysis` and figures; numbers are written by the template.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.analysis import Analysis, analyse
from reports.crosstable import cross_table, ranked, seen_from
from reports.distributions import moments, quantiles
from reports.exhibits import exhibits
from reports.findings import call, chance, elo, findings
from reports.highlights import leading, notable
from reports.origins import origins
from reports.shades import DARK, LIGHT
from reports.templating import inlined
from reports.tournament import Comparison

_LEVELS = (0.05, 0.5, 0.95)
_EVERY = 15  # pairings that are all compared in detail
_ROWS = 2400  # of the last table
_NOTABLE = 12


def comparison_parts(comparison: Comparison, files: dict[str, bytes]) -> dict[str, Any]:
    """What the page says of a comparison.

    Parameters
    ----------
    comparison
        As loaded.
    files
        Gets every figure as SVG and PNG.

    Returns
    -------
    dict
        For the template ``comparison.html.j2``.
    """
    analysis = analyse(comparison)
    shown = leading(analysis)
    rows = _estimates(analysis)
    return {
        "title": _title(analysis),
        "findings": findings(analysis),
        "figures": inlined(exhibits(analysis), "", files),
        "shades": {"light": list(enumerate(LIGHT)), "dark": list(enumerate(DARK))},
        "pairings": comparison.pairings,
        "marks": comparison.marks,
        "tables": len(comparison.tables),
        "sides": comparison.sides,
        "rotations": _rotations(comparison),
        "anchor": analysis.ratings.anchor,
        "standings": _standings(analysis),
        "cycles": [[call(name) for name in cycle] for cycle in analysis.cycles[:_NOTABLE]],
        "more_cycles": max(0, len(analysis.cycles) - _NOTABLE),
        "shown": _seated(analysis, shown),
        "notable": _notable(analysis) if comparison.pairings else [],
        "precision": _precision(analysis, rows, shown),
        "origins": [_origins(analysis, matchup) for matchup in shown]
        if comparison.pairings
        else [],
        "scores": _scores(analysis, shown),
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


def _name(analysis: Analysis, matchup: int) -> str:
    names = [call(name) for name in ranked(analysis, matchup)]
    return " against ".join(names) if analysis.comparison.pairings else " · ".join(names)


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


def _estimates(analysis: Analysis) -> list[dict[str, Any]]:
    """Every estimate, in the order of the ranking, the better-ranked policy first."""
    comparison = analysis.comparison
    place = {name: index for index, name in enumerate(analysis.order)}
    order = sorted(
        range(len(comparison.tables)),
        key=lambda matchup: [place[name] for name in ranked(analysis, matchup)],
    )
    if comparison.pairings:
        rows = [seen_from(analysis, matchup, ranked(analysis, matchup)[0]) for matchup in order]
        return [row | _named(analysis, row["matchup"]) | _ends(row) for row in rows]
    found = {(row["matchup"], row["policy"]): row for row in _records(analysis.estimates)}
    return [
        row | {"name": call(name), "begins": index == 0} | _ends(row)
        for matchup in order
        for index, name in enumerate(ranked(analysis, matchup))
        for row in [found[matchup, name]]
    ]


def _named(analysis: Analysis, matchup: int) -> dict[str, Any]:
    better, other = (call(name) for name in ranked(analysis, matchup))
    return {"name": better, "other": other}


def _ends(row: dict[str, Any]) -> dict[str, Any]:
    """Ends of intervals under the names that the template expects."""
    factor = row["variance_factor"]
    return {
        "points_per_round_low": row["points_low"],
        "points_per_round_high": row["points_high"],
        "games_win_rate_low": row.get("games_low"),
        "games_win_rate_high": row.get("games_high"),
        "rounds_win_rate_low": row.get("rounds_low"),
        "rounds_win_rate_high": row.get("rounds_high"),
        "factor": ">100" if factor > 100 else f"{factor:.2f}",
        "effective": f"{row['effective_games']:,.0f}",
        "clear": bool(row.get("difference_adjusted", row["difference"])),
    }


def _precision(analysis: Analysis, rows: list[dict[str, Any]], shown: list[int]) -> dict[str, Any]:
    """Both estimators beside each other, and what mirroring is worth over all."""
    table = analysis.estimates
    lively = table.loc[~table["alike"], "variance_factor"]
    worth = [f"{value:.2f}" for value in lively.quantile([0, 0.5, 1])] if len(lively) else []
    few = len(analysis.comparison.tables) <= _EVERY
    return {
        "worth": worth,
        "from_rounds": int((table["estimator"] == "rounds").sum()),
        "rows": [row for row in rows if few or row["matchup"] in shown],
    }


def _notable(analysis: Analysis) -> list[dict[str, Any]]:
    """Pairings that say more than the ranking, where there are too many to look at all."""
    if len(analysis.comparison.tables) <= _EVERY:
        return []
    table = notable(analysis).groupby("why").head(4).head(_NOTABLE)
    rows = []
    for matchup, why in zip(table["matchup"], table["why"], strict=True):
        row = seen_from(analysis, matchup, ranked(analysis, matchup)[0])
        rows.append(row | _named(analysis, matchup) | _ends(row) | {"why": why})
    return rows


def _origins(analysis: Analysis, matchup: int) -> dict[str, Any]:
    """The sources of one pairing's difference, in words."""
    better, other = ranked(analysis, matchup)
    table = origins(analysis, matchup)
    table = table[table["share"] < 1]
    rows = []
    for row in _records(table):
        if row["part"] == "void":
            words = "void"
        elif row["split"] == "ending":
            opener = better if row["opened"] else other
            words = f"{row['part']}, {call(opener)} opened"
        else:
            drawer = better if row["split"] == "own draws" else other
            words = f"{call(drawer)} drew {row['part']} by choice"
        rows.append(row | {"words": words})
    return {"name": _name(analysis, matchup), "better": call(better), "rows": rows}


def _scores(analysis: Analysis, shown: list[int]) -> list[dict[str, Any]]:
    """Moments and quantiles of the final scores at the tables shown."""
    distributions = analysis.comparison.distributions
    rows = distributions[distributions["matchup"].isin(shown)]
    levels = quantiles(rows, "score", _LEVELS)[list(_LEVELS)].set_axis(["p5", "p50", "p95"], axis=1)
    table = moments(rows, "score").join(levels)
    blocks = []
    for matchup in shown:
        own = table[table["matchup"] == matchup].set_index("side")
        names = analysis.comparison.tables[matchup]
        seated = ranked(analysis, matchup)
        records = [
            {"name": call(name), "other": call(other)}
            | {str(key): value for key, value in own.loc[names.index(name)].items()}
            for name, other in zip(seated, seated[::-1], strict=True)
        ]
        blocks.append({"rows": records})
    return blocks


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in table.to_dict("records")]
