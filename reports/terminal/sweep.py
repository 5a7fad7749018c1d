"""What a terminal is told of a sweep: tables for 60 columns or more, and the JSON document.

Knows `reports.analysis.sweep.Sweeping` and rich, which is imported when a table is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from reports.analysis.sweep import Sweeping
from reports.results.cheats import with_texts
from reports.terminal import cells
from reports.terminal.document import plain
from reports.words.formats import counted
from reports.words.sentences import caveats
from reports.words.sweep import findings

if TYPE_CHECKING:
    from rich.table import Table

_ROWS = 40  # points, the others are in files
_DOCUMENT = (
    *("games", "win_rate", "win_rate_low", "win_rate_high"),
    *("points_per_round", "points_low", "points_high"),
    *("variance_factor", "effective_games", "behind", "behind_most", "p_best", "best"),
)


def sweep_board(analysis: Sweeping) -> Iterator[Table | str]:
    """All that a terminal is told of a sweep, part by part, to be printed in order.

    Parameters
    ----------
    analysis
        Of a sweep.

    Yields
    ------
    rich.table.Table or str
        A heading and a table for each grid; of many points the ones that win most. Then what they
        come to in words, and who cheats. Texts have no markup; print them with ``markup=False``.
    """
    shown = analysis.ranked.head(_ROWS).index
    bounds = analysis.estimates["behind_most"] - analysis.estimates["behind"]
    spread = float(bounds.median())
    for grid in analysis.sweep.grids:
        rows = analysis.of_grid(grid)
        rows = rows[rows.index.isin(shown)]
        if len(rows):
            yield f"{grid} against {analysis.sweep.against}"
            yield grid_table(rows, spread)
    yield (
        "*: may be the best. behind: % of games fewer than the point that won most; at most: than "
        "the truly best one, all points together"
    )
    left = len(analysis.estimates) - len(shown)
    if left:
        yield f"{counted(left, 'more point')}: see the report, or matchups.csv"
    yield from findings(analysis).details
    yield from caveats(analysis.sweep.asked_cheats)


def grid_table(rows: pd.DataFrame, spread: float) -> Table:
    """Points of a grid: games won, their interval, and what is lost against the best.

    Losses have as many digits as an interval of a width of `spread` supports.
    """
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, collapse_padding=True, pad_edge=False)
    names = [name for name in rows.iloc[0][["parameter", "parameter_2"]] if name]
    headings = ("games\nwon %", "95 %\ninterval", "behind\n%", "at most\n%")
    for heading in (*names, *headings):
        table.add_column(escape(heading), justify="right", no_wrap=True)
    for row in rows.to_dict("records"):
        ends = row["win_rate_low"], row["win_rate_high"]
        values = [f"{row[name]:.12g}" for name in ("value", "value_2")[: len(names)]]
        won = cells.share(row["win_rate"], *ends, most=2)
        table.add_row(
            *values,
            f"* {won}" if row["best"] else won,
            cells.span(*ends, most=2),
            cells.share(row["behind"], 0, spread, most=3),
            cells.share(row["behind_most"], 0, spread, most=3),
        )
    return table


def sweep_document(analysis: Sweeping) -> dict[str, Any]:
    """What ``sweep --json`` prints beside the experiment and the digest.

    Parameters
    ----------
    analysis
        Of a sweep.

    Returns
    -------
    dict
        ``points``, one entry each in the order of the grids, with ``policy``, the ``parameters``
        that run, rates and points from its side, and whether it may be the ``best``.
    """
    entries = []
    for row in with_texts(analysis.estimates, analysis.sweep.cheats).to_dict("records"):
        pairs = (("parameter", "value"), ("parameter_2", "value_2"))
        parameters = {row[name]: row[value] for name, value in pairs if row[name]}
        entry = {"policy": row["policy"], "grid": row["grid"], "parameters": parameters}
        entries.append(entry | {name: plain(row[name]) for name in _DOCUMENT})
    return {"points": entries}
