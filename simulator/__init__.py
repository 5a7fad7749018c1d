"""A Monte Carlo simulator of domino strategies: rules, the engine, and how to run it.

>>> from simulator import simulate
>>> from strategies import policies
>>> result = simulate(policies("greedy", "hoarder"), games=100_000)
>>> result.players, result.distributions, result.digest

A policy of your own needs `simulator.policy` and `simulator.tiles`. Names are imported when they
are first used, so that the command line can show its help without loading numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.designs.experiment import Experiment
    from simulator.designs.simulate import Result, simulate
    from simulator.engine.matchup import Matchup
    from simulator.errors import DominosimError
    from simulator.rules import Rules, rules_for

_HOMES = {
    "DominosimError": "errors",
    "Experiment": "designs.experiment",
    "Matchup": "engine.matchup",
    "Result": "designs.simulate",
    "Rules": "rules",
    "rules_for": "rules",
    "simulate": "designs.simulate",
}

__all__ = [
    "DominosimError",
    "Experiment",
    "Matchup",
    "Result",
    "Rules",
    "rules_for",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
