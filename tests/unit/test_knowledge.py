"""What a seat concludes about hands that it does not see: counts, and chances by enumeration."""

from __future__ import annotations

import doctest
import itertools
from fractions import Fraction

import pytest

from simulator import knowledge
from simulator.policy import View, chance_of_none, lacking, possible, stuck_chance, unseen_of
from simulator.tiles import parse
from tests import naive
from tests.naive import Tile
from tests.views import a_view, mask, named


def test_examples() -> None:
    """Those of the module come to what they say."""
    names = {"a_view": a_view, "parse": parse}
    found = doctest.testmod(knowledge, extraglobs=names)
    assert found.failed == 0
    assert found.attempted >= 10


def test_unseen_tiles_by_value() -> None:
    """Seven of each, less those in hand or on the line; of a double-nine set ten."""
    view = a_view("0|0 0|1 5|6", "2|6 6|6@1")
    assert [unseen_of(view, value) for value in range(7)] == [5, 6, 6, 7, 7, 6, 4]
    assert [unseen_of(view, value) for value in (7, 8, 9)] == [0, 0, 0]
    with pytest.raises(IndexError, match="10 is no value"):
        unseen_of(view, 10)


def test_tiles_that_a_seat_may_hold() -> None:
    """Without those of the values that it lacks; the other seats' are their own."""
    view = a_view("0|0 0|1 5|6", "2|6", players=3)
    view = view._replace(lacks=(0, 0b1000100, 0b0000001, 0))
    unseen = set(naive.full_set()) - {(0, 0), (0, 1), (5, 6), (2, 6)}
    assert possible(view, 1) == mask(one for one in unseen if 2 not in one and 6 not in one)
    assert possible(view, 2) == mask(one for one in unseen if 0 not in one)
    assert [lacking(view, 1, value) for value in range(7)] == [
        value in (2, 6) for value in range(7)
    ]
    assert [lacking(view, 2, value) for value in range(7)] == [value == 0 for value in range(7)]


def test_every_chance_of_none() -> None:
    """All hands that there are, with exact fractions: one product of quotients after another."""
    for tiles in range(56):
        for fitting in range(tiles + 1):
            chance = Fraction(1)
            for size in range(tiles + 2):
                assert chance_of_none(tiles, fitting, size) == float(chance)
                chance *= Fraction(max(0, tiles - fitting - size), max(1, tiles - size))


@pytest.mark.parametrize(
    "numbers", [(5, 6, 1), (5, -1, 1), (56, 1, 1), (-1, 0, 0), (5, 2, -1)], ids=str
)
def test_no_such_hand(numbers: tuple[int, int, int]) -> None:
    """More fit than there are, or a number below 0 or above the largest set's."""
    with pytest.raises(IndexError, match="no such hand"):
        chance_of_none(*numbers)


def stuck_by_enumeration(view: View, pool: set[Tile], size: int, ends: set[int]) -> Fraction:
    """The share of all hands of a size that have no tile with one of the ends."""
    hands = list(itertools.combinations(sorted(pool), size))
    return Fraction(sum(all(ends.isdisjoint(t) for t in hand) for hand in hands), len(hands))


STUCK = {
    # hand, line, placement, ends after it
    "an end of two": ("1|2 6|6", "1|3", ("1|2", 0), {2, 3}),
    "the other end": ("1|2 3|5 6|6", "1|3", ("3|5", 1), {1, 5}),
    "a double": ("1|1 6|6", "1|3", ("1|1", 0), {1, 3}),
    "the first tile": ("1|2 6|6", "", ("1|2", 0), {1, 2}),
}


@pytest.mark.parametrize(("hand", "line", "played", "ends"), STUCK.values(), ids=STUCK)
@pytest.mark.parametrize("lacks", [set[int](), {3}, {2, 5}], ids=str)
def test_stuck_by_enumeration(
    hand: str, line: str, played: tuple[str, int], ends: set[int], lacks: set[int]
) -> None:
    """Every hand that the next seat may have, of two tiles, or of three of four seats."""
    for players, size in ((2, 2), (4, 3)):
        view = a_view(hand, line, players=players)
        bits = sum(1 << value for value in lacks)
        view = view._replace(lacks=(127, bits, 127, 127), hand_sizes=(2, size, 9, 9))
        pool = {
            one
            for one in naive.full_set()
            if mask([one]) & (named(hand) | named(line)) == 0 and lacks.isdisjoint(one)
        }
        wanted = stuck_by_enumeration(view, pool, size, ends)
        assert stuck_chance(view, parse(played[0]), played[1]) == float(wanted)


def test_stuck_after_the_last_seat_comes_the_first() -> None:
    """Seat 0 follows the last one, and the own seat's lacks do not matter."""
    view = a_view("1|2 6|6", "1|3", players=3)._replace(seat=2, lacks=(4, 0, 4, 0))
    assert stuck_chance(view, parse("1|2"), 0) == 91 / 171
