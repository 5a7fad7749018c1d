"""What the histograms of a results directory must add up to.

Knows the meaning of the columns, not how they were read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from reports.results.errors import DamagedResults

_NOBODY = -1  # in place of a side or seat that is missing


def check_distributions(
    path: Path, distributions: pd.DataFrame, players: pd.DataFrame, scoring: str, hands: int = 1
) -> None:
    """Check that every histogram adds up to the counts of the summary.

    Parameters
    ----------
    path
        Named in messages.
    distributions
        The long frame.
    players
        Counts that `check_players` found consistent.
    scoring
        ``winner-takes`` or ``losers-mark``; a side gains in the rounds it won under the first,
        and marks penalties in those it lost under the other.
    hands
        How many hands a row of the players plays: 2 where a comparison's policies play as pairs.

    Raises
    ------
    DamagedResults
        If a histogram counts something else than the summary, or one of them belongs to none.
    """
    if (distributions["count"] <= 0).any():
        raise DamagedResults(f"{path}: counts must be positive")
    keys = ["matchup", "metric", "side", "seat"]
    if distributions.duplicated([*keys, "value"]).any():
        raise DamagedResults(f"{path}: a value is counted twice")
    values = distributions["count"] * distributions["value"]
    found = distributions.assign(values=values).fillna({"side": _NOBODY, "seat": _NOBODY})
    found = found.groupby(keys)[["count", "values"]].sum()
    wanted = _expectations(players, scoring, hands).set_index(keys)
    table = wanted.join(found).fillna(0)
    # Games of more rounds than the histogram has bins share its last one.
    at_least = table.index.get_level_values("metric") == "rounds"
    short = (table["values"] < table["total"]) & ~at_least
    wrong = (table["count"] != table["observations"]) | (table["values"] > table["total"]) | short
    if wrong.any():
        row = table[wrong].iloc[0].astype("int64")
        where = f"{path}: {_histogram(table.index[wrong][0])}"
        if row["count"] != row["observations"]:
            raise DamagedResults(
                f"{where}: counts add up to {row['count']}, not {row['observations']}"
            )
        raise DamagedResults(f"{where}: values add up to {row['values']}, not {row['total']}")
    for owner in found.index.difference(wanted.index):
        raise DamagedResults(f"{path}: {_histogram(owner)} is not in summary.csv")


def _expectations(players: pd.DataFrame, scoring: str, hands: int) -> pd.DataFrame:
    """Of every histogram its owner, the number of observations and the sum of the values."""
    once = players.drop_duplicates("matchup").assign(side=_NOBODY, seat=_NOBODY)
    turns = once["matchup"].map(players.groupby("matchup")["turns"].sum())
    parts = [
        _expected(once, "rounds", once["games"], once["rounds"]),
        _expected(once, "turns", once["rounds"], turns),
    ]
    alone = (players["side"] == players["seat"]).groupby(players["matchup"]).transform("all")
    sides = players.assign(seat=players["seat"].where(alone, _NOBODY))
    sides = sides.drop_duplicates(["matchup", "side"])
    parts.append(_expected(sides, "score", sides["games"], sides["score_sum"]))
    for how in ("out", "blocked"):
        own = sides[f"rounds_won_{how}"]
        others = own.groupby(sides["matchup"]).transform("sum") - own
        count = own if scoring == "winner-takes" else others
        parts.append(_expected(sides, f"gain_{how}", count, sides[f"points_{how}"]))
    chosen, rounds = players["tiles_drawn_by_choice"], players["rounds"] * hands
    parts.append(_expected(players, "drawn_by_choice", rounds, chosen))
    parts.append(_expected(players, "drawn_forced", rounds, players["tiles_drawn"] - chosen))
    return pd.concat(parts, ignore_index=True)


def _expected(
    owners: pd.DataFrame, metric: str, observations: pd.Series, total: pd.Series
) -> pd.DataFrame:
    table = owners[["matchup", "side", "seat"]].astype("Int64")
    return table.assign(metric=metric, observations=observations, total=total)


def _histogram(owner: Any) -> str:
    matchup, metric, side, seat = owner
    name = f"seat {seat}" if seat != _NOBODY else f"side {side}"
    whose = name if side != _NOBODY else "all sides"
    return f"{metric} of {whose} in matchup {matchup}"
