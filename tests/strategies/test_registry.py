"""The registry: policies by name, with parameters, from files and from installed packages."""

from __future__ import annotations

import importlib
import os
import py_compile
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.engine.matchup import Matchup
from simulator.errors import PolicyError, PolicyNameError
from simulator.rules import rules_for
from strategies import policies, registry, resolve, shipped
from strategies.registry import file_of, sources_of

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


NAMED = """
@policy("{name}", summary="is told apart by its value", value={value})
def {function}(view, params):
    return 0
"""


def of_values(path: Path, head: str, *declared: tuple[str, str, int], tail: str = "") -> str:
    """A file of policies, each by variable, name and value; its path as text."""
    text = f"from simulator.policy import policy\n{head}\n"
    for function, name, value in declared:
        text += NAMED.format(function=function, name=name, value=value)
    path.write_text(text + tail)
    return str(path)


def test_two_policies_of_one_name(tmp_path: Path) -> None:
    """Neither is silently the one that is meant, whichever of the file is asked for."""
    told = "two policies of mine.py are called 'p'; name them apart"
    twice = ("a", "p", 1), ("b", "p", 2), ("c", "q", 3)
    path = of_values(tmp_path / "mine.py", "", *twice)
    assert [message(f"{path}{end}") for end in ("", ":p", ":q")] == [told] * 3
    path = of_values(tmp_path / "mine.py", "", twice[0], tail="b = a.with_values({'value': 2})\n")
    assert message(f"{path}:p") == told


def test_one_policy_of_two_variables(tmp_path: Path) -> None:
    """It is the same by both."""
    path = of_values(tmp_path / "mine.py", "", ("a", "p", 1), tail="b = a\nc = a.with_values({})\n")
    assert dict(resolve(f"{path}:p").values) == {"value": 1}


def test_imported_policies_shadow_none_of_the_files_own(tmp_path: Path) -> None:
    """Whether imported before or after; others can be named, after the file's own."""
    of_values(tmp_path / "own_other.py", "", ("theirs", "p", 5), ("more", "r", 6))
    imports = "from own_other import theirs, more\nfrom strategies.greedy import greedy as plain\n"
    mine = ("a", "p", 1), ("b", "greedy", 2), ("c", "q", 3)
    for head, tail in ((imports, ""), ("", imports)):
        path = of_values(tmp_path / "mine.py", head, *mine, tail=tail)
        values = {name: resolve(f"{path}:{name}").values["value"] for name in "pqr"}
        assert values == {"p": 1, "q": 3, "r": 6}
        assert dict(resolve(f"{path}:greedy").values) == {"value": 2}
        offered = ", ".join(f"{path}:{name}" for name in ("p", "greedy", "q", "r"))
        assert message(path) == f"{path!r} does not say which policy of the file: {offered}"


def test_what_a_file_offers_can_be_named(tmp_path: Path) -> None:
    """Two imported policies of one name are none of that; no more is wrong with the file."""
    of_values(tmp_path / "own_other.py", "", ("theirs", "p", 5), ("more", "r", 6))
    head = "from own_other import theirs, more\nmost = theirs.with_values({'value': 7})\n"
    path = of_values(tmp_path / "mine.py", head)
    assert message(path) == f"{path!r} does not say which policy of the file: {path}:r"
    assert message(f"{path}:p") == f"unknown policy 'p' in {path}; there are r"
    path = of_values(tmp_path / "mine.py", head, ("a", "p", 1))
    assert dict(resolve(f"{path}:p").values) == {"value": 1}


ERRORS = {
    "syntax": ("x = 1\ny = (\n", "broken.py, line 2: SyntaxError: '(' was never closed\n"),
    "raised syntax": ("raise SyntaxError('own')\n", "broken.py, line 1: SyntaxError: own\n"),
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
        "broken.py, line 4: policy 'odd': the default of 'a' is not a number",
    ),
    "name": (
        "from simulator.policy import policy\n\n\n@policy(3, summary='three')\n"
        "def three(view, params):\n    return 0\n",
        "broken.py, line 4: 3 is no name of a policy; write lower-case words, as my-way",
    ),
    "exit": ("import sys\nsys.exit('no')\n", "broken.py, line 2: SystemExit: no"),
    "text": ("import json\n\njson.loads('x')\n", "broken.py, line 3: JSONDecodeError: Expecting"),
    "lines": ('raise ValueError("two\\nlines")\n', "broken.py, line 1: ValueError: two"),
}


