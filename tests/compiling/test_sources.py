"""The hash of a policy's sources: it follows everything that the compiled code depends on."""

from __future__ import annotations

import copyreg
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simulator.compiling import libraries
from simulator.compiling.libraries import is_library
from simulator.compiling.sources import Fingerprint, fingerprint
from strategies import files, resolve, shipped
from strategies.registry import load_file

MINE = """
import beside_mine
from beside_mine import chosen
import numpy as np
from simulator.policy import helper, place, policy
from simulator.tiles import heaviest, lightest

WEIGHT = 3
TABLE = np.array([1, 2, 3])
PAIR = (1, 2)


@helper
def weighing(view, extra=1):
    return view.seat * WEIGHT + extra


def closing(step):
    @helper
    def inner(view):
        return view.seat + step
    return inner


inner = closing(5)


@policy("mine", summary="depends on much")
def mine(view, params):
    total = weighing(view) + inner(view) + TABLE[view.seat] + PAIR[0]
    total += beside_mine.FACTOR + beside_mine.LATER + beside_mine.counted(view) + chosen(view)
    return place(view, heaviest(view.playable) if total else lightest(view.playable))


@policy("other", summary="depends on nothing of that")
def other(view, params):
    return place(view, heaviest(view.playable))
"""
BESIDE = """
from further_off import LATER, deepest
from simulator.policy import helper

FACTOR = 2


@helper
def counted(view):
    return deepest(view)


@helper
def chosen(view):
    return view.seat * 7
"""
FURTHER = """
from simulator.policy import helper

LATER = 4


@helper
def deepest(view):
    return view.seat - 1
"""
FILES = {"mine.py": MINE, "beside_mine.py": BESIDE, "further_off.py": FURTHER}
Print = Callable[..., str]


@pytest.fixture
def printed(tmp_path: Path) -> Print:
    """The fingerprint of a policy in those files, some text in one of them replaced."""

    def of(file: str = "", old: str = "", new: str = "", policy: str = "mine") -> str:
        files._runs.clear()
        for name, text in FILES.items():
            assert name != file or text.count(old) == 1
            changed = text.replace(old, new) if name == file else text
            (tmp_path / name).write_text(changed)
        return str(fingerprint(getattr(load_file(tmp_path / "mine.py"), policy).decide).sha256)

    return of


