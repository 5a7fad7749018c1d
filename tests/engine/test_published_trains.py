"""Facts about Mexican Train, greedy in every seat, that an independent simulator measured.

A figure agrees if it lies within four standard errors, its own and ours together.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from simulator.engine import tallies as c
from simulator.engine.matchup import Matchup
from simulator.engine.position import BLOCKED, VOID
from simulator.rules import rules_for
from strategies import policies

pytestmark = pytest.mark.compiled

GAMES = 3_000
# By seats: blocked and void rounds, void ones (shares); turns, draws a round, penalty a seat.
KNOWN = {
    2: ((0.386, 0.0061), (53.14, 19.86, 18.64)),
    3: ((0.247, 0.0105), (50.88, 13.72, 14.50)),
    4: ((0.124, 0.0063), (51.79, 10.73, 13.13)),
}
ERRORS = (0.0014, 0.0003), (0.05, 0.03, 0.03)
"""Standard errors of these figures."""
SPREADS = {2: (17.4, 10.3, 11.7), 3: (12.8, 6.3, 6.9), 4: (9.5, 3.4, 6.0)}
"""Standard deviations from round to round, roughly: they say how exact our own figures are."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_in_every_seat(seats: int) -> None:
    """How often rounds block, how long they last, what is drawn, and what is left in hand."""
    matchup = Matchup(rules_for("mexican-train", seats), policies("greedy") * seats)
    tally = matchup.play(8, 0, GAMES).tally
    rounds = 10 * GAMES
    by_outcome = tally[c.ROUNDS_BY : c.ROUNDS_BY + 16].reshape(4, 4).sum(axis=1)
    assert by_outcome.sum() == rounds
    blocked = by_outcome[BLOCKED] + by_outcome[VOID], by_outcome[VOID]
    for number, rate, error in zip(blocked, KNOWN[seats][0], ERRORS[0], strict=True):
        ours = math.sqrt(rate * (1 - rate) / rounds)
        assert abs(number / rounds - rate) < 4 * math.hypot(error, ours)
    drawn = matchup.layout.drawn_forced.of(tally)
    means = (
        tally[c.TURNS : c.TURNS + 4].sum() / rounds,
        (drawn * np.arange(drawn.shape[1])).sum() / rounds,
        tally[c.SCORE_SUM : c.SCORE_SUM + 4].sum() / rounds / seats,
    )
    for mean, known, error, spread in zip(
        means, KNOWN[seats][1], ERRORS[1], SPREADS[seats], strict=True
    ):
        assert abs(mean - known) < 4 * math.hypot(error, spread / math.sqrt(rounds))


def test_greedy_against_random() -> None:
    """Of two it wins 78.3 % of the games (standard error 0.8), on mirrored deals."""
    matchup = Matchup(rules_for("mexican-train", 2), policies("greedy", "random"), [(0, 1), (1, 0)])
    tally = matchup.play(8, 0, GAMES).tally
    wins = sum(tally[seating * matchup.layout.part + c.WINS + seating] for seating in (0, 1))
    ours = math.sqrt(0.783 * 0.217 / (2 * GAMES))
    assert abs(wins / (2 * GAMES) - 0.783) < 4 * math.hypot(0.008, ours)
