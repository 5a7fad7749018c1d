"""Records of a function's own, in its frame: for work that allocates nothing."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core.cgutils import alloca_once
from numba.extending import intrinsic

from simulator.compiling.marks import compiled_as, shifted
from simulator.compiling.records import Record


def scratch(record: Record, number: int = 1) -> tuple[Any, Any]:
    """What gives a function some records of its own while it runs, and what finds one of them.

    Returns
    -------
    make : a function that gives `number` records whose content is undefined. They lie in the
        caller's frame, so that nothing is allocated, and must not be handed out of it.
    nth : a function of what `make` gave and an index below `number`: that record.
    """

    def make() -> Any:
        return [record.blank() for _ in range(number)]

    def nth(records: Any, index: int) -> Any:
        return records[index]

    @intrinsic
    def allocate(typing):  # type: ignore[no-untyped-def]
        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return alloca_once(builder, ir.IntType(64), size=record.words * number)

        return record.kind(), codegen

    @compiled_as(make)
    def _() -> Any:
        return lambda: allocate()

    @compiled_as(nth)
    def _(records: Any, index: Any) -> Any:
        words = record.words
        return lambda records, index: shifted(records, words * index)

    return make, nth
