"""What a function's compiled code depends on, as a hash.

The code, constants and defaults of the function, of every function, module and value that it
refers to, and so on through them. Our own modules are left out, for the engine's fingerprint
covers them, and so are installed libraries, unless the function is of that library itself.
"""

from __future__ import annotations

import hashlib
import os
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})
_OURS = f"{Path(__file__).parents[1]}{os.sep}"


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of a function and of all that its compiled code depends on; 64 hexadecimal digits."""
    state = hashlib.sha256()
    seen: set[int] = set()
    pending: list[Any] = [function]
    package = function.__module__.partition(".")[0]
    while pending:
        value = pending.pop(0)
        if not isinstance(value, FunctionType | ModuleType):
            value = getattr(value, "__wrapped__", value)  # as of numba.njit and of @policy
        if not isinstance(value, FunctionType | ModuleType):
            state.update(_value_bytes(value))
            continue
        if id(value) in seen or _is_foreign(value, package):
            continue
        seen.add(id(value))
        if isinstance(value, FunctionType):
            state.update(_code_bytes(value.__code__))
            pending.extend([value.__defaults__, *sorted((value.__kwdefaults__ or {}).items())])
            pending.extend(_references(value))
        else:
            file = getattr(value, "__file__", None)
            state.update(Path(file).read_bytes() if file and Path(file).is_file() else b"")
            pending.extend(_module_parts(value))
    return state.hexdigest()


def _is_foreign(value: FunctionType | ModuleType, package: str) -> bool:
    """Whether something is ours, or a library's but not of the function's own package."""
    if isinstance(value, FunctionType):
        file, home = value.__code__.co_filename, value.__module__
    else:
        file, home = getattr(value, "__file__", None) or "", value.__name__
    if file.startswith(_OURS):
        return True
    return file.startswith(_LIBRARIES) and home.partition(".")[0] != package


def _module_parts(module: ModuleType) -> Iterator[Any]:
    """What a module holds that compiled code can depend on, imported values included."""
    plain = (ModuleType, FunctionType, bool, int, float, str, tuple, np.ndarray)
    for name, value in sorted(vars(module).items()):
        if not name.startswith("__") and (isinstance(value, plain) or hasattr(value, "py_func")):
            yield value


def _references(function: FunctionType) -> Iterator[Any]:
    """The globals and closed-over values that a function's code and its inner code name."""
    for name in sorted(_names(function.__code__)):
        if name in function.__globals__:
            yield function.__globals__[name]
    for cell in function.__closure__ or ():
        yield cell.cell_contents


def _names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


def _code_bytes(code: CodeType) -> bytes:
    parts = [code.co_code, repr(code.co_names).encode()]
    for constant in code.co_consts:
        inner = isinstance(constant, CodeType)
        parts.append(_code_bytes(constant) if inner else repr(constant).encode())
    return b"\0".join(parts)


def _value_bytes(value: Any) -> bytes:
    if isinstance(value, np.ndarray):
        return repr((value.dtype.str, value.shape)).encode() + value.tobytes()
    if isinstance(value, bool | int | float | str | bytes | tuple | frozenset | None):
        return repr(value).encode() + b"\0"
    return type(value).__qualname__.encode() + b"\0"
