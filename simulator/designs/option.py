"""What a design may be asked for beyond policies, games and rules: a default, and a check.

And what every experiment is asked for: whole numbers, and policies or texts that name them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulator.errors import ExperimentError

if TYPE_CHECKING:
    from simulator.policy import Policy


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


def text(plays: bool = False) -> Option:
    """A text; empty by default."""

    def fault(value: Any) -> str | None:
        return None if isinstance(value, str) else f"cannot be {value!r}"

    return Option("", fault, plays)


def whole(name: str, value: Any, lowest: int, highest: int) -> int:
    """The value if it is a whole number within these limits; else an `ExperimentError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise ExperimentError(f"{name} is a whole number from {lowest} to {highest}, not {value!r}")
    return value


def texts_of(policies: Collection[Policy | str]) -> tuple[str, ...]:
    """The texts that name policies; `ExperimentError` if it is no list of policies and names."""
    if isinstance(policies, str) or not isinstance(policies, Collection):
        raise ExperimentError(
            f"policies is a list of policies or their names, not {_kind(policies)}; "
            "write [policy, 'greedy']"
        )
    return tuple(map(text_of, policies))


def text_of(policy: Policy | str) -> str:
    """The text that names a policy; `ExperimentError` for what is neither policy nor text."""
    if isinstance(policy, str):
        return policy
    from simulator.policy import Policy

    if isinstance(policy, Policy):
        return policy.spec
    if callable(policy) and hasattr(policy, "__name__"):
        raise ExperimentError(f"{policy.__name__} is no policy; decorate it with @policy")
    raise ExperimentError(f"{_kind(policy)} is no policy; write a policy or its name")


def _kind(value: Any) -> str:
    names = {"str": "a text", "Policy": "a policy"}
    kind = type(value).__name__
    return names.get(kind, f"an object of the class {kind}")


def check_text(policy: str) -> None:
    """Raise `ExperimentError` for the name of a file that no file of ours could hold."""
    try:
        policy.encode()
    except UnicodeEncodeError:
        raise ExperimentError(
            f"{policy!r} is no text in UTF-8; give the file another name"
        ) from None
