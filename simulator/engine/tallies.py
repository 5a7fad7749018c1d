"""What is counted: integers only, so that tallies add up exactly in any order.

A tally is an array of int64: first the counters of `COUNTERS`, four words each where they go by
seat or side, then histograms whose widths depend on the rules. Everything else a report shows is
derived.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator.engine.limits import hand_points, most_score, most_turns
from simulator.rules import Rules

Tally = NDArray[np.int64]


class _Words:
    """Numbers the words of an array: `take` hands out the next ones and returns the first."""

    def __init__(self) -> None:
        self.taken = 0

    def take(self, number: int = 1) -> int:
        """The first of the next `number` words."""
        self.taken += number
        return self.taken - number


_layout = _Words()
GAMES = _layout.take()
DRAWN_GAMES = _layout.take()
# by side
WINS = _layout.take(4)
GOATS = _layout.take(4)
SCORE_SUM = _layout.take(4)
SCORE_SQUARES = _layout.take(4)
WON = _layout.take(16)  # rounds won, four words an outcome
GAINED = _layout.take(16)  # points of the hands, four words an outcome
PLAY_POINTS = _layout.take(4)
ROUND_SQUARES = _layout.take(4)
# by seat
TURNS = _layout.take(4)
PASSES = _layout.take(4)
GAMES_OPENED = _layout.take(4)
GAMES_OPENED_WON = _layout.take(4)
ROUNDS_OPENED_WON = _layout.take(4)
# by outcome and seat that opened: rounds; by side its lead, sides * own points - all points
ROUNDS_BY = _layout.take(16)
LEAD_BY = _layout.take(64)
LEAD_SQUARES_BY = _layout.take(64)
COUNTERS = _layout.taken

_ROUND_BINS = 1024


@dataclass(frozen=True)
class Histogram:
    """Where a tally keeps a histogram: `rows` by `bins` words; bin v counts the value v."""

    start: int
    rows: int
    bins: int

    def of(self, tally: Tally) -> Tally:
        """The histogram, shape (rows, bins)."""
        return tally[self.start : self.start + self.rows * self.bins].reshape(self.rows, self.bins)


@dataclass(frozen=True)
class Layout:
    """Where a tally keeps what: a part for each seating, then what is counted of groups.

    The histograms are of the first part; `by_policy` adds the parts up. The last bin of `rounds` is
    1,023 and more. `moments` are the sums and cross-products of `simulator.engine.groups`,
    `mirrored` the joint counts of mirrored rounds followed by a row each for rounds that the first
    and the second policy opened without a partner; it has no bins where it is not counted.
    """

    score: Histogram  # final scores, by side
    gain_out: Histogram  # points of a round that someone won by going out, by side
    gain_blocked: Histogram  # points of a blocked round, by side
    rounds: Histogram  # rounds of a game
    turns: Histogram  # turns of a round
    drawn_by_choice: Histogram  # tiles drawn in a round, by seat
    drawn_forced: Histogram
    drawn_lead: Histogram  # the sum of leads by tiles drawn by choice, by seat
    drawn_lead_squares: Histogram
    part: int  # words of a seating's part
    moments: Histogram
    mirrored: Histogram
    size: int


def layout_for(rules: Rules, seatings: int = 1, mirrored: bool = False) -> Layout:
    """The layout of tallies under some rules; wide enough for every value that can occur."""
    gain = hand_points(rules) + 1
    score, turns = most_score(rules) + 1, most_turns(rules) + 1
    shapes = {
        "score": (4, score),
        "gain_out": (4, gain),
        "gain_blocked": (4, gain),
        "rounds": (1, _ROUND_BINS),
        "turns": (1, turns),
        "drawn_by_choice": (4, rules.tiles),
        "drawn_forced": (4, rules.tiles),
        "drawn_lead": (4, rules.tiles),
        "drawn_lead_squares": (4, rules.tiles),
    }
    place, histograms = COUNTERS, {}
    for name, (rows, bins) in shapes.items():
        histograms[name] = Histogram(place, rows, bins)
        place += rows * bins
    vector, width = 2 + 3 * rules.sides, 2 * gain - 1 if mirrored else 0
    moments = Histogram(place * seatings, vector, vector)
    joint = Histogram(moments.start + vector * vector, width + 2 if mirrored else 0, width)
    size = joint.start + joint.rows * joint.bins
    return Layout(**histograms, part=place, moments=moments, mirrored=joint, size=size)


def pack_layout(ledger: Any, layout: Layout) -> None:
    """Tell a ledger where its tally keeps what."""
    ledger.at_score, ledger.score_bins = layout.score.start, layout.score.bins
    ledger.at_gain_out, ledger.gain_bins = layout.gain_out.start, layout.gain_out.bins
    ledger.at_gain_blocked = layout.gain_blocked.start
    ledger.at_rounds, ledger.round_bins = layout.rounds.start, layout.rounds.bins
    ledger.at_turns = layout.turns.start
    ledger.at_choice = layout.drawn_by_choice.start
    ledger.at_drawn_lead = layout.drawn_lead.start
    ledger.at_drawn_lead_squares = layout.drawn_lead_squares.start
    ledger.at_forced, ledger.drawn_bins = layout.drawn_forced.start, layout.drawn_forced.bins
    ledger.tally_size = layout.part
    ledger.at_moments = layout.moments.start
    ledger.at_mirrored = layout.mirrored.start if layout.mirrored.bins else 0


def moments_of(layout: Layout, tally: Tally) -> Tally:
    """The symmetric matrix of sums and cross-products over groups."""
    return symmetric(layout.moments.of(tally))


def symmetric(upper: Tally) -> Tally:
    """The symmetric matrix of which a tally keeps the upper triangle."""
    return np.asarray(upper + np.triu(upper, 1).T)


BY_SIDE = (
    *(WINS, GOATS, SCORE_SUM, SCORE_SQUARES, PLAY_POINTS, ROUND_SQUARES),
    *(start + 4 * outcome for start in (WON, GAINED) for outcome in range(4)),
)
BY_SEAT = (
    *(TURNS, PASSES, GAMES_OPENED, GAMES_OPENED_WON, ROUNDS_OPENED_WON),
    *(ROUNDS_BY + 4 * outcome for outcome in range(4)),
)
_HANDS = ("drawn_by_choice", "drawn_forced", "drawn_lead", "drawn_lead_squares")
_SCORES = ("score", "gain_out", "gain_blocked")


def by_policy(layout: Layout, tally: Tally, seatings: Sequence[Sequence[int]]) -> Tally:
    """Add up the parts of all seatings with policies in place of seats and sides.

    Parameters
    ----------
    layout, tally : of a matchup with these seatings.
    seatings : the policy of every seat, a sequence for each part.

    Returns
    -------
    Tally
        One part: what was counted by side or seat s is now by policy s.
    """
    total = np.zeros(layout.part, dtype=np.int64)
    scalars = [GAMES, DRAWN_GAMES]
    for index, seating in enumerate(seatings):
        part = tally[index * layout.part : (index + 1) * layout.part]
        total[scalars] += part[scalars]
        for histogram in (layout.rounds, layout.turns):
            histogram.of(total)[:] += histogram.of(part)
        sides = len(set(seating))
        for seat, policy in enumerate(seating):
            is_side = seat < sides  # partners are one side, whose counts stand at the lower seat
            for start in (*BY_SEAT, *(BY_SIDE if is_side else ())):
                total[start + policy] += part[start + seat]
            for name in (*_HANDS, *(_SCORES if is_side else ())):
                getattr(layout, name).of(total)[policy] += getattr(layout, name).of(part)[seat]
            for side in range(sides):
                for leads in (LEAD_BY, LEAD_SQUARES_BY):
                    to = total[leads : leads + 64].reshape(4, 4, 4)
                    to[:, policy, seating[side]] += part[leads : leads + 64].reshape(4, 4, 4)[
                        :, seat, side
                    ]
    return total


# -- canonical form ----------------------------------------------------------------------------


def digest(layout: Layout, tally: Tally) -> str:
    """`sha256:` and the hash of a tally's shape and its words, little-endian.

    Two runs of the same experiment have the same digest, however their blocks were cut and run.
    """
    state = hashlib.sha256(repr(layout).encode())
    state.update(np.ascontiguousarray(tally, dtype="<i8").tobytes())
    return f"sha256:{state.hexdigest()}"
