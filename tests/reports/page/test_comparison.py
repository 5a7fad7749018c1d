"""The page of a comparison: complete, offline, whole or absent, the same every time."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from time import process_time
from typing import Any

import pandas as pd
import pytest

from reports.analysis.comparison import Analysis, analyse
from reports.analysis.crosstable import ranked, seen_from
from reports.figures.comparison_heatmap import heat_map
from reports.page import comparison
from reports.page.building import build
from reports.page.comparison import comparison_parts
from reports.results.comparison import Comparison, load_comparison
from reports.results.errors import DamagedResults
from tests.reports.conftest import BUILT, PAIRINGS, TABLES, Pages
from tests.reports.page.reading import Page, check_figures, check_form, shown
from tests.reports.sampled_comparisons import write_comparison

SECTIONS = [
    *("verdict", "run", "cross-table", "ratings", "measures", "precision", "sources"),
    *("distributions", "convergence"),
]


@pytest.fixture
def one_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one figure instead of six, where drawing is not what is tested."""
    monkeypatch.setattr(comparison, "exhibits", lambda a: {"cross-table": heat_map(a)})


@pytest.mark.parametrize("name", BUILT)
def test_the_page_is_well_formed_and_refers_to_nothing_outside(
    name: str, comparison_pages: Pages
) -> None:
    check_form(comparison_pages[name].read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", BUILT)
def test_sections_come_in_order_with_all_figures(name: str, comparison_pages: Pages) -> None:
    sections = re.findall(r'<section id="([^"]+)"', comparison_pages[name].read_text("utf-8"))
    wanted = [s for s in SECTIONS if name in PAIRINGS or s != "sources"]
    assert sections == [*wanted, "pairings" if name in PAIRINGS else "tables"]
    assert len(check_figures(comparison_pages[name])) == (6 if name in PAIRINGS else 5)


def words(path: Path) -> str:
    return shown(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["two", "three", "six", "pairs"])
def test_the_numbers_of_every_pairing_are_on_the_page(
    name: str, comparison_pages: Pages, analyses: dict[str, Analysis]
) -> None:
    text, analysis = words(comparison_pages[name]), analyses[name]
    for matchup in range(len(analysis.comparison.tables)):
        row = seen_from(analysis, matchup, ranked(analysis, matchup)[0])
        for low, high in (("win_rate_low", "win_rate_high"), ("games_low", "games_high")):
            assert re.search(rf"{100 * row[low]:.1f}\d* to {100 * row[high]:.1f}\d* %", text) or (
                f"{100 * row[low]:.2f} to {100 * row[high]:.2f} %" in text
            )
        assert f"{row['effective_games']:,.0f}" in text
        assert f"{row['variance_factor']:.2f}" in text
        assert f"{row['games']:,}" in text


@pytest.mark.parametrize("name", BUILT)
def test_the_ranking_and_what_was_run_are_on_the_page(
    name: str, comparison_pages: Pages, analyses: dict[str, Analysis]
) -> None:
    text, analysis = words(comparison_pages[name]), analyses[name]
    for place, row in enumerate(analysis.standings.to_dict("records"), 1):
        assert f"{place} · {row['policy'].rpartition('.py:')[2]}" in text
    manifest = analysis.comparison.manifest
    assert f"{manifest['games']:,}" in text
    assert manifest["command"] in text
    assert manifest["digest"].removeprefix("sha256:") in text
    assert (comparison_pages[name].parent / "experiment.toml").read_text().strip() in text
    for policy in manifest["policies"]:
        assert policy["spec"] in text


def test_circles_are_listed(comparison_pages: Pages) -> None:
    assert "rock beats scissors beats paper beats rock" in words(comparison_pages["circle"])
    assert 'id="cycles"' not in comparison_pages["six"].read_text(encoding="utf-8")


def test_both_estimators_are_shown(comparison_pages: Pages, analyses: dict[str, Analysis]) -> None:
    table = analyses["six"].estimates
    number = int((table["estimator"] == "rounds").sum())
    assert f"from rounds in {number} of 15 pairings" in words(comparison_pages["six"])
    assert "From rounds" in words(comparison_pages["two"])


def test_on_trains_nothing_is_said_of_what_is_not_there(comparison_pages: Pages) -> None:
    text = words(comparison_pages["trains"])
    told = re.sub("rating points|play_points|400 points", "", text)
    assert not re.search("goat|points|target|two.ended|by choice|from rounds|few large", told, re.I)
    assert "Games, penalties and rounds" in text
    two = words(comparison_pages["two"])
    assert "which may come from rounds" in two
    assert "Games, points and rounds" in two


@pytest.mark.parametrize("name", ["two", "alike", "circle", "trains"])
def test_whether_a_pairing_differs_clearly_is_told(
    name: str, comparison_pages: Pages, analyses: dict[str, Analysis]
) -> None:
    text = comparison_pages[name].read_text(encoding="utf-8")
    told = re.findall(r'<td class="text">(yes|no|alike)</td></tr>', text)
    table = analyses[name].estimates
    said = {(True, False): "yes", (False, False): "no", (False, True): "alike"}
    clear, alike = table["difference_adjusted"], table["alike"]
    assert sorted(told) == sorted(map(said.__getitem__, zip(clear, alike, strict=True)))


def test_what_is_shown_in_detail_is_said(comparison_pages: Pages) -> None:
    assert "the pairings of the 4 best policies, a, b, c and d" in words(comparison_pages["six"])
    assert "Worth a look" in words(comparison_pages["twenty"])
    assert "best policies" not in words(comparison_pages["three"])


def test_tables_of_rotated_seatings_say_so(
    comparison_pages: Pages, tmp_path: Path, one_figure: None
) -> None:
    said = "Seatings were rotated"
    assert said in words(comparison_pages["tables"])
    assert said not in words(comparison_pages["three"])
    directory = write_comparison(
        tmp_path / "x", ["a", "b", "c"], groups=4, players=3, options={"seatings": "all"}
    )
    assert said not in words(build(directory))


def test_who_lost_how_often_is_told_where_several_might(
    comparison_pages: Pages, comparisons: dict[str, Comparison]
) -> None:
    text = words(comparison_pages["goat"])
    assert "GamesGoatMean" in text
    for _, player in comparisons["goat"].players.iterrows():
        assert f"{player['games']}{100 * player['goats'] / player['games']:.1f} %" in text
    for name in ("tables", "trains"):
        assert not re.search("GamesGoat|GamesLast", words(comparison_pages[name]))


def test_penalties_are_called_so(comparison_pages: Pages) -> None:
    assert "less is better" in words(comparison_pages["goat"])
    assert "penalties" not in words(comparison_pages["tables"]).lower()


def content(directory: Path) -> dict[str, bytes]:
    build(directory)
    return files_of(directory)


def files_of(directory: Path) -> dict[str, bytes]:
    files = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in files}


