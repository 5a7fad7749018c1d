"""Rule sets: the presets' values as the tables of the rules state them, overrides, errors."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from simulator.errors import RulesError
from simulator.parameters import PARAMETERS, read_value, write_value
from simulator.placements import BOARDS
from simulator.presets import PRESETS
from simulator.rules import Rules, known, rules_for, two_ended
from tests.generators import SEATINGS, Seating

# The tables of the rules, parameter by parameter. Where nobody draws, or only a stuck seat does,
# `reserve` or `opener_may_draw` means nothing and is left out.

_LINE = {"board": "line", "play_points": "none", "target_check": "round", "rounding": "none"}
_TAKES = {"takes": "opponents", "scoring": "winner-takes", "special_hands": {}, "rounds": 0}
DRAW = {
    **_LINE,
    **_TAKES,
    "set": 6,
    "reserve": 2,
    "draw": "optional",
    "opener_may_draw": True,
    "opener_first": "lot",
    "opener_next": "rotate",
    "block_tie": "void",
    "block_gain": "net",
    "block_compare": "player",
}
DRAW_100 = {
    **_LINE,
    **_TAKES,
    "set": 6,
    "reserve": 0,
    "draw": "stuck",
    "opener_first": "lot",
    "opener_next": "rotate",
    "block_tie": "fewest-tiles",
    "block_gain": "gross",
    "block_compare": "player",
}
BLOCK = {key: value for key, value in DRAW_100.items() if key != "reserve"} | {"draw": "never"}
ALL_FIVES = DRAW_100 | {
    "opener_next": "out-or-lot",
    "rounding": "opponent-5",
    "target_check": "at-once",
    "board": "spinner",
    "play_points": "fives",
}
WITH_BONEYARD = {
    **_LINE,
    **_TAKES,
    "set": 6,
    "reserve": 0,
    "draw": "stuck",
    "opener_first": "smallest-double",
    "opener_next": "smallest-double",
    "block_tie": "void",
    "block_gain": "gross",
    "block_compare": "side",
}
WITHOUT_BONEYARD = {k: v for k, v in WITH_BONEYARD.items() if k != "reserve"} | {"draw": "never"}
GOAT = WITHOUT_BONEYARD | {"scoring": "losers-mark", "special_hands": {"0|0": 25, "6|6": 50}}
MEXICAN_TRAIN = {
    **_TAKES,
    "set": 9,
    "reserve": 0,
    "draw": "once",
    "opener_first": "lot",
    "opener_next": "rotate",
    "block_tie": "void",
    "scoring": "losers-mark",
    "rounds": 10,
    "board": "trains",
    "play_points": "none",
}
INTERNATIONAL = WITHOUT_BONEYARD | {"opener_first": "strongest", "opener_next": "winner"}
TABLES: dict[str, dict[str, Any]] = {
    "draw": DRAW,
    "draw-100": DRAW_100,
    "block": BLOCK,
    "all-fives": ALL_FIVES,
    "all-fives-line": ALL_FIVES | {"board": "line"},
    "with-boneyard": WITH_BONEYARD,
    "without-boneyard": WITHOUT_BONEYARD,
    "goat": GOAT,
    "international": INTERNATIONAL,
    "international-2": INTERNATIONAL | {"draw": "stuck"},
    "mexican-train": MEXICAN_TRAIN,
}

# By preset, (players, teams): (hand, target).
ALONE = [(2, False), (3, False), (4, False)]
SEATS: dict[str, dict[tuple[int, bool], tuple[int, int]]] = {
    "draw": {(2, False): (7, 100), (3, False): (7, 61), (4, False): (6, 61)},
    "draw-100": {(2, False): (7, 100), (3, False): (5, 100), (4, False): (5, 100)}
    | {(4, True): (5, 100)},
    "block": {(2, False): (7, 100), (3, False): (5, 100), (4, False): (5, 100)}
    | {(4, True): (7, 100)},
    "all-fives": {(2, False): (7, 150), (3, False): (5, 150), (4, False): (5, 150)}
    | {(4, True): (5, 150)},
    "all-fives-line": {(2, False): (7, 150), (3, False): (5, 150), (4, False): (5, 150)}
    | {(4, True): (5, 150)},
    "with-boneyard": {(2, False): (7, 100), (3, False): (5, 100), (4, False): (5, 100)}
    | {(4, True): (5, 100)},
    "without-boneyard": {(2, False): (7, 100), (3, False): (7, 100), (4, False): (7, 100)}
    | {(4, True): (7, 100)},
    "goat": {(2, False): (7, 101), (3, False): (7, 101), (4, False): (7, 101)}
    | {(4, True): (7, 101)},
    "international": {(4, True): (7, 100)},
    "international-2": {(2, False): (7, 100)},
    "mexican-train": {(2, False): (12, 100), (3, False): (11, 100), (4, False): (10, 100)},
}


# -- presets -----------------------------------------------------------------------------------


def test_presets_are_those_of_the_tables() -> None:
    """All eleven of them."""
    assert set(PRESETS) == set(TABLES) == set(SEATS)


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_preset(seating: Seating) -> None:
    """Every value that the tables state, at every number of players."""
    rules = seating.rules()
    assert {key: getattr(rules, key) for key in TABLES[seating.preset]} == TABLES[seating.preset]
    assert (rules.hand, rules.target) == SEATS[seating.preset][seating.players, seating.teams]
    assert (rules.preset, rules.players, rules.teams) == seating
    assert rules.two_ended is False
    assert rules.sides == (2 if seating.teams else seating.players)
    assert (rules.tiles, rules.deck) == ((55, 54) if rules.has_trains else (28, 28))


def test_presets_are_for_as_many_as_the_tables_say() -> None:
    """No other number of players, and pairs only where the tables have them."""
    for preset, seats in SEATS.items():
        for players in range(1, 6):
            for teams in (False, True):
                try:
                    rules_for(preset, players, {"teams": teams})
                    valid = True
                except RulesError:
                    valid = False
                assert valid is ((players, teams) in seats), (preset, players, teams)


def test_four_in_pairs_by_default_only_where_they_must() -> None:
    """`international` is played in pairs, the others only when asked."""
    for preset, seats in SEATS.items():
        for players in {players for players, _ in seats}:
            assert rules_for(preset, players).teams is (preset == "international")


def test_sides() -> None:
    """Opposite seats are partners; else each seat is a side."""
    assert [rules_for("international", 4).side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [rules_for("draw", 4).side_of(seat) for seat in range(4)] == [0, 1, 2, 3]


def test_presets_have_names_in_three_languages() -> None:
    """A title, a French and a German name, no two presets with the same."""
    for language in ("title", "french", "german"):
        names = [getattr(preset, language) for preset in PRESETS.values()]
        assert all(names)
        assert len(set(names)) == len(names)


def test_every_parameter_is_explained() -> None:
    """The parameters are the fields of the rules that a user may set."""
    own = {field.name for field in fields(Rules)} - {"preset", "players", "two_ended"}
    assert set(PARAMETERS) == own
    assert all(parameter.meaning for parameter in PARAMETERS.values())
    assert all(all(parameter.values.values()) for parameter in PARAMETERS.values())


def test_choices_are_those_of_the_tables() -> None:
    """Both readings stay wherever the sources disagree."""
    choices = {key: set(parameter.values) for key, parameter in PARAMETERS.items()}
    assert {key: values for key, values in choices.items() if values} == {
        "draw": {"optional", "stuck", "once", "never"},
        "opener_first": {"lot", "smallest-double", "strongest"},
        "opener_next": {"rotate", "smallest-double", "winner", "out-or-lot"},
        "block_tie": {"void", "fewest-tiles"},
        "block_gain": {"net", "gross"},
        "block_compare": {"player", "side"},
        "rounding": {"none", "opponent-5", "total-5"},
        "takes": {"opponents", "all"},
        "scoring": {"winner-takes", "losers-mark"},
        "target_check": {"round", "at-once"},
        "board": set(BOARDS),
        "play_points": {"none", "fives"},
    }


def test_rules_do_not_change() -> None:
    """Rules are frozen, and overriding leaves the preset as it was."""
    rules = rules_for("goat", 2, {"special_hands": "0|0:5"})
    assert rules_for("goat", 2).special_hands == {"0|0": 25, "6|6": 50}
    with pytest.raises(FrozenInstanceError):
        rules.target = 3  # type: ignore[misc]


# -- values ------------------------------------------------------------------------------------

TEXTS = {
    "set": ("9", 9),
    "teams": ("TRUE", True),
    "hand": (" 5 ", 5),
    "reserve": ("0", 0),
    "draw": ("stuck", "stuck"),
    "opener_may_draw": ("no", False),
    "opener_first": ("strongest", "strongest"),
    "opener_next": ("out-or-lot", "out-or-lot"),
    "block_tie": ("fewest-tiles", "fewest-tiles"),
    "block_gain": ("gross", "gross"),
    "block_compare": ("side", "side"),
    "rounding": ("total-5", "total-5"),
    "takes": ("all", "all"),
    "scoring": ("losers-mark", "losers-mark"),
    "special_hands": ("0|0:25, 6-5:3", {"0|0": 25, "5|6": 3}),
    "target": ("150", 150),
    "rounds": ("0", 0),
    "target_check": ("at-once", "at-once"),
    "board": ("spinner", "spinner"),
    "play_points": ("fives", "fives"),
}


@pytest.mark.parametrize("key", PARAMETERS)
def test_texts_and_values_are_read_alike(key: str) -> None:
    """A value as `--set` gives it and as a file gives it are the same; written, it can be read."""
    text, value = TEXTS[key]
    assert read_value(key, text) == read_value(key, value) == value
    assert type(read_value(key, text)) is type(value)
    assert read_value(key, write_value(value)) == value


def test_switches() -> None:
    """Six words for true and false."""
    assert [read_value("teams", word) for word in ("true", "yes", "on")] == [True] * 3
    assert [read_value("teams", word) for word in ("false", "no", "off")] == [False] * 3


def test_no_special_hands() -> None:
    """`none` or nothing, and back."""
    assert read_value("special_hands", "none") == read_value("special_hands", "") == {}
    assert write_value({}) == "none"


def test_overrides() -> None:
    """Given parameters replace the preset's, the rest stays."""
    plain = rules_for("draw", 2)
    assert rules_for("draw", 2, {"target": "150"}) == replace(plain, target=150)
    both = rules_for("draw", 2, {"block_gain": "gross", "hand": 5})
    assert both == replace(plain, block_gain="gross", hand=5)
    assert rules_for("draw", 2, {}) == rules_for("draw", 2, None) == plain


