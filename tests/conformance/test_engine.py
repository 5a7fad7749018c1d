"""The worked examples of the rules, played by the engine's kernels."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simulator.engine.board import PASS
from simulator.engine.games import choose_opener, is_over, winners
from simulator.engine.ledger import LEDGER
from simulator.engine.matchup import form_of
from simulator.engine.position import BLOCKED, OUT, POSITION, VOID, deal
from simulator.engine.rulebook import deck_order, pack
from simulator.engine.scoring import hand_value, side_total
from simulator.engine.view import look
from simulator.errors import RulesError
from simulator.placements import arm_of, placement
from simulator.policy import DRAW, View
from simulator.rng import LOT, pick, random_word
from simulator.rules import Rules, rules_for
from simulator.tiles import count, parse
from tests.conformance.test_naive import hands_of
from tests.engine.positions import Legal, Position, legal, mask

Data = dict[str, Any]

FILE = Path(__file__).with_name("examples.json")


@dataclass(frozen=True)
class Example:
    """An example in one of its systems; `plain` as `Position` takes it, to choose the form."""

    name: str
    kind: str
    system: str
    given: Data
    expected: Data
    plain: bool | None = None

    def __str__(self) -> str:
        """A name for the report."""
        return f"{self.name}-{self.system}" + ("-general" if self.plain is False else "")


def examples() -> Iterator[Example]:
    """Every example in every system; where rules are plain, in both forms of the engine."""
    for one in json.loads(FILE.read_text())["examples"]:
        for system in one["systems"]:
            for plain in (None,) if system == "all-fives" else (None, False):
                told = one["id"], one["kind"], system, one["input"], one["expected"]
                yield Example(*told, plain)


EXAMPLES = list(examples())
Checker = Callable[[Example], None]
CHECKERS: dict[str, Checker] = {}


def checker(check: Checker) -> Checker:
    """Register a checker for the kind of example that it is named after."""
    CHECKERS[check.__name__.removeprefix("check_")] = check
    return check


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_example(example: Example) -> None:
    """An example holds in a system that it names."""
    CHECKERS[example.kind](example)


def test_all_examples_are_checked() -> None:
    """All 47 examples are there, and each kind has a checker."""
    assert len({example.name for example in EXAMPLES}) == 47
    assert {example.kind for example in EXAMPLES} == set(CHECKERS)


# -- the notation of the examples --------------------------------------------------------------


def text(tile: Sequence[int]) -> str:
    """A tile, halves in either order."""
    return f"{min(tile)}|{max(tile)}"


def texts(tiles: Sequence[Sequence[int]]) -> list[str]:
    """Several tiles."""
    return [text(tile) for tile in tiles]


def rules_of(system: str, players: int = 2, **changes: Any) -> Rules:
    """The rules of a system."""
    return rules_for(system, players, changes)


def expected_actions(wanted: Data) -> Legal:
    """Legal actions as an example writes them."""
    place = sorted((text(tile), end) for tile, end in wanted["place"])
    return Legal(place, wanted["draw"], wanted["pass"])


def opened_with(ends: Sequence[int] | None) -> list[tuple[str, int]]:
    """A line with these two ends: one tile."""
    return [] if ends is None else [(text(ends), 0)]


def boneyard_for(count: int, *used: str) -> list[str]:
    """Some tiles that are not in use."""
    whole = [f"{low}|{high}" for low in range(7) for high in range(low, 7)]
    return [tile for tile in whole if tile not in used][:count]


# -- one checker for each kind of example ------------------------------------------------------


@checker
def check_open_ends(ex: Example) -> None:
    """The ends and the points after each play."""
    position, ends = Position(rules_of(ex.system), [[], []], plain=ex.plain), []
    for play in ex.given["plays"]:
        arm = position.ends.index(play["on"]) if "on" in play else 0
        position.put(text(play["tile"]), arm)
        ends.append(sorted(position.ends))
    assert ends == ex.expected["ends_after_each"]
    assert position.points == ex.expected["play_points_each"]


@checker
def check_legal_actions(ex: Example) -> None:
    """What may be placed, and whether one may draw or pass."""
    own = texts(ex.given["hand"])
    line = opened_with(ex.given["ends"])
    stock = boneyard_for(ex.given["boneyard"], *own, *(tile for tile, _ in line))

    def setting() -> Position:
        return Position(rules_of(ex.system), [own, ["6|6"]], line, stock, plain=ex.plain)

    found = legal(setting)
    if "place_any" in ex.expected:
        assert ex.expected["place_any"]
        assert [tile for tile, _ in found.place] == sorted(own)
        assert len(found.place) == ex.expected["place_count"]
        assert (found.draw, found.passing) == (ex.expected["draw"], ex.expected["pass"])
    else:
        assert found == expected_actions(ex.expected)


@checker
def check_turn_trace(ex: Example) -> None:
    """One turn of several actions, and what was legal before each."""
    line, stock = opened_with(ex.given["ends"]), texts(ex.given["boneyard_top_first"])
    own, actions = texts(ex.given["hand"]), list(ex.given["actions"])

    def position() -> Position:
        return Position(rules_of(ex.system), [own, ["5|5"]], line, stock, plain=ex.plain)

    for drawn, wanted in enumerate(ex.expected["legal_before_each"]):
        held, left = [*own, *stock[:drawn]], stock[drawn:]

        def later(held: list[str] = held, left: list[str] = left) -> Position:
            return Position(rules_of(ex.system), [held, ["5|5"]], line, left, plain=ex.plain)

        assert legal(later) == expected_actions(wanted)

    def decide(view: View) -> int:
        action = actions.pop(0)
        if action == "draw":
            return DRAW
        return placement(parse(text(action["place"])), view.ends.index(action["on"]))

    played = position()
    action, held = played.turn(decide)
    assert not actions
    played.put(text(ex.given["actions"][-1]["place"]), arm_of(action))
    assert sorted(played.ends) == ex.expected["ends_after"]
    held.remove(text(ex.given["actions"][-1]["place"]))
    assert sorted(held) == texts(ex.expected["hand_after"])
    assert played.boneyard == ex.expected["stock_after"]
    assert (action >= 0 or action == PASS) is ex.expected["turn_over"]


@checker
def check_deal(ex: Example) -> None:
    """Sizes of boneyards, and which deals are possible."""
    for number, case in enumerate(ex.given["cases"]):
        if isinstance(case, dict):
            if case["system"] != ex.system:
                continue
            try:
                rules = rules_of(ex.system, case["players"], hand=case["hand"])
            except RulesError:
                assert not ex.expected["valid"][number]
                continue
            assert ex.expected["valid"][number]
        else:
            rules = rules_of(ex.system, case[0])
            assert rules.hand == case[1]
        form = form_of(rules, recording=False)._replace(plain=ex.plain is not False)
        packed, position = pack(rules), POSITION.blank()
        deal(packed, position, deck_order(rules), 0, form)
        hands = [count(held) for held in position.hand[: rules.players]]
        assert hands == [rules.hand] * rules.players
        assert position.boneyard == ex.expected["boneyard"][number]
        if "drawable" in ex.expected:
            assert (
                look(packed, position, 0, 0, 0, False).drawable == ex.expected["drawable"][number]
            )


def check_finished_round(ex: Example) -> None:
    """The count of a round, in whichever of the examples' notations it is expected."""
    hands = [texts(hand) for hand in hands_of(ex.given)]
    changes = {"teams": True} if "teams" in ex.given else {}
    ended = OUT if ex.given["end"] == "out" else BLOCKED

    def counted(**more: Any) -> Any:
        rules = rules_of(ex.system, len(hands), **changes, **more)
        return Position(rules, hands).count(ended, ex.given.get("winner", -1))

    result = counted()
    winner, total = (None if result.winner < 0 else result.winner), sum(result.gains)
    checks: dict[str, Callable[[Any], bool]] = {
        "winner": lambda want: winner == (want[ex.system] if isinstance(want, dict) else want),
        "winning_team": lambda want: (
            winner == (want[ex.system] if isinstance(want, dict) else want)
        ),
        "gains": lambda want: result.gains == want,
        "gain": lambda want: total == want[ex.system],
        "gain_seat0": lambda want: result.gains[0] == total == want[ex.system],
        "team_gain": lambda want: total == want[ex.system] and winner is not None,
        "if_rounding_total-5": lambda want: sum(counted(rounding="total-5").gains) == want,
        "winner_takes": lambda want: counted(scoring="winner-takes").gains == want["gains"],
        "goat_scoring": lambda want: counted(scoring="losers-mark").gains == want["penalties"],
        "winner_takes_gain": lambda want: (
            counted(scoring="winner-takes").gains == [0, want["team1"]]
        ),
        "goat_penalty": lambda want: (
            counted(scoring="losers-mark").gains == [want["team0"], want["team1"]]
        ),
        "all_zero": lambda want: (not any(result.gains)) is want and result.outcome == "void",
    }
    for key, want in ex.expected.items():
        assert checks[key](want), (key, want, result)


