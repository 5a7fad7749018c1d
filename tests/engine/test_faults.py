"""What the error of a run says that a policy stopped."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError
from simulator.placements import placement
from simulator.policy import DRAW, View, place, play, policy
from simulator.rules import rules_for
from simulator.tiles import count, fits_value, heaviest, holds
from strategies import policies
from tests.engine.mistaken import ANSWER, GREEDY, MODES, declared, error_of, place_of, replayed

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


def tile_alone(view: View, params: Any) -> int:
    """Answer with a tile."""
    return heaviest(view.playable)


FITTING = r"view\.fits\[arm\] has what fits; "
ILLEGAL: list[tuple[Callable[..., Any], str, str]] = [
    (not_held, r"plays \d\|\d, which it does not hold", r"play what view\.playable holds; "),
    (wrong_end, r"plays \d\|\d on arm 1, where it does not fit", FITTING),
    (seventh_arm, r"plays \d\|\d on arm 7, but there are arms 0 and 1", FITTING),
    (third_arm, r"plays \d\|\d on arm 2, but there are arms 0 and 1", FITTING),
    (second_arm, r"plays \d\|\d on arm 1, where it does not fit", FITTING),
    (too_eager, "draws, but no tile is left to draw", r"ask view\.may_draw first; "),
    (
        tile_alone,
        r"returned \d+, which is the tile \d\|\d and no action",
        r"did you mean place\(view, tile\)\? ",
    ),
]


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize(
    ("decide", "told", "right"), ILLEGAL, ids=[one.__name__ for one, *_ in ILLEGAL]
)
def test_illegal_action(decide: Callable[..., Any], told: str, right: str, compiled: bool) -> None:
    """The error says what was done by whom, where, and the command that shows it again."""
    bad = declared(decide)
    events = replayed(error_of(bad, compiled), told, bad, compiled, right)
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
    told = rf"returned {answer}, which is neither DRAW nor play\(tile, arm\)"
    replayed(error_of(bad, compiled), told, bad, compiled)


@pytest.mark.parametrize("compiled", MODES)
def test_draw_where_nobody_draws(compiled: bool) -> None:
    """Without a boneyard, with one for the stuck, and at the opening where that is barred."""
    for preset, changes, told in [
        ("block", {}, "draws, but block has no drawing"),
        (
            "draw-100",
            {},
            "draws with a tile that fits, but under draw-100 one draws only when stuck",
        ),
        (
            "draw",
            {"opener_may_draw": False},
            "draws before the first tile is placed, but the opener of draw may not",
        ),
    ]:
        message = error_of(declared(too_eager), compiled, rules_for(preset, 2, changes))
        assert message.startswith(f"policy 'bad' (seat 1) {told}, in game ")
        assert "; ask view.may_draw first; see dominosim replay " in message


def where_a_marker_is_down(view: View, params: Any) -> int:
    """Go to the train of another seat with a tile that would fit."""
    tiles = view.playable & fits_value(view.ends[2])
    closed = view.markers & 4 == 0 and view.open_double < 0
    return play(heaviest(tiles), 2) if tiles and closed else place(view, heaviest(view.playable))


def despite_a_double(view: View, params: Any) -> int:
    """Go to the own train with a tile that fits there, although a double is open elsewhere."""
    tiles = view.playable & fits_value(view.ends[0])
    if tiles and view.open_double > 0:
        return play(heaviest(tiles), 0)
    return place(view, heaviest(view.playable))


def beyond_the_trains(view: View, params: Any) -> int:
    """Go to a train of a fifth seat."""
    return play(heaviest(view.playable), 4)


def two_arms(view: View, params: Any) -> int:
    """Look at the arms of a line, and leave -1 where nothing fits them."""
    best = -1
    for arm in range(2):
        if view.playable & view.fits[arm]:
            best = play(heaviest(view.playable & view.fits[arm]), arm)
    return best


def never_draws(view: View, params: Any) -> int:
    """Answer -1 although tiles fit."""
    return -1


ON_TRAINS: list[tuple[Callable[..., Any], str]] = [
    (where_a_marker_is_down, r"plays \d\|\d on arm 2, but the marker of that train is down, .*"),
    (despite_a_double, r"plays \d\|\d on arm 0, but the double on arm [12] must be covered first"),
    (beyond_the_trains, r"plays \d\|\d on arm 4, but there are arms 0 to 3"),
    (
        two_arms,
        r"draws with a tile .* only when stuck, .*; its tiles fit only arm [23]( and 3)?, and",
    ),
    (never_draws, r"draws with a tile that fits, .*; ask view\.may_draw first; see"),
]


@pytest.mark.parametrize("compiled", MODES)
@pytest.mark.parametrize(("decide", "told"), ON_TRAINS)
def test_on_trains(decide: Callable[..., Any], told: str, compiled: bool) -> None:
    """What is open to a seat there, and that there are more arms than a line has."""
    message = error_of(declared(decide), compiled, rules_for("mexican-train", 3))
    assert re.match(rf"policy 'bad' \(seat 1\) {told}", message), message


@pytest.mark.parametrize("compiled", MODES)
def test_tile_that_was_just_drawn_is_held(compiled: bool) -> None:
    """A policy that draws and then misplaces is told where the tile does not fit."""
    bad = declared(drawn_and_misplaced)
    events = replayed(
        error_of(bad, compiled),
        r"plays \d\|\d on arm 0, where it does not fit",
        bad,
        compiled,
        FITTING,
    )
    assert any(event["event"] == "draw" and not event["forced"] for event in events)


@pytest.mark.parametrize("compiled", MODES)
def test_error_names_rules_and_parameters(compiled: bool) -> None:
    """The command has the rules that differ, the seed, and the policies with their parameters."""

    def bold(view: View, params: Any) -> int:
        bold = params[0] == 3 and not holds(view.hand, 28)
        return place(view, 28 if bold else heaviest(view.playable))

    bad = policy("bad", summary="is wrong", boldness=1)(bold)
    rules = rules_for("block", 4, {"teams": True, "target": 50})
    seats = [GREEDY, bad.with_values({"boldness": 3}), GREEDY, bad]
    with pytest.raises(PolicyError) as caught:
        Matchup(rules, seats, compiled=compiled).play(2**64 - 1, 7, 20)
    assert re.fullmatch(
        r"policy 'bad:boldness=3' \(seat 1\) plays 3\|6, which it does not hold, "
        r"in game (\d+), round \d+; play what view\.playable holds; "
        r"see dominosim replay greedy bad:boldness=3 greedy bad "
        r"--rules block --set teams=true --set target=50 "
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


def rarely_nothing(view: View, params: Any) -> Any:
    """Nothing where no round ever comes to."""
    return place(view, heaviest(view.playable)) if view.turn < 99 else None


def gives_two(view: View, params: Any) -> Any:
    """A tile and an arm."""
    return heaviest(view.playable), 0


ANSWERS: list[tuple[Callable[..., Any], str]] = [
    (gives_float, "returns a float, not an action"),
    (gives_nothing, "returns None, not an action"),
    (sometimes_nothing, "returns None, not an action"),
    (gives_truth, "returns a bool, not an action"),
    (gives_two, "returns a tuple, not an action"),
]


@pytest.mark.parametrize(("decide", "told"), ANSWERS)
def test_answer_that_is_no_number(decide: Callable[..., Any], told: str) -> None:
    """Uncompiled, the error comes when the policy answers so."""
    bad = declared(decide)
    told = re.escape(f"{told} ({place_of(decide)})")
    replayed(error_of(bad, False), told, bad, False, re.escape(f"{ANSWER}; "))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("decide", "told"),
    [*ANSWERS, (rarely_nothing, "returns None on some path, not an action")],
)
def test_compiled_answer_that_is_no_number(decide: Callable[..., Any], told: str) -> None:
    """Compiled, it comes before a game is played, even if it were never given."""
    message = error_of(declared(decide), True)
    assert message == f"{place_of(decide)}: {decide.__name__}() {told}; {ANSWER}"


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
        (raises, "raised ValueError: no idea what to do"),
        (raises_type_error, "raised TypeError: not my type"),
        (reads_too_far, "raised IndexError: tuple index out of range"),
    ],
    ids=["value", "type", "index"],
)
def test_exception(decide: Callable[..., Any], told: str, compiled: bool) -> None:
    """The error quotes an exception in one line; compiled, it is met before a game is played."""
    bad = declared(decide)
    told += f" at {place_of(decide, 'raise ' if 'raises' in decide.__name__ else 'view.ends')}"
    if compiled:
        assert error_of(bad, True) == f"policy 'bad' {told}"
    else:
        replayed(error_of(bad, False), re.escape(told), bad, False)


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
    told = re.escape(f"raised RuntimeError: at last at {place_of(rarely_raises, 'raise ')}")
    found = re.search(rf"{told}, in game (\d+), ", message)
    assert found is not None
    game = int(found[1])
    assert game > 0
    block = Matchup(rules_for("draw", 2), [GREEDY, bad]).play(5, 0, game)
    assert block.tally[0] == game
    with pytest.raises(PolicyError, match=re.escape(message)):
        Matchup(rules_for("draw", 2), [GREEDY, bad], compiled=False).play(5, game, game + 1)


def outgrows(view: View, params: Any) -> int:
    """Raise where a number outgrows 64 bits, as it does in compiled code."""
    if count(view.line) > 12 and (view.hand + 1) * 2**62 * 4 == 0:
        raise ValueError("it is 0")
    return place(view, heaviest(view.playable))


@pytest.mark.compiled
def test_exception_that_python_does_not_raise() -> None:
    """The one difference between the two: it is said of who raised it, where compiled code did."""
    bad = declared(outgrows)
    matchup = Matchup(rules_for("draw", 2), [GREEDY, bad])
    with pytest.raises(PolicyError) as caught:
        matchup.play(5, 0, 50)
    told = re.escape("raised an exception when compiled and none in plain Python")
    right = re.escape(f"compiled ints have 64 bits ({place_of(outgrows)}); ")
    found = re.fullmatch(
        rf"policy 'bad' \(seat 1\) {told}, in game (\d+), round (\d+); {right}"
        r"see dominosim replay greedy bad --seed 5 --game \1",
        str(caught.value),
    )
    assert found is not None
    slow = Matchup(rules_for("draw", 2), [GREEDY, bad], compiled=False)
    assert slow.play(5, int(found[1]), int(found[1]) + 1).tally[0] == 1


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
