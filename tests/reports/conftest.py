"""Results, analyses, figures and pages shared by the tests of the reports, each made once.

Tests that change one make their own. Drawing takes most of the time of these tests, so a figure is
laid out once: what is tested of it, and the page it stands on, share it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import reports.page.comparison
import reports.page.matchups
from reports.analysis.comparison import Analysis, analyse
from reports.analysis.matchups import Description, describe
from reports.figures.comparison import exhibits
from reports.figures.images import house_style, image
from reports.figures.matchups import figures
from reports.page import templating
from reports.page.building import build
from reports.results.comparison import Comparison, load_comparison
from reports.results.matchups import Results, load
from tests.reports.sampled_comparisons import write_comparison
from tests.reports.sampled_matchups import write_results

LONG = "/long/path/to/mine.py:cautious:spare=3,limit=20"

TRAINS: dict[str, Any] = {
    "scoring": "losers-mark",
    "board": "trains",
    "draw": "once",
    "rounds": 10,
    "set": 9,
}

MATCHUPS = {
    "two": {"games": 200},
    "three": {"policies": ["greedy", "hoarder:spare=3", LONG], "games": 120},
    "four": {"policies": ["greedy", "greedy", "hoarder:spare=3", LONG], "games": 60},
    "pairs": {
        "policies": ["greedy", "hoarder:spare=3", LONG, "random"],
        "games": 100,
        "teams": True,
        "draw": "never",
    },
    "goat": {
        "policies": ["greedy", "greedy", "hoarder:spare=3", LONG],
        "games": 60,
        "preset": "goat",
        "scoring": "losers-mark",
        "target": 101,
    },
    "fives": {
        "games": 150,
        "play_points": "fives",
        "target_check": "at-once",
        "target": 150,
        "draw": "stuck",
    },
    "trains": {"policies": ["greedy", "greedy", "hoarder:spare=3", LONG], "games": 60, **TRAINS},
    "ten-rounds": {"games": 80, "rounds": 10},
    "one-game": {"games": 1, "target": 5},
}

DRAWN = [name for name in MATCHUPS if name not in ("four", "ten-rounds")]
"""Matchups whose figures and page are made; of four seats the goat's and that on trains."""

COMPARISONS = {
    "two": {"policies": ["greedy", "random"], "groups": 60},
    "three": {"policies": ["greedy", "hoarder:spare=3", LONG]},
    "six": {"policies": ["a", "b", "c", "d", "e", "f"], "groups": 30},
    "twenty": {"policies": [f"policy:level={level}" for level in range(20)], "groups": 4},
    "games-only": {"policies": ["greedy", "random"], "groups": 30, "chain": False},
    "alike": {"policies": ["greedy", "greedy"], "groups": 20, "strengths": {"greedy": 0.0}},
    "circle": {
        "policies": ["rock", "paper", "scissors"],
        "groups": 60,
        "strengths": dict.fromkeys(["rock", "paper", "scissors"], 0.0),
        "edges": {("rock", "scissors"): 0.8, ("paper", "rock"): 0.8, ("scissors", "paper"): 0.8},
    },
    "tables": {"policies": ["a", "b", "hoarder", "d"], "players": 3, "groups": 30},
    "of-four": {"policies": ["a", "b", "c", "d", "e"], "players": 4, "groups": 20},
    "pairs": {"policies": ["greedy", "hoarder", "x"], "players": 4, "teams": True, "groups": 30},
    "goat": {
        "policies": ["a", "b", "c", "d"],
        "players": 4,
        "groups": 30,
        "preset": "goat",
        "scoring": "losers-mark",
        "target": 101,
    },
    "trains": {"policies": ["greedy", "random"], "groups": 30, "chain": False, **TRAINS},
}
TABLES = ["tables", "of-four", "goat"]
PAIRINGS = [name for name in COMPARISONS if name not in TABLES]
BUILT = ["two", "three", "six", "twenty", "alike", "circle", "tables", "goat", "pairs", "trains"]
"""Comparisons whose page is built."""

EXHIBITED = [name for name in COMPARISONS if name != "games-only"]
"""Comparisons whose figures are drawn."""

VECTOR = b'<svg viewBox="0 0 1 1"><g id="figure_1"/></svg>'

Pictures = dict[str, dict[str, Figure]]
Pages = dict[str, Path]


