"""Designs as functions: what they count is what the commands count; typed and frozen results."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import simulator.designs.pages
from reports import analyse, load_comparison
from simulator import (
    DominosimError,
    SweepResult,
    TuneResult,
    check,
    compare,
    diverge,
    duel,
    plan,
    simulate,
)
from simulator.designs.continuing import resume
from simulator.designs.result import Result
from simulator.designs.shards import ShardResult
from simulator.errors import ExperimentError
from simulator.policy import Policy, View, place, policy
from simulator.tiles import heaviest, lightest
from strategies import policies
from tests.cli.conftest import Call
from tests.cli.test_output import strict

PAIR = ["greedy", "random"]
FUNCTIONS: dict[str, Callable[..., Result]] = {
    "simulate": lambda *told, **named: simulate(*told, games=300, **named),
    "compare": lambda *told, **named: compare(*told, games=300, **named),
    "duel": lambda *told, **named: duel(*told, max_games=300, **named),
    "plan": lambda *told, **named: plan(*told, pilot=300, **named),
    "diverge": lambda *told, **named: diverge(*told, games=300, **named),
}
every_design = pytest.mark.parametrize("design", FUNCTIONS)


@policy("mine", summary="heaviest first", ignores_scores=True)
def mine(view: View, params: Any) -> int:
    """Named by no text that could be resolved."""
    return place(view, heaviest(view.playable))


def other_of_the_same_name() -> Policy:
    """A policy that calls itself greedy and is not."""

    @policy("greedy", summary="lightest first", ignores_scores=True)
    def decide(view: View, params: Any) -> int:
        return place(view, lightest(view.playable))

    return decide


# -- the same as the commands ------------------------------------------------------------------


def test_simulate_counts_what_the_command_counts(call: Call) -> None:
    line = ("simulate", "greedy", "hoarder:spare=3", "--games", "300", "--seed", "9")
    line += ("--rules", "block", "--set", "target=50", "--set", "hand=6", "--json", "--quiet")
    told = strict(call(*line).out)
    changes = {"target": 50, "hand": "6"}
    result = simulate(["greedy", "hoarder:spare=3"], 300, 9, "block", changes, threads=1)
    assert result.digest == told["digest"]
    assert (result.games, result.rounds) == (told["games"], told["rounds"])
    wins = [player["wins"] for player in told["players"]]  # type: ignore[attr-defined]
    assert list(result.players.wins) == list(result.summary.wins) == wins
    scores = result.distributions.query("metric == 'score'").groupby("seat")["count"].sum()
    assert list(scores) == [300, 300]


def test_compare_counts_what_the_command_counts(call: Call) -> None:
    line = ("compare", *PAIR, "lightest", "--games", "60", "--players", "3", "--seatings", "all")
    told = strict(call(*line, "--anchor", "random", "--json", "--quiet").out)
    chosen = policies(*PAIR, "lightest")
    result = compare(chosen, 60, players=3, seatings="all", anchor=chosen[1])
    assert result.digest == told["digest"]
    rates = [entry["win_rate"] for entry in told["tables"]]  # type: ignore[attr-defined]
    assert list(result.matchups.win_rate) == pytest.approx(rates)
    ratings = [entry["policy"] for entry in told["ratings"]]  # type: ignore[attr-defined]
    assert list(result.standings.policy) == ratings
    assert result.analysis.ratings.anchor == "random"


def test_duel_ends_as_the_command_does(call: Call) -> None:
    told = strict(call("duel", *PAIR, "--margin", "0.01", "--json", "--quiet").out)
    result = duel(PAIR, margin=0.01)
    assert result.document() == told
    assert told["decision"] == result.decision == "first"
    last = result.path.iloc[-1]
    assert (2 * last.groups, last.win_rate) == (result.games, result.win_rate)
    assert (last.low, last.high) == (result.low, result.high)


def test_plan_says_what_the_command_says(call: Call) -> None:
    line = ("plan", *PAIR, "--resolve", "0.02", "--pilot", "200", "--json", "--quiet")
    told = json.loads(call(*line).out)
    result = plan(PAIR, resolve=0.02, pilot=200)
    assert [row["games"] for row in told] == list(result.tests.games)
    assert result.games == 200
    assert 0.5 < result.win_rate < 1


def test_diverge_finds_what_the_command_finds(call: Call) -> None:
    line = ("diverge", *PAIR, "--against", "lightest", "--games", "50", "--json", "--quiet")
    told = strict(call(*line).out)["divergences"]
    result = diverge(PAIR, 50, against="lightest")
    counts = [(row["kind"], row["first"], row["count"]) for row in told]  # type: ignore[attr-defined]
    kinds = result.kinds
    assert list(zip(kinds.kind, kinds["first"], kinds["count"], strict=True)) == counts
    assert len(result.divergences) == kinds[kinds["first"] == ""]["count"].sum()


def test_a_directory_is_the_same_from_both(call: Call, tmp_path: Path) -> None:
    assert call("duel", *PAIR, "--seed", "4", "--quiet", "--out", tmp_path / "one").code == 0
    duel(PAIR, seed=4, out=tmp_path / "two")
    files = [
        {p.name: p.read_bytes() for p in (tmp_path / n).iterdir() if p.is_file()}
        for n in ("one", "two")
    ]
    manifests = [json.loads(found.pop("manifest.json")) for found in files]
    assert files[0] == files[1]
    for manifest in manifests:  # parts tell the time that they took
        for name in [name for name in manifest["files"] if name.startswith("parts/")]:
            del manifest["files"][name]
    assert manifests[0]["files"] == manifests[1]["files"]


# -- results -----------------------------------------------------------------------------------


@every_design
def test_results_are_frozen_and_repeat(design: str) -> None:
    one, two = (FUNCTIONS[design](PAIR, seed=7) for _ in range(2))
    assert one.digest == two.digest != FUNCTIONS[design](PAIR, seed=8).digest
    assert one.digest.startswith("sha256:")
    assert one.games > 0
    assert one.rounds > 0
    assert one.elapsed > 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.digest = ""  # type: ignore[misc]


def test_a_comparison_in_memory_is_the_one_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frame by frame, and all that follows; with and without the score chain, in pairs."""
    monkeypatch.setattr(
        simulator.designs.pages, "build_page", lambda directory, analysis: directory
    )
    cases: list[dict[str, Any]] = [
        {"rules": "draw"},
        {"rules": "goat", "players": 3},
        {"rules": "block", "overrides": {"teams": True}},
    ]
    for number, case in enumerate(cases):
        out = tmp_path / str(number)
        result = compare([*PAIR, "lightest"], 60, out=out, **case)
        stored = load_comparison(out)
        own = result.analysis.comparison
        pd.testing.assert_frame_equal(own.players[list(stored.players)], stored.players)
        same = {"check_dtype": False}  # policies' names are another kind of text
        names = list(stored.distributions)
        pd.testing.assert_frame_equal(own.distributions[names], stored.distributions, **same)
        assert (own.sources is None) == (stored.sources is None)
        if own.sources is not None and stored.sources is not None:
            pd.testing.assert_frame_equal(own.sources[list(stored.sources)], stored.sources, **same)
        again = analyse(stored)
        pd.testing.assert_frame_equal(result.matchups, again.estimates)
        pd.testing.assert_frame_equal(result.standings, again.standings)


