"""What a sweep comes to in words, its terminal tables and its document."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from reports.analysis.sweep import Sweeping, analyse_sweep
from reports.terminal.sweep import sweep_board, sweep_document
from reports.words.sweep import findings
from tests.reports.sweeps import Grid, sweep_of
from tests.reports.terminal.test_comparison import printed

SPARE: Grid = ("hoarder:spare=0..4", {"spare": range(5)})
PLANE: Grid = ("mine.py:q:grab=0..9:weight=0.5,1,2", {"grab": range(10), "weight": (0.5, 1, 2)})


def analysed(grids: list[Grid], rates: Sequence[float], groups: int = 200) -> Sweeping:
    return analyse_sweep(sweep_of(grids, rates, groups))


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("grids", [[SPARE], [SPARE, PLANE]])
def test_everything_fits(width: int, grids: list[Grid]) -> None:
    points = 5 if len(grids) == 1 else 35
    analysis = analysed(grids, [0.4 + 0.005 * point for point in range(points)], 5000)
    for part in sweep_board(analysis):
        lines = printed(part, width=width).splitlines()
        assert all(len(line.rstrip()) <= width for line in lines)
        assert not any("…" in line for line in lines)


def test_the_table_has_every_point_and_marks_the_best() -> None:
    analysis = analysed([SPARE], [0.2, 0.5, 0.9, 0.9, 0.3])
    heading, table, *_ = sweep_board(analysis)
    assert heading == "hoarder:spare=0..4 against greedy"
    rows = [line.split() for line in printed(table).splitlines()[3:]]
    assert [row[0] for row in rows] == ["0", "1", "2", "3", "4"]
    assert [row[1] == "*" for row in rows] == [False, False, True, True, False]
    won = 100 * analysis.estimates.win_rate
    assert [float(row[-4]) for row in rows] == pytest.approx(list(won), abs=0.06)
    assert [float(row[-2]) for row in rows] == pytest.approx(list(won.max() - won), abs=0.06)


def test_of_many_points_those_that_win_most_are_shown() -> None:
    many: Grid = ("p:a=0..59", {"a": range(60)})
    analysis = analysed([many], [0.2 + 0.01 * point for point in range(60)])
    parts = list(sweep_board(analysis))
    rows = printed(parts[1]).splitlines()[3:]
    assert [row.split()[0] for row in rows] == list(map(str, range(20, 60)))
    assert "20 more points: see the report, or matchups.csv" in parts


@pytest.mark.parametrize(
    ("rates", "headline"),
    [
        ([0.5] * 5, "No clear difference between 5 points against greedy"),
        ([0.1, 0.2, 0.9, 0.3, 0.2], "hoarder:spare=2 is the best of 5 points against greedy"),
        ([0.1, 0.2, 0.9, 0.899, 0.2], "2 of 5 points may be the best against greedy"),
    ],
)
def test_the_headline_claims_what_is_shown(rates: list[float], headline: str) -> None:
    assert findings(analysed([SPARE], rates)).headline == headline


def test_the_sentences_name_the_best_and_the_others() -> None:
    first, region, method, selection = findings(
        analysed([SPARE], [0.1, 0.2, 0.9, 0.88, 0.2])
    ).details
    assert first.startswith("hoarder:spare=2 wins most against greedy: ")
    assert "of 400 games" in first
    assert region == (
        "Best region: hoarder:spare=2 and hoarder:spare=3; each of the other 3 points is shown to "
        "be worse than another."
    )
    assert method.startswith("With 95 % confidence no point that is truly the best is missing")
    assert "tends to be too high" in selection
    assert "end of its grid" not in selection


def test_points_that_win_equally_often_are_named_together() -> None:
    details = findings(analysed([SPARE], [0.9, 0.9, 0.1, 0.1, 0.1])).details
    assert details[0].startswith("hoarder:spare=0 and hoarder:spare=1 win equally often, and most,")


def test_a_best_point_at_the_end_of_its_grid_is_a_warning() -> None:
    *_, line = findings(analysed([SPARE], [0.1, 0.2, 0.3, 0.4, 0.8])).details
    assert line.endswith("the end of its grid (spare=4); beyond, nothing was tried.")
    rates = [0.1] * 28 + [0.9] + [0.1]  # grab=9, weight=1
    *_, line = findings(analysed([PLANE], rates)).details
    assert line.endswith("the end of its grid (grab=9); beyond, nothing was tried.")


def test_the_document_has_every_point() -> None:
    analysis = analysed([SPARE, PLANE], [0.4] * 5 + [0.6] * 30)
    points = json.loads(json.dumps(sweep_document(analysis), allow_nan=False))["points"]
    assert len(points) == 35
    assert points[4]["policy"] == "hoarder:spare=4"
    assert points[4]["parameters"] == {"spare": 4}
    assert points[5]["policy"] == "mine.py:q:grab=0:weight=0.5"
    assert points[5]["parameters"] == {"grab": 0, "weight": 0.5}
    assert [point["best"] for point in points] == list(analysis.estimates.best)
    assert all(point["behind"] <= point["behind_most"] for point in points)
