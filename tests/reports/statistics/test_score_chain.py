"""The score chain against recursion in fractions, simulation, derivatives and the bootstrap."""

from __future__ import annotations

import time
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import norm

from reports.statistics.chain import Chain, game_win_rates
from reports.statistics.score_chain import score_chain
from tests.reports.synthetic import TARGET, Deals, Ints, play

Floats = NDArray[np.float64]


def recursion(opened: list[Fraction], answered: list[Fraction], target: int) -> list[Fraction]:
    """A's chance to win if A and if B opens, outcome by outcome."""
    reach = len(opened) // 2
    chances = (opened, answered)
    void = (opened[reach], answered[reach])

    @cache
    def both(a: int, b: int) -> tuple[Fraction, Fraction]:
        if a >= target:
            return Fraction(1), Fraction(1)
        if b >= target:
            return Fraction(0), Fraction(0)
        decided = []
        for opener in (0, 1):
            ways = [(x, chances[opener][x + reach]) for x in range(-reach, reach + 1) if x]
            decided.append(
                sum(p * both(a + max(x, 0), b + max(-x, 0))[1 - opener] for x, p in ways)
            )
        # value = decided + void * value of the other opener, twice.
        loop = 1 - void[0] * void[1]
        return (
            (decided[0] + void[0] * decided[1]) / loop,
            (decided[1] + void[1] * decided[0]) / loop,
        )

    return list(both(0, 0))


def random_shares(reach: int, seed: int) -> list[list[Fraction]]:
    counts = np.random.default_rng(seed).integers(0, 9, (2, 2 * reach + 1))
    counts[:, 0] += 1
    return [[Fraction(int(c), int(row.sum())) for c in row] for row in counts]


@pytest.mark.parametrize(
    ("reach", "target"), [(1, 1), (1, 3), (2, 1), (3, 2), (3, 7), (6, 9), (9, 4)]
)
def test_values_agree_with_plain_recursion(reach: int, target: int) -> None:
    for seed in range(5):
        shares = random_shares(reach, seed)
        expected = [float(value) for value in recursion(*shares, target)]
        values = game_win_rates(*np.array(shares, dtype=float), target)
        assert values == pytest.approx(expected, abs=1e-13)


def test_one_point_wins_by_hand() -> None:
    # A wins 1/2 of the rounds it opens, 1/4 are void; 1/8 and 1/2 of those that B opens.
    opened, answered = game_win_rates([0.25, 0.25, 0.5], [0.375, 0.5, 0.125], 1)
    # v = 1/2 + w / 4, w = 1/8 + v / 2.
    assert opened == pytest.approx(17 / 28)
    assert answered == pytest.approx(1 / 8 + 17 / 56)


def test_long_strings_of_void_rounds_are_exact() -> None:
    void = 1 - 1e-9
    opened, answered = game_win_rates([0, void, 1e-9], [1e-9, void, 0], 1)
    assert opened == pytest.approx(0.5, abs=1e-6)
    assert answered == pytest.approx(0.5, abs=1e-6)
    # Only A's rounds ever count.
    assert game_win_rates([0.25, 0.5, 0.25], [0, 1, 0], 1) == pytest.approx((0.5, 0.5))


def test_rounds_per_game_by_hand() -> None:
    # Each round one point to either with equal chance, two points win: 2 rounds half of the time,
    # otherwise 3.
    chain = score_chain(np.zeros((3, 3)), [5, 0, 5], [5, 0, 5], 2)
    assert chain.rounds_per_game == pytest.approx(2.5)
    assert chain.rounds == 20
    assert chain.games == pytest.approx(8)
    assert chain.win_rate == pytest.approx(0.5)


def test_many_simulated_games_agree() -> None:
    deals = Deals.draw(0.1)
    played = play(deals, 100_000, np.random.default_rng(1))
    share = played.vectors[:, 0].mean() / 24
    error = played.vectors[:, 0].std() / 24 / 100_000**0.5
    assert abs(share - deals.win_rate) < 4 * error
    rounds = played.vectors[:, 6]
    assert abs(rounds.mean() - deals.rounds.sum()) < 4 * rounds.std() / 100_000**0.5
    chain = score_chain(played.paired, played.first, played.second, TARGET)
    assert chain.rounds == rounds.sum()
    assert abs(chain.win_rate - deals.win_rate) < 4 * chain.standard_error
    assert abs(chain.opened.value - deals.opened) < 4 * chain.opened.standard_error
    assert chain.win_rate == pytest.approx((chain.opened.value + chain.answered.value) / 2)
    assert chain.standard_error < error


