"""Native functions behind C addresses: compiled, kept on disk, loaded again.

Why not numba's dispatchers and its own cache: an entry behind a C address returns its answer in a
register and takes six words in registers, which makes asking a policy several times cheaper;
calling it through ctypes releases the interpreter's lock; and numba's cache watches only a
function's own file, cannot tell two closures of one function apart, and fails on a truncated file.

What is internal to numba is here, below its line, and is used with the versions of numba that it
was tried with. With others a function becomes what numba documents, a C callback:
the same results, but compiled afresh in every process.
"""

from __future__ import annotations

import ctypes
import hashlib
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.typing.templates import builtin_registry

from simulator.compiling import cache as kept
from simulator.compiling.sources import parts_of

RAISED = -(2**62)
"""What a native function returns when the function raised an exception."""
KNOWN = ("0.60", "0.61", "0.62", "0.63", "0.64", "0.65", "0.66", "0.67", "0.68")
"""The series of numba whose internals are known."""

_UNKEPT = count()
"""Tells functions apart whose code cannot be kept."""


class Native:
    """A compiled function behind a C address; the code lives as long as this object.

    `address` is what compiled code calls. Python calls the object, with integers, and addresses for
    pointers and records; such a call releases the interpreter's lock.
    """

    def __init__(self, address: int, signature: Any, owner: Any) -> None:
        self.address, self._owner = address, owner
        kinds = [
            ctypes.c_int64 if kind == types.int64 else ctypes.c_void_p for kind in signature.args
        ]
        self._call = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)

    def __call__(self, *arguments: int) -> int:
        return int(self._call(*arguments))


@global_compiler_lock  # type: ignore[untyped-decorator]
def compile_native(
    function: Callable[..., Any], signature: Any, label: str, fingerprint: str | None
) -> Native:
    """Compile a function of pointers, records and integers to an integer, or load it.

    Parameters
    ----------
    function : the Python function; kernels that it calls are inlined.
    signature : a numba signature of pointers, records and int64.
    label : str, names its code together with a hash.
    fingerprint : str, a hash of what the code depends on beyond the engine's own sources; None if
        the code cannot be kept.

    Raises
    ------
    numba.core.errors.NumbaError
        `function` does not compile.
    """
    if not _is_known():
        _say_slower()
        announce()
        return documented(function, signature)
    key = _key(label, str(next(_UNKEPT)) if fingerprint is None else fingerprint)
    symbol = f"dominosim_{key[:32]}"
    parts = None if fingerprint is None else kept.read(key)
    if parts is None:
        if fingerprint is not None:
            announce()
        _forget(parts_of(function))
        library = _link(function, signature, symbol)
        if fingerprint is not None:
            kept.write(key, library.serialize_using_object_code()[2])
    else:
        library = _target().codegen().unserialize_library((symbol, "object", parts))
    return Native(int(library.get_pointer_to_function(symbol)), signature, library)


def is_kept(label: str, fingerprint: str | None) -> bool:
    """Whether `compile_native` would load the code of a function rather than compile it."""
    known = fingerprint is not None and _is_known()
    return known and kept.read(_key(label, str(fingerprint))) is not None


def _is_known() -> bool:
    return numba.__version__.startswith(tuple(f"{series}." for series in KNOWN))


def _key(label: str, told: str) -> str:
    """The name of a function's code, which depends on the machine too."""
    machine = _target().codegen().magic_tuple()
    return hashlib.sha256(repr((label, told, machine)).encode()).hexdigest()


_GUARDED = """
def guarded({names}):
    try:
        answer = inner({names})
    except Exception:
        answer = RAISED
    return answer
"""


