"""`longest-train`: keeps the longest train of its hand, dumps what it does not need."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from strategies.longest_train import longest
from tests import naive
from tests.naive import Tile
from tests.strategies.placing import does
from tests.train_views import a_train_view
from tests.views import NUMBERED, mask, named

CASES = {
    # 3|5 1|3 1|1 1|4 is longer than 5|8, which fits the own train too.
    "dumps what the plan does not need": ("3|5 1|3 1|1 1|4 5|8", "5 8 2", "5|8@1"),
    "lays the plan where nothing can be dumped": ("3|5 1|3 1|1 5|8", "5 7 2", "3|5@0"),
    "of equally long ones the heaviest": ("3|5 5|8 0|0", "5 7 2", "5|8@0"),
    "not the heaviest first if that ends the train": ("5|8 3|5 3|4", "5 7 2", "3|5@0"),
    "dumps on others' trains": ("3|5 1|3 2|9", "5 7 2+", "2|9@2"),
    "with its marker up the plan first": ("3|5 1|3 2|9", "5+ 7 2+", "3|5@0"),
    "without a plan the heaviest elsewhere": ("2|9 2|4 7|7", "5 7 2+", "7|7@1"),
}


@pytest.mark.parametrize(("hand", "trains", "wanted"), CASES.values(), ids=CASES)
def test_choice(hand: str, trains: str, wanted: str) -> None:
    """On trains where it may play."""
    assert does("longest-train", a_train_view(hand, trains)) == wanted


def test_plan_that_has_to_be_broken() -> None:
    """A double is open elsewhere, and only a tile of the plan covers it."""
    view = a_train_view("3|5 3|7 6|6", "5 7 2", table="7|7", open_double=1)
    assert does("longest-train", view) == "3|7@1"


def trains(hand: frozenset[Tile], end: int) -> Iterator[tuple[Tile, ...]]:
    """All trains that a hand can lay from an end, by trying all."""
    for tile in hand:
        if end in tile:
            yield (tile,)
            for more in trains(hand - {tile}, sum(tile) - end):
                yield (tile, *more)


@pytest.mark.parametrize("depth", [2, 4, 10])
def test_search_is_exact(depth: int) -> None:
    """No train of so many tiles at most is longer, nor heavier at the same length."""
    chance = random.Random(depth)
    for _ in range(60):
        hand = frozenset(chance.sample(naive.full_set(9), 8))
        end = chance.randrange(10)
        found = [train for train in trains(hand, end) if len(train) <= depth]
        plan, first = longest(mask(hand), end, depth)
        if not found:
            assert (plan, first) == (0, -1)
            continue
        best = max((len(train), sum(map(sum, train))) for train in found)
        laid = [train for train in found if mask(train) == plan]
        assert (len(laid[0]), sum(map(sum, laid[0]))) == best
        assert NUMBERED[first] in {train[0] for train in laid}


def test_nothing_to_lay() -> None:
    """No tile fits, or none may be laid."""
    assert longest(named("1|2 3|4"), 5, 10) == (0, -1)
    assert longest(named("1|2 3|4"), 2, 0) == (0, -1)
