"""Histograms of a handful of values, computed by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from reports.statistics.distributions import distribution, moments, quantiles

COLUMNS = ["matchup", "side", "seat", "policy", "metric", "value", "count"]


def frame(*rows: tuple[object, ...]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=COLUMNS).astype({"side": "Int64", "seat": "Int64"})


@pytest.fixture
def long() -> pd.DataFrame:
    return frame(
        (0, 0, 0, "a", "score", 100, 1),
        (0, 0, 0, "a", "score", 20, 3),
        (0, 1, 1, "b", "score", 50, 4),
        (0, None, None, None, "rounds", 7, 4),
    )


def test_shares_add_up_within_each_owner(long: pd.DataFrame) -> None:
    table = distribution(long, "score")
    assert table["value"].tolist() == [20, 100, 50]
    assert table["share"].tolist() == [3 / 4, 1 / 4, 1]
    assert table["cumulative"].tolist() == [3 / 4, 1, 1]


def test_metrics_of_the_whole_matchup_have_no_owner(long: pd.DataFrame) -> None:
    table = distribution(long, "rounds")
    assert table["share"].tolist() == [1]
    assert table["side"].isna().all()


def test_unknown_metrics_are_refused_and_missing_ones_empty(long: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="no metric 'scores'; there are score, "):
        distribution(long, "scores")
    for function in (distribution, moments, quantiles):
        assert function(long, "gain_out").empty


def test_moments_by_hand(long: pd.DataFrame) -> None:
    first, second = moments(long, "score").to_dict("records")
    # 20, 20, 20, 100: mean 40, squared deviations 3 * 400 + 3600 = 4800.
    assert (first["count"], first["mean"], first["sd"]) == (4, 40, 40)
    half = 1.959963984540054 * 40 / 2
    assert (first["mean_low"], first["mean_high"]) == pytest.approx((40 - half, 40 + half))
    assert (second["mean"], second["sd"]) == (50, 0)


def test_one_observation_has_no_spread() -> None:
    row = moments(frame((0, None, None, None, "rounds", 5, 1)), "rounds").iloc[0]
    assert row["mean"] == 5
    assert row[["sd", "mean_low", "mean_high"]].isna().all()


def test_quantiles_are_observed_values() -> None:
    long = frame(*((0, None, None, None, "turns", value, 1) for value in range(1, 101)))
    levels = (0.05, 0.07, 0.5, 0.95, 0.999, 1.0)
    row = quantiles(long, "turns", levels).iloc[0]
    assert [row[level] for level in levels] == [5, 7, 50, 95, 100, 100]
    with pytest.raises(ValueError, match="levels"):
        quantiles(long, "turns", (0.0,))


def test_quantiles_agree_with_numpy() -> None:
    values = np.random.default_rng(2).poisson(9, 997)
    unique, counts = np.unique(values, return_counts=True)
    rows = zip(unique, counts, strict=True)
    long = frame(*((0, None, None, None, "turns", int(v), int(c)) for v, c in rows))
    for level in (0.01, 0.25, 0.5, 0.9, 0.999):
        expected = np.quantile(values, level, method="inverted_cdf")
        assert quantiles(long, "turns", (level,))[level].iloc[0] == expected
