"""The page: complete, offline, whole or absent, the same every time."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

from reports.figures import matchups_measures as plots
from reports.page import matchups as html
from reports.page.matchups import build
from reports.results.errors import DamagedResults
from reports.results.matchups import load
from tests.reports.conftest import MATCHUPS
from tests.reports.fixtures import write_results

SECTIONS = ["verdict", "run", "wins", "blocked", "distributions", "opening"]
VOID = {"meta", "wbr", "br", "link", "img"}


class Page(HTMLParser):
    """Ids, references, words and the balance of tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def note(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "srcset", "data", "action"):
                self.references.append(value or "")
            self.references += re.findall(r"url\(([^)]*)\)", value or "")


@pytest.fixture(scope="module")
def built(
    directories: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("built")
    copies = {name: root / name for name in directories}
    for name, copy in copies.items():
        shutil.copytree(directories[name], copy)
    return {name: build(copy) for name, copy in copies.items()}


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return write_results(tmp_path / "results", games=20)


@pytest.fixture
def one_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one figure instead of nine, where drawing is not what is tested."""
    monkeypatch.setattr(html, "figures", lambda players, *_: {"opening": plots.opening(players)})


@pytest.mark.parametrize("name", MATCHUPS)
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


@pytest.mark.parametrize("name", MATCHUPS)
def test_sections_come_in_order_with_all_figures(name: str, built: dict[str, Path]) -> None:
    text = built[name].read_text(encoding="utf-8")
    sections = re.findall(r'<section id="([^"]+)"', text)
    assert sections == SECTIONS
    files = sorted(path.name for path in (built[name].parent / "figures").iterdir())
    names = sorted({Path(file).stem for file in files})
    assert files == sorted([f"{n}.{kind}" for n in names for kind in ("svg", "png")])
    assert text.count("<svg") == len(names)
    assert all(f'id="{n}-figure_1"' in text for n in names)
    assert ("Nobody drew a tile." in text) == ("tiles-drawn" not in names)


@pytest.mark.parametrize("name", ["two", "three", "four", "goat", "fives"])
def test_the_numbers_are_on_the_page(name: str, built: dict[str, Path]) -> None:
    page = Page(built[name].read_text(encoding="utf-8"))
    text = page.text.replace("\N{NO-BREAK SPACE}", " ")
    results = load(built[name].parent)
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
    assert (built[name].parent / "experiment.toml").read_text().strip() in text


def test_overridden_rules_are_marked(built: dict[str, Path]) -> None:
    text = built["goat"].read_text(encoding="utf-8")
    changed = re.findall(r'class="changed"><dt>(\w+)</dt><dd>([^<]+)', text)
    assert changed == [("scoring", "losers-mark"), ("target", "101")]


def test_penalties_and_goats_are_called_so(built: dict[str, Path]) -> None:
    goat = Page(built["goat"].read_text(encoding="utf-8")).text
    assert "Penalties a round" in goat
    assert "less is better" in goat
    assert "Penalties" not in Page(built["two"].read_text(encoding="utf-8")).text


def test_every_interval_of_a_single_game_is_honest(built: dict[str, Path]) -> None:
    text = Page(built["one-game"].read_text(encoding="utf-8")).text
    assert not re.search(r"\bnan\b", text)
    assert "No clear difference in 1 game" in text


def test_rebuilding_gives_the_same_bytes(directory: Path) -> None:
    def content() -> dict[str, bytes]:
        build(directory)
        return {str(p): p.read_bytes() for p in directory.rglob("*") if p.is_file()}

    first = content()
    assert content() == first
    assert len(first) == 4 + 1 + 2 * 9


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
    (directory / "summary.csv").write_text("matchup\n0\n")
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
    manifest |= {"games": 50, "rounds": int(rounds)}
    (first / "manifest.json").write_text(json.dumps(manifest))
    page = Page(build(first).read_text(encoding="utf-8"))
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    assert {"matchup-0-wins", "matchup-1-wins", "run"} <= set(page.ids)
    assert (first / "figures" / "matchup-1-opening.svg").exists()
