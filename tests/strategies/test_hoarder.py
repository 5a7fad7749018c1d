"""`hoarder`: draws until `spare` tiles fit, then keeps the most of its own hand playable."""

from __future__ import annotations

import pytest

from tests.strategies.placing import does
from tests.views import a_view

DRAWS = {
    # hand at ends 1 and 4, spare, what it does
    "one fits, two are wanted": ("1|2 0|0", "hoarder", "draw"),
    "two fit": ("1|2 4|4", "hoarder", "4|4@1"),
    "two fit, three are wanted": ("1|2 4|4", "hoarder:spare=3", "draw"),
    "three fit": ("1|2 4|4 1|1", "hoarder:spare=3", "4|4@1"),
    "none is wanted": ("1|2 0|0", "hoarder:spare=0", "1|2@0"),
    "one is wanted": ("1|2 0|0", "hoarder:spare=1", "1|2@0"),
}


@pytest.mark.parametrize(("hand", "spec", "wanted"), DRAWS.values(), ids=DRAWS)
def test_draws_until_enough_tiles_fit(hand: str, spec: str, wanted: str) -> None:
    """Drawing stops as soon as `spare` tiles fit, by default two."""
    assert does(spec, a_view(hand, "1|4", boneyard=9)) == wanted


@pytest.mark.parametrize("preset", ["draw", "draw-100", "block"])
def test_plays_where_it_may_not_draw(preset: str) -> None:
    """With the boneyard at its reserve, or under rules by which one draws only when stuck."""
    view = a_view("1|2 1|3 0|0", "1|4", preset=preset, boneyard=2)
    assert not view.may_draw
    assert does("hoarder:spare=9", view) == "1|3@0"


def test_opener_draws_only_for_more_than_its_hand() -> None:
    """On an empty line every tile fits, so seven are enough for up to seven."""
    hand = "0|0 0|1 2|4 3|3 3|5 4|6 5|6"
    assert does("hoarder:spare=8", a_view(hand)) == "draw"
    assert does("hoarder:spare=7", a_view(hand)) == "5|6@0"


KEEPS = {
    # After 1|2 the tiles 2|2, 2|3 and 4|4 fit, after 1|6 only 4|4, after 4|4 the two with a 1.
    "the most tiles": ("1|2 1|6 2|2 2|3 4|4", "1|4", "1|2@0"),
    # After 1|3 as after 1|6 nothing fits: then the heavier.
    "among equals the heaviest": ("1|3 1|6 2|5", "1|4", "1|6@0"),
    # After 1|5 on arm 1 both ends are 1 and two tiles fit, on arm 0 both are 5 and none does.
    "the better arm": ("1|5 1|3 1|4", "1|2 2|5@1", "1|5@1"),
    # 0|0 never fits, so the arm makes no difference.
    "the lower arm": ("1|5 0|0", "1|2 2|5@1", "1|5@0"),
    # After 6|6 the tiles 2|6 and 3|6 fit, after 2|6 only 2|2, after 3|6 none.
    "a double keeps its end": ("6|6 2|6 3|6 2|2", "0|6", "6|6@1"),
}


@pytest.mark.parametrize(("hand", "line", "wanted"), KEEPS.values(), ids=KEEPS)
def test_keeps_its_hand_playable(hand: str, line: str, wanted: str) -> None:
    """Counted are its other tiles that fit after the placement."""
    assert does("hoarder", a_view(hand, line, boneyard=2)) == wanted


def test_opening() -> None:
    """4|6 leaves 2|4 and 5|6 to play, 5|6 leaves 3|5 and 4|6, the others one: the heavier."""
    assert does("hoarder", a_view("0|0 0|1 2|4 3|5 4|6 5|6", boneyard=2)) == "5|6@0"


def test_counts_the_ends_that_a_spinner_opens() -> None:
    """3|5 covers the second side of 5|5, so that its ends open and 5|6 and 4|5 fit as well."""
    view = a_view("3|5 2|3 5|6 4|5", "5|5 2|5@0", preset="all-fives")
    # 3|5: ends 2, 3, 5, 5: 2|3, 5|6, 4|5. 2|3: ends 3, 5: 3|5, 5|6, 4|5. 5|6: ends 2, 6, 5, 5.
    assert does("hoarder", view) == "5|6@1"
    view = a_view("3|5 2|3 0|5 0|4", "5|5 2|5@0", preset="all-fives")
    # 3|5: 2|3 and 0|5. 2|3: 3|5 and 0|5. 0|5: 3|5, 2|3 and 0|4, by the ends that it opens.
    assert does("hoarder", view) == "0|5@1"
