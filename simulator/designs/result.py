"""What every design comes to: a frozen result that knows how it was made and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import Experiment, design_named
from simulator.designs.naming import called, cheats_among
from simulator.parameters import write_value
from simulator.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from simulator.policy import Policy


_MOST_TOLD = 4  # policies


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """What an experiment came to; a notebook shows it in three lines.

    Attributes
    ----------
    experiment : what was asked.
    rules : the complete rules of its tables.
    policies : what played, in the order asked for.
    threads : int, on how many it was played.
    started : when its run was begun, in UTC.
    elapsed : float, seconds it took by the clock, without pauses.
    games, rounds : int, how many were played; of a duel up to the decision, of a plan the pilot's.
    digest : `sha256:` and a hash of all counts, the same whenever the experiment is played.
    """

    experiment: Experiment
    rules: Rules
    policies: tuple[Policy, ...]
    threads: int
    started: datetime
    elapsed: float
    games: int
    rounds: int
    digest: str

    def __repr__(self) -> str:
        asked, names = self.experiment, [called(policy) for policy in self.policies]
        if len(names) > _MOST_TOLD:
            names[_MOST_TOLD:] = [f"and {len(names) - _MOST_TOLD} more"]
        changes = (f"{key}={write_value(getattr(self.rules, key))}" for key in asked.overrides)
        games = f"{self.games:,} games"
        if self.rounds:  # a shard's are not counted
            games += f", {self.rounds:,} rounds"
        return (
            f"<{type(self).__name__} of {', '.join(names)}\n"
            f" {', '.join([asked.rules, *changes])}, seed {asked.seed}: {games}\n"
            f" {self.digest}>"
        )

    @property
    def kind(self) -> str:
        """What it is a result of: the name of its design."""
        return self.experiment.design

    @property
    def names(self) -> Mapping[str, str]:
        """What its policies are called where somebody reads it, by their texts."""
        return {policy.spec: called(policy) for policy in self.policies}

    @property
    def cheats(self) -> list[str]:
        """The texts of its policies that cheat."""
        return cheats_among(self.policies)

    @property
    def has_page(self) -> bool:
        """Whether `reports` builds a page of it."""
        return design_named(self.experiment.design).has_page

    @property
    def width(self) -> float:
        """How wide the widest 95 % interval of a win rate is; 0 where there is none."""
        return 0.0

    def files(self) -> Mapping[str, pd.DataFrame | str | bytes]:
        """What is kept of it in a results directory, frames and texts by file name."""
        return {}

    @cached_property
    def analysis(self) -> Any:
        """What a page says of it, where the design has one."""
        return None

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """How it was made: versions, rules, hashes of policies' sources, digest and timings."""
        from simulator.designs.identity import identity_of
        from simulator.keeping.manifest import machine

        identity = identity_of(self.experiment, self.policies).told

        elapsed = max(self.elapsed, 1e-9)
        return {
            **machine(),
            "command": self.experiment.command(),
            "rules": self.rules.as_dict(),
            "policies": [
                {key: policy[key] for key in ("spec", "sha256", "cheats")}
                for policy in identity["policies"]
            ],
            "identity": identity,
            "games": self.games,
            "rounds": self.rounds,
            "digest": self.digest,
            "threads": self.threads,
            "started": self.started.isoformat(timespec="seconds"),
            "elapsed_seconds": round(elapsed, 3),
            "games_per_second": round(self.games / elapsed, 1),
            "rounds_per_second": round(self.rounds / elapsed, 1),
        }