@pytest.mark.parametrize(("reach", "target"), [(2, 3), (4, 9), (7, 5)])
def test_influence_is_the_derivative(reach: int, target: int) -> None:
    shares = np.array(random_shares(reach, 11), dtype=float)
    influence = Chain(shares, target).influence()
    step = 1e-6
    for opener in (0, 1):
        for outcome in range(-reach, reach + 1):
            point = np.zeros(2 * reach + 1)
            point[outcome + reach] = 1
            ends = []
            for sign in (1, -1):
                moved = shares.copy()
                moved[opener] += sign * step * (point - shares[opener])
                ends.append(np.array(game_win_rates(*moved, target)))
            slope = (ends[0] - ends[1]) / (2 * step)
            place = np.clip(outcome, -target, target) + target
            assert influence[:, opener, place] == pytest.approx(slope, abs=1e-8)


def test_influence_has_mean_zero() -> None:
    chain = Chain(Deals.draw(0.3).shares, TARGET)
    reach = chain.down.shape[1] - 1
    folded = np.concatenate([chain.down[:, :0:-1], chain.up], axis=1)
    assert folded.shape[1] == 2 * reach + 1
    assert np.einsum("sox,ox->so", chain.influence(), folded) == pytest.approx(0, abs=1e-12)


# The standard deviation of n values has a relative error of 1 / sqrt(2 n): bounds are 2.8 of them.
OFTEN = [(70, 0.24), pytest.param(1000, 0.063, marks=pytest.mark.slow)]


@pytest.mark.parametrize(("runs", "within"), OFTEN)
def test_standard_errors_agree_with_the_bootstrap(runs: int, within: float) -> None:
    deals, rng = Deals.draw(0.15), np.random.default_rng(5)
    played = play(deals, 400, rng)
    chain = score_chain(played.paired, played.first, played.second, TARGET)
    kinds = [played.paired.ravel(), played.first, played.second]
    drawn = []
    for _ in range(runs):
        counts = [rng.multinomial(kind.sum(), kind / kind.sum()) for kind in kinds]
        again = (counts[0].reshape(played.paired.shape), *counts[1:])
        drawn.append(score_chain(*again, TARGET))
    for name in ("win_rate", "opened", "mean_points", "mean_points_opened"):
        values = [getattr(one, name) for one in drawn]
        values = [v if isinstance(v, float) else v.value for v in values]
        known = getattr(chain, name)
        error = chain.standard_error if isinstance(known, float) else known.standard_error
        assert np.std(values) == pytest.approx(error, rel=within), name


@pytest.mark.parametrize(("runs", "within"), OFTEN)
def test_standard_errors_agree_with_repeated_simulation(runs: int, within: float) -> None:
    deals = Deals.draw(0.5)
    played = [play(deals, 200, np.random.default_rng(seed)) for seed in range(runs)]
    chains = [score_chain(run.paired, run.first, run.second, TARGET) for run in played]
    values = np.array([chain.win_rate for chain in chains])
    errors = np.array([chain.standard_error for chain in chains])
    assert values.std() == pytest.approx(np.sqrt(np.mean(errors**2)), rel=within)
    assert abs(values.mean() - deals.win_rate) < 4 * values.std() / runs**0.5


def test_mirrored_rounds_are_worth_more_than_separate_ones() -> None:
    played = play(Deals.draw(0.05), 2000, np.random.default_rng(6))
    together = score_chain(played.paired, played.first, played.second, TARGET)
    first = played.first + played.paired.sum(axis=1)
    second = played.second + played.paired.sum(axis=0)
    apart = score_chain(np.zeros_like(played.paired), first, second, TARGET)
    assert apart.win_rate == pytest.approx(together.win_rate)
    assert apart.standard_error > 1.2 * together.standard_error
    assert 1.1 < apart.variance_factor < together.variance_factor


def padded(counts: Ints, more: int) -> Ints:
    return np.pad(counts, more)


