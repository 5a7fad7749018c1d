"""A small function to compile, and ways to watch how that is done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from simulator.compiling import cache
from simulator.compiling.marks import POINTER, kernel
from simulator.compiling.native import Native, compile_native

KIND = types.int64(POINTER, types.int64)
NUMBERS = [0, 1, -1, 7, 2**62, -(2**63), 2**63 - 1]


@kernel
def doubled(word: int) -> int:
    """Twice a word."""
    return word + word


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


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory for what is compiled; where the files of this engine go."""
    monkeypatch.setenv("DOMINOSIM_CACHE_DIR", str(tmp_path))
    return cache.directory()
