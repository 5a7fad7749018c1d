"""The experiment that makes the ladder of shipped policies, and the table that the README has."""

from __future__ import annotations

import re
from pathlib import Path

from simulator.designs.experiment_file import read_experiment
from strategies import resolve, shipped

ROOT = Path(__file__).parents[2]
LADDER = read_experiment(ROOT / "strategies" / "ladder.toml")


def test_every_policy_for_lines_is_on_it() -> None:
    """But for the one that where plays do not score is greedy by another name."""
    named = {resolve(policy).name for policy in LADDER.policies}
    assert named == {one.name for one in shipped().values() if "line" in one.boards} - {"fives"}


def test_the_readme_has_all_of_it() -> None:
    """A row each, from best to worst, by the games won against greedy."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)`(?: \(cheat\))? \| ([\d.<>]+) \|", text, re.MULTILINE)
    assert [name for name, _ in rows] == sorted(
        (name for name, _ in rows), key=lambda name: -float(dict(rows)[name].strip("<>"))
    )
    assert {name for name, _ in rows} == set(LADDER.policies)