def documented(function: Callable[..., Any], signature: Any) -> Native:
    """A function as a C callback of numba's; what it raises becomes `RAISED`."""
    names = ", ".join(f"argument_{place}" for place in range(len(signature.args)))
    names_of: dict[str, Any] = {
        "inner": numba.njit(error_model="numpy")(function),
        "RAISED": RAISED,
    }
    exec(_GUARDED.format(names=names), names_of)
    callback = numba.cfunc(signature, error_model="numpy")(names_of["guarded"])
    return Native(int(callback.address), signature, callback)


@cache
def _say_slower() -> None:
    known = " or ".join(f"{series}.x" for series in KNOWN)
    warnings.warn(
        f"numba {numba.__version__} is not known here (numba {known} is): code is compiled "
        "afresh in every process",
        RuntimeWarning,
        stacklevel=3,
    )


# -- numba's internals -------------------------------------------------------------------------


def _target() -> Any:
    """What compiles for this machine."""
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()
    return cpu_target.target_context


def _forget(parts: list[Any]) -> None:
    """Have numba compile functions again that it has compiled before: a constant may have changed.

    Those that call others come before them.
    """
    used = {id(part) for part in parts}
    for key, kind in builtin_registry.globals:
        for template in getattr(kind, "templates", ()) if id(key) in used else ():
            getattr(template, "_impl_cache", {}).clear()
    for part in reversed(parts):
        if isinstance(part, Dispatcher) and part._can_compile and part.overloads:
            part.recompile()


def _link(function: Callable[..., Any], signature: Any, symbol: str) -> Any:
    """A library whose one visible symbol is the function."""
    dispatcher = numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function
    )
    library = _target().codegen().create_library(symbol)
    with _optimised_once(type(library)):
        dispatcher.compile(signature)
    (result,) = dispatcher.overloads.values()
    library.enable_object_caching()
    library.add_ir_module(_c_function(_target(), result.fndesc, symbol))
    _take_in(library, result.library, symbol)
    library.finalize()
    return library


@contextmanager
def _optimised_once(kind: Any) -> Iterator[None]:
    """Leave functions as they are while they are compiled one by one.

    All of them are inlined into one library, which is optimised as a whole; to optimise each with
    all that it inlines, as numba would, takes most of the time of compiling and changes nothing.
    """
    optimise = kind._optimize_final_module
    kind._optimize_final_module = lambda library: None
    try:
        yield
    finally:
        kind._optimize_final_module = optimise


def _take_in(library: Any, other: Any, symbol: str) -> None:
    """Link a library's code into another and hide all names but one.

    numba numbers functions by process, so files compiled in two processes use the same names for
    different code; a loaded file must not find its parts in another.
    """
    module = library._final_module
    module.link_in(other._get_module_for_linking(), preserve=True)
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name != symbol:
            part.linkage = "internal"


def _c_function(target: Any, descriptor: Any, symbol: str) -> Any:
    """A module with a C function around a compiled one: the result, or `RAISED`."""
    module = target.create_module(symbol)
    convention = target.call_conv
    kind = convention.get_function_type(descriptor.restype, descriptor.argtypes)
    callee = ir.Function(module, kind, descriptor.llvm_func_name)
    kinds = [target.get_value_type(kind) for kind in descriptor.argtypes]
    wrapper = ir.Function(module, ir.FunctionType(ir.IntType(64), kinds), symbol)
    builder = ir.IRBuilder(wrapper.append_basic_block())
    status, result = convention.call_function(
        builder, callee, descriptor.restype, descriptor.argtypes, wrapper.args
    )
    builder.ret(builder.select(status.is_ok, result, ir.IntType(64)(RAISED)))
    return module


# -- telling of it -----------------------------------------------------------------------------

_announced = False
_announcement: Callable[[], None] | None = None


def on_first_compilation(notice: Callable[[], None]) -> None:
    """What to call once, when something has to be compiled because the cache does not have it."""
    global _announcement
    _announcement = notice


def announce() -> None:
    """Call the notice if this is the first compilation."""
    global _announced
    if not _announced and _announcement is not None:
        _announcement()
    _announced = True
