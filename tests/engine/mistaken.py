"""Mistaken policies at a table, and what they lead to."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError
from simulator.policy import Policy, View, policy
from simulator.rules import Rules, rules_for
from simulator.transcript import transcript
from strategies import resolve

MODES = [
    pytest.param(False, id="python"),
    pytest.param(True, marks=pytest.mark.compiled, id="native"),
]
GREEDY = resolve("greedy")


def declared(decide: Callable[[View, Any], Any]) -> Policy:
    """A policy called `bad`."""
    return policy("bad", summary="is wrong")(decide)


def error_of(
    bad: Policy, compiled: bool, rules: Rules | None = None, seed: int = 5, games: int = 50
) -> str:
    """What the error says that a policy at seat 1 leads to."""
    rules = rules or rules_for("draw", 2)
    others = [GREEDY] * (rules.players - 2)
    with pytest.raises(PolicyError) as caught:
        Matchup(rules, [GREEDY, bad, *others], compiled=compiled).play(seed, 0, games)
    assert caught.value.exit_code == 1
    message = str(caught.value)
    assert message.splitlines() == [message]
    return message


ANSWER = "answer with DRAW, place(view, tile) or play(tile, arm)"


def place_of(decide: Callable[..., Any], text: str = "def ") -> str:
    """Where a function has the first line with a text, as errors say it."""
    lines, first = inspect.getsourcelines(decide)
    line = next(index for index, line in enumerate(lines) if text in line)
    return f"{Path(inspect.getfile(decide)).name}, line {first + line}"


def replayed(
    message: str, told: str, bad: Policy, compiled: bool, right: str = ""
) -> list[dict[str, Any]]:
    """The events of the game that an error names, up to the same error.

    `told` and `right`, what it says was done and would be right, are regular expressions.
    """
    found = re.fullmatch(
        rf"policy 'bad' \(seat 1\) {told}, in game (\d+), round (\d+); {right}"
        r"see dominosim replay greedy bad --seed 5 --game (\d+)",
        message,
    )
    assert found is not None, message
    game, number, again = map(int, found.groups()[-3:])
    assert game == again
    matchup = Matchup(rules_for("draw", 2), [GREEDY, bad], compiled=compiled)
    events = list[dict[str, Any]]()
    with pytest.raises(PolicyError) as caught:
        events.extend(transcript(matchup, 5, game))
    assert str(caught.value) == message
    assert max(event["round"] for event in events if event["event"] == "deal") == number
    return events
