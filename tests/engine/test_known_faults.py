"""Faults seen in comparable programs: each with the check that shows it is not here."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from simulator.engine.games import choose_opener
from simulator.engine.matchup import Matchup
from simulator.engine.position import BLOCKED, OUT, POSITION, VOID
from simulator.engine.rounds import ILLEGAL_ACTION
from simulator.engine.rulebook import pack
from simulator.placements import placement
from simulator.policy import View
from simulator.rules import rules_for
from simulator.tiles import parse
from simulator.transcript import transcript
from strategies import policies, resolve
from tests.engine.positions import Position, legal
from tests.equivalence.attentive import attentive
from tests.generators import SEATINGS, Seating
from tests.properties.following import Round, rounds_of

DRAW = rules_for("draw", 2)
BOTH = pytest.mark.parametrize("plain", [True, False], ids=["plain", "general"])


# -- rules -------------------------------------------------------------------------------------


@BOTH
def test_going_out_against_a_double_blank(plain: bool) -> None:
    """1: ends 1 and 3, 1|2 goes out, the opponent holds 0|0: won with a gain of 0, not void."""
    position = Position(DRAW, [["1|2"], ["0|0"]], [("1|3", 0)], plain=plain)
    result = position.finish()
    assert (result.outcome, result.seat, result.winner) == ("out", 0, 0)
    assert (result.gains, result.scores) == ([0, 0], [0, 0])


@BOTH
def test_lowest_hand_wins_a_blocked_round(plain: bool) -> None:
    """2: hands of 1, 9, 2 and 8 pips at ends 6 and 6: the first takes 9 + 2 + 8 - 1."""
    hands = [["0|1"], ["4|5"], ["0|2"], ["3|5"]]
    for seat in range(4):
        stock = ["1|1", "2|2"]
        position = Position(rules_for("draw", 4), hands, [("6|6", 0)], stock, seat, plain=plain)
        result = position.finish()
        assert (result.outcome, result.seat, result.gains) == ("blocked", 0, [18, 0, 0, 0])
        assert [move[:2] for move in position.moves] == [
            ("pass", (seat + turn) % 4) for turn in range(4)
        ]


@BOTH
def test_round_goes_on_when_two_tiles_are_left(plain: bool) -> None:
    """3: two in the boneyard, seat 0 cannot play and passes, seat 1 plays 3|4, and it goes on."""
    hands = [["0|0", "1|1"], ["3|4", "2|2"]]
    position = Position(DRAW, hands, [("3|5", 0)], ["6|6", "1|2"], plain=plain)
    result = position.finish()
    assert position.moves == [
        ("pass", 0),
        ("play", 1, "3|4", 0),
        ("pass", 0),
        ("pass", 1),
    ]
    assert (result.outcome, result.winner, result.gains) == ("blocked", 0, [2, 0])


def test_rounding_is_by_hand_to_the_nearest() -> None:
    """4: 13 and 8 are 15 and 10; 8 and 8 are 20 together; three times 13 are 45, in total 40."""
    for hands, changes, gain in [
        ([[], ["5|6", "1|1"], ["3|5"]], {}, 25),
        ([[], ["3|5"], ["2|6"]], {}, 20),
        ([[], ["5|6", "1|1"], ["6|6", "0|1"], ["4|6", "1|2"]], {}, 45),
        ([[], ["5|6", "1|1"], ["6|6", "0|1"], ["4|6", "1|2"]], {"rounding": "total-5"}, 40),
        ([[], ["5|6", "0|1"], ["3|4"]], {}, 15),
    ]:
        rules = rules_for("all-fives", len(hands), changes)
        assert Position(rules, hands).count(OUT, 0).gains[0] == gain


def test_double_takes_the_place_of_the_end_that_it_matches() -> None:
    """4: ends 5 and 0, then 5|5: ten, not fifteen."""
    for preset in ("all-fives", "all-fives-line"):
        position = Position(rules_for(preset, 2), [], [("0|5", 0), ("5|5", 1)])
        assert position.points == [5, 10]


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_deals_are_whole(seating: Seating) -> None:
    """5: hands of the right size, all tiles of the set once, in every preset."""
    rules = seating.rules()
    highest = 9 if rules.has_trains else 6
    whole = {f"{low}|{high}" for high in range(highest + 1) for low in range(high + 1)}
    matchup = Matchup(rules, [attentive] * rules.players)
    for game in range(3):
        for events in rounds_of(list(transcript(matchup, 1, game))):
            tiles = Round(rules, events[0]).everywhere
            assert len(set(tiles)) == len(tiles)
            assert set(tiles) == whole
            assert {len(hand) for hand in events[0]["hands"]} == {rules.hand}


def test_a_round_does_not_depend_on_the_one_before() -> None:
    """6: round r set up alone, with its opener and scores, goes as it went in its game."""
    rules = rules_for("draw", 3, {"target": 300})
    policy = resolve("hoarder")
    events = list(transcript(Matchup(rules, [policy] * 3), 4, 2))
    scores = [0, 0, 0]
    for of_round in rounds_of(events):
        deal, end = of_round[0], of_round[-1]
        alone = Position(
            rules, deal["hands"], (), deal["boneyard"], deal["opener"], scores, plain=True
        )
        result = alone.finish(lambda view: policy(view))
        moves = [
            (event["event"], event["seat"], *([event["tile"]] if "tile" in event else []))
            for event in of_round[1:-1]
        ]
        assert [move[:3] for move in alone.moves] == moves
        assert result.outcome == end["outcome"]
        assert (result.gains, result.scores) == (end["gains"], end["scores"])
        scores = end["scores"]


def test_lead_is_nobodys_by_default() -> None:
    """7: after a void round the next seat opens, and a lot falls on every seat."""
    rules, position = pack(rules_for("international", 4)), POSITION.blank()
    position.outcome, position.winning_seat = VOID, -1
    assert [choose_opener(rules, position, seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    rules, position = pack(rules_for("draw", 4)), POSITION.blank()
    lots = set()
    for key in range(50):
        position.key = key
        lots.add(choose_opener(rules, position, -1, 4))
    assert lots == {0, 1, 2, 3}


def test_tie_goes_to_nobody() -> None:
    """7: a shared lowest hand is void wherever the two sit; with `fewest-tiles` fewer tiles win."""
    low, same, high = ["0|3"], ["1|2"], ["5|5", "4|6"]
    for hands in ([low, same, high], [high, low, same], [same, high, low]):
        result = Position(rules_for("draw", 3), hands).count(BLOCKED)
        assert (result.outcome, result.seat, result.winner) == ("void", -1, -1)
        assert result.gains == [0, 0, 0]
    for place in range(3):
        hands = [["0|1", "0|2"], ["0|1", "0|2"], high]
        hands[place % 2] = ["1|2"]
        result = Position(rules_for("block", 3), hands).count(BLOCKED)
        assert (result.outcome, result.seat, result.gains[place % 2]) == ("blocked", place % 2, 23)


def test_tie_of_three() -> None:
    """7: a third hand as low as the first two does not win either."""
    hands = [["0|3"], ["1|2"], ["0|1", "0|2"], ["6|6"]]
    assert Position(rules_for("draw", 4), hands).count(BLOCKED).outcome == "void"
    hands = [["0|1", "0|2"], ["0|3"], ["1|2"], ["6|6"]]
    assert Position(rules_for("block", 4), hands).count(BLOCKED).outcome == "void"


@BOTH
def test_equal_ends_are_listed_once(plain: bool) -> None:
    """8: one tile at two equal ends is one action; it is not asked for where it is the only one."""
    for tile, ends in (("4|5", "4|4"), ("0|6", "0|0")):
        stock = ["1|1", "2|2"]

        def setting(tile: str = tile, ends: str = ends, stock: list[str] = stock) -> Position:
            return Position(DRAW, [[tile, "3|3"], ["5|5"]], [(ends, 0)], stock, plain=plain)

        assert legal(setting).place == [(tile, int(ends[0]))]
        action, _ = setting().turn()
        assert action == placement(parse(tile), 0)


@BOTH
def test_one_tile_at_two_different_ends_is_two_actions(plain: bool) -> None:
    """8: the same tile at ends 1 and 4 may go to either."""

    line = [("1|2", 0), ("2|4", 1)]

    def setting() -> Position:
        return Position(DRAW, [["1|4", "3|3"], ["5|5"]], line, plain=plain)

    assert sorted(setting().ends) == [1, 4]
    assert legal(setting).place == [("1|4", 1), ("1|4", 4)]


# -- seeds and parallel runs -------------------------------------------------------------------


def test_blocks_do_not_depend_on_threads_or_size() -> None:
    """9, 11: cut anyhow and played by any number of threads, the sum is the same."""
    matchup = Matchup(rules_for("draw", 3), policies("greedy", "random", "hoarder"))
    whole = matchup.play(77, 0, 240).tally
    for threads, size in [(1, 240), (2, 7), (4, 60), (3, 1)]:
        with ThreadPoolExecutor(threads) as executor:
            cuts = [(first, min(first + size, 240)) for first in range(0, 240, size)]
            blocks = list(executor.map(lambda cut: matchup.play(77, *cut), cuts))
        assert sum(int(block.tally[0]) for block in blocks) == 240
        assert np.array_equal(sum(block.tally for block in blocks), whole)


def test_seed_has_an_effect() -> None:
    """10: other seeds, other deals, whatever part of the seed differs."""
    matchup = Matchup(DRAW, policies("greedy", "greedy"))
    tallies = {matchup.play(s, 0, 100).tally.tobytes() for s in (0, 1, 2, 2**32, 2**63, 2**64 - 1)}
    assert len(tallies) == 6
    deals = {str(list(transcript(matchup, seed, 0))[1]) for seed in range(50)}
    assert len(deals) == 50


def test_workers_never_play_the_same_games() -> None:
    """11: the deals of many games are all different."""
    matchup = Matchup(DRAW, policies("greedy", "greedy"))
    deals = {str(list(transcript(matchup, 3, game))[1]["hands"]) for game in range(300)}
    assert len(deals) == 300


# -- answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [-7, 2**62, placement(55, 0), placement(parse("2|2"), 0)])
def test_every_action_is_checked(answer: int) -> None:
    """17: an answer that is no action is told from the others and kept for the error."""

    def wrong(view: View) -> int:
        return answer

    position = Position(DRAW, [["1|4", "1|3"], ["5|5"]], [("1|1", 0)])
    assert position.turn(wrong)[0] == ILLEGAL_ACTION
    assert position.state.fault == answer