def test_a_stopped_run_goes_on_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the middle, as progress is told; no row of a game is missing or double."""
    monkeypatch.setattr(
        simulator.designs.pages, "build_page", lambda directory, analysis: directory
    )

    def stop(played: int, games: int) -> None:
        if played > games // 2:
            raise KeyboardInterrupt

    told: list[tuple[int, int]] = []
    single, table = tmp_path / "single", tmp_path / "table"
    with pytest.raises(KeyboardInterrupt):
        simulate(PAIR, 3000, progress=stop, out=single, save_games=True)
    with pytest.raises(KeyboardInterrupt):
        compare([*PAIR, "lightest"], 60, progress=stop, out=table)
    assert [path.name for path in single.iterdir()] == [".unfinished"]
    assert [path.name for path in table.iterdir()] == [".unfinished"]
    result = resume(single, progress=lambda *state: told.append(state))
    assert told[0][0] > 1500
    assert result.digest == simulate(PAIR, 3000).digest
    rows = pd.read_parquet(single / "games.parquet")
    assert list(rows.game) == list(range(3000))
    assert resume(table).digest == compare([*PAIR, "lightest"], 60).digest


# -- as a notebook shows it --------------------------------------------------------------------


def test_every_result_is_shown_as_results_are() -> None:
    kinds = {kind.__name__: kind.__repr__ for kind in Result.__subclasses__()}
    assert set(kinds.values()) == {Result.__repr__}
    designs = {type(played(PAIR)).__name__ for played in FUNCTIONS.values()}
    others = {kind.__name__ for kind in (ShardResult, SweepResult, TuneResult)}
    assert designs | others == set(kinds)


@every_design
def test_a_result_is_shown_in_three_lines(design: str) -> None:
    """What is needed to know which it is; its frames are asked for."""
    changes = {"target": "50", "opener_may_draw": False}
    result = FUNCTIONS[design](["greedy", "hoarder:spare=3"], seed=7, overrides=changes)
    name = f"{design.capitalize()}Result"
    assert repr(result).splitlines() == [
        f"<{name} of greedy, hoarder:spare=3",
        f" draw, target=50, opener_may_draw=false, seed 7: {result.games} games, "
        f"{result.rounds:,} rounds",
        f" {result.digest}>",
    ]


def test_many_policies_are_shown_in_one_line() -> None:
    """The first four."""
    chosen = [f"hoarder:spare={number}" for number in range(1, 8)]
    first = repr(compare(chosen, 6)).splitlines()[0]
    assert first == f"<CompareResult of {', '.join(chosen[:4])}, and 3 more"
    assert "more" not in repr(compare(chosen[:4], 6))


# -- policies ----------------------------------------------------------------------------------


@every_design
def test_policies_are_objects_or_texts(design: str) -> None:
    texts, objects = PAIR, policies(*PAIR)
    digests = {
        FUNCTIONS[design](chosen).digest for chosen in (texts, objects, [texts[0], objects[1]])
    }
    assert len(digests) == 1


@every_design
def test_objects_are_played_as_they_are(design: str) -> None:
    """One that no text names; and one that is not what its text names."""
    assert FUNCTIONS[design]([mine, "random"]).policies[0] is mine
    impostor = FUNCTIONS[design]([other_of_the_same_name(), "random"])
    assert impostor.digest == FUNCTIONS[design](["lightest", "random"]).digest
    assert impostor.digest != FUNCTIONS[design](PAIR).digest


@every_design
def test_a_file_is_run_once(design: str, tmp_path: Path) -> None:
    source = (
        "from pathlib import Path\n"
        "from simulator.policy import place, policy\nfrom simulator.tiles import heaviest\n"
        "with Path(__file__).with_suffix('.log').open('a') as log: log.write('run ')\n"
        '@policy("mine", summary="heaviest first")\ndef mine(view, params):\n'
        "    return place(view, heaviest(view.playable))\n"
    )
    (tmp_path / "mine.py").write_text(source)
    FUNCTIONS[design]([f"{tmp_path / 'mine.py'}:mine", "random"])
    assert (tmp_path / "mine.log").read_text() == "run "


def undecorated(view: View, params: Any) -> int:
    """No policy yet."""
    return place(view, heaviest(view.playable))


NO_LISTS = [
    (mine, "a policy"),
    ("greedy", "a text"),
    (undecorated, "an object of the class function"),
    (None, "an object of the class NoneType"),
    (iter(PAIR), "an object of the class list_iterator"),
]
NO_POLICIES = [
    (undecorated, "undecorated is no policy; decorate it with @policy"),
    (3, "an object of the class int is no policy; write a policy or its name"),
    (None, "an object of the class NoneType is no policy; write a policy or its name"),
    (PAIR, "an object of the class list is no policy; write a policy or its name"),
]


@every_design
@pytest.mark.parametrize(("policies", "told"), NO_LISTS)
def test_what_is_no_list_of_policies(design: str, policies: Any, told: str) -> None:
    """One is told so, and what a list is."""
    with pytest.raises(ExperimentError) as error:
        FUNCTIONS[design](policies)
    assert str(error.value) == (
        f"policies is a list of policies or their names, not {told}; write [policy, 'greedy']"
    )


@pytest.mark.parametrize(("thing", "told"), NO_POLICIES)
def test_what_is_no_policy(thing: Any, told: str) -> None:
    """Wherever a policy is taken."""
    takers: list[Callable[[], Any]] = [
        *(lambda played=played: played([thing, "greedy"]) for played in FUNCTIONS.values()),
        *(lambda played=played: played(["greedy", thing]) for played in FUNCTIONS.values()),
        lambda: compare(PAIR, 60, anchor=thing),
        lambda: check(thing),
        *([] if thing is None else [lambda: diverge(PAIR, 10, against=thing)]),
    ]
    for taker in takers:
        with pytest.raises(ExperimentError) as error:
            taker()
        assert str(error.value) == told


# -- progress, threads and errors --------------------------------------------------------------


@every_design
def test_progress_is_told_from_the_start(design: str) -> None:
    told: list[tuple[int, int]] = []
    result = FUNCTIONS[design](PAIR, progress=lambda *state: told.append(state))
    assert told[0] == (0, 300)
    assert [games for _, games in told] == [300] * len(told)
    assert [played for played, _ in told] == sorted(played for played, _ in told)
    assert told[-1][0] >= result.games
    assert len(told) > 1


@every_design
def test_what_progress_raises_ends_the_run(design: str) -> None:
    def stop(played: int, games: int) -> None:
        if played:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        FUNCTIONS[design](PAIR, progress=stop)


@every_design
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": -1}, "seed is a whole number from 0"),
        ({"rules": "drw"}, "did you mean 'draw'"),
        ({"overrides": {"hnd": 3}}, "did you mean 'hand'"),
        ({"overrides": {"hand": 30}}, "a hand can be at most"),
    ],
)
def test_errors_are_one_line(design: str, changes: dict[str, Any], told: str) -> None:
    with pytest.raises(DominosimError) as error:
        FUNCTIONS[design](PAIR, **changes)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@every_design
def test_policies_are_checked(design: str) -> None:
    with pytest.raises(DominosimError, match="did you mean 'greedy'"):
        FUNCTIONS[design](["greedi", "random"])
    with pytest.raises(DominosimError, match="one is named"):
        FUNCTIONS[design](["greedy"])


@pytest.mark.parametrize("design", ["simulate", "compare", "duel", "plan"])
@pytest.mark.parametrize("threads", [0, -1, 1025, 1.5, True])
def test_numbers_of_threads_are_checked(design: str, threads: Any) -> None:
    with pytest.raises(DominosimError, match="threads is a whole number from 1 to 1024"):
        FUNCTIONS[design](PAIR, threads=threads)


def test_rows_of_games_need_a_directory(tmp_path: Path) -> None:
    with pytest.raises(DominosimError, match="rows in a directory"):
        simulate(PAIR, 10, save_games=True)
    with pytest.raises(DominosimError, match="no parameter"):
        simulate(["greedy:spare=1", "random"], 10, out=tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_every_public_name_is_there() -> None:
    for name in simulator.__all__:
        assert getattr(simulator, name).__name__ == name
