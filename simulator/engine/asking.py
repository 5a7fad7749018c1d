"""Questions that came up in games, to be asked again: how a policy answers compiled, how fast.

A question is a position whose seat to move has a choice, as its policy's entry is handed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numba import types

from simulator.compiling.marks import FLOATS, POINTER, call_address, kernel, shifted
from simulator.compiling.native import Native, compile_native
from simulator.engine.bench import Bench
from simulator.engine.entries import looking
from simulator.engine.matchup import Matchup
from simulator.engine.position import POSITION
from simulator.engine.rulebook import RULEBOOK, pack
from simulator.engine.seats import DOORS
from simulator.policy import Policy, View
from simulator.rules import Rules

_WORDS = POSITION.words
_SHORTEST = 0.002  # seconds that are worth a measurement


class Question(NamedTuple):
    """A decision of a game, and what was answered.

    `words` are the position's, `mask` hand, playable tiles and the tiles that fit arm 0.
    """

    game: int
    round: int
    words: tuple[int, ...]
    masks: tuple[int, int, int]
    view: View
    answer: int


def questions(
    matchup: Matchup, policy: Policy, seed: int, game: int, rounds: int
) -> tuple[list[Question], Exception | None]:
    """What a policy was asked in the first rounds of a game that a matchup plays in plain Python,
    and what stopped it."""
    found: list[Question] = []
    look = looking(matchup.rules.has_trains)

    def seen(asked: Policy, arguments: Sequence[Any], answer: int) -> None:
        if asked is policy:
            rules, position, _, *masks = arguments
            view = look(rules, position, *masks, policy.ignores_scores)
            words = tuple(POSITION.to_words(position))
            found.append(Question(game, position.round, words, tuple(masks), view, answer))

    _, error = matchup.record(seed, game, rounds, seen)
    return found, error


def ask_again(policy: Policy, rules: Rules, question: Question, view: View) -> int:
    """A policy's answer in plain Python to a question with another view in place of its own.

    Raises
    ------
    Exception
        Whatever the policy raises.
    """
    if not policy.door:
        return policy(view)
    bench = Bench(rules, [policy], [0], compiled=False)
    book, position = pack(rules), POSITION.from_words(question.words)
    door = DOORS[policy.door](book, position, bench.params, view.random, policy.ignores_scores)
    return policy(view, None, door)


@kernel
def ask_all(
    rules: Any, positions: Any, entry: int, params: Any, masks: Any, answers: Any, number: int
) -> int:
    """Ask an entry questions that lie one after another, and write the answers down."""
    for index in range(number):
        answers[index] = call_address(
            entry,
            rules,
            shifted(positions, _WORDS * index),
            params,
            masks[3 * index],
            masks[3 * index + 1],
            masks[3 * index + 2],
        )
    return 0


_ASK = types.int64(RULEBOOK.kind, POSITION.kind, types.int64, FLOATS, POINTER, POINTER, types.int64)


@cache
def _asker() -> Native:
    return compile_native(ask_all, _ASK, "ask", "")


def ask_compiled(
    policy: Policy, rules: Rules, asked: Sequence[Question]
) -> tuple[list[int], float]:
    """A policy's compiled answers to questions, and nanoseconds an answer, the view included."""
    bench = Bench(rules, [policy], [0], compiled=True)
    asker, number = _asker(), len(asked)
    arrays = (
        RULEBOOK.to_array(pack(rules)),
        np.array([question.words for question in asked], dtype=np.int64),
        bench.params,
        np.array([question.masks for question in asked], dtype=np.int64),
        np.zeros(number, dtype=np.int64),
    )
    book, positions, params, masks, answers = (array.ctypes.data for array in arrays)
    repeats, seconds = 1, 0.0
    while True:
        begun = process_time()
        for _ in range(repeats):
            asker(book, positions, bench.policies[0], params, masks, answers, number)
        seconds = process_time() - begun
        if seconds > _SHORTEST:
            return arrays[-1].tolist(), 1e9 * seconds / (repeats * number)
        repeats *= 4
