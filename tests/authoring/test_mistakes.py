"""Mistakes of authors, each in a file of its own: one line that names the place and a remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError
from simulator.rules import rules_for
from strategies import policies
from tests.authoring.mistaken import MISTAKES, Mistake, is_clean

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_one_line_names_the_place(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a game is played, and never in the compiler's words."""
    monkeypatch.chdir(tmp_path)
    told = mistake.write(tmp_path)
    with pytest.raises(PolicyError) as caught:
        Matchup(rules_for("draw", 2), policies("mine.py:mine", "greedy"))
    assert str(caught.value) == told
    assert is_clean(told)
