"""All figures of a matchup, by name, in the order of the page.

Knows frames and the modules that draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from reports.figures.matchups_lengths import rounds_per_game, tiles_drawn, turns_per_round
from reports.figures.matchups_measures import blocked_rounds, opening, round_endings, win_rates
from reports.figures.matchups_scores import final_scores, round_gains


def figures(
    players: pd.DataFrame, distributions: pd.DataFrame, rules: Mapping[str, Any]
) -> dict[str, Figure]:
    """Draw everything there is to draw of one matchup.

    Parameters
    ----------
    players, distributions
        One matchup, as in `reports.results.matchups.Results`.
    rules
        With ``scoring`` and ``target``.

    Returns
    -------
    dict
        Figures by name, in the order of the page. Tiles drawn are left out where nobody draws.
    """
    scoring = rules["scoring"]
    drawn = {
        "win-rates": win_rates(players, scoring),
        "round-endings": round_endings(players),
        "blocked-rounds": blocked_rounds(players, distributions, scoring),
        "final-scores": final_scores(distributions, rules["target"], scoring),
        "round-gains": round_gains(distributions, scoring),
        "rounds-per-game": rounds_per_game(distributions),
        "turns-per-round": turns_per_round(distributions),
    }
    if players["tiles_drawn"].any():
        drawn["tiles-drawn"] = tiles_drawn(distributions)
    return drawn | {"opening": opening(players, scoring)}
