"""Who imports whom: the order of the rooms, from the words that all speak to the command line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("simulator", "strategies", "reports")

ROOMS = {
    "errors": ("simulator.errors",),
    "compiling": ("simulator.compiling",),
    "contract": (
        "simulator.masks",
        "simulator.tiles",
        "simulator.rng",
        "simulator.placements",
        "simulator.views",
        "simulator.knowledge",
        "simulator.doors",
        "simulator.signature",
        "simulator.doors",
        "simulator.policy",
    ),
    "rules": ("simulator.parameters", "simulator.presets", "simulator.rules"),
    "authoring": ("simulator.authoring",),
    "engine": ("simulator.engine",),
    "transcript": ("simulator.transcript",),
    "strategies": ("strategies",),
    "statistics": ("reports.statistics",),
    "results": ("reports.results",),
    "analysis": ("reports.analysis",),
    "words": ("reports.words",),
    "figures": ("reports.figures",),
    "terminal": ("reports.terminal",),
    "page": ("reports.page",),
    "reports": ("reports",),
    "keeping": ("simulator.keeping",),
    "designs": ("simulator.designs",),
    "simulator": ("simulator",),
    "cli": ("simulator.cli",),
}
"""Every room with its modules or its package, lowest first; a package's own name is its front."""

PLACES = {room: place for place, room in enumerate(ROOMS)}
MOST_LINES = 250


def module_of(path: Path) -> str:
    """The dotted name of a file; of a package's `__init__` the package's name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    module_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))
}


def named(name: str) -> str:
    """The module that an imported name is or is in."""
    while name not in FILES:
        name = name.rpartition(".")[0]
        assert name, "an import of ours names a module that there is not"
    return name


def imports_of(module: str) -> set[str]:
    """The modules of ours that a module imports, anywhere in its text."""
    found = set[str]()
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        names = list[str]()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {named(name) for name in names if name.split(".")[0] in PACKAGES}
    return found


IMPORTS = {module: imports_of(module) for module in FILES}


def room_of(module: str) -> str:
    """The room with the longest name that a module is in."""
    homes = {
        home: room
        for room, names in ROOMS.items()
        for home in names
        if module == home or module.startswith(f"{home}.")
    }
    home = max(homes, key=len)
    assert module == home or home not in PACKAGES or home == "strategies", f"{module} is in no room"
    return homes[home]


def arrows(package: str) -> Iterator[tuple[str, str]]:
    """Who imports whom, of the modules of a package."""
    for module, found in IMPORTS.items():
        if module == package or module.startswith(f"{package}."):
            yield from ((module, other) for other in sorted(found))


def test_the_table_is_of_modules_that_there_are() -> None:
    """Every name in it is a module or a package, and every module is in a room."""
    homes = [home for names in ROOMS.values() for home in names]
    assert [home for home in homes if home not in FILES] == []
    assert {room_of(module) for module in FILES} == set(ROOMS)


def test_every_arrow_points_downwards() -> None:
    """No module imports from a room above its own."""
    climbers = [
        (module, other)
        for package in PACKAGES
        for module, other in arrows(package)
        if PLACES[room_of(other)] > PLACES[room_of(module)]
    ]
    assert climbers == []
    assert sum(map(len, IMPORTS.values())) > 200


@pytest.mark.parametrize("room", ROOMS)
def test_no_circle_of_imports(room: str) -> None:
    """Within a room modules can be put in an order; a package's own `__init__` counts as none."""
    modules = {m for m in FILES if room_of(m) == room and FILES[m].stem != "__init__"}
    TopologicalSorter({module: IMPORTS[module] & modules for module in modules}).prepare()


def test_strategies_import_the_policy_contract_only() -> None:
    allowed = ("simulator.policy", "simulator.tiles", "simulator.errors")
    strangers = [
        (module, other)
        for module, other in arrows("strategies")
        if other not in allowed and other.split(".")[0] != "strategies"
    ]
    assert strangers == []


def test_reports_import_nothing_of_ours() -> None:
    assert [arrow for arrow in arrows("reports") if arrow[1].split(".")[0] != "reports"] == []


def test_only_designs_and_the_command_line_see_all_packages() -> None:
    seers = {
        room_of(module)
        for module, other in arrows("simulator")
        if other.split(".")[0] in ("strategies", "reports")
    }
    assert seers == {"designs", "cli"}


def test_compiled_code_lies_where_the_cache_is_named_by_it() -> None:
    compiled = {
        path.relative_to(ROOT / "simulator").parent.as_posix()
        for path in (ROOT / "simulator").rglob("*.py")
        if re.search("^@(kernel|compiled_as|intrinsic)|compile_native\\(", path.read_text(), re.M)
    }
    assert compiled == {".", "compiling", "engine"}


def test_modules_are_of_a_bearable_length() -> None:
    lengths = {
        module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in FILES.items()
    }
    assert {module: lines for module, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_room_of_one_file() -> None:
    """A package has two modules at least beside its `__init__`."""
    packages = {path.parent for path in FILES.values()}
    assert [
        str(package.relative_to(ROOT))
        for package in sorted(packages)
        if len([path for path in package.glob("*.py") if path.stem != "__init__"]) < 2
        and package != ROOT / "reports"
    ] == []
