"""Functions linked into libraries of one visible symbol: what is internal to numba.

Known are the versions of `simulator.compiling.native.KNOWN`.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
from llvmlite import binding, ir
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.typing.templates import builtin_registry

RAISED = -(2**62)
"""What a native function returns when the function raised an exception."""


def machine() -> tuple[Any, ...]:
    """What compiled code depends on beside its source: the kind of this machine's processor."""
    told: tuple[Any, ...] = _codegen().magic_tuple()
    return told


def loaded(symbol: str, parts: tuple[bytes, bytes]) -> Any:
    """A library that was linked before, from what it was kept as.

    To set up all of numba takes longer than that, and is done only where the code needs a part of
    it, as one that makes arrays does.
    """
    named = binding.parse_bitcode(parts[1]).functions
    needed = (part.name for part in named if part.is_declaration)
    if not all(map(_is_there, needed)):
        cpu_target.target_context.refresh()
    return _codegen().unserialize_library((symbol, "object", parts))


def _is_there(name: str) -> bool:
    """Whether code that calls a function by its name can be loaded."""
    return (
        name.startswith("llvm.")
        or _codegen()._engine.is_symbol_defined(name)
        or binding.address_of_symbol(name) is not None
    )


def forget(parts: list[Any]) -> None:
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


def link(function: Callable[..., Any], signature: Any, symbol: str) -> Any:
    """A library whose one visible symbol is the function."""
    with _uncollected():
        return _linked(function, signature, symbol)


def _linked(function: Callable[..., Any], signature: Any, symbol: str) -> Any:
    dispatcher = numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function
    )
    target = cpu_target.target_context
    target.refresh()
    library = _codegen().create_library(symbol)
    with _unfinished(type(library), _codegen()):
        dispatcher.compile(signature)
    (result,) = dispatcher.overloads.values()
    library.enable_object_caching()
    library.add_ir_module(_c_function(target, result.fndesc, symbol))
    _take_in(library, result.library, symbol)
    library.finalize()
    return library


def _codegen() -> Any:
    """What makes machine code for this machine."""
    return cpu_target.target_context.codegen()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Leave Python's garbage, for the compiler makes many objects of which most are kept."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def _unfinished(libraries: Any, codegen: Any) -> Iterator[None]:
    """Leave functions as they are while they are compiled one by one.

    All of them are inlined into one library, which is optimised and made machine code as a whole;
    to do that to each with all that it inlines, as numba would, takes most of the time of compiling
    and changes nothing. A function that Python can call, as one marked `@njit` by its author, still
    becomes machine code of its own.
    """
    codegens, environments = type(codegen), dict[str, Any]()
    optimise, emit, set_env = (
        libraries._optimize_final_module, libraries._finalize_final_module, codegens.set_env,
    )  # fmt: skip

    def finalize(library: Any) -> None:
        defined = (part.name for part in library._final_module.functions if not part.is_declaration)
        if any(name.startswith(_FROM_PYTHON) for name in defined):
            emit(library)
        else:
            library._finalize_dynamic_globals()
            library._finalized = True

    def keep_env(codegen: Any, name: str, env: Any) -> None:
        environments[name] = env

    libraries._optimize_final_module = lambda library: None
    libraries._finalize_final_module = finalize
    codegens.set_env = keep_env
    try:
        yield
    finally:
        libraries._optimize_final_module, libraries._finalize_final_module = optimise, emit
        codegens.set_env = set_env
        _set_environments(codegen, environments)


_FROM_PYTHON = "_ZN7cpython"
"""How the names of functions begin by which Python calls compiled ones."""


def _set_environments(codegen: Any, environments: dict[str, Any]) -> None:
    """Give functions the objects that they refer to, by the names under which they look for them.

    Code that is compiled later may call those too that have not become machine code of their own.
    """
    module = codegen._create_empty_module("environments")
    for name in environments:
        if not codegen._engine.is_symbol_defined(name):
            place = ir.GlobalVariable(module, ir.IntType(64), name)
            place.linkage, place.initializer = "common", ir.IntType(64)(0)
    codegen._add_module(binding.parse_assembly(str(module)))
    codegen._engine.finalize_object()
    for name, env in environments.items():
        codegen.set_env(name, env)


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
