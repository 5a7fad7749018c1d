"""What a design may be asked for beyond policies, games and rules: a default, and a check.

And what every experiment is asked for: whole numbers, and texts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simulator.errors import ExperimentError


@dataclass(frozen=True)
class Option:
    """An option of a design.

    Attributes
    ----------
    default : its value where it is not asked for.
    fault : says what is wrong with a value, to be read after the option's name; None if nothing is.
    plays : bool, whether it changes what is played, and not only what is made of it.
    """

    default: Any
    fault: Callable[[Any], str | None]
    plays: bool = False


def choice(*values: str, plays: bool = False) -> Option:
    """One of some words; the first is the default."""

    def fault(value: Any) -> str | None:
        return None if value in values else f"is one of {', '.join(values)}, not {value!r}"

    return Option(values[0], fault, plays)


def share(default: float, lowest: float = 1e-6) -> Option:
    """A number from `lowest` to 0.5, which it is not."""

    def fault(value: Any) -> str | None:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and lowest <= value < 0.5:
            return None
        return f"is a number above 0 and below 0.5, not {value!r}"

    return Option(default, fault)


def seats() -> Option:
    """How many sit at a table: 2, 3 or 4; 0 for as many as are usual."""

    def fault(value: Any) -> str | None:
        if type(value) is not int:
            return f"cannot be {value!r}"
        return None if value in (0, 2, 3, 4) else f"is 2, 3 or 4, not {value}"

    return Option(0, fault, plays=True)


def text() -> Option:
    """A text; empty by default."""
    return Option("", lambda value: None if isinstance(value, str) else f"cannot be {value!r}")


def whole(name: str, value: Any, lowest: int, highest: int) -> int:
    """The value if it is a whole number within these limits; else an `ExperimentError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise ExperimentError(f"{name} is a whole number from {lowest} to {highest}, not {value!r}")
    return value


def check_text(policy: str) -> None:
    """Raise `ExperimentError` for the name of a file that no file of ours could hold."""
    try:
        policy.encode()
    except UnicodeEncodeError:
        raise ExperimentError(
            f"{policy!r} is no text in UTF-8; give the file another name"
        ) from None
