"""What points and losers are called."""

from __future__ import annotations

from typing import Any

import pytest

from reports.words.penalties import loser
from simulator.rules import rules_for


@pytest.mark.parametrize(
    ("preset", "changed", "heading"),
    [
        ("goat", {}, "goat"),
        ("goat", {"rounds": 5}, "goat"),
        ("mexican-train", {}, "last"),
        ("mexican-train", {"board": "line"}, "last"),
        ("draw", {"scoring": "losers-mark", "block_gain": "gross"}, "last"),
        ("draw", {}, None),
    ],
)
def test_the_goat_is_of_the_game_of_that_name(
    preset: str, changed: dict[str, Any], heading: str | None
) -> None:
    found = loser(rules_for(preset, 2, changed).as_dict())
    assert (found.heading if found else None) == heading
