"""Groups of games: equal deals in every seating, and what is counted of them.

Everything is counted again from the transcripts of single games.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
import pytest

from simulator.designs.schedule import STRIDE
from simulator.designs.seatings import chain_applies, mirrored, seatings_for, tables_for
from simulator.designs.tables import ComparedTable, TableTally, course
from simulator.engine import tallies as c
from simulator.engine.matchup import Matchup
from simulator.engine.tallies import moments_of
from simulator.policy import View, place, policy
from simulator.rules import Rules, rules_for
from simulator.tiles import heaviest, lightest
from simulator.transcript import Event, transcript
from strategies import policies

SEED, GROUPS = 11, 40
CASES = {
    "two": (mirrored(rules_for("draw", 2)), ("greedy", "random")),
    "three": (mirrored(rules_for("draw", 3)), ("greedy", "random", "hoarder")),
    "pairs": (mirrored(rules_for("block", 4, {"teams": True})), ("greedy", "random")),
    "goat": (mirrored(rules_for("goat", 2)), ("greedy", "lightest")),
    "fives": (mirrored(rules_for("all-fives", 2)), ("fives", "greedy")),
}


def games_of(rules: Rules, names: Sequence[str]) -> list[list[list[Event]]]:
    """The transcripts of every game, by group and seating."""
    chosen = policies(*names)
    tables = [Matchup(rules, [chosen[p] for p in order]) for order in seatings_for(rules)]
    return [[list(transcript(table, SEED, g)) for table in tables] for g in range(GROUPS)]


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[Rules, Matchup, list[list[list[Event]]]]:
    """Rules, a matchup with seatings, and the transcripts of its games."""
    rules, names = CASES[request.param]
    chosen = policies(*names)
    joint = chain_applies(rules, chosen)
    matchup = Matchup(rules, chosen, seatings_for(rules), mirrored=joint)
    return rules, matchup, games_of(rules, names)


def test_the_games_of_a_group_share_their_deals(
    case: tuple[Rules, Matchup, list[list[list[Event]]]],
) -> None:
    """Hands by seat and boneyard of every round that both games reach."""
    for games in case[2]:
        deals = [[e for e in game if e["event"] == "deal"] for game in games]
        for rounds in zip(*deals, strict=False):
            first = rounds[0]
            assert all(deal["hands"] == first["hands"] for deal in rounds)
            assert all(deal["boneyard"] == first["boneyard"] for deal in rounds)
        assert len({str(deal["hands"]) for deal in deals[0]}) == len(deals[0])


def test_moments_are_sums_over_groups(
    case: tuple[Rules, Matchup, list[list[list[Event]]]],
) -> None:
    """Credits, points, rounds won and rounds, multiplied in plain Python."""
    rules, matchup, groups = case
    number = rules.sides
    expected = np.zeros((3 * number + 2, 3 * number + 2), dtype=np.int64)
    for games in groups:
        vector = [1] + [0] * (3 * number + 1)
        for seating, game in zip(matchup.seatings, games, strict=True):
            end = game[-1]
            for side in range(number):
                player = seating[side]
                if side in end["winners"]:
                    vector[1 + player] += 12 // len(end["winners"])
                vector[1 + number + player] += end["scores"][side]
                won = sum(e["event"] == "round" and e["winner"] == side for e in game)
                vector[1 + 2 * number + player] += won
            vector[-1] += sum(e["event"] == "round" for e in game)
        expected += np.outer(vector, vector)
    tally = matchup.play(SEED, 0, GROUPS).tally
    assert (moments_of(matchup.layout, tally) == expected).all()


def test_mirrored_rounds_are_counted_by_gain_and_opener() -> None:
    """Every deal that both games reach, by what the first policy took where each one opened."""
    rules, names = CASES["two"]
    matchup = Matchup(rules, policies(*names), [(0, 1), (1, 0)], mirrored=True)
    joint = matchup.layout.mirrored.of(matchup.play(SEED, 0, GROUPS).tally).copy()
    zero = (len(joint) - 2) // 2
    for games in games_of(rules, names):
        rounds = []
        for seating, game in zip(matchup.seatings, games, strict=True):
            openers = [e["opener"] for e in game if e["event"] == "deal"]
            ended = [e for e in game if e["event"] == "round"]
            signs = [1 if player == 0 else -1 for player in seating]
            gains = [sum(s * g for s, g in zip(signs, e["gains"], strict=True)) for e in ended]
            rounds.append([(seating[o], g) for o, g in zip(openers, gains, strict=True)])
        both = min(map(len, rounds))
        for index in range(both):
            found = dict(table[index] for table in rounds)
            joint[found[0] + zero, found[1] + zero] -= 1
        for opener, gain in [one for table in rounds for one in table[both:]]:
            joint[len(joint) - 2 + opener, gain + zero] -= 1
    assert not joint.any()


def table_of(matchup: Matchup, groups: int, number: int = 0, cut: int = 0) -> TableTally:
    """What a table comes to, played at once or, with a cut, in two parts."""
    table = ComparedTable(number, matchup)
    part = table.count(SEED, 0, cut or groups)
    if cut:
        part = part.joined(table.count(SEED, cut, groups))
    specs = tuple(policy.spec for policy in matchup.policies)
    return TableTally(specs, matchup.layout, matchup.seatings, part)


def test_seatings_add_up_by_policy(case: tuple[Rules, Matchup, list[list[list[Event]]]]) -> None:
    """Wins, points, draws by choice and openings of each policy, from the events."""
    rules, _, groups = case
    matchup = case[1]
    total = table_of(matchup, GROUPS).by_policy()
    wins, chosen, opened = ([0] * 4 for _ in range(3))
    for games in groups:
        for seating, game in zip(matchup.seatings, games, strict=True):
            end = game[-1]
            if len(end["winners"]) == 1:
                wins[seating[end["winners"][0]]] += 1
            for event in game:
                if event["event"] == "draw" and not event["forced"]:
                    chosen[seating[event["seat"]]] += 1
                if event["event"] == "deal":
                    opened[seating[event["opener"]]] += 1
    assert list(total[c.WINS : c.WINS + 4]) == wins
    assert list(total[c.ROUNDS_BY : c.ROUNDS_BY + 16].reshape(4, 4).sum(axis=0)) == opened
    draws = matchup.layout.drawn_by_choice.of(total)
    assert list(draws @ np.arange(draws.shape[1])) == chosen
    assert int(total[c.GAMES]) == GROUPS * len(matchup.seatings)
    leads = total[c.LEAD_BY : c.LEAD_BY + 64].reshape(4, 4, 4)
    assert leads[:, :, : rules.sides].sum() == 0


def test_seatings() -> None:
    """Rotations, all orders, and pairs whose partners play alike."""
    assert seatings_for(rules_for("draw", 2)) == [(0, 1), (1, 0)]
    assert seatings_for(rules_for("draw", 3)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len(set(seatings_for(rules_for("draw", 4), every_order=True))) == 24
    assert seatings_for(rules_for("international", 4)) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert tables_for(rules_for("draw", 3), 4) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


@pytest.mark.parametrize("cut", [0, 20, 21, 499])
def test_snapshots_rise_to_the_whole_run_wherever_it_is_cut(cut: int) -> None:
    """The kept moments are those of a shorter run."""
    matchup = Matchup(
        mirrored(rules_for("draw", 2)), policies("greedy", "random"), [(0, 1), (1, 0)]
    )
    found = table_of(matchup, 500, cut=cut).snapshots
    marks = [*course(0, 500), 500]
    assert list(found) == marks
    assert marks[:5] == [10, 12, 14, 17, 20]
    for mark in (*marks[:: len(marks) // 3], 500):
        short = moments_of(matchup.layout, matchup.play(SEED, 0, mark).tally)
        assert (found[mark] == short).all()


@policy("looks", summary="plays light tiles once it is ahead")
def looks(view: View, params: object) -> int:
    """A policy that reads scores."""
    ahead = view.scores[view.seat] > view.scores[1 - view.seat]
    return place(view, lightest(view.playable) if ahead else heaviest(view.playable))


def test_a_policy_that_ignores_scores_cannot_see_them() -> None:
    """With the promise its scores are 0, so that it plays as greedy here; compiled and not."""
    rules = rules_for("draw", 2)
    greedy = policies("greedy")[0]
    blind = dataclasses.replace(looks, ignores_scores=True)
    for compiled in (True, False):
        plain, sighted, hidden = (
            Matchup(rules, [one, greedy], compiled=compiled).play(0, 0, 20).tally
            for one in (greedy, looks, blind)
        )
        assert (hidden == plain).all()
        assert (sighted != plain).any()


@pytest.mark.parametrize(
    ("preset", "players", "overrides", "applies"),
    [
        ("draw", 2, {}, True),
        ("draw", 3, {}, False),
        ("block", 4, {"teams": True}, True),
        ("goat", 2, {}, False),
        ("all-fives", 2, {}, False),
        ("international-2", 2, {}, False),
    ],
)
def test_where_the_score_chain_applies(
    preset: str, players: int, overrides: dict[str, object], applies: bool
) -> None:
    """Two sides that open in turn, points to one of them, policies that ignore the score."""
    rules = rules_for(preset, players, overrides)
    assert chain_applies(rules, policies("greedy", "random")) is applies
    assert not chain_applies(rules, [*policies("greedy"), looks])


def test_tables_of_a_comparison_do_not_share_deals() -> None:
    """Table 2 plays what game 2 * STRIDE and the next ones are, alone or not."""
    rules = mirrored(rules_for("draw", 2))
    matchup = Matchup(rules, policies("greedy", "random"), [(0, 1), (1, 0)])
    table = table_of(matchup, 50, number=2)
    assert (table.tally == matchup.play(SEED, 2 * STRIDE, 2 * STRIDE + 50).tally).all()
    assert max(table.snapshots) == 50
    single = Matchup(rules, policies("greedy", "random"))
    deals = [
        next(e for e in transcript(single, SEED, game) if e["event"] == "deal")
        for game in (0, STRIDE, 2 * STRIDE)
    ]
    assert len({str(deal["hands"]) for deal in deals}) == 3
