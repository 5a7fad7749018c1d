"""What a function's compiled code depends on, as a hash.

The code, constants and defaults of the function, of every function, class, module and value that it
refers to, and so on through them, each exactly: two values that differ never give the same hash,
and one source gives the same hash in every process and place. What is known by its name alone
(`simulator.compiling.libraries`) is not read. What a function finds without naming it cannot be
seen, like files, or methods that are added to numba's types.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import sys
from collections.abc import Callable
from contextlib import suppress
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from simulator.compiling.libraries import is_library, is_library_code, library_name
from simulator.compiling.objects import overloads_of, parts
from simulator.compiling.values import (
    InexactError,
    array_bytes,
    atom_bytes,
    framed,
    objects_in,
)

MOST_BYTES = 10**6
"""The largest array that numba copies into the code; one that is not contiguous it never copies."""


class Fingerprint(NamedTuple):
    """A hash of what compiled code depends on.

    `sha256` is 64 hexadecimal digits, None if something cannot be hashed exactly. `unkept` says why
    the code is of no use to another process, like "its 'helper.TABLE' holds a numpy.matrix", whose
    value cannot be hashed exactly; None if it can be kept.
    """

    sha256: str | None
    unkept: str | None = None


def fingerprint(function: Callable[..., Any]) -> Fingerprint:
    """A hash of a function and of all that its compiled code depends on."""
    reading = _Reading()
    try:
        return Fingerprint(reading.digest(function).hex(), reading.unkept)
    except RecursionError:
        reason = "it refers to something that is nested too deeply"
    except InexactError as error:
        reason = f"{reading.place()} holds a {error}, which cannot be hashed exactly"
    return Fingerprint(None, reason)


def parts_of(function: Callable[..., Any]) -> list[Any]:
    """The functions and other objects that a function's hash is made of, users before used."""
    reading = _Reading()
    with suppress(InexactError, RecursionError):
        reading.digest(function)
    return [value for _, value in reading.met.values()]


_UNSEEN = {
    "__import__",
    "compile",
    "dir",
    "eval",
    "exec",
    "globals",
    "input",
    "locals",
    "open",
    "vars",
}
"""Python's own functions by which code finds what it does not name."""
_LOADS = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}


