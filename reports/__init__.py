"""From the tallies of a simulation to statistics, tables, plots and a page.

Knows DataFrames and the files of a results directory; imports nothing of the simulator. Each name
is imported when it is first used, so that ``import reports`` costs nothing and matplotlib is
loaded only by those who plot.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.distributions import distribution, moments, quantiles
    from reports.errors import DamagedResults
    from reports.frames import blocked_gains, opening_effect, sides, summarise
    from reports.html import build
    from reports.intervals import mean_interval, wilson
    from reports.results import Results, load
    from reports.tables import player_table, totals

__all__ = [
    "DamagedResults",
    "Results",
    "blocked_gains",
    "build",
    "distribution",
    "load",
    "mean_interval",
    "moments",
    "opening_effect",
    "player_table",
    "quantiles",
    "sides",
    "summarise",
    "totals",
    "wilson",
]

_HOMES = {
    "DamagedResults": "errors",
    "Results": "results",
    "blocked_gains": "frames",
    "build": "html",
    "distribution": "distributions",
    "load": "results",
    "mean_interval": "intervals",
    "moments": "distributions",
    "opening_effect": "frames",
    "player_table": "tables",
    "quantiles": "distributions",
    "sides": "frames",
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
