"""What a comparison shows, in words.

Knows `reports.analysis.comparison.Analysis`. It claims what intervals and tests hold and no more: a
policy clearly beats another where all pairs are tested together at the level of the analysis.
"""

from __future__ import annotations

from typing import Any

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import clear, cross_table, ranked, seen_from
from reports.analysis.highlights import disagreeing
from reports.results.rules import has_penalties
from reports.words.formats import (
    chance,
    count,
    counted,
    elo,
    percent,
    percent_interval,
    points,
    points_interval,
)
from reports.words.penalties import unit
from reports.words.sentences import Verdict, call, games_of, listed


def findings(analysis: Analysis) -> Verdict:
    """Say who leads, by how much, how sure that is, and whether the relation is transitive.

    Parameters
    ----------
    analysis
        Of a comparison.

    Returns
    -------
    Verdict
        A headline and a few sentences.
    """
    if len(analysis.order) == 2:
        return _pair(analysis)
    details = [_best(analysis), _wins(analysis), _groups(analysis), _transitivity(analysis)]
    return Verdict(_leaders(analysis), details + _disagreements(analysis))


def _pair(analysis: Analysis) -> Verdict:
    better, other = ranked(analysis, 0)
    row = seen_from(analysis, 0, better)
    rules, names = analysis.comparison.rules, f"{call(better)} and {call(other)}"
    games = games_of(row["games"], rules)
    if row["alike"]:
        headline = f"No difference: {names} come out alike on every deal"
        return _alike(row, headline, games, unit(rules))
    headline = f"No clear difference between {names} in {games}"
    if row["difference"]:
        headline = f"{call(better)} beats {call(other)}: it wins {_rate(row)} of games"
    lead = points(row["points_per_round"], row["points_low"], row["points_high"])
    ends = points_interval(row["points_low"], row["points_high"])
    better_if = "; less is better" if has_penalties(rules) else ""
    effective, factor = count(round(row["effective_games"])), f"{row['variance_factor']:.2f}"
    details = [
        f"{call(better)} wins {_rate(row)} of games ({_interval(row)}).",
        f"Its lead is {lead} {unit(rules)} a round ({ends}{better_if}), "
        f"and it wins {_rounds(row)} of rounds.",
        f"{games} on mirrored deals are worth {effective} independent ones, {factor} each.",
    ]
    return Verdict(headline, details)


def _alike(row: dict[str, Any], headline: str, games: str, unit: str) -> Verdict:
    groups = counted(row["groups"], "group")
    details = [
        f"Both won equally often and had as many {unit} in each of {groups} of mirrored games.",
        f"With {games}, their win rate against each other is {_interval(row)}.",
    ]
    return Verdict(headline, details)


def _leaders(analysis: Analysis) -> str:
    table = analysis.standings
    first = list(table.loc[table["group"] == 1, "policy"])
    field = f"{len(table)} policies"
    if len(first) == len(table):
        return f"No clear difference between {field}"
    if len(first) == 1:
        return f"{call(first[0])} leads {field}"
    return f"{listed(first)} lead {field}; the data do not separate them"


def _best(analysis: Analysis) -> str:
    best, second = analysis.order[:2]
    gap, low, high, _ = analysis.ahead(best, second)
    sure = chance(float(analysis.standings["probability_best"].iloc[0]))
    ends = f"{elo(low, low, high)} to {elo(high, low, high)}"
    ahead = f"{elo(gap, low, high)} rating points ahead of {call(second)} ({ends})"
    return f"{call(best)} is the best with probability {sure}, {ahead}."


def _wins(analysis: Analysis) -> str:
    best = analysis.order[0]
    rate = dict(cross_table(analysis).loc[best].items())
    sure = dict(clear(analysis).loc[best].items())
    others = [name for name in analysis.order[1:] if rate[name] == rate[name]]
    beaten = [name for name in others if sure[name] and rate[name] > 0.5]
    lost = [name for name in others if sure[name] and rate[name] < 0.5]
    unclear = [name for name in others if not sure[name]]
    if len(beaten) == len(others):
        nearest = min(others, key=rate.__getitem__)
        text = f"It clearly beats each of the others, {call(nearest)} by the least"
    else:
        number = f"{len(beaten)} of the other {len(others)}" if beaten else "none of the others"
        text = f"It clearly beats {number}"
        text += f", loses to {listed(lost)}" if lost else ""
        text += f", and does not clearly differ from {listed(unclear)}" if unclear else ""
    return f"{text}."


def _groups(analysis: Analysis) -> str:
    number = int(analysis.standings["group"].max())
    if number == 1:
        return "The ranking is one group: no policy is clearly weaker than the first."
    sizes = analysis.standings["group"].value_counts()
    alone = int((sizes == 1).sum())
    each = "each of one policy" if alone == number else f"{alone} of them of one policy"
    return f"The data separate {number} groups in the ranking, {each}."


def _transitivity(analysis: Analysis) -> str:
    number = len(analysis.versus)
    clearly = int(analysis.versus["difference_adjusted"].sum())
    kind = "pairings" if analysis.comparison.pairings else "pairs of policies"
    clearly_so = f"{count(clearly)} of {count(number)} {kind} differ clearly"
    tested = f"{clearly_so}, tested together at {100 * analysis.level:g} %"
    if not analysis.cycles:
        return f"The relation is transitive where it is clear: {tested}, and none closes a circle."
    cycle = [call(name) for name in analysis.cycles[0]]
    chain = ", ".join(f"{a} beats {b}" for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    more = len(analysis.cycles) - 1
    also = f", and {counted(more, 'more circle')} of that kind" if more else ""
    return f"The relation is not transitive: {chain}{also}; {tested}."


def _disagreements(analysis: Analysis) -> list[str]:
    if not analysis.comparison.pairings:
        return []
    number = len(disagreeing(analysis))
    if not number:
        return []
    what = f"{unit(analysis.comparison.rules)} or rounds"
    return [f"In {counted(number, 'pairing')} the games point one way, {what} the other."]


def _rate(row: dict[str, Any]) -> str:
    return percent(row["win_rate"], row["win_rate_low"], row["win_rate_high"])


def _interval(row: dict[str, Any]) -> str:
    return percent_interval(row["win_rate_low"], row["win_rate_high"])


def _rounds(row: dict[str, Any]) -> str:
    return percent(row["rounds_won"], row["rounds_won_low"], row["rounds_won_high"])
