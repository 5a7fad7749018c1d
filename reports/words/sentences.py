"""What sentences about matchups and about comparisons share.

Knows text, and of the rules how long a game is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.results.cheats import marked
from reports.results.rules import Rules, rounds_of
from reports.words.formats import counted
from reports.words.labels import short_policy

_WIDTH = 60  # characters of a policy in a sentence
_NAMED = 3  # policies that are named one by one


@dataclass(frozen=True)
class Verdict:
    """A headline and a few sentences."""

    headline: str
    details: list[str]


def call(policy: str) -> str:
    """A policy's name in a sentence."""
    return short_policy(policy, _WIDTH)


def listed(names: Sequence[str]) -> str:
    """Names one by one, or the first few and how many more there are."""
    short = [call(name) for name in names]
    if len(short) > _NAMED + 1:
        short = [*short[:_NAMED], f"{len(short) - _NAMED} more"]
    return joined(short)


def caveats(cheats: Sequence[str]) -> list[str]:
    """A sentence about policies that cheat, by their texts; none where there are none."""
    if not cheats:
        return []
    names = listed([marked(text) for text in cheats])
    if len(cheats) == 1:
        return [f"{names} sees the deal: a bound, not a player."]
    return [f"{names} see the deal: bounds, not players."]


def games_of(number: int, rules: Rules) -> str:
    """How many games, and of how many rounds if that is fixed: ``50 games of 10 rounds``."""
    rounds = rounds_of(rules)
    return counted(number, "game") + (f" of {counted(rounds, 'round')}" if rounds else "")


def joined(names: Sequence[str]) -> str:
    """Names one by one: ``a``, ``a and b``, ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
