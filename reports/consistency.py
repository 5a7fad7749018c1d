"""What must hold between the numbers of a results directory.

Knows the meaning of the columns, not how they were read. Each check raises `DamagedResults` on
the first contradiction it meets and returns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from reports.columns import COUNTS, MATCHUP_COUNTS, SIDE_COUNTS
from reports.errors import DamagedResults

_MAY_BE_NEGATIVE = {"lead_sum", "opened_lead_sum"}

_BOUNDS = (
    *(("blocked_rounds", "rounds"), ("void_rounds", "blocked_rounds"), ("goats", "games")),
    *(("games_opened_won", "games_opened"), ("games_opened_won", "wins")),
    *(("rounds_opened_won", "rounds_opened"), ("opened_lead_squares", "lead_squares")),
    *(("tiles_drawn_by_choice", "tiles_drawn"), ("passes", "turns")),
)
"""Pairs of columns: the first never exceeds the second."""

_Expectation = tuple[str, tuple[int | None, int | None], int, int]


def check_players(path: Path, players: pd.DataFrame) -> None:
    """Check the counts of every matchup.

    Parameters
    ----------
    path
        Named in messages.
    players
        The whole-number columns of ``summary.csv``.

    Raises
    ------
    DamagedResults
        If seats are missing or double, a count is negative or larger than what it is a part of,
        or parts do not add up to their whole.
    """
    for name in COUNTS:
        if name not in _MAY_BE_NEGATIVE and (players[name] < 0).any():
            raise DamagedResults(f"{path}: negative numbers in column {name}")
    for part, whole in _BOUNDS:
        if (players[part] > players[whole]).any():
            raise DamagedResults(f"{path}: {part} exceeds {whole}")
    for matchup, rows in players.groupby("matchup"):
        _check_seats(f"{path}: matchup {matchup}", rows)
        _check_sums(f"{path}: matchup {matchup}", rows)


def check_manifest(path: Path, manifest: Mapping[str, Any], players: pd.DataFrame) -> None:
    """Check that the manifest counts the same games and rounds as the summary.

    Parameters
    ----------
    path
        Named in messages.
    manifest
        With ``games`` and ``rounds``.
    players
        Counts that `check_players` found consistent.

    Raises
    ------
    DamagedResults
        If the numbers differ.
    """
    matchups = players.drop_duplicates("matchup")
    for name in ("games", "rounds"):
        counted = int(matchups[name].sum())
        if manifest[name] != counted:
            raise DamagedResults(
                f"{path}: {name} is {manifest[name]}, but summary.csv counts {counted}"
            )


def check_distributions(
    path: Path, distributions: pd.DataFrame, players: pd.DataFrame, scoring: str
) -> None:
    """Check that every histogram adds up to the counts of the summary.

    Parameters
    ----------
    path
        Named in messages.
    distributions
        The long frame.
    players
        Counts that `check_players` found consistent.
    scoring
        ``winner-takes`` or ``losers-mark``; a side gains in the rounds it won under the first,
        and marks penalties in those it lost under the other.

    Raises
    ------
    DamagedResults
        If a histogram counts something else than the summary, or one of them belongs to none.
    """
    if (distributions["count"] <= 0).any():
        raise DamagedResults(f"{path}: counts must be positive")
    keys = ["matchup", "metric", "side", "seat"]
    if distributions.duplicated([*keys, "value"]).any():
        raise DamagedResults(f"{path}: a value is counted twice")
    found: dict[Any, pd.DataFrame] = {}
    owner: Any
    for owner, rows in distributions.groupby(keys, dropna=False):
        matchup, metric, side, seat = owner
        found[matchup, metric, _number(side), _number(seat)] = rows
    for matchup in players["matchup"].unique():
        rows = players[players["matchup"] == matchup]
        for metric, (side, seat), count, total in _expectations(rows, scoring):
            histogram = found.pop((matchup, metric, side, seat), distributions.iloc[:0])
            where = f"{path}: {metric} of {_owner(side, seat)} in matchup {matchup}"
            observations = int(histogram["count"].sum())
            if observations != count:
                raise DamagedResults(f"{where}: counts add up to {observations}, not {count}")
            value = int((histogram["count"] * histogram["value"]).sum())
            # Games of more rounds than the histogram has bins share its last one.
            if value > total or (value < total and metric != "rounds"):
                raise DamagedResults(f"{where}: values add up to {value}, not {total}")
    for matchup, metric, side, seat in found:
        raise DamagedResults(
            f"{path}: {metric} of {_owner(side, seat)} in matchup {matchup} is not in summary.csv"
        )


def _check_seats(where: str, rows: pd.DataFrame) -> None:
    seats, side = sorted(rows["seat"]), rows["side"]
    if len(rows) < 2 or seats != list(range(len(rows))):
        raise DamagedResults(f"{where}: has seats {', '.join(map(str, seats))}")
    alone, pairs = (side == rows["seat"]).all(), (side == rows["seat"] % 2).all()
    if not (alone or (pairs and len(rows) == 4)):
        raise DamagedResults(f"{where}: sides do not fit the seats")
    for name in MATCHUP_COUNTS:
        if rows[name].nunique() > 1:
            raise DamagedResults(f"{where}: {name} differs between its rows")
    for name in SIDE_COUNTS:
        if rows.groupby("side")[name].nunique().max() > 1:
            raise DamagedResults(f"{where}: {name} differs between partners")


def _check_sums(where: str, rows: pd.DataFrame) -> None:
    games, rounds, blocked, void, drawn = (int(rows[name].iloc[0]) for name in MATCHUP_COUNTS)
    sides = rows.drop_duplicates("side")
    total = sides[list(SIDE_COUNTS)].sum()
    by_kind = sides["rounds_won_out"] + sides["rounds_won_blocked"]
    points = sides["points_out"] + sides["points_blocked"] + sides["points_play"]
    all_won = rows["rounds_won"] + rows["rounds_won_target"]
    opened_won = rows.groupby("side")["rounds_opened_won"].transform("sum")
    won = total["rounds_won"] + total["rounds_won_target"]
    for fault, holds in (
        ("there are no games", games > 0),
        ("wins and drawn games are not all games", total["wins"] + drawn == games),
        ("games opened are not all games", rows["games_opened"].sum() == games),
        ("rounds opened are not all rounds", rows["rounds_opened"].sum() == rounds),
        ("rounds won and void are not all rounds", won + void == rounds),
        ("rounds won out and blocked are not rounds won", (by_kind == sides["rounds_won"]).all()),
        (
            "rounds won blocked and void are not blocked rounds",
            total["rounds_won_blocked"] + void == blocked,
        ),
        ("rounds opened and won exceed rounds won", (opened_won <= all_won).all()),
        ("points taken are not the scores", (points == sides["score_sum"]).all()),
        ("leads do not cancel out", total["lead_sum"] == 0),
    ):
        if not holds:
            raise DamagedResults(f"{where}: {fault}")


def _expectations(rows: pd.DataFrame, scoring: str) -> Iterator[_Expectation]:
    """Metric, (side, seat), number of observations, and sum of the values."""
    once = rows.iloc[0]
    everyone = (None, None)
    yield "rounds", everyone, int(once["games"]), int(once["rounds"])
    yield "turns", everyone, int(once["rounds"]), int(rows["turns"].sum())
    alone = bool((rows["side"] == rows["seat"]).all())
    takes = scoring == "winner-takes"
    by_side = rows.drop_duplicates("side")
    for side in by_side.to_dict("records"):
        owner = (side["side"], side["seat"] if alone else None)
        yield "score", owner, side["games"], side["score_sum"]
        for how in ("out", "blocked"):
            own = side[f"rounds_won_{how}"]
            count = own if takes else int(by_side[f"rounds_won_{how}"].sum()) - own
            yield f"gain_{how}", owner, count, side[f"points_{how}"]
    for seat in rows.to_dict("records"):
        owner = (seat["side"], seat["seat"])
        chosen = seat["tiles_drawn_by_choice"]
        yield "drawn_by_choice", owner, seat["rounds"], chosen
        yield "drawn_forced", owner, seat["rounds"], seat["tiles_drawn"] - chosen


def _number(value: Any) -> int | None:
    return None if pd.isna(value) else int(value)


def _owner(side: int | None, seat: int | None) -> str:
    if seat is not None:
        return f"seat {seat}"
    return "all sides" if side is None else f"side {side}"
