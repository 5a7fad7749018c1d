"""Bins and ends of axes of a handful of values."""

from __future__ import annotations

import pandas as pd
import pytest

from reports.figures.bins import axis_end, bin_width, binned
from tests.reports.statistics.test_distributions import frame


def test_bins_keep_every_share_and_start_at_the_origin() -> None:
    histogram = pd.DataFrame({"value": [0, 4, 5, 60, 61, 65, 66], "share": [1 / 7] * 7})
    edges, shares = binned(histogram, end=70, width=5, origin=61)
    assert 60.5 in edges
    assert shares.sum() == pytest.approx(1)
    # -4..0, 1..5, ..., 56..60, 61..65, 66..70
    assert (shares * 7).round().tolist() == [1, 2, *[0] * 10, 1, 2, 1]
    assert len(edges) == len(shares) + 1


def test_bins_leave_out_what_lies_beyond() -> None:
    histogram = pd.DataFrame({"value": [1, 50], "share": [0.5, 0.5]})
    edges, shares = binned(histogram, end=3, width=1)
    assert edges.tolist() == [-0.5, 0.5, 1.5, 2.5, 3.5]
    assert shares.tolist() == [0, 0.5, 0, 0]


def test_axes_are_cut_at_the_tail_and_say_so() -> None:
    long = frame((0, None, None, None, "turns", 10, 9995), (0, None, None, None, "turns", 90, 5))
    assert axis_end(long, "turns") == (10, "; cut at 10, the 99.9 % quantile")
    assert axis_end(long.head(1), "turns") == (10, "")
    assert axis_end(long.head(0), "turns", least=4) == (4, "")


@pytest.mark.parametrize(("end", "width"), [(3, 1), (42, 1), (43, 2), (200, 5), (10**6, 100)])
def test_bins_have_round_widths(end: int, width: int) -> None:
    assert bin_width(end) == width
