"""Mirrored deals: which tables are made of policies that are compared, and who sits where at them.

Knows rules and numbers of policies; plays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from simulator.designs.experiment import Experiment
from simulator.errors import ExperimentError
from simulator.presets import PRESETS
from simulator.rules import Rules, rules_for, two_ended

if TYPE_CHECKING:
    from simulator.policy import Policy

Seating = tuple[int, ...]


def mirrored(rules: Rules) -> Rules:
    """The rules of a comparison: on a line two seats draw from the two ends of the boneyard.

    So one seat's draws do not change what the other draws from the same deal.
    """
    return two_ended(rules) if rules.players == 2 and not rules.has_trains else rules


def mirrored_rules(experiment: Experiment, players: int = 0) -> Rules:
    """The rules of an experiment on mirrored deals; by default those of two sides."""
    number = players or _usual_players(experiment)
    return mirrored(rules_for(experiment.rules, number, experiment.overrides))


def check_distinct(experiment: Experiment) -> None:
    """Raise `ExperimentError` if a policy is named twice."""
    texts = experiment.policies
    if len(set(texts)) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise ExperimentError(f"{twice!r} is named twice; a policy is compared with others")


def seatings_for(rules: Rules, every_order: bool = False) -> list[Seating]:
    """The policy of every seat in each game of a group.

    All rotations, so that every policy has every seat once; with `every_order` all orders. Partners
    play the same policy.
    """
    if rules.teams:
        return [(0, 1, 0, 1), (1, 0, 1, 0)]
    seats = range(rules.players)
    if every_order:
        return list(permutations(seats))
    return [tuple((seat + turn) % rules.players for seat in seats) for turn in seats]


def tables_for(rules: Rules, policies: int) -> list[tuple[int, ...]]:
    """The tables of a comparison as indices of policies: every choice of one a side."""
    return list(combinations(range(policies), rules.sides))


def seatings_asked(experiment: Experiment) -> list[Seating]:
    """The seatings of a comparison, as it asks for."""
    return seatings_for(experiment.full_rules(), experiment.option("seatings") == "all")


def table_of(
    experiment: Experiment, policies: Sequence[Policy], number: int
) -> tuple[list[Policy], bool]:
    """The policies of a table of a comparison, and whether the score chain applies to it."""
    rules = experiment.full_rules()
    chosen = [policies[index] for index in tables_for(rules, len(policies))[number]]
    return chosen, chain_applies(rules, chosen)


def chain_applies(rules: Rules, policies: Sequence[Policy]) -> bool:
    """Whether a game's win rate follows from how rounds go: see the score chain of `reports`.

    The rules must allow it, and the policies must ignore the score.
    """
    return chain_is_possible(rules) and all(policy.ignores_scores for policy in policies)


def chain_is_possible(rules: Rules) -> bool:
    """Whether there is a score chain where policies ignore the score.

    Rounds must be independent of the score and of each other but for who opens, which must
    alternate between two sides, and bring points to one side only; and the game must end at the
    target.
    """
    return (
        rules.sides == 2
        and rules.opener_first == "lot"
        and rules.opener_next == "rotate"
        and rules.play_points == "none"
        and rules.scoring == "winner-takes"
        and rules.rounds == 0
    )


def _usual_players(experiment: Experiment) -> int:
    """Four where they are pairs, else two."""
    preset = PRESETS.get(experiment.rules)
    pairs = str(experiment.overrides.get("teams", "")).lower() in ("true", "yes", "on")
    return 4 if pairs or (preset is not None and preset.pairs == "must") else 2
