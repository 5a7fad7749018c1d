"""What a report needs to know of the rules of a run.

Knows the `rules` of a manifest. Those of runs older than games of a fixed number of rounds do not
name `rounds`: every game went to the target.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Rules = Mapping[str, Any]


def sides_of(rules: Rules) -> int:
    """How many sides a table has."""
    return 2 if rules["teams"] else int(rules["players"])


def rounds_of(rules: Rules) -> int:
    """How many rounds every game has; 0 where a game goes to the target."""
    return int(rules.get("rounds", 0))


def target_of(rules: Rules) -> int | None:
    """The target of a game; None where games have a fixed number of rounds."""
    return None if rounds_of(rules) else int(rules["target"])


def has_choice(rules: Rules) -> bool:
    """Whether a tile may also be drawn with a playable one in hand."""
    return bool(rules["draw"] == "optional")


def has_penalties(rules: Rules) -> bool:
    """Whether points are penalties."""
    return bool(rules["scoring"] == "losers-mark")


def has_trains(rules: Rules) -> bool:
    """Whether tiles are placed on trains, where every seat marks what it holds after a round."""
    return bool(rules["board"] == "trains")
