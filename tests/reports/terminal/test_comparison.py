"""What a comparison comes to in words, and its terminal tables, which fit 80 columns."""

from __future__ import annotations

import io
import re

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
from tests.reports.conftest import COMPARISONS, TABLES
from tests.reports.hand import LOST, SHARED, SWEPT, comparison_of


def printed(*parts: Table | str, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
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
        assert all(re.search(":|…level=", line) for line in shortened), shortened


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


@pytest.mark.parametrize("number", [3, 6, 9])
def test_variants_are_told_apart_and_in_full_where_there_is_room(number: int) -> None:
    """In the cross-table and in rows of pairings, up to six and beyond, and in the ranking."""
    variants = [f"a-policy-with-quite-a-name:level={level}" for level in range(number)]
    tables = [[SWEPT, SHARED] * 50] * (number * (number - 1) // 2)
    analysis = analyse(comparison_of(variants, tables))
    for width in (80, 160):
        parts = [part for part in scoreboard(analysis, width) if isinstance(part, Table)]
        assert len(parts) == (3 if number <= 6 else 2)
        for part in parts:
            assert all(len(line) <= width for line in printed(part, width=width).splitlines())
            column = next(
                column
                for column in part.columns
                if column.header in ("policy", "won, %", "pairing")
            )
            names = [str(cell).partition("\n")[0] for cell in column.cells]
            assert len(set(names)) == len(names)
            assert all(re.search(r"level=\d|…\d", name) for name in names)
            in_full = (any(variant in name for variant in variants) for name in names)
            assert width == 80 or all(in_full)