def test_trace_shows_every_parameter() -> None:
    """The rules of a trace are plain values in the documented order."""
    shown = rules_for("goat", 3).as_dict()
    assert " ".join(shown) == (
        "preset set players teams hand reserve draw opener_may_draw opener_first opener_next "
        "block_tie block_gain block_compare rounding takes scoring special_hands target rounds "
        "target_check board play_points two_ended"
    )
    assert type(shown["special_hands"]) is dict
    assert (shown["hand"], shown["target"]) == (7, 101)


@pytest.mark.parametrize(
    ("preset", "players", "changes", "told"),
    [
        ("draw", 2, {}, ""),
        ("goat", 3, {}, " --rules goat"),
        ("draw", 2, {"target": 50, "draw": "stuck"}, " --set draw=stuck --set target=50"),
        ("block", 4, {"teams": True}, " --rules block --set teams=true"),
        ("international", 4, {}, " --rules international"),
        ("mexican-train", 3, {}, " --rules mexican-train"),
        ("mexican-train", 2, {"set": 6}, " --rules mexican-train --set set=6"),
        ("mexican-train", 2, {"rounds": 3}, " --rules mexican-train --set rounds=3"),
        ("draw", 2, {"rounds": 10}, " --set rounds=10"),
    ],
)
def test_options(preset: str, players: int, changes: dict[str, Any], told: str) -> None:
    """The options that name these rules on the command line, without what is the default."""
    assert rules_for(preset, players, changes).options() == told


