"""The registry: policies by name, with parameters, from files and from installed packages."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError, PolicyNameError
from simulator.rules import rules_for
from strategies import policies, registry, resolve, shipped

GREEDY_COPY = """
from simulator.policy import place, policy
from simulator.tiles import heaviest


@policy("{name}", summary="sheds the heaviest tile", bias={bias})
def {function}(view, params):
    return place(view, heaviest(view.playable))
"""


@pytest.fixture(autouse=True)
def fresh_modules() -> Iterator[None]:
    """Forget what a test imports, so that files of the same name are read anew."""
    before = set(sys.modules)
    registry.installed.cache_clear()
    yield
    registry.installed.cache_clear()
    for name in set(sys.modules) - before:
        if not name.startswith(("simulator", "strategies", "numba", "llvmlite")):
            del sys.modules[name]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file with two policies."""
    path = tmp_path / "mine.py"
    text = GREEDY_COPY.format(name="cautious", bias=1, function="cautious")
    path.write_text(text + GREEDY_COPY.format(name="bold-one", bias=2, function="bold"))
    return path


def message(spec: str, kind: type[Exception] = PolicyNameError) -> str:
    """The error that a text leads to, one line."""
    with pytest.raises(kind) as caught:
        resolve(spec)
    told = str(caught.value)
    assert told.splitlines() == [told]
    return told


# -- names -------------------------------------------------------------------------------------


def test_shipped_policies() -> None:
    """By name, in alphabetical order; a name leads to its policy."""
    assert list(shipped()) == sorted(shipped())
    for name, policy in shipped().items():
        assert policy.name == name
        assert resolve(name) == policy
    assert [policy.name for policy in policies("greedy", "random", "greedy")] == [
        "greedy",
        "random",
        "greedy",
    ]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("gredy", "unknown policy 'gredy'; did you mean 'greedy'?"),
        ("draw_eagerly", "unknown policy 'draw_eagerly'; did you mean 'draw-eagerly'?"),
        ("Greedy", "unknown policy 'Greedy'; did you mean 'greedy'?"),
    ],
)
def test_unknown_name(spec: str, told: str) -> None:
    """The nearest name is suggested."""
    assert message(spec) == told


@pytest.mark.parametrize("spec", ["", "qqq", "?"])
def test_name_that_resembles_nothing(spec: str) -> None:
    """Then all names are listed."""
    told = message(spec)
    assert told.startswith(f"unknown policy {spec!r}; there are ")
    assert all(name in told for name in shipped())


# -- parameters --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "value"),
    [("spare=3", 3.0), ("spare=-2", -2.0), ("spare=0.5", 0.5), ("spare=1e2", 100.0)],
)
def test_parameter(spec: str, value: float) -> None:
    """Its value is a number of any kind; the text stays as it was written."""
    policy = resolve(f"hoarder:{spec}")
    assert dict(policy.values) == {"spare": value}
    assert policy.spec == f"hoarder:{spec}"
    assert dict(resolve("hoarder").values) == {"spare": 2.0}


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("hoarder:spar=3", "policy 'hoarder' has no parameter 'spar'; did you mean 'spare'?"),
        ("greedy:spare=3", "policy 'greedy' has no parameter 'spare'; it has none"),
        ("hoarder:3", "'3' in 'hoarder:3' is not name=number, like spare=3"),
        ("hoarder:spare", "'spare' in 'hoarder:spare' is not name=number, like spare=3"),
        ("hoarder:spare=", "'spare=' in 'hoarder:spare=' is not name=number, like spare=3"),
        ("hoarder:spare=x", "'spare=x' in 'hoarder:spare=x' is not name=number, like spare=3"),
        (
            "hoarder:spare=nan",
            "'spare=nan' in 'hoarder:spare=nan' is not name=number, like spare=3",
        ),
        (
            "hoarder:spare=inf",
            "'spare=inf' in 'hoarder:spare=inf' is not name=number, like spare=3",
        ),
        ("hoarder:spare=1:spare=2", "'hoarder:spare=1:spare=2' gives 'spare' twice"),
        ("hoarder:", "'' in 'hoarder:' is not name=number, like spare=3"),
    ],
)
def test_wrong_parameter(spec: str, told: str) -> None:
    """The error quotes the part that is wrong."""
    assert message(spec) == told


