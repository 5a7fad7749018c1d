"""Blocks: whatever is cut out of a run is the same as in the run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations

import numpy as np
import pytest

from simulator.engine.groups import ROW
from simulator.engine.matchup import Matchup
from simulator.engine.tallies import Tally, digest, layout_for, moments_of
from simulator.errors import ExperimentError
from simulator.rules import Rules, rules_for
from simulator.transcript import transcript
from strategies import policies
from tests.equivalence.attentive import attentive
from tests.generators import SEATINGS, Seating
from tests.naive import Event

SEATS = {2: ("hoarder", "random"), 3: ("greedy", "random", "hoarder")}
SEATS[4] = (*SEATS[3], "lightest")


def matchup_of(rules: Rules, compiled: bool | None = None) -> Matchup:
    """A matchup of different policies."""
    return Matchup(rules, policies(*SEATS[rules.players]), compiled=compiled)


def row_of(rules: Rules, events: Sequence[Event]) -> list[int]:
    """The row that is kept of a game: opener, rounds, blocked rounds, winners as bits, scores."""
    deals = [event for event in events if event["event"] == "deal"]
    ends = [event["outcome"] for event in events if event["event"] == "round"]
    blocked = sum(outcome in ("blocked", "void") for outcome in ends)
    winners = sum(1 << side for side in events[-1]["winners"])
    scores = [*events[-1]["scores"], 0, 0, 0][:4]
    return [deals[0]["opener"], len(deals), blocked, winners, *scores]


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_rows_agree_with_transcripts(seating: Seating) -> None:
    """Game by game, in a block that does not begin with the first."""
    rules = seating.rules()
    matchup = matchup_of(rules)
    rows = matchup.play(8, 30, 45, keep_rows=True).rows
    assert rows is not None
    assert rows.shape == (15, 1, ROW)
    for game in range(30, 45):
        wanted = row_of(rules, list(transcript(matchup, 8, game)))
        assert rows[game - 30, 0].tolist() == wanted


@pytest.mark.parametrize("preset", ["draw", "all-fives"])
def test_a_game_is_the_same_alone(preset: str) -> None:
    """Game g of a block is game g by itself: its row and its part of the tally."""
    matchup = matchup_of(rules_for(preset, 3))
    whole = matchup.play(1, 0, 40, keep_rows=True)
    alone = [matchup.play(1, game, game + 1, keep_rows=True) for game in range(40)]
    assert whole.rows is not None
    for game, block in enumerate(alone):
        assert block.rows is not None
        assert np.array_equal(block.rows[0], whole.rows[game])
        assert (block.first, block.last) == (game, game + 1)
    assert np.array_equal(sum(block.tally for block in alone), whole.tally)


def test_any_cut_adds_up() -> None:
    """Tallies of the parts sum to the tally of the whole, rows follow each other."""
    matchup = matchup_of(rules_for("draw", 4))
    whole = matchup.play(5, 0, 100, keep_rows=True)
    for cuts in ([0, 1, 100], [0, 50, 100], [0, 3, 10, 11, 64, 99, 100], [0, 100, 100]):
        blocks = [matchup.play(5, *cut, keep_rows=True) for cut in pairwise(cuts)]
        assert np.array_equal(sum(block.tally for block in blocks), whole.tally)
        rows = [block.rows for block in blocks if block.rows is not None]
        assert whole.rows is not None
        assert np.array_equal(np.concatenate(rows), whole.rows)


def test_rows_are_kept_only_when_asked() -> None:
    """Without rows the tally is the same."""
    matchup = matchup_of(rules_for("draw", 2))
    block = matchup.play(5, 0, 50)
    assert block.rows is None
    assert np.array_equal(block.tally, matchup.play(5, 0, 50, keep_rows=True).tally)


def test_nothing_to_play() -> None:
    """An empty block counts nothing."""
    block = matchup_of(rules_for("draw", 2)).play(5, 7, 7)
    assert not block.tally.any()


def test_a_matchup_keeps_nothing() -> None:
    """Played again, after other games, or by a new matchup, games are the same."""
    rules = rules_for("draw", 2)
    matchup = matchup_of(rules)
    first = matchup.play(5, 0, 30).tally
    matchup.play(6, 10, 500)
    list(transcript(matchup, 5, 3))
    assert np.array_equal(matchup.play(5, 0, 30).tally, first)
    assert np.array_equal(matchup_of(rules).play(5, 0, 30).tally, first)


def test_seeds() -> None:
    """The whole range, each seed with games of its own; seeds 1 and 2 have none in common."""
    matchup = matchup_of(rules_for("draw", 2))
    seeds = [0, 1, 2, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1]
    rows = [matchup.play(seed, 0, 50, keep_rows=True).rows for seed in seeds]
    assert len({part.tobytes() for part in rows if part is not None}) == len(seeds)
    first, second = (
        {str(list(transcript(matchup, seed, game))[1]) for game in range(100)} for seed in (1, 2)
    )
    assert not first & second


@pytest.mark.parametrize("number", [0, 10**6, 10**12 - 1, 2**40])
def test_game_numbers(number: int) -> None:
    """Games are numbered without a limit that anyone meets."""
    rules = rules_for("draw", 2)
    matchup = matchup_of(rules)
    rows = matchup.play(5, number, number + 2, keep_rows=True).rows
    assert rows is not None
    for game in range(2):
        assert rows[game, 0].tolist() == row_of(rules, list(transcript(matchup, 5, number + game)))


@pytest.mark.compiled
@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_compiled_or_not(seating: Seating) -> None:
    """The same tallies, rows and transcripts, word by word."""
    rules = seating.rules()
    native, slow = matchup_of(rules, compiled=True), matchup_of(rules, compiled=False)
    fast, wanted = (one.play(2**64 - 5, 3, 13, keep_rows=True) for one in (native, slow))
    assert np.array_equal(fast.tally, wanted.tally)
    assert fast.rows is not None
    assert wanted.rows is not None
    assert np.array_equal(fast.rows, wanted.rows)
    assert list(transcript(native, 9, 3)) == list(transcript(slow, 9, 3))


def test_two_ended_boneyard_changes_games() -> None:
    """Where odd seats draw from the back, other tiles are drawn."""
    plain, two_ended = Seating("draw", 2).rules(), Seating("draw", 2).rules(two_ended=True)
    assert not np.array_equal(
        matchup_of(plain).play(1, 0, 20).tally, matchup_of(two_ended).play(1, 0, 20).tally
    )


@pytest.mark.parametrize("number", [0, 1, 3])
def test_wrong_number_of_policies(number: int) -> None:
    """Two seats need two policies."""
    with pytest.raises(ExperimentError, match=rf"^2 policies are needed here, not {number}$"):
        Matchup(rules_for("draw", 2), policies(*["greedy"] * number))


def test_digests() -> None:
    """A digest is of the shape and of every word."""
    rules = rules_for("draw", 2)
    matchup = matchup_of(rules)
    tally = matchup.play(1, 0, 20).tally
    first = digest(matchup.layout, tally)
    assert first.startswith("sha256:")
    assert len(first) == 7 + 64
    assert digest(layout_for(rules), tally.copy()) == first
    for place in (0, 5, len(tally) // 2, len(tally) - 1):
        changed = tally.copy()
        changed[place] += 1
        assert digest(matchup.layout, changed) != first
    assert digest(layout_for(rules_for("draw", 2, {"target": 99})), tally) != first


# -- groups: the same deals with the policies in every seating ---------------------------------


def parts(matchup: Matchup, tally: Tally) -> list[Tally]:
    """A tally's part for each seating."""
    part = matchup.layout.part
    return [tally[part * n : part * (n + 1)] for n in range(len(matchup.seatings))]


