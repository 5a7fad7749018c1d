"""Tallies against a count of the same games' events in plain Python: every word of them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from simulator.engine import tallies as count
from simulator.engine.matchup import Matchup
from simulator.engine.position import BLOCKED, OUT, TARGET_REACHED, VOID
from simulator.engine.tallies import Histogram, Layout, Tally, layout_for
from simulator.policy import Policy
from simulator.rules import Rules
from simulator.transcript import transcript
from strategies import policies
from tests.equivalence.attentive import attentive
from tests.generators import MET, SEATINGS, Seating, random_rules, random_seed, seated
from tests.naive import Event
from tests.properties.following import rounds_of

OUTCOMES = {"out": OUT, "blocked": BLOCKED, "void": VOID, "target": TARGET_REACHED}


class Recount:
    """A tally that is counted from events."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.layout = rules, layout_for(rules)
        self.tally: Tally = np.zeros(self.layout.size, dtype=np.int64)
        self.sides = 2 if rules.teams else rules.players

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return seat % 2 if self.rules.teams else seat

    def bin(self, name: str, row: int, value: int) -> None:
        """Count a value in a histogram; it must have a bin."""
        histogram = getattr(self.layout, name)
        assert 0 <= value < histogram.bins, f"{name} has no bin for {value}"
        histogram.of(self.tally)[row, value] += 1

    def game(self, events: Sequence[Event]) -> None:
        """Count a game."""
        tally, rounds = self.tally, list(rounds_of(events))
        for of_round in rounds:
            self.round(of_round)
        scores, winners = events[-1]["scores"], events[-1]["winners"]
        self.moments(rounds, scores, winners)
        first = rounds[0][0]["opener"]
        tally[count.GAMES] += 1
        tally[count.DRAWN_GAMES] += len(winners) > 1
        tally[count.GAMES_OPENED + first] += 1
        tally[count.GAMES_OPENED_WON + first] += winners == [self.side_of(first)]
        self.bin("rounds", 0, min(len(rounds), 1023))
        for side, score in enumerate(scores):
            tally[count.WINS + side] += winners == [side]
            tally[count.SCORE_SUM + side] += score
            tally[count.SCORE_SQUARES + side] += score**2
            self.bin("score", side, score)
            if self.rules.scoring == "losers-mark":
                tally[count.GOATS + side] += score == max(scores)

    def moments(
        self, rounds: Sequence[Sequence[Event]], scores: Sequence[int], winners: Sequence[int]
    ) -> None:
        """Count the products of any two of: 1, credits, scores and rounds won by side, rounds.

        A game won is a credit of 12, a drawn one is shared.
        """
        sides = range(self.sides)
        won = [sum(of_round[-1]["winner"] == side for of_round in rounds) for side in sides]
        credit = [12 // len(winners) if side in winners else 0 for side in sides]
        vector = np.array([1, *credit, *scores, *won, len(rounds)])
        self.layout.moments.of(self.tally)[:] += np.triu(np.outer(vector, vector))

    def round(self, events: Sequence[Event]) -> None:
        """Count a round."""
        tally, opener, end = self.tally, events[0]["opener"], events[-1]
        outcome, winner, gains = OUTCOMES[end["outcome"]], end["winner"], end["gains"]
        played = [0] * self.sides
        for event in events[1:-1]:
            if event["event"] == "play":
                played[self.side_of(event["seat"])] += event["points"]
        points = [gain + more for gain, more in zip(gains, played, strict=True)]
        for side in range(self.sides):
            others = [points[side] - other for other in points]
            tally[count.GAINED + 4 * outcome + side] += gains[side]
            tally[count.PLAY_POINTS + side] += played[side]
            tally[count.ROUND_SQUARES + side] += points[side] ** 2
            place = 16 * outcome + 4 * opener + side
            tally[count.LEAD_BY + place] += sum(others)
            tally[count.LEAD_SQUARES_BY + place] += sum(others) ** 2
        tally[count.ROUNDS_BY + 4 * outcome + opener] += 1
        if winner is not None:
            tally[count.WON + 4 * outcome + winner] += 1
            tally[count.ROUNDS_OPENED_WON + opener] += winner == self.side_of(opener)
        if end["outcome"] != "target":
            for side, gain in enumerate(gains):
                if self.counts_for(side, end["outcome"], winner):
                    self.bin(f"gain_{'out' if end['outcome'] == 'out' else 'blocked'}", side, gain)
        leads = [len(points) * own - sum(points) for own in points]
        self.turns_and_draws(events, leads)

    def counts_for(self, side: int, outcome: str, winner: int | None) -> bool:
        """Whether a side takes something from a round, or marks something."""
        if self.rules.scoring == "winner-takes":
            return side == winner
        if self.rules.has_trains:  # whoever holds a tile
            return outcome != "out" or side != winner
        return winner is not None and side != winner

    def turns_and_draws(self, events: Sequence[Event], leads: Sequence[int]) -> None:
        """Count what each seat did in a round, and what lead its side had for it."""
        kinds = [(event["event"], event.get("seat"), event.get("forced")) for event in events]
        turns = [kind for kind in kinds if kind[0] in ("play", "pass")]
        self.bin("turns", 0, len(turns))
        for seat in range(self.rules.players):
            self.tally[count.TURNS + seat] += sum(kind[1] == seat for kind in turns)
            self.tally[count.PASSES + seat] += kinds.count(("pass", seat, None))
            by_choice, lead = kinds.count(("draw", seat, False)), leads[self.side_of(seat)]
            self.bin("drawn_by_choice", seat, by_choice)
            self.layout.drawn_lead.of(self.tally)[seat, by_choice] += lead
            self.layout.drawn_lead_squares.of(self.tally)[seat, by_choice] += lead**2
            self.bin("drawn_forced", seat, kinds.count(("draw", seat, True)))


NAMES = {
    value: name.lower()
    for name, value in vars(count).items()
    if name.isupper() and name[0] != "_" and isinstance(value, int)
}


def named(place: int, rules: Rules) -> str:
    """What a word of a tally counts."""
    layout = layout_for(rules)
    if place < count.COUNTERS:
        start = max(start for start in NAMES if start <= place)
        return f"{NAMES[start]}[{place - start}]"
    for name, histogram in histograms(layout).items():
        row, value = divmod(place - histogram.start, histogram.bins)
        if 0 <= row < histogram.rows:
            return f"{name}[{row}] of {value}"
    return str(place)


def histograms(layout: Layout) -> dict[str, Histogram]:
    """The histograms of a layout that have bins."""
    return {
        name: value
        for name, value in vars(layout).items()
        if isinstance(value, Histogram) and value.bins
    }


def assert_counted(rules: Rules, seats: Sequence[Policy], seed: int, games: range) -> Tally:
    """Compare a tally with the events of its games, word by word."""
    matchup, recount = Matchup(rules, seats), Recount(rules)
    for game in games:
        recount.game(list(transcript(matchup, seed, game)))
    tally = matchup.play(seed, games.start, games.stop).tally
    wrong = {
        named(int(place), rules): (int(tally[place]), int(recount.tally[place]))
        for place in np.flatnonzero(tally != recount.tally)
    }
    assert not wrong, rules
    return tally


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_presets(seating: Seating) -> None:
    """Every preset, each seat with a policy of its own."""
    seats = policies("hoarder", "fives", "draw-eagerly", "random")[: seating.players]
    assert_counted(seating.rules(), seats, 2, range(100, 130))


@pytest.mark.parametrize("lot", range(4))
def test_overridden_rules(lot: int) -> None:
    """Presets with random changes of every parameter."""
    chance = random.Random(lot)
    for _ in range(10):
        rules = random_rules(chance)
        seats = seated(chance, [*MET, attentive], rules)
        assert_counted(rules, seats, random_seed(chance), range(7, 17))


def test_net_gain_of_rounded_sides() -> None:
    """Rounded, the winners' two hands can be worth more than the losers' two: they take nothing."""
    rules = Seating("block", 4, True).rules(
        hand=7, block_gain="net", block_compare="side", rounding="opponent-5"
    )
    assert_counted(rules, policies("greedy", "random", "random", "greedy"), 0, range(300))


def test_games_count_everything() -> None:
    """The games above are no empty test: all in all every counter and histogram is in use."""
    seen = set[str]()
    for seating in SEATINGS:
        rules = seating.rules()
        seats = policies("draw-eagerly", "fives", "random", "lightest")[: seating.players]
        tally = Matchup(rules, seats).play(0, 0, 300).tally
        seen |= {named(int(place), rules).split("[")[0] for place in np.flatnonzero(tally)}
    counters = set(NAMES.values()) - {"counters"}
    assert counters - seen == set()
    assert set(histograms(layout_for(rules))) - seen == set()
