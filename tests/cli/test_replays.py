"""The commands that the program prints: each shows what it was printed about."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from simulator.designs.tables import STRIDE
from tests.cli.conftest import Call

BAD = """
from simulator.policy import place, play, policy
from simulator.tiles import count, heaviest

@policy("bad", summary="plays what it does not hold", ignores_scores=True)
def bad(view, params):
    if count(view.line) < 4:
        return place(view, heaviest(view.playable))
    return play(heaviest(view.line), 0)
"""

RUNS = {
    "simulate": "simulate greedy BAD",
    "three seats": "simulate greedy BAD random --set hand=4",
    "pairs": "simulate greedy BAD greedy BAD --rules block --set teams=true --set hand=5",
    "spinner": "simulate fives BAD --rules all-fives --set set=9",
    "second table": "compare greedy random BAD",
    "all orders": "compare greedy random lightest BAD --players 3 --seatings all",
    "pairs compared": "compare greedy BAD --rules draw-100 --set teams=true --set hand=6",
    "duel": "duel greedy BAD --seed 18446744073709551615",
    "diverge": "diverge greedy BAD",
}


@pytest.mark.parametrize("line", RUNS.values(), ids=RUNS)
def test_the_command_of_a_fault_shows_the_fault(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """With a space, two, and quotes in the name of the file."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "my  own" / 'it\'s "so".py'
    file.parent.mkdir()
    file.write_text(BAD)
    spec = f"{file.relative_to(tmp_path)}:bad"
    words = [spec if word == "BAD" else word for word in line.split()]
    fault = call(*words, "--games", "200", *([] if "diverge" in line else ["--quiet"]))
    assert fault.code == 1
    told = re.fullmatch(r"dominosim: (policy .*; see dominosim (.*))\n", fault.err)
    assert told is not None, fault.err
    again = call(*shlex.split(told[2]))
    assert again.code == 1
    assert again.err == fault.err
    assert again.out.startswith("Game ")


def test_every_game_that_a_comparison_plays_can_be_replayed(call: Call) -> None:
    """The last group of the last of 780 tables."""
    last = 780 * STRIDE - 1
    outcome = call("replay", "greedy", "random", "--game", last, "--two-ended", "--json")
    assert outcome.code == 0
    assert json.loads(outcome.out.splitlines()[0])["game"] == last


def test_the_commands_of_divergences_show_them(call: Call) -> None:
    line = "--rules block --set teams=true --set hand=5 --games 40 --json --quiet"
    outcome = call("diverge", "greedy", "lightest", *line.split())
    kind = json.loads(outcome.out)["divergences"][0]
    for game, commands in zip(kind["examples"], kind["replays"], strict=True):
        first, second = (call(*shlex.split(command)[1:], "--json").out for command in commands)
        deals = [[json.loads(line) for line in text.splitlines()[:2]] for text in (first, second)]
        assert deals[0][0]["game"] == game
        assert deals[0][0]["rules"]["hand"] == 5
        assert deals[0][1] == deals[1][1]
        assert first != second
