"""The page of single matchups: what its template shows.

Knows `reports.analysis.matchups.Description` and figures; numbers are written by the template.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.analysis.matchups import Description, Matchup
from reports.figures.matchups import figures
from reports.page.templating import inlined
from reports.results.rules import Rules, has_choice, has_penalties, has_trains, rounds_of
from reports.words.labels import player_labels, short_policies
from reports.words.matchups import verdict
from reports.words.penalties import loser, meaning, unit
from reports.words.sentences import games_of

_WIDTH = 60  # characters of a policy
_MEASURES = (
    ("win_rate", "games won", "rate"),
    ("round_win_rate", "rounds won", "rate"),
    ("lead_per_round", "lead a round", "mean"),
)


def matchups_parts(description: Description, files: dict[str, bytes]) -> dict[str, Any]:
    """What the page says of single matchups.

    Parameters
    ----------
    description
        Of the results.
    files
        Gets every figure as SVG and PNG.

    Returns
    -------
    dict
        For the template ``matchups.html.j2``.
    """
    rules = description.results.manifest["rules"]
    several = len(description.matchups) > 1
    matchups = [_parts(matchup, rules, several, files) for matchup in description.matchups]
    return {
        "matchups": matchups,
        "title": " · ".join(matchup["title"] for matchup in matchups[:3]),
        "unit": unit(rules),
        "marks": has_penalties(rules),
        "loser": loser(rules),
        "fixed_rounds": rounds_of(rules),
        "trains": has_trains(rules),
    }


def _parts(
    matchup: Matchup, rules: Rules, several: bool, files: dict[str, bytes]
) -> dict[str, Any]:
    """What the page says of one matchup; its figures are added to the files."""
    prefix = f"matchup-{matchup.number}-" if several else ""
    drawn = figures(matchup.players, matchup.distributions, rules)
    policies = matchup.sides["policy"]
    return {
        "prefix": prefix,
        "title": " against ".join(map(short_policies(policies, _WIDTH).__getitem__, policies)),
        "verdict": verdict(matchup.sides, rules),
        "figures": inlined(drawn, prefix, files),
        "sides": _records(matchup.sides),
        "pairs": matchup.pairs,
        "totals": _totals(matchup),
        "declined": has_choice(rules) and "drawn_by_choice" not in matchup.observed,
        "games": games_of(int(matchup.sides["games"].iloc[0]), rules),
        "blocked": _records(matchup.blocked),
        "distributions": [
            {"metric": metric, "meaning": meaning(metric, rules), "rows": _records(table)}
            for metric, table in matchup.observed.items()
        ],
        "opening": _openings(matchup.opening),
    }


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    rows = table.assign(player=player_labels(table, _WIDTH)).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def _totals(matchup: Matchup) -> dict[str, Any]:
    """The matchup's own counts, and the rates that are the same in every row."""
    names = ("drawn_game_rate", "drawn_game_rate_low", "drawn_game_rate_high")
    return _records(matchup.sides)[0] | dict(zip(names, matchup.drawn, strict=True))


def _openings(table: pd.DataFrame) -> list[dict[str, Any]]:
    """For each side and measure the value when opening, when not, and the difference."""
    blocks = []
    for record in _records(table):
        rows = []
        for name, measure, kind in _MEASURES:
            row = {"measure": measure, "kind": kind}
            for end in ("", "_low", "_high"):
                row[f"opened{end}"] = record[f"opened_{name}{end}"]
                row[f"other{end}"] = record[f"other_{name}{end}"]
                row[f"effect{end}"] = record[f"{name}_effect{end}"]
            rows.append(row)
        blocks.append({"player": record["player"], "rows": rows})
    return blocks
