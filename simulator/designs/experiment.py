"""An experiment: what is asked, frozen and checked; and what a design says of itself.

Knows that designs have names, options and rules. Which there are, and what they may be asked for,
each says in its own module.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import tomli_w

from simulator.designs.option import Option, check_text, texts_of, whole
from simulator.designs.schedule import WHOLE, Schedule, Shard
from simulator.engine.limits import most_games
from simulator.errors import ExperimentError, nearest
from simulator.parameters import write_value
from simulator.rules import Rules

if TYPE_CHECKING:
    from simulator.keeping.parts import Part
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
    rules : the rules of its tables.
    schedule : which tables and groups it plays.
    table : makes one of the tables of these policies, a `simulator.designs.tables.Table`.
    conclude : plays a `simulator.designs.playing.Playing` and makes the result of what its tables
        came to. Whether it came out the same again is seen by the result's digest.
    over : says of a new table when it need not be played on; by default never.
    playing : the texts of all policies that play; by default those that are named.
    options : what it may be asked for, by name.
    check : raises `ExperimentError` for what makes no sense together.
    limit : the command-line option for the number of games.
    has_page : whether `reports` builds a page of its results.
    has_rows : whether a row of every game can be kept.
    between : what stands between policies on the command line.
    divisible : whether its games can be cut into shards, and be followed by more.
    """

    name: str
    takes: str
    policies: tuple[int, int]
    rules: Callable[[Experiment], Rules]
    schedule: Callable[[Experiment], Schedule]
    table: Callable[[Experiment, Sequence[Policy], int], Any]
    conclude: Callable[[Any], R]
    over: Callable[[Experiment], Callable[[Part], bool]] = lambda experiment: lambda part: False
    playing: Callable[[Experiment], Sequence[str]] = lambda experiment: experiment.policies
    options: Mapping[str, Option] = field(default_factory=dict)
    check: Callable[[Experiment], None] = lambda experiment: None
    limit: str = "--games"
    has_page: bool = True
    has_rows: bool = False
    between: str = " "
    divisible: bool = True

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
    files : where the files are that policies are named by, by the path as it is written; by default
        where the path leads from the working directory.

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
    files: Mapping[str, Path] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        design = design_named(self.design)
        object.__setattr__(self, "policies", tuple(self.policies))
        object.__setattr__(self, "games", whole("games", self.games, 1, MOST_GAMES))
        object.__setattr__(self, "seed", whole("seed", self.seed, 0, 2**64 - 1))
        design.check_options(self.options)
        design.check_number(len(self.policies))
        for text in self.policies:
            check_text(text)
        self._check_games()
        design.check(self)

    def _check_games(self) -> None:
        """Raise `ExperimentError` for more games than can be counted exactly."""
        if self.games > self.most_games():
            raise ExperimentError(
                f"at most {self.most_games():,} games under these rules, not {self.games:,}: "
                f"the sums of squares of scores and rounds would not fit in 64 bits"
            )

    def most_games(self) -> int:
        """How many games can be asked for under its rules."""
        most: int = most_games(self.full_rules(), self.schedule().size)
        return min(most, MOST_GAMES)

    def option(self, name: str) -> Any:
        """The value of an option of the design."""
        return self.options.get(name, design_named(self.design).options[name].default)

    @property
    def playing(self) -> tuple[str, ...]:
        """The texts of all policies that play."""
        return tuple(design_named(self.design).playing(self))

    def schedule(self, shard: Shard = WHOLE) -> Schedule:
        """The tables and groups that it plays, or of which a shard is played."""
        return replace(design_named(self.design).schedule(self), shard=shard)

    def full_rules(self) -> Rules:
        """The complete rules of its tables."""
        return design_named(self.design).rules(self)

    def command(self) -> str:
        """The command line that repeats the experiment."""
        design = design_named(self.design)
        parts = ["dominosim", self.design, design.between.join(map(quote, self.policies))]
        parts += ["--rules", self.rules] if self.rules != "draw" else []
        for key, value in self.overrides.items():
            parts += ["--set", quote(f"{key}={write_value(value)}")]
        for key, value in self.options.items():
            parts += [f"--{key}", quote(str(value))]
        return " ".join([*parts, design.limit, str(self.games), "--seed", str(self.seed)])

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as they stand in a file."""
        told: dict[str, Any] = {"schema": SCHEMA}
        if self.design != USUAL:
            told["design"] = self.design
        told |= {"rules": self.rules, "policies": list(self.policies)}
        told |= {"games": self.games, "seed": self.seed}
        if self.options:
            told["options"] = dict(self.options)
        if self.overrides:
            full = self.full_rules()
            told["set"] = {key: _plain(getattr(full, key)) for key in self.overrides}
        return told

    def as_toml(self, places: Mapping[str, str] | None = None) -> str:
        """The text of an experiment file; `places` are those of policies' files beside it."""
        told = self.as_dict()
        return tomli_w.dumps(told | ({"files": dict(places)} if places else {}))


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
    return Experiment(texts_of(policies), games, seed, rules, dict(overrides or {}), design, told)


@cache
def _modules() -> list[str]:
    """The modules of this package."""
    package = import_module(__package__ or "")
    return [module.name for module in pkgutil.iter_modules(package.__path__)]


def _declared(name: str) -> Design[Any] | None:
    """The design that a module declares, if it is one."""
    return getattr(import_module(f"{__package__}.{name}"), "DESIGN", None)


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value
