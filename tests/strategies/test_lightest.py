"""`lightest`: the mirror of `greedy`."""

from __future__ import annotations

import pytest

from tests.strategies.placing import does
from tests.views import a_view

CASES = {
    "fewest pips": ("1|2 1|6 2|5 6|6", "1|5", "1|2@0"),
    "4|6 before 5|5": ("4|6 5|5", "5|6", "4|6@1"),
    "1|5 before 2|4 before 3|3": ("1|5 2|4 3|3", "3|5 2|3", "1|5@1"),
    "a heavier tile if the lightest does not fit": ("0|0 5|6 4|5", "3|5", "4|5@1"),
    "any tile to open": ("0|5 4|6 1|4 2|3", "", "0|5@0"),
    "0|0 first of all": ("0|0 0|1", "0|6", "0|0@0"),
    "the lower of two arms": ("1|6 6|6", "1|3 3|6@1", "1|6@0"),
    "arm 0 of two equal ends": ("4|5 0|0", "4|4", "4|5@0"),
}


@pytest.mark.parametrize(("hand", "line", "wanted"), CASES.values(), ids=CASES)
def test_choice(hand: str, line: str, wanted: str) -> None:
    """Also where it may draw, which it never does by choice."""
    for boneyard in (14, 3, 2):
        assert does("lightest", a_view(hand, line, boneyard=boneyard)) == wanted


def test_lowest_of_four_arms() -> None:
    """Around a spinner 5|5 with sides 2 and 3, and ends of its own."""
    line = "5|5 2|5@0 3|5@1"
    assert does("lightest", a_view("1|5 6|6", line, preset="all-fives")) == "1|5@2"
    assert does("lightest", a_view("3|4 5|6", line, preset="all-fives")) == "3|4@1"
