"""Shards: merged they are the whole run; gaps, overlaps and strangers are named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call, Outcome
from tests.cli.stopping import child, small_steps, tables

QUIET = ("--quiet", "--json", "--threads", "1")
EXPERIMENTS = {
    "simulate": 'policies = ["greedy", "random"]\ngames = 110\n',
    "compare": 'design = "compare"\npolicies = ["greedy", "random", "hoarder"]\ngames = 90\n',
    "duel": 'design = "duel"\npolicies = ["greedy", "hoarder:spare=0"]\ngames = 220\n',
}
TINY = 'policies = ["greedy", "random"]\ngames = 3\n'
MINE = """
from simulator.policy import place, policy
from simulator.tiles import heaviest

@policy("mine", summary="plays as greedy")
def mine(view, params):
    return place(view, heaviest(view.playable))
"""


@pytest.fixture(autouse=True)
def _steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    small_steps(monkeypatch)
    monkeypatch.chdir(tmp_path)


Shards = Callable[..., list[Path]]


@pytest.fixture
def shards(call: Call) -> Shards:
    """Plays the shards of an experiment, whose text is given."""

    def play(text: str, of: int, *options: str, name: str = "shard") -> list[Path]:
        Path("asked.toml").write_text(text)
        places = [Path(f"{name}-{number}") for number in range(1, of + 1)]
        for number, place in enumerate(places, 1):
            told = ("--shard", f"{number}/{of}", "--out", place, *options)
            outcome = call("run", "asked.toml", *told, *QUIET)
            assert (outcome.code, outcome.err) == (0, "")
        return places

    return play


def digest_of(directory: Path) -> str:
    """The digest that a results directory states."""
    return str(json.loads((directory / "manifest.json").read_text())["digest"])


def assert_one_line(outcome: Outcome, *told: str) -> None:
    """Exit code 2 and one line that holds some texts; nothing was written."""
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert all(text in outcome.err for text in told)
    assert not Path("out").exists()


CASES = [
    *((text, of, ()) for text in EXPERIMENTS.values() for of in (2, 7)),
    (EXPERIMENTS["simulate"], 3, ("--save-games",)),
    (TINY, 7, ("--save-games",)),
    (TINY, 1, ()),
]


@pytest.mark.parametrize(("text", "of", "options"), CASES)
def test_shards_in_any_order_are_the_whole(
    call: Call, shards: Shards, text: str, of: int, options: tuple[str, ...]
) -> None:
    places = shards(text, of, *options)
    assert call("run", "asked.toml", *options, *QUIET, "--out", "whole").code == 0
    outcome = call("merge", *reversed(places), "--out", "out", *QUIET)
    assert (outcome.code, outcome.err) == (0, "")
    assert digest_of(Path("out")) == digest_of(Path("whole"))
    assert tables(Path("out")) == tables(Path("whole"))
    assert call("verify", "out", "--quiet").code == 0
    more = ("--games", "230", *QUIET)
    assert call("run", "--resume", "out", *more).code == 0
    assert call("run", "--resume", "whole", *more).code == 0
    assert tables(Path("out")) == tables(Path("whole"))


def test_what_does_not_make_a_whole_is_named(call: Call, shards: Shards) -> None:
    text = EXPERIMENTS["simulate"]
    one, two, three = shards(text, 3)
    half, _ = shards(text, 2, name="half")
    (other,) = shards(text.replace("110", "111"), 1, name="other")
    assert_one_line(call("merge", one, three, "--out", "out"), "games 36 to 72 are missing")
    assert_one_line(call("merge", two, three, "--out", "out"), "games 0 to 35 are missing")
    assert_one_line(call("merge", one, two, "--out", "out"), "games 73 to 109 are missing")
    overlap = call("merge", half, two, three, "--out", "out")
    assert_one_line(overlap, "half-1 and shard-2 both have games 36 to 54")
    twice = call("merge", one, two, three, f"./{one}/", "--out", "out")
    assert_one_line(twice, "shard-1 and shard-1 both have games 0 to 35")
    assert_one_line(call("merge", one, other, "--out", "out"), "different experiments")
    assert_one_line(call("merge", one, "nowhere", "--out", "out"), "nowhere")
    assert_one_line(call("merge", "--out", "out"), "directories")
    assert_one_line(call("merge", one, two, three), "--out DIR")


def test_other_versions_and_unfinished_shards_are_named(call: Call, shards: Shards) -> None:
    Path("mine.py").write_text(MINE)
    text = 'policies = ["mine.py:mine", "random"]\ngames = 200\n'
    one, two = shards(text, 2)
    Path("mine.py").write_text(MINE.replace("heaviest", "lightest"))
    _, changed = shards(text, 2, name="changed")
    assert_one_line(call("merge", one, changed, "--out", "out"), "different versions of a policy")
    Path("mine.py").unlink()
    assert call("merge", one, two, "--out", "merged", *QUIET).code == 0
    shutil.rmtree(two)
    asked = ("run", one / "experiment.toml", "--shard", "2/2", *QUIET, "--out", two)
    child(asked, stop=26)
    assert_one_line(call("merge", one, two, "--out", "out"), f"dominosim run --resume {two}")
    assert call("run", "--resume", two, *QUIET).code == 0
    assert call("merge", one, two, "--out", "out", *QUIET).code == 0
    assert tables(Path("out")) == tables(Path("merged"))


def test_a_shard_is_no_result_but_can_be_verified(call: Call, shards: Shards) -> None:
    one, _ = shards(EXPERIMENTS["compare"], 2)
    assert_one_line(call("report", one), "is a shard of a run", "dominosim merge")
    assert call("verify", one, "--quiet").out.startswith("verified: ")
    assert_one_line(call("run", "--resume", one, "--games", "1000"), "is a shard")
    before = digest_of(one)
    assert call("run", "--resume", one, *QUIET).code == 0
    assert digest_of(one) == before
    part = min((one / "parts").iterdir())
    part.write_bytes(part.read_bytes()[:-1])
    assert call("verify", one, "--quiet").code == 1


def test_a_damaged_shard_is_played_again(call: Call, shards: Shards) -> None:
    places = shards(EXPERIMENTS["compare"], 2)
    assert call("run", "asked.toml", *QUIET, "--out", "whole").code == 0
    part = min((places[0] / "parts").iterdir())
    part.write_bytes(part.read_bytes()[:-1])
    outcome = call("merge", *places, "--out", "out", *QUIET)
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1
    assert tables(Path("out")) == tables(Path("whole"))


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/0", "a/b", "-1/2", ""])
def test_what_is_no_shard_is_one_line(call: Call, text: str) -> None:
    Path("asked.toml").write_text(TINY)
    assert_one_line(call("run", "asked.toml", "--shard", text, "--out", "out"), "3/16")
