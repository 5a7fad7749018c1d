"""Planned sizes against textbook figures, arithmetic by hand and simulated duels."""

from __future__ import annotations

from math import log, pi, sqrt

import numpy as np
import pytest
from scipy.stats import norm

from reports.statistics.duel import Duel
from reports.statistics.planning import expected_groups, fixed_size, plan, smallest_variance

EQUAL = np.array([0.13, 0.19, 0.36, 0.19, 0.13])


@pytest.mark.parametrize(
    ("alpha", "beta", "factor"),
    # (z(1 - alpha / 2) + z(1 - beta)) ** 2 as every table of sample sizes has it.
    [(0.05, 0.2, 7.849), (0.05, 0.1, 10.507), (0.05, 0.05, 12.995), (0.01, 0.1, 14.879)],
)
def test_fixed_sizes_agree_with_tables(alpha: float, beta: float, factor: float) -> None:
    assert fixed_size(0.01, 0.001, alpha, beta) == pytest.approx(10_000 * factor, rel=1e-4)


def test_fixed_sizes_have_the_power_that_was_asked_for() -> None:
    def power(groups: int) -> float:
        return float(norm.sf(norm.isf(0.025) - 0.01 * sqrt(groups / 0.09)))

    groups = fixed_size(0.09, 0.01, 0.05, 0.1)
    assert power(groups - 1) < 0.9 <= power(groups)


def test_expected_sizes_by_hand() -> None:
    # 2 / 0.05 / 0.8 = 50 and 1 / 0.05 / 0.8 = 25; a unit of time is 0.1 / 0.005**2 = 4000 groups.
    a, b = log(50), log(25)
    sizes = expected_groups(0.1, 0.005, 0.05, 0.05)
    assert list(sizes) == [0, 0.0025, 0.005]
    assert sizes[0] == pytest.approx(4000 * (2 * b + 4 * sqrt(b / pi)))
    assert sizes[0.0025] == pytest.approx(4000 * a * b)
    # The upper boundary is hit with probability 24 / (25 - 1/50) = 1200 / 1249.
    assert sizes[0.005] == pytest.approx(4000 * 2 * (1200 * a - 49 * b) / 1249)


def simulated(difference: float, margin: float, duels: int) -> float:
    """Mean groups of a duel; results are EQUAL's, a few of which count one half-win more."""
    rng = np.random.default_rng([duels, int(1e4 * difference)])
    moved = np.r_[EQUAL[:4], 0] * difference * 4 / EQUAL[:4].sum()
    probabilities = EQUAL - moved + np.r_[0, moved[:4]]
    total = 0
    for _ in range(duels):
        duel = Duel(margin)
        while (decision := duel.feed(rng.choice(5, 2000, p=probabilities))) is None:
            pass
        total += decision.groups
    return total / duels


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_expected_sizes_agree_with_simulated_duels(share: float) -> None:
    margin = 0.03
    expected = expected_groups(0.0919, margin, 0.05, 0.05)[share * margin]
    # The standard error of the mean of 100 duels is a sixteenth.
    assert simulated(share * margin, margin, 100) == pytest.approx(expected, rel=0.2)


@pytest.mark.slow
@pytest.mark.parametrize(("share", "tolerance"), [(0.0, 0.1), (0.5, 0.25), (1.0, 0.1)])
def test_expected_sizes_agree_with_1000_simulated_duels(share: float, tolerance: float) -> None:
    margin = 0.005
    expected = expected_groups(0.0919, margin, 0.05, 0.05)[share * margin]
    assert simulated(share * margin, margin, 1000) == pytest.approx(expected, rel=tolerance)


@pytest.mark.parametrize(
    ("difference", "step", "expected"),
    [
        # Mean 0.6 from 1/2 and 3/4: three groups of five and two of five.
        (0.1, 0.25, 0.6 * 0.1**2 + 0.4 * 0.15**2),
        # Mean 0.8 from 3/4 and 1: four of five and one of five.
        (0.3, 0.25, 0.8 * 0.05**2 + 0.2 * 0.2**2),
        # Mean 0.6 from 1/2 and 1.
        (0.1, 0.5, 0.8 * 0.1**2 + 0.2 * 0.4**2),
        (0.25, 0.25, 0),
    ],
)
def test_the_smallest_variance_is_that_of_two_neighbours(
    difference: float, step: float, expected: float
) -> None:
    assert smallest_variance(difference, step) == pytest.approx(expected, abs=1e-15)


def test_a_plan_has_every_design() -> None:
    frame = plan(0.1, 0.25, 2e-5, resolve=0.01)
    rows = frame[["test", "mirrored", "difference"]].to_numpy().tolist()
    assert rows == [
        ["fixed", False, 0.01],
        ["fixed", True, 0.01],
        ["sequential", True, 0.0],
        ["sequential", True, 0.005],
        ["sequential", True, 0.01],
    ]
    # 12.9947 * 0.25 / 0.0001 = 32486.8 games, and 12994.7 groups of two.
    assert frame["games"].tolist()[:2] == [32_487, 25_990]
    # 1000 groups are a unit of time; 10.4867, 12.5924 and 7.2647 units.
    assert frame["games"].tolist()[2:] == pytest.approx([20_974, 25_185, 14_530], abs=2)
    assert frame["seconds"].tolist() == pytest.approx([2e-5 * n for n in frame["games"]])


def test_a_pilot_without_differences_does_not_promise_too_much() -> None:
    frame = plan(0.0, 0.0, 1e-5, resolve=0.005)
    # Variances 0.005 * (0.5 - 0.005) of games and 0.005 * (0.25 - 0.005) of groups at least.
    assert frame["games"].tolist()[:2] == [1287, 2 * 637]
    decision = Duel().feed(np.full(10_000, 2))
    assert decision is not None
    assert frame["games"][2] >= 2 * decision.groups


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"group_variance": 0.3}, "variance"),
        ({"group_variance": float("nan")}, "variance"),
        ({"game_variance": 0.3}, "variance"),
        ({"seconds_per_game": 0}, "seconds_per_game"),
        ({"resolve": 0}, "difference"),
        ({"resolve": 0.5}, "difference"),
        ({"alpha": 0}, "alpha"),
        ({"beta": 1}, "beta"),
    ],
)
def test_plans_out_of_range_are_refused(options: dict[str, float], complaint: str) -> None:
    pilot = {"group_variance": 0.1, "game_variance": 0.25, "seconds_per_game": 1e-5}
    with pytest.raises(ValueError, match=complaint):
        plan(**{**pilot, **options})
