"""What the code of a policy may not do, by whatever names: keep, open, catch, import, make sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from types import CodeType

from simulator.authoring.bytecode import ATTRIBUTE, Step

_DOINGS = {
    "STORE_GLOBAL": "sets the global {0!r}; a policy keeps nothing from one decision to the next",
    "DELETE_GLOBAL": "deletes the global {0!r}; a policy keeps nothing from one decision to the "
    "next",
    "STORE_ATTR": "sets .{0}; a view and all else are only read, use a variable of your own",
    "DELETE_FAST": "deletes {0!r}; leave `del` out",
    "BEFORE_WITH": "uses `with`; a policy has nothing to open or to close",
    "PUSH_EXC_INFO": "uses `try`; ask first, with `if`",
    "YIELD_VALUE": "uses `yield`; a policy returns one action",
    "IMPORT_NAME": "imports {0} inside the function; import it where the module begins",
    "LOAD_BUILD_CLASS": "makes a class; a policy uses numbers, masks and tuples",
    "BUILD_SET": "makes a set, which has no order of its own; use a mask or a tuple",
    "SET_ADD": "makes a set, which has no order of its own; use a mask or a tuple",
}
"""What is wrong with instructions of Python's; {0} is what they are done with."""


def wrong_doings(steps: list[Step], code: CodeType) -> Iterator[tuple[int, str]]:
    """What is wrong with the steps of some code, in order: the line, and what is said of it."""
    for step, after in pairwise([*steps, steps[-1]]):
        kind, value = step.kind, step.value
        if kind == "STORE_DEREF" and value in code.co_freevars:
            yield step.line, f"sets {value!r} of the function around it; return it"
        if kind == ATTRIBUTE and value == "ctypes":
            yield step.line, "asks where an array lies, which differs every time"
        if kind == ATTRIBUTE and value.startswith("__"):
            yield step.line, f"uses .{value}, which is Python's own; a policy uses plain fields"
        if kind in _DOINGS:  # where an exception is caught has no line of its own
            line = after.line if kind == "PUSH_EXC_INFO" else step.line
            yield line, _DOINGS[kind].format(value)
