"""What a tuning found, in words.

Knows `reports.results.tuning.Tuning`. What it claims of the result is the verdict's alone: rates of
the search are of candidates that were chosen for them.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.results.tuning import Tuning
from reports.words.formats import count, percent, percent_interval
from reports.words.sentences import Verdict, call

BIASED = (
    "Rates of the search are biased: they chose among candidates on the very deals that they are "
    "of, so that the best one looks better than it is. The verdict's are not: it was played "
    "afterwards, on deals that the search has not seen."
)


def findings(tuning: Tuning) -> Verdict:
    """How often the result wins, and whether it is better than the start."""
    tuned, start = tuning.judged("tuned"), tuning.judged("start")
    first = tuned.iloc[0]
    headline = f"Tuned, {call(tuning.policy)} wins {_rate(first)} against {call(first['against'])}"
    if len(tuned) > 1:
        mean = f"{100 * tuned['win_rate'].mean():.1f} %"
        headline = f"Tuned, {call(tuning.policy)} wins {mean} against {len(tuned)} opponents"
    details = [_sentence(row, start) for row in tuned.to_dict("records")]
    details += [_duel(row) for row in tuning.verdict.to_dict("records") if _met(row)]
    return Verdict(headline, [*details, conclusion(tuning)])


def conclusion(tuning: Tuning) -> str:
    """Whether the result is better than the start, against all opponents together.

    Both met the same deals, of which no use is made: what is called clear would be clear on deals
    of their own.
    """
    tuned, start = tuning.judged("tuned"), tuning.judged("start")
    if start.empty:
        return "The search came back to the values that it started from."
    gain = tuned["win_rate"].mean() - start["win_rate"].mean()
    both = pd.concat([tuned, start])
    half = ((both["win_rate_high"] - both["win_rate_low"]) / 2).pow(2).sum() ** 0.5 / len(tuned)
    if gain > half:
        return "Tuned it is clearly better against its opponents than the start."
    if gain < -half:
        return "Tuned it is clearly worse against its opponents than the start: keep the start."
    return "Tuned it is not clearly better against its opponents than the start."


def number(value: float) -> str:
    """A parameter's value as it is written."""
    return f"{value:.6g}"


def within(row: Any) -> str:
    """The bounds of a parameter."""
    return f"{number(row['low'])} to {number(row['high'])}"


def course(tuning: Tuning) -> str:
    """How long the search was."""
    search, verdict = tuning.search, tuning.verdict
    return (
        f"{len(search)} generations, {count(int(search['games'].sum()))} games; "
        f"verdict: {count(int(verdict['games'].sum()))} games"
    )


def _sentence(row: Any, start: Any) -> str:
    text = f"Against {call(row['against'])} it wins {_rate(row)} ({_interval(row)})"
    before = start[start["against"] == row["against"]]
    if len(before):
        text += f"; the start wins {_rate(before.iloc[0])} ({_interval(before.iloc[0])})"
    return f"{text}."


def _duel(row: Any) -> str:
    clearly = row["win_rate_low"] > 0.5 or row["win_rate_high"] < 0.5
    text = f"Against the start it wins {_rate(row)} ({_interval(row)})"
    return f"{text}{'' if clearly else ', which is no clear difference'}."


def _met(row: Any) -> bool:
    return bool(row["against"] == "start")


def _rate(row: Any) -> str:
    return percent(row["win_rate"], row["win_rate_low"], row["win_rate_high"])


def _interval(row: Any) -> str:
    return percent_interval(row["win_rate_low"], row["win_rate_high"])
