"""`greedy`: the heaviest tile that fits, among equal pips the higher low half, the lowest arm."""

from __future__ import annotations

import pytest

from tests.strategies.placing import does
from tests.views import a_view

CASES = {
    "most pips": ("1|2 1|6 0|5 6|6", "1|5", "1|6@0"),
    "5|5 before 4|6": ("4|6 5|5 1|2", "5|6", "5|5@0"),
    "3|3 before 2|4 before 1|5": ("1|5 2|4 3|3", "2|2 2|3 1|2@1", "3|3@0"),
    "a lighter tile if the heaviest does not fit": ("6|6 0|1 2|2", "0|3", "0|1@0"),
    "any tile to open": ("0|0 4|6 5|5 2|3", "", "5|5@0"),
    "the arm that it fits": ("2|6 0|0", "0|6", "2|6@1"),
    "the lower of two arms": ("1|6 0|0", "1|3 3|6@1", "1|6@0"),
    "arm 0 of two equal ends": ("4|5 0|0", "4|4", "4|5@0"),
    "even if it could get rid of a double": ("0|0 0|5", "0|6", "0|5@0"),
}


@pytest.mark.parametrize(("hand", "line", "wanted"), CASES.values(), ids=CASES)
def test_choice(hand: str, line: str, wanted: str) -> None:
    """Also where it may draw, which it never does by choice."""
    for boneyard in (14, 3, 2):
        view = a_view(hand, line, boneyard=boneyard)
        assert view.may_draw is (boneyard > 2)
        assert does("greedy", view) == wanted


def test_lowest_of_four_arms() -> None:
    """Around a spinner 5|5 with sides 2 and 3, and ends of its own."""
    line = "5|5 2|5@0 3|5@1"
    assert does("greedy", a_view("1|5 0|0", line, preset="all-fives")) == "1|5@2"
    assert does("greedy", a_view("1|5 0|0", f"{line} 5|6@2", preset="all-fives")) == "1|5@3"
    assert does("greedy", a_view("1|3 1|2", line, preset="all-fives")) == "1|3@1"
    assert does("greedy", a_view("2|3 1|2", line, preset="all-fives")) == "2|3@0"
