"""Mistakes of authors, each in a file of their own: one line that names the place and a remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError
from simulator.rules import rules_for
from strategies import policies
from tests.authoring.mistaken import MISTAKES, is_clean

pytestmark = pytest.mark.compiled


def test_all() -> None:
    import tempfile

    for m in MISTAKES:
        p = Path(tempfile.mkdtemp())
        place = m.write(p)
        try:
            Matchup(rules_for(m.preset, 2), policies(f"{p}/mine.py:mine", "greedy")).play(1, 0, 200)
            print("!!", m.name, "NO ERROR")
        except PolicyError as e:
            ok = str(e).replace(str(p) + "/", "")
            print("  " if place in ok and is_clean(ok) else "XX", m.name, "|", place, "|", ok)
