"""Comparisons shared by the tests of this folder; tests that change one make their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.analysis.comparison import Analysis, analyse
from reports.results.comparison import Comparison, load_comparison
from tests.reports.comparison.sampler import write_comparison
from tests.reports.conftest import LONG

COMPARISONS = {
    "two": {"policies": ["greedy", "random"], "groups": 60},
    "three": {"policies": ["greedy", "hoarder:spare=3", LONG]},
    "six": {"policies": ["a", "b", "c", "d", "e", "f"], "groups": 30},
    "twenty": {"policies": [f"policy:level={level}" for level in range(20)], "groups": 6},
    "games-only": {"policies": ["greedy", "random"], "groups": 30, "chain": False},
    "alike": {"policies": ["greedy", "greedy"], "groups": 20, "strengths": {"greedy": 0.0}},
    "circle": {
        "policies": ["rock", "paper", "scissors"],
        "groups": 60,
        "strengths": dict.fromkeys(["rock", "paper", "scissors"], 0.0),
        "edges": {("rock", "scissors"): 0.8, ("paper", "rock"): 0.8, ("scissors", "paper"): 0.8},
    },
    "tables": {"policies": ["a", "b", "hoarder", "d"], "players": 3, "groups": 30},
    "of-four": {"policies": ["a", "b", "c", "d", "e"], "players": 4, "groups": 20},
    "pairs": {"policies": ["greedy", "hoarder", "x"], "players": 4, "teams": True, "groups": 30},
    "goat": {
        "policies": ["a", "b", "c", "d"],
        "players": 4,
        "groups": 30,
        "scoring": "losers-mark",
        "target": 101,
    },
}
PAIRINGS = [name for name in COMPARISONS if name not in ("tables", "of-four", "goat")]
TABLES = ["tables", "of-four", "goat"]


@pytest.fixture(scope="session")
def compared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Results directories by name."""
    root = tmp_path_factory.mktemp("compared")
    return {name: write_comparison(root / name, **given) for name, given in COMPARISONS.items()}


@pytest.fixture(scope="session")
def comparisons(compared: dict[str, Path]) -> dict[str, Comparison]:
    """What they say."""
    return {name: load_comparison(directory) for name, directory in compared.items()}


@pytest.fixture(scope="session")
def analyses(comparisons: dict[str, Comparison]) -> dict[str, Analysis]:
    """What follows from it."""
    return {name: analyse(comparison) for name, comparison in comparisons.items()}
