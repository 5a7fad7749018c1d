"""The command that checks a policy, and the one that starts it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call

GOOD = """\
from simulator.policy import place, policy
from simulator.tiles import heaviest

@policy("good", summary="sheds the heaviest tile")
def good(view, params):
    return place(view, heaviest(view.playable))

@policy("bad", summary="answers with a tile")
def bad(view, params):
    return heaviest(view.playable)
"""


@pytest.fixture(autouse=True)
def _file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(GOOD)


@pytest.mark.parametrize("columns", [60, 80])
def test_table(call: Call, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """A row a table, what holds of all, and what never happens; nothing wider than the terminal."""
    monkeypatch.setenv("COLUMNS", str(columns))
    outcome = call("check", "mine.py:good", "--rules", "without-boneyard", "--quiet")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    rows = [line.split() for line in lines if line.startswith("without-boneyard")]
    assert [row[1] for row in rows] == ["2", "3", "4", "4"]
    assert [row[-1] for row in rows] == ["ok"] * 4
    assert max(map(len, lines)) <= columns
    told = " ".join(outcome.out.split())
    assert "decisions at 4 tables, each asked again" in told
    assert "ns a decision; compiled in " in told


def test_fault(call: Call) -> None:
    """The exit code is 1, the row says FAULT and a line says what and where."""
    outcome = call("check", "mine.py:bad", "--rules", "block", "--quiet")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.count("FAULT") == 4
    faults = [line for line in outcome.out.splitlines() if line.startswith("fault: block, ")]
    assert len(faults) == 3
    assert all("did you mean place(view, tile)?" in fault for fault in faults)
    assert outcome.out.endswith("and 1 more faults; --json tells them all\n")


def test_document(call: Call) -> None:
    """With --json one document, faults and all."""
    outcome = call("check", "mine.py:bad", "--rules", "block", "--set", "target=50", "--json", "-q")
    told = json.loads(outcome.out)
    assert outcome.code == 1
    assert (told["schema"], told["policy"], len(told["faults"])) == (1, "mine.py:bad", 4)
    assert [table["rules"]["target"] for table in told["tables"]] == [50] * 4
    good = call("check", "mine.py:good", "--rules", "block", "--json", "-q")
    assert (good.code, json.loads(good.out)["faults"]) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["greedyy"], "unknown policy 'greedyy'; did you mean 'greedy'?"),
        (["mine.py:god"], "unknown policy 'god' in mine.py; did you mean 'good'?"),
        (["greedy", "--rules", "goats"], "unknown rules 'goats'; did you mean 'goat'?"),
        (["greedy", "--set", "hand"], "'hand' is not KEY=VALUE, like target=150"),
    ],
)
def test_senseless_requests(call: Call, arguments: list[str], told: str) -> None:
    """One line, and exit code 2."""
    outcome = call("check", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert told in outcome.err


def test_a_started_policy_plays(call: Call) -> None:
    """What is printed is a file with a policy of that name, which keeps the contract."""
    outcome = call("strategies", "--new", "my-way-2")
    assert (outcome.code, outcome.err) == (0, "")
    Path("way.py").write_text(outcome.out)
    checked = call("check", "way.py:my-way-2:draw_from=5", "--rules", "all-fives", "--quiet")
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.count(" ok\n") == 4
    assert "mine.py:my-way-2" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 100


@pytest.mark.parametrize("name", ["My", "a b", "two--hyphens", "-a", "1st", "", "a_b", "a:b"])
def test_names_that_start_nothing(call: Call, name: str) -> None:
    """A name is of lower-case words joined by hyphens."""
    outcome = call("strategies", f"--new={name}")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        f"dominosim: {name!r} is no name of a policy; write lower-case words, as my-way\n"
    )


HIGHEST = """\
from simulator.policy import play, policy
from simulator.tiles import heaviest

@policy("highest", summary="on the highest arm where a tile fits")
def highest(view, params):
    arm = 4
    while not view.fits[arm] & view.hand:
        arm -= 1
    return play(heaviest(view.fits[arm] & view.hand), arm)
"""


def test_trains_of_others_are_counted(call: Call) -> None:
    """Each decision once, wherever a tile fits one of them; a line has no such arms."""
    Path("mine.py").write_text(HIGHEST)
    shares = {}
    for name in ("mine.py:highest", "own-train"):
        outcome = call("check", name, "--rules", "mexican-train", "--quiet")
        lines = outcome.out.splitlines()
        assert max(map(len, lines)) <= 80
        rows = [line.split() for line in lines if line.startswith("mexican-train")]
        assert {len(row) for row in rows} == {7}
        assert "arms 2+, on trains the others'" in " ".join(outcome.out.split())
        shares[name] = [int(row[3]) for row in rows]
    assert shares["mine.py:highest"] == [100] * 3
    assert max(shares["own-train"]) < 50
    assert "arms 2+" not in call("check", "mine.py:highest", "--rules", "block", "--quiet").out
    assert "arms 2+" in call("check", "greedy", "--rules", "all-fives", "--quiet").out
