"""What must hold between the files of a comparison."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

CREDIT = 12  # of a game
ENDINGS = ("out", "blocked", "void", "target")
KINDS = ("moment", "paired", "first", "second")
SUMS = ["rounds", "lead_sum", "lead_squares"]


def check_tables(players: pd.DataFrame, tables: Sequence[tuple[str, ...]]) -> None:
    """Check that ``summary.csv`` holds these tables of policies, numbered in their order."""
    found = players.groupby("matchup")["policy"].agg(tuple)
    assert list(found.index) == list(range(len(tables)))
    assert list(found) == list(tables)


def check_tallies(tallies: pd.DataFrame, players: pd.DataFrame) -> None:
    """Check that the tallies of groups count the same games as the summary."""
    _check_form(tallies, players["seat"].nunique())
    first = _first_rows(tallies)
    _check_snapshots(first, players)
    whole = first.groupby("matchup").tail(1).reset_index("groups")
    table = players.set_index("matchup")
    sides = players["seat"].nunique()
    assert list(whole.index) == list(players["matchup"].unique()), "not the moments of every table"
    for place in range(sides):
        own = table[table["seat"] == place]
        won = own["rounds_won"] + own["rounds_won_target"]
        _same(f"points of {place}", whole[1 + sides + place], own["score_sum"])
        _same(f"rounds won by {place}", whole[1 + 2 * sides + place], won)
        # How the credit of a drawn game was shared is known where two shared it.
        if sides == 2:
            credit = CREDIT * own["wins"] + CREDIT // 2 * own["drawn_games"]
            _same(f"credit of {place}", whole[1 + place], credit)
        else:
            assert (whole[1 + place] >= CREDIT * own["wins"]).all(), f"credit of {place}"
    of_table = table[table["seat"] == 0]
    _same("rounds", whole[1 + 3 * sides], of_table["rounds"])
    mirrored = mirrored_totals(tallies)
    own = of_table.loc[mirrored.index]
    _same("mirrored rounds", mirrored["rounds"], own["rounds"])
    _same("leads of mirrored rounds", mirrored["lead_sum"], own["lead_sum"])


def check_sources(sources: pd.DataFrame, players: pd.DataFrame, hands: int) -> None:
    """Check that every source of the lead divides all rounds of its pairing.

    Tiles drawn are counted by hand, so each round is there once for every hand of a side.
    """
    ending = sources["source"] == "ending"
    assert sources.loc[~ending, "source"].isin(["drawn-0", "drawn-1"]).all(), "unknown source"
    assert sources.loc[ending, "key"].isin(ENDINGS).all(), "unknown ending"
    assert sources.loc[ending, "other"].isin([0, 1]).all(), "unknown opener"
    assert sources.loc[~ending, "key"].astype(str).str.fullmatch(r"\d+").all(), "no number of tiles"
    twice = sources.duplicated(["matchup", "source", "key", "other"])
    assert not twice.any(), "a key is there twice"
    first = players[players["seat"] == 0].set_index("matchup")
    for source, times in (("ending", 1), ("drawn-0", hands), ("drawn-1", hands)):
        sums = sources[sources["source"] == source].groupby("matchup")[SUMS].sum()
        assert sums.index.equals(first.index), f"not {source} of every pairing"
        for name in SUMS:
            _same(f"{name} of {source}", sums[name], times * first[name])


def mirrored_totals(tallies: pd.DataFrame) -> pd.DataFrame:
    """Rounds and lead of the first policy in mirrored rounds, a row a matchup that has any."""
    rows = tallies[tallies["kind"] != "moment"]
    paired = rows["kind"] == "paired"
    rows = rows.assign(
        rounds=rows["count"] * (1 + paired),
        lead_sum=rows["count"] * (rows["row"] + rows["column"].where(paired, 0)),
    )
    return rows.groupby("matchup")[["rounds", "lead_sum"]].sum()


def _check_form(tallies: pd.DataFrame, sides: int) -> None:
    moment = tallies["kind"] == "moment"
    row, column = tallies["row"], tallies["column"]
    assert tallies["kind"].isin(KINDS).all(), "unknown kind"
    inside = (row >= 0) & (row <= column) & (column < 3 * sides + 2)
    assert inside[moment].all(), "a moment outside the upper triangle"
    assert (tallies.loc[~moment, "count"] > 0).all(), "counts must be positive"
    assert not tallies.duplicated(["matchup", "groups", "kind", "row", "column"]).any(), "repeated"


def _first_rows(tallies: pd.DataFrame) -> pd.DataFrame:
    """First rows of all moments: one row a ``matchup`` and ``groups``, a column an entry."""
    rows = tallies[(tallies["kind"] == "moment") & (tallies["row"] == 0)]
    wide = rows.pivot(index=["matchup", "groups"], columns="column", values="count")
    return wide.fillna(0).astype("int64")


def _check_snapshots(first: pd.DataFrame, players: pd.DataFrame) -> None:
    """Every snapshot holds the groups it says, of as many games each as the table's."""
    groups = first.index.get_level_values("groups")
    assert (first[0] == groups).all(), "moments of another number of groups"
    sides = players["seat"].nunique()
    played = players.drop_duplicates("matchup").set_index("matchup")["games"]
    games = played.reindex(first.index.get_level_values("matchup")).to_numpy()
    largest = first[0].groupby("matchup").transform("max").to_numpy()
    credit = first[list(range(1, 1 + sides))].sum(axis=1).to_numpy()
    assert (games % largest == 0).all(), "no whole groups"
    assert (credit * largest == CREDIT * games * groups).all(), "credit of no whole games"


def _same(what: str, found: pd.Series, wanted: pd.Series) -> None:
    """Compare numbers by matchup."""
    wrong = found.index[(found - wanted) != 0]
    assert not len(wrong), f"matchup {wrong[0]}: {what} differ from summary.csv"
