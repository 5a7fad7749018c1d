"""Rule sets as data: what a domino player reads, corrects and overrides.

`PRESETS` holds the named rule sets as the documents state them, `PARAMETERS` says what each
parameter means and which values it takes, and `Rules` is one complete, validated set for a number
of players. Nothing here knows how a round is played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any

from simulator.errors import RulesError, TileError, nearest

# -- the meaning of the parameters -------------------------------------------------------------


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
        {"void": "nobody scores", "fewest-tiles": "fewer tiles win; if equal too, nobody scores"},
    ),
    "block_gain": Parameter(
        "what the winner of a blocked round takes",
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
    "scoring": Parameter(
        "who scores after a round",
        {
            "winner-takes": "the winner takes the others' pips; the highest score wins",
            "losers-mark": "goat: every loser marks its own pips; who reaches the target loses",
        },
    ),
    "special_hands": Parameter("values of hands that consist of one tile, as 0|0:25,6|6:50"),
    "target": Parameter("points that end the game"),
    "target_check": Parameter(
        "when the target is checked",
        {"round": "after the count of the round", "at-once": "also after every scoring play"},
    ),
    "board": Parameter(
        "the shape of the line",
        {"line": "two ends", "spinner": "the first double has four arms"},
    ),
    "play_points": Parameter(
        "points of a play",
        {"none": "none", "fives": "an open-end sum that is a positive multiple of five scores it"},
    ),
}

# -- the presets -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Preset:
    """A named rule set: for whom, under which names, and its parameters.

    `players` lists the numbers of seats, `pairs` whether four may play as two pairs ("may", "must"
    or "no"), `hand` and `target` go by number of seats, with `"pairs"` for four in pairs where it
    differs.
    """

    title: str
    french: str
    german: str
    players: tuple[int, ...]
    pairs: str
    hand: Mapping[int | str, int]
    target: Mapping[int, int]
    parameters: Mapping[str, Any]


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
}  # fmt: skip

# -- one complete set --------------------------------------------------------------------------


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
    scoring: str
    special_hands: Mapping[str, int]
    target: int
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

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return seat % 2 if self.teams else seat

    def options(self) -> str:
        """The command-line options that name these rules, with a leading space."""
        plain = rules_for(self.preset, self.players)
        told = "" if self.preset == "draw" else f" --rules {self.preset}"
        for key in PARAMETERS:
            value = getattr(self, key)
            if value != getattr(plain, key):
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
    hand = data.hand["pairs"] if teams and "pairs" in data.hand else data.hand[players]
    values: dict[str, Any] = {
        "set": 6,
        "teams": teams,
        "hand": hand,
        "target": data.target[players],
        **data.parameters,
        **chosen,
    }
    rules = Rules(preset=preset, players=players, **values)
    _check(rules, data)
    return rules


def known(name: str, names: Mapping[str, Any], kind: str) -> str:
    """`name` if it is one of `names`; else a `RulesError` that suggests the nearest."""
    if name in names:
        return name
    raise RulesError(f"unknown {kind} {name!r}; {nearest(name, names)}")


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
        return "6"
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


# -- reading values ----------------------------------------------------------------------------

_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_RANGES = {"set": (1, 9), "hand": (1, 54), "reserve": (0, 54), "target": (1, 100_000)}


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
    if value not in PARAMETERS[key].values:
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
    try:
        number = int(str(value)) if not isinstance(value, bool) else None
    except ValueError:
        number = None
    if number is None or not lowest <= number <= highest:
        raise RulesError(f"{key} is a whole number from {lowest} to {highest}, not {value!r}")
    return number


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
            key, number = name(parse(str(tile))), int(str(worth))
        except (TileError, ValueError):
            raise RulesError(
                f"special_hands has {tile}:{worth}; write each as tile:value, like 0|0:25"
            ) from None
        if not 0 <= number <= 1000:
            raise RulesError(f"the value of the lone {key} runs from 0 to 1000, not {number}")
        result[key] = number
    return result


# -- validation --------------------------------------------------------------------------------


def _check(rules: Rules, preset: Preset) -> None:
    """Raise `RulesError` for what cannot be dealt or contradicts."""
    _check_deal(rules)
    if rules.teams and rules.players != 4:
        raise RulesError(f"teams are two pairs at four seats; {rules.players} seats play alone")
    if rules.teams and preset.pairs == "no":
        raise RulesError(f"in {rules.preset} each plays alone; try --rules draw-100 for pairs")
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
    highest = f"{rules.set}|{rules.set}"
    for tile in rules.special_hands:
        if int(tile[2]) > rules.set:
            raise RulesError(f"special_hands has {tile}, but the set ends with {highest}")


def _check_deal(rules: Rules) -> None:
    dealt = rules.players * rules.hand
    boneyard = rules.tiles - dealt
    if rules.hand < 2:
        raise RulesError(f"hand is {rules.hand}; a hand has at least 2 tiles")
    least = max(1, rules.reserve) if rules.draw != "never" else 0
    most = (rules.tiles - least) // rules.players
    if most < 2:
        raise RulesError(
            f"set = {rules.set} has {rules.tiles} tiles, too few to deal {rules.players} hands of 2"
            + (f" and leave {least} in the boneyard" if least else "")
        )
    if boneyard < 0:
        raise RulesError(
            f"{rules.players} hands of {rules.hand} need {dealt} tiles and the set has "
            f"{rules.tiles}; a hand can be at most {most}"
        )
    if boneyard < least:
        raise RulesError(
            f"{rules.players} hands of {rules.hand} leave {boneyard} of {rules.tiles} tiles in the "
            f"boneyard, where draw = {rules.draw} and reserve = {rules.reserve} need {least}; "
            f"a hand can be at most {most}"
        )


def _listed(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return ", ".join(map(str, numbers[:-1])) + f" or {numbers[-1]}"
