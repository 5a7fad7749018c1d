"""What a matchup shows, in words.

Knows the frame of `reports.statistics.rates.sides` and the rules. It claims what the intervals hold
and no more: a win rate differs clearly from the fair share where its interval does not contain it.
"""

from __future__ import annotations

import pandas as pd

from reports.results.rules import Rules
from reports.words.formats import percent, percent_interval
from reports.words.labels import player_labels
from reports.words.penalties import loser
from reports.words.sentences import Verdict, games_of, joined

_RELATIONS = {
    "above": "clearly above",
    "below": "clearly below",
    "unclear": "not clearly different from",
}


def verdict(table: pd.DataFrame, rules: Rules) -> Verdict:
    """Say who wins how often and whether that is clear.

    Parameters
    ----------
    table
        One matchup, one row per side, as `reports.statistics.rates.sides` returns it.
    rules
        Of the matchup.

    Returns
    -------
    Verdict
    """
    rows = table.assign(label=player_labels(table, 60), relation=_relations(table))
    games = games_of(int(rows["games"].iloc[0]), rules)
    above = rows[rows["relation"] == "above"].sort_values("win_rate", ascending=False)
    below = rows[rows["relation"] == "below"].sort_values("win_rate")
    if len(above) == 1:
        winner = above.iloc[0]
        headline = f"{winner['label']} wins {_rate(winner)} of {games}"
    elif len(above) or len(below):
        named = above if len(above) else below
        side = "above" if len(above) else "below"
        verb = "wins" if len(named) == 1 else "win"
        headline = f"{joined(list(named['label']))} {verb} clearly {side} the fair share"
    else:
        headline = f"No clear difference in {games}"
    return Verdict(headline, [_sentence(row, rules) for _, row in rows.iterrows()])


def _relations(table: pd.DataFrame) -> list[str]:
    above = table["win_rate_low"] > table["fair_share"]
    below = table["win_rate_high"] < table["fair_share"]
    return [
        "above" if a else "below" if b else "unclear" for a, b in zip(above, below, strict=True)
    ]


def _sentence(row: pd.Series, rules: Rules) -> str:
    interval = percent_interval(row["win_rate_low"], row["win_rate_high"])
    fair = f"{100 * row['fair_share']:.2f}".rstrip("0").rstrip(".")
    relation = _RELATIONS[row["relation"]]
    text = f"{row['label']}: wins {_rate(row)} ({interval}), {relation} the fair share of {fair} %"
    lost = loser(rules)
    if lost:
        rate = percent(row["goat_rate"], row["goat_rate_low"], row["goat_rate_high"])
        text += f"; {lost.place} in {rate}"
    return f"{text}."


def _rate(row: pd.Series) -> str:
    return percent(row["win_rate"], row["win_rate_low"], row["win_rate_high"])
