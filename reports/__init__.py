"""From the tallies of a simulation to statistics, tables, plots and a page.

Knows DataFrames and the files of a results directory; imports nothing of the simulator. Each name
is imported when it is first used, so that ``import reports`` costs nothing and matplotlib is
loaded only by those who plot.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.analysis import Analysis, analyse, standings
    from reports.chain import score_chain
    from reports.comparisons import adjust_for_all, compare_pair, compare_table
    from reports.distributions import distribution, moments, quantiles
    from reports.errors import DamagedResults
    from reports.frames import blocked_gains, opening_effect, sides, summarise
    from reports.html import build
    from reports.intervals import mean_interval, wilson
    from reports.ratings import cycles, ranking, rate, separated, significant_wins
    from reports.results import Results, load
    from reports.tables import player_table, totals
    from reports.tournament import Comparison, load_comparison

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
    "Analysis": "analysis",
    "Comparison": "tournament",
    "DamagedResults": "errors",
    "Results": "results",
    "adjust_for_all": "comparisons",
    "analyse": "analysis",
    "blocked_gains": "frames",
    "build": "html",
    "compare_pair": "comparisons",
    "compare_table": "comparisons",
    "cycles": "ratings",
    "distribution": "distributions",
    "load": "results",
    "load_comparison": "tournament",
    "mean_interval": "intervals",
    "moments": "distributions",
    "opening_effect": "frames",
    "player_table": "tables",
    "quantiles": "distributions",
    "ranking": "ratings",
    "rate": "ratings",
    "score_chain": "chain",
    "separated": "ratings",
    "sides": "frames",
    "significant_wins": "ratings",
    "standings": "analysis",
    "summarise": "frames",
    "totals": "tables",
    "wilson": "intervals",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
