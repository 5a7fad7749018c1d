"""Policies that are in no file, where a file is needed: kept results, other processes."""

from __future__ import annotations

import linecache
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from simulator import Experiment, simulate
from simulator.designs.identity import difference, identity_of
from simulator.errors import ExperimentError
from simulator.policy import Policy, View, place, policy
from simulator.tiles import heaviest
from strategies import resolve
from tests.cli.conftest import Call
from tests.cli.conftest import call as call

TEXT = """
from simulator.policy import place, policy
from simulator.tiles import heaviest

@policy("{name}", summary="sheds the heaviest tile", ignores_scores=True, k=1)
def mine(view, params):
    return place(view, heaviest(view.playable))
"""


def typed(name: str = "mine", **names: Any) -> Policy:
    """A policy of that name that is in no file."""
    exec(compile(TEXT.format(name=name), "<stdin>", "exec"), names)
    found: Policy = names["mine"]
    return found


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Results of such a policy."""
    simulate([typed().with_values({"k": 2}), "random"], 200, out=tmp_path / "results")
    return tmp_path / "results"


def test_what_is_kept_tells_what_is_missing(out: Path, call: Call) -> None:
    """What needs no policy does without; what plays says that it cannot, and what would help."""
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    told = (
        f"dominosim: policy 'mine:k=2' of {out} is in no file there and in no package here, like "
        "one from a notebook, and cannot be played again; write it to a file and play "
        "FILE.py:mine:k=2\n"
    )
    for command in (["verify", out], ["run", "--resume", out, "--games", 300]):
        assert call(*command) == (2, "", told)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert call("report", out).code == 0


def test_a_shipped_policy_of_the_same_name_is_another_one(tmp_path: Path, call: Call) -> None:
    out = tmp_path / "results"
    simulate([typed("lightest").with_values({}, "lightest"), "random"], 200, out=out)
    found = call("verify", out)
    assert found.code == 1
    assert "the source of lightest has changed since" in found.out
    again = call("run", "--resume", out, "--games", 300)
    assert (again.code, again.out) == (2, "")
    assert "cannot be gone on with: the source of lightest has changed since" in again.err


@pytest.mark.parametrize("name", ["mine", "greedy"])
def test_such_a_policy_cannot_travel(name: str, tmp_path: Path) -> None:
    """Also where there is a shipped one of its name; nothing is played or kept before."""
    out, seen = tmp_path / "results", list[int]()
    with ProcessPoolExecutor(1) as pool, pytest.raises(ExperimentError) as caught:
        simulate(
            [typed(name), "random"],
            200,
            out=out,
            executor=pool,
            progress=lambda played, games: seen.append(played),
        )
    assert str(caught.value) == (
        f"the console, line 5: policy {name!r} is an object, which cannot travel to other "
        f"processes; write it to a file and name it 'FILE.py:{name}', or leave out the executor"
    )
    assert (seen, out.exists()) == ([], False)


@policy("here", summary="sheds the heaviest tile")
def here(view: View, params: Any) -> int:
    """Written in a file."""
    return place(view, heaviest(view.playable))


def test_an_object_of_a_file_is_told_by_which_text_it_travels() -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(ExperimentError) as caught:
        simulate([here, "random"], 200, executor=pool)
    assert str(caught.value) == (
        "policy 'here' is an object, which cannot travel to other processes; "
        f"name it '{__file__}:here', or leave out the executor"
    )


def test_a_cell_stands_in_for_what_cannot_be_hashed() -> None:
    """As a file does: with another text it is another policy."""
    experiment = Experiment(("mine", "random"), 1)
    told = []
    for cell in ("one", "one", "other"):
        name, text = f"<ipython-input-1-{cell}>", f"# {cell}\n" + TEXT.format(name="mine")
        text = text.replace("view.playable)", "view.playable & LOCK)")
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        names: dict[str, Any] = {"LOCK": threading.Lock()}
        exec(compile(text, name, "exec"), names)
        told.append(identity_of(experiment, [names["mine"], resolve("random")]))
        del linecache.cache[name]
    assert difference(told[0].told, told[1]) is None
    assert difference(told[0].told, told[2]) == "the source of mine"