@pytest.fixture(scope="session")
def directories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Results directories of single matchups by name."""
    root = tmp_path_factory.mktemp("results")
    return {name: write_results(root / name, **options) for name, options in MATCHUPS.items()}


@pytest.fixture(scope="session")
def loaded(directories: dict[str, Path]) -> dict[str, Results]:
    """What they say."""
    return {name: load(directory) for name, directory in directories.items()}


@pytest.fixture(scope="session")
def descriptions(loaded: dict[str, Results]) -> dict[str, Description]:
    """What follows from it."""
    return {name: describe(results) for name, results in loaded.items()}


@pytest.fixture(scope="session")
def pictures(loaded: dict[str, Results]) -> Pictures:
    """All figures of `DRAWN` matchups, laid out."""
    chosen = {name: loaded[name] for name in DRAWN}
    return laid_out(
        chosen, lambda found: figures(found.players, found.distributions, found.manifest["rules"])
    )


@pytest.fixture(scope="session")
def compared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Results directories of comparisons by name."""
    root = tmp_path_factory.mktemp("compared")
    return {name: write_comparison(root / name, **given) for name, given in COMPARISONS.items()}


@pytest.fixture(scope="session")
def comparisons(compared: dict[str, Path]) -> dict[str, Comparison]:
    """What they say."""
    return {name: load_comparison(directory) for name, directory in compared.items()}


@pytest.fixture(scope="session")
def analyses(comparisons: dict[str, Comparison]) -> dict[str, Analysis]:
    """What follows from it."""
    return {name: analyse(comparison) for name, comparison in comparisons.items()}


@pytest.fixture(scope="session")
def exhibited(analyses: dict[str, Analysis]) -> Pictures:
    """All figures of `EXHIBITED` comparisons, laid out."""
    return laid_out({name: analyses[name] for name in EXHIBITED}, exhibits)


def laid_out(found: Mapping[str, Any], draw: Callable[[Any], dict[str, Figure]]) -> Pictures:
    """Figures by name, drawn once, which then keep their layout."""
    with house_style():
        drawn = {name: draw(value) for name, value in found.items()}
        for made in drawn.values():
            for figure in made.values():
                FigureCanvasAgg(figure)
                figure.draw_without_rendering()
                figure.set_layout_engine("none")
    return drawn


@pytest.fixture(scope="session")
def matchup_pages(
    directories: dict[str, Path],
    descriptions: dict[str, Description],
    pictures: Pictures,
    tmp_path_factory: pytest.TempPathFactory,
) -> Pages:
    """The reports of `DRAWN` matchups.

    That of ``two`` is built from its directory alone, as users do; that of ``three``, with its long
    names, has its figures. The others, whose words are what is read, have blank ones.
    """
    root = tmp_path_factory.mktemp("matchup-pages")
    for name in DRAWN:
        shutil.copytree(directories[name], root / name)
    place = (reports.page.matchups, "figures")
    return {
        name: build(root / name)
        if name == "two"
        else built(root / name, descriptions[name], place, shown, blank=name != "three")
        for name, shown in pictures.items()
    }


@pytest.fixture(scope="session")
def comparison_pages(
    compared: dict[str, Path],
    analyses: dict[str, Analysis],
    exhibited: Pictures,
    tmp_path_factory: pytest.TempPathFactory,
) -> Pages:
    """The reports of `BUILT` comparisons, as those of matchups.

    That of ``three`` is built from its directory alone; those of ``tables`` and ``six`` have their
    figures, the others blank ones.
    """
    root = tmp_path_factory.mktemp("comparison-pages")
    for name in BUILT:
        shutil.copytree(compared[name], root / name)
    place = (reports.page.comparison, "exhibits")
    return {
        name: build(root / name)
        if name == "three"
        else built(
            root / name, analyses[name], place, exhibited[name], blank=name not in ("tables", "six")
        )
        for name in BUILT
    }


def built(
    directory: Path,
    analysis: Analysis | Description,
    place: tuple[Any, str],
    shown: dict[str, Figure],
    blank: bool,
) -> Path:
    """A report with figures that are drawn already, or blank ones; its PNG files are empty."""

    def vector(figure: Figure, kind: str) -> bytes:
        if kind == "png":
            return b""
        return VECTOR if blank else image(figure, kind)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*place, lambda *_: shown)
        patch.setattr(templating, "image", vector)
        return build(directory, analysis)