@checker
def check_round_score(ex: Example) -> None:
    """Finished rounds; and one told in words, with the last play."""
    if "trace" not in ex.given:
        check_finished_round(ex)
        return
    assert ex.given["trace"] == "going-out tile leaves ends 6 and 4, opponents hold 13 and 8"
    rules = rules_of(ex.system, 3, target=ex.given["target"])
    hands = [["0|4"], ["5|6", "1|1"], ["3|5"]]
    position = Position(rules, hands, [("0|6", 0)], scores=[ex.given["score_before"], 0, 0])
    result = position.finish()
    assert position.state.points[0] == ex.expected["play_points"]
    assert result.outcome == "out"
    assert result.gains[0] == ex.expected["round_points"]
    assert result.scores[0] == ex.expected["score_after"]
    assert is_over(position.rulebook, position.state, 1, 3) is ex.expected["over"]


@checker
def check_block_check(ex: Example) -> None:
    """A dead position played to its end."""
    line, hands = ex.given["line_oriented"], [texts(hand) for hand in ex.given["hands"]]
    stock = texts(ex.given.get("boneyard_top_first") or ex.given["boneyard"])
    right = 1 if line[0][0] <= line[0][1] else 0
    plays = [(text(tile), right) for tile in line]
    at_once = (
        ex.expected["round_over"] if "round_over" in ex.expected else ex.expected["round_over_now"]
    )

    for seat in [ex.given["to_move"]] if "to_move" in ex.given else [0, 1]:

        def setting(seat: int = seat) -> Position:
            return Position(rules_of(ex.system), hands, plays, stock, seat, plain=ex.plain)

        assert setting().ends == ex.given["ends"]
        if "legal_seat0" in ex.expected:
            assert legal(setting) == expected_actions(ex.expected["legal_seat0"])
        position = setting()
        result = position.finish()
        passes = [("pass", seat), ("pass", 1 - seat)]
        draws = [move for move in position.moves if move[0] == "draw"]
        assert (position.moves == passes) is at_once
        assert position.moves == [*draws, *passes]
        forced = ex.expected.get("forced_draws_seat0", 0)
        assert [(move[1], move[3]) for move in draws] == [(0, True)] * forced
        values = position.ledger.value[:2]
        assert values == ex.expected.get("hand_totals_at_end", values)
        assert (result.winner, result.gains) == (ex.expected["winner"], ex.expected["gains"])


