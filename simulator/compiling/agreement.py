"""What a user's function would come to otherwise compiled than in Python, by the types in it.

The check runs each time that such a function is compiled, once its types are known. Knows numba,
and nothing of dominoes.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import TypingError
from numba.core.typed_passes import NopythonTypeInference

DIFFERS = "differs from Python: "
"""How the error begins of what differs; what is wrong, and what would be right, follows."""
TOO_LARGE = "a number is too large; an int has 64 bits, the highest its sign"


@register_pass(mutates_CFG=False, analysis_only=True)
class _Agreement(AnalysisPass):
    """The check of one function."""

    _name = "agreement_with_python"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            for step in block.find_exprs():
                told = _difference(step, state.typemap)
                if told is not None:
                    raise TypingError(DIFFERS + told, step.loc)
        return False


class Agreeing(CompilerBase):
    """How numba compiles, with the check."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_Agreement, NopythonTypeInference)
        passes.finalize()
        return [passes]


def _difference(step: Any, kinds: Any) -> str | None:
    """In what an expression differs from Python, and what would be right; None if in nothing."""
    if step.op == "unary" and step.fn is operator.invert:
        if isinstance(kinds[step.value.name], types.Boolean | types.BooleanLiteral):
            return "`~` of a bool is not its opposite; write `not`"
    elif step.op in ("binop", "inplace_binop") and step.fn in (operator.pow, operator.ipow):
        return _power(kinds[step.lhs.name], kinds[step.rhs.name], step)
    elif step.op == "call" and len(step.args) > 1:
        called = kinds[step.func.name]
        if isinstance(called, types.Function) and called.typing_key is round:
            return "round(x, 2) differs in its last digits; compare without rounding"
    return None


def _power(base: Any, exponent: Any, step: Any) -> str | None:
    """The compiler multiplies where the exponent is a number in the code; Python does not."""
    number = getattr(exponent, "literal_value", getattr(step, "static_rhs", None))
    if not isinstance(number, int):
        whole = isinstance(base, types.Integer | types.IntegerLiteral)
        if whole and isinstance(exponent, types.Integer):
            return "`x ** y` of ints is 0 where y is negative; write float(x) ** y, or 1 << y"
        return None
    known = getattr(base, "literal_value", 0)
    if number > 0 and not -(1 << 63) <= known ** min(number, 64) < 1 << 63:
        return TOO_LARGE
    if number < 0:
        return f"`x ** {number}` differs in its last digits; write 1 / x"
    if isinstance(base, types.Float) and number > 1:
        return f"`x ** {number}` of a float differs in its last digits; write x * x"
    return None
