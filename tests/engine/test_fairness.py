"""Fair deals and fair lots: exact combinatorics against many deals of the engine's streams.

Everything is seeded, so these tests have one outcome; the limits are such that a fair engine would
miss one of them with another seed about once in a thousand times.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from math import comb

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom, chi2_contingency, chisquare

from simulator.engine import tallies as c
from simulator.engine.matchup import Matchup
from simulator.engine.rulebook import deck_order
from simulator.rng import LOT, game_key, pick, random_word, round_key, shuffle
from simulator.rules import rules_for
from simulator.tiles import lightest, name, one
from simulator.transcript import deck_of
from strategies import policies

pytestmark = pytest.mark.compiled

DEALS = 400_000
RARE = 1e-5
TILES = [(low, high) for high in range(7) for low in range(high + 1)]
ORDER = deck_order(rules_for("draw", 2))
HALVES = np.array([[int(half) for half in name(lightest(m)).split("|")] for m in ORDER])


@numba.njit
def _deal_many(seed, deals, order, decks, lots):  # type: ignore[no-untyped-def]
    deck = np.zeros(28, np.int64)
    for game in range(deals):
        key = round_key(game_key(seed, game), 0)
        shuffle(deck, 28, key, order)
        for place in range(28):
            for number in range(28):
                if order[number] == deck[place]:
                    decks[game, place] = number
        for seats in range(2, 5):
            lots[game, seats - 2] = pick(random_word(key, LOT, 0), seats)


@pytest.fixture(scope="module")
def dealt() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Decks of many games' first rounds, as places in `ORDER`; and lots among 2, 3, 4 seats."""
    decks, lots = np.zeros((DEALS, 28), np.int8), np.zeros((DEALS, 3), np.int8)
    _deal_many(2024, DEALS, np.array(ORDER), decks, lots)
    return decks, lots


@pytest.fixture(scope="module")
def decks(dealt: tuple[NDArray[np.int8], NDArray[np.int8]]) -> NDArray[np.int8]:
    """The decks alone."""
    return dealt[0]


def assert_share(found: float, exact: Fraction | float, number: int = DEALS) -> None:
    """Within four standard errors of a probability."""
    error = math.sqrt(float(exact * (1 - exact)) / number)
    assert abs(found - float(exact)) < 4 * error, (found, float(exact), error)


