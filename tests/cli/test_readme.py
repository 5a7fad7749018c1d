"""The README's commands and examples work as they stand there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import simulator.designs.lifecycle
from tests.cli.conftest import Call

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)


def test_commands_run_one_after_the_other(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written = [text for kind, text in BLOCKS if kind == "python" and "@policy" in text]
    Path("mine.py").write_text("\n".join(written))
    lines = [
        line
        for kind, text in BLOCKS
        if kind == "sh"
        for line in text.splitlines()
        if line.startswith("dominosim")
    ]
    assert len(lines) >= 12
    drawn = simulator.designs.lifecycle.drawn

    def once(path: Path, result: Any) -> Any:
        return drawn(path, result) if path.parent.name == "results" else None

    monkeypatch.setattr(simulator.designs.lifecycle, "drawn", once)  # drawing takes long
    for line in lines:
        outcome = call(*shlex.split(line.replace("--games 1M", "--games 20k"))[1:])
        assert outcome.code == 0, (line, outcome.err)


def test_the_table_is_what_the_command_prints(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = next(text for kind, text in BLOCKS if kind == "text" and "seats" in text)
    outcome = call("simulate", "greedy", "lightest", "--games", "100k")
    assert outcome.out.startswith(shown)


def test_the_notebook_example_runs() -> None:
    """Line by line, as cells: what stands alone in a line is shown."""
    example = next(text for kind, text in BLOCKS if kind == "python" and "simulate(" in text)
    names: dict[str, object] = {}
    exec(example, names)
    shown = [line for line in example.splitlines() if re.match(r"[a-z]+\.", line)]
    summary, (values, verdict), matchups, standings, decision = (
        eval(line, names) for line in shown
    )
    assert list(summary.policy) == ["greedy", "hoarder:spare=3"]
    assert values["spare"] in (0, 1)
    assert verdict.win_rate[0] > 0.5
    assert summary.win_rate.sum() == pytest.approx(1)
    assert list(matchups["first"]) == ["greedy", "greedy", "lightest"]
    assert set(standings.policy) == {"greedy", "lightest", "random"}
    assert standings.rating.sum() == pytest.approx(0, abs=1e-9)
    word, games, rate, low, high = decision
    assert word == "first"
    assert games < 10_000
    assert 0.5 < low < rate < high


def test_every_make_target_exists() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)`", README, re.MULTILINE)
    assert len(targets) >= 5
    for target in map("".join, targets):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
