"""Tables of a tuning for a terminal of 60 columns or more.

Knows `reports.results.tuning.Tuning` and rich, which is imported when a table is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from reports.results.tuning import Tuning
from reports.terminal.cells import names, share, span
from reports.words.sentences import caveats
from reports.words.tuning import conclusion, course, number, within

if TYPE_CHECKING:
    from rich.table import Table

_NAMES = 24


def tables(tuning: Tuning) -> Iterator[Table | str]:
    """The values that were found, and what they are worth on fresh deals."""
    yield _values(tuning)
    yield _verdict(tuning)
    yield conclusion(tuning)
    yield course(tuning)
    yield from caveats(tuning.cheats)


def _table(*headings: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    return table


def _values(tuning: Tuning) -> Table:
    table = _table("parameter", "start", "tuned", "bounds")
    for row in tuning.parameters.to_dict("records"):
        table.add_row(row["parameter"], number(row["start"]), number(row["tuned"]), within(row))
    return table


def _verdict(tuning: Tuning) -> Table:
    table = _table("on fresh deals, against", "start %", "tuned %", "95 % interval")
    short = names(tuning.verdict["against"], _NAMES)
    start = tuning.judged("start").set_index("against")
    for row in tuning.verdict[tuning.verdict["candidate"] == "tuned"].to_dict("records"):
        against, ends = row["against"], (row["win_rate_low"], row["win_rate_high"])
        before = ""
        if against in start.index:
            found = start.loc[against]
            rates = found["win_rate"], found["win_rate_low"], found["win_rate_high"]
            before = share(*rates, most=2)
        label = "the start" if against == "start" else short[against]
        table.add_row(label, before, share(row["win_rate"], *ends, most=2), span(*ends, most=2))
    return table
