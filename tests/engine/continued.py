"""Decisions of games in both engines: the position of one, and a table of the naive one made of it.

What a decision comes to is told by the naive engine, from a table with the position's hands.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from simulator.engine.bench import Bench
from simulator.engine.matchup import Matchup
from simulator.engine.natives import form_of
from simulator.engine.position import POSITION
from simulator.engine.rulebook import RULEBOOK
from simulator.policy import DRAW, Policy, play
from simulator.rules import Rules
from simulator.tiles import tiles_of
from tests import naive
from tests.naive import Action, Event, Observation, Table
from tests.views import NUMBERED, as_action, hiding_scores, naive_game, number, view_of


class Asked(NamedTuple):
    """A decision: what the naive engine shows, and rulebook and position of the other."""

    rules: Rules
    seen: Observation
    book: Any
    position: Any
    answer: int
    before: tuple[int, ...]
    """Scores by side when the round began."""
    lead: int
    """What the round brought the side, as its record says."""

    @property
    def actions(self) -> list[int]:
        """Every legal action."""
        placed = [play(number(tile), arm) for tile, arm in sorted(self.seen.placements)]
        return placed + [DRAW] * self.seen.may_draw

    def table(self, position: Any = None) -> Table:
        """The naive table with the hands and the boneyard of the position, or of another one."""
        rules, seen = self.rules.as_dict(), self.seen
        state = position or self.position
        start = self.rules.tiles - state.boneyard - state.from_back
        stock = state.deck[start : start + state.boneyard]
        return Table(
            rules,
            [{NUMBERED[tile] for tile in tiles_of(state.hand[s])} for s in range(seen.seats)],
            [NUMBERED[tile] for cell in stock for tile in tiles_of(cell)],
            seen.seat,
            list(seen.scores),
            seen.board,
            seen.round,
            seen.turn,
            seen.step - seen.turn,
            state.passes,
            lacks=[set(values) for values in seen.lacks],
            played=[sorted(tiles) for tiles in seen.played],
            passed_on=[[set(values)] for values in seen.passed_on],
            drawn=[[True] * draws for draws in seen.drawn_by_choice],
        )

    def lead_of(self, scores: Sequence[int]) -> int:
        """What scores at the round's end mean for the side that decided."""
        return lead_for(self.rules, self.seen.seat, self.before, scores)


def lead_for(rules: Rules, seat: int, before: Sequence[int], after: Sequence[int]) -> int:
    """Points of a seat's side in a round times the number of sides, less all; penalties lose."""
    gains = [late - early for early, late in zip(before, after, strict=True)]
    own = len(gains) * gains[rules.side_of(seat)] - sum(gains)
    return -own if rules.scoring == "losers-mark" else own


def decisions(
    rules: Rules, policies: Sequence[Policy], seed: int, game: int, rounds: int = 1
) -> list[Asked]:
    """The decisions in the first rounds of a game, in both engines."""
    shown, asked, watched = list[tuple[Any, Any, int]](), list[Asked](), list[Observation]()

    def seen(policy: Policy, arguments: tuple[Any, ...], answer: int) -> None:
        shown.append((arguments[0], copy.deepcopy(arguments[1]), answer))

    Matchup(rules, policies, compiled=False).record(seed, game, rounds, seen)
    events = naive_game(rules, policies, seed, game, lambda view, _: watched.append(view))
    scores = [(0,) * rules.sides] + [tuple(scores) for scores in _scores(events)]
    for one, (book, position, answer) in zip(watched, shown, strict=False):
        assert one.round == position.round
        before, after = scores[one.round : one.round + 2]
        lead = lead_for(rules, one.seat, before, after)
        asked.append(Asked(rules, one, book, position, answer, before, lead))
    return asked


def _scores(events: Sequence[Event]) -> Iterator[list[int]]:
    yield from (event["scores"] for event in events if event["event"] == "round")


def answering(rules: Rules, policies: Sequence[Policy]) -> Callable[[Observation], Action]:
    """How policies by seat that use no random words decide at a naive table."""
    told = rules.as_dict()

    def decide(seen: Observation) -> Action:
        view = view_of(told, seen)
        policy = policies[seen.seat]
        return as_action(policy(hiding_scores(view) if policy.ignores_scores else view))

    return decide


def carry_out(table: Table, action: Action, decide: Callable[[Observation], Action]) -> list[int]:
    """Let the seat to move do something and `decide` play on; the scores after the round."""
    if action == "draw":
        naive.draw_tile(table)
        naive.play_round(table, decide)
        return table.scores
    result = naive.play_tile(table, *action)
    table.seat, table.has_drawn = (table.seat + 1) % len(table.hands), False
    if result is None:
        naive.play_round(table, decide)
        return table.scores
    return [score + gain for score, gain in zip(table.scores, result.gains, strict=True)]


def naive_lead(asked: Asked, action: int, policies: Sequence[Policy], position: Any = None) -> int:
    """What an action brings where policies play on, on the deal or on that of a position."""
    decide = answering(asked.rules, policies)
    return asked.lead_of(carry_out(asked.table(position), as_action(action), decide))


class Engine:
    """A function of the engine about a position, with policies that play on, by seat."""

    def __init__(
        self,
        maker: Callable[..., Any],
        rules: Rules,
        policies: Sequence[Policy],
        compiled: bool,
    ) -> None:
        self._call = maker(form_of(rules), compiled)
        self._bench = Bench(rules, policies, list(range(len(policies))), compiled)
        self._compiled = compiled

    def __call__(self, book: Any, position: Any, *more: int) -> int:
        bench = self._bench
        if not self._compiled:
            return int(self._call(book, position, bench.policies, bench.params, *more))
        arrays = (
            RULEBOOK.to_array(book),
            POSITION.to_array(position),
            bench.policies,
            bench.params,
        )
        return int(self._call(*(array.ctypes.data for array in arrays), *more))
