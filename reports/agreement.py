"""What must hold between the files of a comparison.

Knows the meaning of the columns, not how they were read. Each check raises `DamagedResults` on
the first contradiction it meets and returns nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from reports.comparisons import CREDIT
from reports.errors import DamagedResults
from reports.groups import GroupTallies

ENDINGS = ("out", "blocked", "void", "target")


def check_tables(path: Path, players: pd.DataFrame, tables: Sequence[tuple[str, ...]]) -> None:
    """Check that ``summary.csv`` holds the tables of the experiment, numbered in their order.

    Parameters
    ----------
    path
        Named in messages.
    players
        The counts, ordered by matchup and seat.
    tables
        The policies of every table.

    Raises
    ------
    DamagedResults
        If a table is missing, is one too many, or of other policies.
    """
    found = players.groupby("matchup")["policy"].agg(tuple)
    if list(found.index) != list(range(len(tables))):
        raise DamagedResults(f"{path}: holds {len(found)} tables of the {len(tables)} compared")
    for number, (seated, wanted) in enumerate(zip(found, tables, strict=True)):
        if seated != wanted:
            raise DamagedResults(
                f"{path}: matchup {number} is of {', '.join(seated)}, not of {', '.join(wanted)}"
            )


def check_groups(path: Path, tallies: GroupTallies, players: pd.DataFrame) -> None:
    """Check that the tallies of groups count the same games as the summary.

    Parameters
    ----------
    path
        Named in messages.
    tallies
        As read.
    players
        Counts that `reports.consistency.check_players` found consistent.

    Raises
    ------
    DamagedResults
        If a table has no moments or too many, or a sum differs.
    """
    totals = tallies.totals
    whole = totals.groupby("matchup").tail(1).reset_index("groups")
    matchups = players["matchup"].unique()
    if not whole.index.equals(pd.Index(matchups)):
        raise DamagedResults(f"{path}: does not hold the moments of every table")
    sides = players.groupby("matchup")["seat"].nunique().iloc[0]
    _check_snapshots(path, totals, sides, players)
    table = players.set_index("matchup")
    for place in range(sides):
        own = table[table["seat"] == place]
        credit = CREDIT * own["wins"] + (CREDIT // 2 * own["drawn_games"] if sides == 2 else 0)
        exact = sides == 2
        wins = whole[1 + place]
        _same(path, f"credit of policy {place}", wins if exact else wins.clip(upper=credit), credit)
        _same(path, f"points of policy {place}", whole[1 + sides + place], own["score_sum"])
        won = own["rounds_won"] + own["rounds_won_target"]
        _same(path, f"rounds won by policy {place}", whole[1 + 2 * sides + place], won)
    _same(path, "rounds", whole[1 + 3 * sides], table[table["seat"] == 0]["rounds"])
    _check_rounds(path, tallies, table[table["seat"] == 0])


def check_sources(path: Path, sources: pd.DataFrame, players: pd.DataFrame, hands: int = 1) -> None:
    """Check that every source of the difference divides all rounds of its pairing.

    Parameters
    ----------
    path
        Named in messages.
    sources
        The frame of ``sources.csv``.
    players
        Counts that `reports.consistency.check_players` found consistent.
    hands
        How many hands a side holds; draws are counted by hand.

    Raises
    ------
    DamagedResults
        If a source is unknown, a key is impossible, or a sum differs from the summary's.
    """
    ending = sources["source"] == "ending"
    unknown = sources.loc[~ending & ~sources["source"].isin(["drawn-0", "drawn-1"]), "source"]
    if len(unknown):
        raise DamagedResults(f"{path}: unknown source {unknown.iloc[0]!r}")
    keys = sources.loc[ending, "key"].isin(ENDINGS) & sources.loc[ending, "other"].isin([0, 1])
    if not keys.all() or not sources.loc[~ending, "key"].str.fullmatch(r"\d+").all():
        raise DamagedResults(f"{path}: a key does not fit its source")
    if sources.duplicated(["matchup", "source", "key", "other"]).any():
        raise DamagedResults(f"{path}: a key is there twice")
    first = players[players["seat"] == 0].set_index("matchup")
    names = ["rounds", "lead_sum", "lead_squares"]
    for source in ("ending", "drawn-0", "drawn-1"):
        sums = sources[sources["source"] == source].groupby("matchup")[names].sum()
        if not sums.index.equals(first.index):
            raise DamagedResults(f"{path}: does not hold {source} of every pairing")
        for name in names:
            times = 1 if source == "ending" else hands
            _same(path, f"{name} of {source}", sums[name], times * first[name])


def _check_snapshots(path: Path, totals: pd.DataFrame, sides: int, players: pd.DataFrame) -> None:
    """Every snapshot holds the groups it says, of as many games each as the table's."""
    groups = totals.index.get_level_values("groups")
    matchup = totals.index.get_level_values("matchup")
    if (totals[0] != groups).any() or (groups <= 0).any():
        raise DamagedResults(f"{path}: moments of another number of groups than is said")
    games = players.drop_duplicates("matchup").set_index("matchup")["games"]
    played = games.reindex(matchup).to_numpy()
    largest = pd.Series(groups, index=matchup).groupby(level=0).transform("max").to_numpy()
    credit = totals[list(range(1, 1 + sides))].sum(axis=1).to_numpy()
    wrong = (credit * largest != CREDIT * played * groups) | (played % largest != 0)
    if wrong.any():
        number, first = matchup[wrong][0], groups[wrong][0]
        raise DamagedResults(
            f"{path}: matchup {number}: credit after {first} groups is not that of whole groups"
        )


def _check_rounds(path: Path, tallies: GroupTallies, first: pd.DataFrame) -> None:
    counted = tallies.rounds_totals()
    extra = counted.index.difference(first.index)
    if len(extra):
        raise DamagedResults(f"{path}: matchup {extra[0]} is not in summary.csv")
    own = first.loc[counted.index]
    _same(path, "mirrored rounds", counted["rounds"], own["rounds"])
    _same(path, "leads of mirrored rounds", counted["lead_sum"], own["lead_sum"])


def _same(path: Path, what: str, found: pd.Series, wanted: pd.Series) -> None:
    """Compare numbers by matchup."""
    wrong = (found - wanted) != 0
    if wrong.any():
        number = wrong.index[wrong][0]
        raise DamagedResults(
            f"{path}: matchup {number}: {what} add up to {found[number]}, "
            f"but summary.csv has {wanted[number]}"
        )