@pytest.mark.parametrize(("text", "told"), ERRORS.values(), ids=ERRORS)
def test_file_with_an_error(tmp_path: Path, text: str, told: str) -> None:
    """The error names the file, the line and what Python says, in one line; the exit code is 1.

    What is told ends where it ends, if that is written here.
    """
    path = tmp_path / "broken.py"
    path.write_text(text)
    found = message(f"{path}:any", PolicyError) + "\n"
    assert found.startswith(told)
    assert PolicyError.exit_code == 1
    assert str(tmp_path) not in sys.path


def test_module_beside_that_is_no_python(tmp_path: Path) -> None:
    """The error names the file that the line is in."""
    (tmp_path / "own_wrong.py").write_text("x = 1\n\ny = (\n")
    (tmp_path / "own.py").write_text("import own_wrong\n")
    told = message(f"{tmp_path}/own.py:any", PolicyError)
    assert told == "own_wrong.py, line 3: SyntaxError: '(' was never closed"


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


COUNTING = """
import sys
from simulator.policy import policy
{imports}
sys.modules["runs_of_files"].append(__file__)


@policy("a", summary="one", value={value})
def a(view, params):
    return 0


@policy("b", summary="another")
def b(view, params):
    return 0
"""


@pytest.fixture
def runs() -> Iterator[list[str]]:
    """The files of `COUNTING` that were run, in order."""
    found = list[str]()
    sys.modules["runs_of_files"] = found  # type: ignore[assignment]
    yield found
    del sys.modules["runs_of_files"]


