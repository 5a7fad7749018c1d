"""The page of a comparison: complete, offline, whole or absent, the same every time."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from reports.analysis.comparison import Analysis, analyse
from reports.analysis.crosstable import ranked, seen_from
from reports.figures.comparison_heatmap import heat_map
from reports.page import comparison as comparison_html
from reports.page.comparison import comparison_parts
from reports.page.matchups import build
from reports.results.comparison import load_comparison
from reports.results.errors import DamagedResults
from tests.reports.comparison.conftest import PAIRINGS, TABLES
from tests.reports.comparison.sampler import write_comparison
from tests.reports.test_html import Page

SECTIONS = [
    *("verdict", "run", "cross-table", "ratings", "measures", "precision", "sources"),
    *("distributions", "convergence"),
]
BUILT = ["two", "three", "six", "twenty", "alike", "circle", "tables", "goat", "pairs"]


@pytest.fixture(scope="module")
def built(compared: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("built")
    for name in BUILT:
        shutil.copytree(compared[name], root / name)
    return {name: build(root / name) for name in BUILT}


@pytest.fixture
def one_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one figure instead of six, where drawing is not what is tested."""
    monkeypatch.setattr(comparison_html, "exhibits", lambda a: {"cross-table": heat_map(a)})


@pytest.mark.parametrize("name", BUILT)
def test_the_page_is_well_formed_and_refers_to_nothing_outside(
    name: str, built: dict[str, Path]
) -> None:
    text = built[name].read_text(encoding="utf-8")
    page = Page(text)
    assert not page.open
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    assert all(reference.startswith("#") for reference in page.references)
    assert {reference[1:] for reference in page.references} <= set(page.ids)
    for word in ("http:", "https:", "//", "@import", "<script", "<link", "<img"):
        assert word not in text
    assert not re.search(r"\bnan\b", page.text)


@pytest.mark.parametrize("name", BUILT)
def test_sections_come_in_order_with_all_figures(name: str, built: dict[str, Path]) -> None:
    text = built[name].read_text(encoding="utf-8")
    sections = re.findall(r'<section id="([^"]+)"', text)
    wanted = [s for s in SECTIONS if name in PAIRINGS or s != "sources"]
    assert sections == [*wanted, "pairings" if name in PAIRINGS else "tables"]
    files = sorted(path.name for path in (built[name].parent / "figures").iterdir())
    names = sorted({Path(file).stem for file in files})
    assert files == sorted([f"{n}.{kind}" for n in names for kind in ("svg", "png")])
    assert text.count("<svg") == len(names) == (6 if name in PAIRINGS else 5)
    assert all(f'id="{n}-figure_1"' in text for n in names)


def words(path: Path) -> str:
    text = Page(path.read_text(encoding="utf-8")).text
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("name", ["two", "three", "six", "pairs"])
def test_the_numbers_of_every_pairing_are_on_the_page(
    name: str, built: dict[str, Path], analyses: dict[str, Analysis]
) -> None:
    text, analysis = words(built[name]), analyses[name]
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
    name: str, built: dict[str, Path], analyses: dict[str, Analysis]
) -> None:
    text, analysis = words(built[name]), analyses[name]
    for place, row in enumerate(analysis.standings.to_dict("records"), 1):
        assert f"{place} · {row['policy'].rpartition('.py:')[2]}" in text
    manifest = analysis.comparison.manifest
    assert f"{manifest['games']:,}" in text
    assert manifest["command"] in text
    assert manifest["digest"].removeprefix("sha256:") in text
    assert (built[name].parent / "experiment.toml").read_text().strip() in text
    for policy in manifest["policies"]:
        assert policy["spec"] in text


def test_circles_are_listed(built: dict[str, Path]) -> None:
    assert "rock beats scissors beats paper beats rock" in words(built["circle"])
    assert 'id="cycles"' not in built["six"].read_text(encoding="utf-8")


def test_both_estimators_are_shown(built: dict[str, Path], analyses: dict[str, Analysis]) -> None:
    table = analyses["six"].estimates
    number = int((table["estimator"] == "rounds").sum())
    assert f"from rounds in {number} of 15 pairings" in words(built["six"])
    assert "From rounds" in words(built["two"])


def test_what_is_shown_in_detail_is_said(built: dict[str, Path]) -> None:
    assert "the pairings of the 4 best policies, a, b, c and d" in words(built["six"])
    assert "Worth a look" in words(built["twenty"])
    assert "best policies" not in words(built["three"])


def test_tables_of_rotated_seatings_say_so(
    built: dict[str, Path], tmp_path: Path, one_figure: None
) -> None:
    said = "Seatings were rotated"
    assert said in words(built["tables"])
    assert said not in words(built["three"])
    directory = write_comparison(
        tmp_path / "x", ["a", "b", "c"], groups=4, players=3, options={"seatings": "all"}
    )
    assert said not in words(build(directory))


def test_penalties_are_called_so(built: dict[str, Path]) -> None:
    assert "less is better" in words(built["goat"])
    assert "penalties" not in words(built["tables"]).lower()


def content(directory: Path) -> dict[str, bytes]:
    build(directory)
    files = (path for path in directory.rglob("*") if path.is_file())
    return {str(path.relative_to(directory)): path.read_bytes() for path in files}


def test_rebuilding_gives_the_same_bytes(tmp_path: Path) -> None:
    one = write_comparison(tmp_path / "one", ["a", "b", "c"], groups=6)
    two = write_comparison(tmp_path / "two", ["a", "b", "c"], groups=6)
    first = content(one)
    assert content(one) == first
    assert content(two) == first
    assert len(first) == 6 + 1 + 2 * 6


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


@pytest.mark.usefixtures("one_figure")
def test_very_many_tables_are_cut(
    monkeypatch: pytest.MonkeyPatch, analyses: dict[str, Analysis]
) -> None:
    monkeypatch.setattr(comparison_html, "_ROWS", 100)
    parts: dict[str, Any] = comparison_parts(analyses["twenty"].comparison, {})
    assert (len(parts["rows"]), parts["more_rows"]) == (100, 90)


@pytest.mark.slow
def test_twenty_policies_take_seconds(tmp_path: Path) -> None:
    policies = [f"policy:level={level}" for level in range(20)]
    directory = write_comparison(tmp_path / "many", policies, groups=60)
    begun = perf_counter()
    analysis = analyse(load_comparison(directory))
    assert len(analysis.estimates) == 190
    assert perf_counter() - begun < 5
    build(directory)
    assert perf_counter() - begun < 5 + 20


def test_every_kind_of_table_was_built() -> None:
    assert set(TABLES) & set(BUILT)
