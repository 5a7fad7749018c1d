"""`own-train`: the heaviest tile on the own train, else the heaviest elsewhere."""

from __future__ import annotations

import pytest

from tests.strategies.placing import does
from tests.train_views import a_train_view

# Two seats: ends of the own train, the Mexican train and the other seat's; "+" marks an open train.
CASES = {
    "the own train before a heavier tile": ("1|5 8|9", "5 9 3", "1|5@0"),
    "the heaviest on the own train": ("1|5 4|5 8|9", "5 9 3", "4|5@0"),
    "its own where both fit": ("1|5 0|0", "5 5 3", "1|5@0"),
    "the heaviest elsewhere": ("1|3 8|9 0|0", "5 9 3+", "8|9@1"),
    "others' trains": ("1|3 0|0 7|8", "5 9 3+", "1|3@2"),
    "the Mexican train before others'": ("1|3 0|0", "5 3 3+", "1|3@1"),
}


@pytest.mark.parametrize(("hand", "trains", "wanted"), CASES.values(), ids=CASES)
def test_choice(hand: str, trains: str, wanted: str) -> None:
    """On trains where it may play."""
    assert does("own-train", a_train_view(hand, trains)) == wanted


def test_an_open_double() -> None:
    """Where only another train is open, it covers the double with the heaviest tile."""
    view = a_train_view("1|5 2|9 8|9", "5 9 3", table="9|9", open_double=1)
    assert does("own-train", view) == "8|9@1"
