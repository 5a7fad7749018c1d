"""Shards: a run in shares that are played apart and merged."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from simulator.designs.result import Result
from simulator.designs.schedule import Shard

if TYPE_CHECKING:
    from simulator.designs.playing import Playing


@dataclass(frozen=True, eq=False, repr=False)
class ShardResult(Result):
    """What a shard came to; only merged shards are results.

    `games` are those of the shard, `digest` is of its counts; rounds are not counted.
    """

    shard: Shard

    @property
    def kind(self) -> str:
        """A shard, of whatever design."""
        return "shard"

    @property
    def has_page(self) -> bool:
        """None."""
        return False

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """As of other results, and which shard it is."""
        told = {**super().manifest, "shard": str(self.shard)}
        return {key: value for key, value in told.items() if not key.startswith("rounds")}


def conclude_shard(playing: Playing) -> ShardResult:
    """Play a shard and sum it up."""
    state, games = hashlib.sha256(), 0
    for part in playing.parts():
        games += playing.schedule.games_of(part.groups)
        state.update(repr((part.table, part.first, part.last, part.marks.tolist())).encode())
        for counts in (part.total, part.snapshots):
            state.update(counts.astype("<i8").tobytes())
    counted = games, 0, f"sha256:{state.hexdigest()}"
    return ShardResult(*playing.made(), *counted, playing.schedule.shard)
