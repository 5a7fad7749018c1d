"""Tallies as tidy frames of integers: one row a seat, and the distributions in long form.

Rates, intervals and everything else that is statistics is for `reports`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from simulator.engine import tallies as c
from simulator.engine.position import BLOCKED, OUT, TARGET_REACHED, VOID
from simulator.engine.tallies import Histogram, Layout, Tally


def players_frame(
    layout: Layout, policies: Sequence[str], sides: Sequence[int], tally: Tally, matchup: int = 0
) -> pd.DataFrame:
    """One row a seat, counts and sums only; `sides` gives the side of every seat.

    Games and rounds of the whole matchup stand on every row. `wins` to `lead_squares` are the
    seat's side's, the same for partners; `turns` and what follows are the seat's own. `score` is
    the final score; `points_out`, `points_blocked` and `points_play` are taken (where penalties
    count, marked) by going out, in blocked rounds, void ones included, and by plays. A `lead` of a
    round is sides × own points − all points.
    """
    number = len(set(sides))
    turns = layout.turns.of(tally)[0]
    void = _sum(tally, c.ROUNDS_BY + 4 * VOID)
    blocked = _sum(tally, c.WON + 4 * BLOCKED) + void
    rounds_by, lead_by, squares_by = leads(tally)
    choice = _totals(layout.drawn_by_choice, tally)
    forced = _totals(layout.drawn_forced, tally)
    rows = []
    for seat, side in enumerate(sides):
        by_side = {
            "wins": c.WINS,
            "goats": c.GOATS,
            "score_sum": c.SCORE_SUM,
            "score_squares": c.SCORE_SQUARES,
            "rounds_won_out": c.WON + 4 * OUT,
            "rounds_won_blocked": c.WON + 4 * BLOCKED,
            "rounds_won_target": c.WON + 4 * TARGET_REACHED,
            "points_out": c.GAINED + 4 * OUT,
            "points_play": c.PLAY_POINTS,
            "round_squares": c.ROUND_SQUARES,
        }
        by_seat = {
            "turns": c.TURNS,
            "passes": c.PASSES,
            "games_opened": c.GAMES_OPENED,
            "games_opened_won": c.GAMES_OPENED_WON,
            "rounds_opened_won": c.ROUNDS_OPENED_WON,
        }
        marked_void = int(tally[c.GAINED + 4 * VOID + side])  # nothing but on trains
        row: dict[str, Any] = {
            "matchup": matchup,
            "seat": seat,
            "side": side,
            "policy": policies[seat],
            "games": int(tally[c.GAMES]),
            "rounds": int(turns.sum()),
            "blocked_rounds": blocked,
            "void_rounds": void,
            "drawn_games": int(tally[c.DRAWN_GAMES]),
            **{name: int(tally[start + side]) for name, start in by_side.items()},
            "points_blocked": int(tally[c.GAINED + 4 * BLOCKED + side]) + marked_void,
            **{name: int(tally[start + seat]) for name, start in by_seat.items()},
            "lead_squares": int(squares_by[:, :, side].sum()),
            "rounds_opened": int(rounds_by[:, seat].sum()),
            "opened_lead_sum": int(lead_by[:, seat, side].sum()),
            "opened_lead_squares": int(squares_by[:, seat, side].sum()),
            "tiles_drawn": choice[seat] + forced[seat],
            "tiles_drawn_by_choice": choice[seat],
        }
        row["rounds_won"] = row["rounds_won_out"] + row["rounds_won_blocked"]
        rows.append(row)
    for row in rows:
        points = [_points(other) for other in rows[:number]]
        row["lead_sum"] = number * _points(row) - sum(points)
    return pd.DataFrame(rows)[list(COLUMNS)]


COLUMNS = (
    "matchup", "seat", "side", "policy",
    "games", "rounds", "blocked_rounds", "void_rounds", "drawn_games",
    "wins", "goats", "score_sum", "score_squares",
    "rounds_won", "rounds_won_out", "rounds_won_blocked", "rounds_won_target",
    "points_out", "points_blocked", "points_play", "round_squares", "lead_sum", "lead_squares",
    "turns", "passes", "tiles_drawn", "tiles_drawn_by_choice",
    "games_opened", "games_opened_won", "rounds_opened", "rounds_opened_won",
    "opened_lead_sum", "opened_lead_squares",
)  # fmt: skip


def distributions_frame(
    layout: Layout, policies: Sequence[str], sides: Sequence[int], tally: Tally, matchup: int = 0
) -> pd.DataFrame:
    """The histograms in long form: matchup, side, seat, policy, metric, value, count.

    Side, seat and policy are empty where a metric is of the whole matchup, seat where a side is a
    pair, whose policy is then both joined by `+`. Values that did not occur are left out.
    Sides and seats are of a byte and metrics categories, as comparisons have many tables.
    """
    metrics, owners, values, counts = [], [], [], []
    for number, (metric, by) in enumerate(METRICS.items()):
        histogram: Histogram = getattr(layout, metric)
        for row, owner in enumerate(_owners(policies, sides, by)):
            found = histogram.of(tally)[row]
            occurred = np.flatnonzero(found)
            metrics.append(number)
            owners.append(owner)
            values.append(occurred)
            counts.append(found[occurred])
    lengths = list(map(len, values))
    side, seat = (
        pd.array([owner[name] for owner in owners], dtype="Int8") for name in ("side", "seat")
    )
    policy = pd.array([owner["policy"] for owner in owners], dtype="string")
    kinds = pd.Index(list(METRICS))
    return pd.DataFrame(
        {
            "matchup": matchup,
            "side": side.repeat(lengths),
            "seat": seat.repeat(lengths),
            "policy": policy.repeat(lengths),
            "metric": pd.Categorical.from_codes(np.repeat(metrics, lengths), kinds),
            "value": np.concatenate(values),
            "count": np.concatenate(counts),
        }
    )


METRICS = {
    "score": "side",
    "gain_out": "side",
    "gain_blocked": "side",
    "rounds": "matchup",
    "turns": "matchup",
    "drawn_by_choice": "seat",
    "drawn_forced": "seat",
}


def leads(tally: Tally) -> tuple[Tally, Tally, Tally]:
    """Rounds by (outcome, opener); sums and squares of leads by (outcome, opener, side)."""
    return (
        tally[c.ROUNDS_BY : c.ROUNDS_BY + 16].reshape(4, 4),
        tally[c.LEAD_BY : c.LEAD_BY + 64].reshape(4, 4, 4),
        tally[c.LEAD_SQUARES_BY : c.LEAD_SQUARES_BY + 64].reshape(4, 4, 4),
    )


def _owners(policies: Sequence[str], sides: Sequence[int], by: str) -> Iterator[dict[str, Any]]:
    if by == "matchup":
        yield {"side": pd.NA, "seat": pd.NA, "policy": pd.NA}
    elif by == "seat" or len(set(sides)) == len(sides):
        for seat, side in enumerate(sides):
            yield {"side": side, "seat": seat, "policy": policies[seat]}
    else:
        for side in range(2):
            pair = f"{policies[side]} + {policies[side + 2]}"
            yield {"side": side, "seat": pd.NA, "policy": pair}


def _points(row: dict[str, Any]) -> int:
    return int(row["points_out"] + row["points_blocked"] + row["points_play"])


def _sum(tally: Tally, start: int) -> int:
    return int(tally[start : start + 4].sum())


def _totals(histogram: Histogram, tally: Tally) -> list[int]:
    counts = histogram.of(tally)
    return [int(total) for total in counts @ np.arange(histogram.bins)]
