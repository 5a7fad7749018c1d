"""What must hold between the counts of ``summary.csv``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from reports.statistics.columns import COUNTS, MATCHUP_COUNTS, SEAT_COUNTS, SIDE_COUNTS

_MAY_BE_NEGATIVE = {"lead_sum", "opened_lead_sum"}

_BOUNDS = (
    *(("blocked_rounds", "rounds"), ("void_rounds", "blocked_rounds"), ("goats", "games")),
    *(("games_opened_won", "games_opened"), ("games_opened_won", "wins")),
    *(("rounds_opened_won", "rounds_opened"), ("opened_lead_squares", "lead_squares")),
    *(("tiles_drawn_by_choice", "tiles_drawn"), ("passes", "turns")),
)
"""Pairs of columns: the first never exceeds the second."""

_Fault = tuple[str, pd.Series]


def check_players(players: pd.DataFrame) -> None:
    """Check the counts of every matchup: seats are complete, parts add up to their whole."""
    for name in COUNTS:
        if name not in _MAY_BE_NEGATIVE:
            assert (players[name] >= 0).all(), f"negative numbers in column {name}"
    for part, whole in _BOUNDS:
        assert (players[part] <= players[whole]).all(), f"{part} exceeds {whole}"
    for fault, holds in (*_seat_faults(players), *_sum_faults(players)):
        wrong = list(holds.index[~holds.to_numpy(dtype=bool)])
        assert not wrong, f"matchup {wrong[0]}: {fault}"


def check_manifest(manifest: Mapping[str, Any], players: pd.DataFrame) -> None:
    """Check that the manifest counts the same games and rounds as the summary."""
    matchups = players.drop_duplicates("matchup")
    for name in ("games", "rounds"):
        assert manifest[name] == int(matchups[name].sum()), f"{name} differs in the manifest"


def _seat_faults(players: pd.DataFrame) -> Iterator[_Fault]:
    """Faults of seats and of numbers that several rows share, and where they are not found."""
    matchups = players.groupby("matchup")
    seat, number = matchups["seat"], matchups.size()
    complete = (seat.nunique() == number) & (seat.min() == 0) & (seat.max() == number - 1)
    yield "seats are not complete", complete & (number >= 2)
    alone = (players["side"] == players["seat"]).groupby(players["matchup"]).all()
    pairs = (players["side"] == players["seat"] % 2).groupby(players["matchup"]).all()
    yield "sides do not fit the seats", alone | (pairs & (number == 4))
    same = matchups[list(MATCHUP_COUNTS)].nunique() == 1
    for name in MATCHUP_COUNTS:
        yield f"{name} differs between its rows", same[name]
    sides = players.groupby(["matchup", "side"])[list(SIDE_COUNTS)].nunique()
    same = sides.groupby("matchup").max() == 1
    for name in SIDE_COUNTS:
        yield f"{name} differs between partners", same[name]


def _sum_faults(players: pd.DataFrame) -> Iterator[_Fault]:
    """Faults of parts and their whole, and in which matchups they are not found."""
    matchups = players.groupby("matchup")
    whole, seats = matchups[list(MATCHUP_COUNTS)].first(), matchups[list(SEAT_COUNTS)].sum()
    sides = players.drop_duplicates(["matchup", "side"])
    total = sides.groupby("matchup")[list(SIDE_COUNTS)].sum()
    by_kind = sides["rounds_won_out"] + sides["rounds_won_blocked"]
    points = sides["points_out"] + sides["points_blocked"] + sides["points_play"]
    all_won = players["rounds_won"] + players["rounds_won_target"]
    opened_won = players.groupby(["matchup", "side"])["rounds_opened_won"].transform("sum")
    won = total["rounds_won"] + total["rounds_won_target"]
    blocked = total["rounds_won_blocked"] + whole["void_rounds"]

    def everywhere(holds: pd.Series) -> pd.Series:
        return holds.groupby(players["matchup"]).all()

    yield "there are no games", whole["games"] > 0
    decided = total["wins"] + whole["drawn_games"]
    yield "wins and drawn games are not all games", decided == whole["games"]
    yield "games opened are not all games", seats["games_opened"] == whole["games"]
    yield "rounds opened are not all rounds", seats["rounds_opened"] == whole["rounds"]
    yield "rounds won and void are not all rounds", won + whole["void_rounds"] == whole["rounds"]
    fault = "rounds won out and blocked are not rounds won"
    yield fault, everywhere(by_kind == sides["rounds_won"])
    fault = "rounds won blocked and void are not blocked rounds"
    yield fault, blocked == whole["blocked_rounds"]
    yield "rounds opened and won exceed rounds won", everywhere(opened_won <= all_won)
    yield "points taken are not the scores", everywhere(points == sides["score_sum"])
    yield "leads do not cancel out", total["lead_sum"] == 0
