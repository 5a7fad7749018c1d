"""What a policy raised, as plain Python, in one line."""

from __future__ import annotations

from simulator.authoring.places import raised_at
from simulator.errors import nearest, one_line
from simulator.policy import View


def raised(error: Exception) -> str:
    """What was raised, and where: `raised ValueError: no idea at mine.py, line 14`."""
    told = str(error)
    if isinstance(error, AttributeError) and hasattr(error.obj, "_fields"):
        what = "a view has no" if isinstance(error.obj, View) else "there is no parameter"
        told = f"{what} {error.name!r} ({nearest(str(error.name), error.obj._fields)})"
    said = one_line(f"{type(error).__name__}: {told}" if told else type(error).__name__)
    where = raised_at(error)
    return f"raised {said}" + (f" at {where}" if where else "")
