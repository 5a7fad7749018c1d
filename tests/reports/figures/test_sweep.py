"""The figures of a sweep: every point with its interval, and marked where it may be the best."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.analysis.sweep import Sweeping, analyse_sweep
from reports.figures.canvas import COLOURS, PAPER
from reports.figures.sweep import exhibits
from tests.reports.conftest import Pictures, laid_out
from tests.reports.figures.looking import check_inside, check_labels, words
from tests.reports.sweeps import Grid, sweep_of

LINE: Grid = ("p:a=0..4", {"a": range(5)})
PLANE: Grid = ("q:a=0..8:b=1,2,5", {"a": range(9), "b": (1, 2, 5)})
LONG = "a-policy-of-a-very-long-name:with=1:and-parameters=2:grab"
GRIDS: dict[str, list[Grid]] = {
    "line": [LINE],
    "three": [LINE, ("q:a=2,3", {"a": (2, 3)}), (f"{LONG}=0..1/0.5", {"grab": (0, 0.5, 1)})],
    "many": [("p:a=0..99", {"a": range(100)})],
    "plane": [PLANE],
    "wide": [("q:a=0..13:b=0..13", {"a": range(14), "b": range(14)})],
    "high": [("q:a=1,2:b=0..29", {"a": (1, 2), "b": range(30)}), LINE, PLANE],
}


def rates_of(points: int) -> list[float]:
    """Rising to the middle and falling."""
    return [0.7 - 0.4 * abs(point / max(points - 1, 1) - 0.5) for point in range(points)]


@pytest.fixture(scope="module")
def analyses() -> dict[str, Sweeping]:
    """Sweeps of all kinds of grids."""
    sizes = {name: [axes for _, axes in grids] for name, grids in GRIDS.items()}
    return {
        name: analyse_sweep(sweep_of(grids, rates_of(sum(map(points_in, sizes[name])))))
        for name, grids in GRIDS.items()
    }


def points_in(axes: dict[str, object]) -> int:
    return int(np.prod([len(values) for values in axes.values()]))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def pictures(analyses: dict[str, Sweeping]) -> Pictures:
    """Their figures, laid out."""
    return laid_out(analyses, exhibits)


def test_there_is_a_map_for_each_grid_of_two_parameters(pictures: Pictures) -> None:
    assert {name: list(found) for name, found in pictures.items()} == {
        **{key: ["curves"] for key in ("line", "three", "many")},
        **{key: ["map-1"] for key in ("plane", "wide")},
        "high": ["curves", "map-1", "map-2"],
    }


@pytest.mark.parametrize("name", GRIDS)
def test_figures_are_named_and_legible(name: str, pictures: Pictures) -> None:
    for title, figure in pictures[name].items():
        check_inside(figure, title, 0.02)
        check_labels(figure, title)
        assert "greedy" in figure.get_suptitle()
        assert "may be the best" in words(figure)
        assert "nan" not in words(figure)


def dots(figure: Figure) -> tuple[list[float], list[float]]:
    """The heights of filled and of hollow dots."""
    filled: list[float] = []
    hollow: list[float] = []
    for ax in figure.axes:
        for line in ax.lines:
            if line.get_marker() == "o":
                group = hollow if line.get_markerfacecolor() == PAPER else filled
                group += list(map(float, np.asarray(line.get_ydata())))
    return filled, hollow


@pytest.mark.parametrize("name", ["line", "three", "many"])
def test_every_point_has_a_dot_that_says_whether_it_may_be_the_best(
    name: str, pictures: Pictures, analyses: dict[str, Sweeping]
) -> None:
    filled, hollow = dots(pictures[name]["curves"])
    points = analyses[name].estimates
    assert sorted(filled) == sorted(points.win_rate[points.best])
    assert sorted(hollow) == sorted(points.win_rate[~points.best])
    assert filled
    assert hollow


def test_curves_show_intervals(pictures: Pictures, analyses: dict[str, Sweeping]) -> None:
    (ax,) = pictures["line"]["curves"].axes
    (bars,) = ax.collections
    ends = [(segment[0][1], segment[1][1]) for segment in bars.get_segments()]  # type: ignore[attr-defined]
    points = analyses["line"].estimates
    assert ends == list(zip(points.win_rate_low, points.win_rate_high, strict=True))


def test_curves_of_one_parameter_share_a_panel(pictures: Pictures) -> None:
    assert [ax.get_xlabel() for ax in pictures["three"]["curves"].axes] == ["a", "grab"]


@pytest.mark.parametrize("name", ["plane", "wide"])
def test_cells_have_a_number_an_interval_and_a_frame(
    name: str, pictures: Pictures, analyses: dict[str, Sweeping]
) -> None:
    figure, analysis = pictures[name]["map-1"], analyses[name]
    ax = figure.axes[0]
    points = analysis.of_grid(analysis.sweep.grids[-1])
    frames = [
        patch
        for patch in ax.patches
        if isinstance(patch, Rectangle) and to_hex(patch.get_edgecolor()) == COLOURS[1]
    ]
    assert len(frames) == points.best.sum()
    texts = [text.get_text() for text in ax.texts]
    assert len(texts) == 2 * len(points)
    mark = " to " if name != "wide" else "±"
    assert sum(mark in text for text in texts) == len(points)


def test_the_parameter_with_more_values_goes_upwards(pictures: Pictures) -> None:
    ax = pictures["plane"]["map-1"].axes[0]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("b", "a")
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1", "2", "5"]


def test_a_cell_stands_where_its_values_are(
    pictures: Pictures, analyses: dict[str, Sweeping]
) -> None:
    """a=3 and b=5 is the third column and the fourth row from below."""
    ax = pictures["plane"]["map-1"].axes[0]
    points = analyses["plane"].estimates
    row = points[(points["value"] == 3) & (points["value_2"] == 5)].iloc[0]
    texts = [text for text in ax.texts if text.get_position()[0] == 2]
    (number, *_) = sorted(texts, key=lambda text: abs(text.get_position()[1] - 3.15))
    assert abs(float(number.get_text()) - 100 * row.win_rate) < 0.06
