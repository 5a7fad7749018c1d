"""What is known by its name alone: Python, numpy, numba and our own compiled modules.

Their versions or sources are part of the name of the cache's directory, so that what they define
need not be read. Everything else is taken as it is, installed packages too.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numba
import numpy as np

from simulator.compiling.cache import FOLDERS

_PACKAGE = Path(__file__).resolve().parents[1]
_OURS = frozenset(str(_PACKAGE / folder) for folder in FOLDERS)
_PYTHON = (
    os.path.realpath(sysconfig.get_path("stdlib")),
    os.path.realpath(Path(os.__file__).parent),
)
_ROOTS = {
    "numpy": os.path.realpath(Path(np.__file__).parent),
    "numba": os.path.realpath(Path(numba.__file__).parent),
}
_HEAP_TYPE = 1 << 9
"""The flag of a class that was made while the program runs, as by a class statement."""


def is_library(module: ModuleType) -> bool:
    """Whether a module is one of those: by its name, and by where it lies.

    A name alone is no proof, since a user's file may be called `random.py`; nor is a place, since
    it may lie in a folder of ours.
    """
    top = module.__name__.partition(".")[0]
    file = vars(module).get("__file__")
    if not isinstance(file, str):
        origin = getattr(vars(module).get("__spec__"), "origin", None)
        return top in sys.stdlib_module_names and origin in ("built-in", "frozen")
    place = os.path.realpath(file)
    if top == "simulator":
        return os.path.dirname(place) in _OURS
    roots = _PYTHON if top in sys.stdlib_module_names else (_ROOTS.get(top),)
    return any(root is not None and place.startswith(root + os.sep) for root in roots)


def library_name(value: Any) -> str | None:
    """The name by which a library's module holds a function or a class; None if none does."""
    if not isinstance(value, type | FunctionType | BuiltinFunctionType | MethodType | np.ufunc):
        return None
    owner = type(getattr(value, "__self__", None))  # of a method that a module holds, as random's
    home = getattr(value, "__module__", None) or (
        "numpy" if isinstance(value, np.ufunc) else owner.__module__
    )
    module = sys.modules.get(home) if isinstance(home, str) else None
    if module is None or not is_library(module):
        return None
    fixed = isinstance(value, type) and not value.__flags__ & _HEAP_TYPE
    for name in (getattr(value, "__qualname__", value.__name__), value.__name__):
        found: Any = module
        for part in name.split("."):
            found = getattr(found, part, None)
        if found is value or fixed:
            return f"{home}:{name}"
    return None


def is_library_code(function: FunctionType) -> bool:
    """Whether a function was written in a library, though it may be made for somebody else.

    What its code names is the library's; what it closes over need not be.
    """
    module = sys.modules.get(str(function.__globals__.get("__name__")))
    return module is not None and vars(module) is function.__globals__ and is_library(module)
