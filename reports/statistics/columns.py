"""The columns of ``summary.csv`` and ``distributions.csv``.

Knows names and what they count; the arithmetic is elsewhere. All counts are whole numbers.

``summary.csv`` has one row per matchup and seat. A seat that plays alone is its own side; in
pairs the side of a seat is ``seat % 2``. Leads are kept as ``sides * own - total`` of the points
of a round, so that they stay whole numbers; divided by ``sides - 1`` that is the side's points
less the mean of the others. Under ``losers-mark`` points are penalties; what is marked in void
rounds, as on trains, is part of ``points_blocked``. ``rounds_won`` leaves out rounds that a play
ended by reaching the target, which are ``rounds_won_target``; ``rounds_opened_won`` counts both.

``distributions.csv`` has one row per metric and value that occurred. ``side`` and ``seat`` are
blank where a metric belongs to more than one of them.
"""

IDENTITY = ("matchup", "seat", "side")

MATCHUP_COUNTS = ("games", "rounds", "blocked_rounds", "void_rounds", "drawn_games")
"""Totals of the whole matchup, repeated on each of its rows. Blocked includes void."""

SIDE_COUNTS = (
    *("wins", "goats", "score_sum", "score_squares"),
    *("rounds_won", "rounds_won_out", "rounds_won_blocked", "rounds_won_target"),
    *("points_out", "points_blocked", "points_play", "round_squares"),
    *("lead_sum", "lead_squares"),
)
"""Counts of a side, repeated on the rows of both partners."""

SEAT_COUNTS = (
    *("turns", "passes", "tiles_drawn", "tiles_drawn_by_choice"),
    *("games_opened", "games_opened_won", "rounds_opened", "rounds_opened_won"),
    *("opened_lead_sum", "opened_lead_squares"),
)
"""Counts of a seat, which add up over partners."""

COUNTS = MATCHUP_COUNTS + SIDE_COUNTS + SEAT_COUNTS

METRICS = {
    "score": "final score of a side (points a game)",
    "gain_out": "points taken by a side in a round that ended by going out",
    "gain_blocked": "points taken by a side in a blocked round",
    "rounds": "rounds a game",
    "turns": "turns a round",
    "drawn_by_choice": "tiles drawn by choice by a seat in a round",
    "drawn_forced": "tiles drawn when stuck by a seat in a round",
}
"""Every metric and what one observation of it is."""

OWNER = ("matchup", "side", "seat", "policy")
"""The columns that tell the histograms of one metric apart."""
