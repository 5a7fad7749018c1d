"""When a policy is asked, and what it sees."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.engine.matchup import Matchup
from simulator.policy import DRAW, Policy, View, play, policy
from simulator.rules import rules_for
from simulator.tiles import count, parse
from tests.engine.mistaken import GREEDY, declared
from tests.engine.positions import Position, hand, mask
from tests.equivalence.attentive import attentive
from tests.generators import SEATINGS, Seating
from tests.views import naive_game

# -- when a policy is asked --------------------------------------------------------------------


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_policy_is_asked_only_where_it_has_a_choice(seating: Seating) -> None:
    """Every question has two answers at least, and the naive engine asks the same ones."""
    rules, asked, wanted = seating.rules(), list[View](), list[View]()

    def watched(view: View, params: Any) -> int:
        asked.append(view)
        return attentive(view)

    seats = [declared(watched)] * rules.players
    for game in range(5):
        Matchup(rules, seats, compiled=False).play(9, game, game + 1)
        naive_game(rules, [attentive] * rules.players, 9, game, lambda _, view: wanted.append(view))
    for view in asked:
        placements = sum(count(view.hand & fits) for fits in view.fits)
        assert placements >= 1
        assert placements + view.may_draw >= 2
    assert asked == wanted


@pytest.mark.parametrize("plain", [True, False])
def test_two_equal_ends_are_one_action(plain: bool) -> None:
    """The view shows them on arm 0; arm 1 as an answer is taken for it."""
    hands = [["4|5", "3|4"], ["6|6"]]
    position = Position(rules_for("block", 2), hands, [("4|4", 0)], plain=plain)

    def decide(view: View) -> int:
        assert view.ends == (4, 4, -1, -1)
        assert (view.fits[0] & view.hand, view.fits[1:]) == (mask(["4|5", "3|4"]), (0, 0, 0))
        return play(parse("4|5"), 1)

    result = position.finish(decide)
    assert position.moves == [("play", 0, "4|5", 0), ("pass", 1), ("play", 0, "3|4", 1)]
    assert (result.outcome, result.gains) == ("out", [12, 0])


@pytest.mark.parametrize("preset", ["all-fives", "all-fives-line"])
def test_two_equal_ends_are_two_actions_where_plays_score(preset: str) -> None:
    """They can count differently, so a tile may go to either."""
    hands = [["4|5"], ["6|6"]]
    position = Position(rules_for(preset, 2), hands, [("4|4", 0)])
    shown = list[View]()

    def decide(view: View) -> int:
        shown.append(view)
        return play(parse("4|5"), 1)

    position.finish(decide)
    assert position.moves[0] == ("play", 0, "4|5", 1)
    assert shown[0].fits[0] == shown[0].fits[1] != 0


# -- what a policy sees ------------------------------------------------------------------------


def test_view() -> None:
    """Every field of a position in the middle of a round of All Fives in pairs."""
    rules = rules_for("all-fives", 4, {"teams": True})
    hands = [["0|1", "6|6"], ["2|5", "2|3", "4|5"], ["0|0"], ["1|1", "1|2"]]
    plays = [("5|5", 0, 1), ("5|6", 0, 2), ("3|5", 1, 3), ("0|5", 2, 0)]
    position = Position(rules, hands, plays, ["0|2", "0|3"], seat=1, scores=[40, 65])
    position.state.lacks[3] = 0b1001
    position.state.passed_on[3] = 0b1000
    position.state.drawn_by_choice[2] = 4
    position.state.turn = 7
    shown = list[View]()

    def decide(view: View) -> int:
        shown.append(view)
        return play(parse("2|3"), 1)

    position.turn(decide)
    (view,) = shown
    fits = [mask([f"{min(v, w)}|{max(v, w)}" for w in range(7)]) for v in (6, 3, 0, 5)]
    assert view == View(
        hand=mask(["2|5", "2|3", "4|5"]),
        playable=mask(["2|5", "2|3", "4|5"]),
        fits=(fits[0], fits[1], fits[2], fits[3]),
        ends=(6, 3, 0, 5),
        may_draw=False,
        drawable=2,
        boneyard=2,
        seat=1,
        seats=4,
        partner=3,
        hand_sizes=(2, 3, 1, 2),
        lacks=(0, 0, 0, 0b1001),
        played=(mask(["0|5"]), mask(["5|5"]), mask(["5|6"]), mask(["3|5"])),
        opened=(2, 3, 0, 1),
        passed_on=(0, 0, 0, 0b1000),
        drawn_by_choice=(0, 0, 4, 0),
        line=mask(["5|5", "5|6", "3|5", "0|5"]),
        tiles=mask([f"{low}|{high}" for high in range(7) for low in range(high + 1)]),
        scores=(40, 65, 40, 65),
        target=150,
        opening=False,
        turn=7,
        counts=(6, 3, 0, 0),
        fives=True,
        spinner=5,
        uncovered=0,
        random=view.random,
        round=0,
        rounds=0,
        trains=False,
        markers=0,
        open_double=-1,
    )


SEEN: dict[str, tuple[Seating, list[str], str, list[tuple[Any, ...]]]] = {
    # seating, hands, boneyard, and of every decision: who decides, what it sees (tiles played by
    # seat, openers of the open arms, values passed on by seat, draws by choice), what it answers
    "pairs on a line": (
        Seating("block", 4, True),
        ["4|4 2|6 0|2 2|3", "4|5 1|4 1|6 3|6", "2|5 4|6 1|1", "2|4 0|4 3|5"],
        "",
        [
            (0, ["", "", "", ""], [], {}, [], "4|4@0"),
            (1, ["4|4", "", "", ""], [0, 0], {}, [], "4|5@0"),
            (2, ["4|4", "4|5", "", ""], [1, 0], {}, [], "2|5@0"),
            (3, ["4|4", "4|5", "2|5", ""], [2, 0], {}, [], "2|4@1"),
            # Two equal ends, opened by partners of either side; the tile goes to arm 0.
            (0, ["4|4", "4|5", "2|5", "2|4"], [2, 3], {}, [], "2|6@1"),
            (1, ["4|4 2|6", "4|5", "2|5", "2|4"], [0, 3], {}, [], "1|6@0"),
            # Seat 2 had to play 1|1, seat 3 had neither 1 nor 2.
            (0, ["4|4 2|6", "4|5 1|6", "2|5 1|1", "2|4"], [2, 3], {3: [1, 2]}, [], "0|2@1"),
        ],
    ),
    "a spinner": (
        Seating("all-fives", 2),
        ["3|5 5|6 2|2 0|5", "2|3 5|5 4|6 1|5 1|4"],
        "0|0",
        [
            (1, ["", ""], [], {}, [0, 0], "2|3@0"),
            (0, ["", "2|3"], [1, 1], {}, [0, 0], "3|5@1"),
            (1, ["3|5", "2|3"], [1, 0], {}, [0, 0], "5|5@1"),
            (0, ["3|5", "2|3 5|5"], [1, 1], {}, [0, 0], "5|6@1"),
            # The spinner's ends are open now, and bare.
            (1, ["3|5 5|6", "2|3 5|5"], [1, 0, 1, 1], {}, [0, 0], "4|6@1"),
            (0, ["3|5 5|6", "2|3 5|5 4|6"], [1, 1, 1, 1], {}, [0, 0], "0|5@3"),
            (1, ["3|5 5|6 0|5", "2|3 5|5 4|6"], [1, 1, 1, 0], {}, [0, 0], "1|5@2"),
        ],
    ),
    "draws by choice, and others": (
        Seating("draw", 2),
        ["1|2 3|3", "4|4 5|5"],
        "0|6 2|2 1|6 6|6 0|0 0|1",
        [
            (0, ["", ""], [], {}, [], "draw"),
            (0, ["", ""], [], {}, [1, 0], "1|2@0"),
            # It was stuck and drew 2|2, which shows in no count; now it need not draw.
            (1, ["1|2", ""], [0, 0], {}, [1, 0], "draw"),
            (1, ["1|2", ""], [0, 0], {}, [1, 1], "2|2@1"),
            # Seat 0 drew the last tile, 6|6, and passed; seat 1 had to play 1|6.
            (0, ["1|2", "2|2 1|6"], [1, 1], {0: [1, 2]}, [1, 1], "6|6@0"),
        ],
    ),
}


@pytest.mark.parametrize(("seating", "hands", "boneyard", "wanted"), SEEN.values(), ids=SEEN)
def test_what_everybody_saw(
    seating: Seating, hands: list[str], boneyard: str, wanted: list[tuple[Any, ...]]
) -> None:
    """Rounds played by hand: who played and opened what, passed on what, drew by choice."""
    opener, dealt = wanted[0][0], [hand(tiles) for tiles in hands]
    position = Position(seating.rules(), dealt, boneyard=hand(boneyard), seat=opener)
    found, answers = list[tuple[Any, ...]](), [row[-1] for row in wanted]

    def decide(view: View) -> int:
        found.append((view.seat, view.played, view.opened, view.passed_on, view.drawn_by_choice))
        if not answers:
            return GREEDY(view)
        tile, _, arm = answers.pop(0).partition("@")
        return DRAW if tile == "draw" else play(parse(tile), int(arm))

    position.finish(decide)
    assert not answers
    for shown, (seat, tiles, openers, values, draws, _) in zip(found, wanted, strict=False):
        passed = [sum(1 << value for value in values.get(one, [])) for one in range(4)]
        fours = [([mask(hand(some)) for some in tiles], 0), (openers, -1), (passed, 0), (draws, 0)]
        assert shown == (seat, *(_four(words, filler) for words, filler in fours))


def _four(words: list[int], filler: int) -> tuple[int, ...]:
    return (*words, *[filler] * (4 - len(words)))


def test_scores_are_hidden_from_who_ignores_them() -> None:
    """The promise is kept by the engine: such a policy sees zeros, others the scores."""
    seen: dict[bool, set[tuple[int, ...]]] = {True: set(), False: set()}

    def watching(ignores: bool) -> Policy:
        def decide(view: View, params: Any) -> int:
            seen[ignores].add(view.scores)
            return GREEDY(view)

        return policy("watching", summary="looks", ignores_scores=ignores)(decide)

    seats = [watching(True), watching(False)]
    Matchup(rules_for("draw", 2), seats, compiled=False).play(0, 0, 5)
    assert seen[True] == {(0, 0, 0, 0)}
    assert len(seen[False]) > 5


def test_random_bits_are_fresh() -> None:
    """No two decisions of a run share their bits, whatever the seat."""
    bits = list[int]()

    def watching(view: View, params: Any) -> int:
        assert -(2**63) <= view.random < 2**63
        bits.append(view.random)
        return attentive(view)

    Matchup(rules_for("draw", 3), [declared(watching)] * 3, compiled=False).play(0, 0, 20)
    assert len(set(bits)) == len(bits) > 500
    assert min(bits) < 0 < max(bits)
