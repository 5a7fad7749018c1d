"""Counting: a finished round and a finished game into a tally."""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.engine.position import OUT, TARGET_REACHED
from simulator.engine.scoring import marks, side_count, side_of
from simulator.engine.tallies import (
    DRAWN_GAMES,
    GAINED,
    GAMES,
    GAMES_OPENED,
    GAMES_OPENED_WON,
    GOATS,
    LEAD_BY,
    LEAD_SQUARES_BY,
    PASSES,
    PLAY_POINTS,
    ROUND_SQUARES,
    ROUNDS_BY,
    ROUNDS_OPENED_WON,
    SCORE_SQUARES,
    SCORE_SUM,
    TURNS,
    WINS,
    WON,
)
from simulator.masks import count


@kernel
def count_round(
    rules: Any, position: Any, ledger: Any, tally: Any, opener: int, winner: int, seats: int
) -> None:
    """Count a finished round; `winner` is the winning side, -1 if void."""
    sides = side_count(rules, seats)
    outcome = position.outcome
    tally[ledger.at_turns + position.turn] += 1
    total = 0
    for side in range(sides):
        total += ledger.gain[side] + position.points[side]
    place = 4 * outcome + opener
    tally[ROUNDS_BY + place] += 1
    for side in range(sides):
        gain, played = ledger.gain[side], position.points[side]
        lead = sides * (gain + played) - total
        ledger.lead[side] = lead
        tally[GAINED + 4 * outcome + side] += gain
        tally[PLAY_POINTS + side] += played
        tally[ROUND_SQUARES + side] += (gain + played) * (gain + played)
        tally[LEAD_BY + 4 * place + side] += lead
        tally[LEAD_SQUARES_BY + 4 * place + side] += lead * lead
    if winner >= 0:
        tally[WON + 4 * outcome + winner] += 1
        tally[ROUNDS_OPENED_WON + opener] += 1 if winner == side_of(rules, opener, seats) else 0
        if outcome != TARGET_REACHED:
            count_gains(rules, position, ledger, tally, winner, sides)
    elif rules.all_mark == 1:
        count_gains(rules, position, ledger, tally, winner, sides)
    for seat in range(seats):
        count_draws(rules, position, ledger, tally, seat, seats)


@kernel
def count_gains(
    rules: Any, position: Any, ledger: Any, tally: Any, winner: int, sides: int
) -> None:
    """Count what the winner took, or what each side marked that did; a void round is blocked."""
    start = ledger.at_gain_out if position.outcome == OUT else ledger.at_gain_blocked
    bins = ledger.gain_bins
    if rules.losers_mark == 0:
        tally[start + winner * bins + ledger.gain[winner]] += 1
    else:
        for side in range(sides):
            if marks(rules, position, side, winner):
                tally[start + side * bins + ledger.gain[side]] += 1


@kernel
def count_draws(rules: Any, position: Any, ledger: Any, tally: Any, seat: int, seats: int) -> None:
    """Count a seat's turns, passes and draws; what it drew follows from its hand and plays."""
    plays, passes = count(position.played[seat]), position.passed[seat]
    turns, choice = plays + passes, position.drawn_by_choice[seat]
    drawn = count(position.hand[seat]) + plays - rules.hand_size
    bins = ledger.drawn_bins
    tally[TURNS + seat] += turns
    tally[PASSES + seat] += passes
    lead = ledger.lead[side_of(rules, seat, seats)]
    tally[ledger.at_choice + seat * bins + choice] += 1
    tally[ledger.at_drawn_lead + seat * bins + choice] += lead
    tally[ledger.at_drawn_lead_squares + seat * bins + choice] += lead * lead
    tally[ledger.at_forced + seat * bins + drawn - choice] += 1


@kernel
def count_game(rules: Any, position: Any, ledger: Any, tally: Any, seats: int) -> None:
    """Count a finished game."""
    sides = side_count(rules, seats)
    first, best = ledger.first_opener, ledger.winners
    outright = best & (best - 1) == 0
    worst = position.score[0]
    for side in range(1, sides):
        worst = max(worst, position.score[side])
    for side in range(sides):
        score = position.score[side]
        tally[SCORE_SUM + side] += score
        tally[SCORE_SQUARES + side] += score * score
        tally[ledger.at_score + side * ledger.score_bins + score] += 1
        tally[WINS + side] += 1 if outright and (best >> side) & 1 == 1 else 0
        if rules.losers_mark == 1 and score == worst:
            tally[GOATS + side] += 1
    tally[GAMES] += 1
    tally[DRAWN_GAMES] += 0 if outright else 1
    tally[GAMES_OPENED + first] += 1
    opening_side = side_of(rules, first, seats)
    if outright and (best >> opening_side) & 1 == 1:
        tally[GAMES_OPENED_WON + first] += 1
    last = ledger.round_bins - 1
    tally[ledger.at_rounds + min(ledger.round, last)] += 1
