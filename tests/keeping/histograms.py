"""What the histograms of ``distributions.csv`` must add up to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from reports.statistics.columns import METRICS

_NOBODY = -1  # in place of a side or seat that is missing


def check_distributions(
    distributions: pd.DataFrame, players: pd.DataFrame, rules: Mapping[str, Any], hands: int = 1
) -> None:
    """Check that every histogram adds up to the counts of the summary.

    Parameters
    ----------
    distributions
        The long frame.
    players
        Counts that were found consistent.
    rules
        Under the ``scoring`` ``winner-takes`` a side gains in the rounds it won, under
        ``losers-mark`` it marks penalties in those it lost; on the ``board`` ``trains`` in all
        but those in which it went out.
    hands
        How many hands a row of the players plays: 2 where a comparison's policies play as pairs.
    """
    assert set(distributions["metric"]) <= set(METRICS)
    assert (distributions["count"] > 0).all(), "counts must be positive"
    keys = ["matchup", "metric", "side", "seat"]
    assert not distributions.duplicated([*keys, "value"]).any(), "a value is counted twice"
    values = distributions["count"] * distributions["value"]
    found = distributions.assign(values=values).fillna({"side": _NOBODY, "seat": _NOBODY})
    found = found.groupby(keys)[["count", "values"]].sum()
    wanted = _expectations(players, rules, hands).set_index(keys)
    table = wanted.join(found).fillna(0)
    for what, wrong in (
        ("counts", table["count"] != table["observations"]),
        ("values", table["values"] != table["total"]),
    ):
        assert not wrong.any(), f"{what} of {table.index[wrong][0]} do not add up"
    strangers = found.index.difference(wanted.index)
    assert not len(strangers), f"{strangers[0]} is not in summary.csv"


def _expectations(players: pd.DataFrame, rules: Mapping[str, Any], hands: int) -> pd.DataFrame:
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
        count = own if rules["scoring"] == "winner-takes" else others
        if rules["board"] == "trains" and how == "blocked":
            count = sides["blocked_rounds"]
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
