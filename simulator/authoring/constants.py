"""Arrays of authors, which are constants to a policy: nobody writes to them in a rehearsal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from simulator.authoring.refusals import arrays_of
from simulator.policy import Policy

CONSTANT = "changes an array that is a constant; a policy keeps nothing, use a copy()"
"""What is said to a policy that would."""


@contextmanager
def kept(policy: Policy) -> Iterator[None]:
    """Let the arrays that a policy reads be read only, and be as before after that."""
    arrays = [array for array in arrays_of(policy) if array.flags.writeable]
    for array in arrays:
        array.flags.writeable = False
    try:
        yield
    finally:
        for array in arrays:
            array.flags.writeable = True


def is_change(error: Exception) -> bool:
    """Whether an exception is that of a change of such an array."""
    return isinstance(error, ValueError) and "read-only" in str(error)