def test_rebuilding_gives_the_same_bytes(comparison_pages: Pages, tmp_path: Path) -> None:
    before = files_of(comparison_pages["three"].parent)
    again = tmp_path / "again"
    shutil.copytree(comparison_pages["three"].parent, again)
    assert content(again) == before
    assert len(before) == 6 + 1 + 2 * 6
    pictures = [data for name, data in before.items() if name.endswith(".png")]
    assert all(data.startswith(b"\x89PNG") for data in pictures)


@pytest.mark.usefixtures("one_figure")
def test_the_page_from_memory_is_that_of_the_directory(tmp_path: Path) -> None:
    directory = write_comparison(tmp_path / "x", ["a", "b", "c"], groups=6)
    before = build(directory).read_bytes()
    read = load_comparison(directory)
    frames = [
        *(pd.read_csv(directory / name) for name in ("summary.csv", "distributions.csv")),
        pd.read_parquet(directory / "tallies.parquet"),
        pd.read_csv(directory / "sources.csv", dtype={"key": "string"}),
    ]
    for path in (*directory.glob("*.csv"), directory / "tallies.parquet"):
        path.unlink()
    made = analyse(Comparison.of(read.experiment, read.manifest, *frames))
    assert build(directory, made).read_bytes() == before


@pytest.mark.usefixtures("one_figure")
def test_draws_of_pairs_are_told_hand_by_hand(tmp_path: Path) -> None:
    given: dict[str, Any] = {"players": 4, "teams": True, "draw": "optional"}
    directory = write_comparison(tmp_path / "x", ["hoarder", "greedy"], groups=6, **given)
    text = words(build(directory))
    assert "a hand of hoarder drew 1 or 2 by choice" in text
    assert "it has two hands in every round" in text


@pytest.mark.usefixtures("one_figure")
def test_derived_files_are_not_needed(tmp_path: Path) -> None:
    directory = write_comparison(tmp_path / "x", ["a", "b"], groups=6)
    before = content(directory)["report.html"]
    (directory / "matchups.csv").write_text("broken")
    assert content(directory)["report.html"] == before


@pytest.mark.usefixtures("one_figure")
def test_a_damaged_directory_keeps_its_old_report(tmp_path: Path) -> None:
    directory = write_comparison(tmp_path / "x", ["a", "b"], groups=6)
    before = build(directory).read_bytes()
    (directory / "tallies.parquet").write_bytes(b"")
    with pytest.raises(DamagedResults):
        build(directory)
    assert (directory / "report.html").read_bytes() == before


@pytest.mark.usefixtures("one_figure")
def test_what_others_wrote_is_escaped(tmp_path: Path) -> None:
    policy = "<script>alert(1)</script>"
    directory = write_comparison(tmp_path / "evil", [policy, "b&b"], groups=4)
    text = build(directory).read_text(encoding="utf-8")
    assert "<script" not in text
    assert "b&amp;b" in text
    assert not Page(text).open


def test_very_many_tables_are_cut(
    monkeypatch: pytest.MonkeyPatch, analyses: dict[str, Analysis]
) -> None:
    monkeypatch.setattr(comparison, "exhibits", lambda _: {})
    monkeypatch.setattr(comparison, "_ROWS", 100)
    parts: dict[str, Any] = comparison_parts(analyses["twenty"], {})
    assert (len(parts["rows"]), parts["more_rows"]) == (100, 90)


@pytest.mark.slow
def test_twenty_policies_take_seconds(tmp_path: Path) -> None:
    policies = [f"policy:level={level}" for level in range(20)]
    directory = write_comparison(tmp_path / "many", policies, groups=60)
    begun = process_time()
    analysis = analyse(load_comparison(directory))
    assert len(analysis.estimates) == 190
    assert process_time() - begun < 5
    build(directory)
    assert process_time() - begun < 5 + 20


def test_every_kind_of_table_was_built() -> None:
    assert set(TABLES) & set(BUILT)
