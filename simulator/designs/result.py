"""What every design comes to: a frozen result that knows how it was made and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import Experiment
from simulator.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from simulator.policy import Policy


@dataclass(frozen=True, eq=False)
class Result:
    """What an experiment came to.

    Attributes
    ----------
    experiment : what was asked.
    rules : the complete rules of its tables.
    policies : what played, in the order asked for.
    threads : int, on how many it was played.
    elapsed : float, seconds it took.
    games, rounds : int, how many were played; of a duel up to the decision, of a plan the pilot's.
    digest : `sha256:` and a hash of all counts, the same whenever the experiment is played.
    """

    experiment: Experiment
    rules: Rules
    policies: tuple[Policy, ...]
    threads: int
    elapsed: float
    games: int
    rounds: int
    digest: str

    def files(self) -> Mapping[str, pd.DataFrame | str]:
        """What is kept of it in a results directory, frames and texts by file name."""
        return {}

    @cached_property
    def analysis(self) -> Any:
        """What a page says of it, where the design has one."""
        return None

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """How it was made: versions, rules, hashes of policies' sources, digest and timings."""
        from simulator.compiling.sources import fingerprint
        from simulator.keeping.manifest import machine

        elapsed = max(self.elapsed, 1e-9)
        started = datetime.now(UTC) - timedelta(seconds=elapsed)
        return {
            **machine(),
            "command": self.experiment.command(),
            "rules": self.rules.as_dict(),
            "policies": [
                {"spec": policy.spec, "sha256": fingerprint(policy.decide)}
                for policy in self.policies
            ],
            "games": self.games,
            "rounds": self.rounds,
            "digest": self.digest,
            "threads": self.threads,
            "started": started.isoformat(timespec="seconds"),
            "elapsed_seconds": round(elapsed, 3),
            "games_per_second": round(self.games / elapsed, 1),
            "rounds_per_second": round(self.rounds / elapsed, 1),
        }
