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

from simulator.compiling.native import kernel
from simulator.engine import table as t
from simulator.engine.scoring import side_count, side_of
from simulator.engine.table import Words
from simulator.rules import Rules
from simulator.tiles import count, pips, whole_set

Tally = NDArray[np.int64]

_layout = Words()
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
    gain = pips(whole_set(rules.set)) + sum(rules.special_hands.values()) + 2 * rules.players + 1
    score = rules.target + gain
    if rules.play_points == "fives":
        score += 8 * rules.set * rules.tiles  # four arms that end with the highest double
    turns = rules.players * (rules.tiles + 1) + 1
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


def pack_layout(table: list[int], layout: Layout) -> None:
    """Tell a packed table where its tally keeps what."""
    table[t.AT_SCORE], table[t.SCORE_BINS] = layout.score.start, layout.score.bins
    table[t.AT_GAIN_OUT], table[t.GAIN_BINS] = layout.gain_out.start, layout.gain_out.bins
    table[t.AT_GAIN_BLOCKED] = layout.gain_blocked.start
    table[t.AT_ROUNDS], table[t.ROUND_BINS] = layout.rounds.start, layout.rounds.bins
    table[t.AT_TURNS] = layout.turns.start
    table[t.AT_CHOICE] = layout.drawn_by_choice.start
    table[t.AT_DRAWN_LEAD] = layout.drawn_lead.start
    table[t.AT_DRAWN_LEAD_SQUARES] = layout.drawn_lead_squares.start
    table[t.AT_FORCED], table[t.DRAWN_BINS] = layout.drawn_forced.start, layout.drawn_forced.bins
    table[t.TALLY_SIZE] = layout.part
    table[t.AT_MOMENTS] = layout.moments.start
    table[t.AT_MIRRORED] = layout.mirrored.start if layout.mirrored.bins else 0


def moments_of(layout: Layout, tally: Tally) -> Tally:
    """The symmetric matrix of sums and cross-products over groups."""
    upper = layout.moments.of(tally)
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


# -- kernels -----------------------------------------------------------------------------------


@kernel
def count_round(table: Any, tally: Any, opener: int, winner: int, seats: int) -> None:
    """Count a finished round; `winner` is the winning side, -1 if void."""
    sides = side_count(table, seats)
    outcome = table[t.OUTCOME]
    tally[table[t.AT_TURNS] + table[t.TURN]] += 1
    total = 0
    for side in range(sides):
        total += table[t.GAIN + side] + table[t.POINTS + side]
    place = 4 * outcome + opener
    tally[ROUNDS_BY + place] += 1
    for side in range(sides):
        gain, played = table[t.GAIN + side], table[t.POINTS + side]
        lead = sides * (gain + played) - total
        table[t.LEAD + side] = lead
        tally[GAINED + 4 * outcome + side] += gain
        tally[PLAY_POINTS + side] += played
        tally[ROUND_SQUARES + side] += (gain + played) * (gain + played)
        tally[LEAD_BY + 4 * place + side] += lead
        tally[LEAD_SQUARES_BY + 4 * place + side] += lead * lead
    if winner >= 0:
        tally[WON + 4 * outcome + winner] += 1
        tally[ROUNDS_OPENED_WON + opener] += 1 if winner == side_of(table, opener, seats) else 0
        if outcome != t.TARGET_REACHED:
            count_gains(table, tally, winner, sides)
    for seat in range(seats):
        count_draws(table, tally, seat, opener, seats)


@kernel
def count_gains(table: Any, tally: Any, winner: int, sides: int) -> None:
    """Count what the winner took, or what each loser marked."""
    start = table[t.AT_GAIN_OUT] if table[t.OUTCOME] == t.OUT else table[t.AT_GAIN_BLOCKED]
    bins = table[t.GAIN_BINS]
    if table[t.LOSERS_MARK] == 0:
        tally[start + winner * bins + table[t.GAIN + winner]] += 1
    else:
        for side in range(sides):
            if side != winner:
                tally[start + side * bins + table[t.GAIN + side]] += 1


@kernel
def count_draws(table: Any, tally: Any, seat: int, opener: int, seats: int) -> None:
    """Count a seat's turns, passes and draws; what it drew follows from its hand and plays."""
    behind = seat - opener if seat >= opener else seat - opener + seats
    turns = (table[t.TURN] - behind + seats - 1) // seats
    passes, choice = table[t.PASSED + seat], table[t.DRAWN_BY_CHOICE + seat]
    drawn = count(table[t.HAND + seat]) + turns - passes - table[t.HAND_SIZE]
    bins = table[t.DRAWN_BINS]
    tally[TURNS + seat] += turns
    tally[PASSES + seat] += passes
    lead = table[t.LEAD + side_of(table, seat, seats)]
    tally[table[t.AT_CHOICE] + seat * bins + choice] += 1
    tally[table[t.AT_DRAWN_LEAD] + seat * bins + choice] += lead
    tally[table[t.AT_DRAWN_LEAD_SQUARES] + seat * bins + choice] += lead * lead
    tally[table[t.AT_FORCED] + seat * bins + drawn - choice] += 1


@kernel
def count_game(table: Any, tally: Any, seats: int) -> None:
    """Count a finished game."""
    sides = side_count(table, seats)
    first, best = table[t.FIRST], table[t.WINNERS]
    outright = best & (best - 1) == 0
    worst = table[t.SCORE]
    for side in range(1, sides):
        worst = max(worst, table[t.SCORE + side])
    for side in range(sides):
        score = table[t.SCORE + side]
        tally[SCORE_SUM + side] += score
        tally[SCORE_SQUARES + side] += score * score
        tally[table[t.AT_SCORE] + side * table[t.SCORE_BINS] + score] += 1
        tally[WINS + side] += 1 if outright and (best >> side) & 1 == 1 else 0
        if table[t.LOSERS_MARK] == 1 and score == worst:
            tally[GOATS + side] += 1
    tally[GAMES] += 1
    tally[DRAWN_GAMES] += 0 if outright else 1
    tally[GAMES_OPENED + first] += 1
    opening_side = side_of(table, first, seats)
    if outright and (best >> opening_side) & 1 == 1:
        tally[GAMES_OPENED_WON + first] += 1
    last = table[t.ROUND_BINS] - 1
    tally[table[t.AT_ROUNDS] + min(table[t.ROUND], last)] += 1


# -- canonical form ----------------------------------------------------------------------------


def digest(layout: Layout, tally: Tally) -> str:
    """`sha256:` and the hash of a tally's shape and its words, little-endian.

    Two runs of the same experiment have the same digest, however their blocks were cut and run.
    """
    state = hashlib.sha256(repr(layout).encode())
    state.update(np.ascontiguousarray(tally, dtype="<i8").tobytes())
    return f"sha256:{state.hexdigest()}"
