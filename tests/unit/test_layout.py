"""Who imports whom: strategies see the contract only, reports see nothing of ours."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def imports(package: str) -> Iterator[tuple[Path, str]]:
    """The modules of this project that a package's files import."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path} imports relatively"
                names = [node.module or ""]
                if node.module in ("simulator", "strategies", "reports"):
                    names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in names:
                if name.split(".")[0] in ("simulator", "strategies", "reports"):
                    yield path.relative_to(ROOT), name


def test_strategies_import_the_policy_contract_only() -> None:
    allowed = ("simulator.policy", "simulator.tiles", "simulator.errors", "strategies")
    strangers = [(p, name) for p, name in imports("strategies") if not name.startswith(allowed)]
    assert strangers == []


def test_reports_import_nothing_of_ours() -> None:
    strangers = [(p, name) for p, name in imports("reports") if not name.startswith("reports")]
    assert strangers == []


def test_compiled_code_lies_where_the_cache_is_named_by_it() -> None:
    compiled = {
        path.relative_to(ROOT / "simulator").parent.as_posix()
        for path in (ROOT / "simulator").rglob("*.py")
        if re.search("^@(kernel|compiled_as|intrinsic)|compile_native\\(", path.read_text(), re.M)
    }
    assert compiled == {".", "compiling", "engine"}


def test_only_designs_and_the_command_line_see_all_packages() -> None:
    seers = {
        str(path)
        for path, name in imports("simulator")
        if name.split(".")[0] in ("strategies", "reports")
    }
    assert seers
    assert all(path.startswith(("simulator/designs/", "simulator/cli/")) for path in seers)


def test_rooms_look_downwards_only() -> None:
    """Engine, keeping, designs, command line: no room sees one above it."""
    rooms = ["engine", "keeping", "designs", "cli"]
    climbers = [
        (path, name)
        for place, room in enumerate(rooms)
        for path, name in imports(f"simulator/{room}")
        if name.startswith(tuple(f"simulator.{above}" for above in rooms[place + 1 :]))
    ]
    assert climbers == []


@pytest.mark.parametrize("room", ["keeping", "designs", "cli"])
def test_no_circle_of_imports(room: str) -> None:
    """Within a room modules can be put in an order; a room's own `__init__` counts as none."""
    places = {path.stem for path in (ROOT / "simulator" / room).glob("*.py")}
    graph: dict[str, set[str]] = {place: set() for place in places}
    for path, name in imports(f"simulator/{room}"):
        parts = name.split(".")
        if parts[:2] == ["simulator", room] and len(parts) > 2 and path.stem != "__init__":
            graph[path.stem] |= {parts[2]} & places
    TopologicalSorter(graph).prepare()
