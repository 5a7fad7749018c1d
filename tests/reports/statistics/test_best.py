"""The best of several: by hand, and how often what is said of all together holds."""

from __future__ import annotations

from math import erfc, sqrt
from typing import Any

import numpy as np
import pandas as pd
import pytest

from reports.statistics.best import best_region

SCALE = 24  # credit of a group of two games


def region_of(credits_: Any, level: float = 0.95) -> pd.DataFrame:
    """What follows from the credit of every candidate in every group, a row each."""
    earned = np.array(credits_, dtype=np.int64)
    totals, products = earned.sum(axis=1), earned @ earned.T
    return best_region(totals, products, earned.shape[1], SCALE, level)


def differing(ahead: int, behind: int, same: int) -> list[int]:
    """Credits of a candidate that is a game ahead of `STEADY`, a game behind it, or as it."""
    return [24] * ahead + [0] * behind + [12] * same


STEADY = [12] * 100
BETTER = differing(30, 10, 60)


def test_two_candidates_by_hand() -> None:
    """Forty groups differ by half a group: the score is (30 - 10) / 2 over the root of 40 / 4."""
    found = region_of([STEADY, BETTER])
    one_sided = erfc(10 / sqrt(10) / sqrt(2)) / 2
    assert one_sided == pytest.approx(0.000783, abs=1e-6)
    assert list(found.p_best) == pytest.approx([2 * one_sided, 1 - one_sided])
    assert list(found.best) == [False, True]
    assert list(found.behind) == pytest.approx([0.1, 0])
    # 0.1 and 1.645 errors: the variance is 0.1 - 0.1^2, and 0.01 for a group that was not seen
    assert found.behind_most[0] == pytest.approx(0.1 + 1.6449 * sqrt(0.1 / (100 - 2.7055)), 1e-4)
    assert found.behind_most[1] == 0


def test_a_rival_more_is_a_test_more() -> None:
    """Twice as many rivals for each of three, and three to be adjusted by Holm's procedure."""
    found = region_of([STEADY, BETTER, STEADY])
    one_sided = erfc(10 / sqrt(10) / sqrt(2)) / 2
    assert list(found.p_best) == pytest.approx([6 * one_sided, 1, 6 * one_sided])
    assert list(found.best) == [False, True, False]


def test_what_one_shows_of_two_it_does_not_show_of_forty() -> None:
    """A difference of a p-value of 0.0008, among forty candidates that are alike but for one."""
    assert not region_of([STEADY, BETTER])["best"][0]
    assert region_of([STEADY, BETTER, *[STEADY] * 38])["best"].all()


def test_differences_are_paired() -> None:
    """Both vary together, so that 12 groups of 100 are enough; among strangers they are not."""
    luck = np.tile([0, 12], 50)
    lead = np.array([12] * 12 + [0] * 88)
    assert list(region_of([luck, luck + lead])["best"]) == [False, True]
    assert region_of([luck, (luck + lead)[::-1]])["best"].all()


def test_candidates_that_are_alike_share_the_first_place() -> None:
    """And nothing but what may have gone unseen can be lost by either."""
    found = region_of([STEADY, STEADY])
    assert list(found.p_best) == [1, 1]
    assert found["best"].all()
    assert list(found.behind) == [0, 0]
    assert 0 < found.behind_most[0] == found.behind_most[1] < 0.03


def test_few_groups_say_nothing() -> None:
    found = region_of([[24, 24], [0, 0]])
    assert found["best"].all()
    assert list(found.behind_most) == [1, 1]
    assert list(found.behind) == [0, 1]


@pytest.mark.parametrize("level", [0, 1, -0.5, 1.5])
def test_levels_are_checked(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        region_of([STEADY, BETTER], level)


# -- how often it holds ------------------------------------------------------------------------

RUNS = 400
_ROOM = 2.75 * sqrt(0.05 * 0.95 / RUNS)


def sampled(skills: list[float], seed: int) -> Any:
    """Credits of candidates in 300 groups: deals that are good or bad for all, and own luck."""
    rng = np.random.default_rng([seed, 3])
    deal = rng.normal(0, 1, 300)
    own = rng.normal(0, 1, (len(skills), 2, 300))
    return 12 * (np.array(skills)[:, None, None] + deal + own > 0).sum(axis=1)


def share_of(skill: float) -> float:
    """The true mean of a candidate: the chance that skill and luck, of variance 2, are above 0."""
    return 1 - erfc(skill / 2) / 2


@pytest.mark.parametrize("skills", [[0.0] * 6, [0.3] * 3 + [0.0] * 3, [0.3] + [0.2] * 5])
def test_the_best_are_left_out_by_five_in_a_hundred_at_most(skills: list[float]) -> None:
    """All equal, some equal, one ahead of many that follow closely."""
    best = np.array(skills) == max(skills)
    wrong = sum(not region_of(sampled(skills, seed))["best"][best].all() for seed in range(RUNS))
    assert wrong / RUNS <= 0.05 + _ROOM


def test_bounds_of_what_is_lost_hold_for_all_together() -> None:
    skills = [0.3, 0.25, 0.2, 0.0, -0.2, -0.2]
    shares = np.array([share_of(skill) for skill in skills])
    lost = shares.max() - shares
    held = sum(
        bool((region_of(sampled(skills, seed)).behind_most >= lost - 1e-12).all())
        for seed in range(RUNS)
    )
    assert held / RUNS >= 0.95 - _ROOM


def test_what_is_clearly_worse_is_left_out() -> None:
    found = [region_of(sampled([0.5, 0.4, -0.3, -0.5], seed))["best"] for seed in range(40)]
    assert not any(best[2] or best[3] for best in found)
    assert all(best[0] for best in found)
