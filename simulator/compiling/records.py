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
from weakref import WeakValueDictionary

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

from simulator.compiling.marks import compiled_as

_WORD = ir.IntType(64)


Field = int | tuple[int, Any]


class Record:
    """The layout of a record.

    Parameters
    ----------
    name : str, names the type in messages of the compiler.
    constant : bool, a promise that compiled code never writes to it, so that a word which was read
    once need not be read again.
    **fields : how many numbers a field has, 0 where it is one itself; with them, as a pair, their
    numba type where it is not int64: an integer of some words.
    """

    def __init__(self, name: str, constant: bool = False, **fields: Field) -> None:
        self.constant, self.words = constant, 0
        self.fields: dict[str, tuple[int, Any]] = {}
        self.places: dict[str, int] = {}
        for field, layout in fields.items():
            width, kind = layout if isinstance(layout, tuple) else (layout, types.int64)
            size = _words_of(kind)
            self.words += -self.words % size  # where the machine wants a number of that size
            self.fields[field], self.places[field] = (width, kind), self.words
            self.words += max(width, 1) * size
        self.kind = _Kind(name, self)

    def blank(self) -> Any:
        """A record for Python: an object with numbers and lists, all zero."""
        return self.from_words([0] * self.words)

    def from_words(self, words: Sequence[int]) -> Any:
        """A record for Python from its words in order."""
        found = {}
        for field, (width, kind) in self.fields.items():
            place, size = self.places[field], _words_of(kind)
            numbers = [
                _joined(words[place + size * index : place + size * (index + 1)])
                for index in range(max(width, 1))
            ]
            found[field] = numbers if width else numbers[0]
        return _Words(**found)

    def to_words(self, record: Any) -> list[int]:
        """The words of a record for Python, in order."""
        words: list[int] = []
        for field, (width, kind) in self.fields.items():
            value = getattr(record, field)
            words += [0] * (self.places[field] - len(words))
            for number in value if width else [value]:
                words += _parted(number, _words_of(kind))
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


def _words_of(kind: Any) -> int:
    return int(kind.bitwidth) // 64


def _joined(words: Sequence[int]) -> int:
    """A number from its words, the lowest first, the highest signed."""
    number = words[-1]
    for word in reversed(words[:-1]):
        number = number << 64 | word & (1 << 64) - 1
    return number


def _parted(number: int, words: int) -> list[int]:
    """The words of a number, each signed, the lowest first."""
    unsigned = [number >> 64 * index & (1 << 64) - 1 for index in range(words)]
    return [word - (1 << 64) if word >> 63 else word for word in unsigned]


class _Words(SimpleNamespace):
    """A record for Python."""

    __slots__ = ("__weakref__",)


_RECORDS = WeakValueDictionary[int, _Words]()


def address_of(record: Any) -> int:
    """The address of a record as an integer; uncompiled a number by which `record_at` finds it."""
    _RECORDS[id(record)] = record
    return id(record)


def record_at(address: int) -> Any:
    """The record for Python that a number stands for."""
    return _RECORDS[address]


@compiled_as(address_of)
def _(record):  # type: ignore[no-untyped-def]
    return lambda record: _address(record)


@intrinsic
def _address(typing, record):  # type: ignore[no-untyped-def]
    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ptrtoint(values[0], _WORD)

    return types.int64(record), codegen


def copy_record(target: Any, source: Any) -> None:
    """Make one record equal to another of the same kind."""
    for field, value in vars(source).items():
        setattr(target, field, list(value) if isinstance(value, list) else value)


# -- in compiled code --------------------------------------------------------------------------


class _Kind(types.Type):
    """numba's type of a record."""

    def __init__(self, name: str, record: Record) -> None:
        super().__init__(name=f"Record({name})")
        self.record = record


@register_model(_Kind)
class _Model(models.PrimitiveModel):
    """A pointer to the first word."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WORD.as_pointer())


@infer_getattr
class _Fields(AttributeTemplate):
    key = _Kind

    def generic_resolve(self, kind: _Kind, field: str) -> Any:  # type: ignore[override]
        if field not in kind.record.fields:
            return None
        width, number = kind.record.fields[field]
        return types.CPointer(number) if width else number


def _place(context: Any, builder: Any, kind: _Kind, value: Any, field: str) -> Any:
    """A pointer to a field's first number."""
    number = context.get_value_type(kind.record.fields[field][1])
    place = builder.gep(value, [ir.IntType(32)(kind.record.places[field])])
    return builder.bitcast(place, number.as_pointer())


@lower_getattr_generic(_Kind)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, kind: _Kind, value: Any, field: str) -> Any:
    place = _place(context, builder, kind, value, field)
    if kind.record.fields[field][0]:
        return place
    number = builder.load(place)
    if kind.record.constant:
        number.set_metadata("invariant.load", builder.module.add_metadata([]))
    return number


@lower_setattr_generic(_Kind)  # type: ignore[untyped-decorator]
def _write(context: Any, builder: Any, signature: Any, values: Any, field: str) -> Any:
    target, value = values
    builder.store(value, _place(context, builder, signature.args[0], target, field))


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
