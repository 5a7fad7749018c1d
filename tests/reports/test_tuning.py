"""A tuning: its page, tables and words, from frames written by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import tomli_w
from matplotlib.backends.backend_agg import FigureCanvasAgg

from reports.figures.images import house_style
from reports.figures.tuning import figures
from reports.page.building import build
from reports.results.errors import DamagedResults
from reports.results.tuning import Tuning, load_tuning
from reports.terminal.tuning import tables
from reports.words.tuning import conclusion, findings
from tests.reports.figures.looking import check_inside, check_labels, words
from tests.reports.page.reading import check_figures, check_form, shown
from tests.reports.sampled_matchups import RULES, _manifest, vouch

LONG = "/long/path/to/mine.py:cautious:spare=3:enough=9:more=0.123456"
ROWS = [
    ("tuned", "greedy", 0.9871, 0.9859, 0.9882, 9000, "rounds"),
    ("tuned", LONG, 0.6212, 0.6101, 0.6323, 9000, "games"),
    ("start", "greedy", 0.9012, 0.8955, 0.9066, 9000, "rounds"),
    ("start", LONG, 0.4823, 0.4712, 0.4934, 9000, "games"),
    ("tuned", "start", 0.5030, 0.4950, 0.5110, 9000, "rounds"),
]
COLUMNS = ["candidate", "against", "win_rate", "win_rate_low", "win_rate_high", "games"]


def tuning(directory: Path, parameters: int = 5, back: bool = False) -> Path:
    """Write the results directory of a tuning: of two opponents, or one that came back."""
    rows = [row for row in ROWS if row[1] == "greedy" and row[0] == "tuned"] if back else ROWS
    named = ["greedy"] if back else ["greedy", LONG]
    keys = ["fit_dry", "stuck", "draw_unseen", "spare", "ends", *map("p{}".format, range(16))]
    table = pd.DataFrame(
        [(key, -10.0, 300.0, 14.5, 14.5 if back else 123.456) for key in keys[:parameters]],
        columns=["parameter", "low", "high", "start", "tuned"],
    )
    search = pd.DataFrame(
        {
            "generation": range(1, 41),
            "deals": range(100, 140),
            "games": range(2000, 2040),
            "mean": [0.5 + 0.003 * n for n in range(40)],
            "best": [0.7 + 0.001 * n for n in range(40)],
            "best_error": 0.0123,
            "spread": [0.3 / (n + 1) for n in range(40)],
            **{f"value_{key}": [14.5 + n for n in range(40)] for key in keys[:parameters]},
        }
    )
    directory.mkdir()
    asked = {"schema": 1, "design": "tune", "rules": "draw", "policies": ["linear", *named]}
    (directory / "experiment.toml").write_text(tomli_w.dumps({**asked, "games": 90, "seed": 3}))
    table.to_csv(directory / "parameters.csv", index=False)
    search.to_csv(directory / "search.csv", index=False)
    frame = pd.DataFrame(rows, columns=[*COLUMNS, "estimator"])
    frame.to_csv(directory / "verdict.csv", index=False)
    everything: dict[str, Any] = RULES | {"players": 2, "target": 100}
    vouch(directory, _manifest(["linear", *named], 90, 3, everything, 900))
    return directory


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tuning(tmp_path_factory.mktemp("tuning") / "results"))


def test_the_page_is_well_formed_and_has_all_figures(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    check_form(text)
    assert check_figures(page) == ["parameters", "search", "verdict"]
    assert re.findall(r'<section id="([^"]+)"', text) == ["run", "verdict", "values", "search"]


def test_the_verdict_and_the_search_stand_apart(page: Path) -> None:
    """What comes first, and in the verdict's section, is the verdict's; then it says why."""
    text = page.read_text(encoding="utf-8")
    head, _, rest = shown(text).partition("What was run, and how to repeat it")
    assert "Tuned, linear wins 80.4 % against 2 opponents" in head
    assert "98.71 % (98.59 to 98.82 %); the start wins 90.12 % (89.55 to 90.66 %)" in head
    assert (
        "Against the start it wins 50.30 % (49.50 to 51.10 %), which is no clear difference" in head
    )
    verdict, _, search = rest.partition("Rates of the search are biased")
    assert "98.71 %" in verdict
    assert "73.90" not in head + verdict
    assert "73.90 ± 1.23 %" in search  # the luckiest candidate of the last generation
    assert "98.71 %" not in search


def test_words_of_one_opponent_and_of_a_search_that_came_back(tmp_path: Path) -> None:
    said = findings(load_tuning(tuning(tmp_path / "one", back=True)))
    assert said.headline == "Tuned, linear wins 98.71 % against greedy"
    assert said.details == [
        "Against greedy it wins 98.71 % (98.59 to 98.82 %).",
        "The search came back to the values that it started from.",
    ]


@pytest.mark.parametrize(
    ("start", "told"),
    [
        ((0.5, 0.48, 0.52), "clearly better against its opponents than the start."),
        ((0.575, 0.555, 0.595), "not clearly better against its opponents than the start."),
        ((0.625, 0.605, 0.645), "not clearly better against its opponents than the start."),
        ((0.7, 0.68, 0.72), "clearly worse against its opponents than the start: keep the start."),
    ],
)
def test_conclusion(tmp_path: Path, start: tuple[float, float, float], told: str) -> None:
    """Two rates, each give or take 0.02, are apart by more than 0.02 times the root of two."""
    rates = ["win_rate", "win_rate_low", "win_rate_high"]
    found = load_tuning(tuning(tmp_path / "two"))
    rows = found.verdict[found.verdict["against"] == "greedy"].reset_index(drop=True)
    rows.loc[rows["candidate"] == "tuned", rates] = 0.6, 0.58, 0.62
    rows.loc[rows["candidate"] == "start", rates] = start
    assert conclusion(replace(found, verdict=rows)) == f"Tuned it is {told}"


@pytest.mark.parametrize("columns", [60, 80])
def test_tables_fit_the_terminal(tmp_path: Path, columns: int) -> None:
    from rich.console import Console

    console = Console(width=columns, record=True, file=StringIO())
    for part in tables(load_tuning(tuning(tmp_path / "two"))):
        console.print(part, markup=False)
    lines = console.export_text().splitlines()
    assert max(map(len, lines)) <= columns
    assert re.search(r"stuck +14\.5 +123\.456 +-10 to 300", "\n".join(lines))
    assert re.search(r"greedy +90\.12 +98\.71 +98\.59–98\.82", "\n".join(lines))  # noqa: RUF001
    assert re.search(r"cautious:\S+ +48\.2 +62\.1 +61\.0–63\.2", "\n".join(lines))  # noqa: RUF001
    assert re.search(r"the start +50\.30 +49\.50–51\.10", "\n".join(lines))  # noqa: RUF001
    assert "40 generations, 80,780 games; verdict: 45,000 games" in lines[-1]


@pytest.mark.parametrize(("parameters", "back"), [(1, True), (16, False)])
def test_figures_are_drawn_inside(tmp_path: Path, parameters: int, back: bool) -> None:
    found: Tuning = load_tuning(tuning(tmp_path / "results", parameters, back))
    with house_style():
        drawn = figures(found)
        for name, figure in drawn.items():
            FigureCanvasAgg(figure).draw()
            check_inside(figure, name, 0.02)
            check_labels(figure, name)
    assert "fit_dry" in words(drawn["parameters"])
    assert ("against the start" in words(drawn["verdict"])) is not back


def test_damage_is_named(tmp_path: Path) -> None:
    directory = tuning(tmp_path / "results")
    (directory / "verdict.csv").write_text("candidate\n")
    with pytest.raises(DamagedResults, match=r"verdict.csv: has changed since it was written"):
        load_tuning(directory)
