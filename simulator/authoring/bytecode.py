"""Python's bytecode as steps that are the same in all versions of Python."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import CodeType
from typing import Any, NamedTuple

NAME, VARIABLE, STORE, ATTRIBUTE, CONSTANT, INDEX = (
    "name", "variable", "store", "attribute", "constant", "index",
)  # fmt: skip

_SILENT = {
    *("CACHE", "COPY_FREE_VARS", "EXTENDED_ARG", "MAKE_CELL", "NOP", "NOT_TAKEN", "PRECALL"),
    *("PUSH_NULL", "RESUME"),
}
_KINDS = {
    **dict.fromkeys(("LOAD_GLOBAL", "LOAD_NAME"), NAME),
    **dict.fromkeys(("LOAD_ATTR", "LOAD_METHOD"), ATTRIBUTE),
    **dict.fromkeys(("LOAD_CONST", "LOAD_SMALL_INT", "RETURN_CONST"), CONSTANT),
    **dict.fromkeys(("LOAD_DEREF", "LOAD_CLASSDEREF"), VARIABLE),
    "BINARY_SUBSCR": INDEX,
}


class Step(NamedTuple):
    """One thing that code does.

    `kind` is one of those above, else the name of Python's instruction. `value` is what it is done
    with: the name of a global, a variable or an attribute, the constant. `line` is its line.
    """

    kind: str
    value: Any
    line: int


def steps_of(code: CodeType) -> list[Step]:
    """The steps of a function's code, in order; code within it is the value of a constant."""
    found, line = list[Step](), code.co_firstlineno
    for instruction in dis.get_instructions(code):
        positions = instruction.positions
        line = (positions and positions.lineno) or line
        if instruction.opname not in _SILENT:
            found += (Step(kind, value, line) for kind, value in _plain(instruction))
    return found


def _plain(instruction: dis.Instruction) -> Iterator[tuple[str, Any]]:
    name, value = instruction.opname, instruction.argval
    if name.startswith(("LOAD_FAST", "STORE_FAST")):
        # Two in one: LOAD_FAST_LOAD_FAST, STORE_FAST_LOAD_FAST and so on.
        whats = [part for part in name.split("_") if part in ("LOAD", "STORE")]
        for what, variable in zip(whats, value if len(whats) > 1 else (value,), strict=True):
            yield VARIABLE if what == "LOAD" else STORE, variable
    elif name == "BINARY_OP" and instruction.argrepr == "[]":
        yield INDEX, None
    else:
        yield _KINDS.get(name, name), value
