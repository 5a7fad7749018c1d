"""A position is all that a round is: a copy of it, played on, ends as the round itself did.

Copies are taken at the start of every turn and at every question to a policy, in the middle of
drawing too. What they come to is compared word by word: outcome, winning seat, hands, scores, what
is known to be lacked, passes, draws, turns and the rest of the record. All seats play `attentive`,
whose answers hang on every field of the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import types

from simulator.compiling.marks import FLOATS, POINTER
from simulator.compiling.native import Native, compile_native
from simulator.compiling.records import copy_record
from simulator.compiling.sources import fingerprint
from simulator.engine import rounds, train_rounds
from simulator.engine.entries import PythonEntry, code_of, compiled_entry
from simulator.engine.games import choose_opener
from simulator.engine.natives import form_of
from simulator.engine.position import (
    BLOCKED,
    OUT,
    POSITION,
    TARGET_REACHED,
    Form,
    deal,
)
from simulator.engine.rounds import OK, play_on
from simulator.engine.rulebook import DRAW_OPTIONAL, RULEBOOK, deck_order, pack
from simulator.engine.seats import SEAT
from simulator.engine.trace import HEAD, ROW
from simulator.engine.train_rounds import play_trains
from simulator.engine.trains import deal_trains
from simulator.rng import game_key, round_key
from simulator.rules import Rules
from tests.equivalence.attentive import attentive
from tests.generators import SEATINGS, Seating

PARAMS = [0.0] * (4 * SEAT)
NO_TRACE = [HEAD, HEAD]


class Copy(NamedTuple):
    """A position in the middle of a round, and how much the trace held when it was taken."""

    position: Any
    recorded: int
    asked: bool  # taken when a policy was asked, not at the start of a turn


class Round(NamedTuple):
    """A round played from its deal without a break, and the copies taken on the way."""

    rulebook: Any
    copies: Sequence[Copy]
    ended: list[int]  # the words of the position at the end
    trace: list[int]


def tables() -> Iterator[Any]:
    """Every preset at every number of seats, once more with a two-ended boneyard; draws barred."""
    for seating in SEATINGS:
        name = "-".join(map(str, seating))
        yield pytest.param(seating.rules(), id=name)
        if seating.rules().draw in ("optional", "stuck"):
            yield pytest.param(seating.rules(two_ended=True), id=f"{name}-two-ended")
    barred = Seating("draw", 3).rules(opener_may_draw=False)
    yield pytest.param(barred, id="draw-3-opener-may-not-draw")


def copied(position: Any) -> Any:
    """A copy of a position."""
    copy = POSITION.blank()
    copy_record(copy, position)
    return copy


def play(rules: Rules, number: int, form: Form) -> Round:
    """Play a round in Python, from two thirds of the target, and copy it on the way."""
    rulebook, position, copies = pack(rules), POSITION.blank(), list[Copy]()
    trace = [HEAD, HEAD + 300 * ROW] + [0] * (300 * ROW)
    begin, on = (deal_trains, play_trains) if form.trains else (deal, play_on)
    begin(rulebook, position, deck_order(rules), round_key(game_key(17, number), 0), form)
    position.seat = choose_opener(rulebook, position, -1, rules.players)
    position.score[: rules.sides] = [2 * rules.target // 3] * rules.sides
    decide = PythonEntry(attentive, form.trains)
    place, name = (train_rounds, "find_placement") if form.trains else (rounds, "take_turn")
    turn_begun = getattr(place, name)

    def entry(_: Any, asked: Any, *others: Any) -> int:
        copies.append(Copy(copied(asked), trace[0], True))
        return decide(rulebook, asked, *others)

    def turn(*arguments: Any) -> Any:
        copies.append(Copy(copied(arguments[1]), trace[0], False))
        return turn_begun(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, name, turn)
        status = on(rulebook, position, [entry] * rules.players, PARAMS, trace, form)
    assert status == OK
    return Round(rulebook, copies, POSITION.to_words(position), trace)


@pytest.mark.parametrize("rules", list(tables()))
def test_copies_end_as_the_round_did(rules: Rules) -> None:
    """In Python: the same record, and the same events from there on."""
    form, entries = (
        form_of(rules, recording=True),
        [PythonEntry(attentive, rules.has_trains)] * rules.players,
    )
    on = play_trains if form.trains else play_on
    for number in range(2):
        whole = play(rules, number, form)
        for copy in whole.copies:
            trace = [HEAD, len(whole.trace)] + [0] * (len(whole.trace) - HEAD)
            position = copied(copy.position)
            assert on(whole.rulebook, position, entries, PARAMS, trace, form) == OK
            assert POSITION.to_words(position) == whole.ended
            rest = whole.trace[copy.recorded : whole.trace[0]]
            assert trace[HEAD : trace[0]] == rest


def test_copies_are_taken_everywhere() -> None:
    """The rounds above are no empty test: every outcome, and copies of every kind."""
    outcomes, drawing, forced = set[int](), 0, 0
    for seating in (Seating("draw", 3), Seating("all-fives", 2)):
        for number in range(12):
            whole = play(seating.rules(), number, form_of(seating.rules(), recording=True))
            outcomes.add(POSITION.from_words(whole.ended).outcome)
            turns = [copy for copy in whole.copies if not copy.asked]
            assert [copy.position.turn for copy in turns] == list(range(len(turns)))
            for before, after in pairwise(whole.copies):
                drawing += before.asked and after.asked  # in one turn: it drew in between
                forced += not before.asked and not after.asked
    assert {OUT, BLOCKED, TARGET_REACHED} <= outcomes
    assert drawing > 20
    assert forced > 20


def test_a_copy_is_independent() -> None:
    """Playing a copy on leaves the position that it is of as it was."""
    rules = Seating("draw", 2).rules()
    whole = play(rules, 0, form_of(rules, recording=True))
    first = whole.copies[0].position
    before = POSITION.to_words(first)
    entries = [PythonEntry(attentive)] * 2
    play_on(
        whole.rulebook, copied(first), entries, PARAMS, NO_TRACE, form_of(rules, recording=True)
    )
    assert POSITION.to_words(first) == before != whole.ended


# -- compiled ----------------------------------------------------------------------------------

_PLAYER = types.int64(RULEBOOK.kind, POSITION.kind, POSITION.kind, POINTER, FLOATS, POINTER)


@cache
def player(form: Form) -> Native:
    """What copies a position in compiled code, and plays the copy on."""
    seats, plain, two_ended, once, trains, recording = form
    on = play_trains if trains else play_on

    def play_copy(rules, copy, position, policies, params, trace):  # type: ignore[no-untyped-def]
        copy_record(copy, position)
        form = Form(seats, plain, two_ended, once, trains, recording)
        return on(rules, copy, policies, params, trace, form)

    return compile_native(play_copy, _PLAYER, f"copy-{form}", fingerprint(play_copy).sha256)


def continued(form: Form, rulebook: Any) -> Callable[[Any], list[int]]:
    """Plays positions on in compiled code; returns the words at the end."""
    entry = compiled_entry(attentive, code_of(attentive, form.trains))
    native, address = player(form), entry.address
    rules, copy = RULEBOOK.to_array(rulebook), POSITION.zeros()
    others = [np.array(words) for words in ([address] * form.seats, PARAMS, NO_TRACE)]

    def play_copy(position: Any) -> list[int]:
        words = POSITION.to_array(position)
        before = words.copy()
        arrays = (rules, copy, words, *others)
        assert native(*(array.ctypes.data for array in arrays)) == OK
        assert np.array_equal(words, before)
        return copy.tolist()

    return play_copy


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("presets", "form"),
    [
        (("draw", "draw-100"), Form(2, True, True, False, False, False)),
        (("all-fives", "draw", "goat"), Form(4, False, False, False, False, False)),
        (("mexican-train",), Form(3, False, False, True, True, False)),
    ],
    ids=["plain", "general", "trains"],
)
def test_compiled_copies_end_as_the_round_did(presets: Sequence[str], form: Form) -> None:
    """Compiled copies of hundreds of rounds end as the rounds do in Python."""
    compared = 0
    for preset in presets:
        for teams in (False, True) if form.seats == 4 and preset != "draw" else (False,):
            rules = Seating(preset, form.seats, teams).rules(two_ended=form.two_ended)
            assert pack(rules).draw == DRAW_OPTIONAL or preset != "draw"
            for number in range(40):
                whole = play(rules, number, form._replace(recording=True))
                play_copy = continued(form, whole.rulebook)
                for copy in whole.copies:
                    assert play_copy(copy.position) == whole.ended
                    compared += 1
    assert compared > 2000
