"""From the tallies of a simulation to statistics, tables, plots and a page.

Knows DataFrames and the files of a results directory; imports nothing of the simulator. Its rooms
stand on each other, each importing only from those before it: `statistics`, `results`, `analysis`,
`words`, `figures`, `terminal`, `page`. In each, modules named ``matchups`` are of single matchups,
modules named ``comparison`` of comparisons, those named ``sweep`` of sweeps.

Each name is imported when it is first used, so that ``import reports`` costs nothing and matplotlib
is loaded only by those who plot.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.analysis.comparison import Analysis, analyse, standings
    from reports.analysis.matchups import Description, describe
    from reports.analysis.sweep import Sweeping, analyse_sweep
    from reports.page.building import build
    from reports.results.comparison import Comparison, load_comparison
    from reports.results.errors import DamagedResults
    from reports.results.matchups import Results, load
    from reports.results.sweep import Sweep, load_sweep
    from reports.results.tuning import Tuning, load_tuning
    from reports.statistics.best import best_region
    from reports.statistics.cycles import cycles, significant_wins
    from reports.statistics.distributions import distribution, moments, quantiles
    from reports.statistics.effects import blocked_gains, opening_effect
    from reports.statistics.intervals import mean_interval, wilson
    from reports.statistics.multiplicity import adjust_for_all
    from reports.statistics.pairings import compare_pair, compare_table
    from reports.statistics.ranking import ranking, separated
    from reports.statistics.rates import sides, summarise
    from reports.statistics.ratings import rate
    from reports.statistics.score_chain import score_chain
    from reports.terminal.matchups import player_table, totals

__all__ = [
    "Analysis",
    "Comparison",
    "DamagedResults",
    "Description",
    "Results",
    "Sweep",
    "Sweeping",
    "Tuning",
    "adjust_for_all",
    "analyse",
    "analyse_sweep",
    "best_region",
    "blocked_gains",
    "build",
    "compare_pair",
    "compare_table",
    "cycles",
    "describe",
    "distribution",
    "load",
    "load_comparison",
    "load_sweep",
    "load_tuning",
    "mean_interval",
    "moments",
    "opening_effect",
    "player_table",
    "quantiles",
    "ranking",
    "rate",
    "score_chain",
    "separated",
    "sides",
    "significant_wins",
    "standings",
    "summarise",
    "totals",
    "wilson",
]

_HOMES = {
    "Analysis": "analysis.comparison",
    "Comparison": "results.comparison",
    "DamagedResults": "results.errors",
    "Description": "analysis.matchups",
    "Results": "results.matchups",
    "Sweep": "results.sweep",
    "Sweeping": "analysis.sweep",
    "Tuning": "results.tuning",
    "adjust_for_all": "statistics.multiplicity",
    "analyse": "analysis.comparison",
    "analyse_sweep": "analysis.sweep",
    "best_region": "statistics.best",
    "blocked_gains": "statistics.effects",
    "build": "page.building",
    "compare_pair": "statistics.pairings",
    "compare_table": "statistics.pairings",
    "cycles": "statistics.cycles",
    "describe": "analysis.matchups",
    "distribution": "statistics.distributions",
    "load": "results.matchups",
    "load_comparison": "results.comparison",
    "load_sweep": "results.sweep",
    "load_tuning": "results.tuning",
    "mean_interval": "statistics.intervals",
    "moments": "statistics.distributions",
    "opening_effect": "statistics.effects",
    "player_table": "terminal.matchups",
    "quantiles": "statistics.distributions",
    "ranking": "statistics.ranking",
    "rate": "statistics.ratings",
    "score_chain": "statistics.score_chain",
    "separated": "statistics.ranking",
    "sides": "statistics.rates",
    "significant_wins": "statistics.cycles",
    "standings": "analysis.comparison",
    "summarise": "statistics.rates",
    "totals": "terminal.matchups",
    "wilson": "statistics.intervals",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
