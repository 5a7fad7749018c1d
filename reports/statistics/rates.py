"""From integer counts to rates, means and their intervals.

Knows the columns of ``summary.csv`` (`reports.statistics.columns`) and nothing about files, plots
or rules.

What is independent: games are, being dealt from separate random streams, so intervals of win rates
and final scores are exact up to the method of `reports.statistics.intervals`. Rounds within a game
are *treated* as independent: their deals are, but the score decides when a game ends and who opened
one round decides who opens the next. This is a good approximation, not a theorem. Two rows of one
matchup are never independent of each other: what one side wins, another loses.

>>> from reports import load, opening_effect
>>> results = load("results/greedy-hoarder")
>>> results.players[["seat", "policy", "win_rate", "win_rate_low", "win_rate_high"]]
>>> opening_effect(results.players)
"""

from __future__ import annotations

import pandas as pd

from reports.statistics.columns import MATCHUP_COUNTS, SEAT_COUNTS, SIDE_COUNTS
from reports.statistics.intervals import mean_interval, ratio, wilson

# name -> successes, trials
_RATES = {
    "win_rate": ("wins", "games"),
    "goat_rate": ("goats", "games"),
    "blocked_rate": ("blocked_rounds", "rounds"),
    "void_rate": ("void_rounds", "rounds"),
    "round_win_rate": ("rounds_won_any", "rounds"),
    "blocked_win_rate": ("rounds_won_blocked", "blocked_rounds"),
    "opened_win_rate": ("games_opened_won", "games_opened"),
    "other_win_rate": ("games_other_won", "games_other"),
    "opened_round_win_rate": ("rounds_opened_won", "rounds_opened"),
    "other_round_win_rate": ("rounds_other_won", "rounds_other"),
}

# name -> total, its squares, number of observations
_MEANS = {
    "mean_score": ("score_sum", "score_squares", "games"),
    "points_per_round": ("points", "round_squares", "rounds"),
    "lead_per_round": ("lead", "lead_square", "rounds"),
    "opened_lead_per_round": ("opened_lead", "opened_lead_square", "rounds_opened"),
    "other_lead_per_round": ("other_lead", "other_lead_square", "rounds_other"),
}

# name -> total, number of observations; the counts hold no squares for an interval
_PLAIN = {
    "turns_per_round": ("turns", "rounds"),
    "passes_per_round": ("passes", "rounds"),
    "drawn_per_round": ("tiles_drawn", "rounds"),
    "drawn_by_choice_per_round": ("tiles_drawn_by_choice", "rounds"),
}


def summarise(players: pd.DataFrame, level: float = 0.95) -> pd.DataFrame:
    """Add rates and means, with intervals, to the counts of each seat.

    Parameters
    ----------
    players
        One row per matchup and seat with the columns ``matchup``, ``side`` and
        `reports.statistics.columns.COUNTS`.
    level
        Coverage of every interval, each taken alone.

    Returns
    -------
    DataFrame
        A copy with these columns more; each name stands for three, the other two end in
        ``_low`` and ``_high``. Rates are shares in [0, 1].

        - ``win_rate``, ``goat_rate``: of games; ``opened_win_rate`` where the seat opened the
          first round, ``other_win_rate`` where it did not. Independent: games.
        - ``mean_score``: final points a game. Independent: games.
        - ``blocked_rate`` (void included), ``void_rate``, ``round_win_rate`` (by going out,
          blocked, or reaching the target): of rounds;
          ``blocked_win_rate``: of blocked rounds; ``opened_round_win_rate``,
          ``other_round_win_rate``: of the rounds the seat opened and did not open. Treated as
          independent: rounds.
        - ``points_per_round``; ``lead_per_round``, ``opened_lead_per_round``,
          ``other_lead_per_round``: points of the side less the mean of the other sides. Treated
          as independent: rounds.

        And without interval ``fair_share``, the win rate of equals: decided games are divided
        evenly, drawn games are nobody's. A win rate differs clearly from it where its interval
        does not hold it; where games are drawn this is slightly too cautious, never too bold.
        ``turns_per_round``, ``passes_per_round``, ``drawn_per_round``,
        ``drawn_by_choice_per_round``: of the seat.

        A rate without trials is nan with interval (0, 1), a mean without observations all nan.
    """
    counts = derived_counts(players)
    number_of_sides = players.groupby("matchup")["side"].transform("nunique")
    decided = players["games"] - players["drawn_games"]
    columns = {"fair_share": ratio(decided, players["games"] * number_of_sides)}
    for name, (successes, trials) in _RATES.items():
        columns[name] = ratio(counts[successes], counts[trials])
        interval = wilson(counts[successes], counts[trials], level)
        columns[f"{name}_low"], columns[f"{name}_high"] = interval
    for name, (total, squares, count) in _MEANS.items():
        columns[name] = ratio(counts[total], counts[count])
        interval = mean_interval(counts[total], counts[squares], counts[count], level)
        columns[f"{name}_low"], columns[f"{name}_high"] = interval
    for name, (total, count) in _PLAIN.items():
        columns[name] = ratio(counts[total], counts[count])
    return players.assign(**columns)


def sides(players: pd.DataFrame, level: float = 0.95) -> pd.DataFrame:
    """Summarise by side instead of by seat: partners become one row.

    Parameters
    ----------
    players, level
        As for `summarise`; also ``seat`` and ``policy``.

    Returns
    -------
    DataFrame
        One row per matchup and side with the columns of `summarise`. What partners do each adds
        up, so ``opened`` means opened by either of them. ``seat`` is missing and ``policy`` reads
        ``a + b`` where a side is a pair.
    """
    how: dict[str, str] = dict.fromkeys(("seat", *MATCHUP_COUNTS, *SIDE_COUNTS), "first")
    how |= dict.fromkeys(SEAT_COUNTS, "sum")
    groups = players.astype({"seat": "Int64"}).groupby(["matchup", "side"], sort=True)
    merged = groups.agg(how).assign(policy=groups["policy"].agg(" + ".join))
    merged.loc[groups.size() > 1, "seat"] = pd.NA
    return summarise(merged.reset_index(), level)


def one_matchup(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame itself, if it holds one matchup.

    Raises
    ------
    ValueError
        If it holds several or none.
    """
    if frame["matchup"].nunique() != 1:
        raise ValueError("select one matchup, such as players[players['matchup'] == 0]")
    return frame


def derived_counts(players: pd.DataFrame) -> pd.DataFrame:
    """Counts that follow from others, among them leads in points instead of sides x points."""
    scale = players.groupby("matchup")["side"].transform("nunique") - 1
    won = players["rounds_won"] + players["rounds_won_target"]
    return players.assign(
        points=players["points_out"] + players["points_blocked"] + players["points_play"],
        games_other=players["games"] - players["games_opened"],
        games_other_won=players["wins"] - players["games_opened_won"],
        rounds_other=players["rounds"] - players["rounds_opened"],
        rounds_won_any=won,
        rounds_other_won=won - players["rounds_opened_won"],
        lead=players["lead_sum"] / scale,
        lead_square=players["lead_squares"] / scale**2,
        opened_lead=players["opened_lead_sum"] / scale,
        opened_lead_square=players["opened_lead_squares"] / scale**2,
        other_lead=(players["lead_sum"] - players["opened_lead_sum"]) / scale,
        other_lead_square=(players["lead_squares"] - players["opened_lead_squares"]) / scale**2,
    )
