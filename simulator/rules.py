"""Rules: one complete, validated set for a number of players, made of a preset and changes to it.

Nothing here knows how a round is played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any

from simulator.errors import RulesError, nearest
from simulator.parameters import PARAMETERS, read_value, write_value
from simulator.presets import PRESETS, Preset


@dataclass(frozen=True)
class Rules:
    """A complete, validated set of rules; the fields are the `rules` object of a trace.

    Make one with `rules_for`. `set` is the highest double, `players` the number of seats, `hand`
    and `target` the numbers that apply, `two_ended` whether odd seats draw from the boneyard's
    back.
    """

    preset: str
    set: int
    players: int
    teams: bool
    hand: int
    reserve: int
    draw: str
    opener_may_draw: bool
    opener_first: str
    opener_next: str
    block_tie: str
    block_gain: str
    block_compare: str
    rounding: str
    takes: str
    scoring: str
    special_hands: Mapping[str, int]
    target: int
    rounds: int
    target_check: str
    board: str
    play_points: str
    two_ended: bool = False

    @property
    def sides(self) -> int:
        """How many sides there are: two where seats are pairs, else one a seat."""
        return 2 if self.teams else self.players

    @property
    def tiles(self) -> int:
        """How many tiles the set has."""
        return (self.set + 1) * (self.set + 2) // 2

    @property
    def has_trains(self) -> bool:
        """Whether tiles are placed on trains, which all start from a double that is not dealt."""
        return self.board == "trains"

    @property
    def deck(self) -> int:
        """How many tiles are shuffled and dealt, the boneyard's included."""
        return self.tiles - 1 if self.has_trains else self.tiles

    def engine(self, round_index: int) -> int:
        """The value that a round's trains start from: the highest of the set, then downwards."""
        return self.set - round_index % (self.set + 1)

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return seat % 2 if self.teams else seat

    def options(self) -> str:
        """The command-line options that name these rules, with a leading space."""
        preset = PRESETS[self.preset]
        plain = _usual(preset, self.players, self.teams, self.set) | {
            "teams": preset.pairs == "must",
            "set": preset.set,
        }
        told = "" if self.preset == "draw" else f" --rules {self.preset}"
        for key in PARAMETERS:
            value = getattr(self, key)
            if value != plain[key]:
                told += f" --set {quote(f'{key}={write_value(value)}')}"
        return told + (" --two-ended" if self.two_ended else "")

    def as_dict(self) -> dict[str, Any]:
        """The trace's `rules` object: every parameter, plain values."""
        return {**dataclasses.asdict(self), "special_hands": dict(self.special_hands)}


def rules_for(preset: str, players: int, overrides: Mapping[str, Any] | None = None) -> Rules:
    """The rules of a preset for a number of players, with some parameters overridden.

    Parameters
    ----------
    preset : str, a name of `PRESETS`.
    players : int, number of seats.
    overrides : mapping of parameter to value; texts are read as `--set` writes them.

    Raises
    ------
    RulesError
        An unknown preset, parameter or value (the nearest is suggested), rules that cannot be
        dealt, or rules that contradict each other.
    """
    data = PRESETS[known(preset, PRESETS, "rules")]
    chosen = {
        known(key, PARAMETERS, "rule parameter"): read_value(key, value)
        for key, value in (overrides or {}).items()
    }
    if players not in data.players:
        raise RulesError(
            f"{preset} is for {_listed(data.players)} players, not {players}; "
            f"name {_listed(data.players)} policies"
        )
    teams = chosen.get("teams", data.pairs == "must")
    values = _usual(data, players, teams, chosen.get("set", data.set)) | chosen
    rules = Rules(preset=preset, players=players, **values)
    _check(rules, data)
    return rules


def two_ended(rules: Rules) -> Rules:
    """The same rules with a boneyard from whose back odd seats draw.

    Raises
    ------
    RulesError
        On trains there is none.
    """
    if rules.has_trains:
        raise RulesError("board = trains is never dealt with a two-ended boneyard")
    return dataclasses.replace(rules, two_ended=True)


