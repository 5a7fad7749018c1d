"""Rows of the tables on the page of a comparison.

Knows `reports.analysis.comparison.Analysis`; most numbers are written by the template, which
expects the ends of an interval under the name of the value and ``_low`` and ``_high``.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import ranked, seen_from
from reports.analysis.highlights import notable
from reports.analysis.origins import split_lead
from reports.statistics.distributions import moments, quantiles
from reports.words.sentences import call

EVERY = 15
"""Up to so many pairings, all are compared in detail."""

_LEVELS = (0.05, 0.5, 0.95)
_NOTABLE = 12


def table_name(analysis: Analysis, matchup: int) -> str:
    names = [call(name) for name in ranked(analysis, matchup)]
    return " against ".join(names) if analysis.comparison.pairings else " · ".join(names)


def estimate_rows(analysis: Analysis) -> list[dict[str, Any]]:
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


def worth(factor: float) -> str:
    """A variance factor; beyond a hundred nothing can be told."""
    return ">100" if factor > 100 else f"{factor:.2f}"


def _ends(row: dict[str, Any]) -> dict[str, Any]:
    """Ends of intervals under the names that the template expects."""
    return {
        "points_per_round_low": row["points_low"],
        "points_per_round_high": row["points_high"],
        "games_win_rate_low": row.get("games_low"),
        "games_win_rate_high": row.get("games_high"),
        "rounds_win_rate_low": row.get("rounds_low"),
        "rounds_win_rate_high": row.get("rounds_high"),
        "factor": worth(row["variance_factor"]),
        "effective": f"{row['effective_games']:,.0f}",
        "differs": bool(row.get("difference_adjusted", row["difference"])),
    }


def notable_rows(analysis: Analysis) -> list[dict[str, Any]]:
    """Pairings that say more than the ranking, where there are too many to look at all."""
    if len(analysis.comparison.tables) <= EVERY:
        return []
    table = notable(analysis).groupby("why").head(4).head(_NOTABLE)
    rows = []
    for matchup, why in zip(table["matchup"], table["why"], strict=True):
        row = seen_from(analysis, matchup, ranked(analysis, matchup)[0])
        rows.append(row | _named(analysis, matchup) | _ends(row) | {"why": why})
    return rows


def origin_rows(analysis: Analysis, matchup: int) -> dict[str, Any]:
    """The sources of one pairing's difference, in words."""
    better, other = ranked(analysis, matchup)
    table = split_lead(analysis, matchup)
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
            whose = call(drawer) if analysis.comparison.hands == 1 else f"a hand of {call(drawer)}"
            words = f"{whose} drew {row['part']} by choice"
        rows.append(row | {"words": words})
    return {"name": table_name(analysis, matchup), "better": call(better), "rows": rows}


def score_rows(analysis: Analysis, shown: list[int]) -> list[dict[str, Any]]:
    """Moments and quantiles of the final scores at the tables shown, and how often they lost."""
    players = analysis.comparison.players.set_index(["matchup", "seat"])
    lost = players["goats"] / players["games"]
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
            {"name": call(name), "other": call(other), "lost": lost[matchup, names.index(name)]}
            | {str(key): value for key, value in own.loc[names.index(name)].items()}
            for name, other in zip(seated, seated[::-1], strict=True)
        ]
        blocks.append({"rows": records})
    return blocks


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in table.to_dict("records")]
