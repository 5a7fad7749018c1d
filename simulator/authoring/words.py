"""The compiler's types and operators, in the words of Python."""

from __future__ import annotations

import re
from collections.abc import Sequence

SIGNS = {
    "add": "+", "iadd": "+=", "sub": "-", "isub": "-=", "mul": "*", "imul": "*=",
    "truediv": "/", "itruediv": "/=", "floordiv": "//", "ifloordiv": "//=", "mod": "%",
    "imod": "%=", "pow": "**", "ipow": "**=", "matmul": "@", "imatmul": "@=", "and_": "&",
    "iand": "&=", "or_": "|", "ior": "|=", "xor": "^", "ixor": "^=", "lshift": "<<",
    "ilshift": "<<=", "rshift": ">>", "irshift": ">>=", "lt": "<", "le": "<=", "gt": ">",
    "ge": ">=", "eq": "==", "ne": "!=", "invert": "~", "neg": "-", "pos": "+", "not_": "not",
}  # fmt: skip
_KINDS = (
    (r"View\(", "the view"),
    (r"params\(", "the parameters"),
    (r"[^\n]* generator\(", "a generator"),
    (r"Optional", "None on some path"),
    (r"none\b|NoneType", "None"),
    (r"Literal\[bool\]|bool", "a bool"),
    (r"Literal\[int\]|u?int\d*\b", "an int"),
    (r"float\d*\b", "a float"),
    (r"complex\d*\b", "a complex number"),
    (r"unicode_type|Literal\[str\]|\[unichr|str\b", "a str"),
    (r"(Uni|Starargs)?Tuple\(|tuple\b|\w+\((u?int|float|bool)", "a tuple"),
    (r"(readonly )?array\(", "an array"),
    (r"(reflected )?list\(|List", "a list"),
    (r"range", "a range"),
    (r"slice", "a slice"),
    (r"Module\(", "a module"),
    (r"(type\()?(CPUDispatcher|Function|BoundFunction|.*[Ff]unction)", "a function"),
    (r"dict|Dict", "a dict"),
)


def listed(parts: Sequence[str]) -> str:
    """Some things one after another."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:]))) or "nothing"


def split_types(arguments: str) -> list[str]:
    """Types between commas that are not within brackets."""
    parts, depth = [""], 0
    for sign in arguments:
        depth += (sign in "([<") - (sign in ")]>")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def kind_of(told: str) -> str:
    """A type of the compiler's in words."""
    keyword = re.match(r"(\w+)=", told)
    told = told[keyword.end() :] if keyword else told
    kind = next((words for pattern, words in _KINDS if re.match(pattern, told)), "something else")
    return f"{keyword[1]} = {kind}" if keyword else kind
