"""What a run is made of: everything that its counts depend on, and how two of them differ."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import getsourcefile
from linecache import getlines
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.designs.experiment import Experiment
    from simulator.policy import Policy


@dataclass(frozen=True)
class Identity:
    """What a run is made of, as plain values: design, rules, seed, policies, engine.

    Not the number of games, and none of what only says how counts are read: runs that differ in
    these alone have the same parts.
    """

    told: Mapping[str, Any]

    def as_json(self) -> str:
        """As text, the same for the same."""
        return json.dumps(self.told, sort_keys=True)

    @property
    def fingerprint(self) -> str:
        """A hash of it, 64 hexadecimal digits."""
        return hashlib.sha256(self.as_json().encode()).hexdigest()


def identity_of(experiment: Experiment, policies: Sequence[Policy]) -> Identity:
    """What a run of an experiment by these policies is made of."""
    from simulator.compiling.cache import engine_sources
    from simulator.designs.experiment import design_named

    options = design_named(experiment.design).options
    asked = {name: experiment.option(name) for name in options if options[name].plays}
    told = {
        "design": experiment.design,
        "options": asked,
        "rules": experiment.full_rules().as_dict(),
        "seed": experiment.seed,
        "policies": [_told(policy) for policy in policies],
        "engine": engine_sources(),
    }
    return Identity(json.loads(json.dumps(told)))


def difference(earlier: Mapping[str, Any], now: Identity) -> str | None:
    """What of two runs is not the same, in words; None where they are the same.

    `earlier` is what an identity told.
    """
    told = now.told
    if earlier == told:
        return None
    if earlier.get("engine") != told["engine"]:
        return "the engine"
    for old, new in zip(earlier.get("policies", []), told["policies"], strict=False):
        if old != new:
            return f"the source of {new['spec']}"
    return "what is asked"


def _told(policy: Policy) -> dict[str, Any]:
    """What a policy is, by its code and its values, and the text that names it.

    Of one that cannot be hashed exactly the text of its file, or of its cell, stands in.
    """
    from simulator.compiling.sources import fingerprint

    sha256 = fingerprint(policy.decide).sha256
    text = _text_of(policy) if sha256 is None else b""
    return {
        "spec": policy.spec,
        "sha256": sha256,
        "text": hashlib.sha256(text).hexdigest() if text else None,
        "values": dict(policy.values),
        "ignores_scores": policy.ignores_scores,
        "playouts": _told(policy.playouts) if policy.playouts else None,
        "cheats": policy.cheats,
    }


def _text_of(policy: Policy) -> bytes:
    """The text of a policy's file or cell; nothing where Python kept none."""
    file = getsourcefile(policy.decide)
    if file is None or Path(file).is_file():
        return Path(file).read_bytes() if file else b""
    return "".join(getlines(file)).encode()
