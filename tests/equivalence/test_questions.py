"""What policies can ask about a placement, against the naive board, in Python and compiled."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import Any

import numba
import pytest

from simulator.policy import (
    View,
    chance_of_none,
    fits_after,
    lacking,
    lowest_arm,
    new_end,
    place,
    play,
    points,
    possible,
    stuck_chance,
    unseen,
    unseen_of,
)
from simulator.rules import Rules, rules_for
from tests import naive
from tests.equivalence.attentive import attentive
from tests.equivalence.test_transcripts import MODES
from tests.generators import ON_LINES, random_rules, random_seed
from tests.naive import Observation
from tests.naive_trains import TrainsObservation
from tests.views import mask, naive_game, number

Decision = tuple[Rules, Observation, View]


def decisions(rules: Rules, seed: int, game: int) -> list[Decision]:
    """Everything that seats had to decide in a game."""
    found: list[Decision] = []
    policies = [attentive] * rules.players
    naive_game(rules, policies, seed, game, lambda seen, view: found.append((rules, seen, view)))
    return found


@pytest.fixture(scope="module")
def positions() -> list[Decision]:
    """Decisions of games on lines, of every preset and of random rules."""
    chance = random.Random(3)
    tables = [seating.rules() for seating in ON_LINES]
    tables += [rules for _ in range(70) if not (rules := random_rules(chance)).has_trains]
    return [
        one
        for rules in tables
        for one in decisions(rules, random_seed(chance), chance.randrange(1000))
    ]


@pytest.fixture(scope="module")
def on_trains() -> list[tuple[Rules, TrainsObservation, View]]:
    """Decisions of games on trains."""
    chance, found = random.Random(4), list[Any]()
    for players, highest, hand in ((2, 9, 12), (3, 9, 11), (4, 9, 10), (2, 6, 8), (4, 7, 5)):
        rules = rules_for("mexican-train", players, {"set": highest, "hand": hand})
        found += decisions(rules, random_seed(chance), chance.randrange(1000))
    return found


def placed(positions: list[Decision]) -> Iterator[tuple[Decision, naive.Tile, int]]:
    """Every legal placement of every decision."""
    for decision in positions:
        for tile, arm in sorted(decision[1].placements):
            yield decision, tile, arm


def fitting_after(rules: Rules, seen: Observation, tile: naive.Tile, arm: int) -> int:
    """The tiles of the set that show an open value once a tile is on the board."""
    ends = seen.board.play(tile, arm).ends
    return mask(one for one in naive.full_set(rules.set) if set(one) & set(ends))


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A question as compiled policies ask it."""
    made: Callable[..., Any] = numba.njit(lambda view, tile, arm: function(view, tile, arm))
    return made


def test_points(positions: list[Decision]) -> None:
    """The points of a placement are those that the naive engine marks for it."""
    scored = 0
    for (_, seen, view), tile, arm in placed(positions):
        assert points(view, number(tile), arm) == seen.points[tile, arm]
        scored += seen.points[tile, arm] > 0
    assert scored > 100


def test_fits_after(positions: list[Decision]) -> None:
    """The tiles that fit after a placement are those that show an open value of the new board."""
    for (rules, seen, view), tile, arm in placed(positions):
        assert fits_after(view, number(tile), arm) == fitting_after(rules, seen, tile, arm)


def test_fits_after_where_a_spinner_opens(positions: list[Decision]) -> None:
    """The positions include tiles that open a spinner's ends."""
    opening = [
        seen
        for (_, seen, _), tile, arm in placed(positions)
        if not seen.opening
        and len(set(seen.board.play(tile, arm).ends) - {None}) > len(set(seen.ends) - {None})
        and seen.board.spinner
    ]
    assert len(opening) > 20


def test_new_end(positions: list[Decision]) -> None:
    """The value on the other half of the tile; on an empty line there is none."""
    for (_, seen, view), tile, arm in placed(positions):
        if seen.opening:
            with pytest.raises(IndexError, match="the line is empty"):
                new_end(view, number(tile), arm)
        else:
            assert new_end(view, number(tile), arm) == seen.board.play(tile, arm).ends[arm]


def test_placements_that_there_are_not(positions: list[Decision]) -> None:
    """What does not fit an arm is an error of every question about the placement, not a number."""
    asked = 0
    for _, seen, view in positions[::5]:
        for tile in set() if seen.opening else seen.hand:
            for arm, end in enumerate(seen.ends):
                if end is None or end not in tile:
                    asked += 1
                    for question in (new_end, fits_after, points):
                        if view.fives or question is not points:
                            with pytest.raises(
                                IndexError, match="not open" if end is None else "does not show"
                            ):
                                question(view, number(tile), arm)
    assert asked > 500


@pytest.mark.compiled
def test_compiled_questions(positions: list[Decision]) -> None:
    """Compiled, the questions have the same answers."""
    ask_points, ask_fits, ask_end = compiled(points), compiled(fits_after), compiled(new_end)
    for (rules, seen, view), tile, arm in placed(positions):
        assert ask_points(view, number(tile), arm) == seen.points[tile, arm]
        assert ask_fits(view, number(tile), arm) == fitting_after(rules, seen, tile, arm)
        if not seen.opening:
            assert ask_end(view, number(tile), arm) == new_end(view, number(tile), arm)


