"""From the tallies of a simulation to statistics, tables, plots and a page.

Knows DataFrames and the files of a results directory; imports nothing of the simulator. Each name
is imported when it is first used, so that ``import reports`` costs nothing and matplotlib is
loaded only by those who plot.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.analysis.comparison import Analysis, analyse, standings
    from reports.page.matchups import build
    from reports.results.comparison import Comparison, load_comparison
    from reports.results.errors import DamagedResults
    from reports.results.matchups import Results, load
    from reports.statistics.distributions import distribution, moments, quantiles
    from reports.statistics.intervals import mean_interval, wilson
    from reports.statistics.measures import adjust_for_all, compare_pair, compare_table
    from reports.statistics.rates import blocked_gains, opening_effect, sides, summarise
    from reports.statistics.ratings import cycles, ranking, rate, separated, significant_wins
    from reports.statistics.score_chain import score_chain
    from reports.terminal.matchups import player_table, totals

__all__ = [
    "Analysis",
    "Comparison",
    "DamagedResults",
    "Results",
    "adjust_for_all",
    "analyse",
    "blocked_gains",
    "build",
    "compare_pair",
    "compare_table",
    "cycles",
    "distribution",
    "load",
    "load_comparison",
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
    "Results": "results.matchups",
    "adjust_for_all": "statistics.measures",
    "analyse": "analysis.comparison",
    "blocked_gains": "statistics.rates",
    "build": "page.matchups",
    "compare_pair": "statistics.measures",
    "compare_table": "statistics.measures",
    "cycles": "statistics.ratings",
    "distribution": "statistics.distributions",
    "load": "results.matchups",
    "load_comparison": "results.comparison",
    "mean_interval": "statistics.intervals",
    "moments": "statistics.distributions",
    "opening_effect": "statistics.rates",
    "player_table": "terminal.matchups",
    "quantiles": "statistics.distributions",
    "ranking": "statistics.ratings",
    "rate": "statistics.ratings",
    "score_chain": "statistics.score_chain",
    "separated": "statistics.ratings",
    "sides": "statistics.rates",
    "significant_wins": "statistics.ratings",
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