@checker
def check_opener_sequence(ex: Example) -> None:
    """Who opens round after round."""
    players = ex.given["players"]
    rules, position = pack(rules_of(ex.system, players)), POSITION.blank()
    hands = [["6|6" if seat == ex.given.get("deal1_holder_of_6_6") else f"0|{seat}"]
             for seat in range(players)]  # fmt: skip
    for seat in range(players):
        position.hand[seat] = mask(hands[seat])
    position.key = key_of_lot(ex.given.get("lot", 0), players)
    openers = [choose_opener(rules, position, -1, players)]
    rounds = ex.given.get("round_winners") or ex.given["deal_winners_by_going_out"]
    for seat in rounds:
        position.outcome = VOID if seat is None else OUT
        position.winning_seat = -1 if seat is None else seat
        openers.append(choose_opener(rules, position, openers[-1], players))
    assert openers == ex.expected["openers"]


def key_of_lot(seat: int, players: int) -> int:
    """A round's key whose lot falls on a seat."""
    keys = (key for key in range(100) if pick(random_word(key, LOT, 0), players) == seat)
    return next(keys)


@checker
def check_opener(ex: Example) -> None:
    """Who opens a deal, first round or later, and what may be led."""
    rules, hands = rules_of(ex.system), [texts(hand) for hand in ex.given["hands"]]
    position = Position(rules, hands, plain=ex.plain)
    position.state.outcome, position.state.winning_seat = OUT, 0
    for previous in (-1, 0):
        assert (
            choose_opener(position.rulebook, position.state, previous, 2) == ex.expected["opener"]
        )

    def setting() -> Position:
        return Position(rules, hands, seat=ex.expected["opener"], plain=ex.plain)

    led = {tile for tile, _ in legal(setting).place}
    assert (led == set(hands[ex.expected["opener"]])) is ex.expected["may_lead_any_tile"]


