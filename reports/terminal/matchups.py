"""Tables for a terminal 80 columns wide.

Knows frames and rich, which is imported when a table is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from reports.statistics.rates import sides
from reports.words.formats import count, counted, percent, percent_interval
from reports.words.labels import short_policy

if TYPE_CHECKING:
    from rich.table import Table

_WIDE, _NARROW = 17, 11  # characters of a policy
_WINS = ("wins\n%", "95 %\ninterval")
_GOAT = "goat\n%"
_NUMBERS = ("mean\nscore", "rounds\nwon %", "blocked\nwon %")
_DRAWN = "drawn/round\n(by choice)"


def player_table(summary: pd.DataFrame) -> Table:
    """The players of one matchup, a row a side.

    Parameters
    ----------
    summary
        As `reports.statistics.rates.summarise` returns it.

    Returns
    -------
    rich.table.Table
        Fits 80 columns. Seats and policies, games won with interval, under goat counting how
        often the side was the goat, mean final score, rounds won and blocked rounds won (both of
        all rounds), tiles drawn a round and of these by choice where anyone draws.
    """
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, collapse_padding=True, pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("policy", no_wrap=True)
    players = sides(summary)
    goats, draws = bool(players["goats"].any()), bool(players["tiles_drawn"].any())
    width = _NARROW if goats and draws else _WIDE
    columns = (*_WINS, *([_GOAT] if goats else []), *_NUMBERS, *([_DRAWN] if draws else []))
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for _, player in players.iterrows():
        table.add_row(*_cells(player, width, goats, draws))
    return table


def _cells(player: pd.Series, width: int, goats: bool, draws: bool) -> list[str]:
    from rich.markup import escape

    rate, low, high = player["win_rate"], player["win_rate_low"], player["win_rate_high"]
    wins, interval = percent(rate, low, high, most=2), percent_interval(low, high, most=2)
    drawn = f"{player['drawn_per_round']:.2f} ({player['drawn_by_choice_per_round']:.2f})"
    return [
        f"{player['side']}+{player['side'] + 2}"
        if pd.isna(player["seat"])
        else str(player["seat"]),
        escape(short_policy(player["policy"], width)),
        wins.removesuffix(" %"),
        interval.removesuffix(" %").replace(" to ", "\N{EN DASH}"),
        *([f"{100 * player['goat_rate']:.1f}"] if goats else []),
        f"{player['mean_score']:.1f}",
        f"{100 * player['round_win_rate']:.1f}",
        f"{100 * player['rounds_won_blocked'] / player['rounds']:.1f}",
        *([drawn] if draws else []),
    ]


def totals(summary: pd.DataFrame) -> list[str]:
    """What happened in the matchup as a whole.

    Parameters
    ----------
    summary
        As for `player_table`.

    Returns
    -------
    list of str
        Lines without markup, each shorter than 80 characters: games and rounds, how many rounds
        were blocked, how many of these were void, and how many games were drawn if any were.
    """
    row = sides(summary).iloc[0]
    lines = [
        f"{counted(row['games'], 'game')}, {counted(row['rounds'], 'round')}",
        f"blocked {_share(row, 'blocked_rounds', 'blocked_rate')} of rounds",
        f"void    {_share(row, 'void_rounds', 'void_rate')} of rounds",
    ]
    if row["drawn_games"]:
        lines.append(f"drawn   {counted(row['drawn_games'], 'game')}")
    return lines


def _share(row: pd.Series, number: str, rate: str) -> str:
    low, high = row[f"{rate}_low"], row[f"{rate}_high"]
    share = percent(row[rate], low, high)
    return f"{count(row[number])}, {share} ({percent_interval(low, high)})"