CHANGES = {
    "the function": ("mine.py", "heaviest(view.playable) if", "lightest(view.playable) if"),
    "a helper": ("mine.py", "view.seat * WEIGHT", "view.seat + WEIGHT"),
    "a helper's default": ("mine.py", "extra=1", "extra=2"),
    "a constant": ("mine.py", "WEIGHT = 3", "WEIGHT = 4"),
    "a constant's type": ("mine.py", "WEIGHT = 3", "WEIGHT = 3.0"),
    "a tuple": ("mine.py", "PAIR = (1, 2)", "PAIR = (2, 2)"),
    "an array": ("mine.py", "[1, 2, 3]", "[1, 2, 4]"),
    "a closed-over value": ("mine.py", "closing(5)", "closing(6)"),
    "an inner function": ("mine.py", "view.seat + step", "view.seat - step"),
    "a function that is imported": ("beside_mine.py", "view.seat * 7", "view.seat * 8"),
    "a module's function": ("beside_mine.py", "return deepest(view)", "return deepest(view) + 1"),
    "a module's constant": ("beside_mine.py", "FACTOR = 2", "FACTOR = 3"),
    "a function behind a module's": ("further_off.py", "view.seat - 1", "view.seat - 2"),
    "a constant that a module imports": ("further_off.py", "LATER = 4", "LATER = 5"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_change(change: tuple[str, str, str], printed: Print) -> None:
    """Whatever the compiled code depends on changes the hash; the other policy's stays."""
    assert printed() != printed(*change)
    assert printed(policy="other") == printed(*change, policy="other")


def test_nothing_changed(printed: Print) -> None:
    """Read again, commented, moved down or beside other functions, the policy is the same."""
    before = printed()
    assert len(before) == 64
    assert int(before, 16) >= 0
    assert printed() == before
    commented = "def mine(view, params):\n    # a remark\n"
    assert printed("mine.py", "def mine(view, params):\n", commented) == before
    assert printed("mine.py", "import numpy as np\n", "import numpy as np\n\n\n") == before
    more = "\n\n\ndef unrelated(view):\n    return view.hand\n"
    assert printed("mine.py", "PAIR = (1, 2)\n", "PAIR = (1, 2)\n" + more) == before


def test_policies_differ() -> None:
    """No two shipped policies have the same hash."""
    prints = {fingerprint(policy.decide).sha256 for policy in shipped().values()}
    assert len(prints) == len(shipped())


def test_keyword_defaults_count(tmp_path: Path) -> None:
    """Defaults behind a star are part of a function, as are the number of its arguments."""
    prints = set()
    for number, head in enumerate(("view, *, by=1", "view, *, by=2", "view, by=1", "*view")):
        path = tmp_path / f"keywords_{number}.py"
        path.write_text(f"def decide({head}):\n    return 3\n")
        prints.add(fingerprint(load_file(path).decide).sha256)
    assert len(prints) == 4


def test_installed_policies_count(tmp_path: Path) -> None:
    """A policy that a package installs is hashed as well: the next release may play otherwise."""
    prints = set()
    for release, tile in (("1", "heaviest"), ("2", "lightest")):
        path = tmp_path / release / "site-packages" / "their_policy.py"
        path.parent.mkdir(parents=True)
        path.write_text(
            "from simulator.policy import place, policy\n"
            f"from simulator.tiles import {tile} as first\n\n\n"
            '@policy("theirs", summary="from a package")\n'
            "def theirs(view, params):\n"
            f"    return place(view, first(view.playable)) + {release} - {release}\n"
        )
        prints.add(fingerprint(load_file(path).theirs.decide).sha256)
    assert len(prints) == 2


# -- values ------------------------------------------------------------------------------------

IMPORTS = """
import abc, collections, dataclasses, enum, fractions, functools, math, random, re, threading, types
import typing
import numba, numpy as np
from numba import int64, njit
from numba.extending import overload
from simulator.policy import helper, policy
"""


def made(text: str) -> Fingerprint:
    """The fingerprint of a function that returns the global N of a module with such a text."""
    module = ModuleType("policies_in_some_file")
    sys.modules[module.__name__] = module  # where dataclasses look
    try:
        exec(f"{IMPORTS}\n{text}\ndef decide(view, params):\n    return N\n", vars(module))
        return fingerprint(module.decide)
    finally:
        del sys.modules[module.__name__]


LARGE = "np.arange(5000)"
CHANGED = "np.where(np.arange(5000) == 2500, 1, np.arange(5000))"
PAIR = "np.array([(1, 2)], dtype=[('a', 'i4'), ('b', '{}')])"
VALUES = [
    *(
        "0",
        "1",
        "False",
        "True",
        "0.0",
        "-0.0",
        "1.0",
        "1j",
        "complex(-0.0, 1)",
        "10**5000",
        "None",
    ),
    *("math.nan", "-math.nan", "...", "'1'", "b'1'", "bytearray(b'1')", "'\\udc80'"),
    *("np.int64(0)", "np.int64(1)", "np.int32(1)", "np.uint8(1)", "np.float64(1)", "np.float32(1)"),
    *("np.bool_(True)", "np.complex128(1)", "np.str_('1')", "np.datetime64(1, 's')"),
    *("np.datetime64(1, 'ms')", "np.float64(0.0)", "np.float64(-0.0)", "np.float32(math.nan)"),
    *("np.array(1)", "np.array([1])", "np.array([[1]])", "np.array([1], dtype='>i8')"),
    *(LARGE, CHANGED, f"({LARGE},)", f"({CHANGED},)", f"[{LARGE}]", f"{{0: {CHANGED}}}"),
    *(
        "np.zeros((2, 3))",
        "np.zeros((3, 2))",
        "np.zeros((2, 3), order='F')",
        "np.zeros((4, 3))[::2]",
    ),
    *("np.array([1, None])", "np.array([1, 2], object)", "np.array([1, True], object)"),
    *(PAIR.format("i4"), PAIR.format("i8"), PAIR.format("i4").replace("2", "3"), PAIR.format("O")),
    *(PAIR.format("i4") + "[0]", PAIR.format("O").replace("2", "3"), "np.zeros(2, '(2,2)i2')"),
    *("np.dtype('i4')", "np.dtype('i8')", "np.int64", "np.sin", "np.cos", "math.sin", "len", "int"),
    *("()", "(1,)", "(True,)", "(1.0,)", "(-0.0,)", "(0.0,)", "((1,),)", "[1]", "[[1]]", "(1, 2)"),
    *("{1: 2}", "{1: 3}", "{'a': {1: [2]}}", "{'a': {1: [3]}}", "types.MappingProxyType({1: 2})"),
    *("{1, 2}", "frozenset({1, 2})", "frozenset({1, 3})", "frozenset({1, 2.0})", "{(1, 2)}"),
    *("range(3)", "range(4)", "range(0, 3, 2)", "slice(3)", "slice(0, 3)", "slice(None, 3, 1)"),
    *("functools.partial(int, 1)", "functools.partial(int, 2)", "functools.partial(int, a=1)"),
    *("fractions.Fraction(1, 3)", "fractions.Fraction(1, 2)", "re.compile('a')", "re.compile('b')"),
    *("collections.deque([1])", "collections.deque([2])", "collections.OrderedDict(a=1)"),
    *("int64", "numba.float64", "int64[:]", "int64[::1]", "numba.types.UniTuple(int64, 2)"),
    *(
        "lambda x: x",
        "lambda x: x + 1",
        "lambda x: (1, 2)",
        "lambda x: (1, 2.0)",
        "lambda x, y=1: x",
    ),
    *("lambda x, y=True: x", "lambda x, *, y=1: x", "lambda *x: x", "lambda x: len(x)"),
    *("njit(lambda x: x)", "njit(lambda x: x + 1)", "njit(fastmath=True)(lambda x: x)"),
    *("njit('int64(int64)')(lambda x: x)", "njit('int64(float64)')(lambda x: x)"),
    *("functools.lru_cache(lambda x: x)", "functools.lru_cache(lambda x: x + 1)", "random.random"),
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_values_differ() -> None:
    """No two of these give the same hash; each gives the same again."""
    prints = {value: made(f"N = {value}") for value in VALUES}
    assert [value for value, found in prints.items() if found.sha256 is None] == []
    assert [value for value, found in prints.items() if made(f"N = {value}") != found] == []
    found = Counter(print_.sha256 for print_ in prints.values())
    assert [value for value, print_ in prints.items() if found[print_.sha256] > 1] == []


DEFINED = {
    "a class": "class N:\n    n = {}",
    "a base class": "class B:\n    n = {}\nclass N(B): pass",
    "a metaclass": "class M(type):\n    @property\n    def n(cls): return {}\n"
    "class N(metaclass=M): pass",
    "an abstract class": "class N(abc.ABC):\n    @abc.abstractmethod\n    def n(self): return {}",
    "a method": "class N:\n    def n(self): return {}",
    "a static method": "class N:\n    @staticmethod\n    def n(): return {}",
    "a bound method": "class K:\n    def n(self): return {}\nN = K().n",
    "a property": "class K:\n    @property\n    def n(self): return {}\nN = K()",
    "an object": "class K: pass\nN = K()\nN.n = {}",
    "an object with slots": "class K:\n    __slots__ = ('n',)\nN = K()\nN.n = {}",
    "a subclass of int": "class K(int): pass\nN = K({})",
    "a subclass of tuple": "class K(tuple): pass\nN = K([{}])",
    "a subclass of dict": "class K(dict): pass\nN = K(n={})",
    "a named tuple": "class K(typing.NamedTuple):\n    n: int\nN = K({})",
    "a named tuple's default": "class N(typing.NamedTuple):\n    n: int = {}",
    "a data class": "@dataclasses.dataclass\nclass N:\n    n: typing.Optional[int] = {}",
    "an object of a data class": "@dataclasses.dataclass\nclass K:\n    n: int\nN = K({})",
    "a factory": "@dataclasses.dataclass\nclass N:\n"
    "    n: list = dataclasses.field(default_factory=lambda: [{}])",
    "an enumeration": "class N(enum.Enum):\n    A = 7\n    B = {}",
    "a member": "class K(enum.IntEnum):\n    B = {}\n    A = 7\nN = K.B",
    "another member": "class K(enum.IntFlag):\n    B = {}\n    A = 4\nN = K.A",
    "a closure": "def outer(n):\n    return lambda x: n\nN = outer({})",
    "an inner function": "def N(x):\n    def inner(y): return {}\n    return inner(x)",
    "a function's attribute": "def N(x): return N.n\nN.n = {}",
    "a wrapper's name": "@functools.wraps(np.sin)\ndef N(x): return {}",
    "a function that is compiled instead": "def N(x): pass\n@overload(N)\n"
    "def _(x): return lambda x: {}",
    "a helper": "@helper\ndef N(x): return {}",
    "a policy": "@policy('n', summary='')\ndef N(view, params): return {}",
    "a set of functions": "def inner(x): return {}\nN = frozenset((inner, len))",
    "what holds itself": "N = [{}]\nN.append(N)",
    "a module's value": "m = types.ModuleType('m')\nm.n = {}\ndef N(x): return m.n",
    "a value that is named in a text": "m = types.ModuleType('m')\nm.n = {}\n"
    "def N(x): return getattr(m, 'n')",
    "a value behind two modules": "m = types.ModuleType('m')\nm.m = types.ModuleType('m.m')\n"
    "m.m.n = {}\ndef N(x): return m.m.n",
    "a value of a module that is handed on": "m = types.ModuleType('m')\nm.n = {}\n"
    "def inner(x): return x.n\ndef N(x): return inner(m)",
    "a module's class": "m = types.ModuleType('m')\nclass K:\n    n = {}\nm.K = K\n"
    "def N(x): return m.K.n",
}


@pytest.mark.parametrize("text", DEFINED.values(), ids=DEFINED)
def test_definitions_differ(text: str) -> None:
    """A value deep in what is defined counts, its type too; without a change nothing does."""
    prints = [made(text.format(value)) for value in ("0", "0", "1", "True")]
    assert None not in [found.sha256 for found in prints]
    assert prints[0] == prints[1]
    assert len({found.sha256 for found in prints}) >= 2
    assert prints[0] != prints[2]


def test_what_pickling_makes_of_methods_does_not_count() -> None:
    """As a library registers it that only some processes load, like Dask's workers."""
    text = DEFINED["a member"].format("3")
    before = made(text)
    kind = type(int.__format__)
    found = copyreg.dispatch_table.get(kind)
    copyreg.pickle(kind, lambda method: (getattr, (method.__objclass__, method.__name__)))
    try:
        assert made(text) == before
    finally:
        copyreg.dispatch_table.pop(kind)
        if found is not None:
            copyreg.dispatch_table[kind] = found
    assert before.sha256 is not None


SAME = {
    "an annotation": ("def N(x: int) -> int: return x", "def N(x: float): return x"),
    "a class's annotation": ("class N:\n    n: int = 0", "class N:\n    n: float = 0"),
    "a field's annotation": ("@dataclasses.dataclass\nclass N:\n    n: int = 0",
                             "@dataclasses.dataclass\nclass N:\n    n: float = 0"),
    "an order of chance": ("N = {1, 2, 'x'}", "N = {'x', 2, 1}"),
    "a value that nothing names": ("m = types.ModuleType('m')\nm.n = 1\nm.o = 1\nN = lambda: m.n",
                                   "m = types.ModuleType('m')\nm.n = 1\nm.o = 2\nN = lambda: m.n"),
    "a lock that nothing names": ("m = types.ModuleType('m')\nm.n = 1\nN = lambda: m.n",
                                  "m = types.ModuleType('m')\nm.n = 1\nm.o = threading.Lock()\n"
                                  "N = lambda: m.n"),
    "what lies between fields": (
        "N = np.ones(3, np.dtype('i1, i8', align=True))",
        "N = np.full(48, 7, 'i1').view(np.dtype('i1, i8', align=True))\n"
        "N['f0'] = N['f1'] = 1"),
}  # fmt: skip


@pytest.mark.parametrize("texts", SAME.values(), ids=SAME)
def test_what_does_not_matter(texts: tuple[str, str]) -> None:
    """Neither order in sets nor annotations, nor what code does not reach."""
    one, two = map(made, texts)
    assert one.sha256 is not None
    assert one == two


INEXACT = {
    "threading.Lock()": "_thread.lock",
    "(x for x in [1])": "generator",
    "np.matrix([1])": "numpy.matrix",
    "np.longdouble(1)": "numpy dtype",
    "np.frompyfunc(lambda x: x, 1, 1)": "numpy.ufunc",
    "[{1: (threading.Lock(),)}]": "_thread.lock",
    "type('Own', (), {'__reduce__': lambda self: (int, ())})()": "Own",
    "lambda x: eval('x')": "function that calls eval()",
}


@pytest.mark.parametrize(("value", "kind"), INEXACT.items(), ids=INEXACT)
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_no_hash_rather_than_a_wrong_one(value: str, kind: str) -> None:
    """What cannot be hashed exactly is named, with the way to it."""
    found = made(f"TABLE = {value}\ndef N(x): return TABLE")
    assert found.sha256 is None
    assert (found.unkept or "").startswith("its 'N.TABLE' holds a ")
    assert kind in (found.unkept or "")
    assert made(f"TABLE = {value}\ndef N(x): return x").sha256 is not None


def test_an_endless_set_has_no_hash() -> None:
    """Nor has what is nested beyond what Python follows."""
    for text in ("def f(): return N\nN = frozenset({f})", "N = []\nfor _ in range(9999): N = [N]"):
        assert made(text) == (None, "it refers to something that is nested too deeply")


@pytest.mark.parametrize("value", ["np.zeros(125_001)", "np.zeros((4, 4))[:, ::2]"])
def test_arrays_that_are_not_copied_into_code(value: str) -> None:
    """They have a hash, but code with their addresses is of no use to another process."""
    found = made(f"N = ({value},)")
    assert found.sha256 is not None
    assert found.unkept == "its 'N' holds an array that is read where it lies in memory"
    assert made("N = np.zeros(125_000)").unkept is None


# -- files and processes -----------------------------------------------------------------------


def test_libraries_are_known_by_name_and_place(tmp_path: Path, monkeypatch: Any) -> None:
    """Neither a name nor a folder that begins alike is enough, and links lead to their ends."""

    def lies(name: str, file: Path) -> bool:
        module = ModuleType(name)
        module.__file__ = str(file)
        return is_library(module)

    ours, numpy = Path(libraries.__file__).parents[1], Path(np.__file__).parent
    python = Path(os.__file__).parent
    assert lies("simulator.tiles", ours / "tiles.py")
    assert lies("simulator.tiles", ours / "engine" / ".." / "tiles.py")
    assert lies("numpy.random", numpy / "random" / "__init__.py")
    assert lies("random", python / "random.py")
    assert is_library(sys)
    link = tmp_path / "link"
    link.symlink_to(ours)
    assert lies("simulator.tiles", link / "tiles.py")
    assert not lies("mine", ours / "mine.py")
    assert not lies("simulator.mine", Path(f"{ours}_lab") / "mine.py")
    assert not lies("simulator.mine", ours / "engine" / ".." / ".." / "mine.py")
    assert not lies("numpy", Path(f"{numpy}2") / "mine.py")
    assert not lies("mine", python / "mine.py")
    assert not lies("random", tmp_path / "random.py")
    assert not is_library(ModuleType("sys"))


HASHES = """
import json, sys
from simulator.compiling.sources import fingerprint
from strategies import resolve
print(json.dumps([fingerprint(resolve(spec).decide).sha256 for spec in sys.argv[1:]]))
"""
RICH = """
import enum
import numpy as np
from simulator.policy import policy

class Kind(enum.Enum):
    ONE, TWO = "one", "two"

NAMES = frozenset({"a", "b", "c", "d", "e", Kind.ONE, Kind.TWO})
TABLE = {name: np.arange(3) for name in ("a", "b")}

@policy("rich", summary="")
def rich(view, params):
    return len(NAMES), TABLE, {"x", "y", "z"} & {view.hand}, view.hand in {"p", "q", "r"}
"""


def test_every_process_and_place_gives_the_same(tmp_path: Path) -> None:
    """Another order of sets, other addresses and another folder change nothing."""
    specs = list[str]()
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rich.py").write_text(RICH)
        specs.append(f"{tmp_path / folder / 'rich.py'}:rich")
    own = [fingerprint(resolve(spec).decide).sha256 for spec in (*specs, "hoarder")]
    variables = {**os.environ, "PYTHONHASHSEED": "17"}
    out = subprocess.check_output(
        [sys.executable, "-c", HASHES, *specs, "hoarder"],
        env=variables,
        cwd=Path(__file__).parents[2],
    )
    assert json.loads(out) == own
    assert own[0] == own[1] is not None