def known(name: str, names: Mapping[str, Any], kind: str) -> str:
    """`name` if it is one of `names`; else a `RulesError` that suggests the nearest."""
    if name in names:
        return name
    raise RulesError(f"unknown {kind} {name!r}; {nearest(name, names)}")


def _usual(preset: Preset, players: int, teams: bool, highest: int) -> dict[str, Any]:
    """Every parameter of a preset with a set, alone or in pairs, who may be dealt other hands."""
    hand = preset.hand["pairs"] if teams and "pairs" in preset.hand else preset.hand[players]
    told = {"set": highest, "teams": teams, "hand": hand, "target": preset.target[players]}
    rounds = highest + 1 if preset.engines else 0
    return told | {"rounds": rounds} | dict(preset.parameters)


# -- validation --------------------------------------------------------------------------------


def _check(rules: Rules, preset: Preset) -> None:
    """Raise `RulesError` for what cannot be dealt or contradicts."""
    _check_deal(rules)
    if rules.teams and preset.pairs == "no":
        raise RulesError(f"in {rules.preset} each plays alone; try --rules draw-100 for pairs")
    if rules.teams and rules.players != 4:
        raise RulesError(f"teams are two pairs at four seats; {rules.players} seats play alone")
    if not rules.teams and preset.pairs == "must":
        raise RulesError(f"{rules.preset} is played in pairs; teams cannot be false")
    if rules.scoring == "losers-mark" and rules.play_points != "none":
        raise RulesError(
            "scoring = losers-mark marks penalties and play_points = fives scores points; "
            "one table cannot do both"
        )
    if rules.scoring == "losers-mark" and rules.block_gain == "net":
        raise RulesError(
            "block_gain = net is for a winner who takes; under scoring = losers-mark "
            "every loser marks its own pips, so block_gain is gross"
        )
    if rules.scoring == "losers-mark" and rules.takes == "all":
        raise RulesError(
            "takes = all is for a winner who takes; under scoring = losers-mark nobody does, "
            "so takes is opponents"
        )
    if rules.has_trains:
        _check_trains(rules)
    highest = f"{rules.set}|{rules.set}"
    for tile in rules.special_hands:
        if int(tile[2]) > rules.set:
            raise RulesError(f"special_hands has {tile}, but the set ends with {highest}")


def _check_trains(rules: Rules) -> None:
    if rules.teams:
        raise RulesError("on trains each plays alone; teams is false")
    if rules.draw != "once":
        raise RulesError(
            f"board = trains is played with draw = once, not {rules.draw}; add --set draw=once"
        )
    if rules.play_points != "none":
        raise RulesError(
            "play_points = fives counts the ends of a line; board = trains needs play_points = none"
        )


def _check_deal(rules: Rules) -> None:
    dealt = rules.players * rules.hand
    boneyard = rules.deck - dealt
    beside = " beside the engine" if rules.has_trains else ""
    least = max(1, rules.reserve) if rules.draw != "never" else 0
    most = (rules.deck - least) // rules.players
    if most < 2:
        raise RulesError(
            f"set = {rules.set} has {rules.deck} tiles{beside}, too few to deal {rules.players} "
            "hands of 2" + (f" and leave {least} in the boneyard" if least else "")
        )
    if boneyard < 0:
        raise RulesError(
            f"{rules.players} hands of {rules.hand} need {dealt} tiles and the set has "
            f"{rules.deck}{beside}; a hand can be at most {most}"
        )
    if boneyard < least:
        raise RulesError(
            f"{rules.players} hands of {rules.hand} leave {boneyard} of {rules.deck} tiles{beside} "
            f"in the boneyard, where draw = {rules.draw} and reserve = {rules.reserve} "
            f"need {least}; a hand can be at most {most}"
        )


def _listed(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return ", ".join(map(str, numbers[:-1])) + f" or {numbers[-1]}"
