"""Where the difference between two policies comes from: points a round, split by what happened.

Knows `reports.analysis.comparison.Analysis` and the columns of ``sources.csv``; draws nothing. Each
way to split divides all rounds, so its parts add up to the lead a round. Rounds are treated as
independent; on mirrored deals intervals are mostly wider than they need be.
"""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import ranked
from reports.statistics.intervals import mean_interval, ratio

_ENDINGS = {
    "out": "went out",
    "blocked": "blocked",
    "target": "reached the target",
    "void": "void",
}
_DRAWS = ((0, "none"), (2, "1 or 2"), (5, "3 to 5"))
_MANY = "6 or more"


def split_lead(analysis: Analysis, matchup: int) -> pd.DataFrame:
    """Split the lead a round of the better-ranked policy of a pairing.

    Parameters
    ----------
    analysis
        Of a comparison of pairings.
    matchup
        Number of the pairing.

    Returns
    -------
    DataFrame
        ``split`` ("ending", "own draws", "other's draws"), ``part`` in words, ``opened`` (whether
        the better-ranked policy opened; missing where it does not matter), ``number`` of rounds and
        ``share`` of all, ``lead`` (points of the better-ranked policy less the other's in such a
        round) and ``points`` (that a round, over all rounds), both with ``_low`` and ``_high``.
        Draws are tiles drawn by choice in the round. Where a side plays two hands they are counted
        hand by hand: ``number`` and ``share`` are of hands, two a round, and ``points`` the mean
        over both.
    """
    comparison = analysis.comparison
    if comparison.sources is None:
        raise ValueError("only pairings have sources")
    rows = comparison.sources[comparison.sources["matchup"] == matchup]
    turned = comparison.tables[matchup][0] != ranked(analysis, matchup)[0]
    splits = [
        _part(rows[rows["source"] == "ending"], "ending", _ENDINGS.__getitem__),
        _part(rows[rows["source"] == f"drawn-{int(turned)}"], "own draws", _drawn),
        _part(rows[rows["source"] == f"drawn-{int(not turned)}"], "other's draws", _drawn),
    ]
    table = pd.concat(splits, ignore_index=True)
    table["opened"] = (table.pop("other") == int(turned)).astype("boolean")
    table["lead_sum"] *= -1 if turned else 1
    parts = table.groupby(["split", "part"], sort=False).ngroup()
    order = pd.DataFrame({"part": parts, "answered": ~table["opened"].fillna(True)})
    table = table.loc[order.sort_values(["part", "answered"]).index].reset_index(drop=True)
    return _estimated(table, comparison.hands, analysis.level)


def _part(rows: pd.DataFrame, split: str, word: Callable[[str], str]) -> pd.DataFrame:
    """The rows of one way to split, keys in words, equal ones added up."""
    # Void rounds bring only what plays scored in them: who opened them is of no interest.
    other = rows["other"].where(rows["key"] != "void")
    named = rows.assign(split=split, part=rows["key"].map(word), other=other)
    named["rank"] = rows["key"].map(_rank)
    groups = named.groupby(["split", "part", "other"], dropna=False)
    names = ["rounds", "lead_sum", "lead_squares"]
    table = groups.agg({**dict.fromkeys(names, "sum"), "rank": "min"}).reset_index()
    return table.sort_values(["rank", "other"]).drop(columns="rank")


def _rank(key: str) -> int:
    return int(key) if key.isdecimal() else list(_ENDINGS).index(key)


def _drawn(key: str) -> str:
    return next((word for most, word in _DRAWS if int(key) <= most), _MANY)


def _estimated(table: pd.DataFrame, hands: int, level: float) -> pd.DataFrame:
    """Means and intervals of every part.

    The two hands of a side share the lead of their round, so they are worth no more than one
    observation if both are in a part: each counts as half a round. With h hands of a round in a
    part, its lead enters as h / 2, whose square is at most h / 2.
    """
    worth = 1 / table["split"].map(lambda split: 1 if split == "ending" else hands)
    table = table.rename(columns={"rounds": "number"})
    rounds, total, squares = (
        table[name] * worth for name in ("number", "lead_sum", "lead_squares")
    )
    everything = rounds.groupby(table["split"]).transform("sum")
    table["share"] = ratio(rounds, everything)
    for name, count in (("lead", rounds), ("points", everything)):
        table[name] = ratio(total, count)
        interval = mean_interval(total, squares, count, level)
        table[f"{name}_low"], table[f"{name}_high"] = interval
    return table.drop(columns=["lead_sum", "lead_squares"])
