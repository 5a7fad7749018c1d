"""The page: complete, offline, whole or absent, the same every time."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure

from reports.analysis.matchups import Description, describe
from reports.figures.images import image
from reports.figures.matchups_lengths import tiles_drawn as drawn
from reports.figures.matchups_measures import opening
from reports.page import matchups, templating
from reports.page.building import build
from reports.results.errors import DamagedResults
from reports.results.matchups import Results, load
from tests.reports.conftest import DRAWN, Pages
from tests.reports.page.reading import Page, check_figures, check_form, shown
from tests.reports.sampled_matchups import RULES, sample, vouch, write_results

SECTIONS = ["verdict", "run", "wins", "blocked", "distributions", "opening"]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return write_results(tmp_path / "results", games=20)


@pytest.fixture
def one_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one figure instead of nine, where drawing is not what is tested."""
    monkeypatch.setattr(
        matchups, "figures", lambda players, _, rules: {"opening": opening(players, rules)}
    )


@pytest.mark.parametrize("name", DRAWN)
def test_the_page_is_well_formed_and_refers_to_nothing_outside(
    name: str, matchup_pages: Pages
) -> None:
    check_form(matchup_pages[name].read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", DRAWN)
def test_sections_come_in_order_with_all_figures(name: str, matchup_pages: Pages) -> None:
    text = matchup_pages[name].read_text(encoding="utf-8")
    assert re.findall(r'<section id="([^"]+)"', text) == SECTIONS
    names = check_figures(matchup_pages[name])
    assert ("Nobody drew a tile." in text) == ("tiles-drawn" not in names)


@pytest.mark.parametrize("name", ["two", "three", "goat", "fives"])
def test_the_numbers_are_on_the_page(name: str, matchup_pages: Pages) -> None:
    text = shown(matchup_pages[name].read_text(encoding="utf-8"))
    results = load(matchup_pages[name].parent)
    for _, player in results.players.iterrows():
        assert f"{player['wins']:,}" in text
        assert (
            f"{100 * player['win_rate_low']:.1f} to {100 * player['win_rate_high']:.1f} %" in text
        )
        assert f"{player['mean_score']:.1f}" in text
    row = results.players.iloc[0]
    assert f"{row['blocked_rounds']:,} rounds were blocked" in text
    assert f"{row['rounds']:,} rounds" in text
    for key, value in results.manifest["rules"].items():
        assert key in text
        assert (str(value).lower() if isinstance(value, bool) else str(value or "none")) in text
    for known in ("command", "python", "numpy", "numba", "platform", "started"):
        assert results.manifest[known] in text
    assert results.manifest["digest"].removeprefix("sha256:") in text
    for policy in results.manifest["policies"]:
        assert policy["spec"] in text
        assert policy["sha256"] in text
    assert (matchup_pages[name].parent / "experiment.toml").read_text().strip() in text


def test_overridden_rules_are_marked(matchup_pages: Pages) -> None:
    text = matchup_pages["goat"].read_text(encoding="utf-8")
    changed = re.findall(r'class="changed"><dt>(\w+)</dt><dd>([^<]+)', text)
    assert changed == [("scoring", "losers-mark"), ("target", "101")]


def test_penalties_and_goats_are_called_so(matchup_pages: Pages) -> None:
    goat = Page(matchup_pages["goat"].read_text(encoding="utf-8")).text
    assert "Penalties a round" in goat
    assert "less is better" in goat
    assert "Penalties" not in Page(matchup_pages["two"].read_text(encoding="utf-8")).text


def test_on_trains_nothing_is_said_of_what_is_not_there(matchup_pages: Pages) -> None:
    text = Page(matchup_pages["trains"].read_text(encoding="utf-8")).text
    told = text.replace("percentage points", "").replace("play_points", "")
    assert not re.search(r"goat|points|target|two.ended|by choice|Rounds a game", told, re.I)
    assert "Last" in text
    assert "60 games of 10 rounds" in text
    assert "Every game has 10 rounds." in text
    assert "Every seat marks the pips that it holds" in text
    assert "Penalties marked by a side in a blocked round" in text
    two = Page(matchup_pages["two"].read_text(encoding="utf-8")).text
    assert not re.search("Every game has|Every seat marks|Last|Penalties", two)
    assert "Rounds a game" in two


def test_who_went_out_is_told(matchup_pages: Pages) -> None:
    text = shown(matchup_pages["trains"].read_text(encoding="utf-8"))
    for _, player in load(matchup_pages["trains"].parent).players.iterrows():
        assert f"{100 * player['rounds_won_out'] / player['rounds']:.1f} %" in text


def test_draws_by_choice_that_nobody_made_are_told_in_a_sentence(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matchups, "figures", lambda _, table, *__: {"tiles-drawn": drawn(table)})
    said, kind = "Nobody drew a tile by choice.", "Tiles drawn by choice by a seat"
    text = build(directory).read_text(encoding="utf-8")
    assert (said in text, kind in text) == (False, True)
    table = pd.read_csv(directory / "distributions.csv")
    table.loc[table["metric"] == "drawn_by_choice", "value"] = 0
    table.to_csv(directory / "distributions.csv", index=False)
    vouch(directory)
    text = build(directory).read_text(encoding="utf-8")
    assert (said in text, kind in text) == (True, False)


@pytest.mark.usefixtures("one_figure")
def test_results_older_than_fixed_rounds_were_played_to_the_target(directory: Path) -> None:
    def rows() -> list[str]:
        text = build(directory).read_text(encoding="utf-8")
        return [line for line in text.splitlines() if "<dt>takes</dt>" not in line]

    before = rows()
    assert "<dt>target</dt><dd>100</dd>" in "".join(before)
    manifest = json.loads((directory / "manifest.json").read_text())
    del manifest["rules"]["rounds"], manifest["rules"]["takes"]
    vouch(directory, manifest)
    assert rows() == before


def test_every_interval_of_a_single_game_is_honest(matchup_pages: Pages) -> None:
    text = Page(matchup_pages["one-game"].read_text(encoding="utf-8")).text
    assert not re.search(r"\bnan\b", text)
    assert "No clear difference in 1 game" in text


def test_rebuilding_gives_the_same_bytes(
    matchup_pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def content(directory: Path) -> dict[str, bytes]:
        files = (path for path in directory.rglob("*") if path.is_file())
        return {path.relative_to(directory).as_posix(): path.read_bytes() for path in files}

    before = content(matchup_pages["two"].parent)
    assert len(before) == 4 + 1 + 2 * 9
    raster = [data for name, data in before.items() if name.endswith(".png")]
    assert all(data.startswith(b"\x89PNG") for data in raster)
    # Of the slow PNG files one is drawn again.
    drawn: list[str] = []

    def once(figure: Figure, kind: str) -> bytes:
        if kind == "png":
            drawn.append(kind)
        return b"" if kind == "png" and len(drawn) > 1 else image(figure, kind)

    monkeypatch.setattr(templating, "image", once)
    again = tmp_path / "again"
    shutil.copytree(matchup_pages["two"].parent, again)
    build(again)
    made = {name: data for name, data in content(again).items() if data}
    assert len(made) == 4 + 1 + 9 + 1
    assert all(before[name] == data for name, data in made.items())


@pytest.mark.usefixtures("one_figure")
def test_the_page_from_memory_is_that_of_the_directory(directory: Path) -> None:
    before = build(directory).read_bytes()
    read = load(directory)
    counts = sample(["greedy", "hoarder:spare=3"], 20, 0, RULES)
    for name in ("summary.csv", "distributions.csv"):
        (directory / name).unlink()
    made = describe(Results.of(read.experiment, read.manifest, *counts))
    assert isinstance(made, Description)
    assert build(directory, made).read_bytes() == before


@pytest.mark.usefixtures("one_figure")
def test_nothing_is_left_beside_the_report(directory: Path) -> None:
    (directory / "figures").mkdir()
    (directory / "figures" / "stale.svg").write_text("old")
    build(directory)
    build(directory)
    names = {path.name for path in directory.iterdir()}
    assert names == {
        *("experiment.toml", "manifest.json", "summary.csv", "distributions.csv"),
        *("figures", "report.html"),
    }
    assert not (directory / "figures" / "stale.svg").exists()


@pytest.mark.usefixtures("one_figure")
def test_a_damaged_directory_keeps_its_old_report(directory: Path) -> None:
    before = build(directory).read_bytes()
    with (directory / "summary.csv").open("a") as file:
        file.write("\n")
    with pytest.raises(DamagedResults):
        build(directory)
    assert (directory / "report.html").read_bytes() == before


@pytest.mark.usefixtures("one_figure")
def test_what_others_wrote_is_escaped(tmp_path: Path) -> None:
    policy = "<script>alert(1)</script>"
    directory = write_results(tmp_path / "evil", [policy, "b&b"], games=10)
    text = build(directory).read_text(encoding="utf-8")
    assert "<script" not in text
    assert "b&amp;b" in text
    assert not Page(text).open


@pytest.mark.usefixtures("one_figure")
def test_several_matchups_stand_beside_each_other(tmp_path: Path) -> None:
    first = write_results(tmp_path / "first", games=20)
    second = write_results(tmp_path / "second", games=30, seed=1)
    for name in ("summary.csv", "distributions.csv"):
        other = pd.read_csv(second / name, dtype={"side": "Int64", "seat": "Int64"})
        both = [pd.read_csv(first / name, dtype={"side": "Int64", "seat": "Int64"})]
        both.append(other.assign(matchup=1))
        pd.concat(both).to_csv(first / name, index=False)
    rounds = pd.read_csv(first / "summary.csv").drop_duplicates("matchup")["rounds"].sum()
    manifest = json.loads((first / "manifest.json").read_text())
    vouch(first, manifest | {"games": 50, "rounds": int(rounds)})
    page = Page(build(first).read_text(encoding="utf-8"))
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    assert {"matchup-0-wins", "matchup-1-wins", "run"} <= set(page.ids)
    assert (first / "figures" / "matchup-1-opening.svg").exists()
