"""Results directories shared by the tests of the reports; tests that change one make their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.results.matchups import Results, load
from tests.reports.fixtures import write_results

LONG = "/long/path/to/mine.py:cautious:spare=3,limit=20"

MATCHUPS = {
    "two": {"games": 200},
    "three": {"policies": ["greedy", "hoarder:spare=3", LONG], "games": 120},
    "four": {"policies": ["greedy", "greedy", "hoarder:spare=3", LONG], "games": 120},
    "pairs": {
        "policies": ["greedy", "hoarder:spare=3", LONG, "random"],
        "games": 100,
        "teams": True,
        "draw": "never",
    },
    "goat": {
        "policies": ["greedy", "hoarder:spare=3", "careful", "random"],
        "games": 60,
        "scoring": "losers-mark",
        "target": 101,
    },
    "fives": {
        "games": 150,
        "play_points": "fives",
        "target_check": "at-once",
        "target": 150,
        "draw": "stuck",
    },
    "one-game": {"games": 1, "target": 5},
}


@pytest.fixture(scope="session")
def directories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("results")
    return {name: write_results(root / name, **options) for name, options in MATCHUPS.items()}


@pytest.fixture(scope="session")
def loaded(directories: dict[str, Path]) -> dict[str, Results]:
    return {name: load(directory) for name, directory in directories.items()}
