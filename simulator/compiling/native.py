"""How kernels are compiled, kept on disk and called.

Kernels are plain Python functions marked `@kernel`. Compiled, they are inlined into a few entry
points, each a native function behind a C address; uncompiled, the same functions run step by step
in the interpreter with the same results. This module knows numba and the disk, and nothing of
dominoes.

Why not numba's dispatchers and its own cache: an entry behind a C address returns its answer in a
register and takes six words in registers, which makes asking a policy several times cheaper;
calling it through ctypes releases the interpreter's lock; and numba's cache watches only a
function's own file, cannot tell two closures of one function apart, and fails on a truncated file.
`library` calls below are internal to numba, hence the range of its versions in pyproject.toml.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy
import platformdirs
from llvmlite import ir
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload, register_jitable

POINTER = types.CPointer(types.int64)
FLOATS = types.CPointer(types.float64)
ENTRY = types.int64(POINTER, FLOATS, types.int64, types.int64, types.int64, types.int64)
"""A policy's entry: (table, parameters, hand, playable, fits of arms 0 and 1) -> action.

What nearly every policy reads travels in registers, the rest through the table.
"""
PARAMETERS = 16
"""How many parameters a policy may have."""
RAISED = -(2**62)
"""What a compiled function returns when it raised an exception."""

_F = TypeVar("_F", bound=Callable[..., Any])
_OPTIONS = {"error_model": "numpy", "forceinline": True}


def kernel(function: _F) -> _F:
    """Mark a function as a kernel: inlined where compiled code calls it, itself in Python."""
    return register_jitable(**_OPTIONS)(function)


def compiled_as(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the function below gives, for argument types, what compiled code runs instead."""
    return overload(function, jit_options=_OPTIONS, strict=False)


def is_python() -> bool:
    """Whether kernels run uncompiled (`NUMBA_DISABLE_JIT=1`)."""
    return bool(numba.config.DISABLE_JIT)


# -- calling a policy --------------------------------------------------------------------------


def call_policy(
    policies: Any, seat: int, table: Any, params: Any,
    hand: int, playable: int, first: int, second: int,
) -> int:  # fmt: skip
    """Ask the policy of a seat for its action, unchecked; `RAISED` if it raised an exception.

    `policies` points to the addresses of the entries, one a seat (uncompiled: a list of functions),
    `params` to `PARAMETERS` numbers a seat; the rest are the arguments of `ENTRY`.
    """
    mine = params[seat * PARAMETERS : (seat + 1) * PARAMETERS]
    return int(policies[seat](table, mine, hand, playable, first, second))


@compiled_as(call_policy)
def _(policies, seat, table, params, hand, playable, first, second):  # type: ignore[no-untyped-def]
    return lambda policies, seat, table, params, hand, playable, first, second: _call_address(
        policies[seat], seat, table, params, hand, playable, first, second
    )


@intrinsic
def _call_address(typing, entry, seat, table, params, hand, playable, first, second):  # type: ignore[no-untyped-def]
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        entry, seat, table, params, *registers = values
        kinds = [context.get_value_type(kind) for kind in ENTRY.args]
        function = ir.FunctionType(context.get_value_type(ENTRY.return_type), kinds)
        mine = builder.gep(params, [builder.mul(seat, seat.type(PARAMETERS))])
        callee = builder.inttoptr(entry, function.as_pointer())
        return builder.call(callee, [table, mine, *registers])

    return ENTRY.return_type(types.int64, types.int64, *ENTRY.args), codegen


def shifted(buffer: Any, words: int) -> Any:
    """A buffer from a later word on; uncompiled a view of an array, a copy of a list."""
    return buffer[words:]


@compiled_as(shifted)
def _(buffer, words):  # type: ignore[no-untyped-def]
    return lambda buffer, words: _shift(buffer, words)


@intrinsic
def _shift(typing, buffer, words):  # type: ignore[no-untyped-def]
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.gep(values[0], [values[1]])

    return buffer(buffer, types.int64), codegen


# -- native functions --------------------------------------------------------------------------


class Native:
    """A compiled function behind a C address; the code lives as long as this object.

    `address` is what compiled code calls. Python calls the object, with integers, and addresses for
    pointers; such a call releases the interpreter's lock.
    """

    def __init__(self, library: Any, symbol: str, signature: Any) -> None:
        self._library = library
        self.address = int(library.get_pointer_to_function(symbol))
        kinds = [
            ctypes.c_void_p if isinstance(kind, types.CPointer) else ctypes.c_int64
            for kind in signature.args
        ]
        self._call = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(self.address)

    def __call__(self, *arguments: int) -> int:
        return int(self._call(*arguments))


@global_compiler_lock  # type: ignore[untyped-decorator]
def compile_native(
    function: Callable[..., Any], signature: Any, label: str, fingerprint: str
) -> Native:
    """Compile a function of pointers and integers to an integer, or load it from the cache.

    Parameters
    ----------
    function : the Python function; kernels that it calls are inlined.
    signature : a numba signature of `POINTER`, `FLOATS` and int64.
    label : str, names its file in the cache together with a hash.
    fingerprint : str, a hash of what the code depends on beyond the engine's own sources.

    Raises
    ------
    numba.core.errors.NumbaError
        `function` does not compile.
    """
    target = cpu_target.target_context
    target.refresh()
    codegen = target.codegen()
    key = hashlib.sha256(repr((label, fingerprint, codegen.magic_tuple())).encode()).hexdigest()
    path, symbol = cache_directory() / f"{key[:32]}.bin", f"dominosim_{key[:32]}"
    stored = _read(path)
    if stored is not None:
        return Native(codegen.unserialize_library(stored), symbol, signature)
    announce()
    dispatcher = numba.njit(error_model="numpy", no_cpython_wrapper=True)(function)
    dispatcher.compile(signature)
    (result,) = dispatcher.overloads.values()
    library = codegen.create_library(label)
    library.enable_object_caching()
    library.add_ir_module(_c_function(target, result.fndesc, symbol))
    _take_in(library, result.library, symbol)
    library.finalize()
    native = Native(library, symbol, signature)
    _write(path, library.serialize_using_object_code())
    return native


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


# -- the cache ---------------------------------------------------------------------------------


def cache_directory() -> Path:
    """Where compiled code is kept: under `DOMINOSIM_CACHE_DIR`, else the user's cache directory."""
    chosen = os.environ.get("DOMINOSIM_CACHE_DIR")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("dominosim"))
    return root / _ENGINE_FINGERPRINT


def _engine_fingerprint() -> str:
    """A hash of the engine's sources and of the versions that compiled code depends on."""
    state = hashlib.sha256()
    package = Path(__file__).parents[1]
    folders = ("", "compiling/", "engine/")
    for path in sorted(path for folder in folders for path in package.glob(f"{folder}*.py")):
        state.update(path.read_bytes())
    for part in (sys.version, numba.__version__, numpy.__version__):
        state.update(part.encode() + b"\0")
    return state.hexdigest()[:16]


# Taken when this is imported, together with the sources that it stands for.
_ENGINE_FINGERPRINT = _engine_fingerprint()


def _read(path: Path) -> Any:
    """The object in a cache file; None if it is missing, unreadable, truncated or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, payload = data[:32], data[32:]
    return pickle.loads(payload) if hashlib.sha256(payload).digest() == digest else None


def _write(path: Path, content: Any) -> None:
    """Write a cache file, whole or not at all; where it cannot be written the run does without."""
    payload = pickle.dumps(content)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(payload).digest() + payload)
        os.replace(part, path)
    except OSError:
        return
