"""An experiment: what is asked, frozen, in and out of TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import Any

import tomli_w

from simulator.errors import ExperimentError, nearest
from simulator.rules import PRESETS, Rules, rules_for, write_value

SCHEMA = 1
MOST_GAMES = 10**12
MOST_COMPARED = 40

DESIGNS: Mapping[str, Mapping[str, Any]] = {
    "simulate": {},
    "compare": {"players": 0, "seatings": "rotations", "estimator": "best", "anchor": ""},
    "duel": {"margin": 0.005, "alpha": 0.05, "beta": 0.05, "precision": 0.0},
}
"""What a design may be asked for, with defaults; the type of a value is that of its default."""

_CHOICES = {"seatings": ("rotations", "all"), "estimator": ("best", "games", "rounds")}
_KEYS = ("schema", "design", "rules", "policies", "games", "seed", "options", "set")


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
    design : str, a key of `DESIGNS`.
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
    design: str = "simulate"
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "policies", tuple(self.policies))
        object.__setattr__(self, "games", _whole("games", self.games, 1, MOST_GAMES))
        object.__setattr__(self, "seed", _whole("seed", self.seed, 0, 2**64 - 1))
        _check_options(self.design, self.options)
        _check_number(self.design, len(self.policies))
        rules = self.full_rules()
        if self.design == "compare" and len(self.policies) < rules.sides:
            raise ExperimentError(
                f"a table of {rules.sides} takes as many policies; {len(self.policies)} are named"
            )
        if self.design != "simulate" and len(set(self.policies)) < len(self.policies):
            twice = next(spec for spec in self.policies if self.policies.count(spec) > 1)
            raise ExperimentError(f"{twice!r} is named twice; a policy is compared with others")
        anchor = self.option("anchor") if self.design == "compare" else ""
        if anchor and anchor not in self.policies:
            raise ExperimentError(
                f"the anchor {anchor!r} is not compared; {nearest(anchor, self.policies)}"
            )

    def option(self, name: str) -> Any:
        """The value of an option of the design."""
        return self.options.get(name, DESIGNS[self.design][name])

    def full_rules(self) -> Rules:
        """The complete rules of its tables."""
        players = len(self.policies)
        if self.design != "simulate":
            players = self.options.get("players") or self._usual_players()
        return rules_for(self.rules, players, self.overrides)

    def _usual_players(self) -> int:
        """Four where they are pairs, else two."""
        preset = PRESETS.get(self.rules)
        pairs = str(self.overrides.get("teams", "")).lower() in ("true", "yes", "on")
        return 4 if pairs or (preset is not None and preset.pairs == "must") else 2

    def command(self) -> str:
        """The command line that repeats the experiment."""
        parts = ["dominosim", self.design, *map(quote, self.policies)]
        parts += [] if self.rules == "draw" else ["--rules", self.rules]
        for key, value in self.overrides.items():
            parts += ["--set", quote(f"{key}={write_value(value)}")]
        for key, value in self.options.items():
            parts += [f"--{key}", quote(str(value))]
        games = "--max-games" if self.design == "duel" else "--games"
        return " ".join([*parts, games, str(self.games), "--seed", str(self.seed)])

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as they stand in a file."""
        told: dict[str, Any] = {"schema": SCHEMA}
        if self.design != "simulate":
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


def read_experiment(path: Path) -> Experiment:
    """Read an experiment file.

    Raises
    ------
    ExperimentError
        The file is missing, no TOML, lacks a key or has an unknown one; the message names the file.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ExperimentError(f"there is no file {str(path)!r}") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ExperimentError(f"{path} cannot be read as TOML: {error}") from None
    return _from_dict(data, path)


def _from_dict(data: Mapping[str, Any], path: Path) -> Experiment:
    for key in data:
        if key not in _KEYS:
            raise ExperimentError(f"{path}: unknown key {key!r}; {nearest(key, _KEYS)}")
    for key in ("policies", "games"):
        if key not in data:
            raise ExperimentError(f"{path}: the key {key!r} is missing")
    if data.get("schema", SCHEMA) != SCHEMA:
        raise ExperimentError(f"{path}: schema {data['schema']!r} is not known; this is {SCHEMA}")
    if not _are_texts(data["policies"]):
        raise ExperimentError(f'{path}: policies is a list of names, like ["greedy", "hoarder"]')
    for key in ("set", "options"):
        if not isinstance(data.get(key, {}), Mapping):
            raise ExperimentError(f"{path}: {key} is a table, written as [{key}]")
    for key in ("rules", "design"):
        if not isinstance(data.get(key, ""), str):
            raise ExperimentError(f"{path}: {key} is a name")
    try:
        return Experiment(
            policies=tuple(data["policies"]),
            games=data["games"],
            seed=data.get("seed", 0),
            rules=data.get("rules", "draw"),
            overrides=data.get("set", {}),
            design=data.get("design", "simulate"),
            options=data.get("options", {}),
        )
    except ExperimentError as error:
        raise ExperimentError(f"{path}: {error}") from None


# -- checks ------------------------------------------------------------------------------------


def _check_number(design: str, number: int) -> None:
    lowest, highest = {"simulate": (2, 4), "compare": (2, MOST_COMPARED), "duel": (2, 2)}[design]
    if not lowest <= number <= highest:
        kind = {"simulate": "a table has", "compare": "a comparison takes", "duel": "a duel is of"}
        wanted = f"{lowest} to {highest}" if lowest < highest else str(lowest)
        seat = ", one a seat" if design == "simulate" else ""
        named = "one is" if number == 1 else f"{number} are"
        raise ExperimentError(f"{kind[design]} {wanted} policies{seat}; {named} named")


def _check_options(design: str, options: Mapping[str, Any]) -> None:
    if design not in DESIGNS:
        raise ExperimentError(f"unknown design {design!r}; {nearest(design, DESIGNS)}")
    for key, value in options.items():
        if key not in DESIGNS[design]:
            hint = nearest(key, DESIGNS[design]) if DESIGNS[design] else "there are none"
            raise ExperimentError(f"unknown option {key!r} of {design}; {hint}")
        _check_option(key, value, DESIGNS[design][key])


def _check_option(key: str, value: Any, default: Any) -> None:
    if key in _CHOICES and value not in _CHOICES[key]:
        raise ExperimentError(f"{key} is one of {', '.join(_CHOICES[key])}, not {value!r}")
    if isinstance(default, float):
        lowest = 0.0 if key == "precision" else 1e-6
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not lowest <= value < 0.5:
            raise ExperimentError(f"{key} is a number above 0 and below 0.5, not {value!r}")
    elif type(value) is not type(default):
        raise ExperimentError(f"{key} cannot be {value!r}")
    elif key == "players" and value not in (0, 2, 3, 4):
        raise ExperimentError(f"players is 2, 3 or 4, not {value}")


def _are_texts(value: Any) -> bool:
    return isinstance(value, Sequence) and all(isinstance(item, str) for item in value)


def _whole(name: str, value: Any, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise ExperimentError(f"{name} is a whole number from {lowest} to {highest}, not {value!r}")
    return value


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value