class _Reading:
    """One walk through all that a function refers to.

    Whatever can contain itself is numbered when it is met and a number from then on. Of a module
    those names count that any code met on the way has as an attribute or as a text.
    """

    def __init__(self) -> None:
        self.names: list[str] = []  # the way to what is being read
        self.unkept: str | None = None
        self._state = hashlib.sha256()
        self.met: dict[int, tuple[int, Any]] = {}  # the object too, so that its id stays its own
        self._modules: list[ModuleType] = []
        self._words: set[str] = set()

    def place(self) -> str:
        """Where the walk is, in words."""
        return f"its {'.'.join(self.names)!r}" if self.names else "it"

    def digest(self, value: Any) -> bytes:
        """The hash of a value and all behind it."""
        self._read(value)
        done: set[tuple[int, str]] = set()
        while todo := sorted(self._named_in_modules() - done):
            for place, word in todo:
                module = self._modules[place]
                self._put(b"attribute", b"%d" % place, word.encode("utf-8", "surrogatepass"))
                self._read_named(f"{module.__name__}.{word}", vars(module)[word])
            done.update(todo)
        return self._state.digest()

    def _named_in_modules(self) -> set[tuple[int, str]]:
        return {
            (place, word)
            for place, module in enumerate(self._modules)
            for word in self._words & vars(module).keys()
        }

    def _put(self, *parts: bytes) -> None:
        self._state.update(framed(b"%d" % len(parts), *parts))

    def _read_named(self, name: str, value: Any) -> None:
        self.names.append(name)
        self._read(value)
        self.names.pop()

    def _read(self, value: Any) -> None:
        atom, name = atom_bytes(value), library_name(value)
        if atom is not None:
            self._put(b"atom", atom)
        elif name is not None:
            self._put(b"library", name.encode())
            self._read_all(b"overloads", overloads_of(value))
        elif type(value) is tuple:
            self._read_all(b"tuple", value)
        elif type(value) in (set, frozenset):
            self._read_set(value)
        elif isinstance(value, CodeType):
            self._read_code(value)
        elif id(value) in self.met:
            self._put(b"again", b"%d" % self.met[id(value)][0])
        else:
            self.met[id(value)] = (len(self.met), value)
            self._read_object(value)

    def _read_all(self, kind: bytes, values: Any) -> None:
        self._put(kind, b"%d" % len(values))
        for value in values:
            self._read(value)

    def _read_set(self, values: Any) -> None:
        """Each element by itself, since their order is chance."""
        inner = []
        for value in values:
            reading = _Reading()
            try:
                inner.append(reading.digest(value))
            finally:
                self.names += reading.names
                self.unkept = self.unkept or reading.unkept
        self._put(type(values).__name__.encode(), *sorted(inner))

    def _read_object(self, value: Any) -> None:
        if isinstance(value, FunctionType):
            self._read_function(value)
        elif isinstance(value, ModuleType):
            self._read_module(value)
        elif type(value) is np.ndarray or isinstance(value, np.generic):
            array = np.asarray(value)
            if array.nbytes > MOST_BYTES or not (
                array.flags.c_contiguous or array.flags.f_contiguous
            ):
                self.unkept = f"{self.place()} holds an array that is read where it lies in memory"
            self._put(b"array", type(value).__name__.encode(), array_bytes(array))
            self._read_all(b"objects", objects_in(array))
        elif type(value) is list:
            self._read_all(b"list", value)
        else:
            self._read_all(b"parts", parts(value))

    def _read_module(self, module: ModuleType) -> None:
        if is_library(module):
            self._put(b"module", module.__name__.encode())
            return
        if "__getattr__" in vars(module):
            raise InexactError("module that makes its attributes when they are asked for")
        self._put(b"module", b"%d" % len(self._modules))
        self._modules.append(module)

    def _read_function(self, function: FunctionType) -> None:
        self._put(b"function")
        self._read_code(function.__code__)
        own = (function.__defaults__, function.__kwdefaults__, vars(function))
        self._read_all(b"own", (*own, overloads_of(function)))
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            try:
                value = cell.cell_contents
            except ValueError:
                self._put(b"empty")
            else:
                self._read_named(name, value)
        if not is_library_code(function):
            self._read_globals(function)

    def _read_globals(self, function: FunctionType) -> None:
        named, imported = _named_in(function.__code__)
        for name in sorted(named):
            if name in function.__globals__:
                self._put(b"global", name.encode())
                self._read_named(name, function.__globals__[name])
            elif name in _UNSEEN and hasattr(builtins, name):
                raise InexactError(f"function that calls {name}()")
        for name in sorted(imported):
            module = sys.modules.get(name.partition(".")[0])
            if module is None or function.__globals__.get("__package__"):
                raise InexactError(f"function that imports {name}")
            self._put(b"import", name.encode())
            self._read(module)

    def _read_code(self, code: CodeType) -> None:
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        about = repr((counts, names)).encode("utf-8", "surrogatepass")
        self._put(b"code", code.co_code, code.co_exceptiontable, about)
        self._words.update(code.co_names)
        self._words.update(value for value in code.co_consts if isinstance(value, str))
        self._read_all(b"constants", code.co_consts)


def _named_in(code: CodeType) -> tuple[set[str], set[str]]:
    """The globals that a function's code and its inner code name, and the modules they import."""
    named, imported = set[str](), set[str]()
    for step in dis.get_instructions(code):
        if step.opname in _LOADS:
            named.add(step.argval)
        elif step.opname == "IMPORT_NAME":
            imported.add(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner = _named_in(constant)
            named |= inner[0]
            imported |= inner[1]
    return named, imported
