"""Policies in the engine: what is asked and shown, what a bad policy's error says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simulator.engine.entries import action_of
from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError
from simulator.placements import placement
from simulator.policy import DRAW, Policy, View, helper, place, play, policy
from simulator.rules import Rules, rules_for
from simulator.tiles import count, heaviest, parse
from simulator.transcript import transcript
from strategies import policies, resolve
from tests.engine.positions import Position, mask
from tests.equivalence.attentive import attentive
from tests.generators import SEATINGS, Seating
from tests.views import naive_game

MODES = [
    pytest.param(False, id="python"),
    pytest.param(True, marks=pytest.mark.compiled, id="native"),
]
GREEDY = resolve("greedy")


def declared(decide: Callable[[View, Any], Any]) -> Policy:
    """A policy called `bad`."""
    return policy("bad", summary="is wrong")(decide)


def error_of(
    bad: Policy, compiled: bool, rules: Rules | None = None, seed: int = 5, games: int = 50
) -> str:
    """What the error says that a policy at seat 1 leads to."""
    rules = rules or rules_for("draw", 2)
    others = [GREEDY] * (rules.players - 2)
    with pytest.raises(PolicyError) as caught:
        Matchup(rules, [GREEDY, bad, *others], compiled=compiled).play(seed, 0, games)
    assert caught.value.exit_code == 1
    message = str(caught.value)
    assert message.splitlines() == [message]
    return message


PLACE = r"in game (\d+), round (\d+); see dominosim replay greedy bad --seed 5 --game (\d+)"


def replayed(message: str, told: str, bad: Policy, compiled: bool) -> list[dict[str, Any]]:
    """The events of the game that an error names, up to the same error."""
    found = re.fullmatch(rf"policy 'bad' \(seat 1\) {told}, {PLACE}", message)
    assert found is not None, message
    game, number, again = map(int, found.groups()[-3:])
    assert game == again
    matchup = Matchup(rules_for("draw", 2), [GREEDY, bad], compiled=compiled)
    events = list[dict[str, Any]]()
    with pytest.raises(PolicyError) as caught:
        events.extend(transcript(matchup, 5, game))
    assert str(caught.value) == message
    assert max(event["round"] for event in events if event["event"] == "deal") == number
    return events


# -- actions that are not legal ----------------------------------------------------------------


def not_held(view: View, params: Any) -> int:
    """Play a tile that is on the line."""
    return play(heaviest(view.line if view.turn > 1 else view.playable), 0)


def wrong_end(view: View, params: Any) -> int:
    """Play a tile that does not fit."""
    rest = view.hand & ~view.playable
    return (
        play(heaviest(rest), 1) if rest and not view.opening else place(view, heaviest(view.hand))
    )


def seventh_arm(view: View, params: Any) -> int:
    """Play on an arm that no board has."""
    return play(heaviest(view.playable), 7)


def third_arm(view: View, params: Any) -> int:
    """Play on an arm that a line does not have."""
    return play(heaviest(view.playable), 2)


def second_arm(view: View, params: Any) -> int:
    """Open the line on the arm that an empty line does not have."""
    if view.opening:
        return play(heaviest(view.playable), 1)
    return place(view, heaviest(view.playable))


def too_eager(view: View, params: Any) -> int:
    """Draw, whether one may or not."""
    return DRAW


def drawn_and_misplaced(view: View, params: Any) -> int:
    """Draw once, then play the heaviest tile that is no longer what was dealt, wherever."""
    if view.may_draw and view.hand_sizes[view.seat] == 7 and view.turn < 2:
        return DRAW
    rest = view.hand & ~view.playable
    return play(heaviest(rest), 0) if rest else place(view, heaviest(view.playable))


ILLEGAL: list[tuple[Callable[..., Any], str]] = [
    (not_held, r"plays \d\|\d, which it does not hold, which is not legal"),
    (wrong_end, r"plays \d\|\d on arm 1, where it does not fit, which is not legal"),
    (seventh_arm, r"plays \d\|\d on arm 7, where it does not fit, which is not legal"),
    (third_arm, r"plays \d\|\d on arm 2, where it does not fit, which is not legal"),
    (second_arm, r"plays \d\|\d on arm 1, where it does not fit, which is not legal"),
    (too_eager, r"draws where it may not \(no tile is left to draw\), which is not legal"),
]


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize(("decide", "told"), ILLEGAL, ids=[one.__name__ for one, _ in ILLEGAL])
def test_illegal_action(decide: Callable[..., Any], told: str, compiled: bool) -> None:
    """The error says what was done by whom, where, and the command that shows it again."""
    bad = declared(decide)
    events = replayed(error_of(bad, compiled), told, bad, compiled)
    assert events[-1]["event"] in ("play", "draw", "deal", "pass")


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize(
    "answer",
    [-2, -5, placement(55, 0), placement(64, 0), 10**15, 2**62, 2**63 - 1, -(2**62), -(2**63)],
)
def test_numbers_that_are_no_action(answer: int, compiled: bool) -> None:
    """Whatever number comes back, the error shows it."""

    def nonsense(view: View, params: Any) -> int:
        return answer

    bad = declared(nonsense)
    told = rf"returned {answer}, which is neither DRAW nor play\(tile, arm\), which is not legal"
    replayed(error_of(bad, compiled), told, bad, compiled)


@pytest.mark.parametrize("compiled", MODES)
def test_draw_where_nobody_draws(compiled: bool) -> None:
    """Without a boneyard, with one for the stuck, and at the opening where that is barred."""
    for preset, changes in [("block", {}), ("draw-100", {}), ("draw", {"opener_may_draw": False})]:
        message = error_of(declared(too_eager), compiled, rules_for(preset, 2, changes))
        assert "policy 'bad' (seat 1) draws where it may not" in message


@pytest.mark.parametrize("compiled", MODES)
def test_tile_that_was_just_drawn_is_held(compiled: bool) -> None:
    """A policy that draws and then misplaces is told where the tile does not fit."""
    bad = declared(drawn_and_misplaced)
    events = replayed(
        error_of(bad, compiled),
        r"plays \d\|\d on arm 0, where it does not fit, which is not legal",
        bad,
        compiled,
    )
    assert any(event["event"] == "draw" and not event["forced"] for event in events)


@pytest.mark.parametrize("compiled", MODES)
def test_error_names_rules_and_parameters(compiled: bool) -> None:
    """The command has the rules that differ, the seed, and the policies with their parameters."""

    def bold(view: View, params: Any) -> int:
        tile = 0 if params[0] == 3 and view.hand & 1 == 0 else heaviest(view.playable)
        return place(view, tile)

    bad = policy("bad", summary="is wrong", boldness=1)(bold)
    rules = rules_for("block", 4, {"teams": True, "target": 50})
    seats = [GREEDY, bad.with_values({"boldness": 3}), GREEDY, bad]
    with pytest.raises(PolicyError) as caught:
        Matchup(rules, seats, compiled=compiled).play(2**64 - 1, 7, 20)
    assert re.fullmatch(
        r"policy 'bad:boldness=3' \(seat 1\) plays 0\|0, which it does not hold, which is not "
        r"legal, in game (\d+), round \d+; see dominosim replay greedy bad:boldness=3 greedy bad "
        r"--rules block --set teams=true --set hand=7 --set target=50 "
        r"--seed 18446744073709551615 --game \1",
        str(caught.value),
    )


# -- answers that are no numbers, exceptions ---------------------------------------------------


def gives_float(view: View, params: Any) -> Any:
    """A number with a point."""
    return placement(heaviest(view.playable), 0) * 1.0


def gives_nothing(view: View, params: Any) -> Any:
    """Nothing at all."""


def sometimes_nothing(view: View, params: Any) -> Any:
    """Nothing once the line has three tiles."""
    if count(view.line) < 3:
        return place(view, heaviest(view.playable))
    return None


def gives_truth(view: View, params: Any) -> Any:
    """Yes or no."""
    return view.may_draw


ANSWERS: list[tuple[Callable[..., Any], str, str]] = [
    (gives_float, "returns a float, not an action", "returns a float64, not an action"),
    (gives_nothing, "returns None, not an action", "returns None, not an action"),
    (sometimes_nothing, "returns None, not an action", "returns None on some path, not an action"),
    (gives_truth, "returns a bool, not an action", "returns a bool, not an action"),
]


@pytest.mark.parametrize(("decide", "told"), [(one, told) for one, told, _ in ANSWERS])
def test_answer_that_is_no_number(decide: Callable[..., Any], told: str) -> None:
    """Uncompiled, the error comes when the policy answers so."""
    bad = declared(decide)
    replayed(error_of(bad, False), told, bad, False)


@pytest.mark.compiled
@pytest.mark.parametrize(("decide", "told"), [(one, told) for one, _, told in ANSWERS])
def test_compiled_answer_that_is_no_number(decide: Callable[..., Any], told: str) -> None:
    """Compiled, it comes before a game is played."""
    message = error_of(declared(decide), True)
    assert message.startswith("policy 'bad' does not compile: ")
    assert told in message


def raises(view: View, params: Any) -> int:
    """Raise once the line has three tiles."""
    if count(view.line) >= 3:
        raise ValueError("no idea\nwhat to do")
    return place(view, heaviest(view.playable))


def raises_type_error(view: View, params: Any) -> int:
    """Raise the kind of error that also stands for a wrong answer."""
    if count(view.line) >= 3:
        raise TypeError("not my\ntype")
    return place(view, heaviest(view.playable))


def reads_too_far(view: View, params: Any) -> int:
    """Play as greedy until the line is longer than a field of the view."""
    if count(view.line) < 4:
        return place(view, heaviest(view.playable))
    return view.ends[count(view.line)]


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize(
    ("decide", "told"),
    [
        (raises, r"raised ValueError('no idea\nwhat to do')"),
        (raises_type_error, r"raised TypeError('not my\ntype')"),
        (reads_too_far, "raised IndexError('tuple index out of range')"),
    ],
    ids=["value", "type", "index"],
)
def test_exception(decide: Callable[..., Any], told: str, compiled: bool) -> None:
    """An exception stops the run; the error quotes it in one line, compiled or not."""
    bad = declared(decide)
    replayed(error_of(bad, compiled), re.escape(told), bad, compiled)


def rarely_raises(view: View, params: Any) -> int:
    """Raise when all of six tiles fit early in a round."""
    if view.hand == view.playable and count(view.hand) == 6 and view.turn == 2:
        raise RuntimeError("at last")
    return place(view, heaviest(view.playable))


@pytest.mark.compiled
def test_exception_is_not_swallowed_in_a_long_run() -> None:
    """One that is raised rarely stops the run as well; the games before it are as they were."""
    bad = declared(rarely_raises)
    message = error_of(bad, True, games=200_000)
    found = re.search(r"raised RuntimeError\('at last'\), in game (\d+), ", message)
    assert found is not None
    game = int(found[1])
    assert game > 0
    block = Matchup(rules_for("draw", 2), [GREEDY, bad]).play(5, 0, game)
    assert block.tally[0] == game
    with pytest.raises(PolicyError, match=re.escape(message)):
        Matchup(rules_for("draw", 2), [GREEDY, bad], compiled=False).play(5, game, game + 1)


# -- policies that do not compile --------------------------------------------------------------


def unmarked(view: View) -> int:
    """A function that is not marked as a helper."""
    return heaviest(view.playable)


@helper
def marked(view: View) -> int:
    """One that is."""
    return heaviest(view.playable)


def calls_unmarked(view: View, params: Any) -> int:
    """Call the function that is not marked."""
    return place(view, unmarked(view))


def calls_marked(view: View, params: Any) -> int:
    """Call the function that is marked."""
    return place(view, marked(view))


def misspelt(view: View, params: Any) -> int:
    """Use a name that there is not."""
    return place(view, heviest(view.playable))  # type: ignore[name-defined]  # noqa: F821


def unknown_field(view: View, params: Any) -> int:
    """Use a field that the view does not have."""
    return place(view, heaviest(view.opponents))  # type: ignore[attr-defined]


def builds_text(view: View, params: Any) -> int:
    """Return the length of a text that the compiler cannot make."""
    return len(f"{view.hand:>40}")


def imports_late(view: View, params: Any) -> int:
    """Import a module while deciding."""
    import math

    return place(view, int(math.log2(view.playable)))


def assigns(view: View, params: Any) -> int:
    """Change the view."""
    view.hand = 0  # type: ignore[misc]
    return place(view, heaviest(view.playable))


def keeps_state(view: View, params: Any) -> int:
    """Count calls in a global."""
    global _CALLS
    _CALLS += 1
    return place(view, heaviest(view.playable))


_CALLS = 0


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("decide", "told"),
    [
        (misspelt, "NameError: name 'heviest' is not defined"),
        (calls_unmarked, "Untyped global name 'unmarked'"),
        (unknown_field, "opponents"),
        (builds_text, ""),
        (imports_late, ""),
        (assigns, ""),
        (keeps_state, ""),
    ],
    ids=["misspelt", "unmarked", "field", "text", "import", "assignment", "state"],
)
def test_policy_that_does_not_compile(decide: Callable[..., Any], told: str) -> None:
    """The error names the policy and what the compiler says, in one line of a bearable length."""
    message = error_of(declared(decide), True)
    assert message.startswith("policy 'bad' does not compile: ")
    assert told in message
    assert len(message) < 400


def test_misspelt_name_uncompiled() -> None:
    """The same mistake is an exception where nothing is compiled."""
    bad = declared(misspelt)
    told = re.escape("""raised NameError("name 'heviest' is not defined")""")
    replayed(error_of(bad, False), told, bad, False)


@pytest.mark.parametrize("compiled", MODES)
def test_marked_helper(compiled: bool) -> None:
    """A function that is marked can be called, compiled or not."""
    seats = [GREEDY, declared(calls_marked)]
    played = Matchup(rules_for("draw", 2), seats, compiled=compiled).play(1, 0, 20)
    greedy = Matchup(rules_for("draw", 2), [GREEDY, GREEDY], compiled=compiled).play(1, 0, 20)
    assert (played.tally == greedy.tally).all()


# -- games without end -------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", MODES)
def test_game_that_does_not_end(compiled: bool) -> None:
    """Six tiles cannot make a hundred thousand points: the guard ends the game with an error."""
    rules = rules_for("block", 2, {"set": 2, "hand": 2, "target": 100_000})
    matchup = Matchup(rules, policies("greedy", "lightest"), compiled=compiled)
    with pytest.raises(PolicyError) as caught:
        matchup.play(3, 4, 6)
    assert str(caught.value) == (
        "game 4 has not ended after 10,000 rounds; see dominosim replay greedy lightest --rules "
        "block --set set=2 --set hand=2 --set target=100000 --seed 3 --game 4"
    )


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
    plays = [("5|5", 0), ("5|6", 0), ("3|5", 1), ("0|5", 2)]
    position = Position(rules, hands, plays, ["0|2", "0|3"], seat=1, scores=[40, 65])
    position.state.lacks[3] = 0b1001
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
    )


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


# -- parameters and answers --------------------------------------------------------------------


@pytest.mark.parametrize("compiled", MODES)
def test_parameters_reach_their_seat(compiled: bool) -> None:
    """Each seat has its own values, all sixteen of them, and zeros beyond."""
    names = [f"p{number}" for number in range(16)]

    def checks(view: View, params: Any) -> int:
        total = 0.0
        for index in range(16):
            total += params[index] * (index + 1)
        return place(view, heaviest(view.playable)) if total == params[0] * 136 else DRAW

    bad = policy("checks", summary="sums", **dict.fromkeys(names, 1.0))(checks)
    seats = [bad, bad.with_values(dict.fromkeys(names, 2.5)), bad.with_values({"p0": 1})]
    Matchup(rules_for("block", 3), seats, compiled=compiled).play(0, 0, 10)
    seats[2] = bad.with_values({"p15": 3})
    with pytest.raises(PolicyError, match=r"policy 'checks:p15=3' \(seat 2\) draws"):
        Matchup(rules_for("block", 3), seats, compiled=compiled).play(0, 0, 10)


def test_an_integer_of_numpy_is_an_integer() -> None:
    """Out of a table of numpy's, say; uncompiled it is one as compiled."""
    assert action_of(np.int64(17)) == 17
    assert type(action_of(np.int64(17))) is int
    with pytest.raises(TypeError, match="returns a bool"):
        action_of(True)
