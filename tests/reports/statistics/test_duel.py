"""Confidence sequences and duels against capital counted group by group, exact expectations and
simulated streams of known mean.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from math import factorial, log, prod, sqrt
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import norm

from reports.statistics.betting import group_variance
from reports.statistics.confidence import ConfidenceSequence
from reports.statistics.duel import Decision, Duel
from reports.statistics.looks import next_look

Stream = NDArray[np.uint8]

# Probabilities of 0, 1, 2, 3 and 4 half-wins; all of mean 1/2. CLOSE are two variants of one
# policy, which part in few groups, and LOPSIDED loses rarely and then both games.
EQUAL = (0.13, 0.19, 0.36, 0.19, 0.13)
INDEPENDENT = (0.25, 0.0, 0.5, 0.0, 0.25)
SKEWED = (0.25, 0.05, 0.25, 0.35, 0.10)
CLOSE = (0.01, 0.04, 0.90, 0.04, 0.01)
LOPSIDED = (0.01, 0.0, 0.97, 0.02, 0.0)
NULLS = {
    "equal": EQUAL,
    "independent": INDEPENDENT,
    "skewed": SKEWED,
    "close": CLOSE,
    "lopsided": LOPSIDED,
}


def shifted(base: tuple[float, ...], mean: float) -> tuple[float, ...]:
    """The distribution nearest to `base` (in likelihood) that has this mean."""

    def tilted(slope: float) -> NDArray[np.float64]:
        weights = np.array(base) * np.exp(slope * np.arange(5))
        return np.asarray(weights / weights.sum())

    slope = brentq(lambda slope: tilted(slope) @ np.arange(5) / 4 - mean, -10, 10, xtol=1e-14)
    return tuple(tilted(slope))


def variance(probabilities: tuple[float, ...]) -> float:
    mean = sum(p * x / 4 for x, p in enumerate(probabilities))
    return sum(p * (x / 4 - mean) ** 2 for x, p in enumerate(probabilities))


def draw(rng: np.random.Generator, probabilities: tuple[float, ...], groups: int) -> Stream:
    edges = np.cumsum(probabilities)[:4]
    return np.searchsorted(edges, rng.random(groups), side="right").astype(np.uint8)


def play(rng: np.random.Generator, probabilities: tuple[float, ...], duel: Duel) -> Decision:
    """A duel to its end, on groups of these probabilities."""
    while (decision := duel.feed(draw(rng, probabilities, 1000))) is None:
        pass
    return decision


# --- The same capital, counted the slow way --------------------------------------------------

Gambler = Callable[[float], float]  # candidate mean -> capital


def naive_looks(end: int) -> list[int]:
    looks = [20 * k for k in range(1, 101)]
    while looks[-1] < end:
        looks.append(looks[-1] + looks[-1] // 100 if looks[-1] >= 2100 else looks[-1] + 20)
    return looks


def naive_gamblers(results: list[int], resolution: float | None) -> tuple[Gambler, Gambler]:
    """Those who bet on more and on less, group by group; the means are known only at the end."""
    looks, bets, bet_from = set(naive_looks(len(results))), [], 0
    if resolution is not None:
        bet = resolution / (0.125 + resolution**2)
        for group in range(len(results)):
            if group in looks and group >= 2 * bet_from:
                rates = [0, 0.25, 0.5, 0.75, 1] + [x / 4 for x in results[:group] * 2]
                mean = sum(rates) / len(rates)
                spread = sum((rate - mean) ** 2 for rate in rates) / len(rates)
                bet, bet_from = resolution / (spread + resolution**2), group
            bets.append(bet)

    def capital(mean: float, sign: int) -> float:
        fair = mean if sign > 0 else 1 - mean  # the price of a bet that may pay 1

        def multiply(bet: float) -> Iterator[float]:
            return (1 + sign * bet * (x / 4 - mean) for x in results)

        even = sum(prod(multiply(0.9 / sqrt(2) ** j / fair)) for j in range(24)) / 24
        if resolution is None:
            return even
        tuned = 1.0
        for x, bet in zip(results, bets, strict=True):
            tuned *= 1 + sign * min(bet, 0.9 / fair) * (x / 4 - mean)
        return 0.8 * tuned + 0.2 * even

    return lambda mean: capital(mean, 1), lambda mean: capital(mean, -1)


def naive_interval(
    results: list[int], level: float, resolution: float | None
) -> tuple[float, float]:
    more, less = naive_gamblers(results, resolution)
    enough, rate = 2 / (1 - level), sum(results) / 4 / len(results)
    tiny = 1e-9
    low = brentq(lambda m: log(more(m) / enough), tiny, rate, xtol=1e-13) if rate > 0 else 0.0
    high = brentq(lambda m: log(less(m) / enough), rate, 1 - tiny, xtol=1e-13) if rate < 1 else 1.0
    return low, high


def naive_duel(results: list[int], margin: float, alpha: float, beta: float) -> tuple[str, int]:
    for groups in naive_looks(len(results)):
        more, less = naive_gamblers(results[:groups], margin)
        if more(0.5 - margin) >= 1 / beta and less(0.5 + margin) >= 1 / beta:
            return "equivalent", groups
        if more(0.5) >= 2 / alpha:
            return "first", groups
        if less(0.5) >= 2 / alpha:
            return "second", groups
    raise AssertionError("the stream is too short")


def test_looks_are_every_20_groups_and_then_a_hundredth_later() -> None:
    looks = [next_look(0)]
    while looks[-1] < 3000:
        looks.append(next_look(looks[-1]))
    assert looks == naive_looks(3000)
    assert looks[:3] == [20, 40, 60]
    assert looks[104:] == [2100, 2121, 2142, *looks[107:]]


def test_the_variance_counts_half_a_group_more_of_each_result() -> None:
    assert group_variance([0] * 5) == pytest.approx(1 / 8)
    # Halves of 0, 1/4, 1/2, 3/4, 1 and one group of 1: mean 2.25 / 3.5, squares 1.9375 / 3.5.
    assert group_variance([0, 0, 0, 0, 1]) == pytest.approx(1.9375 / 3.5 - (2.25 / 3.5) ** 2)
    assert group_variance([0, 0, 97, 0, 0]) == pytest.approx(0.3125 / 99.5)


@pytest.mark.parametrize("resolution", [None, 0.005, 0.1])
@pytest.mark.parametrize("mean", [0.5, 0.7])
@pytest.mark.parametrize("groups", [20, 60, 260])
def test_intervals_agree_with_capital_counted_group_by_group(
    groups: int, mean: float, resolution: float | None
) -> None:
    results = draw(np.random.default_rng(groups), shifted(EQUAL, mean), groups)
    sequence = ConfidenceSequence(0.9, resolution)
    sequence.feed(results)
    assert sequence.interval() == pytest.approx(
        naive_interval(results.tolist(), 0.9, resolution), abs=1e-9
    )
    assert sequence.win_rate == pytest.approx(results.mean() / 4)


def test_the_bound_of_a_rate_near_0_agrees_too() -> None:
    results = [0] * 199 + [1] + [0] * 200
    sequence = ConfidenceSequence(resolution=0.005)
    sequence.feed(results)
    low, high = naive_interval(results, 0.95, 0.005)
    assert 0 < low < 0.0005
    assert sequence.interval() == pytest.approx((low, high), abs=1e-9)


@pytest.mark.parametrize(
    ("mean", "margin", "alpha", "beta", "word"),
    [
        (0.56, 0.05, 0.05, 0.05, "first"),
        (0.44, 0.05, 0.01, 0.1, "second"),
        (0.5, 0.1, 0.05, 0.02, "equivalent"),
        (0.8, 0.01, 0.05, 0.05, "first"),
    ],
)
def test_duels_agree_with_capital_counted_group_by_group(
    mean: float, margin: float, alpha: float, beta: float, word: str
) -> None:
    results = draw(np.random.default_rng(5), shifted(SKEWED, mean), 3000)
    decision = Duel(margin, alpha, beta).feed(results)
    assert decision is not None
    assert (decision.decision, decision.groups) == naive_duel(results.tolist(), margin, alpha, beta)
    assert decision.decision == word
    results = results[: decision.groups]
    assert decision.win_rate == pytest.approx(results.mean() / 4)
    assert (decision.low, decision.high) == pytest.approx(
        naive_interval(results.tolist(), 0.95, margin), abs=1e-9
    )


# --- The guarantee ----------------------------------------------------------------------------


@pytest.mark.parametrize("resolution", [None, 0.02])
@pytest.mark.parametrize("probabilities", [SKEWED, LOPSIDED, (0.5, 0.2, 0.1, 0.1, 0.1)])
def test_bets_on_the_true_mean_are_fair(
    probabilities: tuple[float, ...], resolution: float | None
) -> None:
    mean = sum(p * x / 4 for x, p in enumerate(probabilities))
    expected = np.zeros(2)
    for results in combinations_with_replacement(range(5), 6):
        sequence = ConfidenceSequence(resolution=resolution)
        sequence.feed(results)
        sequence.look()
        orders = factorial(6) // prod(factorial(n) for n in Counter(results).values())
        chance = orders * prod(probabilities[x] for x in results)
        expected += chance * np.exp(sequence.log_wealth([mean])).ravel()
    assert expected == pytest.approx(np.ones(2), rel=1e-12)


def test_bets_stay_fair_after_they_are_adapted() -> None:
    mean = sum(p * x / 4 for x, p in enumerate(SKEWED))
    past = draw(np.random.default_rng(8), EQUAL, 40)

    def wealth(future: tuple[int, ...]) -> NDArray[np.float64]:
        sequence = ConfidenceSequence(resolution=0.1)
        sequence.feed(past)
        sequence.feed(future)
        sequence.look()
        return np.exp(sequence.log_wealth([mean])).ravel()

    futures = list(product(range(5), repeat=3))
    mixed = sum(prod(SKEWED[x] for x in future) * wealth(future) for future in futures)
    assert mixed == pytest.approx(wealth(()), rel=1e-12)


@pytest.mark.parametrize("resolution", [None, 0.01])
def test_capital_falls_with_the_mean_that_is_bet_against(resolution: float | None) -> None:
    sequence = ConfidenceSequence(resolution=resolution)
    sequence.feed(draw(np.random.default_rng(9), SKEWED, 500))
    above, below = sequence.log_wealth(np.linspace(0.01, 0.99, 99))
    assert np.all(np.diff(above) < 0)
    assert np.all(np.diff(below) > 0)


def misses(level: float, resolution: float | None, mean: float, runs: int, groups: int) -> int:
    """How many confidence sequences leave the mean out at one look or more."""
    rng, missed = np.random.default_rng([runs, int(1000 * mean)]), 0
    probabilities = shifted(SKEWED, mean)
    for _ in range(runs):
        sequence = ConfidenceSequence(level, resolution)
        sequence.feed(draw(rng, probabilities, groups))
        path = sequence.path()
        missed += bool(((path["low"] > mean) | (path["high"] < mean)).any())
    return missed


@pytest.mark.parametrize(("resolution", "mean"), [(None, 0.52), (0.02, 0.5)])
def test_sequences_cover_at_every_look(resolution: float | None, mean: float) -> None:
    # At half the level, so that misses do occur.
    assert 1 <= misses(0.5, resolution, mean, runs=30, groups=400) <= 15


@pytest.mark.slow
@pytest.mark.parametrize(("resolution", "mean"), [(None, 0.52), (0.005, 0.5), (None, 0.9)])
def test_sequences_cover_at_every_look_in_2000_runs(resolution: float | None, mean: float) -> None:
    assert misses(0.95, resolution, mean, runs=2000, groups=10_000) <= 100


def words(duels: int, probabilities: tuple[float, ...], **options: float) -> Counter[str]:
    rng = np.random.default_rng([duels, *(int(1e6 * p) for p in probabilities)])
    settings = {"max_groups": 3_000_000, **options}
    return Counter(play(rng, probabilities, Duel(**settings)).decision for _ in range(duels))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["equal", "skewed"])
def test_equal_policies_are_called_different_in_at_most_alpha(name: str) -> None:
    called = words(60, NULLS[name], margin=0.06, alpha=0.2, beta=0.05)
    assert 1 <= called["first"] + called["second"] <= 0.2 * 60
    assert called["undecided"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_equal_policies_are_called_different_in_at_most_alpha_of_1000(alpha: float) -> None:
    wrong = {}
    for name, probabilities in NULLS.items():
        called = words(1000, probabilities, alpha=alpha)
        assert called["undecided"] == 0
        wrong[name] = called["first"] + called["second"]
    assert max(wrong["equal"], wrong["independent"], wrong["skewed"]) <= alpha * 1000
    # The rate is near alpha where it is small: 1000 runs of each leave too much to chance.
    assert sum(wrong.values()) <= alpha * 5000


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_difference_of_the_margin_is_missed_in_at_most_beta(sign: int) -> None:
    called = words(60, shifted(SKEWED, 0.5 + 0.06 * sign), margin=0.06, alpha=0.05, beta=0.2)
    assert 1 <= called["equivalent"] <= 0.2 * 60
    assert called["first" if sign < 0 else "second"] <= 0.025 * 60


@pytest.mark.slow
@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.01, 0.01), (0.05, 0.1)])
@pytest.mark.parametrize("base", [EQUAL, SKEWED])
def test_a_difference_of_the_margin_is_missed_in_at_most_beta_of_1000(
    base: tuple[float, ...], alpha: float, beta: float
) -> None:
    called = words(1000, shifted(base, 0.505), alpha=alpha, beta=beta)
    assert called["equivalent"] <= beta * 1000
    assert called["second"] <= alpha / 2 * 1000
    assert called["undecided"] == 0


# --- How long it takes ------------------------------------------------------------------------


def groups_needed(duels: int, mean: float, **options: float) -> float:
    rng = np.random.default_rng([duels, int(1000 * mean)])
    probabilities = shifted(EQUAL, mean)
    return float(
        np.median([play(rng, probabilities, Duel(**options)).groups for _ in range(duels)])  # type: ignore[arg-type]
    )


def z_test(difference: float, mean: float, alpha: float = 0.05, beta: float = 0.05) -> float:
    """Groups for a two-sided test of fixed size, from scipy's quantiles."""
    z = norm.isf(alpha / 2) + norm.isf(beta)
    return float(variance(shifted(EQUAL, mean)) * z**2 / difference**2)


