"""The parameters of rules: what each means, which values it takes, how it is read and written."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from simulator.errors import RulesError, TileError


@dataclass(frozen=True)
class Parameter:
    """What a rule parameter means; `values` explains its choices, if it has some."""

    meaning: str
    values: Mapping[str, str] = dataclasses.field(default_factory=dict)


PARAMETERS: Mapping[str, Parameter] = {
    "set": Parameter("highest double of the set: 6 has 28 tiles, 9 has 55"),
    "teams": Parameter("four play as two pairs of opposite seats: 0 and 2 against 1 and 3"),
    "hand": Parameter("tiles dealt to each seat"),
    "reserve": Parameter("boneyard tiles that are never drawn"),
    "draw": Parameter(
        "when a seat draws from the boneyard",
        {
            "optional": "also with a playable tile; must when stuck",
            "stuck": "only when no tile fits, until one does, which is then played",
            "once": "one tile when no tile fits, which is then played or the turn is over",
            "never": "the boneyard is dead",
        },
    ),
    "opener_may_draw": Parameter("the opener may draw before the first tile (draw = optional)"),
    "opener_first": Parameter(
        "who opens the first round",
        {
            "lot": "a fair lot",
            "smallest-double": "holder of the smallest double but 0|0; else of the smallest tile",
            "strongest": "holder of the strongest tile by pips, then by the higher half",
        },
    ),
    "opener_next": Parameter(
        "who opens the later rounds",
        {
            "rotate": "the seat after the previous opener",
            "smallest-double": "decided from every deal, as above",
            "winner": "the winner of the round; after a void one the seat after its opener",
            "out-or-lot": "who went out; after a blocked round a new lot",
        },
    ),
    "block_tie": Parameter(
        "equal lowest hands in a blocked round",
        {
            "void": "nobody scores; on trains all mark",
            "fewest-tiles": "fewer tiles win; if equal too, nobody scores",
        },
    ),
    "block_gain": Parameter(
        "what the winner of a blocked round takes (scoring = winner-takes)",
        {"net": "the others' pips minus its own, once; at least 0", "gross": "the opponents' pips"},
    ),
    "block_compare": Parameter(
        "what is compared in a blocked round",
        {"player": "each hand alone", "side": "partners' hands added together"},
    ),
    "rounding": Parameter(
        "rounding of pips when they are taken",
        {
            "none": "none",
            "opponent-5": "each hand to the nearest five",
            "total-5": "the total to the nearest five",
        },
    ),
    "takes": Parameter(
        "whose pips the winner of a round takes (scoring = winner-takes)",
        {
            "opponents": "the opponents'",
            "all": "its partner's too and, blocked, its own side's; nothing is subtracted",
        },
    ),
    "scoring": Parameter(
        "who scores after a round",
        {
            "winner-takes": "the winner takes the others' pips; the highest score wins",
            "losers-mark": "every loser marks its own pips, on trains every seat; the lowest wins",
        },
    ),
    "special_hands": Parameter("values of hands that consist of one tile, as 0|0:25,6|6:50"),
    "target": Parameter("points that end the game, where it has no fixed number of rounds"),
    "rounds": Parameter("rounds of a game; 0: as many as it takes to reach the target"),
    "target_check": Parameter(
        "when the target is checked",
        {"round": "after the count of the round", "at-once": "also after every scoring play"},
    ),
    "board": Parameter(
        "where tiles are placed",
        {
            "line": "a line of two ends",
            "spinner": "a line whose first double has four arms",
            "trains": "from an engine, a train a seat and the Mexican train; open doubles bind",
        },
    ),
    "play_points": Parameter(
        "points of a play",
        {"none": "none", "fives": "an open-end sum that is a positive multiple of five scores it"},
    ),
}

# -- reading values ----------------------------------------------------------------------------

_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_RANGES = {
    "set": (1, 9),
    "hand": (2, 54),
    "reserve": (0, 54),
    "target": (1, 100_000),
    "rounds": (0, 200),
}


def read_value(key: str, value: Any) -> Any:
    """A parameter's value from a text or a plain value; `RulesError` says what it can be."""
    if key in _RANGES:
        return _read_number(key, value)
    if key in ("teams", "opener_may_draw"):
        if isinstance(value, bool):
            return value
        if str(value).lower() in _SWITCHES:
            return _SWITCHES[str(value).lower()]
        raise RulesError(f"{key} is true or false, not {value!r}")
    if key == "special_hands":
        return _read_special_hands(value)
    if not isinstance(value, str) or value not in PARAMETERS[key].values:
        raise RulesError(f"{key} is one of {', '.join(PARAMETERS[key].values)}, not {value!r}")
    return value


def write_value(value: Any) -> str:
    """A parameter's value as `--set` reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return ",".join(f"{tile}:{worth}" for tile, worth in value.items()) or "none"
    return str(value)


def _read_number(key: str, value: Any) -> int:
    lowest, highest = _RANGES[key]
    number = _whole(value)
    if number is None or not lowest <= number <= highest:
        raise RulesError(f"{key} is a whole number from {lowest} to {highest}, not {value!r}")
    return number


def _whole(value: Any) -> int | None:
    """A whole number from itself or its text; None where it is none."""
    if isinstance(value, str):
        text = value.strip().replace("_", "")
        return int(text) if re.fullmatch("[0-9]{1,18}", text) else None
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else None


def _read_special_hands(value: Any) -> dict[str, int]:
    from simulator.tiles import name, parse

    if isinstance(value, str):
        text = value.strip()
        pairs = [] if text in ("", "none") else [part.rpartition(":") for part in text.split(",")]
        value = {tile: worth for tile, _, worth in pairs}
    if not isinstance(value, Mapping):
        raise RulesError(f"special_hands is a list like 0|0:25,6|6:50, or none, not {value!r}")
    result = {}
    for tile, worth in value.items():
        try:
            key, number = name(parse(str(tile))), _whole(worth)
        except TileError:
            number = None
        if number is None:
            raise RulesError(
                f"special_hands has {tile}:{worth}; write each as tile:value, like 0|0:25"
            )
        if not 0 <= number <= 1000:
            raise RulesError(f"the value of the lone {key} runs from 0 to 1000, not {number}")
        result[key] = number
    return result