@checker
def check_match_end(ex: Example) -> None:
    """Scores after a round and whether they end the game."""
    for number, case in enumerate(ex.given.get("cases", ())):
        position = Position(rules_of(ex.system, case["players"]), [], scores=case["scores"])
        assert (
            is_over(position.rulebook, position.state, 1, case["players"])
            is ex.expected["over"][number]
        )
    if "cases" in ex.given:
        return
    before, marked = (
        tuple(ex.given.get("scores_before") or ex.given["penalties_before"]),
        ex.given.get("gains") or ex.given["round_penalties"],
    )
    players, goat = len(before), "round_penalties" in ex.given
    rules = rules_of(ex.system, players)
    assert rules.target == ex.given.get("target", rules.target)
    # The one who marks nothing goes out under goat counting, else the one who marks something.
    out = next(seat for seat, points in enumerate(marked) if (points == 0) is goat)
    totals = marked if goat else [0 if seat == out else max(marked) for seat in range(players)]
    hands = hands_of({"hand_totals": totals, "end": "out", "winner": out})
    position = Position(rules, [texts(hand) for hand in hands], scores=before)
    result = position.count(OUT, out)
    assert result.gains == marked
    assert result.scores == ex.expected.get("scores", ex.expected.get("penalties"))
    assert is_over(position.rulebook, position.state, 1, players) is ex.expected["over"]
    assert winners(position.rulebook, position.state, players) == 1 << ex.expected["winner"]
    assert not ex.expected.get("draw", False)
    if "loser" in ex.expected:
        assert result.scores.index(max(result.scores)) == ex.expected["loser"]
    if "two_reached_target" in ex.expected:
        reached = sum(score >= rules.target for score in result.scores)
        assert (reached == 2) is ex.expected["two_reached_target"]


@checker
def check_rounding(ex: Example) -> None:
    """Rounding hand by hand."""
    rules, ledger = pack(rules_of(ex.system)), LEDGER.blank()
    for total, rounded in zip(ex.given["totals"], ex.expected["rounded"], strict=True):
        ledger.value[1] = total
        assert side_total(rules, ledger, 0, 2, True) == rounded


