"""When a sequential test looks: after fixed numbers of groups, whatever came before.

Every 20 groups up to 2,000, then one hundredth later each time. So what is decided depends on the
games alone, and what was counted at the looks is all that a test needs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache


def next_look(groups: int) -> int:
    """The number of groups at the next look: 20, 40, ..., 2080, 2100, 2121, 2142, ..."""
    return groups + max(20, groups // 100)


def looks_within(first: int, last: int) -> Sequence[int]:
    """The numbers of groups of all looks above `first`, up to `last`, which is 10^13 at most."""
    looks = _all_looks()
    return looks[bisect_right(looks, first) : bisect_right(looks, last)]


@cache
def _all_looks() -> Sequence[int]:
    looks = [next_look(0)]
    while looks[-1] < 10**13:
        looks.append(next_look(looks[-1]))
    return tuple(looks)
