"""A check: whether a policy keeps the contract, how fast it is, and what it never does.

It plays every table that it is for, in plain Python and compiled, is asked the same questions again
in another order, and what it answers is counted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from simulator.errors import PolicyError, RulesError
from simulator.presets import PRESETS
from simulator.rules import Rules, known, rules_for

if TYPE_CHECKING:
    from simulator.engine.asking import Question
    from simulator.engine.matchup import Matchup
    from simulator.policy import Policy, View

_SEED = 0
_QUESTIONS = 200  # of a table
_SECONDS = 0.15  # of a table, in plain Python
_LEAST_SECONDS = 0.01  # of compiled games of which the speed is told
_MOST_ROUNDS = 3  # of a game in plain Python
_FIRST_GAMES = 20


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
        played on and was), and so on; "random" and "scores" (were changed without an effect).
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


@dataclass(frozen=True)
class CheckResult:
    """What a check came to.

    Attributes
    ----------
    policy : that was checked.
    tables : every table that it is for.
    compile_seconds : float, seconds of a processor that compiling it takes; 0 in plain Python.
    """

    policy: Policy
    tables: tuple[CheckedTable, ...]
    compile_seconds: float

    @property
    def faults(self) -> list[str]:
        """What it did that it must not, by table."""
        return [fault for table in self.tables for fault in table.faults]

    @property
    def counts(self) -> Mapping[str, int]:
        """The counts of all tables, and "decisions"."""
        total: Counter[str] = Counter()
        for table in self.tables:
            total += Counter({**table.counts, "decisions": table.decisions})
        return total

    @property
    def never(self) -> list[str]:
        """What it never did although it might have, a line each."""
        counts = self.counts
        found = []
        if counts["may draw"] and not counts["draws"]:
            found.append(f"never draws by choice, in {counts['may draw']:,} decisions")
        if counts["may draw"] and counts["draws"] == counts["may draw"]:
            found.append(f"never plays where it may draw, in {counts['may draw']:,} decisions")
        for arm in range(4):
            if counts[f"arm {arm}"] and not counts[f"on arm {arm}"]:
                told = f"in {counts[f'arm {arm}']:,} decisions where a tile fits there"
                found.append(f"never plays on arm {arm}, {told}")
        if counts["random"] and counts["random"] == counts["decisions"]:
            found.append("never decides otherwise for other random words")
        if counts["scores"] and counts["scores"] == counts["decisions"]:
            promise = "with ignores_scores=True comparisons need fewer games"
            found.append(f"never decides otherwise for other scores: {promise}")
        return found


def check(
    policy: Policy | str,
    rules: str | None = None,
    overrides: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] = lambda done, tables: None,
) -> CheckResult:
    """Check that a policy keeps the contract, and see how fast it is and what it never does.

    Parameters
    ----------
    policy : a policy, or a text that names it.
    rules : str, a preset; None for every preset.
    overrides : parameters that replace the preset's.
    progress : is called with the tables checked and their number.

    Raises
    ------
    DominosimError
        There are no such policy or rules, or the policy does not compile.
    """
    from simulator.authoring.refusals import examine
    from simulator.compiling.marks import is_python
    from simulator.designs.sources import resolved
    from simulator.engine.entries import compiled_entry, compiling_seconds

    (found,), tables = resolved([policy]), _tables(rules, overrides or {})
    checked, seconds = [], 0.0
    if not is_python():
        examine(found)
        compiled_entry(found)
        seconds = compiling_seconds(found)
    progress(0, len(tables))
    for done, table in enumerate(tables, 1):
        checked.append(_checked(found, table))
        progress(done, len(tables))
    return CheckResult(found, tuple(checked), seconds)


def _tables(preset: str | None, overrides: Mapping[str, Any]) -> list[Rules]:
    """The rules of every table: presets by numbers of seats, alone and in pairs.

    Tables that changed rules do not fit are left out, unless there is no other.
    """
    found, refused = list[Rules](), list[RulesError]()
    for name in PRESETS if preset is None else (known(preset, PRESETS, "rules"),):
        told = PRESETS[name]
        for players, teams in product(told.players, (False, True)):
            paired = players == 4 and told.pairs != "no"
            if overrides.get("teams") is None and (not paired if teams else told.pairs == "must"):
                continue
            try:
                made = rules_for(name, players, {"teams": teams, **overrides})
                found += [made] if made not in found else []
            except RulesError as error:
                refused.append(error)
    if not found:
        raise refused[0]
    return found


def _checked(policy: Policy, rules: Rules) -> CheckedTable:
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
        begun = thread_time()
        tally = matchup.play(_SEED, first, first + games).tally
        seconds = thread_time() - begun
        first, games = first + games, games * 3
        played = int(matchup.layout.turns.of(tally).sum())
        rounds += played
    return rounds, played / seconds


def _compiled(
    policy: Policy, rules: Rules, asked: Sequence[Question]
) -> tuple[float, Iterator[str]]:
    """Nanoseconds of a compiled decision, and where one is other than in plain Python."""
    from simulator.engine.asking import ask_compiled

    if not asked:
        return 0.0, iter(())
    answers, nanoseconds = ask_compiled(policy, rules, asked)
    apart = [
        f"{_where(rules, question)} it answers {_told(question.answer)} as plain Python and "
        f"{_told(answer)} compiled"
        for question, answer in zip(asked, answers, strict=True)
        if question.answer != answer
    ]
    return nanoseconds, iter(apart[:1])


def _fickle(policy: Policy, rules: Rules, asked: Sequence[Question]) -> Iterator[str]:
    """Where a policy answers the same view otherwise when it is asked again."""
    order = list(asked)
    random.Random(_SEED).shuffle(order)
    for question in order:
        again = _again(policy, question.view)
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
        counts["random"] += _again(policy, view._replace(random=word(view, 0))) == answer
        if not policy.ignores_scores:
            a, b, c, d = view.scores
            other = view._replace(scores=(a ^ 13, b ^ 26, c ^ 11, d ^ 7))
            counts["scores"] += _again(policy, other) == answer
    return counts


def _again(policy: Policy, view: View) -> int | str:
    """A policy's answer in plain Python, or what it raised."""
    try:
        return policy(view)
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
