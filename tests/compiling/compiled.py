"""A small function to compile, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types

from simulator.compiling.marks import POINTER, kernel
from simulator.compiling.native import Native, compile_native

KIND = types.int64(POINTER, types.int64)
NUMBERS = [0, 1, -1, 7, 2**62, -(2**63), 2**63 - 1]


@kernel
def doubled(word: int) -> int:
    """Twice a word."""
    return word + word


@kernel
def weighed(words: Any, number: int) -> int:
    """The sum of the first words, each by its place, the first of them replaced by it."""
    total = 0
    for place in range(number):
        total += words[place] * doubled(place + 1)
    words[0] = total
    return total


def weighed_natively(function: Callable[..., int], words: list[int]) -> tuple[int, list[int]]:
    """What a native function comes to, and what it leaves of the words."""
    array = np.array(words, dtype=np.int64)
    return function(array.ctypes.data, len(words)), array.tolist()


def compile_weighed(label: str = "weighed") -> Native:
    """The function behind an address."""
    return compile_native(weighed, KIND, label, "")
