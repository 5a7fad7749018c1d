"""Look-ahead decides by what it knows alone; who sees the deal does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from simulator.compiling.records import copy_record
from simulator.engine.asking import Question, ask_compiled, questions
from simulator.engine.hidden import deal_hidden
from simulator.engine.matchup import Matchup
from simulator.engine.natives import form_of
from simulator.engine.position import POSITION
from simulator.engine.rulebook import pack
from simulator.engine.view import look
from simulator.policy import Policy
from simulator.rules import Rules
from simulator.transcript import transcript
from strategies import resolve
from tests.generators import ON_LINES, Seating

LOOKING, SEEING = resolve("look-ahead:samples=4"), resolve("omniscient:positions=60")
TABLES = [seating for seating in ON_LINES if seating.preset in ("draw", "draw-100", "all-fives")]
MOST_TABLES = [
    seating if place % 3 == 0 else pytest.param(seating, marks=pytest.mark.slow)
    for place, seating in enumerate(TABLES)
]


def asked_at(rules: Rules, policy: Policy, games: int) -> list[Question]:
    """What a policy was asked in the first rounds of games."""
    table = Matchup(rules, [policy] * rules.players, compiled=False)
    return [one for game in range(games) for one in questions(table, policy, 9, game, 1)[0]]


def shuffled(rules: Rules, asked: Question, word: int) -> Question:
    """The question on another deal that fits what is known, with the own seat's words as they
    were."""
    form, real = form_of(rules), POSITION.from_words(asked.words)
    other, book = POSITION.blank(), pack(rules)
    copy_record(other, real)
    deal_hidden(book, other, word, form)
    other.private[real.seat] = real.private[real.seat]
    assert look(book, other, *asked.masks, True) == look(book, real, *asked.masks, True)
    return asked._replace(words=tuple(POSITION.to_words(other)))


@pytest.mark.compiled
@pytest.mark.parametrize("seating", MOST_TABLES, ids=lambda seating: "-".join(map(str, seating)))
def test_only_a_cheat_sees_hidden_tiles(seating: Seating) -> None:
    """On other deals that fit, look-ahead answers alike, and omniscient not always."""
    rules = seating.rules()
    changed = dict[str, int]()
    for policy in (LOOKING, SEEING):
        asked = asked_at(rules, policy, 2)
        real, _ = ask_compiled(policy, rules, asked)
        assert real == [one.answer for one in asked]  # as it answered uncompiled
        changed[policy.name] = 0
        for word in range(3):
            told, _ = ask_compiled(policy, rules, [shuffled(rules, one, word) for one in asked])
            changed[policy.name] += sum(one != other for one, other in zip(real, told, strict=True))
    assert changed["look-ahead"] == 0
    assert changed["omniscient"] > 0


@pytest.mark.compiled
@pytest.mark.parametrize("seating", TABLES[::4], ids=lambda seating: "-".join(map(str, seating)))
def test_compiled_games(seating: Seating) -> None:
    """Compiled they play the game that they play in plain Python."""
    rules = seating.rules(target=20)
    players: Sequence[Any] = [LOOKING, SEEING, LOOKING, SEEING][: rules.players]
    games = [
        list(transcript(Matchup(rules, players, compiled=mode), 3, 0)) for mode in (True, False)
    ]
    assert games[0] == games[1]
