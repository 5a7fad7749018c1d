"""Named records of 64-bit words: structures in compiled code, plain objects in Python.

A field is one word, read and written as `record.seat`, or several, `record.hand[seat]`. A record
is passed by reference. (numpy's structured arrays would do the same, but each of their array fields
is a whole array in compiled code, whose index is checked for its sign: compiling takes more than
twice as long.) Knows numba, and nothing of dominoes.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import (
    intrinsic,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
)
from numpy.typing import NDArray

from simulator.compiling.marks import POINTER, compiled_as

_WORD = ir.IntType(64)


class Record:
    """The layout of a record.

    Parameters
    ----------
    name : str, names the type in messages of the compiler.
    constant : bool, a promise that compiled code never writes to it, so that a word which was read
    once need not be read again.
    **fields : int, how many words a field has; 0 for a field that is a number.
    """

    def __init__(self, name: str, constant: bool = False, **fields: int) -> None:
        self.fields, self.places, self.constant = fields, {}, constant
        self.words = 0
        for field, width in fields.items():
            self.places[field] = self.words
            self.words += max(width, 1)
        self.kind = _Kind(name, self)

    def blank(self) -> Any:
        """A record for Python: an object with numbers and lists, all zero."""
        return self.from_words([0] * self.words)

    def from_words(self, words: Sequence[int]) -> Any:
        """A record for Python from its words in order."""
        found = {}
        for field, width in self.fields.items():
            place = self.places[field]
            found[field] = list(words[place : place + width]) if width else words[place]
        return SimpleNamespace(**found)

    def to_words(self, record: Any) -> list[int]:
        """The words of a record for Python, in order."""
        words: list[int] = []
        for field, width in self.fields.items():
            value = getattr(record, field)
            words += value if width else [value]
        return words

    def to_array(self, record: Any) -> NDArray[np.int64]:
        """The words of a record for Python, as compiled code takes them by address."""
        return np.array(self.to_words(record), dtype=np.int64)

    def zeros(self) -> NDArray[np.int64]:
        """The words of a blank record, for compiled code."""
        return np.zeros(self.words, dtype=np.int64)

    def from_array(self, words: NDArray[np.int64]) -> Any:
        """A record for Python from what compiled code left."""
        return self.from_words(words.tolist())


def copy_record(target: Any, source: Any) -> None:
    """Make one record equal to another of the same kind."""
    for field, value in vars(source).items():
        setattr(target, field, list(value) if isinstance(value, list) else value)


# -- in compiled code --------------------------------------------------------------------------


class _Kind(types.Type):  # type: ignore[misc]
    """numba's type of a record."""

    def __init__(self, name: str, record: Record) -> None:
        super().__init__(name=f"Record({name})")
        self.record = record


@register_model(_Kind)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    """A pointer to the first word."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WORD.as_pointer())


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = _Kind

    def generic_resolve(self, kind: _Kind, field: str) -> Any:
        width = kind.record.fields.get(field)
        return None if width is None else POINTER if width else types.int64


@lower_getattr_generic(_Kind)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, kind: _Kind, value: Any, field: str) -> Any:
    place = builder.gep(value, [ir.IntType(32)(kind.record.places[field])])
    if kind.record.fields[field]:
        return place
    word = builder.load(place)
    if kind.record.constant:
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


@lower_setattr_generic(_Kind)  # type: ignore[untyped-decorator]
def _write(context: Any, builder: Any, signature: Any, values: Any, field: str) -> Any:
    target, value = values
    kind = signature.args[0]
    builder.store(value, builder.gep(target, [ir.IntType(32)(kind.record.places[field])]))


@compiled_as(copy_record)
def _(target, source):  # type: ignore[no-untyped-def]
    return lambda target, source: _copy(target, source)


@intrinsic
def _copy(typing, target, source):  # type: ignore[no-untyped-def]
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        raw = ir.IntType(8).as_pointer()
        memcpy = builder.module.declare_intrinsic("llvm.memcpy", [raw, raw, _WORD])
        to, origin = (builder.bitcast(value, raw) for value in values)
        builder.call(memcpy, [to, origin, _WORD(8 * target.record.words), ir.IntType(1)(0)])
        return context.get_dummy_value()

    return types.void(target, source), codegen
