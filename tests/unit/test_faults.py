"""Faults seen in comparable programs: each with the check that shows it is not here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from simulator.engine import table as t
from simulator.engine.games import choose_opener
from simulator.engine.matchup import Matchup
from simulator.engine.rounds import ILLEGAL_ACTION
from simulator.policy import View
from simulator.rules import rules_for
from simulator.tiles import parse
from simulator.transcript import transcript
from strategies import policies, resolve
from tests.equivalence.attentive import attentive
from tests.generators import SEATINGS, Seating
from tests.properties.following import Round, pips, rounds_of
from tests.unit.positions import Position, legal

DRAW = rules_for("draw", 2)
BOTH = pytest.mark.parametrize("plain", [True, False], ids=["plain", "general"])


# -- rules -------------------------------------------------------------------------------------


@BOTH
def test_going_out_against_a_double_blank(plain: bool) -> None:
    """1: ends 1 and 3, 1|2 goes out, the opponent holds 0|0: won with a gain of 0, not void."""
    position = Position(DRAW, [["1|2"], ["0|0"]], [("1|3", 0)], plain=plain)
    result = position.finish()
    assert (result.outcome, result.seat, result.winner) == ("out", 0, 0)
    assert (result.gains, result.scores) == ([0, 0], [0, 0])


@BOTH
def test_lowest_hand_wins_a_blocked_round(plain: bool) -> None:
    """2: hands of 1, 9, 2 and 8 pips at ends 6 and 6: the first takes 9 + 2 + 8 - 1."""
    hands = [["0|1"], ["4|5"], ["0|2"], ["3|5"]]
    for seat in range(4):
        stock = ["1|1", "2|2"]
        position = Position(rules_for("draw", 4), hands, [("6|6", 0)], stock, seat, plain=plain)
        result = position.finish()
        assert (result.outcome, result.seat, result.gains) == ("blocked", 0, [18, 0, 0, 0])
        assert [move[:2] for move in position.moves] == [
            ("pass", (seat + turn) % 4) for turn in range(4)
        ]


@BOTH
def test_round_goes_on_when_two_tiles_are_left(plain: bool) -> None:
    """3: two in the boneyard, seat 0 cannot play and passes, seat 1 plays 3|4, and it goes on."""
    hands = [["0|0", "1|1"], ["3|4", "2|2"]]
    position = Position(DRAW, hands, [("3|5", 0)], ["6|6", "1|2"], plain=plain)
    result = position.finish()
    assert position.moves == [
        ("pass", 0),
        ("play", 1, "3|4", 0),
        ("pass", 0),
        ("pass", 1),
    ]
    assert (result.outcome, result.winner, result.gains) == ("blocked", 0, [2, 0])


def test_rounding_is_by_hand_to_the_nearest() -> None:
    """4: 13 and 8 are 15 and 10; 8 and 8 are 20 together; three times 13 are 45, in total 40."""
    for hands, changes, gain in [
        ([[], ["5|6", "1|1"], ["3|5"]], {}, 25),
        ([[], ["3|5"], ["2|6"]], {}, 20),
        ([[], ["5|6", "1|1"], ["6|6", "0|1"], ["4|6", "1|2"]], {}, 45),
        ([[], ["5|6", "1|1"], ["6|6", "0|1"], ["4|6", "1|2"]], {"rounding": "total-5"}, 40),
        ([[], ["5|6", "0|1"], ["3|4"]], {}, 15),
    ]:
        rules = rules_for("all-fives", len(hands), changes)
        assert Position(rules, hands).count(t.OUT, 0).gains[0] == gain


def test_double_takes_the_place_of_the_end_that_it_matches() -> None:
    """4: ends 5 and 0, then 5|5: ten, not fifteen."""
    for preset in ("all-fives", "all-fives-line"):
        position = Position(rules_for(preset, 2), [], [("0|5", 0), ("5|5", 1)])
        assert position.points == [5, 10]


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_deals_are_whole(seating: Seating) -> None:
    """5: hands of the right size, 28 different tiles, 168 pips, in every preset."""
    rules = seating.rules()
    matchup = Matchup(rules, [attentive] * rules.players)
    for game in range(3):
        for events in rounds_of(list(transcript(matchup, 1, game))):
            tiles = Round(rules, events[0]).everywhere
            assert len(set(tiles)) == len(tiles) == 28
            assert pips(tiles) == 168
            assert {len(hand) for hand in events[0]["hands"]} == {rules.hand}


def test_a_round_does_not_depend_on_the_one_before() -> None:
    """6: round r set up alone, with its opener and scores, goes as it went in its game."""
    rules = rules_for("draw", 3, {"target": 300})
    policy = resolve("hoarder")
    events = list(transcript(Matchup(rules, [policy] * 3), 4, 2))
    scores = [0, 0, 0]
    for of_round in rounds_of(events):
        deal, end = of_round[0], of_round[-1]
        alone = Position(
            rules, deal["hands"], (), deal["boneyard"], deal["opener"], scores, plain=True
        )
        result = alone.finish(lambda view: policy(view))
        moves = [
            (event["event"], event["seat"], *([event["tile"]] if "tile" in event else []))
            for event in of_round[1:-1]
        ]
        assert [move[:3] for move in alone.moves] == moves
        assert result.outcome == end["outcome"]
        assert (result.gains, result.scores) == (end["gains"], end["scores"])
        scores = end["scores"]


def test_lead_is_nobodys_by_default() -> None:
    """7: after a void round the next seat opens, and a lot falls on every seat."""
    table = t.pack(rules_for("international", 4))
    table[t.OUTCOME], table[t.WINNING_SEAT] = t.VOID, -1
    assert [choose_opener(table, 1, seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    table = t.pack(rules_for("draw", 4))
    lots = set()
    for key in range(50):
        table[t.KEY] = key
        lots.add(choose_opener(table, 0, 0, 4))
    assert lots == {0, 1, 2, 3}


def test_tie_goes_to_nobody() -> None:
    """7: a shared lowest hand is void wherever the two sit; with `fewest-tiles` fewer tiles win."""
    low, same, high = ["0|3"], ["1|2"], ["5|5", "4|6"]
    for hands in ([low, same, high], [high, low, same], [same, high, low]):
        result = Position(rules_for("draw", 3), hands).count(t.BLOCKED)
        assert (result.outcome, result.seat, result.winner) == ("void", -1, -1)
        assert result.gains == [0, 0, 0]
    for place in range(3):
        hands = [["0|1", "0|2"], ["0|1", "0|2"], high]
        hands[place % 2] = ["1|2"]
        result = Position(rules_for("block", 3), hands).count(t.BLOCKED)
        assert (result.outcome, result.seat, result.gains[place % 2]) == ("blocked", place % 2, 23)


def test_tie_of_three() -> None:
    """7: a third hand as low as the first two does not win either."""
    hands = [["0|3"], ["1|2"], ["0|1", "0|2"], ["6|6"]]
    assert Position(rules_for("draw", 4), hands).count(t.BLOCKED).outcome == "void"
    hands = [["0|1", "0|2"], ["0|3"], ["1|2"], ["6|6"]]
    assert Position(rules_for("block", 4), hands).count(t.BLOCKED).outcome == "void"


@BOTH
def test_equal_ends_are_listed_once(plain: bool) -> None:
    """8: one tile at two equal ends is one action; it is not asked for where it is the only one."""
    for tile, ends in (("4|5", "4|4"), ("0|6", "0|0")):
        stock = ["1|1", "2|2"]

        def setting(tile: str = tile, ends: str = ends, stock: list[str] = stock) -> Position:
            return Position(DRAW, [[tile, "3|3"], ["5|5"]], [(ends, 0)], stock, plain=plain)

        assert legal(setting).place == [(tile, int(ends[0]))]
        action, _ = setting().turn()
        assert action == parse(tile) * 8


@BOTH
def test_one_tile_at_two_different_ends_is_two_actions(plain: bool) -> None:
    """8: the same tile at ends 1 and 4 may go to either."""

    line = [("1|2", 0), ("2|4", 1)]

    def setting() -> Position:
        return Position(DRAW, [["1|4", "3|3"], ["5|5"]], line, plain=plain)

    assert sorted(setting().ends) == [1, 4]
    assert legal(setting).place == [("1|4", 1), ("1|4", 4)]


# -- seeds and parallel runs -------------------------------------------------------------------


def test_blocks_do_not_depend_on_threads_or_size() -> None:
    """9, 11: cut anyhow and played by any number of threads, the sum is the same."""
    matchup = Matchup(rules_for("draw", 3), policies("greedy", "random", "hoarder"))
    whole = matchup.play(77, 0, 240).tally
    for threads, size in [(1, 240), (2, 7), (4, 60), (3, 1)]:
        with ThreadPoolExecutor(threads) as executor:
            cuts = [(first, min(first + size, 240)) for first in range(0, 240, size)]
            blocks = list(executor.map(lambda cut: matchup.play(77, *cut), cuts))
        assert sum(int(block.tally[0]) for block in blocks) == 240
        assert np.array_equal(sum(block.tally for block in blocks), whole)


def test_seed_has_an_effect() -> None:
    """10: other seeds, other deals, whatever part of the seed differs."""
    matchup = Matchup(DRAW, policies("greedy", "greedy"))
    tallies = {matchup.play(s, 0, 100).tally.tobytes() for s in (0, 1, 2, 2**32, 2**63, 2**64 - 1)}
    assert len(tallies) == 6
    deals = {str(list(transcript(matchup, seed, 0))[1]) for seed in range(50)}
    assert len(deals) == 50


def test_workers_never_play_the_same_games() -> None:
    """11: the deals of many games are all different."""
    matchup = Matchup(DRAW, policies("greedy", "greedy"))
    deals = {str(list(transcript(matchup, 3, game))[1]["hands"]) for game in range(300)}
    assert len(deals) == 300


# -- running -----------------------------------------------------------------------------------

PLAY = """
import os
import sys
from simulator.engine.matchup import Matchup
from simulator.rules import rules_for
from strategies import policies