def test_two_points_apart_takes_six_tenths_of_a_fixed_test() -> None:
    assert groups_needed(40, 0.52, margin=0.02) <= 0.6 * z_test(0.02, 0.52)


@pytest.mark.slow
@pytest.mark.parametrize("mean", [0.52, 0.51, 0.48])
@pytest.mark.parametrize("error", [0.05, 0.01])
def test_two_points_apart_takes_six_tenths_of_a_fixed_test_in_1000_duels(
    mean: float, error: float
) -> None:
    margin = abs(mean - 0.5)
    median = groups_needed(1000, mean, margin=margin, alpha=error, beta=error)
    assert median <= 0.6 * z_test(margin, mean, error, error)


def test_the_default_margin_costs_little_where_the_difference_is_larger() -> None:
    median = groups_needed(20, 0.52)
    assert median <= 0.1 * z_test(0.005, 0.52)
    assert median <= 1.2 * z_test(0.02, 0.52)


@pytest.mark.parametrize("mean", [0.5, 0.9])
@pytest.mark.parametrize("groups", [1000, 20_000, 1_000_000])
def test_untuned_intervals_reach_three_and_a_half_standard_errors(groups: int, mean: float) -> None:
    results = draw(np.random.default_rng(2), shifted(EQUAL, mean), groups)
    sequence = ConfidenceSequence()
    sequence.feed(results)
    sequence.look()
    low, high = sequence.interval()
    error = results.std() / 4 / sqrt(groups)
    assert 3.3 * error < (high - low) / 2 < 3.55 * error


