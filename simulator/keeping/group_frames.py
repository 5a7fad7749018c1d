"""What is counted of groups and of leads, as tidy frames of integers: for comparisons and sweeps.

Statistics are for `reports`, as in `simulator.keeping.frames`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from simulator.engine.tallies import Layout, Tally
from simulator.keeping.frames import leads


def moments_frame(matchup: int, snapshots: Mapping[int, Tally]) -> pd.DataFrame:
    """Moments after so many groups in long form: matchup, groups, kind, row, column, count.

    The upper triangle of each matrix, `kind` is "moment".
    """
    upper = np.triu_indices(len(next(iter(snapshots.values()))))
    marks = np.repeat(list(snapshots), len(upper[0]))
    rows, columns = (np.tile(place, len(snapshots)) for place in upper)
    counts = np.concatenate([moments[upper] for moments in snapshots.values()])
    return _cells(matchup, marks, "moment", rows, columns, counts)


def mirrored_frame(matchup: int, groups: int, joint: Tally) -> pd.DataFrame:
    """Mirrored rounds in long form, with signed gains of the first policy as rows and columns.

    Kind "paired" counts deals by the gain where the first and where the second policy opened,
    "first" and "second" count rounds without a partner that this policy opened, by gain.
    """
    paired, alone = joint[:-2], joint[-2:]
    zero = len(paired) // 2
    rows, columns = np.nonzero(paired)
    parts = [_cells(matchup, groups, "paired", rows - zero, columns - zero, paired[rows, columns])]
    for kind, counts in zip(("first", "second"), alone, strict=True):
        gains = np.flatnonzero(counts)
        nothing = np.zeros_like(gains)
        parts.append(_cells(matchup, groups, kind, gains - zero, nothing, counts[gains]))
    return pd.concat(parts, ignore_index=True)


def products_frame(groups: int, products: Tally) -> pd.DataFrame:
    """Sums over groups of products of the credits of a sweep's points, the upper triangle.

    Kind "product", with two points as row and column; they are of no matchup, and stand at 0.
    """
    rows, columns = np.triu_indices(len(products))
    return _cells(0, groups, "product", rows, columns, products[rows, columns])


def _cells(
    matchup: int, groups: int | Tally, kind: str, rows: Tally, columns: Tally, counts: Tally
) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "matchup": matchup,
            "groups": groups,
            "kind": kind,
            "row": rows,
            "column": columns,
            "count": counts,
        }
    )


def sources_frame(matchup: int, layout: Layout, tally: Tally, policies: int) -> pd.DataFrame:
    """Where the first policy's lead comes from: matchup, source, key, other, rounds, sum, squares.

    Source "ending" goes by outcome and the policy that opened (`other`) and counts every round
    once. Source "drawn-P" goes by the tiles that a hand of policy P drew by choice in a round and
    counts hands: between two seats every round once, between pairs every round twice, with the
    whole lead of the round each time, as each of the two partners has a hand that drew so many.
    So its sums are those of "ending" times the hands of a side.

    Parameters
    ----------
    matchup : number of the table.
    layout, tally : counts by policy, see `simulator.engine.tallies.by_policy`.
    policies : int, how many policies the table has.
    """
    rounds_by, lead_by, squares_by = leads(tally)
    rows: list[tuple[Any, ...]] = []
    for outcome, name in enumerate(OUTCOMES):
        for opener in range(policies):
            counts = rounds_by[outcome, opener]
            sums, squares = lead_by[outcome, opener, 0], squares_by[outcome, opener, 0]
            rows.append(("ending", name, opener, counts, sums, squares))
    for policy in range(policies):
        counts = layout.drawn_by_choice.of(tally)[policy]
        sums = layout.drawn_lead.of(tally)[policy]
        squares = layout.drawn_lead_squares.of(tally)[policy]
        # leads are counted for the policy itself; between two the first's is the opposite
        sign = 1 if policy == 0 or policies != 2 else -1
        for drawn in np.flatnonzero(counts):
            found = counts[drawn], sign * sums[drawn], squares[drawn]
            rows.append((f"drawn-{policy}", str(drawn), pd.NA, *found))
    columns = ["source", "key", "other", "rounds", "lead_sum", "lead_squares"]
    frame = pd.DataFrame([row for row in rows if row[3]], columns=columns)
    frame.insert(0, "matchup", matchup)
    return frame.astype({"other": "Int64"})


OUTCOMES = ("out", "blocked", "void", "target")
