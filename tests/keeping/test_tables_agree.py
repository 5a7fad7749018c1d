"""What is written agrees with itself: every preset, two to four seats and pairs.

The checks are those of a bookkeeper: parts add up to their whole, and what is counted in one file
is counted alike in the others.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import pytest

import reports.page.building
from simulator import DominosimError, rules_for
from simulator.cli import main
from tests.keeping.comparisons import check_sources, check_tables, check_tallies
from tests.keeping.counts import check_manifest, check_players
from tests.keeping.histograms import check_distributions

POLICIES = ("hoarder", "greedy", "draw-eagerly", "random")
NUMBERS: Any = {"side": "Int64", "seat": "Int64", "other": "Int64", "key": str}


class Game(NamedTuple):
    """A preset, its number of seats, and whether partners play."""

    preset: str
    seats: int
    pairs: bool

    def __str__(self) -> str:
        return f"{self.preset}-{'pairs' if self.pairs else self.seats}"

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return 2 if self.pairs else self.seats

    @property
    def line(self) -> list[str]:
        """The options that ask for it."""
        return ["--rules", self.preset, "--set", f"teams={str(self.pairs).lower()}"]


def said(*line: str) -> str:
    """What the program prints."""
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit) as end:
        main(list(line))
    assert not end.value.code, line
    return out.getvalue()


def games() -> list[Game]:
    """All that the rules allow."""
    told = json.loads(said("rules", "--json"))
    found = []
    for preset in (entry["name"] for entry in told["rules"]):
        for seats, pairs in ((2, False), (3, False), (4, False), (4, True)):
            try:
                rules_for(preset, seats, {"teams": pairs})
            except DominosimError:
                continue
            found.append(Game(preset, seats, pairs))
    return found


GAMES = games()


class Written(NamedTuple):
    """A results directory as it was written."""

    manifest: dict[str, Any]
    tables: dict[str, pd.DataFrame]
    files: dict[str, str]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Game], Written]:
    """What a command keeps of a game, played once."""

    @cache
    def keep(command: str, game: Game) -> Written:
        seated = POLICIES[: game.seats if command == "simulate" else max(3, game.sides)]
        line = [command, *seated, *game.line, "--games", "24", "--quiet"]
        if command == "compare":
            line += ["--players", str(game.seats)]
        directory = tmp_path_factory.mktemp(command) / "results"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reports.page.building, "build", lambda *_: None)
            said(*line, "--out", str(directory))
        return read(directory)

    return keep


def read(directory: Path) -> Written:
    manifest = json.loads((directory / "manifest.json").read_text())
    tables = {
        path.name: pd.read_csv(path, dtype=NUMBERS) for path in sorted(directory.glob("*.csv"))
    }
    tables |= {path.name: pd.read_parquet(path) for path in directory.glob("*.parquet")}
    hashes = {
        path.relative_to(directory).as_posix(): f"sha256:{sha256(path.read_bytes()).hexdigest()}"
        for path in directory.rglob("*")
        if path.is_file()
    }
    return Written(manifest, tables, hashes)


def test_every_kind_of_game_is_played() -> None:
    assert {game.sides for game in GAMES} == {2, 3, 4}
    assert {"block-pairs", "goat-pairs", "international-pairs", "draw-3"} <= set(map(str, GAMES))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_tables_of_a_matchup_agree(game: Game, kept: Callable[[str, Game], Written]) -> None:
    manifest, tables, _ = kept("simulate", game)
    players = tables["summary.csv"]
    assert list(players["policy"]) == list(POLICIES[: game.seats])
    check_players(players)
    check_manifest(manifest, players)
    check_distributions(tables["distributions.csv"], players, manifest["rules"])


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_tables_of_a_comparison_agree(game: Game, kept: Callable[[str, Game], Written]) -> None:
    manifest, tables, _ = kept("compare", game)
    players, hands = tables["summary.csv"], game.seats // game.sides
    check_players(players)
    check_manifest(manifest, players)
    check_tables(players, list(combinations(POLICIES[: max(3, game.sides)], game.sides)))
    check_distributions(tables["distributions.csv"], players, manifest["rules"], hands)
    check_tallies(tables["tallies.parquet"], players)
    if game.sides == 2:
        check_sources(tables["sources.csv"], players, hands)


@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_the_manifest_vouches_for_every_table(
    command: str, kept: Callable[[str, Game], Written]
) -> None:
    manifest, _, files = kept(command, GAMES[0])
    names = {"experiment.toml", "summary.csv", "distributions.csv"}
    names |= {"sources.csv", "tallies.parquet"} if command == "compare" else set()
    assert names <= set(manifest["files"])
    assert {name: files[name] for name in manifest["files"]} == manifest["files"]


# -- whether the checks would notice -----------------------------------------------------------


def increased(table: pd.DataFrame, row: int, column: str, by: int = 1) -> pd.DataFrame:
    changed = table.copy()
    changed.loc[row, column] += by
    return changed


Change = Callable[[pd.DataFrame], pd.DataFrame]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.head(1), "seats are not complete"),
        (lambda t: t.assign(seat=[1, 1]), "seats are not complete"),
        (lambda t: t.assign(side=0), "sides do not fit the seats"),
        (lambda t: t.assign(passes=-1), "negative numbers in column passes"),
        (lambda t: t.assign(passes=t["turns"] + 1), "passes exceeds turns"),
        (lambda t: increased(t, 0, "games"), "games differs between its rows"),
        (lambda t: increased(t, 0, "wins"), "wins and drawn games are not all games"),
        (lambda t: increased(t, 1, "rounds_opened"), "rounds opened are not all rounds"),
        (lambda t: increased(t, 1, "games_opened"), "games opened are not all games"),
        (lambda t: increased(t, 1, "points_out"), "points taken are not the scores"),
        (lambda t: increased(t, 1, "rounds_won_out", -1), "out and blocked are not rounds won"),
        (lambda t: increased(t, 1, "lead_sum"), "leads do not cancel out"),
    ],
)
def test_wrong_counts_are_noticed(
    change: Change, says: str, kept: Callable[[str, Game], Written]
) -> None:
    players = kept("simulate", Game("draw", 2, False)).tables["summary.csv"]
    with pytest.raises(AssertionError, match=says):
        check_players(change(players))


def test_partners_that_differ_are_noticed(kept: Callable[[str, Game], Written]) -> None:
    players = kept("simulate", Game("goat", 4, True)).tables["summary.csv"]
    with pytest.raises(AssertionError, match="score_squares differs between partners"):
        check_players(increased(players, 2, "score_squares"))


@pytest.mark.parametrize(
    "metric", ["score", "gain_out", "gain_blocked", "rounds", "turns", "drawn_forced"]
)
def test_wrong_histograms_are_noticed(metric: str, kept: Callable[[str, Game], Written]) -> None:
    manifest, tables, _ = kept("simulate", Game("draw", 2, False))
    found = tables["distributions.csv"]
    row = int(found.index[found["metric"] == metric][-1])
    for column, what in (("count", "counts"), ("value", "values")):
        with pytest.raises(AssertionError, match=f"{what} of "):
            check_distributions(
                increased(found, row, column), tables["summary.csv"], manifest["rules"]
            )


@pytest.mark.parametrize(
    ("query", "column", "says"),
    [
        ("kind == 'moment' and row == 0 and column == 0", "count", "another number of groups"),
        ("kind == 'moment' and row == 0 and column == 1", "count", "no whole games"),
        ("kind == 'moment' and row == 0 and column == 3", "count", "points of 0 differ"),
        ("kind == 'moment' and row == 0 and column == 6", "count", "rounds won by 1 differ"),
        ("kind == 'moment' and row == 0 and column == 7", "count", "rounds differ"),
        ("kind == 'paired'", "count", "mirrored rounds differ"),
        ("kind == 'first'", "row", "leads of mirrored rounds differ"),
        ("kind == 'moment'", "column", "upper triangle"),
    ],
)
def test_wrong_tallies_are_noticed(
    query: str, column: str, says: str, kept: Callable[[str, Game], Written]
) -> None:
    tables = kept("compare", Game("draw", 2, False)).tables
    found = tables["tallies.parquet"].reset_index(drop=True)
    row = int(found.query(query).index[-1])
    with pytest.raises(AssertionError, match=says):
        check_tallies(increased(found, row, column), tables["summary.csv"])


@pytest.mark.parametrize("column", ["rounds", "lead_sum", "lead_squares"])
@pytest.mark.parametrize("game", [Game("draw", 2, False), Game("block", 4, True)], ids=str)
def test_wrong_sources_are_noticed(
    game: Game, column: str, kept: Callable[[str, Game], Written]
) -> None:
    tables, hands = kept("compare", game).tables, game.seats // game.sides
    for row in (0, len(tables["sources.csv"]) - 1):
        with pytest.raises(AssertionError, match=f"{column} of "):
            check_sources(
                increased(tables["sources.csv"], row, column), tables["summary.csv"], hands
            )
