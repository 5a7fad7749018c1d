"""What an object is made of: parts that tell it from every other object of its kind.

Of most objects those are what pickling would make of them, though nothing is pickled: what cannot
be taken apart like that, as a lock or a file, has no parts.
"""

from __future__ import annotations

import copyreg
import dataclasses
import enum
import functools
import sys
import types as types_of_python
from types import FunctionType, MappingProxyType, MethodType
from typing import Any

import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.typing.templates import builtin_registry

from simulator.compiling.libraries import is_library, is_library_code, library_name
from simulator.compiling.values import InexactError, dtype_bytes, kind_of

_UNREAD = {
    *("__module__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__orig_bases__"),
    *("__parameters__", "__type_params__", "__firstlineno__", "__static_attributes__"),
    "_abc_impl",
}
"""What a class holds that no compiled code depends on, or that is made anew by every process."""
_HOOKS = ("__reduce_ex__", "__reduce__", "__getstate__", "__getnewargs__", "__getnewargs_ex__")
"""By what methods a class chooses what pickling makes of its objects."""
_DESCRIPTORS = (
    types_of_python.MethodDescriptorType,
    types_of_python.WrapperDescriptorType,
    types_of_python.GetSetDescriptorType,
    types_of_python.MemberDescriptorType,
)
_BARE = {int: int.__pos__, float: float.__pos__, str: str.__str__}


def parts(value: Any) -> tuple[Any, ...]:
    """The parts of an object that is neither plain number or text nor function, module or array.

    The first is a text that says how the others are to be read.

    Raises
    ------
    InexactError
        The object has more to it than can be read.
    """
    kind = type(value)
    if kind in (dict, MappingProxyType):
        return (kind.__name__, *value.items())
    if isinstance(value, type):
        held = [(name, part) for name, part in vars(value).items() if name not in _UNREAD]
        return ("class", value.__qualname__, kind, value.__bases__, *held)
    if kind is property:
        return ("property", value.fget, value.fset, value.fdel)
    if kind in (staticmethod, classmethod):
        return (kind.__name__, value.__func__)
    if kind in _DESCRIPTORS:  # whatever else other libraries have pickling make of them
        return (kind.__name__, value.__objclass__, value.__name__)
    if kind is MethodType:
        return ("method", value.__func__, value.__self__)
    if kind is functools._lru_cache_wrapper:
        return ("cached", value.__wrapped__)
    if kind is dataclasses.Field:
        names = [name for name in dataclasses.Field.__slots__ if name != "type"]
        return ("field", *(getattr(value, name) for name in names))
    if isinstance(value, np.dtype):
        return ("dtype", dtype_bytes(value))
    if isinstance(value, types.Type):
        return _parts_of_type(value)
    if isinstance(value, Dispatcher):
        fixed = None if value._can_compile else list(value.overloads)
        return ("dispatcher", kind, value.py_func, value.targetoptions, value.locals, fixed)
    if isinstance(value, enum.Enum):
        bare = [make(value) for base, make in _BARE.items() if isinstance(value, base)]
        return ("member", kind, vars(value), *bare)
    if isinstance(value, tuple) and not library_name(kind):
        return ("tuple", kind, tuple(tuple.__iter__(value)), getattr(value, "__dict__", None))
    return _reduced(value)


def overloads_of(function: Any) -> list[tuple[Any, ...]]:
    """What numba compiles instead of a function: what gives it, and how it is compiled."""
    found = []
    for key, kind in builtin_registry.globals:
        for template in getattr(kind, "templates", ()) if key is function else ():
            giver = getattr(template, "_overload_func", None)
            if giver is None or (library_name(function) and is_library_code(giver)):
                continue
            found.append((giver, template._jit_options, template._inline))
    return found


def is_marked(function: Any) -> bool:
    """Whether compiled code can call a function because it is marked, ours as others'."""
    return any(key is function for key, _ in builtin_registry.globals)


def _parts_of_type(kind: types.Type) -> tuple[Any, ...]:
    if getattr(types, kind.name, None) is kind:
        return ("numba", kind.name)
    if kind.key == kind.name:  # which may hold an address
        raise InexactError(f"numba type {kind_of(kind)}")
    return ("numba", type(kind), kind.key)


def _reduced(value: Any) -> tuple[Any, ...]:
    """The parts that pickling would take, unless the object's own methods choose them."""
    kind = type(value)
    registered = copyreg.dispatch_table.get(kind)
    hooks = [registered, *(getattr(kind, name, None) for name in _HOOKS)]
    if isinstance(value, list):
        hooks.append(kind.__iter__)
    if isinstance(value, dict):
        hooks.append(kind.items)
    chosen = any(isinstance(hook, FunctionType) and not library_name(hook) for hook in hooks)
    if chosen or isinstance(value, np.ndarray | set | frozenset):
        raise InexactError(kind_of(value))
    try:
        made: Any = registered(value) if registered else value.__reduce_ex__(4)
    except Exception:  # whatever an object may raise that will not be pickled
        raise InexactError(kind_of(value)) from None
    if isinstance(made, str):
        home = sys.modules.get(str(getattr(value, "__module__", None)))
        if home is None or not is_library(home) or getattr(home, made, None) is not value:
            raise InexactError(kind_of(value))
        return ("library", home.__name__, made)
    maker, arguments, state, items, pairs, setter = [*made, None, None, None, None][:6]
    return ("reduced", maker, arguments, state, list(items or ()), list(pairs or ()), setter)
