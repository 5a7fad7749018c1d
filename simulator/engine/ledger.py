"""The ledger: what a run keeps count of between rounds, games and groups, in one record.

The counts that last are in the tally; here is where it keeps what, what the round and the game
being counted came to, and how policies are seated.
"""

from __future__ import annotations

from simulator.compiling.records import Record

MOST_SEATINGS = 24
"""Orders in which four policies can sit."""
VECTOR_WORDS = 14
"""Words of a group's vector with four policies, see `simulator.engine.groups`."""

LEDGER = Record(
    "ledger",
    # the round, once it is counted
    value=4,  # values of the hands left, by seat
    gain=4,  # points of the hands, by side
    lead=4,  # sides * own points of the round - all points, by side
    # the game
    game=0,
    round=0,
    round_limit=0,  # rounds after which a game is left unfinished
    first_opener=0,
    blocked_rounds=0,
    winners=0,  # sides with the best score, bit s for side s
    rounds_won=4,  # by side
    # the group
    seatings=0,
    seating=0,  # the one being played
    policies=0,
    side_mask=0,  # seat & mask is its side
    seated=4 * MOST_SEATINGS,  # the policy of a seat, four words a seating
    lengths=MOST_SEATINGS,  # rounds of the game, by seating
    vector=VECTOR_WORDS,
    rounds_cap=0,  # rounds of a group that count in products
    keep_rows=0,  # 1: a row is kept of every game
    # where the tally keeps its histograms, and how wide they are
    at_score=0,
    score_bins=0,
    at_gain_out=0,
    at_gain_blocked=0,
    gain_bins=0,
    at_rounds=0,
    round_bins=0,
    at_turns=0,
    at_choice=0,
    at_drawn_lead=0,
    at_drawn_lead_squares=0,
    at_forced=0,
    drawn_bins=0,
    tally_size=0,
    at_moments=0,
    at_mirrored=0,
)
