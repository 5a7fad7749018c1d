"""An experiment: what is asked, frozen, in and out of TOML."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import Any

import tomli_w

from simulator.errors import ExperimentError
from simulator.rules import Rules, rules_for, write_value

SCHEMA = 1
MOST_GAMES = 10**12
_KEYS = ("schema", "rules", "policies", "games", "seed", "set")


@dataclass(frozen=True)
class Experiment:
    """A matchup to be played: policies by seat under rules, a number of games, a seed.

    Parameters
    ----------
    policies : two to four texts that name policies, by seat.
    games : int, 1 to 10^12.
    seed : int, 0 to 2^64 - 1.
    rules : str, a preset.
    overrides : rule parameters that differ from the preset, as `--set` or a file gives them.

    Raises
    ------
    ExperimentError
        A number out of range, or one or more than four policies.
    RulesError
        Rules that make no sense for so many players.
    """

    policies: tuple[str, ...]
    games: int
    seed: int = 0
    rules: str = "draw"
    overrides: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "policies", tuple(self.policies))
        object.__setattr__(self, "games", _whole("games", self.games, 1, MOST_GAMES))
        object.__setattr__(self, "seed", _whole("seed", self.seed, 0, 2**64 - 1))
        number = len(self.policies)
        if not 2 <= number <= 4:
            named = "one is" if number == 1 else f"{number} are"
            raise ExperimentError(f"a table has 2 to 4 policies, one a seat; {named} named")
        self.full_rules()

    def full_rules(self) -> Rules:
        """The complete rules for this number of players."""
        return rules_for(self.rules, len(self.policies), self.overrides)

    def command(self) -> str:
        """The command line that repeats the experiment."""
        policies = " ".join(map(quote, self.policies))
        changed = "".join(
            f" --set {key}={quote(write_value(v))}" for key, v in self.overrides.items()
        )
        rules = "" if self.rules == "draw" else f" --rules {self.rules}"
        return (
            f"dominosim simulate {policies}{rules}{changed} --games {self.games} --seed {self.seed}"
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as they stand in a file."""
        told: dict[str, Any] = {
            "schema": SCHEMA,
            "rules": self.rules,
            "policies": list(self.policies),
            "games": self.games,
            "seed": self.seed,
        }
        if self.overrides:
            full = self.full_rules()
            told["set"] = {key: _plain(getattr(full, key)) for key in self.overrides}
        return told

    def fingerprint(self) -> str:
        """A hash of what is asked; two experiments with the same one play the same games."""
        text = json.dumps(self.as_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

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
            near = get_close_matches(key, _KEYS, n=1, cutoff=0.4)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(_KEYS)}"
            raise ExperimentError(f"{path}: unknown key {key!r}; {hint}")
    for key in ("policies", "games"):
        if key not in data:
            raise ExperimentError(f"{path}: the key {key!r} is missing")
    if data.get("schema", SCHEMA) != SCHEMA:
        raise ExperimentError(f"{path}: schema {data['schema']!r} is not known; this is {SCHEMA}")
    policies, overrides = data["policies"], data.get("set", {})
    if not _are_texts(policies):
        raise ExperimentError(f'{path}: policies is a list of names, like ["greedy", "hoarder"]')
    if not isinstance(overrides, Mapping) or not isinstance(data.get("rules", "draw"), str):
        raise ExperimentError(f"{path}: rules is a name and [set] a table of rule parameters")
    return Experiment(
        policies=tuple(policies),
        games=data["games"],
        seed=data.get("seed", 0),
        rules=data.get("rules", "draw"),
        overrides=overrides,
    )


def _are_texts(value: Any) -> bool:
    return isinstance(value, Sequence) and all(isinstance(item, str) for item in value)


def _whole(name: str, value: Any, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise ExperimentError(f"{name} is a whole number from {lowest} to {highest}, not {value!r}")
    return value


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value
