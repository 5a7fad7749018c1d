"""`linear`: every term by hand, and each weight alone; all of it together is in `tests/ported`."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.tiles import parse
from strategies import resolve
from strategies.linear import (
    allowed,
    answers,
    arms_after,
    balance,
    counts_after,
    draws,
    open_arms,
    scoring,
    shed,
)
from tests import naive
from tests.strategies.placing import does
from tests.views import a_view, mask, named

Arms = tuple[int, int, int, int]


def arms(*values: int) -> Arms:
    """The masks of what fits some open ends."""
    masks = [mask(one for one in naive.full_set(9) if value in one) for value in values]
    masks += [0] * (4 - len(values))
    return masks[0], masks[1], masks[2], masks[3]


PLACED = {
    # preset, line, tile, arm, ends after it, what the arms count
    "one end": ("all-fives-line", "2|4", "1|2", 0, (1, 4), (1, 4, 0, 0)),
    "the other": ("all-fives-line", "2|4", "4|5", 1, (2, 5), (2, 5, 0, 0)),
    "a double": ("all-fives-line", "2|4", "4|4", 1, (2, 4), (2, 8, 0, 0)),
    "the first tile": ("all-fives-line", "", "2|3", 0, (2, 3), (2, 3, 0, 0)),
    "a double first": ("all-fives", "", "5|5", 0, (5, 5), (10, 10, 0, 0)),
    "a spinner's first side": ("all-fives", "5|5", "2|5", 0, (2, 5), (2, 10, 0, 0)),
    "its second opens its ends": ("all-fives", "5|5 2|5", "3|5", 1, (2, 3, 5, 5), (2, 3, 0, 0)),
    "not the other arm's": ("all-fives", "5|5 2|5", "2|6", 0, (6, 5), (6, 10, 0, 0)),
    "its end": ("all-fives", "5|5 2|5 3|5@1", "0|5", 2, (2, 3, 0, 5), (2, 3, 0, 0)),
    "its last end": ("all-fives", "5|5 2|5 3|5@1", "5|6", 3, (2, 3, 5, 6), (2, 3, 0, 6)),
}


@pytest.mark.parametrize(
    ("preset", "line", "tile", "arm", "ends", "counts"), PLACED.values(), ids=PLACED
)
def test_board_after_a_placement(
    preset: str, line: str, tile: str, arm: int, ends: tuple[int, ...], counts: Arms
) -> None:
    """What fits the arms, and what they count."""
    view = a_view(f"{tile} 0|0", line, preset=preset)
    assert arms_after(view, open_arms(view), parse(tile), arm) == arms(*ends)
    assert counts_after(view, parse(tile), arm) == counts


def test_pips() -> None:
    """`1 + close` times where the next seat holds three tiles or fewer."""
    assert shed(parse("5|6"), 4, 2.0) == 11
    assert shed(parse("5|6"), 3, 2.0) == 33
    assert shed(parse("0|1"), 1, 0.5) == 1.5


def test_balance() -> None:
    """Own less unseen tiles, of each end."""
    left, hidden = named("1|1 1|2 3|4"), named("1|5 3|6 2|3")
    assert balance(left, hidden, arms(1, 3)) == 2 + 1 - (1 + 2)
    assert balance(left, hidden, arms(1, 1)) == 2 + 2 - (1 + 1)
    assert balance(left, hidden, arms(1, 3, 5, 2)) == 2 + 1 + 0 + 1 - (1 + 2 + 1 + 1)


def test_answers() -> None:
    """A tile for every open end."""
    left = named("1|1 3|4")
    assert [answers(left, arms(*ends)) for ends in [(1, 3), (1, 1), (1, 3, 4, 1)]] == [True] * 3
    for ends in [(1, 5), (5, 1), (1, 3, 5, 4), (1, 3, 4, 5)]:
        assert not answers(left, arms(*ends))


def test_draws() -> None:
    """Of 11 tiles in the boneyard, with 2 that fit the fourth is the first on average."""
    assert draws(5, 11, 2) == 4
    assert draws(3, 11, 2) == 3


def test_points_that_a_pool_can_make() -> None:
    """At an open 4: multiples of five with what the other arms count; a double counts twice."""
    pool, four = named("0|4 4|4 1|4 2|3"), arms(4)[0]
    # Others count 5: 0|4 makes 5. 2: 4|4 makes 10. 9: 1|4 makes 10. 1: none, as 4|4 makes 9.
    assert [scoring(pool, four, rest) for rest in (5, 2, 9, 1, 0)] == [5, 10, 10, 0, 0]
    # Others count 12: 4|4 makes 20. 4: 1|4 makes 5, and 4|6 would make 10.
    assert [scoring(pool, four, rest) for rest in (12, 4)] == [20, 5]
    assert scoring(named("4|6 1|4"), four, 4) == 15
    # Ends 4 and 2: 4|4 makes 2 + 8. 2|3 makes 3 + 4. Each tile is held with a chance of 2 in 4.
    assert allowed(pool, 2, arms(4, 2), (4, 2, 0, 0)) == 5.0


def alone(**weights: float) -> str:
    """`linear` with these weights, pips at 1, and no others; it never draws unless told."""
    zeros = {**dict.fromkeys(resolve("linear").values, 0), "draw_from": 99, "draw_many": 99}
    return ":".join(["linear", *(f"{key}={value}" for key, value in {**zeros, **weights}.items())])


TERMS: dict[str, tuple[str, float, str, dict[str, Any], str, str]] = {
    # At ends 1 and 4: weight, its value, hand, the view's fields, and what is played with 9 tiles
    # in the boneyard, then with 2, which nobody can draw. The other seat holds two tiles.
    "lighter at the end": ("close", -2, "1|2 1|6", {}, "1|2@0", "1|2@0"),
    "not yet": ("close", -2, "1|2 1|6", {"hand_sizes": (2, 4, 0, 0)}, "1|6@0", "1|6@0"),
    # 1|2 leaves 2|2, 2|3 and 4|4 that fit, 4|4 the two with a 1.
    "what fits": ("fit", 1000, "1|2 1|6 2|2 2|3 4|4", {}, "1|2@0", "1|2@0"),
    "what fits, dry": ("fit_dry", 1000, "1|2 1|6 2|2 2|3 4|4", {}, "4|4@1", "1|2@0"),
    # Of 2 two are left and 4 unseen, of 6 none and 6.
    "own against unseen": ("ends", 1000, "1|2 1|6 2|2 2|3", {}, "1|2@0", "1|2@0"),
    # The other seat lacks 2 and 4, which 1|2 leaves.
    "stuck": ("stuck", 1000, "1|2 1|6", {"lacks": (0, 0b10100, 0, 0)}, "1|2@0", "1|6@0"),
    "stuck, dry": ("stuck_dry", 1000, "1|2 1|6", {"lacks": (0, 0b10100, 0, 0)}, "1|6@0", "1|2@0"),
    "made to draw": ("wait", 1000, "1|2 1|6", {"lacks": (0, 0b10100, 0, 0)}, "1|2@0", "1|6@0"),
    # 2|4 is left for 2 and 4, or 1|2 for 1 and 2; nothing for 6.
    "an answer to both": ("both", 1000, "1|2 1|6 2|4", {}, "2|4@1", "2|4@1"),
    "a double, dry": ("double_dry", 1000, "1|1 1|6", {}, "1|6@0", "1|1@0"),
    "no points here": ("points", 1000, "1|2 1|6 4|4", {}, "4|4@1", "4|4@1"),
}


@pytest.mark.parametrize(
    ("weight", "value", "hand", "fields", "wet", "dry"), TERMS.values(), ids=TERMS
)
def test_weights(
    weight: str, value: float, hand: str, fields: dict[str, Any], wet: str, dry: str
) -> None:
    """Each alone, at such a value that pips decide between equals only."""
    spec = alone(**{weight: value})
    assert does(spec, a_view(hand, "1|4", boneyard=9)._replace(**fields)) == wet
    assert does(spec, a_view(hand, "1|4", boneyard=2)._replace(**fields)) == dry


def test_weights_of_points() -> None:
    """Where plays score, those of the play and those that it leaves."""
    view = a_view("3|4 4|6", "2|4", preset="all-fives-line")
    assert does(alone(), view) == "4|6@1"
    # 3|4 makes 2 + 3.
    assert does(alone(points=10), view) == "3|4@1"
    # The other seat can only hold 3|3, 3|6 and 6|6. After 4|6 3|6 makes 2 + 3, after 3|4 nothing
    # scores: 3|3 and 3|6 make 2 + 6.
    view = view._replace(lacks=(0, 0b0110111, 0, 0))
    assert does(alone(), view) == "4|6@1"
    assert does(alone(allowed=-10), view) == "3|4@1"


DRAWS = {
    # 7 of 9 tiles can be drawn. After 1|2 at ends 1 and 4 2|2 fits, and 10 unseen tiles do.
    "those that can be drawn": ({}, {}, 7.0),
    "what fits": ({"draw_fit": -1}, {}, 6.0),
    "what is unseen": ({"draw_unseen": 0.1}, {}, 8.0),
    "stuck": ({"draw_stuck": -1}, {"lacks": (0, 0b10100, 0, 0)}, 6.0),
}


@pytest.mark.parametrize(("weights", "fields", "pull"), DRAWS.values(), ids=DRAWS)
@pytest.mark.parametrize(("players", "threshold"), [(2, "draw_from"), (3, "draw_many")])
def test_draws_by_choice(
    weights: dict[str, float], fields: dict[str, Any], pull: float, players: int, threshold: str
) -> None:
    """When the sum is above the threshold for so many seats."""
    view = a_view("1|2 2|2", "1|4", players=players, boneyard=9)._replace(**fields)
    assert does(alone(**weights, **{threshold: pull - 0.01}), view) == "draw"
    assert does(alone(**weights, **{threshold: pull + 0.01}), view) == "1|2@0"


def test_never_draws_by_choice_with_more_seats() -> None:
    """By default."""
    for players, wanted in ((2, "draw"), (3, "1|2@0"), (4, "1|2@0")):
        view = a_view("1|2 0|0", "1|4", players=players, boneyard=13)
        assert does("linear", view) == wanted
