"""Terminal tables fit 80 columns and say what the frames say."""

from __future__ import annotations

import io
import re

import pandas as pd
import pytest
from rich.console import Console

from reports.results.matchups import Results
from reports.results.rules import Rules
from reports.statistics.columns import COUNTS
from reports.statistics.rates import summarise
from reports.terminal.matchups import player_table, totals
from tests.reports.conftest import MATCHUPS
from tests.reports.sampled_matchups import RULES


def printed(players: pd.DataFrame, rules: Rules = RULES, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(player_table(players, rules, width))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("name", MATCHUPS)
def test_tables_fit_80_columns(name: str, loaded: dict[str, Results]) -> None:
    players = loaded[name].players
    lines = printed(players, loaded[name].manifest["rules"]).splitlines()
    assert all(len(line.rstrip()) <= 80 for line in lines)
    in_pairs = players["side"].nunique() < len(players)
    labels = ["0+2", "1+3"] if in_pairs else [str(seat) for seat in range(len(players))]
    assert len(lines) == 3 + len(labels)
    # The first row of a side stands for both partners.
    for line, label, (_, player) in zip(lines[3:], labels, players.iterrows(), strict=False):
        assert line.startswith(f"{label}  ")
        assert f"  {100 * player['win_rate']:.1f}" in line


def test_goats_are_shown_where_there_are_some(loaded: dict[str, Results]) -> None:
    goats = loaded["goat"].players
    text = printed(goats, loaded["goat"].manifest["rules"])
    assert f"  {100 * goats['goat_rate'].iloc[0]:.1f}" in text
    assert "goat" in text.splitlines()[0]
    assert "goat" not in printed(loaded["four"].players)


def test_on_trains_somebody_is_last_and_nobody_draws_by_choice(
    loaded: dict[str, Results],
) -> None:
    trains = loaded["trains"]
    text = printed(trains.players, trains.manifest["rules"])
    assert " last " in text.splitlines()[0]
    assert "drawn/" in text
    assert not re.search("goat|choice", text)
    assert f"  {100 * trains.players['goat_rate'].iloc[2]:.1f}  " in text
    assert "(by choice)" in printed(loaded["two"].players, loaded["two"].manifest["rules"])
    assert "choice" not in printed(loaded["fives"].players, loaded["fives"].manifest["rules"])


@pytest.mark.parametrize(
    ("name", "short"), [("four", "cautious:spare=3…"), ("trains", "cautious:spare…")]
)
def test_a_million_games_fit_too(name: str, short: str, loaded: dict[str, Results]) -> None:
    players = loaded[name].players
    counts = players.select_dtypes("int64").columns.difference(["matchup", "seat", "side"])
    players = players.assign(**{name: players[name] * 100_000 for name in counts})
    text = printed(summarise(players), loaded[name].manifest["rules"])
    # Only the long policy is shortened, no number and no heading.
    assert text.count("…") == 1
    assert short in text


def test_policies_are_not_read_as_markup(loaded: dict[str, Results]) -> None:
    assert "[red]x" in printed(loaded["two"].players.assign(policy=["[red]x", "y"]))


def test_totals_by_hand() -> None:
    players = pd.DataFrame({"matchup": 0, "seat": [0, 1], "side": [0, 1], "policy": ["a", "b"]})
    players = players.assign(**dict.fromkeys(COUNTS, 0))
    players = players.assign(games=200, rounds=1000, blocked_rounds=250, void_rounds=20)
    # Wilson for 250 and 20 of 1000.
    assert totals(players, RULES) == [
        "200 games, 1,000 rounds",
        "blocked 250, 25.0 % (22.4 to 27.8 %) of rounds",
        "void    20, 2.00 % (1.30 to 3.07 %) of rounds",
    ]
    assert totals(players.assign(drawn_games=3), RULES)[-1] == "drawn   3 games"
    assert totals(players, RULES | {"rounds": 5})[0] == "200 games of 5 rounds, 1,000 rounds"


def test_totals_are_short(loaded: dict[str, Results]) -> None:
    for results in loaded.values():
        lines = totals(results.players, results.manifest["rules"])
        assert all(len(line) < 80 for line in lines)


VARIANTS = ["longest-train:depth=3", "longest-train:depth=9"]


def test_variants_are_told_apart_and_in_full_where_there_is_room(
    loaded: dict[str, Results],
) -> None:
    """On trains their names have least room in 80 columns."""
    rules = loaded["trains"].manifest["rules"]
    players = loaded["trains"].players.assign(policy=VARIANTS * 2)
    rows = printed(players, rules).splitlines()[3:]
    assert [re.sub("…|  .*", "", row[3:])[-7:] for row in rows] == ["depth=3", "depth=9"] * 2
    rows = printed(players, rules, 100).splitlines()[3:]
    assert [row.split()[1] for row in rows] == VARIANTS * 2
