"""Diverge from the command line."""

from __future__ import annotations

from tests.cli.conftest import Call
from tests.cli.test_output import strict


def test_diverge_names_the_first_difference(call: Call) -> None:
    line = ("diverge", "greedy", "lightest", "--games", "60", "--quiet")
    told = strict(call(*line, "--json").out)
    rows = told["divergences"]
    assert isinstance(rows, list)
    kinds = {row["kind"]: row["count"] for row in rows if row["first"] == ""}
    assert set(kinds) == {"other tile"}
    detail = next(row for row in rows if row["first"] != "")
    command = detail["replays"][0][0].split()
    replayed = call(*command[1:])
    assert replayed.code == 0
    assert detail["first"] in replayed.out
    text = call(*line).out
    assert "other tile" in text
    assert "dominosim replay greedy lightest" in text


def test_policies_that_never_part(call: Call) -> None:
    line = ("diverge", "greedy", "draw-eagerly", "--set", "draw=never", "--games", "20", "-q")
    assert "decide alike in all of 20 rounds" in call(*line).out
