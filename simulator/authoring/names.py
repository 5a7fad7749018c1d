"""What a policy may refer to by name, and what would be right instead of all else."""

from __future__ import annotations

import enum
import sys
from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher

from simulator import placements, policy, tiles
from simulator.compiling.agreement import TOO_LARGE
from simulator.compiling.libraries import is_library, library_name
from simulator.compiling.objects import is_marked
from simulator.errors import nearest
from simulator.policy import Policy, View

_CHANCE = "use view.random or word(view, k), from which pick() chooses"
_TIME = "a policy decides by its view alone; view.turn counts the turns"
_DEBUG = "to watch what it does, run with NUMBA_DISABLE_JIT=1 and print there"
_DIGITS = "its last digits differ between machines; add up in a loop"
_FILES = "read files where the module begins, and keep what they say in a tuple"
_NAMED = "name what is meant"
_SETS = "a set has no order of its own; use a mask or a tuple"
_TEXT = "a policy uses numbers, masks and tuples, not text"
_OTHERS = "of Python's modules policies may use math, and numpy"
_ALLOWED = "a policy uses numbers, masks and tuples, and functions marked @helper"

_MODULES = {
    **dict.fromkeys(("random", "secrets", "uuid"), _CHANCE),
    **dict.fromkeys(("time", "datetime", "calendar", "timeit"), _TIME),
    **dict.fromkeys(("os", "io", "pathlib", "shutil", "json", "csv", "pickle", "tempfile"), _FILES),
    **dict.fromkeys(("pdb", "logging", "warnings", "pprint"), _DEBUG),
}
"""What would be right instead of a module of Python's."""
_ABSENT = {
    **_MODULES,
    **{name: f"add: import {name}" for name in ("math", "numpy")},
    "np": "add: import numpy as np",
    "PASS": "a policy is asked only where it can play or draw",
}
"""What would be right instead of names that are used without being imported."""
_BUILTINS = {
    **dict.fromkeys(("print", "input", "breakpoint"), _DEBUG),
    "open": _FILES,
    **dict.fromkeys(("eval", "exec", "compile", "globals", "locals", "vars", "dir"), _NAMED),
    **dict.fromkeys(("getattr", "setattr", "delattr", "hasattr", "__import__"), _NAMED),
    **dict.fromkeys(("id", "hash"), "its answer differs from one process to the next"),
    **dict.fromkeys(("set", "frozenset"), _SETS),
    **dict.fromkeys(("isinstance", "issubclass", "type", "callable"), "types are known beforehand"),
    **dict.fromkeys(("str", "repr", "ascii", "format", "chr", "bin", "hex", "oct"), _TEXT),
}
"""What would be right instead of Python's own functions that are not for policies."""
_KNOWN_BUILTINS = frozenset(
    {
        *("abs", "all", "any", "bool", "complex", "dict", "divmod", "enumerate", "filter"),
        *("float", "int", "iter", "len", "list", "map", "max", "min", "next", "pow", "range"),
        *("reversed", "round", "slice", "sorted", "sum", "tuple", "zip"),
    }
)
"""Python's own functions that can be compiled and answer the same everywhere."""
_NUMPY = {
    "random": _CHANCE,
    **dict.fromkeys(("empty", "empty_like", "ndarray"), "use np.zeros(), which is the same always"),
    **dict.fromkeys(("load", "loadtxt", "genfromtxt", "fromfile", "fromregex", "memmap"), _FILES),
    **dict.fromkeys(("linalg", "dot", "vdot", "inner", "matmul"), _DIGITS),
    **dict.fromkeys(("save", "savez", "savez_compressed", "savetxt", "DataSource"), _FILES),
}
"""What would be right instead of parts of numpy."""
_CONTAINERS: dict[type, str] = {
    list: "make it a tuple",
    dict: "make it a tuple that is looked up by number",
    set: "make it a tuple or a mask",
    frozenset: "make it a tuple or a mask",
    bytearray: "make it a tuple",
}
_PLAIN = (bool, float, complex, str, type(None), np.generic, enum.Enum)
_DTYPES = ("int64", "float64")
"""The dtypes of arrays that come to the same compiled."""
_CALLABLE = (Policy, types.Type)


def no_field(name: str) -> str:
    """What is wrong with a field that a view has not."""
    return f"a view has no {name!r}; {nearest(name, View._fields)}"


BEHIND = {policy.PLAYOUTS: (), policy.DEAL: ("hands", "playouts")}
"""The fields of a policy's third argument, by its door, that are for policies."""


def no_door(door: str, name: str) -> str:
    """What is wrong with another field of a policy's third argument."""
    if door == policy.PLAYOUTS:
        return f"play-outs have no {name!r}; ask play_out({door}, action, number)"
    return f"the deal has no {name!r}; it has {' and '.join(BEHIND[door])}, and solve() searches it"


def home_of(name: str) -> str | None:
    """The module of ours that has a function for policies by a name; None: none has."""
    for module in (tiles, policy, placements):
        if name in vars(module) and is_marked(vars(module)[name]) and not name.startswith("_"):
            return module.__name__
    return None