def test_tuned_intervals_are_narrower_at_their_resolution() -> None:
    results = draw(np.random.default_rng(2), EQUAL, 30_000)
    tuned, plain = ConfidenceSequence(resolution=0.005), ConfidenceSequence()
    for sequence in (tuned, plain):
        sequence.feed(results)
    low, high = tuned.interval()
    wide = plain.interval()
    assert high - low < 0.85 * (wide[1] - wide[0])
    assert (high - low) / 2 == pytest.approx(0.005, rel=0.1)


# --- Streams without chance -------------------------------------------------------------------


def test_policies_that_decide_alike_are_equivalent_after_a_few_groups() -> None:
    decision = Duel().feed(np.full(2000, 2))
    assert decision is not None
    assert decision.decision == "equivalent"
    # No bet gains more than 1 in 2 * margin a group here: log(20) / 0.01 is the least.
    assert 300 <= decision.groups <= 500
    assert decision.win_rate == 0.5
    assert 0.49 < decision.low < 0.5 < decision.high < 0.51


@pytest.mark.parametrize(("result", "word"), [(4, "first"), (0, "second"), (3, "first")])
def test_a_clean_sweep_ends_early(result: int, word: str) -> None:
    decision = Duel().feed(np.full(100, result))
    assert decision is not None
    assert decision.decision == word
    assert decision.groups <= 40
    assert 0 <= decision.low <= result / 4 <= decision.high <= 1
    assert 0 < decision.high - decision.low < 1


