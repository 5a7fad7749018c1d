"""All figures of a matchup, by name, in the order of the page.

Knows frames and the modules that draw.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports.figures.matchups_lengths import rounds_per_game, tiles_drawn, turns_per_round
from reports.figures.matchups_measures import blocked_rounds, opening, round_endings, win_rates
from reports.figures.matchups_scores import final_scores, round_gains
from reports.results.rules import Rules, rounds_of


def figures(players: pd.DataFrame, distributions: pd.DataFrame, rules: Rules) -> dict[str, Figure]:
    """Draw everything there is to draw of one matchup.

    Parameters
    ----------
    players, distributions
        One matchup, as in `reports.results.matchups.Results`.
    rules
        Of the matchup.

    Returns
    -------
    dict
        Figures by name, in the order of the page. Rounds a game are left out where their number is
        fixed, tiles drawn where nobody draws.
    """
    drawn = {
        "win-rates": win_rates(players, rules),
        "round-endings": round_endings(players),
        "blocked-rounds": blocked_rounds(players, distributions, rules),
        "final-scores": final_scores(distributions, rules),
        "round-gains": round_gains(distributions, rules),
    }
    if not rounds_of(rules):
        drawn["rounds-per-game"] = rounds_per_game(distributions)
    drawn["turns-per-round"] = turns_per_round(distributions)
    if players["tiles_drawn"].any():
        drawn["tiles-drawn"] = tiles_drawn(distributions)
    return drawn | {"opening": opening(players, rules)}
