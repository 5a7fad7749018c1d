"""A Monte Carlo simulator of domino strategies: rules, the engine, and how to run it.

>>> from simulator import simulate
>>> result = simulate(["greedy", "hoarder:spare=3"], games=100_000)
>>> result.players, result.distributions, result.digest

The commands that play are functions here, with the same names and arguments. A policy of your own
needs `simulator.policy` and `simulator.tiles`. Names are imported when they are first used, so that
the command line can show its help without loading numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.designs.check import CheckResult, check
    from simulator.designs.compare import CompareResult, compare
    from simulator.designs.diverge import DivergeResult, diverge
    from simulator.designs.duel import DuelResult, duel
    from simulator.designs.experiment import Experiment
    from simulator.designs.plan import PlanResult, plan
    from simulator.designs.simulate import SimulateResult, simulate
    from simulator.designs.sweep import SweepResult, sweep
    from simulator.designs.tune import TuneResult, tune
    from simulator.engine.matchup import Matchup
    from simulator.errors import DominosimError
    from simulator.rules import Rules, rules_for

_HOMES = {
    "CheckResult": "designs.check",
    "CompareResult": "designs.compare",
    "DivergeResult": "designs.diverge",
    "DominosimError": "errors",
    "DuelResult": "designs.duel",
    "Experiment": "designs.experiment",
    "Matchup": "engine.matchup",
    "PlanResult": "designs.plan",
    "Rules": "rules",
    "SimulateResult": "designs.simulate",
    "SweepResult": "designs.sweep",
    "TuneResult": "designs.tune",
    "check": "designs.check",
    "compare": "designs.compare",
    "diverge": "designs.diverge",
    "duel": "designs.duel",
    "plan": "designs.plan",
    "rules_for": "rules",
    "simulate": "designs.simulate",
    "sweep": "designs.sweep",
    "tune": "designs.tune",
}

__all__ = [
    "CheckResult",
    "CompareResult",
    "DivergeResult",
    "DominosimError",
    "DuelResult",
    "Experiment",
    "Matchup",
    "PlanResult",
    "Rules",
    "SimulateResult",
    "SweepResult",
    "TuneResult",
    "check",
    "compare",
    "diverge",
    "duel",
    "plan",
    "rules_for",
    "simulate",
    "sweep",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