@pytest.mark.parametrize("resolution", [None, 0.005])
@pytest.mark.parametrize("result", range(5))
def test_equal_results_leave_an_interval_of_some_width(
    result: int, resolution: float | None
) -> None:
    sequence = ConfidenceSequence(resolution=resolution)
    sequence.feed(np.full(10_000, result))
    path = sequence.path()
    rate = result / 4
    assert np.all((path["low"] >= 0) & (path["low"] <= rate))
    assert np.all((path["high"] >= rate) & (path["high"] <= 1))
    assert np.all(path["high"] - path["low"] > 1e-4)
    assert path["high"].iloc[-1] - path["low"].iloc[-1] < 0.01
    assert path["low"].iloc[-1] == (0 if result == 0 else pytest.approx(rate, abs=0.01))


def test_a_stream_that_turns_around_still_has_its_rate_in_the_interval() -> None:
    sequence = ConfidenceSequence(resolution=0.05)
    sequence.feed(np.repeat(np.array([4, 0, 3, 2], dtype=np.uint8), 400))
    path = sequence.path()
    assert np.all((path["low"] <= path["win_rate"]) & (path["win_rate"] <= path["high"]))


@pytest.mark.parametrize("swapped", [False, True])
def test_no_winner_is_called_whose_rate_is_below_a_half(swapped: bool) -> None:
    # Bets are small while the first policy loses narrowly and large while it wins narrowly, so
    # those who bet on it have enough at the second look; it still has won less than half.
    results = np.array([1] * 20 + [3] * 19 + [2])
    more, less = naive_gamblers(results.tolist(), 0.03)
    assert more(0.5) > 40 > less(0.5)
    assert Duel(margin=0.03).feed(4 - results if swapped else results) is None


