"""Directories of comparisons load; damaged ones give one line that names the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import tomli_w

from reports.results.comparison import Comparison, load_comparison, named
from reports.results.errors import DamagedResults
from reports.results.matchups import load
from tests.reports.comparison.conftest import COMPARISONS
from tests.reports.comparison.sampler import write_comparison
from tests.reports.fixtures import write_results

FILES = [
    *("experiment.toml", "manifest.json", "summary.csv", "distributions.csv"),
    *("tallies.parquet", "sources.csv"),
]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return write_comparison(tmp_path / "results", ["greedy", "random", "x"], groups=4)


def complaint(directory: Path) -> str:
    with pytest.raises(DamagedResults) as caught:
        load_comparison(directory)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(directory))
    return message.removeprefix(str(directory)).lstrip("/")


@pytest.mark.parametrize("name", COMPARISONS)
def test_every_sampled_directory_is_consistent(
    name: str, comparisons: dict[str, Comparison]
) -> None:
    comparison, given = comparisons[name], COMPARISONS[name]
    sides = 2 if given.get("teams") else given.get("players", 2)
    assert comparison.sides == sides
    assert comparison.pairings == (sides == 2)
    assert comparison.tables == tuple(combinations(comparison.policies, sides))
    assert len(comparison.players) == sides * len(comparison.tables)
    assert (comparison.sources is None) == (sides > 2)
    assert comparison.marks == (name == "goat")


def test_policies_that_are_named_twice_are_numbered(comparisons: dict[str, Comparison]) -> None:
    assert comparisons["alike"].policies == ("greedy", "greedy #2")
    assert named(["a", "b", "a", "a"]) == ("a", "b", "a #2", "a #3")


def test_either_kind_of_directory_is_told_from_the_other(directory: Path, tmp_path: Path) -> None:
    with pytest.raises(DamagedResults, match="describes a comparison"):
        load(directory)
    single = write_results(tmp_path / "single", games=5)
    assert complaint(single) == "experiment.toml: describes no comparison"


def test_a_missing_directory(tmp_path: Path) -> None:
    assert complaint(tmp_path / "nowhere") == ": no such results directory"


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_missing_or_broken(directory: Path, name: str) -> None:
    path = directory / name
    content = path.read_bytes()
    path.unlink()
    assert complaint(directory) == f"{name}: is missing"
    path.write_bytes(b"")
    assert complaint(directory).startswith(f"{name}: ")
    path.write_bytes(content[: len(content) // 2])
    assert complaint(directory).startswith(f"{name}: ")


def test_tables_of_three_and_four_need_no_sources(compared: dict[str, Path]) -> None:
    assert not (compared["tables"] / "sources.csv").exists()


def edit_experiment(directory: Path, **change: Any) -> None:
    comparison = load_comparison(directory)
    text = tomli_w.dumps({**comparison.experiment, **change})
    (directory / "experiment.toml").write_text(text)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"policies": "greedy"}, "policies is not a list of names"),
        ({"policies": ["a"]}, "names 1 policies"),
        ({"options": ["anchor"]}, "does not hold a table of keys where it should"),
        ({"options": {"anchor": "y"}}, "the anchor 'y' is not among the policies"),
        ({"design": "duel"}, "describes no comparison"),
    ],
)
def test_experiments_that_cannot_be(directory: Path, change: dict[str, Any], says: str) -> None:
    edit_experiment(directory, **change)
    assert complaint(directory) == f"experiment.toml: {says}"


def test_tables_of_other_policies(directory: Path) -> None:
    edit_experiment(directory, policies=["greedy", "x", "random"])
    message = "summary.csv: matchup 0 is of greedy, random, not of greedy, x"
    assert complaint(directory) == message
    edit_experiment_text = tomli_w.dumps(
        {"schema": 1, "design": "compare", "rules": "draw", "games": 8, "seed": 0}
        | {"policies": ["greedy", "random", "x", "y"]}
    )
    (directory / "experiment.toml").write_text(edit_experiment_text)
    assert complaint(directory) == "summary.csv: holds 3 tables of the 6 compared"


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"teams": False}, "lacks players"),
        ({"players": 5, "teams": False}, "players is 5"),
    ],
)
def test_manifests_of_other_tables(directory: Path, rules: dict[str, Any], says: str) -> None:
    manifest = json.loads((directory / "manifest.json").read_text())
    manifest["rules"] = {"scoring": "winner-takes", "target": 100} | rules
    (directory / "manifest.json").write_text(json.dumps(manifest))
    assert complaint(directory) == f"manifest.json: {says}"


def edit_table(path: Path, change: Callable[[pd.DataFrame], pd.DataFrame]) -> None:
    table = change(pd.read_csv(path, dtype={"other": "Int64", "side": "Int64", "seat": "Int64"}))
    table.to_csv(path, index=False)


def test_a_table_that_is_not_whole(directory: Path) -> None:
    edit_table(directory / "summary.csv", lambda t: t[t["matchup"] < 2])
    assert complaint(directory) == "summary.csv: holds 2 tables of the 3 compared"


def test_histograms_of_a_pair_count_both_hands(compared: dict[str, Path], tmp_path: Path) -> None:
    comparison = load_comparison(compared["pairs"])
    drawn = comparison.distributions.query("metric == 'drawn_by_choice' and matchup == 0")
    rounds = comparison.players["rounds"].iloc[0]
    assert drawn.groupby("seat")["count"].sum().tolist() == [2 * rounds, 2 * rounds]


def edit_tallies(directory: Path, change: Callable[[pd.DataFrame], pd.DataFrame]) -> None:
    path = directory / "tallies.parquet"
    change(pd.read_parquet(path)).to_parquet(path, index=False)


def increased(table: pd.DataFrame, where: str, by: int = 1) -> pd.DataFrame:
    rows = table.query(where).index
    table.loc[rows[-1], "count"] += by
    return table


LAST = "matchup == 1 and groups == 4 and kind == 'moment' and row == 0"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t[t["matchup"] != 1], "does not hold the moments of every table"),
        (lambda t: t.assign(groups=t["groups"] + 1), "another number of groups than is said"),
        (lambda t: t[t["groups"] < 4], "credit after 1 groups is not that of whole groups"),
        (
            lambda t: increased(
                increased(t, f"{LAST} and column == 1"), f"{LAST} and column == 2", -1
            ),
            "matchup 1: credit of policy 0 add up to",
        ),
        (lambda t: increased(t, f"{LAST} and column == 1"), "credit after 4 groups is not that"),
        (lambda t: increased(t, f"{LAST} and column == 3"), "points of policy 0 add up to"),
        (lambda t: increased(t, f"{LAST} and column == 6"), "rounds won by policy 1 add up to"),
        (lambda t: increased(t, f"{LAST} and column == 7"), "matchup 1: rounds add up to"),
        (lambda t: increased(t, "kind == 'paired'"), "matchup 2: mirrored rounds add up to"),
        (
            lambda t: t.assign(row=t["row"] + (t["kind"] == "first")),
            "leads of mirrored rounds add up to",
        ),
        (
            lambda t: t.assign(
                matchup=t["matchup"].mask((t["kind"] != "moment") & (t["matchup"] == 0), 9)
            ),
            "matchup 9 is not in summary.csv",
        ),
    ],
)
def test_tallies_that_contradict_the_summary(
    directory: Path, change: Callable[[pd.DataFrame], pd.DataFrame], says: str
) -> None:
    edit_tallies(directory, change)
    message = complaint(directory)
    assert message.startswith("tallies.parquet: ")
    assert says in message


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.drop(columns="lead_sum"), "lacks lead_sum"),
        (lambda t: t.assign(source="luck"), "unknown source 'luck'"),
        (lambda t: t.assign(key="luck"), "a key does not fit its source"),
        (lambda t: t.assign(other=None), "a key does not fit its source"),
        (lambda t: pd.concat([t, t.head(1)]), "a key is there twice"),
        (lambda t: t[t["source"] != "drawn-1"], "does not hold drawn-1 of every pairing"),
        (lambda t: t.assign(rounds=t["rounds"] + 1), "matchup 0: rounds of ending add up to"),
        (lambda t: t.assign(lead_sum=0), "matchup 0: lead_sum of ending add up to 0"),
        (lambda t: t.assign(lead_squares=0), "lead_squares of ending add up to 0"),
    ],
)
def test_sources_that_contradict_the_summary(
    directory: Path, change: Callable[[pd.DataFrame], pd.DataFrame], says: str
) -> None:
    edit_table(directory / "sources.csv", change)
    message = complaint(directory)
    assert message.startswith("sources.csv: ")
    assert says in message