def test_options_survive_a_shell() -> None:
    """Every option is one word for a shell, special hands with their bars included."""
    import shlex

    changes = {"special_hands": {"0|0": 10, "3|3": 7}, "target": 50}
    rules = rules_for("goat", 2, changes)
    words = shlex.split(rules.options())
    assert words[:2] == ["--rules", "goat"]
    assert words[2::2] == ["--set", "--set"]
    assert rules_for("goat", 2, dict(word.split("=", 1) for word in words[3::2])) == rules
    lexer = shlex.shlex(rules.options(), posix=True, punctuation_chars=True)
    assert not {"|", "&", ";", "<", ">"} & set(lexer), "a shell reads the bar as a pipe"


# -- errors ------------------------------------------------------------------------------------

WRONG: list[tuple[str, int, dict[str, Any], str]] = [
    ("drow", 2, {}, "unknown rules 'drow'; did you mean 'draw'?"),
    ("zzz", 2, {}, f"unknown rules 'zzz'; there are {', '.join(TABLES)}"),
    ("draw", 2, {"tarpet": 1}, "unknown rule parameter 'tarpet'; did you mean 'target'?"),
    ("draw", 2, {"players": 3}, "unknown rule parameter 'players'; "),
    (
        "draw",
        2,
        {"draw": "stick"},
        "draw is one of optional, stuck, once, never, not 'stick'",
    ),
    (
        "draw",
        2,
        {"board": "xyz"},
        "board is one of line, spinner, trains, not 'xyz'",
    ),
    ("draw", 2, {"draw": 3}, "draw is one of optional, stuck, once, never, not 3"),
    ("draw", 5, {}, "draw is for 2, 3 or 4 players, not 5; name 2, 3 or 4 policies"),
    ("draw", 1, {}, "draw is for 2, 3 or 4 players, not 1; name 2, 3 or 4 policies"),
    ("international", 2, {}, "international is for 4 players, not 2; name 4 policies"),
    ("international-2", 4, {}, "international-2 is for 2 players, not 4; name 2 policies"),
    ("draw", 2, {"target": "many"}, "target is a whole number from 1 to 100000, not 'many'"),
    ("draw", 2, {"target": 0}, "target is a whole number from 1 to 100000, not 0"),
    ("draw", 2, {"target": 2.5}, "target is a whole number from 1 to 100000, not 2.5"),
    ("draw", 2, {"target": True}, "target is a whole number from 1 to 100000, not True"),
    ("draw", 2, {"set": 10}, "set is a whole number from 1 to 9, not 10"),
    ("draw", 2, {"reserve": -1}, "reserve is a whole number from 0 to 54, not -1"),
    ("draw", 2, {"hand": 1}, "hand is a whole number from 2 to 54, not 1"),
    ("draw", 2, {"teams": "maybe"}, "teams is true or false, not 'maybe'"),
    ("draw", 2, {"opener_may_draw": 1}, "opener_may_draw is true or false, not 1"),
    (
        "draw",
        2,
        {"special_hands": 25},
        "special_hands is a list like 0|0:25,6|6:50, or none, not 25",
    ),
    (
        "draw",
        2,
        {"special_hands": "0|0"},
        "special_hands has :0|0; write each as tile:value, like 0|0:25",
    ),
    (
        "draw",
        2,
        {"special_hands": {"0|0": "much"}},
        "special_hands has 0|0:much; write each as tile:value, like 0|0:25",
    ),
    (
        "draw",
        2,
        {"special_hands": "0|0:1001"},
        "the value of the lone 0|0 runs from 0 to 1000, not 1001",
    ),
    (
        "goat",
        2,
        {"set": 5},
        "special_hands has 6|6, but the set ends with 5|5",
    ),
    (
        "without-boneyard",
        4,
        {"hand": 8},
        "4 hands of 8 need 32 tiles and the set has 28; a hand can be at most 7",
    ),
    (
        "with-boneyard",
        4,
        {"hand": 7},
        "4 hands of 7 leave 0 of 28 tiles in the boneyard, where draw = stuck and reserve = 0 "
        "need 1; a hand can be at most 6",
    ),
    (
        "draw",
        3,
        {"hand": 9},
        "3 hands of 9 leave 1 of 28 tiles in the boneyard, where draw = optional and reserve = 2 "
        "need 2; a hand can be at most 8",
    ),
    (
        "block",
        2,
        {"teams": True},
        "teams are two pairs at four seats; 2 seats play alone",
    ),
    (
        "draw",
        4,
        {"teams": True},
        "in draw each plays alone; try --rules draw-100 for pairs",
    ),
    (
        "international",
        4,
        {"teams": False},
        "international is played in pairs; teams cannot be false",
    ),
    (
        "goat",
        2,
        {"play_points": "fives"},
        "scoring = losers-mark marks penalties and play_points = fives scores points; "
        "one table cannot do both",
    ),
    (
        "goat",
        2,
        {"block_gain": "net"},
        "block_gain = net is for a winner who takes; under scoring = losers-mark "
        "every loser marks its own pips, so block_gain is gross",
    ),
    (
        "goat",
        4,
        {"takes": "all"},
        "takes = all is for a winner who takes; under scoring = losers-mark nobody does, "
        "so takes is opponents",
    ),
    ("draw", 2, {"rounds": 201}, "rounds is a whole number from 0 to 200, not 201"),
    ("draw", 2, {"takes": "both"}, "takes is one of opponents, all, not 'both'"),
    (
        "mexican-train",
        3,
        {"set": 6},
        "3 hands of 11 need 33 tiles and the set has 27 beside the engine; a hand can be at most 8",
    ),
    (
        "mexican-train",
        3,
        {"set": 6, "hand": 9},
        "3 hands of 9 leave 0 of 27 tiles beside the engine in the boneyard, where draw = once "
        "and reserve = 0 need 1; a hand can be at most 8",
    ),
    (
        "mexican-train",
        4,
        {"set": 2, "hand": 2},
        "set = 2 has 5 tiles beside the engine, too few to deal 4 hands of 2 and leave 1 in the "
        "boneyard",
    ),
    (
        "mexican-train",
        2,
        {"teams": True},
        "in mexican-train each plays alone; try --rules draw-100 for pairs",
    ),
    (
        "draw-100",
        4,
        {"teams": True, "board": "trains", "draw": "once"},
        "on trains each plays alone; teams is false",
    ),
    (
        "mexican-train",
        2,
        {"draw": "stuck"},
        "board = trains is played with draw = once, not stuck; add --set draw=once",
    ),
    (
        "draw",
        2,
        {"board": "trains", "draw": "once", "play_points": "fives"},
        "play_points = fives counts the ends of a line; board = trains needs play_points = none",
    ),
]


