"""Numbers with as many digits as their intervals support."""

from __future__ import annotations

from math import nan

import pytest

from reports.words.formats import count, counted, percent, percent_interval, points, points_interval

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"


@pytest.mark.parametrize(
    ("share", "low", "high", "text", "interval"),
    [
        (0.5312, 0.5302, 0.5322, "53.12 %", "53.02 to 53.22 %"),
        (0.6, 0.423, 0.754, "60.0 %", "42.3 to 75.4 %"),
        (0.531234, 0.531134, 0.531334, "53.123 %", "53.113 to 53.133 %"),
        (1.0, 0.7225, 1.0, "100.0 %", "72.2 to 100.0 %"),
        (nan, 0, 1, DASH, "0.0 to 100.0 %"),
    ],
)
def test_shares(share: float, low: float, high: float, text: str, interval: str) -> None:
    assert percent(share, low, high) == text
    assert percent_interval(low, high) == interval


@pytest.mark.parametrize(
    ("mean", "low", "high", "text", "interval"),
    [
        (81.234, 81.1, 81.4, "81.23", "81.10 to 81.40"),
        (-0.61, -0.86, -0.37, f"{MINUS}0.61", f"{MINUS}0.86 to {MINUS}0.37"),
        (-0.001, -0.5, 0.5, "0.00", f"{MINUS}0.50 to 0.50"),
        (3.0, 3.0, 3.0, "3.00", ""),
        (nan, nan, nan, DASH, ""),
        (5.0, nan, nan, "5.00", ""),
    ],
)
def test_means(mean: float, low: float, high: float, text: str, interval: str) -> None:
    assert points(mean, low, high) == text
    assert points_interval(low, high) == interval


def test_counts_are_grouped() -> None:
    assert count(1234567) == "1,234,567"
    assert (counted(1, "game"), counted(2000, "game")) == ("1 game", "2,000 games")


def test_digits_are_limited() -> None:
    assert points(1.23456789, 1.234567, 1.234569) == "1.2346"
    assert percent(0.531234, 0.531134, 0.531334, most=2) == "53.12 %"
