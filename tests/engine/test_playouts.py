"""Play-outs: what an action brings, on the deal as it was and on deals that are imagined."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest
from numba import types

from simulator.compiling.marks import FLOATS, POINTER
from simulator.compiling.native import compile_native
from simulator.compiling.records import copy_record
from simulator.doors import _OWN, UNKNOWN
from simulator.engine.asking import ask_compiled, questions
from simulator.engine.hidden import deal_hidden
from simulator.engine.matchup import Matchup
from simulator.engine.natives import form_of, playout_player
from simulator.engine.playouts import GOES_ON, OVER, carry_out, lead
from simulator.engine.position import POSITION, Form
from simulator.engine.rounds import OK, play_on
from simulator.engine.rulebook import RULEBOOK
from simulator.placements import placement, tile_of
from simulator.policy import DRAW, Playouts, Policy, View, place, play_out, policy
from simulator.rng import further_word
from simulator.tiles import heaviest
from strategies import policies
from tests.engine.continued import Asked, Engine, decisions, naive_lead
from tests.equivalence.attentive import attentive
from tests.equivalence.test_transcripts import MODES
from tests.generators import ON_LINES, Seating
from tests.views import number

GREEDY, HOARDER, EAGER, RAREST = policies("greedy", "hoarder", "draw-eagerly", "rarest")
PLAYERS = [HOARDER, RAREST, EAGER, GREEDY]
"""None of them uses random words."""
MOSTLY_SLOW = [
    pytest.param(False, id="python"),
    pytest.param(True, marks=[pytest.mark.compiled, pytest.mark.slow], id="native"),
]
every_seating = pytest.mark.parametrize(
    "seating", ON_LINES, ids=lambda seating: "-".join(map(str, seating))
)


def seated(seating: Seating) -> list[Policy]:
    return PLAYERS[: seating.players]


@cache
def asked_at(seating: Seating, attentively: bool = False) -> list[Asked]:
    """Decisions in three rounds of a game of a seating."""
    players = [attentive] * seating.players if attentively else seated(seating)
    return decisions(seating.rules(), players, 21, 1, 3)


@cache
def continuing(form: Form, compiled: bool) -> Any:
    """What carries an action out on a position as it is, and plays on."""
    seats, plain, ends, once, trains, recording = form

    def go_on(rules, position, policies, params, action):  # type: ignore[no-untyped-def]
        form = Form(seats, plain, ends, once, trains, recording)
        seat = position.seat
        status = carry_out(rules, position, policies, action, form)
        if status == GOES_ON and play_on(rules, position, policies, params, policies, form) == OK:
            status = OVER
        return lead(rules, position, seat, form) if status == OVER else UNKNOWN

    signature = types.int64(RULEBOOK.kind, POSITION.kind, POINTER, FLOATS, types.int64)
    return compile_native(go_on, signature, f"go-on-{form}", "") if compiled else go_on


@pytest.mark.parametrize("compiled", MOSTLY_SLOW)
@every_seating
def test_the_round_ends_as_it_did(seating: Seating, compiled: bool) -> None:
    """What was played is carried out, and those who played play on: the lead is the record's.

    They read all that a view has, so that nothing of the position is lost.
    """
    go_on = Engine(continuing, seating.rules(), [attentive] * seating.players, compiled)
    asked = asked_at(seating, True)
    assert len(asked) > 10
    for one in asked:
        assert go_on(one.book, copy.deepcopy(one.position), one.answer) == one.lead


@pytest.mark.parametrize("compiled", MOSTLY_SLOW)
@every_seating
def test_every_action_ends_as_at_a_naive_table(seating: Seating, compiled: bool) -> None:
    """So does what was not played, drawing too, as far as the naive engine can tell."""
    go_on = Engine(continuing, seating.rules(), seated(seating), compiled)
    for one in asked_at(seating)[::6]:
        for action in one.actions:
            wanted = naive_lead(one, action, seated(seating))
            assert go_on(one.book, copy.deepcopy(one.position), action) == wanted


@pytest.mark.parametrize("compiled", MOSTLY_SLOW)
@every_seating
def test_imagined_deals(seating: Seating, compiled: bool) -> None:
    """On the deal that the word makes it ends as at a naive table with that deal; the position
    stays as it was."""
    rules = seating.rules()
    player = Engine(playout_player, rules, [HOARDER] * seating.players, compiled)
    for index, one in enumerate(asked_at(seating)[::9]):
        for word in (index, -index - 1):
            dealt = POSITION.blank()
            copy_record(dealt, one.position)
            deal_hidden(one.book, dealt, word, form_of(rules))
            for action in one.actions:
                before = copy.deepcopy(one.position)
                wanted = naive_lead(one, action, [HOARDER] * seating.players, dealt)
                assert player(one.book, one.position, action, word, 0) == wanted
                assert one.position == before


def telling(view: View, params: Any, playouts: Playouts) -> int:
    """Answer with what the heaviest tile brings, or drawing, on two deals together."""
    action = DRAW if view.may_draw and params.drawing else place(view, heaviest(view.playable))
    return play_out(playouts, action, int(params.first)) + play_out(playouts, action, 7)


@pytest.mark.compiled
@pytest.mark.parametrize("drawing", [0, 1])
def test_through_the_door(drawing: int) -> None:
    """A policy is told what the naive engine says of the deals that its random words make."""
    seating = Seating("draw", 3)
    rules, declare = seating.rules(), policy("telling", summary="tells", **_OF_TELLING)
    teller = declare(telling).with_values({"drawing": drawing, "first": 3})
    table = Matchup(rules, seated(seating), compiled=False)
    shown = [one for player in seated(seating) for one in questions(table, player, 21, 1, 1)[0]]
    both = {tuple(POSITION.to_words(one.position)): one for one in asked_at(seating)}
    told, _ = ask_compiled(teller, rules, shown)
    for question, answer in zip(shown, told, strict=True):
        one, wanted = both[question.words], 0
        action = max(one.actions[: len(one.seen.placements)], key=lambda a: (tile_of(a), -a))
        if drawing and one.seen.may_draw:
            action = DRAW
        for deal in (3, 7):
            dealt = copy.deepcopy(one.position)
            deal_hidden(
                one.book, dealt, further_word(question.view.random ^ _OWN, deal), form_of(rules)
            )
            wanted += naive_lead(one, action, [HOARDER] * 3, dealt)
        assert answer == wanted
    assert len(shown) > 10


_OF_TELLING: dict[str, Any] = {"playouts": HOARDER, "drawing": 0, "first": 0}


def test_the_decisions_are_of_all_kinds() -> None:
    """Drawing by choice is among them, points of plays, rounds won and lost."""
    asked = [one for seating in ON_LINES for one in asked_at(seating)]
    assert sum(one.answer == DRAW for one in asked) > 30
    assert sum(one.seen.may_draw for one in asked) > 60
    assert sum(any(one.seen.points.values()) for one in asked) > 50
    assert {one.lead > 0 for one in asked} == {True, False}
    assert any(one.seen.opening for one in asked)
    assert any(one.seen.board.spinner and len(set(one.seen.ends)) > 2 for one in asked)


@pytest.mark.parametrize("compiled", MODES)
def test_what_is_not_legal(compiled: bool) -> None:
    """Neither a tile of another seat, nor one that does not fit, nor an arm that is not open."""
    for seating in (Seating("draw", 2), Seating("block", 3), Seating("all-fives", 2)):
        player = Engine(playout_player, seating.rules(), [GREEDY] * seating.players, compiled)
        for one in asked_at(seating)[::4]:
            legal = set(one.actions)
            if one.seen.ends[0] == one.seen.ends[1] and not one.seen.opening:
                legal |= {placement(number(t), 1) for t, arm in one.seen.placements if arm == 0}
            actions = [placement(tile, arm) for tile in range(-1, 56) for arm in range(6)]
            for action in [*actions, DRAW, -2, -4, UNKNOWN, 2**62, -(2**63)]:
                told = player(one.book, one.position, action, 7, 0)
                assert (told != UNKNOWN) == (action in legal), (action, one.seen)
