"""Tables of three and four broken up into pairs, by hand and against the bootstrap."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reports.analysis.comparison import Analysis
from reports.statistics.versus import versus


def moments(credit: np.ndarray) -> np.ndarray:
    """Moments of groups of which only the credit matters; the rest is one point each."""
    number, size = credit.shape
    vectors = np.concatenate(
        [np.ones((number, 1)), credit, np.ones((number, 2 * size + 1))], axis=1
    )
    return vectors.astype(np.int64).T @ vectors.astype(np.int64)


HAND = np.array([[24, 12, 0], [12, 12, 12]])


def test_three_at_a_table_by_hand() -> None:
    often = np.tile(HAND, (1000, 1))
    frame, covariance = versus(["a", "b", "c"], {0: ["a", "b", "c"]}, {0: moments(often)})
    assert frame[["first", "second"]].to_numpy().tolist() == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert frame["games"].tolist() == [5000, 4000, 3000]
    assert frame["win_rate"].tolist() == pytest.approx([36 / 60, 36 / 48, 24 / 36])
    # Residuals 24 - 0.6 * 36 = 2.4 and 12 - 0.6 * 24 = -2.4; 24 - 0.75 * 24 = 6 and -6.
    scale = 2000 * 2000 / 1999
    assert covariance[0, 0] == pytest.approx(scale * 2.4**2 / 60000**2)
    assert covariance[1, 1] == pytest.approx(scale * 6**2 / 48000**2)
    assert covariance[0, 1] == pytest.approx(scale * 2.4 * 6 / (60000 * 48000))
    # Differences 12 and 0, a thousand times each: their sum over the root of their squares.
    assert frame["p_value"].iloc[0] == pytest.approx(math.erfc(12000 / math.sqrt(2 * 144000)))


def test_tables_add_up() -> None:
    often = np.tile(HAND, (1000, 1))
    seated = {0: ["a", "b", "c"], 1: ["b", "a", "d"]}
    both = {0: moments(often), 1: moments(often[:, [1, 0, 2]])}
    frame, covariance = versus(["a", "b", "c", "d"], seated, both)
    pairs = frame.set_index(["first", "second"])
    assert pairs.loc[("a", "b"), "games"] == 10000
    assert pairs.loc[("a", "b"), "win_rate"] == pytest.approx(0.6)
    assert ("c", "d") not in pairs.index  # they never met
    assert covariance[0, 0] == pytest.approx(2 * 2000 * 2000 / 1999 * 2.4**2 / 120000**2)


def test_few_groups_that_are_alike_stay_unsure() -> None:
    frame, covariance = versus(["a", "b", "c"], {0: ["a", "b", "c"]}, {0: moments(HAND)})
    assert frame["effective_games"].tolist() == pytest.approx([5 / 3, 4 / 3, 1])
    assert covariance[0, 0] == pytest.approx(0.24 / (5 / 3))
    assert covariance[0, 1] == pytest.approx(4 * 2.4 * 6 / (60 * 48))


def test_where_nobody_of_two_won_nothing_is_said_and_sweeps_stay_unsure() -> None:
    credit = np.array([[36, 0, 0]] * 9)
    frame, covariance = versus(["a", "b", "c"], {0: ["a", "b", "c"]}, {0: moments(credit)})
    assert frame[["first", "second"]].to_numpy().tolist() == [["a", "b"], ["a", "c"]]
    assert frame["win_rate"].tolist() == [1, 1]
    assert (frame["win_rate_low"] < 0.8).all()
    assert (np.diag(covariance) > 0).all()
    assert frame["difference_adjusted"].all()


def test_the_covariance_is_that_of_resampled_groups() -> None:
    rng = np.random.default_rng(0)
    winners = rng.choice(4, size=(400, 4), p=[0.4, 0.3, 0.2, 0.1])
    credit = np.stack([12 * (winners == place).sum(axis=1) for place in range(4)], axis=1)
    names = ["a", "b", "c", "d"]
    _, covariance = versus(names, {0: names}, {0: moments(credit)})
    rates = []
    for _ in range(4000):
        total = credit[rng.integers(400, size=400)].sum(axis=0)
        rates.append([total[i] / (total[i] + total[j]) for i in range(4) for j in range(i + 1, 4)])
    np.testing.assert_allclose(covariance, np.cov(np.array(rates).T), atol=2e-5, rtol=0.15)


def test_the_better_one_wins_more_of_the_games_of_two(analyses: dict[str, Analysis]) -> None:
    for name in ("tables", "of-four"):
        table = analyses[name].versus
        assert (table["win_rate"] > 0.5).all()
        assert table["win_rate"].between(table["win_rate_low"], table["win_rate_high"]).all()
