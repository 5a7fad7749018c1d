"""How many games can be counted: bounds by hand, and bounds that games keep to."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import factorial

import numpy as np
import pytest

import simulator.engine.matchup
from simulator.designs.seatings import chain_applies, mirrored, seatings_for
from simulator.engine import tallies as c
from simulator.engine.limits import capped_rounds, most_games, word_bounds
from simulator.engine.matchup import Matchup
from simulator.engine.tallies import Layout, moments_of
from simulator.rules import Rules, rules_for
from simulator.tiles import pips, whole_set
from strategies import policies
from tests.generators import SEATINGS, Seating, random_rules, random_seed

HIGHEST = 2**63 - 1
SEATED = ("draw-eagerly", "fives", "random", "greedy")


def test_two_who_draw() -> None:
    """The hands of double-six are 168 pips and the rounding of two; a side that has 99 takes all.

    In products a game has 2,147 rounds: 2 * 2147^2 * 10^12 is just below 2^63.
    """
    rules = rules_for("draw", 2)
    assert capped_rounds(rules, 2) == 2147
    assert word_bounds(rules, 2) == {
        "scores": (99 + 172) ** 2,
        "rounds": 172 * 271,
        "leads": 172 * (99 + 99 + 172),
        "groups": 2 * 2147**2,
        "counts": 10_000 * 2 * (28 + 1),
    }


def test_four_alone_at_fives() -> None:
    """Whoever has 149 makes a last play of 48 at most or takes 176; a round can bring all 325."""
    rules = rules_for("all-fives", 4)
    bounds = word_bounds(rules)
    assert bounds["scores"] == (149 + 176) ** 2
    assert bounds["rounds"] == 325**2
    assert bounds["leads"] == 3**2 * 325 * (4 * 149 + 176)
    assert bounds["groups"] == 3037**2
    late = word_bounds(rules_for("all-fives", 4, {"target_check": "round"}))
    assert late["scores"] == (149 + 176 + 28 * 48) ** 2


def test_a_long_goat_in_pairs() -> None:
    """Double-nine has 495 pips; a lone 0|0 marks 1,000, four hands round up by eight."""
    changes = {"teams": True, "set": 9, "target": 100_000, "special_hands": "0|0:1000"}
    rules = rules_for("goat", 4, changes)
    score = 99_999 + 495 + 1000 + 8
    assert word_bounds(rules, 2)["groups"] == 2 * score**2
    assert word_bounds(rules, 2)["leads"] == 1503 * (99_999 + score) * 2
    assert capped_rounds(rules, 2) == 10_000
    assert most_games(rules, 2) == HIGHEST // (4 * score**2) * 2


def test_ten_rounds_of_trains() -> None:
    """Double-nine has 495 pips, three hands may round up by six; in ten rounds all bring 5,010.

    Between two of 55 tiles each of three may pass, and once more after a marker; 55 may be drawn.
    """
    rules = rules_for("mexican-train", 3)
    bounds = word_bounds(rules)
    assert bounds["scores"] == 5010**2
    assert bounds["rounds"] == 501 * 5010
    assert bounds["leads"] == 2**2 * 501 * 5010
    assert bounds["groups"] == 5010**2
    assert bounds["counts"] == 10 * (2 * 3 * 56 + 55)


def test_so_many_rounds_on_a_line() -> None:
    """All Fives at once ends at no target then: four rounds of hands (176) and plays (28 * 48)."""
    rules = rules_for("all-fives", 4, {"rounds": 4, "draw": "once"})
    bounds = word_bounds(rules)
    assert bounds["scores"] == (4 * (176 + 28 * 48)) ** 2
    assert bounds["counts"] == 4 * (4 * 29 + 28)


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_presets_allow_as_many_games_as_can_be_asked_for(seating: Seating) -> None:
    """10^12 of them, in every number of seatings, and whole groups if they are cut into such.

    Ten rounds of trains can come to 5,000 points, whose square is a hundred times as much: 10^10.
    """
    rules = seating.rules()
    for seatings in (1, rules.sides, factorial(rules.sides)):
        assert most_games(rules, seatings) >= (10**10 if rules.has_trains else 10**12)
        assert most_games(rules, seatings) % seatings == 0


def test_hands_hold_no_more_than_the_set() -> None:
    """The widths of the histograms follow from the same numbers: pips counted tile by tile."""
    for highest in range(2, 10):
        rules = rules_for("block", 2, {"set": highest, "hand": 2, "target": 7})
        layout = c.layout_for(rules)
        assert layout.gain_out.bins == pips(whole_set(highest)) + 2 * 2 + 1
        assert layout.score.bins == layout.gain_out.bins + 7


def kinds(layout: Layout, seatings: int) -> list[str]:
    """What bounds each word of a tally."""
    part = ["counts"] * layout.part
    for name, starts in {
        "scores": (c.SCORE_SUM, c.SCORE_SQUARES),
        "rounds": (c.PLAY_POINTS, c.ROUND_SQUARES, *range(c.GAINED, c.GAINED + 16, 4)),
        "leads": (*range(c.LEAD_BY, c.LEAD_BY + 64, 4), *range(c.LEAD_SQUARES_BY, c.COUNTERS, 4)),
    }.items():
        for start in starts:
            part[start : start + 4] = [name] * 4
    for histogram in (layout.drawn_lead, layout.drawn_lead_squares):
        size = histogram.rows * histogram.bins
        part[histogram.start : histogram.start + size] = ["leads"] * size
    groups = ["groups"] * layout.moments.rows**2
    return part * seatings + groups + ["counts"] * (layout.mirrored.rows * layout.mirrored.bins)


def assert_bounded(rules: Rules, every_order: bool, seed: int, games: range) -> dict[str, float]:
    """Play groups one by one; the largest share of its bound that a word of each kind reached."""
    seatings = seatings_for(rules, every_order)
    chosen = policies(*SEATED[: rules.sides])
    matchup = Matchup(rules, chosen, seatings, mirrored=chain_applies(rules, chosen))
    bounds = word_bounds(rules, len(seatings))
    kind = kinds(matchup.layout, len(seatings))
    most = np.array([bounds[name] for name in kind], dtype=float)
    most[matchup.layout.moments.start :] *= len(seatings)  # the rest is of single games
    reached = dict.fromkeys(bounds, 0.0)
    for game in games:
        shares = np.abs(matchup.play(seed, game, game + 1).tally) / most
        for name in bounds:
            largest = float(shares[np.array(kind) == name].max())
            reached[name] = max(reached[name], largest)
    assert max(reached.values()) <= 1, (rules, reached)
    return reached


@pytest.mark.parametrize("lot", range(4))
def test_no_game_adds_more_than_its_bound(lot: int) -> None:
    """Random rules of every preset, in pairs too, special hands, all orders of three."""
    chance = random.Random(lot)
    for _ in range(8):
        rules = random_rules(chance)
        every_order = rules.sides == 3
        seed = random_seed(chance)
        assert_bounded(mirrored(rules), every_order, seed, range(10))


def test_bounds_are_not_wasteful() -> None:
    """A single round comes within a quarter of what a score, a round and a lead can be."""
    rules = rules_for("block", 2, {"target": 1, "set": 2, "hand": 3, "block_gain": "gross"})
    reached = assert_bounded(mirrored(rules), False, 0, range(200))
    assert min(reached[name] for name in ("scores", "rounds", "leads")) >= 1 / 4**2


@pytest.fixture
def capped(monkeypatch: pytest.MonkeyPatch) -> Callable[[Rules, int], Matchup]:
    """Matchups whose games count so many rounds in products."""

    def make(rules: Rules, rounds: int) -> Matchup:
        monkeypatch.setattr(simulator.engine.matchup, "capped_rounds", lambda *_: rounds)
        return Matchup(rules, policies("greedy", "random"), seatings_for(rules))

    return make


def test_rounds_are_capped_in_products_alone(capped: Callable[[Rules, int], Matchup]) -> None:
    """Sums are of all rounds; squares are of vectors whose rounds are cut off at two games' cap."""
    rules = mirrored(rules_for("draw", 2))
    free, short = capped(rules, 10_000), capped(rules, 4)
    expected = np.zeros((8, 8), dtype=np.int64)
    cut = 0
    for group in range(40):
        vector = moments_of(free.layout, free.play(3, group, group + 1).tally)[0]
        clipped = np.concatenate([vector[:5], np.minimum(vector[5:], 2 * 4)])
        cut += int((vector != clipped).sum())
        product = np.outer(clipped, clipped)
        product[0] = product[:, 0] = vector
        expected += product
    assert cut > 40
    assert (moments_of(short.layout, short.play(3, 0, 40).tally) == expected).all()