def test_a_file_is_run_once(
    tmp_path: Path, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For all its policies, however its path is written."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "own.py"
    path.write_text(COUNTING.format(imports="", value=1))
    (tmp_path / "link.py").symlink_to("own.py")
    specs = ["own.py:a", "own.py:b", "./own.py:a", f"{path}:b", "~/own.py:a", "link.py:b"]
    found = policies(*specs)
    assert [policy.name for policy in found] == ["a", "b"] * 3
    assert [policy.spec for policy in found] == specs
    assert sources_of(Path("own.py")) == (path,)
    assert sources_of(Path("~/own.py").expanduser()) == (path,)
    assert runs == [str(path)]
    os.utime(path, (1000, 1000))
    path.write_text(path.read_text())
    resolve("own.py:a")
    assert len(runs) == 1


def test_a_file_is_run_again_when_it_has_changed(tmp_path: Path, runs: list[str]) -> None:
    """Or when what it imports has, at the same size and time too, and what bytecode is kept."""
    for folder in ("own_package", "own_space"):
        (tmp_path / folder).mkdir()
    texts = {
        "own.py": COUNTING.format(
            imports="import own_beside, own_package.part, own_space.part",
            value="1000 + own_beside.N + own_package.part.N + own_space.part.N",
        ),
        "own_beside.py": "N = 100\n",
        "own_package/__init__.py": "M = 1\n",
        "own_package/part.py": "from own_package import M\nN = M * 10\n",
        "own_space/part.py": "N = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        os.utime(tmp_path / name, (1e9, 1e9))
        py_compile.compile(str(tmp_path / name))
    spec = f"{tmp_path}/own.py:a"
    assert dict(resolve(spec).values) == {"value": 1111.0}
    assert sources_of(tmp_path / "own.py") == tuple(tmp_path / name for name in texts)
    changes = [
        ("own.py", "1000", "7000", 7111),
        ("own_beside.py", "100", "300", 7311),
        ("own_package/__init__.py", "1", "2", 7321),
        ("own_package/part.py", "10", "30", 7361),
        ("own_space/part.py", "1", "9", 7369),
    ]
    for times, (name, old, new, value) in enumerate(changes, 2):
        path = tmp_path / name
        path.write_text(path.read_text().replace(old, new))
        os.utime(path, (1e9, 1e9))
        assert dict(resolve(spec).values) == {"value": value}
        assert dict(resolve(spec).values) == {"value": value}
        assert len(runs) == times
    (tmp_path / "own_unrelated.py").write_text("")
    resolve(spec)
    assert len(runs) == 6
    (tmp_path / "own_beside.py").unlink()
    assert "No module named 'own_beside'" in message(spec, PolicyError)
    assert not {"own_beside", "own_package", "own_space", "own_package.part"} & set(sys.modules)


def test_sources_are_enough_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is installed below the file's folder is none of them; what it puts on the path is."""
    home, copy = tmp_path / "home", tmp_path / "copy"
    texts = {
        "own.py": "import os, sys\n"
        "sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'more'))\n"
        "import own_far, own_installed\n" + GREEDY_COPY.format(name="a", bias=1, function="a"),
        "more/own_far.py": "",
        ".venv/lib/site-packages/own_installed.py": "",
    }
    for name, text in texts.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    monkeypatch.setattr(sys, "path", [*sys.path, str(home / ".venv/lib/site-packages")])
    sources = sources_of(home / "own.py")
    assert sources == (home / "own.py", home / "more" / "own_far.py")
    (home / "own.py").write_text(texts["own.py"] + "\n")
    assert sources_of(home / "own.py") == sources
    assert "own_installed" in sys.modules
    for source in sources:
        place = copy / source.relative_to(home)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(source.read_bytes())
    assert resolve("own.py:a", {"own.py": copy / "own.py"}).spec == "own.py:a"
    assert sources_of(copy / "own.py") == (copy / "own.py", copy / "more" / "own_far.py")


def test_a_module_that_is_loaded_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file gets what its neighbour is now; who loaded that before keeps it as it was."""
    (tmp_path / "own_loaded.py").write_text("N = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = importlib.import_module("own_loaded")
    (tmp_path / "own_loaded.py").write_text("N = 22\n")
    (tmp_path / "own.py").write_text(
        "from own_loaded import N\n" + GREEDY_COPY.format(name="a", bias="N", function="a")
    )
    assert dict(resolve(f"{tmp_path}/own.py:a").values) == {"bias": 22.0}
    assert sys.modules["own_loaded"] is before
    assert before.N == 1


@pytest.mark.parametrize("folder", ["a:b", "a.py", "a.py:b", "c=d", "own.py:cautious"])
def test_colons_in_a_path(folder: str, tmp_path: Path, mine: Path) -> None:
    """The path ends where there is a file."""
    path = tmp_path / folder / "mine.py"
    path.parent.mkdir(parents=True)
    path.write_bytes(mine.read_bytes())
    spec = f"{path}:cautious:bias=3"
    policy = resolve(spec)
    assert (policy.spec, dict(policy.values)) == (spec, {"bias": 3.0})
    assert policy.with_values({"bias": 4}).spec == f"{path}:cautious:bias=4"
    assert file_of(spec) == file_of(str(path)) == str(path)


def test_file_of() -> None:
    """The path as it is written, of a file that need not be there; None for other policies."""
    assert file_of("~/no/mine.py:cautious:bias=3") == "~/no/mine.py"
    assert file_of("no/one.py:two.py:three") == "no/one.py"
    assert file_of("mine.pyc:cautious") is None
    assert file_of("hoarder:spare=3") is None
    assert message("~nobody-at-all/mine.py:a") == "there is no file '~nobody-at-all/mine.py'"


def test_files_that_lie_elsewhere(mine: Path, tmp_path: Path) -> None:
    """A text's path stands for the file that it is said to."""
    for spec in ("gone/mine.py:cautious:bias=3", "gone:there.py/mine.py:cautious:bias=3"):
        file = spec.removesuffix(":cautious:bias=3")
        policy = resolve(spec, {file: mine})
        assert (policy.spec, dict(policy.values)) == (spec, {"bias": 3.0})
    gone = tmp_path / "gone.py"
    with pytest.raises(PolicyNameError, match=r"there is no file '.*/gone\.py'"):
        resolve(f"{mine}:cautious", {str(mine): gone})


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