for argument in sys.argv[1:]:
    if "=" in argument:
        os.environ.update([argument.split("=", 1)])
        continue
    seats = int(argument)
    names = ["greedy", "random", "greedy", "random"][:seats]
    tally = Matchup(rules_for("draw", seats), policies(*names)).play(6, 0, 25).tally
    print(seats, *tally.tolist())
"""
ROOT = Path(__file__).parents[2]


def started(cache: str, *steps: int | str) -> subprocess.Popen[str]:
    """A new process that plays at tables of so many seats, with its own cache directory.

    In between it sets variables of its environment, written `NAME=value`.
    """
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_OPT": "0"}
    variables["DOMINOSIM_CACHE_DIR"] = cache
    command = [sys.executable, "-W", "error", "-c", PLAY, *map(str, steps)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=variables)


def tallies(process: subprocess.Popen[str]) -> dict[int, list[int]]:
    """What a process counted, by seats."""
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    rows = [list(map(int, line.split())) for line in out.splitlines()]
    return {row[0]: row[1:] for row in rows}


@pytest.fixture(scope="module")
def wanted() -> Mapping[int, list[int]]:
    """What those games come to, played uncompiled."""
    names = ["greedy", "random", "greedy", "random"]
    return {
        seats: Matchup(rules_for("draw", seats), policies(*names[:seats]), compiled=False)
        .play(6, 0, 25)
        .tally.tolist()
        for seats in (2, 3)
    }


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, wanted: Mapping[int, list[int]]) -> Path:
    """A cache that two processes have filled at once."""
    cache = tmp_path_factory.mktemp("cache")
    together = [started(str(cache), 2), started(str(cache), 3)]
    assert tallies(together[0]) == {2: wanted[2]}
    assert tallies(together[1]) == {3: wanted[3]}
    return cache


@pytest.mark.compiled
def test_two_processes_at_once(filled: Path) -> None:
    """20: both fill an empty cache, with whole files and nothing else."""
    files = [path for path in filled.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".bin"}
    assert len(files) == 4  # two policies, two engines
    assert all(path.stat().st_size > 1000 for path in files)


@pytest.mark.compiled
@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_cache_of_several_processes(
    filled: Path, wanted: Mapping[int, list[int]], order: tuple[int, ...]
) -> None:
    """What was compiled in different processes works in one, each engine for its own seats."""
    assert tallies(started(str(filled), *order)) == {seats: wanted[seats] for seats in order}


@pytest.mark.compiled
def test_damaged_cache(filled: Path, wanted: Mapping[int, list[int]], tmp_path: Path) -> None:
    """20: files that are cut off, empty or changed are compiled anew, and are whole again."""
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    files = sorted(path for path in cache.rglob("*.bin"))
    sizes = [path.stat().st_size for path in files]
    for number, path in enumerate(files):
        data = bytearray(path.read_bytes())
        if number % 3 == 2:
            data[len(data) // 2] ^= 255
        path.write_bytes(data if number % 3 == 2 else data[: len(data) // 2 * (number % 3)])
    assert tallies(started(str(cache), 2, 3)) == {2: wanted[2], 3: wanted[3]}
    again = [path.stat().st_size for path in files]
    assert all(abs(new - old) < old // 10 for new, old in zip(again, sizes, strict=True))
    assert len(list(cache.rglob("*"))) == len(files) + 1  # and the directory they are in


@pytest.mark.compiled
def test_no_cache(wanted: Mapping[int, list[int]], tmp_path: Path) -> None:
    """18: where nothing can be kept, everything works all the same, without a word.

    Once the directory may not be written, once there is no home directory to put it in.
    """
    locked, in_the_way = tmp_path / "locked", tmp_path / "in_the_way"
    locked.mkdir(mode=0o500)
    in_the_way.write_text("no directory")
    # Root may write anywhere but where the system makes the files.
    cache = str(locked / "cache") if os.geteuid() else "/proc/self/dominosim"
    no_home = ("DOMINOSIM_CACHE_DIR=", "XDG_CACHE_HOME=", f"HOME={in_the_way / 'home'}")
    assert tallies(started(cache, 2, *no_home, 3)) == {2: wanted[2], 3: wanted[3]}
    assert in_the_way.read_text() == "no directory"


@pytest.mark.parametrize("answer", [-7, 2**62, 55 * 8, parse("2|2") * 8])
def test_every_action_is_checked(answer: int) -> None:
    """17: an answer that is no action is told from the others and kept for the error."""

    def wrong(view: View) -> int:
        return answer

    position = Position(DRAW, [["1|4", "1|3"], ["5|5"]], [("1|1", 0)])
    assert position.turn(wrong)[0] == ILLEGAL_ACTION
    assert position.table[t.FAULT] == answer