@pytest.mark.parametrize(("preset", "players", "changes", "told"), WRONG)
def test_error(preset: str, players: int, changes: dict[str, Any], told: str) -> None:
    """One line that says what is wrong and what would be right."""
    with pytest.raises(RulesError) as caught:
        rules_for(preset, players, changes)
    message = str(caught.value)
    assert message.startswith(told) if told.endswith("; ") else message == told
    assert "\n" not in message
    assert caught.value.exit_code == 2


def test_largest_hands_that_an_error_names_can_be_dealt() -> None:
    """What an error offers is right: one tile more is refused."""
    for players, most in [(2, 13), (3, 8), (4, 6)]:
        assert rules_for("draw", players, {"hand": most}).hand == most
        with pytest.raises(RulesError, match=f"a hand can be at most {most}$"):
            rules_for("draw", players, {"hand": most + 1})


@pytest.mark.parametrize(("highest", "rounds"), [(6, 7), (7, 8), (8, 9), (9, 10)])
def test_a_round_for_every_engine(highest: int, rounds: int) -> None:
    """Unless it is said how many, which then begin with the highest double again."""
    rules = rules_for("mexican-train", 2, {"set": highest})
    assert rules.rounds == rounds
    assert [rules.engine(index) for index in range(rounds)] == list(range(highest, -1, -1))
    assert rules.engine(rounds) == highest
    assert rules_for("mexican-train", 2, {"set": highest, "rounds": 4}).rounds == 4
    assert rules_for("mexican-train", 2, {"set": highest, "rounds": 0}).rounds == 0


def test_no_two_ended_boneyard_on_trains() -> None:
    """Which lines have."""
    assert two_ended(rules_for("draw", 2)).two_ended
    with pytest.raises(RulesError, match="never dealt with a two-ended boneyard"):
        two_ended(rules_for("mexican-train", 2))


def test_known_names_pass() -> None:
    """A name that is known comes back as it is."""
    assert known("draw", PRESETS, "rules") == "draw"


def test_dead_boneyard_may_hold_less_than_the_reserve() -> None:
    """Where nobody draws, `reserve` means nothing."""
    assert rules_for("block", 4, {"hand": 7, "reserve": 5}).hand == 7
    assert rules_for("draw", 4, {"draw": "never", "hand": 7}).hand == 7
