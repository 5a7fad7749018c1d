"""On a line: one draw a turn, games of so many rounds, a winner who takes all; worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests import naive
from tests.conformance.test_naive import (
    check_conservation,
    check_round_end,
    events_of,
    never_asked,
    random_game,
    rounds_of,
    rules_of,
    table_of,
)
from tests.naive import Board, Observation, Table, Tile

# One draw a turn


def once_table(
    hands: list[list[Tile]], boneyard: list[Tile], ends: Tile = (2, 3), **changes: Any
) -> Table:
    """A round on a line with these ends where a stuck seat draws one tile; seat 0 is to move."""
    rules = rules_of("draw-100", len(hands), draw="once", **changes)
    return table_of(rules, Board(first=ends), hands, boneyard)


def kinds(table: Table) -> str:
    """What happened at a table."""
    return " ".join(event["event"] for event in table.events)


def test_a_drawn_tile_that_does_not_fit_ends_the_turn() -> None:
    """Ends 2 and 3: 0|1 is kept, and of what was held before nothing is known but 2 and 3."""
    table = once_table([[(0, 0), (1, 1)], [(5, 5)]], [(0, 1), (2, 4), (6, 6)])
    table.lacks[0] = {6}
    assert naive.take_turn(table, never_asked) is None
    assert kinds(table) == "draw pass"
    assert table.events[0]["forced"] is True
    assert table.hands[0] == {(0, 0), (0, 1), (1, 1)}
    assert table.lacks[0] == {2, 3}
    assert (table.seat, table.passes, len(table.boneyard)) == (1, 0, 2)


def test_a_drawn_tile_that_fits_is_played() -> None:
    """2|4 on the 2; that no 6 was held stays known."""
    table = once_table([[(0, 0), (1, 1)], [(5, 5)]], [(2, 4), (6, 6)])
    table.lacks[0] = {6}
    naive.take_turn(table, never_asked)
    assert kinds(table) == "draw play"
    assert table.events[1]["ends"] == [4, 3]
    assert table.lacks[0] == {2, 3, 6}


def test_who_can_play_does_not_draw() -> None:
    """Of two tiles that fit one is played; who has drawn one that fits two ends, chooses one."""
    asked: list[Observation] = []

    def decide(seen: Observation) -> naive.Action:
        asked.append(seen)
        return max(seen.placements)

    table = once_table([[(2, 6), (3, 5)], [(0, 0), (1, 1)]], [(5, 6), (4, 4)])
    naive.take_turn(table, decide)  # 3|5 on the 3: ends 2 and 5
    naive.take_turn(table, decide)  # draws 5|6
    assert kinds(table) == "play draw play"
    assert [seen.may_draw for seen in asked] == [False]
    table = once_table([[(0, 0), (1, 1)], [(5, 5)]], [(2, 3), (4, 4)])
    naive.take_turn(table, decide)
    assert asked[-1].placements == {((2, 3), 0), ((2, 3), 1)}
    assert (asked[-1].may_draw, asked[-1].drawable, asked[-1].step) == (False, 1, 1)


def test_the_next_turn_has_a_draw_of_its_own() -> None:
    """Seat 0 draws in its turn, and so does seat 1; each a tile that does not fit."""
    table = once_table([[(0, 0)], [(5, 5)]], [(0, 1), (1, 1), (6, 6)])
    naive.take_turn(table, never_asked)
    naive.take_turn(table, never_asked)
    assert [event["seat"] for event in table.events] == [0, 0, 1, 1]
    assert kinds(table) == "draw pass draw pass"


@pytest.mark.parametrize(
    ("boneyard", "reserve", "wanted"),
    [
        ([], 0, "pass pass round"),
        ([(1, 1)], 0, "draw pass pass round"),
        ([(1, 1), (0, 1)], 0, "draw pass draw pass pass round"),
        ([(1, 1), (0, 1)], 1, "draw pass pass round"),
        ([(1, 1), (0, 1)], 2, "pass pass round"),
        ([(1, 1), (0, 1), (1, 4)], 0, "draw pass draw pass draw pass pass round"),
    ],
)
def test_only_passes_with_nothing_left_to_draw_block(
    boneyard: list[Tile], reserve: int, wanted: str
) -> None:
    """Nobody ever has a 2 or a 3: the pass after the last draw is the first of two."""
    table = once_table([[(0, 0)], [(5, 5)]], boneyard, reserve=reserve)
    naive.play_round(table, never_asked)
    assert kinds(table) == wanted


def test_a_blocked_round_counts_what_was_drawn() -> None:
    """Seat 0 draws 6|6 (12 in all), seat 1 draws 0|1 (11 in all) and takes 12."""
    table = once_table([[(0, 0)], [(5, 5)]], [(6, 6), (0, 1)])
    assert naive.play_round(table, never_asked) == ("blocked", 1, 1, (0, 12))


def test_who_has_drawn_may_pass() -> None:
    """With a tile left to draw a stuck seat may pass only if it has drawn in this turn."""
    rules, hand = rules_of("draw-100", draw="once"), [(0, 0)]
    assert naive.may_draw(rules, hand, (2, 3), 1)
    assert not naive.may_pass(rules, hand, (2, 3), 1)
    assert not naive.may_draw(rules, hand, (2, 3), 1, has_drawn=True)
    assert naive.may_pass(rules, hand, (2, 3), 1, has_drawn=True)


# So many rounds


@pytest.mark.parametrize(
    ("system", "scores", "winners"),
    [
        ("draw", (120, 30, 5), (0,)),
        ("draw", (12, 30, 30), (1, 2)),
        ("goat", (120, 30, 5), (2,)),
        ("goat", (7, 30, 7), (0, 2)),
    ],
)
def test_the_best_score_wins_after_the_last_round(
    system: str, scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """Points are good and penalties bad; 120 is beyond the target and ends nothing."""
    rules = rules_of(system, 3, rounds=4)
    assert naive.game_over(rules, scores, 3) == (False, ())
    assert naive.game_over(rules, scores, 4) == (True, winners)


def test_a_game_of_two_void_rounds() -> None:
    """0|1 is led, nobody can follow, and 6|6 counts as much as 3|3 and 2|4: no points at all."""

    def deck(number: int) -> list[Tile]:
        opener, other = [(0, 1), (6, 6)], [(3, 3), (2, 4)]
        dealt = opener + other if number % 2 == 0 else other + opener
        return dealt + [tile for tile in naive.full_set() if tile not in dealt]

    rules = rules_of("block", hand=2, block_tie="void", rounds=2)
    events = naive.play_game(rules, lambda seen: ((0, 1), 0), deck, lambda number: 0)
    assert [event["outcome"] for event in events_of(events, "round")] == ["void", "void"]
    assert events[-1] == {"event": "end", "winners": [0, 1], "scores": [0, 0]}


def test_a_play_that_passes_the_target_goes_on() -> None:
    """10 points with 140 before reach 150, which is no target here; 12 and 2 pips round to 10."""
    hands: list[list[Tile]] = [[(0, 4)], [(6, 6)], [(1, 1)]]
    table = table_of(rules_of("all-fives", 3, rounds=9), Board(arms=4, first=(0, 6)), hands)
    table.scores = [140, 90, 20]
    assert naive.play_round(table, never_asked) == ("out", 0, 0, (10, 0, 0))
    assert table.scores == [160, 90, 20]


# A winner who takes all


@pytest.mark.parametrize("gain", ["net", "gross"])
@pytest.mark.parametrize(
    ("rounding", "alone", "pairs"),
    [("none", 21, 25), ("opponent-5", 25, 30), ("total-5", 20, 25)],
)
def test_a_blocked_round_gives_everything(rounding: str, gain: str, alone: int, pairs: int) -> None:
    """3, 8 and 10 to the first: 21, in fives 5 + 10 + 10. In pairs 1, 8, 3 and 13: 25, and 0 + 10
    + 5 + 15, to the side that holds 1 and 3. Nothing is subtracted."""
    changes = {"takes": "all", "rounding": rounding, "block_gain": gain, "block_tie": "void"}
    hands: list[list[Tile]] = [[(1, 2)], [(2, 6)], [(4, 6)]]
    rules = rules_of("draw-100", 3, **changes)
    assert naive.round_result(rules, hands, "blocked") == ("blocked", 0, 0, (alone, 0, 0))
    hands = [[(0, 1)], [(2, 6)], [(0, 3)], [(4, 5), (0, 4)]]
    for compare in ("player", "side"):
        rules = rules_of("draw-100", 4, teams=True, block_compare=compare, **changes)
        assert naive.round_result(rules, hands, "blocked") == ("blocked", 0, 0, (pairs, 0))


def test_going_out_in_pairs_gives_the_partners_pips_too() -> None:
    """Seat 1 is out: 8 and 13 of the others, and 3 of its partner; alone the partner pays too."""
    hands: list[list[Tile]] = [[(2, 6)], [], [(4, 5), (0, 4)], [(0, 3)]]
    for takes, gain in [("opponents", 21), ("all", 24)]:
        rules = rules_of("draw-100", 4, teams=True, takes=takes)
        assert naive.round_result(rules, hands, "out", 1) == ("out", 1, 1, (0, gain))
        rules = rules_of("draw-100", 4, takes=takes)
        assert naive.round_result(rules, hands, "out", 1) == ("out", 1, 1, (0, 24, 0, 0))


def test_void_rounds_and_penalties_know_no_taking() -> None:
    """Equal hands give nothing; where losers mark, the winner marks nothing."""
    rules = rules_of("draw", takes="all")
    assert naive.round_result(rules, [[(1, 2)], [(0, 3)]], "blocked").gains == (0, 0)
    rules = rules_of("goat", takes="all")
    assert naive.round_result(rules, [[(1, 2)], [(0, 4)]], "blocked").gains == (0, 4)


# Random games


@pytest.mark.parametrize(
    ("system", "players", "teams"),
    [("draw", 2, False), ("all-fives", 3, False), ("with-boneyard", 4, True), ("goat", 4, False)],
)
def test_invariants_of_random_games(system: str, players: int, teams: bool) -> None:
    """A turn has one draw at most, by who is stuck; a game has its rounds; no tile is lost."""
    changes = {"draw": "once", "takes": "all", "rounds": 6, "hand": 5}
    rules = rules_of(system, players, teams, **changes)
    passed_with_tiles = 0
    for seed in range(8):
        events = random_game(rules, seed)
        rounds = list(rounds_of(events))
        assert len(rounds) == 6
        for of_round in rounds:
            check_conservation(rules, of_round)
            check_round_end(rules, of_round)
            passed_with_tiles += check_draws(rules, of_round)
        scores = events[-1]["scores"]
        best = min(scores) if system == "goat" else max(scores)
        assert scores == rounds[-1][-1]["scores"]
        assert events[-1]["winners"] == [n for n, score in enumerate(scores) if score == best]
    assert passed_with_tiles > 10


def check_draws(rules: dict[str, Any], events: list[naive.Event]) -> int:
    """How many passes there were with tiles to draw; each comes behind a draw of that seat."""
    left, count = len(events[0]["boneyard"]), 0
    for before, event, after in zip(events, events[1:], events[2:], strict=False):
        if event["event"] == "draw":
            left -= 1
            assert event["forced"]
            assert after["event"] in ("play", "pass")
            assert after["seat"] == event["seat"]
        if event["event"] == "pass" and left > rules["reserve"]:
            count += 1
            assert (before["event"], before["seat"]) == ("draw", event["seat"])
    return count
