"""What a sweep shows, in words.

Knows `reports.analysis.sweep.Sweeping`. It claims what the tests hold and no more: a point is worse
than another where all are tested together at the level of the analysis.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from reports.analysis.sweep import Sweeping
from reports.words.formats import count, counted, percent, percent_interval
from reports.words.sentences import Verdict, call, games_of, joined, listed


def findings(analysis: Sweeping) -> Verdict:
    """Say which point wins most, which may be the best, and how far that can be trusted.

    Parameters
    ----------
    analysis
        Of a sweep.

    Returns
    -------
    Verdict
        A headline and a few sentences.
    """
    details = [_first(analysis), _region(analysis), _method(analysis), _selection(analysis)]
    return Verdict(_headline(analysis), [sentence for sentence in details if sentence])


def _headline(analysis: Sweeping) -> str:
    number, best = len(analysis.estimates), len(analysis.region)
    against = call(analysis.sweep.against)
    if best == number:
        return f"No clear difference between {counted(number, 'point')} against {against}"
    if best == 1:
        name = call(str(analysis.region["policy"].iloc[0]))
        return f"{name} is the best of {counted(number, 'point')} against {against}"
    return f"{count(best)} of {counted(number, 'point')} may be the best against {against}"


def _first(analysis: Sweeping) -> str:
    rows = _highest(analysis)
    row, names = rows.iloc[0], listed(list(rows["policy"]))
    won = f"{rate(row)} of {games_of(row['games'], analysis.sweep.rules)} ({interval(row)})"
    verb = "wins most" if len(rows) == 1 else "win equally often, and most,"
    return f"{names} {verb} against {call(analysis.sweep.against)}: {won}."


def _region(analysis: Sweeping) -> str:
    others = len(analysis.estimates) - len(analysis.region)
    text = f"Best region: {listed(list(analysis.region['policy']))}"
    if not others:
        return f"{text}; no point is shown to be worse than another."
    if others == 1:
        return f"{text}; the other point is shown to be worse."
    return f"{text}; each of the other {count(others)} points is shown to be worse than another."


def _method(analysis: Sweeping) -> str:
    level = f"{100 * analysis.level:g} %"
    return (
        f"With {level} confidence no point that is truly the best is missing there, even if several"
        " are equally good: paired differences on the same deals, all tested together (Bonferroni"
        " over rivals, Holm over points)."
    )


def _selection(analysis: Sweeping) -> str:
    text = "The highest of several estimates tends to be too high: play it again with another seed."
    rows = _highest(analysis)
    ends = _ends(analysis, rows.iloc[0])
    if ends and len(rows) == 1:
        text += f" It lies at the end of its grid ({joined(ends)}); beyond, nothing was tried."
    return text


def _highest(analysis: Sweeping) -> pd.DataFrame:
    """The points with the highest win rate, which may be several."""
    ranked = analysis.ranked
    rows: pd.DataFrame = ranked[ranked["win_rate"] == ranked["win_rate"].iloc[0]]
    return rows


def _ends(analysis: Sweeping, row: pd.Series[Any]) -> list[str]:
    """The values of a point that are the lowest or highest of their parameter."""
    grid = analysis.of_grid(row["grid"])
    pairs = (("parameter", "value"), ("parameter_2", "value_2"))
    return [
        f"{row[name]}={row[value]:.12g}"
        for name, value in pairs
        if row[name] and row[value] in (grid[value].min(), grid[value].max())
    ]


def rate(row: Mapping[str, Any] | pd.Series[Any]) -> str:
    """A point's win rate."""
    return percent(row["win_rate"], row["win_rate_low"], row["win_rate_high"])


def interval(row: Mapping[str, Any] | pd.Series[Any]) -> str:
    """The interval of a point's win rate."""
    return percent_interval(row["win_rate_low"], row["win_rate_high"])
