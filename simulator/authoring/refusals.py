"""What a policy may not do: a check of its code, and of all that it calls, before it is compiled.

Nothing is run. What would play on for ever, or differently each time, is found here, as is most of
what could not be compiled; the rest of that is in `simulator.authoring.mistakes`.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from simulator.authoring.bytecode import (
    ATTRIBUTE,
    CONSTANT,
    INDEX,
    NAME,
    STORE,
    VARIABLE,
    Step,
    steps_of,
)
from simulator.authoring.calls import circle, compiled_from
from simulator.authoring.doings import wrong_doings
from simulator.authoring.names import (
    BEHIND,
    foreign,
    missing,
    no_door,
    no_field,
    too_large,
    wrong,
    wrong_in_numpy,
)
from simulator.authoring.places import head_of
from simulator.compiling.libraries import is_library, is_library_code
from simulator.errors import PolicyError, nearest, place
from simulator.policy import Policy, View

_WITHOUT_LIST = "loops inside of brackets without a list; write [... for ...], or a loop"
_MISSING = object()


def examine(policy: Policy) -> list[Callable[..., Any]]:
    """Check a policy, and all that it calls, as what is to be compiled.

    Returns
    -------
    The functions of authors that were read: the policy's own first.

    Raises
    ------
    PolicyError
        It does what policies must not do; file and line are named, and what would be right.
    """
    examination = _Examination()
    examination.read(policy.decide, policy)
    return examination.met


class _Examination:
    """One walk through a policy's code and the functions that it calls."""

    def __init__(self) -> None:
        self.met: list[Callable[..., Any]] = []
        self._open: list[Callable[..., Any]] = []  # those that are being read, callers first

    def read(self, function: Callable[..., Any], policy: Policy | None = None) -> None:
        """Read a function; the one of a policy with what the policy declares."""
        if function in self.met or is_library_code(function):  # type: ignore[arg-type]
            return
        self.met.append(function)
        self._open.append(function)
        _check_defaults(function)
        _Reading(self, function, policy).read()
        self._open.pop()

    def reach(self, value: Any, told: str) -> None:
        """Read what a value lets a policy call; `told` is where and by which name."""
        if type(value) is tuple:
            for part in value:
                self.reach(part, told)
        function = compiled_from(value)
        if function in self._open:
            raise PolicyError(circle(told, value))
        if function is not None:
            self.read(function, value if isinstance(value, Policy) else None)


def _check_defaults(function: Callable[..., Any]) -> None:
    for parameter in inspect.signature(function, follow_wrapped=False).parameters.values():
        value = parameter.default
        told = value is not parameter.empty and wrong(parameter.name, value)
        if told or isinstance(value, np.ndarray):
            raise PolicyError(
                f"{head_of(function)}: the default of {parameter.name!r} can change between "
                "decisions or has no place in a policy; make it a number or a tuple"
            )


