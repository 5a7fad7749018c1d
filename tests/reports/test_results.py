"""Whole directories load; damaged ones give one line that names the file."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from reports.results.errors import DamagedResults
from reports.results.matchups import Results, load
from tests.reports.fixtures import write_results


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return write_results(tmp_path / "results", games=20)


def complaint(directory: Path) -> str:
    with pytest.raises(DamagedResults) as caught:
        load(directory)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(directory))
    return message.removeprefix(str(directory)).lstrip("/")


def test_every_sampled_directory_is_consistent(loaded: dict[str, Results]) -> None:
    for results in loaded.values():
        assert len(results.players) == results.manifest["rules"]["players"]
        assert results.players["win_rate"].between(0, 1).all()


def test_types_survive_the_files(loaded: dict[str, Results]) -> None:
    pairs = loaded["pairs"]
    assert pairs.players["wins"].dtype == "int64"
    assert pairs.distributions["seat"].dtype == "Int64"
    scores = pairs.distributions[pairs.distributions["metric"] == "score"]
    assert scores["seat"].isna().all()
    assert scores["policy"].iloc[0].startswith("greedy + ")


def test_derived_columns_on_disk_are_not_believed(directory: Path) -> None:
    path = directory / "summary.csv"
    pd.read_csv(path).assign(win_rate=0.99, note="?").to_csv(path, index=False)
    results = load(directory)
    assert (results.players["win_rate"] == results.players["wins"] / 20).all()
    assert "note" not in results.players


def test_policies_may_be_called_anything(tmp_path: Path) -> None:
    names = ["NA", "007"]
    results = load(write_results(tmp_path / "odd", names, games=5))
    assert results.players["policy"].tolist() == names


def test_a_missing_directory(tmp_path: Path) -> None:
    assert complaint(tmp_path / "nowhere") == ": no such results directory"


@pytest.mark.parametrize(
    "name", ["experiment.toml", "manifest.json", "summary.csv", "distributions.csv"]
)
def test_files_that_are_missing_or_broken(directory: Path, name: str) -> None:
    path = directory / name
    content = path.read_bytes()
    path.unlink()
    assert complaint(directory) == f"{name}: is missing"
    path.mkdir()
    assert complaint(directory).startswith(f"{name}: cannot be read")
    path.rmdir()
    path.write_bytes(b"")
    assert complaint(directory).startswith(f"{name}: ")
    path.write_bytes(b"\xff\xfe\x00broken")
    assert complaint(directory) == f"{name}: is not UTF-8 text"
    path.write_bytes(content[: len(content) // 2])
    assert complaint(directory).startswith(f"{name}: ")


@pytest.mark.parametrize(("name", "text"), [("experiment.toml", "a = "), ("manifest.json", "{")])
def test_text_that_cannot_be_parsed(directory: Path, name: str, text: str) -> None:
    (directory / name).write_text(text)
    assert complaint(directory).startswith(f"{name}: cannot be parsed: ")


def edit_manifest(directory: Path, change: Callable[[dict[str, object]], object]) -> None:
    path = directory / "manifest.json"
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


def test_manifests_that_lack_something(directory: Path) -> None:
    edit_manifest(directory, lambda m: m.pop("digest"))
    assert complaint(directory) == "manifest.json: lacks digest"
    edit_manifest(directory, lambda m: m.update(digest="sha256:0", rules={"target": 100}))
    assert complaint(directory) == "manifest.json: lacks scoring"
    edit_manifest(directory, lambda m: m.update(rules={"target": 100, "scoring": "luck"}))
    assert complaint(directory) == "manifest.json: unknown scoring 'luck'"
    edit_manifest(directory, lambda m: m.update(rules=[]))
    assert complaint(directory).startswith("manifest.json: does not hold a table")
    (directory / "manifest.json").write_text("[]")
    assert complaint(directory).startswith("manifest.json: does not hold a table")


def test_manifests_of_nameless_policies(directory: Path) -> None:
    edit_manifest(directory, lambda m: m.update(policies=[{"spec": "greedy"}]))
    assert complaint(directory) == "manifest.json: lacks sha256"
    edit_manifest(directory, lambda m: m.update(policies="greedy"))
    assert complaint(directory) == "manifest.json: policies is not a list"


def test_a_later_schema_is_refused(directory: Path) -> None:
    edit_manifest(directory, lambda m: m.update(schema=2))
    assert complaint(directory) == "manifest.json: has schema 2, this version reads 1"


def test_a_manifest_of_other_games(directory: Path) -> None:
    edit_manifest(directory, lambda m: m.update(games=21))
    assert complaint(directory) == "manifest.json: games is 21, but summary.csv counts 20"


def edit_table(path: Path, change: Callable[[pd.DataFrame], pd.DataFrame]) -> None:
    change(pd.read_csv(path)).to_csv(path, index=False)


def increased(table: pd.DataFrame, row: int, column: str, by: int = 1) -> pd.DataFrame:
    table.loc[row, column] += by
    return table


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.drop(columns=["wins", "goats"]), "lacks wins, goats"),
        (lambda t: t.head(0), "holds no rows"),
        (lambda t: t.head(1), "matchup 0: has seats 0"),
        (lambda t: t.assign(seat=[1, 1]), "matchup 0: has seats 1, 1"),
        (lambda t: t.assign(side=0), "matchup 0: sides do not fit the seats"),
        (lambda t: t.assign(turns=[1.5, 2]), "column turns does not hold whole numbers"),
        (lambda t: t.assign(turns=["many", "few"]), "column turns does not hold whole numbers"),
        (lambda t: t.assign(turns=[10, None]), "row 2 has no turns"),
        (lambda t: t.assign(passes=-1), "negative numbers in column passes"),
        (lambda t: t.assign(passes=t["turns"] + 1), "passes exceeds turns"),
        (lambda t: increased(t, 0, "games"), "matchup 0: games differs between its rows"),
        (lambda t: increased(t, 0, "wins"), "wins and drawn games are not all games"),
        (lambda t: increased(t, 1, "rounds_opened"), "rounds opened are not all rounds"),
        (lambda t: increased(t, 1, "games_opened"), "games opened are not all games"),
        (lambda t: increased(t, 1, "points_out"), "points taken are not the scores"),
        (lambda t: increased(t, 1, "rounds_won_out", -1), "out and blocked are not rounds won"),
        (lambda t: increased(t, 1, "lead_sum"), "leads do not cancel out"),
        (lambda t: t.assign(games=0, wins=0, games_opened=0), "games_opened_won exceeds"),
    ],
)
def test_summaries_that_contradict_themselves(
    directory: Path, change: Callable[[pd.DataFrame], pd.DataFrame], says: str
) -> None:
    edit_table(directory / "summary.csv", change)
    message = complaint(directory)
    assert message.startswith("summary.csv: ")
    assert says in message


def test_partners_that_disagree(tmp_path: Path) -> None:
    directory = write_results(tmp_path / "pairs", ["a"] * 4, games=10, teams=True)
    edit_table(directory / "summary.csv", lambda t: increased(t, 2, "score_squares"))
    message = "summary.csv: matchup 0: score_squares differs between partners"
    assert complaint(directory) == message


@pytest.mark.parametrize("metric", ["score", "gain_out", "gain_blocked", "rounds", "turns"])
def test_histograms_that_do_not_add_up(directory: Path, metric: str) -> None:
    path = directory / "distributions.csv"
    row = int(pd.read_csv(path)["metric"].eq(metric).to_numpy().argmax())
    edit_table(path, lambda t: increased(t, row, "count"))
    message = complaint(directory)
    assert message.startswith(f"distributions.csv: {metric} of ")
    assert "counts add up to" in message


def test_histograms_of_other_values(directory: Path) -> None:
    path = directory / "distributions.csv"
    last = pd.read_csv(path)["metric"].eq("score").to_numpy().nonzero()[0][-1]
    edit_table(path, lambda t: t.astype({"value": "int64"}).pipe(increased, last, "value"))
    message = complaint(directory)
    assert message.startswith("distributions.csv: score of seat ")
    assert "values add up to" in message


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda t: t.drop(columns="value"), "lacks value"),
        (lambda t: t.assign(metric="luck"), "unknown metric 'luck'"),
        (lambda t: t.assign(count=0), "counts must be positive"),
        (lambda t: pd.concat([t, t.head(1)]), "a value is counted twice"),
        (lambda t: t[t["metric"] != "drawn_forced"], "drawn_forced of seat 0 in matchup 0"),
        (lambda t: t.assign(matchup=5), "rounds of all sides in matchup 0: counts add up to 0"),
        (
            lambda t: pd.concat([t, t.head(1).assign(matchup=5)]),
            "in matchup 5 is not in summary.csv",
        ),
    ],
)
def test_distributions_that_contradict_the_summary(
    directory: Path, change: Callable[[pd.DataFrame], pd.DataFrame], says: str
) -> None:
    edit_table(directory / "distributions.csv", change)
    message = complaint(directory)
    assert message.startswith("distributions.csv: ")
    assert says in message


def test_the_error_travels_between_processes() -> None:
    error = DamagedResults("summary.csv:\n  is\tempty")
    assert str(error) == "summary.csv: is empty"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
