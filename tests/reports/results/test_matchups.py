"""Single matchups in memory: types, derived columns, names."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from reports.results.matchups import Results, load
from tests.reports.sampled_matchups import vouch, write_results


def test_every_sampled_directory_loads(loaded: dict[str, Results]) -> None:
    for results in loaded.values():
        assert len(results.players) == results.manifest["rules"]["players"]
        assert results.players["win_rate"].between(0, 1).all()


def test_types_survive_the_files(loaded: dict[str, Results]) -> None:
    pairs = loaded["pairs"]
    assert pairs.players["wins"].dtype == "int64"
    assert pairs.distributions["seat"].dtype == "Int8"
    scores = pairs.distributions[pairs.distributions["metric"] == "score"]
    assert scores["seat"].isna().all()
    assert scores["policy"].iloc[0].startswith("greedy + ")


def test_derived_columns_on_disk_are_not_believed(tmp_path: Path) -> None:
    directory = write_results(tmp_path / "results", games=20)
    path = directory / "summary.csv"
    pd.read_csv(path).assign(win_rate=0.99, note="?").to_csv(path, index=False)
    vouch(directory)
    results = load(directory)
    assert (results.players["win_rate"] == results.players["wins"] / 20).all()
    assert "note" not in results.players


def test_policies_may_be_called_anything(tmp_path: Path) -> None:
    names = ["NA", "007"]
    results = load(write_results(tmp_path / "odd", names, games=5))
    assert results.players["policy"].tolist() == names


def test_rows_may_come_in_any_order(loaded: dict[str, Results]) -> None:
    given = loaded["four"]
    mixed = given.players.sample(frac=1, random_state=1), given.distributions.iloc[::-1]
    made = Results.of(given.experiment, given.manifest, *mixed)
    pd.testing.assert_frame_equal(made.players, given.players, check_like=True)
