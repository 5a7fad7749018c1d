"""A directory of its own for what a test compiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.compiling import cache


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of this engine go, in an empty directory; it is not there yet."""
    monkeypatch.setenv("DOMINOSIM_CACHE_DIR", str(tmp_path))
    return cache.directory()
