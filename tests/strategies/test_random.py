"""`random`: any legal placement with equal chance, never a draw by choice."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from simulator.policy import View
from tests.strategies.placing import does
from tests.views import a_view

DECISIONS = 12_000


def chosen(view: View) -> Counter[str]:
    """How often it places what, over many random bits."""
    bits = np.random.default_rng(8).integers(-(2**63), 2**63 - 1, DECISIONS)
    return Counter(does("random", view._replace(random=int(word))) for word in bits)


CASES = {
    "tiles at one end": (("1|2 1|3 1|6 0|0", "1|4", "draw"), {"1|2@0", "1|3@0", "1|6@0"}),
    "tiles at two ends": (("1|2 4|4 4|5 0|0", "1|4", "draw"), {"1|2@0", "4|4@1", "4|5@1"}),
    "a tile at both ends": (("1|5 1|3 0|0", "1|2 2|5@1", "draw"), {"1|5@0", "1|5@1", "1|3@0"}),
    "two equal ends": (("4|5 3|4 0|0", "4|4", "draw"), {"4|5@0", "3|4@0"}),
    "two equal ends that differ": (
        ("4|5 3|4 0|0", "4|4", "all-fives-line"),
        {"4|5@0", "4|5@1", "3|4@0", "3|4@1"},
    ),
    "an opening": (("0|0 1|2 6|6 3|5", "", "draw"), {"0|0@0", "1|2@0", "6|6@0", "3|5@0"}),
    "four arms": (
        ("1|5 2|3 0|0", "5|5 2|5@0 3|5@1", "all-fives"),
        {"1|5@2", "1|5@3", "2|3@0", "2|3@1"},
    ),
}


@pytest.mark.parametrize(("position", "wanted"), CASES.values(), ids=CASES)
def test_every_placement_is_as_likely(position: tuple[str, str, str], wanted: set[str]) -> None:
    """By chi-square, at one in a million; a tile that fits two arms counts twice."""
    hand, line, preset = position
    counts = chosen(a_view(hand, line, preset=preset))
    assert set(counts) == wanted
    assert chisquare(list(counts.values())).pvalue > 1e-6


def test_chooses_by_the_random_bits_alone() -> None:
    """The same bits, the same placement; the least word takes the first, the greatest the last."""
    view = a_view("1|2 1|3 1|6 0|0", "1|4")
    assert does("random", view._replace(random=0)) == "1|2@0"
    assert does("random", view._replace(random=-1)) == "1|6@0"
