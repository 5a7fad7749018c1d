"""Who beats whom beyond doubt, and policies that beat each other in a circle.

Knows frames with one row a pairing, and square ones.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd

from reports.statistics.intervals import Bools
from reports.statistics.strengths import policies_of


def significant_wins(pairings: pd.DataFrame) -> pd.DataFrame:
    """Who beats whom beyond doubt: true where the policy of the row beats that of the column.

    Parameters
    ----------
    pairings
        ``first, second, win_rate`` and ``difference_adjusted``, as
        `reports.statistics.multiplicity.adjust_for_all` gives it.
    """
    policies = policies_of(pairings)
    wins = pd.DataFrame(False, index=policies, columns=policies)
    clear = pairings[pairings["difference_adjusted"]]
    for one, two, rate in zip(clear["first"], clear["second"], clear["win_rate"], strict=True):
        winner, loser = (one, two) if rate > 0.5 else (two, one)
        wins.loc[winner, loser] = True
    return wins


def cycles(wins: pd.DataFrame) -> list[list[str]]:
    """Policies that beat each other in a circle.

    Parameters
    ----------
    wins
        Square and boolean, as from `significant_wins`: row beats column, never both ways.

    Returns
    -------
    list of list of str
        For every set of policies that are tied together by cycles, its shortest ones, each once:
        every policy beats the next, the last the first, beginning with whichever comes first in
        the frame. Empty: the wins agree with one order of all policies.
    """
    beats = wins.to_numpy(dtype=np.bool_)
    if beats.shape[0] != beats.shape[1] or np.any(beats & beats.T):
        raise ValueError("wins must be square, and no two policies beat each other")
    reach = beats.copy()
    for through in range(len(beats)):
        reach |= np.outer(reach[:, through], reach[through])
    names = [str(name) for name in wins.index]
    found: list[list[str]] = []
    for knot in sorted({tuple(np.flatnonzero(row).tolist()) for row in reach & reach.T} - {()}):
        for length in range(3, len(knot) + 1):
            closed = [cycle for start in knot for cycle in _closed(beats, (start,), length)]
            if closed:
                found += [[names[i] for i in cycle] for cycle in closed]
                break
    return found


def _closed(beats: Bools, path: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
    """Cycles of this length that go on from a path and begin with their smallest member."""
    if len(path) == length:
        if beats[path[-1], path[0]]:
            yield path
        return
    for following in np.flatnonzero(beats[path[-1]]):
        if following > path[0] and following not in path:
            yield from _closed(beats, (*path, int(following)), length)
