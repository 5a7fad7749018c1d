"""The marks on functions that run both ways: compiled, and as plain Python.

A kernel is a plain Python function marked `@kernel`. Compiled, it is inlined where compiled code
calls it; uncompiled, it runs step by step in the interpreter with the same results. Knows numba,
and nothing of dominoes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

from simulator.compiling.agreement import Agreeing

POINTER = types.CPointer(types.int64)
FLOATS = types.CPointer(types.float64)

_F = TypeVar("_F", bound=Callable[..., Any])
_OPTIONS = {"error_model": "numpy", "forceinline": True, "no_cfunc_wrapper": True}
CHECKED = {
    "error_model": "python", "forceinline": True, "boundscheck": True, "pipeline_class": Agreeing,
}  # fmt: skip
"""How users' functions are compiled: they come to what they come to in Python, or not at all.

They raise where Python does and read past no array's end.
"""


def kernel(function: _F) -> _F:
    """Mark a function as a kernel: inlined where compiled code calls it, itself in Python."""
    return register_jitable(**_OPTIONS)(function)


def checked_kernel(function: _F) -> _F:
    """Mark a user's function likewise; it raises what it raises in Python."""
    return register_jitable(no_cfunc_wrapper=True, **CHECKED)(function)


def compiled_as(function: Callable[..., Any], **options: bool) -> Callable[..., Any]:
    """Decorator: the function below gives, for argument types, what compiled code runs instead."""
    return overload(function, jit_options=_OPTIONS, strict=False, **options)


def is_python() -> bool:
    """Whether kernels run uncompiled (`NUMBA_DISABLE_JIT=1`)."""
    return bool(numba.config.DISABLE_JIT)


def as_tuple(kind: Any, buffer: Any) -> Any:
    """A named tuple of a kind of the first numbers of a buffer of floats, as many as it has."""
    return kind(*buffer[: len(kind._fields)])


@compiled_as(as_tuple)
def _(kind, buffer):  # type: ignore[no-untyped-def]
    return lambda kind, buffer: _read_tuple(kind, buffer)


@intrinsic
def _read_tuple(typing, kind, buffer):  # type: ignore[no-untyped-def]
    names = kind.instance_class._fields
    read = types.NamedUniTuple(buffer.dtype, len(names), kind.instance_class)

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        places = [ir.IntType(32)(place) for place in range(len(names))]
        numbers = [builder.load(builder.gep(values[1], [place])) for place in places]
        return context.make_tuple(builder, read, numbers)

    return read(kind, buffer), codegen


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


def word_at(buffer: Any, place: int) -> Any:
    """An integer among the words of a buffer of floats; uncompiled whatever is there."""
    return buffer[place]


@compiled_as(word_at)
def _(buffer, place):  # type: ignore[no-untyped-def]
    return lambda buffer, place: _word_at(buffer, place)


@intrinsic
def _word_at(typing, buffer, place):  # type: ignore[no-untyped-def]
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words = builder.bitcast(values[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [values[1]]))

    return types.int64(buffer, types.int64), codegen


def call_address(address: Any, *arguments: Any) -> int:
    """Call a function behind a C address; uncompiled, `address` is the function itself.

    Compiled, the arguments are passed as they are typed: pointers, records and integers.
    """
    return int(address(*arguments))


@compiled_as(call_address)
def _(address, *arguments):  # type: ignore[no-untyped-def]
    return lambda address, *arguments: _call(address, arguments)


@intrinsic
def _call(typing, address, arguments):  # type: ignore[no-untyped-def]
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in arguments.types]
        function = ir.FunctionType(ir.IntType(64), kinds)
        passed = [builder.extract_value(values[1], place) for place in range(len(kinds))]
        return builder.call(builder.inttoptr(values[0], function.as_pointer()), passed)

    return types.int64(types.int64, arguments), codegen
