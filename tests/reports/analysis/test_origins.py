"""Where the difference comes from: by hand, from either side, and adding up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from reports.analysis.comparison import Analysis
from reports.analysis.origins import split_lead
from tests.reports.conftest import PAIRINGS
from tests.reports.sampled_comparisons import SOURCES

ROWS: list[tuple[object, ...]] = [
    (0, "ending", "out", 0, 4, 40, 500),
    (0, "ending", "out", 1, 4, -8, 200),
    (0, "ending", "void", 0, 1, 0, 0),
    (0, "ending", "void", 1, 1, 0, 0),
    (0, "drawn-0", "0", None, 6, 30, 400),
    (0, "drawn-0", "4", None, 2, 4, 200),
    (0, "drawn-0", "5", None, 2, -2, 100),
    (0, "drawn-1", "0", None, 9, 30, 600),
    (0, "drawn-1", "7", None, 1, 2, 100),
]


def split(order: list[str], rows: list[tuple[object, ...]] = ROWS, hands: int = 1) -> pd.DataFrame:
    """Origins of the lead in the one pairing of a and b, as they are for this ranking."""
    sources = pd.DataFrame(rows, columns=SOURCES).astype({"other": "Int64"})
    comparison = SimpleNamespace(sources=sources, tables=(("a", "b"),), hands=hands)
    analysis: Any = SimpleNamespace(comparison=comparison, order=order, level=0.95)
    return split_lead(analysis, 0)


def test_parts_by_hand() -> None:
    table = split(["a", "b"])
    words = table[["split", "part"]].agg(" ".join, axis=1)
    assert words.tolist() == [
        *("ending went out", "ending went out", "ending void"),
        *("own draws none", "own draws 3 to 5", "other's draws none", "other's draws 6 or more"),
    ]
    assert table["opened"].tolist()[:2] == [True, False]
    assert table["opened"].isna().tolist() == [False, False, True, True, True, True, True]
    assert table["number"].tolist() == [4, 4, 2, 6, 4, 9, 1]
    assert table["share"].tolist() == [0.4, 0.4, 0.2, 0.6, 0.4, 0.9, 0.1]
    assert table["lead"].tolist() == pytest.approx([10, -2, 0, 5, 0.5, 30 / 9, 2])
    assert table["points"].tolist() == pytest.approx([4, -0.8, 0, 3, 0.2, 3, 0.2])
    # Ten rounds: 40 in all, squares 500, so a variance of the mean of (500 - 160) / 90.
    half = 1.959964 * (340 / 90) ** 0.5
    assert table.loc[0, "points_low"] == pytest.approx(4 - half)
    assert table.loc[0, "points_high"] == pytest.approx(4 + half)


def test_parts_from_the_other_side() -> None:
    table = split(["b", "a"])
    assert table["opened"].tolist()[:2] == [True, False]
    assert table["points"].tolist() == pytest.approx([0.8, -4, 0, -3, -0.2, -3, -0.2])
    assert table["part"].tolist()[3:] == ["none", "6 or more", "none", "3 to 5"]
    assert (table["points_low"] <= table["points_high"]).all()


# Four rounds of two pairs, in which a's side leads by 10, 10, -6 and 2. Its hands drew (0, 0),
# (0, 1), (3, 0) and (0, 0) tiles by choice, the other side's none.
HANDS: list[tuple[object, ...]] = [
    (0, "ending", "out", 0, 2, 20, 200),
    (0, "ending", "blocked", 1, 2, -4, 40),
    (0, "drawn-0", "0", None, 6, 28, 344),
    (0, "drawn-0", "1", None, 1, 10, 100),
    (0, "drawn-0", "3", None, 1, -6, 36),
    (0, "drawn-1", "0", None, 8, 32, 480),
]


def test_hands_of_a_pair_by_hand() -> None:
    table = split(["a", "b"], HANDS, hands=2).set_index(["split", "part"])
    own = table.loc["own draws"]
    assert own["number"].to_dict() == {"none": 6, "1 or 2": 1, "3 to 5": 1}
    assert own["share"].to_dict() == {"none": 6 / 8, "1 or 2": 1 / 8, "3 to 5": 1 / 8}
    assert own["lead"].tolist() == pytest.approx([28 / 6, 10, -6])
    # Sixteen points in four rounds, half of a round's to either hand: 28, 10 and -6 of 32 halves.
    assert own["points"].tolist() == pytest.approx([3.5, 1.25, -0.75])
    assert table.loc["other's draws", "points"].tolist() == pytest.approx([4])
    assert table.loc["ending", "points"].tolist() == pytest.approx([5, -1])
    # As of four rounds with sums of 14 and squares of 172.
    half = 1.959964 * ((172 - 14**2 / 4) / 3 / 4) ** 0.5
    assert own.loc["none", "points_low"] == pytest.approx(3.5 - half)
    assert own.loc["none", "points_high"] == pytest.approx(3.5 + half)
    # Never narrower than the interval of what the rounds brought: 10, 5, -3 and 2.
    rounds = pd.Series([10, 5, -3, 2])
    assert half >= 1.959964 * (rounds.var() / 4) ** 0.5


def test_hands_of_a_pair_from_the_other_side() -> None:
    own = split(["b", "a"], HANDS, hands=2).set_index("split").loc["other's draws"]
    assert own["points"].tolist() == pytest.approx([-3.5, -1.25, 0.75])
    assert own["number"].tolist() == [6, 1, 1]


@pytest.mark.parametrize("name", PAIRINGS)
def test_every_split_adds_up_to_the_lead(name: str, analyses: dict[str, Analysis]) -> None:
    analysis = analyses[name]
    for row in analysis.estimates.head(6).to_dict("records"):
        table = split_lead(analysis, row["matchup"])
        lead = row["points_per_round"]
        better = min(row["first"], row["second"], key=analysis.order.index)
        for _, part in table.groupby("split"):
            assert part["points"].sum() == pytest.approx(lead if better == row["first"] else -lead)
            assert part["share"].sum() == pytest.approx(1)


def test_larger_tables_have_no_sources(analyses: dict[str, Analysis]) -> None:
    with pytest.raises(ValueError, match="only pairings"):
        split_lead(analyses["tables"], 0)
