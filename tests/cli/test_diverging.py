"""Diverge from the command line."""

from __future__ import annotations

import json
import re

import pytest

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


@pytest.mark.parametrize(
    ("rules", "rival", "unit"),
    [
        ("mexican-train", "longest-train", "penalties"),
        ("goat", "lightest", "penalties"),
        ("block", "lightest", "points"),
    ],
)
def test_leads_are_what_the_side_has_more_than_the_other(
    call: Call, rules: str, rival: str, unit: str
) -> None:
    """As in every other table: of penalties less is better."""
    line = ("diverge", "greedy", rival, "--rules", rules, "--games", "12", "--quiet")
    rows = strict(call(*line, "--json").out)["divergences"]
    assert isinstance(rows, list)
    row = next(row for row in rows if row["count"] == 1 and row["first_lead"])
    for command, lead in zip(row["replays"][0], ("first_lead", "second_lead"), strict=True):
        events = map(json.loads, call(*command.split()[1:], "--json").out.splitlines())
        own, other = next(event["scores"] for event in events if event["event"] == "round")
        assert row[lead] == own - other
    text = call(*line).out
    assert f" {unit}, " in text
    assert ("less is better" in text) == (unit == "penalties")


def test_numbers_are_written_as_in_other_tables(call: Call) -> None:
    """Space before the percent sign, a true minus, and no spread of what was seen once."""
    line = ("diverge", "greedy", "longest-train", "--rules", "mexican-train", "--games", "12", "-q")
    shown = [text for text in call(*line).out.splitlines() if "penalties, " in text]
    number = "\N{MINUS SIGN}?[0-9]+[.][0-9]"
    form = f"([0-9]+) \\({number} %\\), {number} and {number} penalties, {number}( ±{number})?"
    found = [re.search(f"{form}$", text) for text in shown]
    assert all(found)
    counts = [(match[1], match[2]) for match in found if match]
    assert {spread is None for count, spread in counts if count == "1"} == {True}
    assert {spread is None for count, spread in counts if count != "1"} == {False}
    assert any("\N{MINUS SIGN}" in text for text in shown)