def missing(name: str, names: Mapping[str, Any], variables: tuple[str, ...]) -> str:
    """What is wrong with a name that stands for nothing.

    Parameters
    ----------
    names : the globals of the function that uses it.
    variables : the function's own.
    """
    home = home_of(name)
    if home is not None:
        return f"{name}() is not imported; add: from {home} import {name}"
    if name in _ABSENT:
        return f"there is no {name!r}; {_ABSENT[name]}"
    known = [key for key in (*variables, *names, *_KNOWN_BUILTINS) if not key.startswith("_")]
    hint = nearest(name, known)
    return f"there is no {name!r}" + (f"; {hint}" if hint.startswith("did") else "")


def wrong(name: str, value: Any) -> str | None:
    """What is wrong with a value that a policy refers to by a name; None: nothing."""
    if type(value) is int:
        return too_large(value)
    if isinstance(value, np.generic) and value.dtype.kind in "iuf":
        return _wrong_dtype(f"{name} is a number of", value.dtype)
    if isinstance(value, Dispatcher):
        return f"{name}() is compiled on its own; mark it @helper instead"
    if isinstance(value, _PLAIN + _CALLABLE):
        return None
    if isinstance(value, tuple):
        inner = (wrong(f"{name}[{index}]", part) for index, part in enumerate(value))
        return next(filter(None, inner), None)
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject:
            return f"{name} is an array of objects; make it one of numbers"
        return _wrong_dtype(f"{name} is an array of", value.dtype)
    for container, remedy in _CONTAINERS.items():
        if isinstance(value, container):
            return f"{name} is a {container.__name__}; {remedy}"
    if isinstance(value, ModuleType):
        use = f"{name} is a module; use what is in it, as {name}.name"
        return foreign(name, value) or use
    home = _home(value)
    if home is not None:
        return _wrong_in_library(name, value, *home)
    if is_marked(value):
        return None
    if isinstance(value, type):
        return _wrong_class(name, value)
    if isinstance(value, FunctionType):
        return _wrong_function(name, value)
    if hasattr(value, "__wrapped__"):
        return f"{name}() has a decorator that cannot be compiled; leave @helper alone above it"
    kind = type(value)
    remedy = _CHANCE if kind.__module__.startswith(("random", "numpy.random")) else _ALLOWED
    return f"{name} is an object of the class {kind.__qualname__}; {remedy}"


def too_large(value: Any) -> str | None:
    """What is wrong with a whole number, or a tuple, that compiled code cannot hold."""
    if isinstance(value, tuple):
        return next(filter(None, map(too_large, value)), None)
    if not isinstance(value, int) or -(1 << 63) <= value < 1 << 63:
        return None
    return TOO_LARGE


def _wrong_dtype(told: str, dtype: np.dtype[Any]) -> str | None:
    right = str(dtype) in _DTYPES
    return None if right else f"{told} {dtype}; make it of np.int64 or np.float64"


def wrong_in_numpy(name: str, attribute: str) -> str | None:
    """What is wrong with an attribute of numpy; None: nothing."""
    remedy = _NUMPY.get(attribute)
    return f"uses {name}, which is not for policies; {remedy}" if remedy else None


def foreign(name: str, module: ModuleType) -> str | None:
    """What is wrong with a module, or with something of it, if it is no one's that policies use."""
    top = module.__name__.partition(".")[0]
    if is_library(module) and top not in ("math", "numpy", "simulator"):
        return f"uses {name}; {_MODULES.get(top, _OTHERS)}"
    return None


def _home(value: Any) -> tuple[str, str] | None:
    """The library's module that has a function or a class, and by which name; None if none has."""
    own = getattr(value, "__name__", None)
    if callable(value) and isinstance(own, str):
        for home in ("builtins", getattr(value, "__module__", None)):
            module = sys.modules.get(str(home))
            if module is not None and is_library(module) and vars(module).get(own) is value:
                return module.__name__, own
    module_name, _, own = (library_name(value) or "").partition(":")
    return (module_name, own) if module_name else None


def _wrong_in_library(name: str, value: Any, home: str, own: str) -> str | None:
    top = home.partition(".")[0]
    if top == "math" or (isinstance(value, type) and issubclass(value, BaseException)):
        return None
    if top == "numpy":
        return wrong_in_numpy(name, "random" if home.startswith("numpy.random") else own)
    if top == "builtins":
        if own in _KNOWN_BUILTINS:
            return None
        return f"uses {name}(), which is not for policies; {_BUILTINS.get(own, _ALLOWED)}"
    if top == "simulator":
        if is_marked(value) or (isinstance(value, type) and issubclass(value, tuple)):
            return None
        return f"uses {name}(), which is not for compiled policies; {_ALLOWED}"
    return f"uses {name}; {_MODULES.get(top, _OTHERS)}"


def _wrong_class(name: str, value: type) -> str | None:
    if issubclass(value, enum.Enum | BaseException):
        return None
    if issubclass(value, tuple) and hasattr(value, "_fields"):
        return None
    return f"uses the class {name}; {_ALLOWED}"


def _wrong_function(name: str, value: Any) -> str:
    if value.__name__ == "<lambda>":
        return f"calls {name}, a lambda; write it with def and mark it @helper"
    if hasattr(value, "__wrapped__"):
        return f"calls {name}(), whose decorator is not marked; leave @helper alone above it"
    return f"calls {name}(), which is not marked @helper"