# --- The stream and its cuts ------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"margin": 0.02}, {"precision": 0.04}, {"max_groups": 1567}])
def test_cuts_change_nothing(options: dict[str, float]) -> None:
    results = draw(np.random.default_rng(4), EQUAL, 8_000)
    whole = Duel(**options)  # type: ignore[arg-type]
    expected = whole.feed(results)
    assert expected is not None
    rng = np.random.default_rng(1)
    for largest in (7, 300, 4000):
        duel = Duel(**options)  # type: ignore[arg-type]
        cuts = np.cumsum(rng.integers(0, largest + 1, 2 * len(results) // largest + 1))
        decision = None
        for chunk in np.split(results, cuts[cuts < len(results)]):
            decision = duel.feed(chunk)
        assert decision == expected
        assert duel.path().equals(whole.path())


def test_the_path_ends_with_the_decision() -> None:
    duel = Duel(margin=0.05)
    decision = duel.feed(draw(np.random.default_rng(3), EQUAL, 5000))
    assert decision is not None
    path = duel.path()
    assert list(path.columns) == ["groups", "win_rate", "low", "high"]
    assert path["groups"].tolist() == naive_looks(decision.groups)[: len(path)]
    last = path.iloc[-1]
    assert last["groups"] == decision.groups
    assert last.tolist()[1:] == pytest.approx([decision.win_rate, decision.low, decision.high])


def test_after_a_decision_nothing_counts() -> None:
    duel = Duel()
    decision = duel.feed(np.full(1000, 4))
    assert decision == duel.feed(np.full(1000, 0)) == duel.feed([]) == duel.close()
    assert len(duel.path()) == 1
    assert duel.groups == 20


def test_no_path_before_the_first_look() -> None:
    duel = Duel()
    assert duel.feed(np.full(19, 4)) is None
    assert duel.groups == 19
    assert duel.path().empty


@pytest.mark.parametrize("groups", [1, 40, 50, 3000])
def test_a_duel_ends_undecided_at_its_last_group(groups: int) -> None:
    duel = Duel(max_groups=groups)
    results = draw(np.random.default_rng(6), EQUAL, 4000)
    assert duel.feed(results[: groups - 1]) is None
    decision = duel.feed(results[groups - 1 :])
    assert decision is not None
    assert (decision.decision, decision.groups) == ("undecided", groups)
    assert decision.win_rate == pytest.approx(results[:groups].mean() / 4)
    assert 0 <= decision.low < decision.win_rate < decision.high <= 1
    looks = [look for look in naive_looks(groups) if look < groups]
    assert duel.path()["groups"].tolist() == [*looks, groups]


def test_a_duel_can_be_closed_between_looks() -> None:
    duel = Duel()
    with pytest.raises(ValueError, match="no groups"):
        duel.close()
    results = draw(np.random.default_rng(6), EQUAL, 1234)
    assert duel.feed(results) is None
    decision = duel.close()
    assert (decision.decision, decision.groups) == ("undecided", 1234)
    assert (decision.low, decision.high) == pytest.approx(
        naive_interval(results.tolist(), 0.95, 0.005), abs=1e-9
    )


@pytest.mark.parametrize(
    ("mean", "precision", "margin", "word"),
    [
        (0.5, 0.03, 0.04, "equivalent"),
        (0.5, 0.03, 0.005, "undecided"),
        (0.53, 0.03, 0.005, "first"),
        (0.3, 0.03, 0.005, "second"),
    ],
)
def test_precision_runs_until_the_interval_is_that_narrow(
    mean: float, precision: float, margin: float, word: str
) -> None:
    duel = Duel(margin, precision=precision)
    decision = duel.feed(draw(np.random.default_rng(12), shifted(EQUAL, mean), 50_000))
    assert decision is not None
    assert decision.decision == word
    assert decision.high - decision.low <= precision
    path = duel.path().iloc[:-1]
    assert np.all(path["high"] - path["low"] > precision)
    # Half the width is 2.8 standard errors.
    expected = variance(shifted(EQUAL, mean)) * (2.8 / (precision / 2)) ** 2
    assert decision.groups == pytest.approx(expected, rel=0.1)


def test_what_is_narrow_enough_is_found_at_the_first_such_look() -> None:
    for result in range(5):
        duel = Duel(precision=0.05)
        decision = duel.feed(np.full(10_000, result))
        assert decision is not None
        widths = duel.path()["high"] - duel.path()["low"]
        assert (widths <= 0.05).tolist() == [False] * (len(widths) - 1) + [True]


def test_a_duel_for_precision_that_runs_out_says_what_it_has_shown() -> None:
    duel = Duel(max_groups=5000, precision=0.001)
    decision = duel.feed(draw(np.random.default_rng(1), shifted(EQUAL, 0.55), 5000))
    assert decision is not None
    assert (decision.decision, decision.groups) == ("first", 5000)
    assert 0.5 < decision.low < 0.55 < decision.high


# --- What is refused --------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [[5], [-1], [0.5], [[1, 2]], ["4"], [True]])
def test_what_is_no_result_is_refused(chunk: list[object]) -> None:
    with pytest.raises(ValueError, match="results of groups"):
        Duel().feed(chunk)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [
        {"margin": 0},
        {"margin": 0.5},
        {"alpha": 0},
        {"beta": 1},
        {"precision": 1},
        {"precision": 0},
        {"level": 1},
        {"max_groups": 0},
        {"margin": float("nan")},
    ],
)
def test_parameters_out_of_range_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(options))} must"):
        Duel(**options)  # type: ignore[arg-type]


def test_a_resolution_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="resolution must"):
        ConfidenceSequence(resolution=0.5)


def test_before_the_first_look_there_is_no_interval() -> None:
    with pytest.raises(ValueError, match="no look"):
        ConfidenceSequence().interval()


def test_importing_is_cheap() -> None:
    heavy = ["pandas", "scipy", "matplotlib", "numba"]
    code = (
        f"import sys, reports.statistics.planning; print([m for m in {heavy} if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    assert run.stdout.strip() == "[]"