GROUPS = [("draw", 2, False), ("draw", 3, False), ("block", 4, True), ("all-fives", 2, False)]


def comparison(preset: str, players: int, teams: bool) -> tuple[Rules, Matchup]:
    """Policies in all the orders in which they can be seated, one a side."""
    rules = rules_for(preset, players, {"teams": teams})
    names = ("hoarder", "random", "greedy", "lightest")[: rules.sides]
    orders = list(permutations(range(rules.sides)))
    seatings = [[order[rules.side_of(seat)] for seat in range(players)] for order in orders]
    return rules, Matchup(rules, policies(*names), seatings)


@pytest.mark.parametrize(("preset", "players", "teams"), GROUPS)
def test_groups_play_every_seating(preset: str, players: int, teams: bool) -> None:
    """A group's games are those of the seatings by themselves: their rows and their tallies."""
    rules, matchup = comparison(preset, players, teams)
    block = matchup.play(4, 10, 40, keep_rows=True)
    assert block.rows is not None
    assert block.rows.shape == (30, len(matchup.seatings), ROW)
    for number, (seating, part) in enumerate(
        zip(matchup.seatings, parts(matchup, block.tally), strict=True)
    ):
        alone = Matchup(rules, [matchup.policies[policy] for policy in seating])
        single = alone.play(4, 10, 40, keep_rows=True)
        assert single.rows is not None
        assert np.array_equal(block.rows[:, number], single.rows[:, 0])
        assert np.array_equal(part, single.tally[: alone.layout.part])