def test_decks_are_those_that_are_played(decks: NDArray[np.int8]) -> None:
    """The decks looked at here are the decks of transcripts."""
    rules = rules_for("draw", 2)
    for game in range(0, DEALS, DEALS // 50):
        wanted = [one(tile) for tile in deck_of(rules, 2024, game, 0)]
        assert [ORDER[number] for number in decks[game]] == wanted
    assert (np.sort(decks, axis=1) == np.arange(28)).all()


# -- hands -------------------------------------------------------------------------------------


def test_hands_without_a_double(decks: NDArray[np.int8]) -> None:
    """Seven of the 21 other tiles: C(21, 7) / C(28, 7) = 0.098206."""
    exact = Fraction(comb(21, 7), comb(28, 7))
    assert round(float(exact), 6) == 0.098206
    doubles = HALVES[:, 0] == HALVES[:, 1]
    for hand in (decks[:, :7], decks[:, 7:14], decks[:, 21:]):
        assert_share((~doubles[hand].any(axis=1)).mean(), exact)


def test_numbers_of_doubles(decks: NDArray[np.int8]) -> None:
    """Doubles in a hand are hypergeometric."""
    doubles = (HALVES[:, 0] == HALVES[:, 1])[decks[:, :7]].sum(axis=1)
    exact = [Fraction(comb(7, n) * comb(21, 7 - n), comb(28, 7)) for n in range(8)]
    assert sum(exact) == 1
    counts = np.bincount(doubles, minlength=8)
    few = [*counts[:5].tolist(), counts[5:].sum()]
    wanted = [float(p) * DEALS for p in exact]
    assert chisquare(few, [*wanted[:5], sum(wanted[5:])]).pvalue > RARE


def test_pips_of_a_hand(decks: NDArray[np.int8]) -> None:
    """Seven tiles without replacement: mean 7 x 6 = 42, variance 7 x 9 x 21/27 = 49."""
    pips = np.array([low + high for low, high in TILES])
    mean = Fraction(int(pips.sum()), 28)
    spread = Fraction(int((pips**2).sum()), 28) - mean**2
    variance = 7 * spread * Fraction(28 - 7, 28 - 1)
    assert 7 * mean == 42
    assert variance == 49
    hands = HALVES.sum(axis=1)[decks[:, :7]].sum(axis=1)
    assert abs(hands.mean() - 42) < 4 * 7 / math.sqrt(DEALS)
    fourth = ((hands - 42.0) ** 4).mean()
    error = math.sqrt((fourth - 49**2) / DEALS)
    assert abs(((hands - 42.0) ** 2).mean() - 49) < 4 * error


def hands_with_all_values() -> int:
    """Sets of seven tiles that show all seven values, by inclusion and exclusion over the values.

    Without k given values there are (7 - k)(8 - k) / 2 tiles left.
    """
    return sum((-1) ** k * comb(7, k) * comb((7 - k) * (8 - k) // 2, 7) for k in range(8))


def test_hands_with_all_values(decks: NDArray[np.int8]) -> None:
    """All seven values are on the tiles of 0.42314 of the hands."""
    exact = Fraction(hands_with_all_values(), comb(28, 7))
    assert round(float(exact), 5) == 0.42314
    values = (1 << HALVES[:, 0]) | (1 << HALVES[:, 1])
    seen = np.bitwise_or.reduce(values[decks[:, :7]], axis=1)
    assert_share((seen == 127).mean(), exact)


def test_counting_of_values_by_hand() -> None:
    """The formula above, for a smaller set, against all its hands: values 0 to 3, three tiles."""
    small = [(low, high) for high in range(4) for low in range(high + 1)]
    seen = sum(
        len({half for tile in hand for half in tile}) == 4 for hand in combinations(small, 3)
    )
    formula = sum((-1) ** k * comb(4, k) * comb((4 - k) * (5 - k) // 2, 3) for k in range(5))
    assert formula == seen


# -- decks -------------------------------------------------------------------------------------


def test_every_tile_is_everywhere(decks: NDArray[np.int8]) -> None:
    """Each of 28 tiles at each of 28 places equally often; rows and columns leave 27 x 27 free."""
    counts = np.zeros((28, 28), np.int64)
    for place in range(28):
        counts[:, place] = np.bincount(decks[:, place], minlength=28)
    statistic = ((counts - DEALS / 28) ** 2 / (DEALS / 28)).sum()
    # Given its margins a table of places is a random doubly stochastic one: 27 x 27 degrees.
    assert 729 - 5 * math.sqrt(2 * 729) < statistic * 27 / 28 < 729 + 5 * math.sqrt(2 * 729)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (6, 7), (8, 9), (13, 14), (0, 27), (26, 27)])
def test_pairs_of_places_are_even(decks: NDArray[np.int8], first: int, second: int) -> None:
    """All 28 x 27 pairs of tiles are as likely at two places, where words of bits change too."""
    pairs = np.bincount(decks[:, first].astype(int) * 28 + decks[:, second], minlength=784)
    counts = pairs.reshape(28, 28)
    assert not counts.diagonal().any()
    assert chisquare(counts[~np.eye(28, dtype=bool)]).pvalue > RARE


def test_games_are_independent(decks: NDArray[np.int8]) -> None:
    """The first tile of a game tells nothing about the next game's, in either order of seats."""
    first = decks[:, 0].astype(int)
    pairs = np.bincount(first[:-1] * 28 + first[1:], minlength=784).reshape(28, 28)
    assert chi2_contingency(pairs).pvalue > RARE


# -- lots --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_lots(dealt: tuple[NDArray[np.int8], NDArray[np.int8]], seats: int) -> None:
    """A lot falls on each seat alike, whatever was dealt and whatever the lot before."""
    decks, lots = dealt
    lot = lots[:, seats - 2].astype(int)
    assert chisquare(np.bincount(lot, minlength=seats)).pvalue > RARE
    for place in (0, 7, 27):
        table = np.bincount(decks[:, place].astype(int) * seats + lot, minlength=28 * seats)
        assert chi2_contingency(table.reshape(28, seats)).pvalue > RARE
    after = np.bincount(lot[:-1] * seats + lot[1:], minlength=seats * seats)
    assert chi2_contingency(after.reshape(seats, seats)).pvalue > RARE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_openers(seats: int) -> None:
    """Every seat opens as many games as the others, and the openers are the lots."""
    matchup = Matchup(rules_for("draw", seats), policies(*["greedy"] * seats))
    rows = matchup.play(2024, 0, 60_000, keep_rows=True).rows
    assert rows is not None
    openers = rows[:, 0, 0]
    assert chisquare(np.bincount(openers, minlength=seats)).pvalue > RARE
    lots = [
        pick(random_word(round_key(game_key(2024, game), 0), LOT, 0), seats) for game in range(500)
    ]
    assert openers[:500].tolist() == lots


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", ["draw", "all-fives"])
@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_equal_policies_win_equally(policy: str, preset: str, seats: int) -> None:
    """No seat is better than another: wins differ by chance only."""
    games = 60_000
    matchup = Matchup(rules_for(preset, seats), policies(*[policy] * seats))
    tally = matchup.play(5, 0, games).tally
    wins = tally[c.WINS : c.WINS + seats]
    assert wins.sum() == games
    assert chisquare(wins).pvalue > RARE
    opened = tally[c.GAMES_OPENED : c.GAMES_OPENED + seats]
    for count in opened:
        assert RARE < binom.cdf(count, games, 1 / seats) < 1 - RARE
