"""The naive engine against the worked examples, known faults and the invariants of the rules."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests import naive
from tests.naive import Action, Board, Decide, Event, Observation, Table, Tile

EXAMPLES_FILE = Path(__file__).with_name("examples.json")
EXAMPLES: list[dict[str, Any]] = json.loads(EXAMPLES_FILE.read_text())["examples"]

# The presets, from the tables of the rules. `hand` and `target` by number of players; `team_hand`
# is what four players in pairs are dealt.

DRAW: dict[str, Any] = {
    "hand": {2: 7, 3: 7, 4: 6},
    "team_hand": 6,
    "reserve": 2,
    "draw": "optional",
    "opener_may_draw": True,
    "opener_first": "lot",
    "opener_next": "rotate",
    "block_tie": "void",
    "block_gain": "net",
    "block_compare": "player",
    "rounding": "none",
    "scoring": "winner-takes",
    "special_hands": {},
    "target": {2: 100, 3: 61, 4: 61},
    "target_check": "round",
    "board": "line",
    "play_points": "none",
}
DRAW_100 = DRAW | {
    "hand": {2: 7, 3: 5, 4: 5},
    "team_hand": 5,
    "reserve": 0,
    "draw": "stuck",
    "opener_may_draw": False,
    "block_tie": "fewest-tiles",
    "block_gain": "gross",
    "target": dict.fromkeys((2, 3, 4), 100),
}
ALL_FIVES = DRAW_100 | {
    "opener_next": "out-or-lot",
    "rounding": "opponent-5",
    "target": dict.fromkeys((2, 3, 4), 150),
    "target_check": "at-once",
    "board": "spinner",
    "play_points": "fives",
}
WITH_BONEYARD = DRAW_100 | {
    "opener_first": "smallest-double",
    "opener_next": "smallest-double",
    "block_tie": "void",
    "block_compare": "side",
}
WITHOUT_BONEYARD = WITH_BONEYARD | {
    "hand": dict.fromkeys((2, 3, 4), 7),
    "team_hand": 7,
    "draw": "never",
}
INTERNATIONAL = WITHOUT_BONEYARD | {"opener_first": "strongest", "opener_next": "winner"}
PRESETS: dict[str, dict[str, Any]] = {
    "draw": DRAW,
    "draw-100": DRAW_100,
    "block": DRAW_100 | {"draw": "never", "team_hand": 7},
    "all-fives": ALL_FIVES,
    "all-fives-line": ALL_FIVES | {"board": "line"},
    "with-boneyard": WITH_BONEYARD,
    "without-boneyard": WITHOUT_BONEYARD,
    "goat": WITHOUT_BONEYARD
    | {
        "scoring": "losers-mark",
        "special_hands": {"0|0": 25, "6|6": 50},
        "target": dict.fromkeys((2, 3, 4), 101),
    },
    "international": INTERNATIONAL,
    "international-2": INTERNATIONAL | {"draw": "stuck"},
}
PAIRS_AND_SINGLES = [(2, False), (3, False), (4, False), (4, True)]
SEATINGS = {
    "draw": [(2, False), (3, False), (4, False)],
    "international": [(4, True)],
    "international-2": [(2, False)],
}
TABLES = [
    (name, players, teams)
    for name in PRESETS
    for players, teams in SEATINGS.get(name, PAIRS_AND_SINGLES)
]


def rules_of(name: str, players: int = 2, teams: bool = False, **changes: Any) -> dict[str, Any]:
    """The complete rules of a preset, as the trace shows them."""
    rules: dict[str, Any] = {"preset": name, "set": "double-six"}
    rules |= {"players": players, "teams": teams, "two_ended": False} | PRESETS[name]
    team_hand = rules.pop("team_hand")
    rules["hand"] = team_hand if teams else rules["hand"][players]
    rules["target"] = rules["target"][players]
    return rules | changes


# Building blocks of the checkers


def tiles_of(pairs: Sequence[Sequence[int]]) -> list[Tile]:
    """Tiles of the examples, low half first."""
    return [(min(pair), max(pair)) for pair in pairs]


def hands_like(
    totals: Sequence[int], counts: Sequence[int | None], empty: int | None, used: set[Tile]
) -> list[list[Tile]] | None:
    """Disjoint hands with these pips and, where given, numbers of tiles; seat `empty` has none."""
    if not totals:
        return []
    seat_is_empty = empty == 0
    rest = (totals[1:], counts[1:], None if empty is None else empty - 1)
    sizes = [0] if seat_is_empty else range(1, 8) if counts[0] is None else [counts[0]]
    free = [tile for tile in naive.full_set() if tile not in used]
    for size in sizes:
        for hand in itertools.combinations(free, size):
            # A lone 0|0 or 6|6 would count differently under goat; the examples mean plain totals.
            lone_special = size == 1 and naive.is_double(hand[0]) and totals[0] > 0
            if naive.pips(hand) == totals[0] and not lone_special:
                others = hands_like(*rest, used | set(hand))
                if others is not None:
                    return [list(hand), *others]
    return None


def hands_of(given: dict[str, Any]) -> list[list[Tile]]:
    """The hands an example gives, or hands with its totals."""
    if "hands" in given:
        return [tiles_of(hand) for hand in given["hands"]]
    totals = given["hand_totals"]
    counts = given.get("tile_counts", [None] * len(totals))
    empty = given["winner"] if given["end"] == "out" else None
    hands = hands_like(totals, counts, empty, set())
    assert hands is not None
    return hands


def table_of(
    rules: dict[str, Any],
    board: Board,
    hands: Sequence[Sequence[Tile]],
    boneyard: Sequence[Tile] = (),
    seat: int = 0,
) -> Table:
    """A table in the middle of a round."""
    scores = [0] * len(naive.sides(rules))
    return Table(rules, [set(hand) for hand in hands], list(boneyard), seat, scores, board)


def board_of(line: Sequence[Sequence[int]]) -> Board:
    """The board of a line given from left to right."""
    board, right_arm = Board(), 1 if line[0][0] <= line[0][1] else 0
    for tile in tiles_of(line):
        board = board.play(tile, right_arm)
    return board


def arm_at(ends: naive.Ends, value: int) -> int:
    """The first arm open with a value."""
    return ends.index(value)


def never_asked(observation: Observation) -> Action:
    """For rounds without a choice."""
    raise AssertionError(f"asked at {observation}")


def events_of(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event["event"] == kind]


# One checker for each kind of example


def check_open_ends(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """The ends, and the points, after each play."""
    rules = rules_of(system)
    board, ends, points = naive.empty_board(rules), [], []
    for play in given["plays"]:
        arm = arm_at(board.ends, play["on"]) if "on" in play else 0
        board = board.play(tiles_of([play["tile"]])[0], arm)
        ends.append(sorted(end for end in board.ends if end is not None))
        points.append(naive.points_of(rules, board.open_sum))
    assert ends == [sorted(pair) for pair in expected["ends_after_each"]]
    assert points == expected["play_points_each"]


def legal(
    rules: dict[str, Any], hand: Sequence[Tile], ends: naive.Ends, boneyard: int
) -> dict[str, Any]:
    """The legal actions in the examples' notation."""
    places = sorted((tile, ends[arm]) for tile, arm in naive.placements(rules, hand, ends))
    return {
        "place": [[list(tile), end] for tile, end in places],
        "draw": naive.may_draw(rules, hand, ends, boneyard),
        "pass": naive.may_pass(rules, hand, ends, boneyard),
    }


