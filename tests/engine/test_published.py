"""Facts about the game `draw` that were measured elsewhere: rates to be met, not merely kept.

A rate agrees if it lies within its own four standard errors and the figure's: half a unit of the
last digit that is stated, or four of its standard errors where one is stated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from simulator.engine import tallies as c
from simulator.engine.matchup import Matchup
from simulator.engine.position import BLOCKED, VOID
from simulator.engine.tallies import Tally
from simulator.policy import DRAW, Policy, View, place, policy
from simulator.rules import rules_for
from simulator.tiles import count, heaviest, lightest, pips_of, tiles_with_pips
from strategies import policies

pytestmark = pytest.mark.compiled

SEED = 31
GREEDY, RANDOM, LIGHTEST = policies("greedy", "random", "lightest")
EAGER, HOARDER = policies("draw-eagerly", "hoarder:spare=3")


@dataclass(frozen=True)
class Figure:
    """A published rate and how far it may be from the truth."""

    rate: float
    within: float

    def agrees(self, counted: int, trials: int) -> None:
        """Assert that a count out of independent trials agrees."""
        found = counted / trials
        error = math.sqrt(self.rate * (1 - self.rate) / trials)
        assert abs(found - self.rate) < self.within + 4 * error, (found, self.rate, error)


def percent(stated: float, within: float) -> Figure:
    """A figure in percent."""
    return Figure(stated / 100, within / 100)


def played(seats: Sequence[Policy], games: int) -> Tally:
    """The tally of games of `draw`."""
    return Matchup(rules_for("draw", len(seats)), seats).play(SEED, 0, games).tally


def rounds(tally: Tally, *outcomes: int) -> int:
    """Rounds that ended in one of these ways, by default in any."""
    by_outcome = tally[c.ROUNDS_BY : c.ROUNDS_BY + 16].reshape(4, 4)
    return int(by_outcome[list(outcomes or range(4))].sum())


def opener_leads(tally: Tally, mean: float, within: float) -> None:
    """Assert by how many points a round the opening seat leads the other, on average."""
    sums, squares = (
        sum(int(tally[start + 16 * outcome + 5 * seat]) for outcome in range(4) for seat in (0, 1))
        for start in (c.LEAD_BY, c.LEAD_SQUARES_BY)
    )
    number = rounds(tally)
    found = sums / number
    error = math.sqrt((squares / number - found**2) / number)
    assert abs(found - mean) < within + 4 * error, (found, error)


# -- rounds for two ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def greedy() -> Tally:
    """Greedy against itself."""
    return played([GREEDY, GREEDY], 300_000)


@pytest.fixture(scope="module")
def random() -> Tally:
    """Random against itself."""
    return played([RANDOM, RANDOM], 300_000)


def test_blocked_rounds_of_greedy(greedy: Tally) -> None:
    """23.1 % of the rounds of two greedy players are blocked."""
    percent(23.1, 0.05).agrees(rounds(greedy, BLOCKED, VOID), rounds(greedy))


def test_blocked_rounds_of_random(random: Tally) -> None:
    """Of two random players 23.1 % too."""
    percent(23.1, 0.05).agrees(rounds(random, BLOCKED, VOID), rounds(random))


def test_void_rounds_of_random(random: Tally) -> None:
    """Half a percent ends with equal lowest hands."""
    percent(0.5, 0.05).agrees(rounds(random, VOID), rounds(random))


def test_random_opener(random: Tally) -> None:
    """Who opens wins 53.4 % of the rounds."""
    won = int(random[c.ROUNDS_OPENED_WON : c.ROUNDS_OPENED_WON + 2].sum())
    percent(53.4, 0.05).agrees(won, rounds(random))


def test_first_opener_of_greedy(greedy: Tally) -> None:
    """Who opens first wins 50.2 % of the games; opening is worth 0.7 to 0.85 points a round."""
    won = int(greedy[c.GAMES_OPENED_WON : c.GAMES_OPENED_WON + 2].sum())
    percent(50.2, 0.05).agrees(won, 300_000)
    opener_leads(greedy, (0.7 + 0.85) / 2, (0.85 - 0.7) / 2 + 0.005)


def test_first_opener_of_draw_eagerly() -> None:
    """Who draws all it may wins 33.9 % of the games that it opens, and loses 30.6 points by it."""
    tally = played([EAGER, EAGER], 100_000)
    won = int(tally[c.GAMES_OPENED_WON : c.GAMES_OPENED_WON + 2].sum())
    percent(33.9, 0.05).agrees(won, 100_000)
    opener_leads(tally, -30.6, 0.05)


# -- games against greedy ----------------------------------------------------------------------


@policy("lightest-low", summary="fewest pips, among equal pips the higher low half")
def lightest_other_tie(view: View, params: Any) -> int:
    """Place a lightest tile; of several the last one that `lightest` would choose."""
    equals = view.playable & tiles_with_pips(pips_of(lightest(view.playable)))
    return place(view, heaviest(equals))


@policy("three-then-greedy", summary="draws until three tiles fit, then the heaviest")
def three_then_greedy(view: View, params: Any) -> int:
    """Draw by choice until three tiles fit."""
    if view.may_draw and count(view.playable) < 3:
        return DRAW
    return place(view, heaviest(view.playable))


def wins_among_greedy(one: Policy, seats: int, games: int) -> tuple[int, int]:
    """Games that a policy wins among greedy ones from all seats, on the same deals, and games."""
    wins = 0
    for seat in range(seats):
        others = [GREEDY] * seats
        others[seat] = one
        wins += int(played(others, games)[c.WINS + seat])
    return wins, games * seats


@pytest.mark.parametrize(
    ("seats", "figure"),
    [(2, percent(35.0, 4 * 0.2)), (3, percent(24.5, 0.05)), (4, percent(20.1, 0.05))],
)
def test_random_among_greedy(seats: int, figure: Figure) -> None:
    """Chance wins 35.0, 24.5 and 20.1 % at tables of two, three and four."""
    figure.agrees(*wins_among_greedy(RANDOM, seats, 120_000))


@pytest.mark.parametrize(
    ("seats", "figure"),
    [(2, percent(22.7, 4 * 0.2)), (3, percent(17.7, 0.05)), (4, percent(15.8, 0.05))],
)
def test_lightest_among_greedy(seats: int, figure: Figure) -> None:
    """Shedding the fewest pips wins 22.7, 17.7 and 15.8 %.

    Which of several lightest tiles was meant is not said, and it makes half a percent: the figures
    lie between the two ways to choose.
    """
    games = 120_000 * seats
    rates = sorted(
        wins_among_greedy(one, seats, 120_000)[0] / games for one in (LIGHTEST, lightest_other_tie)
    )
    slack = figure.within + 4 * math.sqrt(figure.rate * (1 - figure.rate) / games)
    assert rates[0] - slack < figure.rate < rates[1] + slack
    assert rates[1] - rates[0] < 0.01


def test_draw_eagerly_against_greedy() -> None:
    """Whoever draws all it may all but never wins: 0.0 %."""
    wins, games = wins_among_greedy(EAGER, 2, 150_000)
    assert wins / games < 0.0005


def test_drawing_for_choice_against_greedy() -> None:
    """Who draws until three tiles fit and then plays as greedy wins 0.02 %."""
    percent(0.02, 0.005).agrees(*wins_among_greedy(three_then_greedy, 2, 200_000))


def test_hoarder_against_greedy() -> None:
    """Keeping its hand playable does not save a hoarder either."""
    wins, games = wins_among_greedy(HOARDER, 2, 50_000)
    assert wins / games < 0.01