class _Reading:
    """The reading of one function."""

    def __init__(
        self, examination: _Examination, function: Callable[..., Any], policy: Policy | None
    ) -> None:
        self._examination, self._globals = examination, function.__globals__
        self._policy, self._code = policy, function.__code__
        cells = zip(self._code.co_freevars, function.__closure__ or (), strict=True)
        self._outer = {name: _content(cell) for name, cell in cells}
        names = self._code.co_varnames[: self._code.co_argcount]
        known = policy is not None and len(names) == (3 if policy.door else 2)
        self._view, self._params, self._door = (*names, "")[:3] if known else ("", "", "")

    def read(self) -> None:
        """Read it with the functions that are written within it."""
        self._read(self._code, self._outer)

    def _read(self, code: CodeType, outer: dict[str, Any]) -> None:
        steps = steps_of(code)
        for line, told in wrong_doings(steps, code):
            self._refuse(line, told)
        stored = {step.value for step in steps if step.kind in (STORE, "STORE_DEREF")}
        for index, step in enumerate(steps):
            after = steps[index + 1 :]
            kind, value = step.kind, step.value
            if kind == NAME or (kind == VARIABLE and value in outer):
                self._check_name(step, after, code, outer)
            elif kind == VARIABLE and value not in stored:
                if code is self._code or value in code.co_freevars:
                    self._check_argument(step, after)
            elif kind == CONSTANT and isinstance(value, CodeType):
                if value.co_name == "<genexpr>":
                    self._refuse(step.line, _WITHOUT_LIST)
                own = {name: found for name, found in outer.items() if name in value.co_freevars}
                self._read(value, own)
            elif kind == CONSTANT:
                self._check_constant(step)

    def _check_constant(self, step: Step) -> None:
        """Of what stands in the code: whether a set, or a number that is too large, is in it."""
        if isinstance(step.value, frozenset):
            self._refuse(step.line, "looks into a set; use a tuple, as in `x in (1, 2)`")
        told = too_large(step.value)
        if told is not None:
            self._refuse(step.line, told)

    def _refuse(self, line: int, told: str) -> None:
        raise PolicyError(f"{place(self._code.co_filename, line)}: {told}")

    def _check_name(
        self, step: Step, after: list[Step], code: CodeType, outer: dict[str, Any]
    ) -> None:
        """Follow a name, and the attributes behind it, to what it stands for."""
        name = step.value
        value = outer[name] if step.kind == VARIABLE else self._global(name)
        if value is _MISSING:
            self._refuse(step.line, missing(name, self._globals, code.co_varnames))
        told = name
        for following in after:
            if following.kind != ATTRIBUTE:
                break
            found = self._attribute(following, told, value)
            if found is _MISSING:
                break
            told, value = f"{told}.{following.value}", found
        bad = wrong(told, value)
        if bad is not None:
            self._refuse(step.line, bad)
        self._examination.reach(value, f"{place(self._code.co_filename, step.line)}: {told}")

    def _global(self, name: str) -> Any:
        if name in self._globals:
            return self._globals[name]
        known = self._globals.get("__builtins__", {})
        names = vars(known) if isinstance(known, ModuleType) else known
        return names.get(name, _MISSING)

    def _attribute(self, step: Step, told: str, value: Any) -> Any:
        """What a module or the like has by a name; missing where others are not looked into."""
        name = step.value
        if isinstance(value, ModuleType):
            bad = foreign(f"{told}.{name}", value)
            if bad is None and value.__name__.partition(".")[0] == "numpy":
                bad = wrong_in_numpy(f"{told}.{name}", name)
            if bad is not None:
                self._refuse(step.line, bad)
            # A library's module may load what is asked for; an author's is not made to run.
            found = (getattr if is_library(value) else _plain_attribute)(value, name, _MISSING)
            if found is _MISSING:
                hint = nearest(name, [key for key in vars(value) if not key.startswith("_")])
                hint = f"; {hint}" if hint.startswith("did") else ""
                self._refuse(step.line, f"{told} has no {name!r}{hint}")
            return found
        if isinstance(value, Policy):
            self._refuse(step.line, f"uses {told}.{name}; call the policy itself: {told}(view)")
        if isinstance(value, type) and issubclass(value, enum.Enum):
            return value.__members__.get(name, _MISSING)
        return _MISSING

    def _check_argument(self, step: Step, after: list[Step]) -> None:
        """Of the policy's own arguments: whether there is what is asked for."""
        if not after or self._policy is None:
            return
        name = after[0].value if after[0].kind == ATTRIBUTE else None
        if step.value == self._view and name is not None and name not in View._fields:
            self._refuse(step.line, no_field(name))
        elif step.value == self._params:
            self._check_parameter(after[:2])
        elif step.value == self._door and name not in (None, *BEHIND[self._policy.door]):
            self._refuse(step.line, no_door(self._policy.door, str(name)))

    def _check_parameter(self, after: list[Step]) -> None:
        assert self._policy is not None
        names = list(self._policy.values)
        asked: Any = None
        if after[0].kind == ATTRIBUTE and after[0].value not in names:
            asked = repr(after[0].value)
            hint = nearest(after[0].value, names) if names else "it has none"
        elif [step.kind for step in after] == [CONSTANT, INDEX]:
            number = after[0].value
            if isinstance(number, int) and not -len(names) <= number < len(names):
                asked = number
                told = (f"{place}: {name}" for place, name in enumerate(names))
                hint = f"it has {', '.join(told) or 'none'}"
        if asked is not None:
            said = f"policy {self._policy.name!r} has no parameter {asked}; {hint}"
            self._refuse(after[0].line, said)


def _plain_attribute(module: ModuleType, name: str, default: Any) -> Any:
    return vars(module).get(name, default)


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _MISSING