def check_legal_actions(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """What may be placed, and whether one may draw or pass."""
    hand, opening = tiles_of(given["hand"]), given["ends"] is None
    ends = (None, None) if opening else tuple(given["ends"])
    if not opening:
        assert legal(rules_of(system), hand, ends, given["boneyard"]) == expected
        return
    rules = rules_of(system)
    options = naive.placements(rules, hand, ends)
    assert ({tile for tile, _ in options} == set(hand)) is expected["place_any"]
    assert len(options) == expected["place_count"]
    assert naive.may_draw(rules, hand, ends, given["boneyard"]) is expected["draw"]
    assert naive.may_pass(rules, hand, ends, given["boneyard"]) is expected["pass"]


def check_turn_trace(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """One turn of several actions."""
    rules, seen, actions = rules_of(system), [], iter(given["actions"])
    boneyard, hand = tiles_of(given["boneyard_top_first"]), tiles_of(given["hand"])

    def decide(view: Observation) -> Action:
        seen.append(legal(rules, sorted(view.hand), view.ends, view.boneyard))
        assert seen[-1]["draw"] is view.may_draw
        action = next(actions)
        if action == "draw":
            return "draw"
        return tiles_of([action["place"]])[0], arm_at(view.ends, action["on"])

    low, high = given["ends"]
    table = table_of(rules, Board(first=(low, high)), [hand, [(5, 5)]], boneyard)
    assert naive.take_turn(table, decide) is None
    assert next(actions, None) is None
    assert seen == expected["legal_before_each"]
    assert sorted(table.open_values) == expected["ends_after"]
    assert [list(tile) for tile in sorted(table.hands[0])] == expected["hand_after"]
    assert len(table.boneyard) == expected["stock_after"]
    assert (table.seat == 1) is expected["turn_over"]


def check_deal(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """Sizes of boneyards, and which deals are possible."""
    for number, case in enumerate(given["cases"]):
        if isinstance(case, dict):
            if case["system"] != system:
                continue
            rules = rules_of(system, case["players"], hand=case["hand"])
            assert naive.deal_is_valid(rules) is expected["valid"][number]
        else:
            rules = rules_of(system, case[0])
            assert rules["hand"] == case[1]
        hands, boneyard = naive.deal(rules, naive.full_set())
        assert [len(hand) for hand in hands] == [rules["hand"]] * rules["players"]
        assert len(boneyard) == expected["boneyard"][number]
        if "drawable" in expected:
            assert naive.drawable(rules, len(boneyard)) == expected["drawable"][number]


def check_finished_round(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """The result of a round, in whichever of the examples' notations it is expected."""
    hands, teams = hands_of(given), "teams" in given
    rules = rules_of(system, len(hands), teams)

    def gains(**changes: Any) -> list[int]:
        changed = rules | changes
        return list(naive.round_result(changed, hands, given["end"], given.get("winner")).gains)

    result = naive.round_result(rules, hands, given["end"], given.get("winner"))
    winner, total = result.winner, sum(result.gains)
    checks: dict[str, Callable[[Any], bool]] = {
        "winner": lambda want: winner == (want[system] if isinstance(want, dict) else want),
        "winning_team": lambda want: winner == (want[system] if isinstance(want, dict) else want),
        "gains": lambda want: gains() == want,
        "gain": lambda want: total == want[system],
        "gain_seat0": lambda want: result.gains[0] == total == want[system],
        "team_gain": lambda want: total == want[system] and winner is not None,
        "if_rounding_total-5": lambda want: sum(gains(rounding="total-5")) == want,
        "winner_takes": lambda want: gains(scoring="winner-takes") == want["gains"],
        "goat_scoring": lambda want: gains(scoring="losers-mark") == want["penalties"],
        "winner_takes_gain": lambda want: gains(scoring="winner-takes") == [0, want["team1"]],
        "goat_penalty": lambda want: gains(scoring="losers-mark") == [want["team0"], want["team1"]],
        "all_zero": lambda want: (not any(gains())) is want and result.outcome == "void",
    }
    for key, want in expected.items():
        assert checks[key](want), (key, want, result)


def check_last_play(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """ex33, told in words: a tile that goes out leaves ends 6 and 4, the others hold 13 and 8."""
    assert given["trace"] == "going-out tile leaves ends 6 and 4, opponents hold 13 and 8"
    rules = rules_of(system, 3, target=given["target"])
    others = hands_like([13, 8], [None, None], None, {(0, 6), (0, 4)})
    assert others is not None
    table = table_of(rules, Board(arms=4, first=(0, 6)), [[(0, 4)], *others])
    table.scores[0] = given["score_before"]
    result = naive.play_round(table, never_asked)
    assert table.events[0]["points"] == expected["play_points"]
    assert result.outcome == "out"
    assert result.gains[0] == expected["round_points"]
    assert table.scores[0] == expected["score_after"]
    assert naive.game_over(rules, table.scores)[0] is expected["over"]


def check_round_score(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """Finished rounds, and the one example that includes the last play."""
    check = check_last_play if "trace" in given else check_finished_round
    check(system, given, expected)


def check_block_check(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """A dead position played to its end."""
    rules, board = rules_of(system), board_of(given["line_oriented"])
    assert list(board.ends) == given["ends"]
    hands = [tiles_of(hand) for hand in given["hands"]]
    boneyard = tiles_of(given.get("boneyard_top_first") or given["boneyard"])
    at_once = expected["round_over"] if "round_over" in expected else expected["round_over_now"]
    for seat in [given["to_move"]] if "to_move" in given else [0, 1]:
        if "legal_seat0" in expected:
            actions = legal(rules, hands[0], board.ends, len(boneyard))
            assert actions == expected["legal_seat0"]
        table = table_of(rules, board, hands, boneyard, seat)
        result = naive.play_round(table, never_asked)
        kinds = [event["event"] for event in table.events]
        assert (kinds == ["pass", "pass", "round"]) is at_once
        draws = [event["seat"] for event in events_of(table.events, "draw")]
        assert draws == [0] * expected.get("forced_draws_seat0", 0)
        assert all(event["forced"] for event in events_of(table.events, "draw"))
        totals = table.events[-1]["pips"]
        assert totals == expected.get("hand_totals_at_end", totals)
        assert (result.winner, list(result.gains)) == (expected["winner"], expected["gains"])


def check_opener_sequence(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """Who opens round after round."""
    players = given["players"]
    rules = rules_of(system, players, teams=system == "international")
    hands: list[list[Tile]] = [[(0, seat + 1)] for seat in range(players)]
    if "deal1_holder_of_6_6" in given:
        hands[given["deal1_holder_of_6_6"]].append((6, 6))

    def lot() -> int:
        return int(given["lot"])

    openers = [naive.first_opener(rules, hands, lot)]
    for seat in given.get("round_winners") or given["deal_winners_by_going_out"]:
        outcome = "void" if seat is None else "out"
        side = None if seat is None else naive.side_of(rules, seat)
        result = naive.Result(outcome, seat, side, (0,) * players)
        openers.append(naive.next_opener(rules, hands, openers[-1], result, lot))
    assert openers == expected["openers"]


def check_opener(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """Who opens a deal, first round or later, and what may be led."""
    rules, hands = rules_of(system), [tiles_of(hand) for hand in given["hands"]]
    void = naive.Result("void", None, None, (0, 0))

    def no_lot() -> int:
        raise AssertionError("no lot is drawn")

    opener = naive.first_opener(rules, hands, no_lot)
    assert opener == expected["opener"]
    assert naive.next_opener(rules, hands, 0, void, no_lot) == opener
    lead = {tile for tile, _ in naive.placements(rules, hands[opener], (None, None))}
    assert (lead == set(hands[opener])) is expected["may_lead_any_tile"]


def check_match_end(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """Scores after a round and whether they end the game."""
    if "cases" in given:
        verdicts = [
            naive.game_over(rules_of(system, case["players"]), case["scores"])[0]
            for case in given["cases"]
        ]
        assert verdicts == expected["over"]
        return
    before = given.get("scores_before") or given["penalties_before"]
    gains = given.get("gains") or given["round_penalties"]
    scores = [score + gain for score, gain in zip(before, gains, strict=True)]
    rules = rules_of(system, len(scores))
    assert rules["target"] == given.get("target", rules["target"])
    assert scores == expected.get("scores", expected.get("penalties"))
    over, winners = naive.game_over(rules, scores)
    assert over is expected["over"]
    assert winners == (expected["winner"],)
    assert (len(winners) > 1) is expected.get("draw", False)
    if "loser" in expected:
        assert max(scores) == scores[expected["loser"]]
    if "two_reached_target" in expected:
        reached = [score for score in scores if score >= rules["target"]]
        assert (len(reached) == 2) is expected["two_reached_target"]


def check_rounding(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """Rounding hand by hand."""
    rules = rules_of(system)
    assert [naive.taken(rules, [total]) for total in given["totals"]] == expected["rounded"]


def check_play_score(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """In-play points of given ends, of opening tiles, and of a series of plays."""
    rules = rules_of(system)
    if "ends_after_play" in given:
        doubles = given["doubles_at_ends"]
        ends = [(v if v in doubles else v + 1, v) for v in given["ends_after_play"]]
        assert naive.points_of(rules, naive.open_sum(ends)) == expected["points"]
    elif "opening_tiles" in given:
        boards = [naive.empty_board(rules).play(tile, 0) for tile in given["opening_tiles"]]
        points = [naive.points_of(rules, board.open_sum) for board in boards]
        assert points == expected["points"]
    else:
        sums, points = sums_and_points(rules, given["plays"])
        assert (sums, points) == (expected["end_sum"], expected["points"])
        if "if_no_spinner" in expected:
            variant = expected["if_no_spinner"]
            sums, _ = sums_and_points(rules_of("all-fives-line"), given["plays"])
            assert (len(sums), sums) == (variant["legal_until"], variant["end_sum"])


def sums_and_points(
    rules: dict[str, Any], plays: Sequence[dict[str, Any]]
) -> tuple[list[int], list[int]]:
    """Open sum and points after each play, up to the first one that is illegal."""
    names = {"side1": 0, "side2": 1, "end1": 2, "end2": 3}
    board, sums, points = naive.empty_board(rules), [], []
    for play in plays:
        tile = tiles_of([play["tile"]])[0]
        arm = names[play["arm"]] if "arm" in play else 0
        if "on" in play:
            arm = arm_at(board.ends, play["on"])
        if (tile, arm) not in naive.placements(rules, [tile], board.ends):
            break
        board = board.play(tile, arm)
        sums.append(board.open_sum)
        points.append(naive.points_of(rules, board.open_sum))
    return sums, points


def check_hand_value(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """What hands count."""
    values = [naive.hand_value(rules_of(system), tiles_of(hand)) for hand in given["hands"]]
    assert values == expected["values"]


def check_replay(system: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """A whole round, move by move."""
    names = given["order"].split(",")
    rules = rules_of(system, len(names), teams=True)
    hands = [[parse(tile) for tile in given["hands"][name].split()] for name in names]
    moves = [move.split() for move in given["moves_tile_at_end_value"]]

    def decide(view: Observation) -> Action:
        name, (tile, _, value) = names[view.seat], moves[view.turn][1].partition("@")
        assert moves[view.turn][0] == name
        return parse(tile), arm_at(view.ends, int(value)) if value else 0

    table = table_of(rules, naive.empty_board(rules), hands, (), names.index(moves[0][0]))
    result = naive.play_round(table, decide)
    played = [
        [names[event["seat"]], event.get("tile", "pass").replace("|", "-")]
        for event in table.events[:-1]
    ]
    wanted = [[name, move.partition("@")[0]] for name, move in moves]
    assert played[: len(moves)] == wanted
    assert [move for _, move in played[len(moves) :]] == ["pass"] * len(names)
    assert list(table.board.ends) == expected["final_ends"]
    assert (result.outcome == "blocked") is expected["blocked"]
    pips = dict(zip(names, table.events[-1]["pips"], strict=True))
    assert pips == expected["hand_totals"]
    for team, total in expected["side_totals"].items():
        assert sum(pips[name] for name in team) == total
    gains = dict(zip(given["teams"], result.gains, strict=True))
    assert {team: gain for team, gain in gains.items() if gain} == expected["gain"][system]


def parse(tile: str) -> Tile:
    """A tile written `lo-hi`."""
    low, high = tile.split("-")
    return int(low), int(high)


CHECKERS: dict[str, Callable[[str, dict[str, Any], dict[str, Any]], None]] = {
    "open_ends": check_open_ends,
    "legal_actions": check_legal_actions,
    "turn_trace": check_turn_trace,
    "deal": check_deal,
    "round_score": check_round_score,
    "block_check": check_block_check,
    "opener_sequence": check_opener_sequence,
    "opener": check_opener,
    "match_end": check_match_end,
    "rounding": check_rounding,
    "play_score": check_play_score,
    "hand_value": check_hand_value,
    "replay": check_replay,
}


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_worked_example(example: dict[str, Any]) -> None:
    """Every example holds in every system it names."""
    for system in example["systems"]:
        CHECKERS[example["kind"]](system, example["input"], example["expected"])


def test_examples_are_complete() -> None:
    """None of the examples is lost."""
    assert len({example["id"] for example in EXAMPLES}) == 47


# Faults seen elsewhere, and details the examples leave open


def test_going_out_against_a_lone_double_blank_wins_nothing() -> None:
    """Ends 1 and 3, 1|2 goes out, the opponent holds 0|0: won, with a gain of 0."""
    table = table_of(rules_of("draw"), Board(first=(1, 3)), [[(1, 2)], [(0, 0)]])
    assert naive.play_round(table, never_asked) == ("out", 0, 0, (0, 0))


def test_lightest_hand_wins_a_blocked_round() -> None:
    """Ends 6 and 6, nobody can play: the lightest of four hands wins."""
    hands = [[(0, 1)], [(4, 5)], [(0, 2)], [(3, 5)]]
    rules = rules_of("draw", 4)
    table = table_of(rules, Board(first=(6, 6)), hands, [(1, 1), (2, 2)], seat=2)
    assert naive.play_round(table, never_asked) == ("blocked", 0, 0, (18, 0, 0, 0))


def test_round_goes_on_with_only_the_reserve_left() -> None:
    """One seat passes, the other still plays, and the count of passes starts again."""
    hands = [[(0, 0), (1, 1)], [(3, 4), (2, 2)]]
    table = table_of(rules_of("draw"), Board(first=(3, 5)), hands, [(6, 6), (1, 2)])
    assert naive.take_turn(table, never_asked) is None
    assert naive.take_turn(table, never_asked) is None
    assert [event["event"] for event in table.events] == ["pass", "play"]
    assert table.passes == 0
    assert table.lacks[0] == {3, 5}


def test_double_at_an_end_counts_both_halves_once() -> None:
    """Ends 5 and 0, then 5|5: the sum is 10, the matched end is gone."""
    assert Board(first=(0, 5)).play((5, 5), 1).open_sum == 10


def test_lone_double_stays_open_at_its_other_side() -> None:
    """On a line and on a spinner board 5|5 and 2|5 leave 10 + 2."""
    for arms in (2, 4):
        assert Board(arms=arms).play((5, 5), 0).play((2, 5), 0).open_sum == 12


def test_spinner_played_in_the_middle() -> None:
    """Its inner side is covered, so one more tile opens its ends; unopened arms count nothing."""
    board = Board(arms=4).play((2, 4), 0).play((4, 4), 1)
    assert (board.ends, board.open_sum) == ((2, 4, None, None), 10)
    board = board.play((1, 4), 1)
    assert (board.ends, board.open_sum) == ((2, 1, 4, 4), 3)
    board = board.play((4, 6), 3)
    assert (board.ends, board.open_sum) == ((2, 1, 4, 6), 9)
    board = board.play((6, 6), 3)
    assert (board.ends, board.open_sum) == ((2, 1, 4, 6), 15)


def test_equal_ends() -> None:
    """One action on a plain line, one for each arm where the ends can count differently."""
    plain = naive.placements(rules_of("draw"), [(4, 5)], (4, 4))
    assert plain == {((4, 5), 0)}
    for name, ends in [("all-fives-line", (4, 4)), ("all-fives", (4, 4, None, None))]:
        assert naive.placements(rules_of(name), [(4, 5)], ends) == {((4, 5), 0), ((4, 5), 1)}


def test_arm_one_of_equal_ends_is_arm_zero() -> None:
    """A decision for the other of two equal ends is taken as arm 0."""
    hands = [[(4, 5), (3, 4)], [(6, 6)]]
    table = table_of(rules_of("block"), Board(first=(4, 4)), hands)
    naive.take_turn(table, lambda view: ((4, 5), 1))
    assert table.events[0]["arm"] == 0
    assert table.events[0]["ends"] == [5, 4]


@pytest.mark.parametrize("action", ["draw", ((4, 5), 2), ((6, 6), 0), None, [[4, 5], 0]])
def test_illegal_actions_are_refused(action: Any) -> None:
    """Nothing but a legal action is taken."""
    hands = [[(4, 5), (3, 4)], [(6, 6)]]
    table = table_of(rules_of("block"), Board(first=(4, 4)), hands)
    with pytest.raises(ValueError, match="illegal action"):
        naive.take_turn(table, lambda view: action)


def test_drawn_tile_that_fits_two_arms() -> None:
    """In `stuck` mode the seat that drew it still chooses the arm, and must play it."""
    views: list[Observation] = []

    def decide(view: Observation) -> Action:
        views.append(view)
        return (2, 3), 1

    hands = [[(0, 0), (1, 1)], [(6, 6)]]
    boneyard = [(0, 1), (2, 3), (5, 5)]
    table = table_of(rules_of("draw-100"), Board(first=(2, 3)), hands, boneyard)
    table.lacks[0] = {6}
    naive.take_turn(table, decide)
    (view,) = views
    assert view.placements == {((2, 3), 0), ((2, 3), 1)}
    assert not view.may_draw
    assert (view.turn, view.step, view.drawable) == (0, 2, 1)
    assert table.lacks[0] == {2, 3}  # 0|1 was kept, so the 6 is no longer certain
    assert table.events[-1]["ends"] == [2, 2]


def test_knowledge_survives_a_draw_that_is_played() -> None:
    """Older knowledge stays when the first tile drawn is played at once."""
    hands = [[(0, 0), (1, 1)], [(5, 5)]]
    table = table_of(rules_of("draw-100"), Board(first=(2, 3)), hands, [(2, 4)])
    table.lacks[0] = {6}
    naive.take_turn(table, never_asked)
    assert table.lacks[0] == {2, 3, 6}


def test_draw_by_choice_is_no_evidence() -> None:
    """In `draw` any drawn tile voids what was known, even a forced one."""
    hands = [[(0, 0), (1, 1)], [(5, 5)]]
    boneyard = [(2, 4), (6, 6), (4, 4)]
    table = table_of(rules_of("draw"), Board(first=(2, 3)), hands, boneyard)
    table.lacks[0] = {6}
    naive.take_turn(table, never_asked)
    assert table.lacks[0] == set()


def test_target_stops_the_round_at_once() -> None:
    """The play that reaches the target ends the round; with `round` its hands are counted."""
    hands = [[(0, 4)], [(6, 6)], [(1, 1)]]
    for check, outcome, score in [("at-once", "target", 150), ("round", "out", 160)]:
        rules = rules_of("all-fives", 3, target_check=check)
        table = table_of(rules, Board(arms=4, first=(0, 6)), hands)
        table.scores = [140, 90, 20]
        result = naive.play_round(table, never_asked)
        assert result[:3] == (outcome, 0, 0)
        assert table.scores == [score, 90, 20]


def test_fewest_tiles_between_partners_is_no_tie() -> None:
    """Partners who share the minimum win; the seat is the lower one."""
    rules = rules_of("block", 4, teams=True)
    hands = [[(0, 4), (1, 4)], [(6, 6)], [(3, 6)], [(5, 6)]]
    assert naive.round_result(rules, hands, "blocked") == ("blocked", 0, 0, (23, 0))


def test_net_gains() -> None:
    """What is subtracted follows what was compared, after the same rounding."""
    hands = [[(0, 1)], [(1, 6)], [(2, 6)], [(3, 6)]]  # 1, 7, 8, 9
    gains = {
        (compare, rounding): naive.round_result(
            rules_of("block", 4, True, block_gain="net", block_compare=compare, rounding=rounding),
            hands,
            "blocked",
        ).gains
        for compare in ("player", "side")
        for rounding in ("none", "opponent-5", "total-5")
    }
    assert gains == {
        ("player", "none"): (15, 0),
        ("player", "opponent-5"): (15, 0),
        ("player", "total-5"): (15, 0),
        ("side", "none"): (7, 0),
        ("side", "opponent-5"): (5, 0),
        ("side", "total-5"): (5, 0),
    }


def test_odd_seats_draw_from_the_back_of_a_two_ended_boneyard() -> None:
    """Seat 0 draws from the front, seat 1 from the back."""
    rules = rules_of("draw-100", two_ended=True)
    hands = [[(0, 0), (0, 1)], [(1, 1), (3, 4)]]
    boneyard = [(2, 5), (6, 6), (5, 6)]
    table = table_of(rules, Board(first=(5, 5)), hands, boneyard)
    naive.take_turn(table, never_asked)
    naive.take_turn(table, never_asked)
    assert [event["tile"] for event in events_of(table.events, "draw")] == ["2|5", "5|6"]


def test_a_game_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds that are all void end in an error, not in a loop without end."""
    monkeypatch.setattr(naive, "MAX_ROUNDS", 20)
    rules = rules_of("block", hand=2, block_tie="void")

    def deck(number: int) -> list[Tile]:
        opener, other = [(0, 1), (6, 6)], [(3, 3), (2, 4)]
        dealt = opener + other if number % 2 == 0 else other + opener
        return dealt + [tile for tile in naive.full_set() if tile not in dealt]

    with pytest.raises(RuntimeError, match="20 rounds"):
        naive.play_game(rules, lambda view: ((0, 1), 0), deck, lambda number: 0)


# Random games


def random_player(random_bits: random.Random) -> Decide:
    """Picks any legal action, and checks that the observation agrees with itself."""

    def decide(view: Observation) -> Action:
        actions: list[Action] = sorted(view.placements)
        assert set(view.points) == view.placements
        assert view.opening is (not view.line)
        assert view.hand_sizes[view.seat] == len(view.hand)
        assert sum(view.hand_sizes) + view.boneyard + len(view.line) == 28
        actions += ["draw"] * view.may_draw
        assert len(actions) > 1
        return random_bits.choice(actions)

    return decide


def random_game(rules: dict[str, Any], seed: int) -> list[Event]:
    """A game of random players."""
    random_bits = random.Random(seed)

    def deck(number: int) -> list[Tile]:
        tiles = naive.full_set()
        random_bits.shuffle(tiles)
        return tiles

    def lot(number: int) -> int:
        return random_bits.randrange(rules["players"])

    policies = ["random"] * rules["players"]
    return naive.play_game(rules, random_player(random_bits), deck, lot, policies, seed, seed)


def rounds_of(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of each round, deal first."""
    starts = [n for n, event in enumerate(events) if event["event"] == "deal"]
    for start, stop in itertools.pairwise([*starts, len(events) - 1]):
        yield list(events[start:stop])


def check_conservation(rules: dict[str, Any], events: Sequence[Event]) -> None:
    """Follow the tiles of one round through its events."""
    hands = [set(hand) for hand in events[0]["hands"]]
    boneyard, line = list(events[0]["boneyard"]), set[str]()
    for event in events[1:-1]:
        hand = hands[event["seat"]]
        if event["event"] == "draw":
            boneyard.remove(event["tile"])
            hand.add(event["tile"])
            assert len(boneyard) >= rules["reserve"]
        if event["event"] == "play":
            hand.remove(event["tile"])
            line.add(event["tile"])
            open_pips = sum(end for end in event["ends"] if end is not None)
            off_line = [*boneyard, *itertools.chain(*hands)]
            assert (pips_of(off_line) - open_pips) % 2 == 0
        assert len({*boneyard, *line}.union(*hands)) == 28
        assert pips_of([*boneyard, *line, *itertools.chain(*hands)]) == 168
    assert [pips_of(hand) for hand in hands] == events[-1]["pips"]


def pips_of(tiles: Sequence[str] | set[str]) -> int:
    """Pips of tiles as the trace writes them."""
    return sum(int(tile[0]) + int(tile[2]) for tile in tiles)


def check_round_end(rules: dict[str, Any], events: Sequence[Event]) -> None:
    """The last events fit the outcome, and the gains fit the way of scoring."""
    end, seats = events[-1], rules["players"]
    blocked = end["outcome"] in ("blocked", "void")
    last = [event["event"] for event in events[-1 - seats : -1]]
    assert (last == ["pass"] * seats) is blocked
    if end["outcome"] == "out":
        assert events[-2]["seat"] == end["seat"]
        assert end["pips"][end["seat"]] == 0
    if rules["scoring"] == "winner-takes":
        losers = [gain for side, gain in enumerate(end["gains"]) if side != end["winner"]]
        assert not any(losers)
    assert min(end["gains"]) >= 0
    if end["outcome"] == "blocked" and rules["block_gain"] == "net":
        assert end["pips"].count(min(end["pips"])) == 1
        assert end["gains"][end["winner"]] >= 1


@pytest.mark.parametrize(("name", "players", "teams"), TABLES)
def test_invariants_of_random_games(name: str, players: int, teams: bool) -> None:
    """No tile is lost, the reserve is kept, one side scores, parity and scores add up."""
    rules = rules_of(name, players, teams)
    for seed in range(12):
        events = random_game(rules, seed)
        assert events[0]["rules"] == rules
        assert json.loads(json.dumps(events)) == events
        scores = [0] * len(naive.sides(rules))
        for number, of_round in enumerate(rounds_of(events)):
            assert of_round[0]["round"] == number
            check_conservation(rules, of_round)
            check_round_end(rules, of_round)
            for play in events_of(of_round, "play"):
                scores[naive.side_of(rules, play["seat"])] += play["points"]
            gains = of_round[-1]["gains"]
            scores = [score + gain for score, gain in zip(scores, gains, strict=True)]
            assert of_round[-1]["scores"] == scores
        assert events[-1]["scores"] == scores
        assert max(scores) >= rules["target"]
        assert len(events[-1]["winners"]) == 1 or rules["scoring"] == "losers-mark"


def test_random_games_meet_every_outcome() -> None:
    """The random games above are no empty test."""
    seen = set()
    for name, players, teams in TABLES:
        for seed in range(12):
            events = random_game(rules_of(name, players, teams), seed)
            seen |= {event["outcome"] for event in events_of(events, "round")}
    assert seen == {"out", "blocked", "void", "target"}


def test_a_round_does_not_depend_on_the_one_before() -> None:
    """Round r alone, with its opener and scores, equals round r in its game."""
    rules = rules_of("draw", 3)
    table_rules = rules | {"target": 10_000}

    def decide(view: Observation) -> Action:
        return "draw" if view.may_draw and view.turn % 3 == 0 else min(view.placements)

    def deck(number: int) -> list[Tile]:
        tiles = naive.full_set()
        random.Random(number).shuffle(tiles)
        return tiles

    events = naive.play_game(rules | {"target": 300}, decide, deck, lambda number: 2)
    scores = [0, 0, 0]
    for number, of_round in enumerate(rounds_of(events)):
        hands, boneyard = naive.deal(rules, deck(number))
        opener = (2 + number) % 3
        table = Table(table_rules, hands, boneyard, opener, scores, Board(), number)
        naive.play_round(table, decide)
        assert of_round[1:] == table.events
        scores = of_round[-1]["scores"]


def test_trace_of_a_short_game() -> None:
    """Every kind of event, field by field, in the order of the trace."""
    rules = rules_of("draw-100", hand=2, target=5)
    dealt: list[Tile] = [(1, 4), (0, 3), (1, 1), (2, 2), (3, 3), (4, 6)]
    deck = dealt + [tile for tile in naive.full_set() if tile not in dealt]

    def decide(view: Observation) -> Action:
        return min(view.placements)

    events = naive.play_game(
        rules, decide, lambda number: deck, lambda number: 1, ["a", "b"], 3, 17
    )
    rest = [naive.text(tile) for tile in deck[4:]]
    assert events[0] == {
        "event": "game",
        "schema": 1,
        "rules": rules,
        "policies": ["a", "b"],
        "seed": 3,
        "game": 17,
    }
    assert events[1:6] == [
        {
            "event": "deal",
            "round": 0,
            "opener": 1,
            "hands": [["0|3", "1|4"], ["1|1", "2|2"]],
            "boneyard": rest,
        },
        {"event": "play", "seat": 1, "tile": "1|1", "arm": None, "ends": [1, 1], "points": 0},
        {"event": "play", "seat": 0, "tile": "1|4", "arm": 0, "ends": [4, 1], "points": 0},
        {"event": "draw", "seat": 1, "tile": "3|3", "forced": True},
        {"event": "draw", "seat": 1, "tile": "4|6", "forced": True},
    ]
    assert [list(event) for event in events[-2:]] == [
        ["event", "outcome", "seat", "winner", "pips", "gains", "scores"],
        ["event", "winners", "scores"],
    ]
