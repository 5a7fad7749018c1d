"""A policy at one table: asked in plain Python, asked again, asked compiled, and counted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from simulator.errors import PolicyError
from simulator.rules import Rules

if TYPE_CHECKING:
    from simulator.engine.asking import Question
    from simulator.engine.matchup import Matchup
    from simulator.policy import Policy, View

_SEED = 0
_QUESTIONS = 200  # of a table
_SECONDS = 0.15  # of a table, in plain Python
_LEAST_SECONDS = 0.01  # of compiled games of which the speed is told
_MOST_ROUNDS = 3  # of a game in plain Python
_FIRST_GAMES = 2


@dataclass(frozen=True)
class CheckedTable:
    """How a policy did at one table.

    Attributes
    ----------
    rules : of the table.
    decisions : int, questions that were asked and asked again.
    rounds : int, rounds that were played compiled.
    rounds_per_second : float, on one processor, the policy in every seat.
    nanoseconds : float, of a compiled decision, its view included.
    counts : how often of the decisions: "may draw" and "draws", "arm 0" and "on arm 0" (could be
        played on and was), and so on; "arms 2+" and "on arms 2+", a decision once, on trains those
        of others; "random" and "scores" (were changed without an effect).
    faults : what it did that it must not, a line each.
    """

    rules: Rules
    decisions: int = 0
    rounds: int = 0
    rounds_per_second: float = 0.0
    nanoseconds: float = 0.0
    counts: Mapping[str, int] = field(default_factory=Counter)
    faults: tuple[str, ...] = ()

    @property
    def seats(self) -> str:
        """How many seats there are, and whether in pairs."""
        return f"{self.rules.players}{' pairs' * self.rules.teams}"


def checked_table(policy: Policy, rules: Rules) -> CheckedTable:
    """A policy at one table, in every seat and on its side among random ones."""
    from simulator.compiling.marks import is_python
    from strategies.registry import resolve

    other = resolve("random")
    alone = [policy] * rules.players
    among = [policy if rules.side_of(seat) == 0 else other for seat in range(rules.players)]
    try:
        asked = _asked(policy, rules, (alone, among))
        table = CheckedTable(rules, len(asked), counts=_counted(policy, rules, asked))
        faults = list(_fickle(policy, rules, asked))
        if is_python():
            return replace(table, faults=tuple(faults))
        nanoseconds, told = _compiled(policy, rules, asked)
        rounds, speed = _played(rules, alone)
        more, _ = _played(rules, among)
    except PolicyError as error:
        return CheckedTable(rules, faults=(f"{_place(rules)}: {error}",))
    return replace(
        table,
        rounds=rounds + more,
        rounds_per_second=speed,
        nanoseconds=nanoseconds,
        faults=(*faults, *told),
    )


def _place(rules: Rules) -> str:
    return f"{rules.preset}, {rules.players} seats{' in pairs' * rules.teams}"


def _asked(policy: Policy, rules: Rules, seatings: Sequence[Sequence[Policy]]) -> list[Question]:
    """Questions that a policy is asked at the tables of some seatings, in plain Python."""
    from simulator.engine.asking import questions
    from simulator.engine.matchup import Matchup

    matchups = [Matchup(rules, seats, compiled=False) for seats in seatings]
    found: list[Question] = []
    begun, game = perf_counter(), 0
    while len(found) < _QUESTIONS and (game < 2 or perf_counter() - begun < _SECONDS):
        rounds = 1 + game // 2 % _MOST_ROUNDS
        more, error = questions(matchups[game % 2], policy, _SEED, game, rounds)
        if error is not None:
            raise error
        found += more
        game += 1
    return found


def _played(rules: Rules, seats: Sequence[Policy]) -> tuple[int, float]:
    """How many rounds were played compiled, and how many a second."""
    from simulator.engine.matchup import Matchup

    matchup: Matchup = Matchup(rules, seats)
    rounds, games, seconds, first = 0, _FIRST_GAMES, 0.0, 0
    while seconds < _LEAST_SECONDS:
        begun = process_time()
        tally = matchup.play(_SEED, first, first + games).tally
        seconds = process_time() - begun
        first, games = first + games, games * 3
        played = int(matchup.layout.turns.of(tally).sum())
        rounds += played
    return rounds, played / seconds


def _compiled(policy: Policy, rules: Rules, asked: Sequence[Question]) -> tuple[float, list[str]]:
    """Nanoseconds of a compiled decision, and where one is other than in plain Python."""
    from simulator.engine.asking import ask_compiled

    if not asked:
        return 0.0, []
    answers, nanoseconds = ask_compiled(policy, rules, asked)
    apart = [
        f"{_where(rules, question)} it answers {_told(question.answer)} as plain Python and "
        f"{_told(answer)} compiled"
        for question, answer in zip(asked, answers, strict=True)
        if question.answer != answer
    ]
    return nanoseconds, apart[:1]


def _fickle(policy: Policy, rules: Rules, asked: Sequence[Question]) -> Iterator[str]:
    """Where a policy answers the same view otherwise when it is asked again."""
    order = list(asked)
    random.Random(_SEED).shuffle(order)
    for question in order:
        again = _again(policy, rules, question, question.view)
        if again != question.answer:
            yield (
                f"{_where(rules, question)} it answers the same view first "
                f"{_told(question.answer)} and then {_told(again)}; it must keep nothing in mind"
            )
            return


def _counted(policy: Policy, rules: Rules, asked: Sequence[Question]) -> Mapping[str, int]:
    """How often a policy might do something, and did."""
    from simulator.placements import arm_of
    from simulator.policy import DRAW, word

    counts: Counter[str] = Counter()
    for question in asked:
        view, answer = question.view, question.answer
        counts["may draw"] += view.may_draw
        counts["draws"] += answer == DRAW
        for arm, fits in enumerate(view.fits):
            counts[f"arm {arm}"] += fits & view.hand != 0
            counts[f"on arm {arm}"] += answer != DRAW and arm_of(answer) == arm
        counts["arms 2+"] += any(fits & view.hand for fits in view.fits[2:])
        counts["on arms 2+"] += answer != DRAW and arm_of(answer) >= 2
        other = view._replace(random=word(view, 0))
        counts["random"] += _again(policy, rules, question, other) == answer
        if not policy.ignores_scores:
            a, b, c, d = view.scores
            other = view._replace(scores=(a ^ 13, b ^ 26, c ^ 11, d ^ 7))
            counts["scores"] += _again(policy, rules, question, other) == answer
    return counts


def _again(policy: Policy, rules: Rules, question: Question, view: View) -> int | str:
    """A policy's answer in plain Python to a question with some view, or what it raised."""
    from simulator.engine.asking import ask_again

    try:
        return ask_again(policy, rules, question, view)
    except Exception as error:  # whatever a user's policy may raise
        return repr(error)


def _where(rules: Rules, question: Question) -> str:
    return f"{_place(rules)}: in game {question.game}, round {question.round} of seed {_SEED}"


def _told(answer: int | str) -> str:
    """An answer in words."""
    from simulator.masks import is_tile
    from simulator.placements import arm_of, tile_of
    from simulator.policy import DRAW
    from simulator.tiles import name

    if answer == DRAW or isinstance(answer, str):
        return "DRAW" if answer == DRAW else str(answer)
    tile = tile_of(answer)
    return f"{name(tile)} on arm {arm_of(answer)}" if is_tile(tile) else str(answer)
