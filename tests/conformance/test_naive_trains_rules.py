"""Rules of trains that the worked examples leave out, each case worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests import naive, naive_trains
from tests.conformance.test_naive_trains import (
    a_table,
    briefly,
    greedy,
    never_asked,
    placed,
    rules_of,
    sorted_deck,
    take_turn,
    tiles_of,
)
from tests.naive import Tile
from tests.naive_trains import TrainsObservation, act, observe, play_round
from tests.naive_trains_board import Train, TrainsBoard, engine_of

# Where a seat may play


def test_own_marked_and_mexican_trains_are_open() -> None:
    """Ends: own 5, a marked train 3, an unmarked one 7, the Mexican train 9."""
    table = a_table([5, 3, 7, 9], ["5|8 3|4 7|7 9|9 1|2", "1|1", "2|2"], markers=[1])
    assert placed(table, 0) == [[[3, 4], 2], [[5, 8], 0], [[9, 9], 1]]
    assert observe(table, 0).open_arms == {0, 1, 2}


def test_an_open_double_binds() -> None:
    """The same trains, but the Mexican one ends in a double 9 that is not covered."""
    table = a_table([5, 3, 7, 9], ["5|8 3|4 6|9", "1|1", "2|2"], markers=[1], open_double=3)
    assert placed(table, 0) == [[[6, 9], 1]]


def test_an_open_double_opens_a_closed_train() -> None:
    """Seat 1 left a double on its own train, no marker up: seat 0 must cover it there."""
    table = a_table([5, 4, 7, 9], ["5|8 3|4", "1|1", "2|2"], open_double=1)
    take_turn(table)
    assert briefly(table) == ["play 0 3|4 1 [5, 3, 7, 9]"]
    assert table.open_double is None
    assert table.open_trains(2) == {2, 3}


def test_what_a_seat_sees() -> None:
    """Seat 2 of three: arms 0 to 3 are the trains of seat 2, the Mexican, of seats 0 and 1."""
    table = a_table(
        [5, 3, 7, 9], ["3|4 1|1", "4|6 1|2", "6|8 0|6"], "0|0 0|1 0|2", markers=[1], reserve=1
    )
    table.scores = [30, 20, 10]
    take_turn(table)  # seat 0 plays 3|4 on the marked train of seat 1
    table.seat = 1
    take_turn(table)  # seat 1 plays 4|6 on its own, and its marker comes down
    take_turn(table)  # seat 2, with 7, 9 open, draws 0|0 and passes
    assert observe(table, 2) == TrainsObservation(
        seat=2,
        seats=3,
        hand=frozenset(tiles_of("6|8 0|6 0|0")),
        engine=(9, 9),
        ends=(7, 9, 5, 6),
        open_arms=frozenset([0, 1]),
        placements=frozenset(),
        markers=frozenset([0]),
        open_double=None,
        drawable=1,
        boneyard=2,
        hand_sizes=(1, 1, 3),
        lacks=(frozenset(), frozenset(), frozenset([7, 9])),
        played=(frozenset([(3, 4)]), frozenset([(4, 6)]), frozenset()),
        passed_on=(frozenset(), frozenset(), frozenset([7, 9])),
        opened=(None, None, None, 1),
        line=frozenset(tiles_of("9|9 3|4 4|6")),
        scores=(30, 20, 10),
        target=100,
        rounds=10,
        turn=3,
        step=4,
        round=0,
    )


def test_a_double_that_a_seat_sees() -> None:
    """The train of seat 0 is arm 3 of seat 2 of four."""
    hands = ["4|4 1|1", "1|2", "2|3", "0|3"]
    table = a_table([4, 0, 0, 0, 0], hands)
    act(table, never_asked)
    seen = observe(table, 2)
    assert (seen.open_double, seen.open_arms, seen.opened[3]) == (3, {3}, 0)


def test_choices_are_asked_for_only_where_there_are_some() -> None:
    """A drawn tile that fits two trains is one; its observer has drawn already."""
    asked: list[TrainsObservation] = []

    def decide(seen: TrainsObservation) -> naive.Placement:
        asked.append(seen)
        return (2, 5), 1

    table = a_table([5, 0, 2], ["1|1 3|3", "4|4"], "2|5")
    take_turn(table, decide)
    assert briefly(table) == ["draw 0 2|5", "play 0 2|5 mexican [5, 0, 5]"]
    (seen,) = asked
    assert seen.placements == {((2, 5), 0), ((2, 5), 1)}
    assert (seen.turn, seen.step, seen.drawable) == (0, 1, 0)


@pytest.mark.parametrize("action", ["draw", ((4, 5), 2), ((6, 6), 0), None, [[4, 5], 0]])
def test_illegal_actions_are_refused(action: Any) -> None:
    """Nothing but a legal placement is taken."""
    table = a_table([4, 4, 5], ["4|5 3|4", "6|6"])
    with pytest.raises(ValueError, match="illegal action"):
        act(table, lambda seen: action)


# Draws and markers


def test_one_draw_for_each_tile_that_must_be_played() -> None:
    """Stuck twice in a turn, on 5 and then on its double: two draws, and no third."""
    table = a_table([5, 0, 8], ["1|1", "4|4"], "5|5 2|2 3|5", markers=[0])
    take_turn(table)
    assert briefly(table) == [
        "draw 0 5|5",
        "play 0 5|5 0 [5, 0, 8]",
        "marker 0 False",
        "draw 0 2|2",
        "pass 0",
        "marker 0 True",
    ]
    assert table.open_double == 0


def test_a_double_is_covered_by_the_next_seat_that_can() -> None:
    """Seat 0 cannot, seat 1 draws and cannot, seat 2 draws the tile and must play it there."""
    table = a_table([7, 1, 1, 1], ["7|7 0|0", "1|2", "1|3"], "4|4 5|5 6|7 8|8")
    for _ in range(3):
        take_turn(table)
    assert briefly(table) == [
        "play 0 7|7 0 [7, 1, 1, 1]",
        "draw 0 4|4",
        "pass 0",
        "marker 0 True",
        "draw 1 5|5",
        "pass 1",
        "marker 1 True",
        "draw 2 6|7",
        "play 2 6|7 0 [6, 1, 1, 1]",
    ]
    assert (table.open_double, table.markers, table.seat) == (None, {0, 1}, 0)


def test_the_reserve_is_not_drawn() -> None:
    """With as many tiles in the boneyard as are reserved a stuck seat passes."""
    table = a_table([5, 0, 8], ["1|1", "4|4"], "5|5 2|2", reserve=2)
    take_turn(table)
    assert briefly(table) == ["pass 0", "marker 0 True"]


# Doubles that bind nobody


@pytest.mark.parametrize(("on_table", "bound"), [("", True), ("2|6", False)])
def test_a_double_is_the_last_of_its_value_only_on_the_table(on_table: str, bound: bool) -> None:
    """Double-six, six 2s on the table with 2|2; the seventh is in another hand, or there too."""
    lying = f"0|2 1|2 2|3 2|4 2|5 {on_table}"
    other = "1|1" if on_table else "2|6 1|1"
    table = a_table([2, 6, 6], ["2|2 0|0", other], "5|5", highest=6, on_table=lying)
    act(table, never_asked)
    assert (table.open_double, table.seat) == ((0, 0) if bound else (None, 1))


def test_the_engine_counts_as_a_tile_of_its_value() -> None:
    """With 0|0 for an engine, six more tiles are all the 0s of double-six."""
    zeros = tiles_of("0|1 0|2 0|3 0|4 0|5 0|6")
    assert TrainsBoard((0, 0), (Train(0, (*zeros,)),)).exhausted(0, 6)
    assert not TrainsBoard((1, 1), (Train(0, (*zeros,)),)).exhausted(0, 6)
    assert not TrainsBoard((0, 0), (Train(0, (*zeros[1:],)),)).exhausted(0, 6)


# What passes and draws prove


def test_a_pass_proves_the_values_that_were_open() -> None:
    """Own 5, Mexican 8, marked 3; the unmarked 7 was closed."""
    table = a_table([5, 3, 7, 8], ["1|1", "4|4", "2|2"], markers=[1])
    table.lacks[0] = {9}
    take_turn(table)
    assert table.lacks == [{3, 5, 8, 9}, set(), set()]
    assert table.passed_on == [{3, 5, 8}, set(), set()]


def test_a_pass_on_a_double_proves_its_value_only() -> None:
    """Only the 7 was open."""
    table = a_table([5, 7, 2, 8], ["1|1", "4|4", "2|2"], markers=[2], open_double=1)
    take_turn(table)
    assert (table.lacks[0], table.passed_on[0]) == ({7}, {7})


def test_a_draw_that_is_kept_voids_earlier_proofs() -> None:
    """1|9 may hold what was lacking; of the open values it shows none."""
    table = a_table([5, 3, 8], ["1|1", "4|4"], "1|9")
    table.lacks[0] = {9}
    take_turn(table)
    assert table.lacks[0] == {5, 8}


def test_a_draw_that_is_played_keeps_earlier_proofs() -> None:
    """What was held before holds neither 5 nor 8, nor still a 9."""
    table = a_table([5, 3, 8], ["1|1", "4|4"], "5|6")
    table.lacks[0] = {9}
    take_turn(table)
    assert table.lacks[0] == {5, 8, 9}


def test_a_draw_for_a_double_proves_its_value_only() -> None:
    """Own double 6 covered by a drawn 6|7: a 6 was not held, of the 8 nothing is known."""
    table = a_table([6, 3, 8], ["6|6 1|8", "4|4"], "6|7")
    take_turn(table, greedy)
    assert briefly(table)[-1] == "play 0 6|7 0 [7, 3, 8]"
    assert table.lacks[0] == {6}


# The end of a round


def test_a_row_of_passes_begins_with_the_last_tile_drawn() -> None:
    """All markers are up. Seat 0 draws, but not the last tile; seat 1 draws the last: first of two.

    Left are 1|1 and 0|0 against 4|4 and 6|6: 2 and 20.
    """
    table = a_table([5, 3, 8], ["1|1", "4|4"], "0|0 6|6", markers=[0, 1])
    result = play_round(table, never_asked)
    assert briefly_all(table) == "draw pass draw pass pass round"
    assert result == ("blocked", 0, 0, (2, 20))


def test_a_marker_that_goes_up_begins_a_new_row() -> None:
    """Seat 0's pass is the first, seat 1's opens its train and is the first once more."""
    table = a_table([5, 3, 8], ["1|1", "4|4"], markers=[0])
    assert play_round(table, never_asked) == ("blocked", 0, 0, (2, 8))
    assert briefly_all(table) == "pass pass marker pass round"


def test_a_play_ends_a_row() -> None:
    """Seat 1 plays after two passes; then all three pass."""
    hands, markers = ["1|1", "3|4 6|6", "2|2"], [0, 1, 2]
    table = a_table([5, 3, 0, 8], hands, markers=markers, seat=2)
    assert play_round(table, never_asked) == ("blocked", 0, 0, (2, 12, 4))
    assert briefly_all(table) == "pass pass play marker pass pass pass marker pass pass round"


def test_a_round_can_be_blocked_with_a_double_open() -> None:
    """The only 7 is in the reserve; 5|5 fits its own train, but the double binds."""
    table = a_table([5, 7, 8], ["5|5", "4|4"], "1|7", open_double=1, markers=[0, 1], reserve=1)
    assert play_round(table, never_asked) == ("blocked", 1, 1, (10, 8))
    assert briefly_all(table) == "pass pass round"


def briefly_all(table: naive_trains.TrainsTable) -> str:
    """The kinds of all events at a table."""
    return " ".join(event["event"] for event in table.events)


def test_the_last_tile_may_be_a_double() -> None:
    """It is not covered, nothing is drawn, and the marker still comes down before the count."""
    table = a_table([5, 3, 8], ["5|5", "4|4 0|1"], "1|2", markers=[0])
    assert play_round(table, never_asked) == ("out", 0, 0, (0, 9))
    assert briefly_all(table) == "play marker round"


# The count


BLOCKED: list[list[Tile]] = [[(1, 2)], [(0, 8)], [(4, 6)]]  # 3, 8, 10
TIED: list[list[Tile]] = [[(0, 3), (1, 5)], [(4, 5)], [(9, 9), (0, 2)]]  # 9, 9, 20


@pytest.mark.parametrize(
    ("changes", "blocked", "tied"),
    [
        ({}, (3, 8, 10), (9, 9, 20)),
        ({"rounding": "opponent-5"}, (5, 10, 10), (10, 10, 20)),
        ({"scoring": "winner-takes"}, (18, 0, 0), (0, 0, 0)),
        ({"scoring": "winner-takes", "block_gain": "net"}, (15, 0, 0), (0, 0, 0)),
        ({"scoring": "winner-takes", "takes": "all"}, (21, 0, 0), (0, 0, 0)),
        ({"scoring": "winner-takes", "block_tie": "fewest-tiles"}, (18, 0, 0), (0, 29, 0)),
        ({"scoring": "losers-mark", "block_tie": "fewest-tiles"}, (3, 8, 10), (9, 9, 20)),
    ],
)
def test_blocked_rounds(
    changes: dict[str, Any], blocked: tuple[int, ...], tied: tuple[int, ...]
) -> None:
    """Where losers mark, all mark what they hold; a winner takes as on a line."""
    rules = rules_of(3, **changes)
    assert naive_trains.round_result(rules, BLOCKED, "blocked") == ("blocked", 0, 0, blocked)
    result = naive_trains.round_result(rules, TIED, "blocked")
    fewest = rules["block_tie"] == "fewest-tiles"
    assert result == (("blocked", 1, 1, tied) if fewest else ("void", None, None, tied))


def test_a_lone_special_tile_counts_what_the_rules_say() -> None:
    """0|0 alone counts 25, in the comparison of a blocked round too; with another tile 0."""
    rules = rules_of(3, special_hands={"0|0": 25})
    hands: list[list[Tile]] = [[(0, 0)], [(0, 8)], [(4, 6)]]
    assert naive_trains.round_result(rules, hands, "blocked") == ("blocked", 1, 1, (25, 8, 10))
    hands[0].append((0, 1))
    assert naive_trains.round_result(rules, hands, "blocked") == ("blocked", 0, 0, (1, 8, 10))


# The course of a game


def test_equal_lowest_totals_share_the_win() -> None:
    """0 14 23, 12 0 9 and 7 5 0 are 19, 19 and 32; before the last round nobody has won."""
    rules = rules_of(3, rounds=3)
    assert naive.game_over(rules, (12, 14, 32), 2) == (False, ())
    assert naive.game_over(rules, (19, 19, 32), 3) == (True, (0, 1))


def test_engines_begin_again() -> None:
    """Double-six: 6|6 down to 0|0 in seven rounds, and 6|6 once more."""
    engines = [engine_of(rules_of(2, 6), number)[0] for number in range(9)]
    assert engines == [6, 5, 4, 3, 2, 1, 0, 6, 5]


def test_a_game_to_the_target() -> None:
    """Without a number of rounds it ends as soon as a seat has marked the target; lowest wins."""
    rules = rules_of(2, 6, rounds=0, target=150)
    game = naive_trains.play_game(
        rules, greedy, lambda number: sorted_deck(rules, number), lambda _: 1
    )
    scores = [event["scores"] for event in game if event["event"] == "round"]
    assert [max(pair) >= 150 for pair in scores] == [False] * (len(scores) - 1) + [True]
    best = min(scores[-1])
    winners = [seat for seat, score in enumerate(scores[-1]) if score == best]
    assert game[-1] == {"event": "end", "winners": winners, "scores": scores[-1]}


def test_trace_of_a_game() -> None:
    """The first events, field by field, in the order of the trace."""
    rules = rules_of(2, 6, hand=3, rounds=1)
    dealt = tiles_of("5|6 0|1 0|0  1|1 2|2 3|3  4|4 1|6")
    deck = dealt + [tile for tile in sorted_deck(rules, 0) if tile not in dealt]
    game = naive_trains.play_game(rules, greedy, lambda _: deck, lambda _: 0, ["a", "b"], 3, 17)
    assert game[:6] == [
        {
            "event": "game",
            "schema": 1,
            "rules": rules,
            "policies": ["a", "b"],
            "seed": 3,
            "game": 17,
        },
        {
            "event": "deal",
            "round": 0,
            "opener": 0,
            "engine": "6|6",
            "hands": [["0|0", "0|1", "5|6"], ["1|1", "2|2", "3|3"]],
            "boneyard": [naive.text(tile) for tile in deck[6:]],
        },
        # 5|6 fits its own train and the Mexican one, and greedy takes the lower arm.
        {"event": "play", "seat": 0, "tile": "5|6", "train": 0, "ends": [5, 6, 6], "points": 0},
        {"event": "draw", "seat": 1, "tile": "4|4", "forced": True},
        {"event": "pass", "seat": 1},
        {"event": "marker", "seat": 1, "up": True},
    ]
    # Seat 0 draws 1|6, which fits the Mexican train and the marked one: arm 1.
    assert game[7] == {
        "event": "play",
        "seat": 0,
        "tile": "1|6",
        "train": "mexican",
        "ends": [5, 6, 1],
        "points": 0,
    }
    assert [list(event) for event in game[-2:]] == [
        ["event", "outcome", "seat", "winner", "pips", "gains", "scores"],
        ["event", "winners", "scores"],
    ]
