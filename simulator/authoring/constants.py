"""The arrays of authors that a policy looks things up in, which it may not change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from simulator.compiling.sources import parts_of
from simulator.policy import Policy

CONSTANT = "changes an array that is a constant; a policy keeps nothing, use a copy()"
"""What is said to a policy that changes one."""


@contextmanager
def unchanging(policy: Policy) -> Iterator[None]:
    """Have what writes to an array that a policy reaches raise, in plain Python too.

    Those count too of which such an array is a part. Afterwards all are as they were.
    """
    arrays = [part for part in parts_of(policy.decide) if isinstance(part, np.ndarray)]
    chains = [[one for one in _chain(array) if one.flags.writeable] for array in arrays]
    for one in (one for chain in chains for one in chain):
        one.flags.writeable = False
    try:
        yield
    finally:
        for one in (one for chain in chains for one in reversed(chain)):  # a whole before its part
            one.flags.writeable = True


def is_change(error: Exception) -> bool:
    """Whether an exception is numpy's, of a write to an array that is only read."""
    return isinstance(error, ValueError) and "read-only" in str(error)


def _chain(array: Any) -> Iterator[Any]:
    """An array, what it is a part of, and so on."""
    while isinstance(array, np.ndarray):
        yield array
        array = array.base
