"""What a comparison comes to in words, and its terminal tables, which fit 80 columns."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.table import Table

from reports.analysis.comparison import Analysis, analyse
from reports.terminal.comparison import (
    matrix_table,
    pairing_table,
    ranking_table,
    scoreboard,
    seat_table,
)
from reports.words.comparison import chance, elo, findings, listed
from tests.reports.comparison.conftest import COMPARISONS, TABLES
from tests.reports.comparison.hand import LOST, SHARED, SWEPT, comparison_of


def printed(*parts: Table | str) -> str:
    console = Console(width=80, file=io.StringIO(), color_system=None)
    for part in parts:
        console.print(part, markup=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("name", COMPARISONS)
def test_everything_fits_80_columns(name: str, analyses: dict[str, Analysis]) -> None:
    analysis = analyses[name]
    for part in scoreboard(analysis):
        lines = printed(part).splitlines()
        assert all(len(line.rstrip()) <= 80 for line in lines)
        # Only policies are ever shortened.
        shortened = [line for line in lines if "…" in line]
        assert all(":" in line for line in shortened), shortened


def test_the_matrix_by_hand() -> None:
    tables = [[SWEPT, SHARED] * 50, [SWEPT] * 100, [SWEPT, SHARED] * 50]
    text = printed(matrix_table(analyse(comparison_of(["a", "b", "c"], tables))))
    lines = text.splitlines()
    assert lines[0].split() == ["won,", "%", "1", "2", "3"]
    assert lines[2].split() == ["1", "a", "75.0", "100.0"]
    assert lines[6].split() == ["3", "c", "0.0", "25.0"]
    assert lines[7].split()[0].startswith("0.0\N{EN DASH}")


def test_pairings_are_seen_from_the_better_side() -> None:
    analysis = analyse(comparison_of(["a", "b"], [[LOST, SHARED] * 50]))
    lines = printed(pairing_table(analysis, [0])).splitlines()
    assert lines[-1].split()[:4] == ["b", "\N{EN DASH}", "a", "75.0"]
    assert "  3.03 ±" in lines[-1]  # 100 points in 33 rounds
    unclear = analyse(comparison_of(["a", "b"], [[SWEPT, LOST] * 5]))
    assert "  = 50.0  " in printed(pairing_table(unclear, [0]))


def test_the_ranking_has_a_row_a_policy(analyses: dict[str, Analysis]) -> None:
    for name in ("six", "twenty", "tables"):
        analysis = analyses[name]
        lines = printed(ranking_table(analysis)).splitlines()
        rows = lines[-len(analysis.order) :]
        for place, (line, policy) in enumerate(zip(rows, analysis.order, strict=True), 1):
            assert line.split()[:2] == [str(place), policy]


@pytest.mark.parametrize("name", TABLES)
def test_larger_tables_have_a_row_a_policy(name: str, analyses: dict[str, Analysis]) -> None:
    analysis = analyses[name]
    text = printed(seat_table(analysis))
    rows = [line for line in text.splitlines()[3:] if line.strip()]
    assert len(rows) == min(24, len(analysis.estimates))
    assert ("penalties" in text) == (name == "goat")


def test_what_is_left_out_is_said(analyses: dict[str, Analysis]) -> None:
    text = printed(*scoreboard(analyses["twenty"]))
    shown = text.count("\N{EN DASH} ") and sum(" of the ranking" in x for x in text.splitlines())
    assert shown
    assert "180 more pairings: see the report, or matchups.csv" in text
    assert "more pairing" not in printed(*scoreboard(analyses["six"]))
    assert "more table" not in printed(*scoreboard(analyses["tables"]))


def test_words_for_two_policies(analyses: dict[str, Analysis]) -> None:
    said = findings(analyses["two"])
    assert said.headline.startswith("greedy beats random: it wins ")
    row = analyses["two"].estimates.iloc[0]
    assert f"{100 * row['win_rate']:.1f} % of games" in said.details[0]
    assert f"{row['variance_factor']:.2f} each." in said.details[-1]


def test_words_where_nothing_differs(analyses: dict[str, Analysis]) -> None:
    said = findings(analyses["alike"])
    assert said.headline == "No difference: greedy and greedy #2 come out alike on every deal"
    assert "in each of 20 groups" in said.details[0]
    unclear = findings(analyse(comparison_of(["a", "b"], [[SWEPT, LOST] * 5])))
    assert unclear.headline == "No clear difference between a and b in 20 games"


def test_words_for_many(analyses: dict[str, Analysis]) -> None:
    said = findings(analyses["six"])
    assert said.headline == "a leads 6 policies"
    best, wins, groups, transitive = said.details[:4]
    assert best.startswith("a is the best with probability >99.9 %, ")
    assert "rating points ahead of b (" in best
    assert wins == "It clearly beats each of the others, b by the least."
    assert groups == "The data separate 6 groups in the ranking, each of one policy."
    assert transitive.startswith("The relation is transitive where it is clear: ")
    assert "of 15 pairings differ clearly, tested together at 95 %" in transitive


def test_words_for_a_circle(analyses: dict[str, Analysis]) -> None:
    said = findings(analyses["circle"])
    assert said.headline == "No clear difference between 3 policies"
    circle = "rock beats scissors, scissors beats paper, paper beats rock"
    assert f"The relation is not transitive: {circle}" in said.details[3]


def test_words_for_tables(analyses: dict[str, Analysis]) -> None:
    assert "of 6 pairs of policies differ clearly" in findings(analyses["tables"]).details[3]


def test_words_where_several_lead() -> None:
    tables = [[SHARED] * 60, [SWEPT] * 60, [SWEPT] * 60]
    said = findings(analyse(comparison_of(["a", "b", "c"], tables)))
    assert said.headline == "a and b lead 3 policies; the data do not separate them"
    assert "beats 1 of the other 2, and does not clearly differ from b" in said.details[1]


def test_points_and_games_that_disagree_are_counted() -> None:
    vector = (1, 24, 0, 100, 300, 9, 7, 16)
    tables = [[SWEPT] * 60, [vector, SHARED] * 60, [SWEPT] * 60]
    said = findings(analyse(comparison_of(["a", "b", "c"], tables)))
    assert said.details[-1] == ("In 1 pairing the games point one way, points or rounds the other.")


def test_numbers_in_words() -> None:
    assert [chance(p) for p in (1.0, 0.607, 0.5, 0.0004, 0)] == [
        *(">99.9 %", "60.7 %", "50.0 %", "<0.1 %", "<0.1 %")
    ]
    assert elo(12.34, 10, 14) == "12.3"
    assert elo(-1234.5, -1300, -1200) == "\N{MINUS SIGN}1234"
    assert elo(-0.01, -1, 1) == "0.0"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c", "d"]) == "a, b, c and d"
    assert listed(list("abcdef")) == "a, b, c and 3 more"
