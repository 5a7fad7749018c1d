"""How numbers and names stand in the cells of terminal tables of a comparison.

Knows rows of estimates and text. A percent sign stands in the heading, not in the cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from reports.statistics.intervals import Estimate
from reports.words.formats import elo, fixed, percent, percent_interval
from reports.words.labels import short_policies

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 80
"""Columns that a terminal has at least."""


def measures(row: Mapping[str, Any] | pd.Series) -> list[str]:
    """Games won and their interval, points, rounds won, and what a game is worth."""
    ends = row["win_rate_low"], row["win_rate_high"]
    won = share(row["win_rate"], *ends, most=2)
    return [
        won if row["difference"] else f"= {won}",
        span(*ends, most=2),
        _deviation(row["points_per_round"], row["points_low"], row["points_high"]),
        f"{100 * row['rounds_won']:.1f}",
        _factor(row["variance_factor"]),
    ]


def names(policies: Iterable[str], width: int) -> dict[str, str]:
    """Policies, shortened such that they stay distinct, that rich does not read as markup."""
    from rich.markup import escape

    return {name: escape(short) for name, short in short_policies(policies, width).items()}


def share(rate: float, low: float, high: float, most: int) -> str:
    """A share as a percentage."""
    return percent(rate, low, high, most).removesuffix(" %")


def span(low: float, high: float, most: int) -> str:
    """An interval of a share: ``62.1-62.9`` with a dash."""
    text = percent_interval(low, high, most).removesuffix(" %")
    return text.replace(" to ", "\N{EN DASH}")


def _deviation(value: float, low: float, high: float) -> str:
    """A value and half the width of its interval."""
    half = (high - low) / 2
    digits = 3 if half < 0.1 else 2 if half < 1 else 1
    return f"{fixed(value, digits)} ±{fixed(half, digits)}"


def _factor(value: float) -> str:
    if value > 100:
        return ">100"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def behind(gap: Estimate) -> str:
    """A distance of ratings."""
    value, low, high, _ = gap
    return f"{elo(value, low, high)} ±{elo((high - low) / 2, low, high)}"
