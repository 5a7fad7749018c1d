"""What policies are called where somebody reads it: by their texts, a mark at those that cheat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.policy import Policy


def called(policy: Policy) -> str:
    """The name of a policy, see `reports.results.cheats`."""
    from reports.results.cheats import name_of

    return name_of(policy.spec, cheats_among([policy]))


def cheats_among(policies: Sequence[Policy]) -> list[str]:
    """The texts of the policies that cheat, each once."""
    return list(dict.fromkeys(policy.spec for policy in policies if policy.cheats))


def who_cheats(cheats: Sequence[str]) -> dict[str, list[str]]:
    """What documents say of that: an entry where there is a cheat, else nothing."""
    return {"cheats": list(cheats)} if cheats else {}
