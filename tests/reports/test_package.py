"""The package: what it offers, and what importing it costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import reports

PACKAGE = Path(reports.__file__).parent
SOURCES = sorted(PACKAGE.glob("*.py"))


def test_every_public_name_is_there() -> None:
    assert sorted(reports.__all__) == sorted(reports._HOMES)
    assert set(reports.__all__) <= set(dir(reports))
    for name in reports.__all__:
        assert getattr(reports, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'luck'"):
        _ = reports.luck


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import reports", ["pandas", "matplotlib", "jinja2", "rich", "scipy", "numpy"]),
        ("from reports import DamagedResults", ["pandas", "numpy"]),
        (
            "from reports import load, player_table, totals",
            ["matplotlib", "jinja2", "rich", "scipy"],
        ),
        ("import reports.page.matchups", ["matplotlib.pyplot", "scipy"]),
    ],
)
def test_imports_are_lazy(code: str, heavy: list[str]) -> None:
    check = f"import sys; {code}; print([m for m in {heavy} if m in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", check],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
    )
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_nothing_of_the_simulator_is_imported(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            assert name.split(".")[0] not in ("simulator", "strategies")
