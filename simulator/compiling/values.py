"""Numbers, texts and arrays as bytes that no other value has. Knows Python's types and numpy's."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np


class InexactError(TypeError):
    """A value that has no bytes of its own; its text says of what kind it is."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)


def kind_of(value: Any) -> str:
    """The name of a value's type, with its module unless that is Python's own."""
    kind = type(value)
    home = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return f"{home}{kind.__qualname__}"


def framed(*parts: bytes) -> bytes:
    """Parts one after another, each behind its length, so that no other parts give the same."""
    return b"".join(len(part).to_bytes(8, "little") + part for part in parts)


def atom_bytes(value: Any) -> bytes | None:
    """The bytes of a plain number or text, its type with it; None for everything else."""
    kind = type(value)
    if kind in (type(None), type(Ellipsis), type(NotImplemented)):
        data = b""
    elif kind in (bool, int):
        data = f"{int(value):x}".encode()
    elif kind is float:
        data = struct.pack("<d", value)
    elif kind is complex:
        data = struct.pack("<dd", value.real, value.imag)
    elif kind is str:
        data = value.encode("utf-8", "surrogatepass")
    elif kind in (bytes, bytearray):
        data = bytes(value)
    else:
        return None
    return framed(kind.__name__.encode(), data)


def dtype_bytes(dtype: np.dtype[Any]) -> bytes:
    """The bytes of a dtype: kind, size, order of bytes, and the same of its fields.

    Raises
    ------
    InexactError
        The dtype says more than that, or its numbers have bytes that mean nothing.
    """
    if dtype.metadata is not None or dtype.kind not in "biufcmMSUVO" or dtype.char in "gG":
        raise InexactError(f"numpy dtype {dtype}")
    parts = [repr((dtype.str, dtype.char, dtype.itemsize, dtype.isalignedstruct)).encode()]
    if dtype.subdtype is not None:
        parts += [dtype_bytes(dtype.base), repr(dtype.shape).encode()]
    for name in dtype.names or ():
        field, offset, *title = dtype.fields[name]  # type: ignore[index]
        if title:
            raise InexactError(f"numpy dtype with titles {dtype}")
        parts += [name.encode("utf-8", "surrogatepass"), b"%d" % offset, dtype_bytes(field)]
    return framed(*parts)


def array_bytes(array: np.ndarray[Any, Any]) -> bytes:
    """The bytes of an array but for objects in it: dtype, shape, layout and elements.

    Fields are taken one by one, for what lies between them is of no meaning and of no value.
    """
    flags = array.flags
    layout = (array.shape, flags.c_contiguous, flags.f_contiguous, flags.aligned, flags.writeable)
    parts = [dtype_bytes(array.dtype), repr(layout).encode()]
    if array.dtype.names is not None:
        parts += [array_bytes(array[name]) for name in array.dtype.names]
    elif not array.dtype.hasobject:
        parts += [array.tobytes()]
    return framed(*parts)


def objects_in(array: np.ndarray[Any, Any]) -> list[Any]:
    """The objects that an array or its fields hold, in order."""
    if array.dtype.names is not None:
        return [value for name in array.dtype.names for value in objects_in(array[name])]
    return list(array.flat) if array.dtype.hasobject else []
