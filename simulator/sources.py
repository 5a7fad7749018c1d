"""What a policy's compiled code depends on, as a hash.

The code and constants of the function, of every function, module and value that it refers to, and
so on through them. Our own modules are left out: the engine's fingerprint covers them. So are
installed libraries, whose versions a user does not edit between two runs.
"""

from __future__ import annotations

import hashlib
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})
_OURS = str(Path(__file__).parent)


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of a function and of all that its compiled code depends on; 64 hexadecimal digits."""
    state = hashlib.sha256()
    seen: set[int] = set()
    pending: list[Any] = [function]
    while pending:
        value = pending.pop(0)
        if id(value) in seen:
            continue
        seen.add(id(value))
        value = getattr(value, "py_func", value)  # what numba.njit wraps
        value = getattr(value, "decide", value)  # what @policy wraps
        if isinstance(value, FunctionType):
            if not _is_foreign(value.__code__.co_filename):
                state.update(_code_bytes(value.__code__))
                pending.extend([value.__defaults__, *_references(value)])
        elif isinstance(value, ModuleType):
            file = getattr(value, "__file__", None)
            if file and not _is_foreign(file) and Path(file).is_file():
                state.update(Path(file).read_bytes())
                pending.extend(_module_parts(value))
        else:
            state.update(_value_bytes(value))
    return state.hexdigest()


def _is_foreign(file: str) -> bool:
    return file.startswith(_OURS) or ("site-packages" in file) or file.startswith(_LIBRARIES)


def _module_parts(module: ModuleType) -> Iterator[Any]:
    for value in vars(module).values():
        if isinstance(value, ModuleType | FunctionType) or hasattr(value, "py_func"):
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
        return repr(value).encode()
    return type(value).__qualname__.encode()
