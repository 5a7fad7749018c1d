"""Tables of a comparison for a terminal of 80 columns or more.

Knows `reports.analysis.comparison.Analysis` and rich, which is imported when a table is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reports.analysis.comparison import Analysis
from reports.analysis.crosstable import cross_table, ranked, seen_from
from reports.analysis.highlights import leading, notable
from reports.terminal import cells
from reports.terminal.cells import WIDTH
from reports.words.comparison import findings
from reports.words.formats import chance, counted, elo
from reports.words.penalties import unit
from reports.words.sentences import caveats

if TYPE_CHECKING:
    from rich.table import Table

_MATRIX = 6  # policies, more do not fit
_PAIRINGS = 10  # beyond the matrix
_ALIKE = 3  # pairings that are shown for the same reason
_ROWS = 24  # of tables of three and four


def scoreboard(analysis: Analysis, width: int = WIDTH) -> Iterator[Table | str]:
    """All that a terminal is told of a comparison, part by part, to be printed in order.

    Parameters
    ----------
    analysis
        Of a comparison.
    width
        Columns of the terminal, at least 80; more are for longer names of policies.

    Yields
    ------
    rich.table.Table or str
        Up to six policies: the cross-table and every pairing; beyond, the most interesting
        pairings, and a line that says how many are left out. For tables of three and four a row
        per table and policy. Then the ranking, what it comes to in words, and who cheats. Texts
        have no markup; print them with ``markup=False``.
    """
    comparison = analysis.comparison
    shown = len(comparison.tables)
    if not comparison.pairings:
        yield seat_table(analysis, width)
        shown = len(leading(analysis, _tables_shown(analysis)))
    elif len(analysis.order) <= _MATRIX:
        if len(analysis.order) > 2:
            yield matrix_table(analysis, width)
        yield pairing_table(analysis, leading(analysis, shown), width=width)
    else:
        worth_a_look = notable(analysis).groupby("why").head(_ALIKE).head(_PAIRINGS)
        shown = len(worth_a_look)
        matchups, why = list(worth_a_look["matchup"]), list(worth_a_look["why"])
        yield pairing_table(analysis, matchups, why, width)
    fair = "one half" if comparison.pairings else "the fair share"
    yield f"=: the interval contains {fair}; worth: independent games one game is worth"
    left = len(comparison.tables) - shown
    if left:
        kind = "more pairing" if comparison.pairings else "more table"
        yield f"{counted(left, kind)}: see the report, or matchups.csv"
    if len(analysis.order) > 2:
        yield ranking_table(analysis, width)
    yield from findings(analysis).details
    yield from caveats(comparison.cheats)


def matrix_table(analysis: Analysis, width: int = WIDTH) -> Table:
    """Games won by the policy of the row against that of the column, with intervals."""
    order = analysis.order
    rate, low, high = (
        cross_table(analysis, f"win_rate{end}").to_numpy() for end in ("", "_low", "_high")
    )
    table = _table("", "won, %", *map(str, range(1, len(order) + 1)), texts=2)
    room, most = (11 if len(order) > 5 else 20, 1) if len(order) > 4 else (26, 2)
    short = cells.names(order, room + width - WIDTH)
    for row, name in enumerate(order):
        numbers = []
        for column in range(len(order)):
            ends = float(rate[row, column]), float(low[row, column]), float(high[row, column])
            shown = f"{cells.share(*ends, most)}\n{cells.span(*ends[1:], most)}"
            numbers.append("" if row == column else shown)
        table.add_row(str(row + 1), short[name], *numbers)
    return table


def pairing_table(
    analysis: Analysis, matchups: Sequence[int], why: Sequence[str] = (), width: int = WIDTH
) -> Table:
    """Games, points and rounds of pairings side by side, from the better-ranked policy's side.

    ``worth``: how many independent games one of these games is worth, the variance factor. A
    ``=`` before the games won stands where their interval contains one half. With ``why``, a
    remark below each pairing, policies bear their place in the ranking.
    """
    table = _table("pairing", *_measures(analysis), texts=1)
    short = cells.names(analysis.order, (9 if why else 13) + (width - WIDTH) // 2)
    for place, matchup in enumerate(matchups):
        pair = ranked(analysis, matchup)
        names = [short[name] for name in pair]
        if why:
            names = [f"{analysis.order.index(name) + 1} {short[name]}" for name in pair]
        told = " \N{EN DASH} ".join(names) + (f"\n  {why[place]}" if why else "")
        table.add_row(told, *cells.measures(seen_from(analysis, matchup, pair[0])))
    return table


def seat_table(analysis: Analysis, width: int = WIDTH) -> Table:
    """A row per table and policy where three or four sit at a table, the best tables first.

    Columns are those of `pairing_table`, points less the mean of the others.
    """
    table = _table("", *_measures(analysis), texts=1)
    rows = analysis.estimates
    short = cells.names(analysis.order, 28 + width - WIDTH)
    for number in leading(analysis, _tables_shown(analysis)):
        names = ranked(analysis, number)
        for name in names:
            row = rows[(rows["matchup"] == number) & (rows["policy"] == name)]
            numbers = cells.measures(row.iloc[0])
            table.add_row(short[name], *numbers, end_section=name == names[-1])
    return table


def ranking_table(analysis: Analysis, width: int = WIDTH) -> Table:
    """The policies from best to worst with ratings, groups and the probability of being best."""
    headings = ("rating", "95 %\ninterval", "behind\nthe best", "group", "is best\n%")
    table = _table("", "policy", *headings, texts=2)
    short = cells.names(analysis.order, 24 + width - WIDTH)
    for place, row in enumerate(analysis.standings.to_dict("records"), 1):
        ends = row["low"], row["high"]
        behind = analysis.ahead(analysis.order[0], row["policy"])
        table.add_row(
            str(place),
            short[row["policy"]],
            elo(row["rating"], *ends),
            f"{elo(ends[0], *ends)} to {elo(ends[1], *ends)}",
            "" if place == 1 else cells.behind(behind),
            str(row["group"]),
            chance(row["probability_best"]).removesuffix(" %"),
        )
    return table


def _table(*headings: str, texts: int) -> Table:
    """An empty table; the first columns hold text, the others numbers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, collapse_padding=True, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place < texts else "right", no_wrap=True)
    return table


def _measures(analysis: Analysis) -> tuple[str, ...]:
    points = unit(analysis.comparison.rules)
    return "games\nwon %", "95 %\ninterval", f"{points}\na round", "rounds\nwon %", "worth"


def _tables_shown(analysis: Analysis) -> int:
    return _ROWS // analysis.comparison.sides
