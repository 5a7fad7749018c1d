"""Which pairings of a comparison deserve a closer look, and the order in which all are shown.

Knows `reports.analysis.comparison.Analysis`. What is claimed of several pairings holds for all
together, at the level of the analysis.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb
from typing import Any

import pandas as pd

from reports.analysis.comparison import Analysis
from reports.results.rules import has_penalties

MOST = 6
"""Pairings that are shown each by itself, in small multiples: those of the four best policies."""


def leading(analysis: Analysis, most: int = MOST) -> list[int]:
    """Numbers of the tables at which only the best policies meet.

    Parameters
    ----------
    analysis
        Of a comparison.
    most
        How many may be named; at least the table of the very best is.

    Returns
    -------
    list of int
        All tables of the first so many policies of the ranking, in its order.
    """
    comparison = analysis.comparison
    number = {frozenset(policies): index for index, policies in enumerate(comparison.tables)}
    best = comparison.sides
    order = analysis.order
    while best < len(order) and comb(best + 1, comparison.sides) <= most:
        best += 1
    tables = combinations(order[:best], comparison.sides)
    return [number[frozenset(policies)] for policies in tables]


def notable(analysis: Analysis) -> pd.DataFrame:
    """Pairings that say more than the ranking does.

    Parameters
    ----------
    analysis
        Of a comparison of pairings.

    Returns
    -------
    DataFrame
        ``matchup`` and ``why``, each pairing once: results against the ranking first, then the
        three best policies, games that disagree with points or rounds, policies that nothing
        tells apart, and the other neighbours in the ranking.
    """
    neighbours = _neighbours(analysis)
    rows = [
        *_against_ranking(analysis),
        *neighbours[:2],
        *disagreeing(analysis),
        *((row.matchup, "nothing tells them apart") for row in _rows(analysis) if row.alike),
        *neighbours[2:],
    ]
    table = pd.DataFrame(rows, columns=["matchup", "why"])
    return table.drop_duplicates("matchup", ignore_index=True)


def _rows(analysis: Analysis) -> list[Any]:
    return list(analysis.estimates.itertuples())


def _against_ranking(analysis: Analysis) -> list[tuple[int, str]]:
    place = {name: index for index, name in enumerate(analysis.order)}
    found = []
    for row in _rows(analysis):
        winner = row.first if row.win_rate > 0.5 else row.second
        loser = row.second if row.win_rate > 0.5 else row.first
        if row.difference_adjusted and place[winner] > place[loser]:
            depth = place[loser] - place[winner]
            found.append((depth, row.matchup))
    return [(matchup, "won against the ranking") for _, matchup in sorted(found)]


def disagreeing(analysis: Analysis) -> list[tuple[int, str]]:
    """Pairings whose games clearly point one way and points or rounds the other, each alone.

    Rounds are compared with an even share of those that were not void.
    """
    void = analysis.comparison.players.drop_duplicates("matchup").set_index("matchup")
    even = (1 - void["void_rounds"] / void["rounds"]) / 2
    marks = has_penalties(analysis.comparison.rules)
    sign, unit = (-1, "penalties") if marks else (1, "points")
    found = []
    for row in _rows(analysis):
        games = _side(row.win_rate_low - 0.5, row.win_rate_high - 0.5)
        points = sign * _side(row.points_low, row.points_high)
        middle = even[row.matchup]
        rounds = _side(row.rounds_won_low - middle, row.rounds_won_high - middle)
        if games * points < 0:
            found.append((row.matchup, f"games and {unit} disagree"))
        elif games * rounds < 0:
            found.append((row.matchup, "games and rounds disagree"))
    return found


def _side(low: float, high: float) -> int:
    """1 or -1 if an interval lies to that side of zero, else 0."""
    return int(low > 0) - int(high < 0)


def _neighbours(analysis: Analysis) -> list[tuple[int, str]]:
    tables = analysis.comparison.tables
    number = {frozenset(policies): index for index, policies in enumerate(tables)}
    places = enumerate(pairwise(analysis.order), 1)
    return [
        (number[frozenset(pair)], f"{place} and {place + 1} of the ranking")
        for place, pair in places
    ]
