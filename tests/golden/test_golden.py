"""Runs come out as they always did, on every machine, compiled or not.

After a change that is meant to change results: `python -m tests.golden.renew`.
"""

from __future__ import annotations

import re

import pytest

from tests.golden.runs import RUNS, Run, stored


@pytest.mark.parametrize("run", RUNS, ids=str)
def test_digest(run: Run) -> None:
    """Every counter and histogram of a run is what it was."""
    assert run.digest() == stored()[str(run)]


def test_digests_are_of_these_runs() -> None:
    """One for each, no two the same."""
    kept = stored()
    assert list(kept) == [str(run) for run in RUNS]
    assert len(set(kept.values())) == len(RUNS)
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in kept.values())
