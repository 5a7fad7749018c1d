"""Settings of the whole suite: hypothesis without chance; what runs only where it makes sense.

Compiled code is kept in build/compiled, by every worker and every process that a test starts, never
in the user's cache: so each engine is compiled once and a second run of the suite compiles little.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("exact", derandomize=True, deadline=None, database=None)
settings.load_profile("exact")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark that only this suite knows; say where compiled code is kept."""
    os.environ["DOMINOSIM_CACHE_DIR"] = str(Path(__file__).parents[1] / "build" / "compiled")
    config.addinivalue_line("markers", "compiled: needs the compiler, skipped where it is off")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip long runs unless `-m` asks for them, and what needs the compiler where it is off.

    The tests of reports share figures and pages that take long to make: all go to one process.
    """
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent / "reports"):
            item.add_marker(pytest.mark.xdist_group("reports"))
    if "slow" not in config.option.markexpr:
        skip(items, "slow", "a long run: ask for it with -m slow")
    if any(item.get_closest_marker("compiled") for item in items):
        from simulator.compiling.marks import is_python

        if is_python():
            skip(items, "compiled", "the compiler is off")


def skip(items: list[pytest.Item], mark: str, reason: str) -> None:
    """Skip the tests that have a mark."""
    for item in items:
        if item.get_closest_marker(mark):
            item.add_marker(pytest.mark.skip(reason=reason))
