"""Tables for a terminal of 80 columns or more.

Knows frames and rich, which is imported when a table is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from reports.results.rules import Rules, has_choice
from reports.statistics.rates import sides
from reports.terminal.cells import WIDTH, names
from reports.words.formats import count, counted, percent, percent_interval
from reports.words.penalties import loser
from reports.words.sentences import games_of

if TYPE_CHECKING:
    from rich.table import Table

_ROOM = 17  # characters of a policy where there are 80 columns
_ROOM_OF_LOSERS = (17, 15, 11)  # beside how often they lost, and none to two numbers of draws
_WINS = ("wins\n%", "95 %\ninterval")
_NUMBERS = ("mean\nscore", "rounds\nwon %", "blocked\nwon %")
_DRAWN = "drawn/\nround"
_DRAWN_BY_CHOICE = "drawn/round\n(by choice)"


def player_table(summary: pd.DataFrame, rules: Rules, width: int = WIDTH) -> Table:
    """The players of one matchup, a row a side.

    Parameters
    ----------
    summary
        As `reports.statistics.rates.summarise` returns it.
    rules
        Of the matchup.
    width
        Columns of the terminal, at least 80; more are for longer names of policies.

    Returns
    -------
    rich.table.Table
        Fits the width. Seats and policies, games won with interval, where points are penalties
        how often the side had most of them, mean final score, rounds won and blocked rounds won
        (both of all rounds), tiles drawn a round where anyone draws and of these by choice where
        that is allowed.
    """
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, collapse_padding=True, pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("policy", no_wrap=True)
    players = sides(summary)
    lost = loser(rules)
    draws = (1 + has_choice(rules)) * bool(players["tiles_drawn"].any())
    room = _ROOM_OF_LOSERS[draws] if lost else _ROOM
    short = names(players["policy"], room + width - WIDTH)
    last = [f"{lost.heading}\n%"] if lost else []
    drawn = ([], [_DRAWN], [_DRAWN_BY_CHOICE])[draws]
    for heading in (*_WINS, *last, *_NUMBERS, *drawn):
        table.add_column(heading, justify="right", no_wrap=True)
    for _, player in players.iterrows():
        table.add_row(*_cells(player, short, bool(lost), draws))
    return table


def _cells(player: pd.Series, short: dict[str, str], lost: bool, draws: int) -> list[str]:
    """The cells of a row; of tiles drawn there are up to two numbers."""
    rate, low, high = player["win_rate"], player["win_rate_low"], player["win_rate_high"]
    wins, interval = percent(rate, low, high, most=2), percent_interval(low, high, most=2)
    drawn = f"{player['drawn_per_round']:.2f}"
    drawn += f" ({player['drawn_by_choice_per_round']:.2f})" if draws > 1 else ""
    return [
        f"{player['side']}+{player['side'] + 2}"
        if pd.isna(player["seat"])
        else str(player["seat"]),
        short[player["policy"]],
        wins.removesuffix(" %"),
        interval.removesuffix(" %").replace(" to ", "\N{EN DASH}"),
        *([f"{100 * player['goat_rate']:.1f}"] if lost else []),
        f"{player['mean_score']:.1f}",
        f"{100 * player['round_win_rate']:.1f}",
        f"{100 * player['rounds_won_blocked'] / player['rounds']:.1f}",
        *([drawn] if draws else []),
    ]


def totals(summary: pd.DataFrame, rules: Rules) -> list[str]:
    """What happened in the matchup as a whole.

    Parameters
    ----------
    summary, rules
        As for `player_table`.

    Returns
    -------
    list of str
        Lines without markup, each shorter than 80 characters: games and rounds, how many rounds
        were blocked, how many of these were void, and how many games were drawn if any were.
    """
    row = sides(summary).iloc[0]
    lines = [
        f"{games_of(row['games'], rules)}, {counted(row['rounds'], 'round')}",
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
