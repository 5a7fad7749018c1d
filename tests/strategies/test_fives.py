"""`fives`: the highest immediate score, then the heaviest tile, then the lowest arm."""

from __future__ import annotations

import pytest

from tests.strategies.placing import does
from tests.views import a_view

CASES = {
    # At ends 2 and 4: 4|4 makes 2 + 8, 3|4 makes 5, 4|6 makes 8.
    "the highest score": ("4|4 3|4 4|6", "2|4", "4|4@1"),
    "a score before pips": ("3|4 4|6 2|2", "2|4", "3|4@1"),
    # 4|6 makes 8, 2|6 makes 10, though both have a 6.
    "the end that it leaves": ("4|6 2|6", "2|4", "2|6@0"),
    "no score, the heaviest": ("1|4 2|5 0|0", "2|4", "2|5@0"),
    # 3|4 makes 2 + 3, 1|2 makes 1 + 4, both five.
    "equal scores, the heaviest": ("3|4 1|2", "2|4", "3|4@1"),
    # At ends 5 and 1: 1|5 on arm 0 leaves 1 and 1, on arm 1 leaves 5 and 5.
    "the arm that scores": ("1|5 6|6", "2|3 2|5@0 1|3@1", "1|5@1"),
    # Ends 3 and 3: 3|6 leaves 6 and 3 on either arm, neither scores.
    "the lower arm": ("3|6 0|0", "1|3 1|2@0 2|3@0", "3|6@0"),
    # A double at an end counts both halves: at 3|3 and 4, 4|6 makes 6 + 6; 4|4 makes 6 + 8.
    "doubles count twice": ("4|6 2|4 0|4", "3|4 3|3@0", "4|6@1"),
    # Opening: the tile's own pips, 5|5 is ten.
    "ten to open": ("4|4 5|6 5|5 2|3", "", "5|5@0"),
    "4|6 and 5|5 are ten, the heavier number": ("4|6 5|5", "", "5|5@0"),
    "five to open": ("6|6 5|6 0|5", "", "0|5@0"),
}


@pytest.mark.parametrize(("hand", "line", "wanted"), CASES.values(), ids=CASES)
def test_choice_on_a_line(hand: str, line: str, wanted: str) -> None:
    """Two ends."""
    assert does("fives", a_view(hand, line, preset="all-fives-line")) == wanted


SPINNER = {
    # 5|5 with 2 and 3 at its sides: 5|6 on arm 2 makes 11, 4|5 on arm 2 makes 9, 0|5 makes 5.
    "an end of the spinner": ("5|6 4|5 0|5", "5|5 2|5@0 3|5@1", "0|5@2"),
    # Then 5|6 at arm 2: 4|5 on arm 3 makes 2 + 3 + 6 + 4, which is 15.
    "four arms": ("4|5 6|6", "5|5 2|5@0 3|5@1 5|6@2", "4|5@3"),
    # Covering the second side of 5|5 silences it: 3|5 makes 2 + 3; 2|6 leaves 10 + 6.
    "the spinner's second side": ("3|5 2|6 1|5", "5|5 2|5@0", "3|5@1"),
}


@pytest.mark.parametrize(("hand", "line", "wanted"), SPINNER.values(), ids=SPINNER)
def test_choice_around_a_spinner(hand: str, line: str, wanted: str) -> None:
    """Four arms."""
    assert does("fives", a_view(hand, line, preset="all-fives")) == wanted


@pytest.mark.parametrize("boneyard", [14, 2])
def test_without_points_as_greedy(boneyard: int) -> None:
    """Where plays do not score it sheds the heaviest tile, and never draws by choice."""
    view = a_view("3|4 4|6 4|4", "2|4", boneyard=boneyard)
    assert does("fives", view) == "4|6@1"