def test_gains_beyond_the_target_are_as_good_as_the_target() -> None:
    rng = np.random.default_rng(7)
    paired, first, second = rng.integers(0, 5, (9, 9)), *rng.integers(0, 5, (2, 9))
    wide = score_chain(padded(paired, 3), padded(first, 3), padded(second, 3), 3)
    narrow = score_chain(paired, first, second, 3)
    assert wide.win_rate == pytest.approx(narrow.win_rate, rel=1e-12)
    assert wide.standard_error == pytest.approx(narrow.standard_error)
    beyond = np.zeros(9, dtype=np.int64)
    beyond[[0, 1, 7, 8]] = 1, 2, 2, 1
    reaches = np.zeros(9, dtype=np.int64)
    reaches[[1, 7]] = 3
    nothing = np.zeros((9, 9))
    one, other = (score_chain(nothing, counts, counts, 3) for counts in (beyond, reaches))
    assert one.win_rate == pytest.approx(other.win_rate, rel=1e-12)
    assert one.standard_error == pytest.approx(other.standard_error)


def test_exchanging_the_sides_mirrors_the_estimate() -> None:
    played = play(Deals.draw(0.2), 300, np.random.default_rng(8))
    chain = score_chain(played.paired, played.first, played.second, TARGET)
    other = score_chain(
        played.paired.T[::-1, ::-1], played.second[::-1], played.first[::-1], TARGET
    )
    assert other.win_rate == pytest.approx(1 - chain.win_rate)
    assert other.low == pytest.approx(1 - chain.high)
    assert other.opened.value == pytest.approx(1 - chain.answered.value)
    assert other.mean_points.value == pytest.approx(-chain.mean_points.value)


def test_policies_that_decide_alike_do_not_differ() -> None:
    # Mirrored rounds of the same policy: what A gains when it opens, B gains when it does.
    paired = np.zeros((21, 21), dtype=np.int64)
    gains = np.random.default_rng(9).integers(-10, 11, 5000)
    np.add.at(paired, (gains + 10, 10 - gains), 1)
    chain = score_chain(paired, np.zeros(21), np.zeros(21), 30)
    assert chain.win_rate == pytest.approx(0.5)
    assert chain.standard_error < 1e-12  # but for rounding errors of the transforms
    groups = chain.games / 2
    assert chain.effective_games == pytest.approx(groups**2 / 4)
    assert chain.low < 0.5 < chain.high
    assert chain.high - chain.low == pytest.approx(4 / groups, rel=0.1)
    assert chain.p_value == pytest.approx(1)


def test_a_side_that_never_scores_has_a_proper_interval() -> None:
    counts = np.array([0, 0, 0, 0, 0, 10, 40])
    chain = score_chain(np.zeros((7, 7)), counts, counts, 10)
    assert chain.win_rate == 1
    groups = chain.games / 2
    assert (chain.low, chain.high) == pytest.approx((groups / (groups + 1.96**2), 1), rel=1e-4)
    assert chain.p_value == pytest.approx(2 * norm.sf(groups**0.5))


def test_impossible_rounds_are_refused() -> None:
    good, nothing = np.ones((3, 3)), np.zeros(3)
    with pytest.raises(ValueError, match="odd length"):
        score_chain(np.ones((4, 4)), np.zeros(4), np.zeros(4), 5)
    with pytest.raises(ValueError, match="odd length"):
        score_chain(good, np.zeros(5), nothing, 5)
    with pytest.raises(ValueError, match="negative"):
        score_chain(good, nothing - 1, nothing, 5)
    with pytest.raises(ValueError, match="either side"):
        score_chain(np.zeros((3, 3)), np.ones(3), nothing, 5)
    with pytest.raises(ValueError, match="void"):
        score_chain(np.diag([0, 4, 0]), nothing, nothing, 5)
    with pytest.raises(ValueError, match="target"):
        score_chain(good, nothing, nothing, 0)
    with pytest.raises(ValueError, match="level"):
        score_chain(good, nothing, nothing, 5, level=1)


def test_a_hundred_points_take_milliseconds() -> None:
    rng = np.random.default_rng(10)
    paired, first, second = rng.poisson(0.3, (337, 337)), *rng.poisson(2, (2, 337))
    times = []
    for _ in range(5):
        start = time.process_time()
        score_chain(paired, first, second, 100)
        times.append(time.process_time() - start)
    assert min(times) < 0.04