def fitting_on_trains(rules: Rules, seen: TrainsObservation, tile: naive.Tile, arm: int) -> int:
    """The tiles that the seat could play next; after a double that binds those that cover it."""
    ends, whole = list(seen.ends), naive.full_set(rules.set)
    ends[arm] = sum(tile) - ends[arm]
    covering = [one for one in whole if tile[0] in one and one not in {*seen.line, tile}]
    if naive.is_double(tile) and covering:
        return mask(one for one in whole if tile[0] in one)
    free = {ends[place] for place in {0, 1} | seen.markers} | {ends[arm]}
    return mask(one for one in whole if free & set(one))


@pytest.mark.parametrize("mode", MODES)
def test_on_trains(on_trains: list[Any], mode: bool) -> None:
    """New ends, and what fits after a placement on the own train, the Mexican one, and others'."""
    ask_fits, ask_end = (compiled(fits_after), compiled(new_end)) if mode else (fits_after, new_end)
    for rules, seen, view in on_trains:
        for tile, arm in sorted(seen.placements):
            assert points(view, number(tile), arm) == 0
            assert ask_end(view, number(tile), arm) == sum(tile) - seen.ends[arm]
            wanted = fitting_on_trains(rules, seen, tile, arm)
            assert ask_fits(view, number(tile), arm) == wanted
    placed = [
        (naive.is_double(tile), arm) for _, seen, _ in on_trains for tile, arm in seen.placements
    ]
    assert {(double, arm) for double in (True, False) for arm in range(5)} == set(placed)


def test_lowest_arm(positions: list[Decision], on_trains: list[Any]) -> None:
    """A tile goes to the lowest of the arms that it fits."""
    for _, seen, view in [*positions, *on_trains]:
        for tile in {tile for tile, _ in seen.placements}:
            arm = min(arm for one, arm in seen.placements if one == tile)
            assert lowest_arm(view, number(tile)) == arm
            assert place(view, number(tile)) == play(number(tile), arm)


def test_unseen(positions: list[Decision], on_trains: list[Any]) -> None:
    """What is unseen is neither in the hand nor on the table."""
    for rules, seen, view in [*positions, *on_trains]:
        whole = set(naive.full_set(rules.set))
        assert unseen(view) == mask(whole - seen.hand - seen.line)


# -- what follows about hands -------------------------------------------------------------------


def possibly_held(rules: Rules, seen: Observation, seat: int) -> set[naive.Tile]:
    """The unseen tiles that have no value that a seat lacks."""
    hidden = set(naive.full_set(rules.set)) - seen.hand - seen.line
    return {one for one in hidden if seen.lacks[seat].isdisjoint(one)}


@pytest.mark.parametrize("mode", MODES)
def test_tiles_that_a_seat_may_hold(positions: list[Decision], mode: bool) -> None:
    """Of other seats what is unseen and not known to be lacked; tiles of each value are counted."""
    ask_possible: Callable[..., int] = possible
    ask_lacking: Callable[..., bool] = lacking
    ask_unseen: Callable[..., int] = unseen_of
    if mode:
        ask_possible = numba.njit(lambda view, seat: possible(view, seat))
        ask_lacking, ask_unseen = compiled(lacking), numba.njit(lambda view, v: unseen_of(view, v))
    known = 0
    for rules, seen, view in positions:
        hidden = set(naive.full_set(rules.set)) - seen.hand - seen.line
        for seat in {*range(seen.seats)} - {seen.seat}:
            assert ask_possible(view, seat) == mask(possibly_held(rules, seen, seat))
            known += len(seen.lacks[seat])
        for value in range(10):
            assert ask_unseen(view, value) == sum(value in one for one in hidden)
            for seat in range(seen.seats):
                assert ask_lacking(view, seat, value) is (value in seen.lacks[seat])
    assert known > 200


@pytest.mark.parametrize("mode", MODES)
def test_chance_that_the_next_seat_is_stuck(positions: list[Decision], mode: bool) -> None:
    """All its possible hands by binomials of what fits the ends of the naive board."""
    ask = compiled(stuck_chance) if mode else stuck_chance
    ask_none = compiled(chance_of_none) if mode else chance_of_none
    between = 0
    for (rules, seen, view), tile, arm in placed(positions):
        rival = (seen.seat + 1) % seen.seats
        pool, size = possibly_held(rules, seen, rival), seen.hand_sizes[rival]
        fitting = mask(pool) & fitting_after(rules, seen, tile, arm)
        others = len(pool) - fitting.bit_count()
        wanted = Fraction(comb(others, size), comb(len(pool), size))
        assert ask(view, number(tile), arm) == float(wanted)
        assert ask_none(len(pool), fitting.bit_count(), size) == float(wanted)
        between += 0 < wanted < 1
    assert between > 1000