@pytest.mark.parametrize(("preset", "players", "teams"), GROUPS)
def test_moments_of_groups(preset: str, players: int, teams: bool) -> None:
    """Sums and products of a group's credits, points and rounds won by policy, and rounds."""
    rules, matchup = comparison(preset, players, teams)
    sides, games = rules.sides, range(5, 25)
    wanted = np.zeros((2 + 3 * sides, 2 + 3 * sides), dtype=np.int64)
    for game in games:
        vector = np.zeros(2 + 3 * sides, dtype=np.int64)
        vector[0] = 1
        for seating in matchup.seatings:
            alone = Matchup(rules, [matchup.policies[policy] for policy in seating])
            events = list(transcript(alone, 4, game))
            ends = [event for event in events if event["event"] == "round"]
            winners = events[-1]["winners"]
            for side in range(sides):
                policy = seating[side]
                vector[1 + policy] += 12 // len(winners) if side in winners else 0
                vector[1 + sides + policy] += events[-1]["scores"][side]
                vector[1 + 2 * sides + policy] += sum(end["winner"] == side for end in ends)
            vector[-1] += len(ends)
        wanted += np.outer(vector, vector)
    tally = matchup.play(4, games.start, games.stop).tally
    assert np.array_equal(moments_of(matchup.layout, tally), wanted)


@pytest.mark.parametrize("preset", ["draw", "international-2"])
def test_mirrored_rounds(preset: str) -> None:
    """Round r of both games is counted by what the first policy took where each policy opened."""
    rules = rules_for(preset, 2, {"opener_next": "rotate", "opener_first": "lot"})
    pair = policies("random", "greedy")
    matchup = Matchup(rules, pair, [(0, 1), (1, 0)], mirrored=True)
    joint = matchup.layout.mirrored
    zero = (joint.bins - 1) // 2
    wanted = np.zeros((joint.rows, joint.bins), dtype=np.int64)
    for game in range(60):
        opened: list[dict[int, tuple[int, int]]] = []
        for first in (0, 1):
            seats = pair if first == 0 else pair[::-1]
            events = list(transcript(Matchup(rules, seats), 3, game))
            openers = [event["opener"] for event in events if event["event"] == "deal"]
            gains = [event["gains"] for event in events if event["event"] == "round"]
            opened.append(
                {
                    number: (opener ^ first, gain[first] - gain[1 - first])
                    for number, (opener, gain) in enumerate(zip(openers, gains, strict=True))
                }
            )
        for number in opened[0].keys() | opened[1].keys():
            found = dict(one[number] for one in opened if number in one)
            if len(found) == 2:
                wanted[zero + found[0], zero + found[1]] += 1
            else:
                ((opener, gain),) = found.items()
                wanted[joint.bins + opener, zero + gain] += 1
    tally = matchup.play(3, 0, 60).tally
    assert np.array_equal(joint.of(tally), wanted)
    assert wanted[joint.bins :].any()


@pytest.mark.compiled
@pytest.mark.parametrize("mirrored", [False, True])
def test_groups_compiled_or_not(mirrored: bool) -> None:
    """The same tally in both ways, and for any cut."""
    rules, pair = rules_for("draw", 2), [attentive, *policies("fives")]
    native, slow = (
        Matchup(rules, pair, [(0, 1), (1, 0)], mirrored, compiled=compiled)
        for compiled in (True, False)
    )
    tally = native.play(1, 0, 12, keep_rows=True).tally
    assert np.array_equal(tally, slow.play(1, 0, 12, keep_rows=True).tally)
    assert np.array_equal(tally, native.play(1, 0, 5).tally + native.play(1, 5, 12).tally)
