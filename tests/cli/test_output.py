"""What the program prints: the JSON contract, tables that fit a terminal, light imports."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from simulator.cli import cli
from tests.cli.conftest import Call


def strict(text: str) -> dict[str, object]:
    """Parse JSON that may not hold NaN or infinities."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads(text, parse_constant=refuse)  # type: ignore[no-any-return]


TOP = {
    "schema", "experiment", "games", "rounds", "blocked_rounds", "void_rounds", "drawn_games",
    "blocked_rate", "players", "digest", "elapsed_seconds", "games_per_second",
    "rounds_per_second",
}  # fmt: skip
PLAYER = {
    *("seat", "policy", "wins", "win_rate", "win_rate_low", "win_rate_high", "mean_score"),
    *("rounds_won", "rounds_won_out", "rounds_won_blocked"),
    *("tiles_drawn", "tiles_drawn_by_choice", "passes"),
}


def test_simulate_json_is_the_contract_and_adds_up(call: Call) -> None:
    outcome = call("simulate", "greedy", "hoarder", "random", "--games", "500", "--json", "-q")
    assert outcome.code == 0
    assert outcome.err == ""
    told = strict(outcome.out)
    assert set(told) == TOP
    assert told["schema"] == 1
    assert told["experiment"] == {
        "rules": "draw",
        "policies": ["greedy", "hoarder", "random"],
        "games": 500,
        "seed": 0,
    }
    players = told["players"]
    assert isinstance(players, list)
    assert [player["seat"] for player in players] == [0, 1, 2]
    for player in players:
        assert set(player) == PLAYER
        assert player["win_rate"] == player["wins"] / 500
        assert 0 <= player["win_rate_low"] < player["win_rate"] < player["win_rate_high"] <= 1
        assert player["rounds_won"] == player["rounds_won_out"] + player["rounds_won_blocked"]
    assert sum(player["wins"] for player in players) + told["drawn_games"] == 500  # type: ignore[operator]
    won = sum(player["rounds_won"] for player in players)
    assert won + told["void_rounds"] == told["rounds"]  # type: ignore[operator]
    assert re.fullmatch("sha256:[0-9a-f]{64}", str(told["digest"]))


def test_a_clean_sweep_has_an_interval(call: Call) -> None:
    told = strict(call("simulate", "greedy", "draw-eagerly", "--games", "50", "--json").out)
    winner = told["players"][0]  # type: ignore[index]
    assert winner["wins"] == 50
    assert winner["win_rate_low"] < 1
    assert winner["win_rate_high"] == 1


def test_overrides_are_part_of_the_experiment(call: Call) -> None:
    line = ("simulate", "greedy", "greedy", "--games", "10", "--json", "--set", "target=50")
    assert strict(call(*line).out)["experiment"]["set"] == {"target": 50}  # type: ignore[index]


@pytest.mark.parametrize(
    "line",
    [
        "simulate greedy hoarder:spare=3 draw-eagerly random --games 300",
        "simulate greedy greedy greedy greedy --rules international --games 300",
        "simulate greedy random --rules goat --games 300 --set target=50 --set hand=6",
        "strategies",
        "rules",
        "rules draw",
        "rules goat",
        "rules all-fives",
    ],
)
def test_what_is_printed_fits_80_columns(
    call: Call, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = call(*line.split())
    assert outcome.code == 0
    assert outcome.out.count("\n") > 4
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_replay_tells_games_as_text_and_as_json_lines(call: Call) -> None:
    text = call("replay", "greedy", "hoarder", "--game", "3:5", "--seed", "9")
    assert text.code == 0
    assert re.findall(r"^Game (\d+) of seed 9", text.out, re.MULTILINE) == ["3", "4"]
    lines = call("replay", "greedy", "hoarder", "--game", "3:5", "--seed", "9", "--json").out
    events = [strict(line) for line in lines.splitlines()]
    assert [event["game"] for event in events if event["event"] == "game"] == [3, 4]
    assert [event["event"] for event in events].count("end") == 2
    alone = call("replay", "greedy", "hoarder", "--game", "4", "--seed", "9", "--json").out
    assert lines.endswith(alone)


@pytest.mark.parametrize("command", ["", *sorted(cli.commands)])
def test_help_imports_nothing_heavy(command: str) -> None:
    code = (
        "import sys\nfrom simulator.cli import main\n"
        f"try: main({[*command.split(), '--help']!r})\nexcept SystemExit: pass\n"
        "print([name for name in ('numba', 'numpy', 'pandas', 'matplotlib', 'rich') "
        "if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")


@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_variants_are_named_in_full_where_there_is_room(
    call: Call, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    variants = ["longest-train:depth=3", "longest-train:depth=9"]
    line = (command, *variants, "--rules", "mexican-train", "--games", "20", "--quiet")
    monkeypatch.setenv("COLUMNS", "120")
    text = call(*line).out
    assert all(f"{variant} " in text for variant in variants)
    assert "…" not in text
