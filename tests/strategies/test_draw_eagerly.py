"""`draw-eagerly`: draws whatever the rules let it draw, then plays as `greedy`."""

from __future__ import annotations

import pytest

from tests.strategies.placing import does
from tests.views import a_view


@pytest.mark.parametrize("hand", ["1|2", "1|2 1|3 1|4 1|5 1|6 4|4 4|5", "0|0 0|1 1|1"])
def test_draws_while_it_may(hand: str) -> None:
    """However many of its tiles fit."""
    for boneyard in (14, 9, 3):
        assert does("draw-eagerly", a_view(hand, "1|4", boneyard=boneyard)) == "draw"


def test_draws_before_it_opens() -> None:
    """Also as the opener, where the rules allow that."""
    assert does("draw-eagerly", a_view("0|0 0|1 5|6")) == "draw"
    view = a_view("0|0 0|1 5|6", preset="draw-100")
    assert not view.may_draw
    assert does("draw-eagerly", view) == "5|6@0"


CASES = {
    "the heaviest": ("1|2 1|6 0|5 6|6", "1|5", "1|6@0"),
    "5|5 before 4|6": ("4|6 5|5 1|2", "5|6", "5|5@0"),
    "the lower of two arms": ("1|6 0|0", "1|3 3|6@1", "1|6@0"),
}


@pytest.mark.parametrize(("hand", "line", "wanted"), CASES.values(), ids=CASES)
def test_then_plays_as_greedy(hand: str, line: str, wanted: str) -> None:
    """With only the reserve left, or where a seat draws only when it is stuck."""
    assert does("draw-eagerly", a_view(hand, line, boneyard=2)) == wanted
    assert does("draw-eagerly", a_view(hand, line, preset="draw-100", boneyard=9)) == wanted