@checker
def check_play_score(ex: Example) -> None:
    """Points of given ends, of opening tiles, and of a series of plays."""
    rules = rules_of(ex.system)
    if "ends_after_play" in ex.given:
        assert ex.given == {"ends_after_play": [6, 4], "doubles_at_ends": []}
        assert Position(rules, [], [("0|6", 0), ("0|4", 0)]).points[-1] == ex.expected["points"]
    elif "opening_tiles" in ex.given:
        played = [Position(rules, [], [(text(tile), 0)]) for tile in ex.given["opening_tiles"]]
        assert [position.points for position in played] == [
            [each] for each in ex.expected["points"]
        ]
    else:
        sums, points = sums_and_points(rules, ex.given["plays"])
        assert points == ex.expected["points"]
        assert sums == ex.expected["end_sum"]
        if "if_no_spinner" in ex.expected:
            variant = ex.expected["if_no_spinner"]
            sums, _ = sums_and_points(rules_of("all-fives-line"), ex.given["plays"])
            assert (len(sums), sums) == (variant["legal_until"], variant["end_sum"])


def sums_and_points(rules: Rules, plays: Sequence[Data]) -> tuple[list[int], list[int]]:
    """The sum of the open ends and the points after each play, up to the first that is illegal."""
    arms = {"side1": 0, "side2": 1, "end1": 2, "end2": 3}
    done: list[tuple[str, int]] = []
    sums: list[int] = []
    for play in plays:
        tile, position = text(play["tile"]), Position(rules, [], done)
        arm = arms[play["arm"]] if "arm" in play else 0
        arm = position.ends.index(play["on"]) if "on" in play else arm
        trial = Position(rules, [[tile, "0|0", "0|1"], ["1|1"]], done)
        action = placement(parse(tile), arm)

        def decide(view: View, action: int = action) -> int:
            return action

        if trial.turn(decide)[0] < 0:
            break
        done.append((tile, arm))
        counts = Position(rules, [], done).state.counts
        lone = len(done) == 1
        sums.append(sum(play["tile"]) if lone else sum(counts))
    return sums, Position(rules, [], done).points


@checker
def check_hand_value(ex: Example) -> None:
    """What hands count."""
    rules = pack(rules_of(ex.system))
    values = [hand_value(rules, mask(texts(hand))) for hand in ex.given["hands"]]
    assert values == ex.expected["values"]


@checker
def check_replay(ex: Example) -> None:
    """A whole round, move by move."""
    names = ex.given["order"].split(",")
    rules = rules_of(ex.system, len(names), teams=True)
    hands = [ex.given["hands"][name].replace("-", "|").split() for name in names]
    moves = [move.replace("-", "|").split() for move in ex.given["moves_tile_at_end_value"]]
    opener = names.index(moves[0][0])

    def decide(view: View) -> int:
        name, (tile, _, value) = names[view.seat], moves[view.turn][1].partition("@")
        assert moves[view.turn][0] == name
        return placement(parse(tile), view.ends.index(int(value)) if value else 0)

    position = Position(rules, hands, seat=opener, plain=ex.plain)
    result = position.finish(decide)
    wanted = [(name, move.partition("@")[0]) for name, move in moves]
    played = [(names[move[1]], move[2] if len(move) > 2 else "pass") for move in position.moves]
    assert played[: len(moves)] == wanted
    assert [move for _, move in played[len(moves) :]] == ["pass"] * len(names)
    assert (result.outcome == "blocked") is ex.expected["blocked"]
    values = dict(zip(names, position.ledger.value, strict=True))
    assert values == ex.expected["hand_totals"]
    for team, total in ex.expected["side_totals"].items():
        assert sum(values[name] for name in team) == total
    gains = dict(zip(ex.given["teams"], result.gains, strict=True))
    assert {team: gain for team, gain in gains.items() if gain} == ex.expected["gain"][ex.system]
    lacks = position.state.lacks
    assert all(lacking >> ex.expected["final_ends"][0] & 1 for lacking in lacks)
    assert ex.expected["final_ends"][0] == ex.expected["final_ends"][1]
