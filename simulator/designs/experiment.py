"""An experiment: what is asked, frozen and checked; and what a design says of itself.

Knows that designs have names, options and rules. Which there are, and what they may be asked for,
each says in its own module.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from shlex import quote
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import tomli_w

from simulator.designs.option import Option
from simulator.designs.run import Run
from simulator.errors import ExperimentError, nearest
from simulator.parameters import write_value
from simulator.rules import Rules

if TYPE_CHECKING:
    from simulator.policy import Policy

SCHEMA = 1
USUAL = "simulate"
"""The design of an experiment that names none."""
MOST_GAMES = 10**12
"""Of a run; of a comparison at each table."""

R = TypeVar("R")


@dataclass(frozen=True)
class Design(Generic[R]):
    """What a design says of itself, as `DESIGN` in its module.

    Attributes
    ----------
    name : its command, and that of its module.
    takes : how many policies it takes, to be read before "; 5 are named".
    policies : their lowest and highest number.
    play : plays an experiment with these policies, and goes on with what the run's directory keeps
        of it. Whether it came out the same again is seen by the result's digest.
    rules : the rules of its tables.
    options : what it may be asked for, by name.
    check : raises `ExperimentError` for what makes no sense together.
    limit : the command-line option for the number of games.
    has_page : whether `reports` builds a page of its results.
    """

    name: str
    takes: str
    policies: tuple[int, int]
    play: Callable[[Experiment, Sequence[Policy], Run], R]
    rules: Callable[[Experiment], Rules]
    options: Mapping[str, Option] = field(default_factory=dict)
    check: Callable[[Experiment], None] = lambda experiment: None
    limit: str = "--games"
    has_page: bool = True

    def check_number(self, number: int) -> None:
        """Raise `ExperimentError` if it takes another number of policies."""
        lowest, highest = self.policies
        if not lowest <= number <= highest:
            named = "one is" if number == 1 else f"{number} are"
            raise ExperimentError(f"{self.takes}; {named} named")

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Raise `ExperimentError` for an unknown option or a value that it cannot have."""
        for key, value in options.items():
            if key not in self.options:
                hint = nearest(key, self.options) if self.options else "there are none"
                raise ExperimentError(f"unknown option {key!r} of {self.name}; {hint}")
            fault = self.options[key].fault(value)
            if fault is not None:
                raise ExperimentError(f"{key} {fault}")


def design_named(name: str) -> Design[Any]:
    """The design of a name.

    Raises
    ------
    ExperimentError
        There is none; the nearest is suggested.
    """
    found = _declared(name) if name in _modules() else None
    if found is None:
        names = [other for other in _modules() if _declared(other)]
        raise ExperimentError(f"unknown design {name!r}; {nearest(name, names)}")
    return found


@dataclass(frozen=True)
class Experiment:
    """Policies to be played under rules, how, how often, and from which seed.

    Parameters
    ----------
    policies : texts that name policies: by seat, or those to compare.
    games : int, 1 to 10^12; in a comparison of each table, in a duel at most.
    seed : int, 0 to 2^64 - 1.
    rules : str, a preset.
    overrides : rule parameters that differ from the preset, as `--set` or a file gives them.
    design : str, the name of a design.
    options : what the design is asked for beyond its defaults.

    Raises
    ------
    ExperimentError
        A number out of range, too few or too many policies, an unknown design or option.
    RulesError
        Rules that make no sense for so many players.
    """

    policies: tuple[str, ...]
    games: int
    seed: int = 0
    rules: str = "draw"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    design: str = USUAL
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        design = design_named(self.design)
        object.__setattr__(self, "policies", tuple(self.policies))
        object.__setattr__(self, "games", whole("games", self.games, 1, MOST_GAMES))
        object.__setattr__(self, "seed", whole("seed", self.seed, 0, 2**64 - 1))
        design.check_options(self.options)
        design.check_number(len(self.policies))
        for text in self.policies:
            _check_text(text)
        self.full_rules()
        design.check(self)

    def option(self, name: str) -> Any:
        """The value of an option of the design."""
        return self.options.get(name, design_named(self.design).options[name].default)

    def full_rules(self) -> Rules:
        """The complete rules of its tables."""
        return design_named(self.design).rules(self)

    def command(self) -> str:
        """The command line that repeats the experiment."""
        parts = ["dominosim", self.design, *map(quote, self.policies)]
        parts += [] if self.rules == "draw" else ["--rules", self.rules]
        for key, value in self.overrides.items():
            parts += ["--set", quote(f"{key}={write_value(value)}")]
        for key, value in self.options.items():
            parts += [f"--{key}", quote(str(value))]
        limit = design_named(self.design).limit
        return " ".join([*parts, limit, str(self.games), "--seed", str(self.seed)])

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as they stand in a file."""
        told: dict[str, Any] = {"schema": SCHEMA}
        if self.design != USUAL:
            told["design"] = self.design
        told |= {
            "rules": self.rules,
            "policies": list(self.policies),
            "games": self.games,
            "seed": self.seed,
        }
        if self.options:
            told["options"] = dict(self.options)
        if self.overrides:
            full = self.full_rules()
            told["set"] = {key: _plain(getattr(full, key)) for key in self.overrides}
        return told

    def as_toml(self) -> str:
        """The text of an experiment file."""
        return tomli_w.dumps(self.as_dict())


def ask(
    design: str,
    policies: Sequence[Policy | str],
    games: int,
    seed: int,
    rules: str,
    overrides: Mapping[str, Any] | None,
    **options: Any,
) -> Experiment:
    """The experiment that is asked for; options that are defaults are left out."""
    known = design_named(design).options
    told = {key: value for key, value in options.items() if value != known[key].default}
    texts = tuple(map(text_of, policies))
    return Experiment(texts, games, seed, rules, dict(overrides or {}), design, told)


def text_of(policy: Policy | str) -> str:
    """The text that names a policy."""
    return policy if isinstance(policy, str) else policy.spec


def _modules() -> list[str]:
    """The modules of this package."""
    package = import_module(__package__ or "")
    return [module.name for module in pkgutil.iter_modules(package.__path__)]


def _declared(name: str) -> Design[Any] | None:
    """The design that a module declares, if it is one."""
    return getattr(import_module(f"{__package__}.{name}"), "DESIGN", None)


def whole(name: str, value: Any, lowest: int, highest: int) -> int:
    """The value if it is a whole number within these limits; else an `ExperimentError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise ExperimentError(f"{name} is a whole number from {lowest} to {highest}, not {value!r}")
    return value


def _check_text(policy: str) -> None:
    """Raise `ExperimentError` for the name of a file that no file of ours could hold."""
    try:
        policy.encode()
    except UnicodeEncodeError:
        raise ExperimentError(
            f"{policy!r} is no text in UTF-8; give the file another name"
        ) from None


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value