# -- own files ---------------------------------------------------------------------------------


def test_policy_of_a_file(mine: Path) -> None:
    """Its name follows the path, parameters follow the name, and it plays."""
    policy = resolve(f"{mine}:cautious:bias=4")
    assert (policy.name, dict(policy.values)) == ("cautious", {"bias": 4.0})
    assert policy.spec == f"{mine}:cautious:bias=4"
    assert resolve(f"{mine}:bold-one").name == "bold-one"
    rules = rules_for("draw", 2)
    own = Matchup(rules, [policy, resolve("greedy")]).play(3, 0, 20).tally
    assert (own == Matchup(rules, policies("greedy", "greedy")).play(3, 0, 20).tally).all()


def test_relative_path(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path is taken from the working directory."""
    monkeypatch.chdir(mine.parent)
    assert resolve("mine.py:cautious").spec == "mine.py:cautious"
    assert resolve("./mine.py:cautious").name == "cautious"


def test_file_without_a_policys_name(mine: Path) -> None:
    """The error lists what the file offers."""
    offered = f"{mine}:cautious, {mine}:bold-one"
    for spec in (str(mine), f"{mine}:bias=3"):
        assert message(spec) == f"{spec!r} does not say which policy of the file: {offered}"


def test_unknown_policy_of_a_file(mine: Path) -> None:
    """The nearest one in the file is suggested; shipped names are none of its."""
    assert message(f"{mine}:cautios") == (
        f"unknown policy 'cautios' in {mine}; did you mean 'cautious'?"
    )
    assert message(f"{mine}:qq") == (f"unknown policy 'qq' in {mine}; there are cautious, bold-one")


def test_missing_file(tmp_path: Path) -> None:
    """A file that is not there, or that is a directory."""
    assert message(f"{tmp_path}/none.py:bold") == f"there is no file '{tmp_path}/none.py'"
    (tmp_path / "folder.py").mkdir()
    assert message(f"{tmp_path}/folder.py:bold") == f"there is no file '{tmp_path}/folder.py'"


def test_file_without_policies(tmp_path: Path) -> None:
    """A file that declares none says so."""
    path = tmp_path / "empty.py"
    path.write_text("def plain(view, params):\n    return 0\n")
    assert message(f"{path}:plain") == f"unknown policy 'plain' in {path}; there are none"
    assert message(str(path)).endswith("does not say which policy of the file: none in this file")


ERRORS = {
    "syntax": ("x = 1\ny = (\n", "broken.py, line 2: SyntaxError: '(' was never closed"),
    "exception": (
        "def f():\n    return 1 / 0\n\n\nf()\n",
        "broken.py, line 2: ZeroDivisionError: division by zero",
    ),
    "import": (
        "import no_such_module\n",
        "broken.py, line 1: ModuleNotFoundError: No module named 'no_such_module'",
    ),
    "declaration": (
        'from simulator.policy import policy\n\n\n@policy("odd", summary="odd", a="b")\n'
        "def odd(view, params):\n    return 0\n",
        "broken.py, line 4: PolicyNameError: policy 'odd': the default of 'a' is not a number",
    ),
    "lines": ('raise ValueError("two\\nlines")\n', "broken.py, line 1: ValueError: two"),
}


@pytest.mark.parametrize(("text", "told"), ERRORS.values(), ids=ERRORS)
def test_file_with_an_error(tmp_path: Path, text: str, told: str) -> None:
    """The error names the file, the line and what Python says, in one line; the exit code is 1."""
    path = tmp_path / "broken.py"
    path.write_text(text)
    found = message(f"{path}:any", PolicyError)
    assert found.startswith(told)
    assert PolicyError.exit_code == 1
    assert str(tmp_path) not in sys.path


def test_module_beside_a_file(tmp_path: Path) -> None:
    """A file can import modules beside it, which are found again when it is read again."""
    (tmp_path / "beside.py").write_text("from simulator.tiles import lightest as first\n")
    path = tmp_path / "importing.py"
    path.write_text(
        "from beside import first\n"
        "from simulator.policy import place, policy\n\n\n"
        '@policy("importing", summary="plays by a module beside it")\n'
        "def importing(view, params):\n"
        "    return place(view, first(view.playable))\n"
    )
    policy = resolve(f"{path}:importing")
    rules = rules_for("draw", 2)
    own = Matchup(rules, [policy, resolve("greedy")]).play(3, 0, 20).tally
    assert (own == Matchup(rules, policies("lightest", "greedy")).play(3, 0, 20).tally).all()
    assert resolve(f"{path}:importing").name == "importing"
    assert str(tmp_path) not in sys.path


def test_file_is_ordinary_python(tmp_path: Path) -> None:
    """A file may declare data classes, named tuples and enumerations like any module."""
    path = tmp_path / "rich.py"
    path.write_text(
        "from __future__ import annotations\n\n"
        "from dataclasses import dataclass\nfrom enum import IntEnum\n"
        "from typing import NamedTuple\n\n"
        "from simulator.policy import policy\n\n\n"
        "@dataclass\nclass Weights:\n    pips: float = 1.0\n\n\n"
        "class Pair(NamedTuple):\n    low: int\n    high: int\n\n\n"
        "class Kind(IntEnum):\n    DOUBLE = 1\n\n\n"
        '@policy("rich", summary="has types of its own", pips=Weights().pips)\n'
        "def rich(view, params):\n    return 0\n"
    )
    assert dict(resolve(f"{path}:rich").values) == {"pips": 1.0}


def test_modules_of_the_same_name_beside_two_files(tmp_path: Path) -> None:
    """Two files that each import their own `beside` get their own."""
    found = []
    for folder, tile in (("one", "heaviest"), ("two", "lightest")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "beside.py").write_text(f"KIND = '{tile}'\n")
        path = tmp_path / folder / "own.py"
        path.write_text(
            "import beside\nfrom simulator.policy import policy\n\n\n"
            '@policy("own", summary=beside.KIND)\n'
            "def own(view, params):\n    return 0\n"
        )
        found.append(resolve(f"{path}:own").summary)
    assert found == ["heaviest", "lightest"]


def test_changed_file(mine: Path) -> None:
    """A file that has changed is read as it is now."""
    assert dict(resolve(f"{mine}:cautious").values) == {"bias": 1.0}
    mine.write_text(GREEDY_COPY.format(name="cautious", bias=7.5, function="cautious"))
    assert dict(resolve(f"{mine}:cautious").values) == {"bias": 7.5}


# -- installed packages ------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed distribution with entry points, some of which are of no use."""
    (tmp_path / "their_policies.py").write_text(
        GREEDY_COPY.format(name="theirs", bias=3, function="theirs") + "\nnumber = 3\n"
    )
    (tmp_path / "their_broken.py").write_text("raise RuntimeError('no')\n")
    info = tmp_path / "their_policies-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-policies\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[dominosim.policies]\n"
        "theirs = their_policies:theirs\n"
        "number = their_policies:number\n"
        "missing = their_policies:nothing\n"
        "broken = their_broken:any\n"
        "greedy = their_policies:theirs\n"
        "[console_scripts]\n"
        "command = their_policies:theirs\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    registry.installed.cache_clear()
    return tmp_path


@pytest.mark.usefixtures("package")
def test_installed_policy() -> None:
    """An entry point's name is a policy's name, with parameters as usual."""
    policy = resolve("theirs:bias=5")
    assert (policy.name, dict(policy.values)) == ("theirs", {"bias": 5.0})
    assert policy.spec == "theirs:bias=5"
    assert set(registry.installed()) == {"theirs", "number", "missing", "broken", "greedy"}
    assert message("their") == "unknown policy 'their'; did you mean 'theirs'?"
    assert message("command").startswith("unknown policy 'command'; ")


@pytest.mark.usefixtures("package")
def test_shipped_policies_come_first() -> None:
    """A package cannot take a shipped policy's name."""
    assert resolve("greedy") == shipped()["greedy"]


@pytest.mark.usefixtures("package")
def test_installed_policy_that_is_of_no_use() -> None:
    """What cannot be loaded, or is no policy, is an error that names the entry point."""
    assert message("number", PolicyError) == (
        "entry point 'number' is no policy; decorate its function with @policy"
    )
    for name in ("missing", "broken"):
        told = message(name, PolicyError)
        assert told.startswith(f"policy {name!r} of an installed package: ")


def test_no_installed_policies() -> None:
    """Without such packages there are none."""
    assert dict(registry.installed()) == {}
