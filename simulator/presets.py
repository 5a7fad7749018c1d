"""The named rule sets as the documents state them, as data, and how they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simulator.parameters import PARAMETERS, write_value


@dataclass(frozen=True)
class Preset:
    """A named rule set: for whom, under which names, and its parameters.

    `players` lists the numbers of seats, `pairs` whether four may play as two pairs ("may", "must"
    or "no"), `hand` and `target` go by number of seats, with `"pairs"` for four in pairs where it
    differs. With `set` is said which set it is played with, and with `engines` that a game has a
    round for each double of the set.
    """

    title: str
    french: str
    german: str
    players: tuple[int, ...]
    pairs: str
    hand: Mapping[int | str, int]
    target: Mapping[int, int]
    parameters: Mapping[str, Any]
    set: int = 6
    engines: bool = False


_DRAW = {
    "reserve": 2,
    "draw": "optional",
    "opener_may_draw": True,
    "opener_first": "lot",
    "opener_next": "rotate",
    "block_tie": "void",
    "block_gain": "net",
    "block_compare": "player",
    "rounding": "none",
    "takes": "opponents",
    "scoring": "winner-takes",
    "special_hands": {},
    "target_check": "round",
    "board": "line",
    "play_points": "none",
}
_DRAW_100 = {
    **_DRAW,
    "reserve": 0,
    "draw": "stuck",
    "opener_may_draw": False,
    "block_tie": "fewest-tiles",
    "block_gain": "gross",
}
_BLOCK = {**_DRAW_100, "draw": "never"}
_ALL_FIVES = {
    **_DRAW_100,
    "opener_next": "out-or-lot",
    "rounding": "opponent-5",
    "target_check": "at-once",
    "board": "spinner",
    "play_points": "fives",
}
_WITH_BONEYARD = {
    **_DRAW_100,
    "opener_first": "smallest-double",
    "opener_next": "smallest-double",
    "block_tie": "void",
    "block_compare": "side",
}
_WITHOUT_BONEYARD = {**_WITH_BONEYARD, "draw": "never"}
_INTERNATIONAL = {**_WITHOUT_BONEYARD, "opener_first": "strongest", "opener_next": "winner"}
_MEXICAN_TRAIN = {
    **_DRAW_100,
    "draw": "once",
    "block_tie": "void",
    "scoring": "losers-mark",
    "board": "trains",
}
_TO_100 = {2: 100, 3: 100, 4: 100}
_SEVEN_FIVE_FIVE: Mapping[int | str, int] = {2: 7, 3: 5, 4: 5}

PRESETS: Mapping[str, Preset] = {
    "draw": Preset(
        "Draw", "Pioche", "Ziehdomino",
        (2, 3, 4), "no", {2: 7, 3: 7, 4: 6}, {2: 100, 3: 61, 4: 61}, _DRAW,
    ),
    "draw-100": Preset(
        "Draw to 100", "Pioche en 100", "Ziehdomino bis 100",
        (2, 3, 4), "may", _SEVEN_FIVE_FIVE, _TO_100, _DRAW_100,
    ),
    "block": Preset(
        "Block", "Blocage", "Blockdomino",
        (2, 3, 4), "may", {2: 7, 3: 5, 4: 5, "pairs": 7}, _TO_100, _BLOCK,
    ),
    "all-fives": Preset(
        "All Fives, with spinner", "Les Cinq, avec pivot", "Fünferdomino mit Spinner",
        (2, 3, 4), "may", _SEVEN_FIVE_FIVE, {2: 150, 3: 150, 4: 150}, _ALL_FIVES,
    ),
    "all-fives-line": Preset(
        "All Fives, two ends", "Les Cinq, sans pivot", "Fünferdomino ohne Spinner",
        (2, 3, 4), "may", _SEVEN_FIVE_FIVE, {2: 150, 3: 150, 4: 150},
        {**_ALL_FIVES, "board": "line"},
    ),
    "with-boneyard": Preset(
        "Draw with boneyard", "Avec pioche", "Mit Talon",
        (2, 3, 4), "may", _SEVEN_FIVE_FIVE, _TO_100, _WITH_BONEYARD,
    ),
    "without-boneyard": Preset(
        "Without boneyard", "Sans pioche", "Ohne Talon",
        (2, 3, 4), "may", {2: 7, 3: 7, 4: 7}, _TO_100, _WITHOUT_BONEYARD,
    ),
    "goat": Preset(
        "Goat", "La Chèvre", "Ziege",
        (2, 3, 4), "may", {2: 7, 3: 7, 4: 7}, {2: 101, 3: 101, 4: 101},
        {
            **_WITHOUT_BONEYARD,
            "scoring": "losers-mark",
            "special_hands": {"0|0": 25, "6|6": 50},
        },
    ),
    "international": Preset(
        "International, pairs", "International à quatre", "International zu viert",
        (4,), "must", {4: 7}, {4: 100}, _INTERNATIONAL,
    ),
    "international-2": Preset(
        "International for two", "International à deux", "International zu zweit",
        (2,), "no", {2: 7}, {2: 100}, {**_INTERNATIONAL, "draw": "stuck"},
    ),
    "mexican-train": Preset(
        "Mexican Train", "Train mexicain", "Mexican Train, Zugdomino",
        (2, 3, 4), "no", {2: 12, 3: 11, 4: 10}, _TO_100, _MEXICAN_TRAIN, set=9, engines=True,
    ),
}  # fmt: skip


# -- shown -----------------------------------------------------------------------------------


def describe(name: str | None = None) -> list[dict[str, Any]]:
    """The presets, a dictionary each; of one preset its parameters with meaning, and `draw`'s
    values.

    Hand and target are shown by number of seats, as `7 (2), 5 (3), 5 (4)`.
    """
    if name is None:
        return [
            {"name": key, "title": preset.title, "players": list(preset.players)}
            for key, preset in PRESETS.items()
        ]
    rows = []
    for key, parameter in PARAMETERS.items():
        value = _shown(PRESETS[name], key)
        meaning = parameter.meaning
        if value in parameter.values:
            meaning += f": {parameter.values[value]}"
        choices = list(parameter.values)
        rows.append(
            {
                "parameter": key,
                "value": value,
                "draw": _shown(PRESETS["draw"], key),
                "meaning": meaning,
                "values": choices,
            }
        )
    return rows


def _shown(preset: Preset, key: str) -> str:
    """A preset's value of a parameter as text."""
    if key == "set":
        return str(preset.set)
    if key == "rounds":
        return "set + 1" if preset.engines else "0"
    if key == "teams":
        return {"no": "false", "may": "false or true", "must": "true"}[preset.pairs]
    if key in ("hand", "target"):
        numbers = dict(getattr(preset, key))
        if preset.pairs == "may" and key == "hand":
            numbers.setdefault("pairs", numbers[4])
        if len(set(numbers.values())) == 1:
            return str(next(iter(numbers.values())))
        return ", ".join(f"{value} ({seats})" for seats, value in numbers.items())
    return write_value(preset.parameters[key])
