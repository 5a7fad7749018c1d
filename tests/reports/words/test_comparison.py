"""What a comparison comes to in words."""

from __future__ import annotations

import re

from reports.analysis.comparison import Analysis, analyse
from reports.words.comparison import findings
from reports.words.formats import chance, elo
from reports.words.sentences import listed
from tests.reports.hand import LOST, SHARED, SWEPT, comparison_of


def test_words_for_two_policies(analyses: dict[str, Analysis]) -> None:
    said = findings(analyses["two"])
    assert said.headline.startswith("greedy beats random: it wins ")
    row = analyses["two"].estimates.iloc[0]
    assert f"{100 * row['win_rate']:.1f} % of games" in said.details[0]
    assert f"{row['variance_factor']:.2f} each." in said.details[-1]


def test_penalties_of_two_policies_are_told_as_such(analyses: dict[str, Analysis]) -> None:
    said = findings(analyses["trains"])
    assert re.search(r"lead is \S+ penalties a round \(.*; less is better\), and", said.details[1])
    assert said.details[2].startswith("60 games of 10 rounds on mirrored deals are worth ")
    assert "better" not in " ".join(findings(analyses["two"]).details)


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


def test_words_for_a_first_that_beats_nobody() -> None:
    said = findings(analyse(comparison_of(["a", "b", "c"], [[SWEPT, LOST] * 5] * 3)))
    assert re.fullmatch(
        "It clearly beats none of the others, and does not clearly differ from [abc] and [abc][.]",
        said.details[1],
    )


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
