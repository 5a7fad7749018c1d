"""How numbers are written in plots, tables and sentences.

Knows text only. As many digits are shown as the interval supports: its half width with two
significant digits.
"""

from __future__ import annotations

import math

_DASH = "\N{EN DASH}"


def count(number: int) -> str:
    """A whole number in groups of three: ``1,000,000``."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """A count and what is counted: ``1 game``, ``2,000 games``."""
    return f"{count(number)} {noun}" if number == 1 else f"{count(number)} {noun}s"


def fixed(number: float, digits: int) -> str:
    """A number with so many digits after the point: ``−23.3``, and ``0.0`` without a sign."""
    text = f"{number:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}" if float(text) else "")


def percent(share: float, low: float, high: float, most: int = 3) -> str:
    """A share with the digits its interval supports: ``53.12 %``; a dash without trials."""
    if math.isnan(share):
        return _DASH
    return f"{fixed(100 * share, _digits(100 * low, 100 * high, least=1, most=most))} %"


def percent_interval(low: float, high: float, most: int = 3) -> str:
    """The ends of an interval of shares: ``53.02 to 53.22 %``."""
    digits = _digits(100 * low, 100 * high, least=1, most=most)
    return f"{fixed(100 * low, digits)} to {fixed(100 * high, digits)} %"


def points(mean: float, low: float, high: float) -> str:
    """A mean with the digits its interval supports: ``81.23``; a dash without observations."""
    return _DASH if math.isnan(mean) else fixed(mean, _digits(low, high, least=1, most=4))


def points_interval(low: float, high: float) -> str:
    """The ends of an interval of means: ``1.2 to 1.4``; empty where there is none.

    Observations that are all the same have no spread to measure, so no interval is shown.
    """
    if math.isnan(low) or low == high:
        return ""
    digits = _digits(low, high, least=1, most=4)
    return f"{fixed(low, digits)} to {fixed(high, digits)}"


def chance(probability: float) -> str:
    """A probability from draws, never quite sure: ``60.7 %``, ``0.04 %``, ``>99.9 %``."""
    share = 100 * probability
    if share > 99.9 or share < 0.1:
        return ">99.9 %" if share > 50 else "<0.1 %"
    return f"{share:.1f} %"


def elo(value: float, low: float, high: float) -> str:
    """A rating: a digit after the point where the interval supports it."""
    return fixed(value, 0 if high - low >= 20 else 1)


def _digits(low: float, high: float, least: int, most: int) -> int:
    half = (high - low) / 2
    if math.isnan(half) or half <= 0:
        return 2
    # A half width of 0.1 must not lose a digit for having become 0.0999999.
    return min(most, max(least, 1 - math.floor(math.log10(half) + 1e-9)))
