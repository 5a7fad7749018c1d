"""What points are called, and who has most of them where they are penalties.

Knows the rules of a run, as `reports.results.rules` reads them.
"""

from __future__ import annotations

from typing import NamedTuple

from reports.results.rules import Rules, has_penalties
from reports.statistics.columns import METRICS


class Loser(NamedTuple):
    """The side with most penalties: its name in a heading, and in how many games it is that."""

    heading: str
    place: str
    share: str


_GOAT = Loser("goat", "the goat", "share of games as the goat")
_LAST = Loser("last", "last", "share of games in last place")


def unit(rules: Rules) -> str:
    """What scores are made of."""
    return "penalties" if has_penalties(rules) else "points"


def meaning(metric: str, rules: Rules) -> str:
    """What one observation of a metric is."""
    text = METRICS[metric]
    if has_penalties(rules):
        text = text.replace("points taken", "penalties marked").replace("points", "penalties")
    return text


def loser(rules: Rules) -> Loser | None:
    """What the side with most penalties is called; None where the fewest points lose nothing.

    It is the goat in the game of that name only.
    """
    if not has_penalties(rules):
        return None
    return _GOAT if rules["preset"] == "goat" else _LAST
