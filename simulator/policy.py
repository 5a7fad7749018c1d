"""The policy contract: what a seat sees, what it answers, how a policy is declared.

A policy is a pure function of a `View` and its parameters that returns an action:

    @policy("hoarder", summary="draws until it holds enough tiles that fit", spare=2)
    def hoarder(view, params):
        if view.may_draw and count(view.playable) < params[0]:
            return DRAW
        return place(view, heaviest(view.playable))

It is compiled when it is first used; uncompiled it is plain Python, with the same results unless it
divides by zero or reads what it never set, where Python raises. It is asked only where it has a
choice. Helpers that it calls must be marked `@helper`, so that they run compiled as well.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numba import int64, types
from numba.core.errors import TypingError

from simulator.compiling.native import PARAMETERS, RAISED, compiled_as, kernel
from simulator.engine import table as t
from simulator.engine.board import end_of, outer_count, placement, play_points
from simulator.errors import PolicyNameError, nearest
from simulator.rng import SEAT_STREAMS, random_word
from simulator.rng import pick as pick  # re-exported: a choice out of `view.random`
from simulator.tiles import count, fits_value, high, low, other

DRAW = -1
"""The action: draw a tile from the boneyard."""

Four = tuple[int, int, int, int]


class View(NamedTuple):
    """What a player at the table knows. Sets of tiles are masks, see `simulator.tiles`."""

    hand: int
    """Own tiles."""
    playable: int
    """Own tiles that fit; never empty when a policy is asked."""
    fits: Four
    """Tiles of the set that fit each arm; 0 where an arm is not open, and on arm 1 where two equal
    ends are one action. On an empty line every tile fits arm 0."""
    ends: Four
    """Open value of each arm, -1 where it is not open."""
    may_draw: bool
    """Whether drawing is a legal action now."""
    drawable: int
    """How many tiles can still be drawn, by whomever."""
    boneyard: int
    """How many tiles the boneyard holds."""
    seat: int
    """Own seat."""
    seats: int
    """Number of seats."""
    partner: int
    """Partner's seat, -1 where each plays alone."""
    hand_sizes: Four
    """Tiles in each seat's hand."""
    lacks: Four
    """Values each seat is known to lack, bit v for value v."""
    line: int
    """Tiles on the line."""
    tiles: int
    """Tiles of the set."""
    scores: Four
    """Score of each seat's side, points of plays in this round included."""
    target: int
    """Points that end the game."""
    opening: bool
    """Whether the line is empty."""
    turn: int
    """Plays and passes so far in the round."""
    counts: Four
    """What each arm counts towards the open-end sum, where plays score."""
    fives: bool
    """Whether plays score multiples of five."""
    spinner: int
    """Value of the spinner, -1 where there is none."""
    uncovered: int
    """Sides of the spinner not yet covered, bit a for arm a."""
    random: int
    """64 random bits, a signed integer; fresh for every decision. See `pick`."""


Decide = Callable[[View, Any], int]


# -- actions and questions, for policies -------------------------------------------------------


@kernel
def play(tile: int, arm: int) -> int:
    """The action: place a tile on an arm."""
    return placement(tile, arm)


@kernel
def lowest_arm(view: View, tile: int) -> int:
    """The lowest arm that a playable tile fits."""
    arm = 1 - ((view.fits[0] >> tile) & 1)
    if view.fits[2] | view.fits[3] != 0:
        while arm > 0 and arm < 3 and (view.fits[arm] >> tile) & 1 == 0:
            arm += 1
    return arm


@kernel
def place(view: View, tile: int) -> int:
    """The action: place a tile on the lowest arm that it fits."""
    return placement(tile, lowest_arm(view, tile))


@kernel
def points(view: View, tile: int, arm: int) -> int:
    """Points that a placement would score at once; 0 where plays do not score."""
    if not view.fives:
        return 0
    outer = 0 if view.opening else outer_count(tile, view.ends[arm])
    return play_points(tile, arm, view.opening, view.counts, outer)


@kernel
def fits_after(view: View, tile: int, arm: int) -> int:
    """Tiles of the set that fit somewhere after a placement."""
    if view.opening:
        return (fits_value(low(tile)) | fits_value(high(tile))) & view.tiles
    fitting = fits_value(other(tile, view.ends[arm]))
    for index in range(4):
        if index != arm and view.ends[index] >= 0:
            fitting |= fits_value(view.ends[index])
    if view.uncovered == 1 << arm:  # covers the spinner's second side: its ends open
        fitting |= fits_value(view.spinner)
    return fitting & view.tiles


@kernel
def unseen(view: View) -> int:
    """Tiles that are neither in the own hand nor on the line."""
    return view.tiles & ~(view.hand | view.line)


def helper(function: Callable[..., Any]) -> Any:
    """Mark a function that policies call, so that compiled policies can call it too."""
    return kernel(function)


# -- the view ----------------------------------------------------------------------------------


def signed(word: int) -> int:
    """A 64-bit word as a signed integer."""
    word = int(word)
    return word - (1 << 64) if word >> 63 else word


@compiled_as(signed)
def _(word: Any) -> Any:
    return lambda word: int64(word)


@kernel
def look(table: Any, hand: int, playable: int, first: int, second: int, blind: bool) -> View:
    """The view of the seat to move.

    `first` and `second` are the tiles that fit arms 0 and 1; with `blind` all scores are 0.
    """
    seat, seats, tiles = table[t.SEAT], table[t.SEATS], table[t.TILES]
    third, fourth = table[t.CROSS_FITS], table[t.CROSS_FITS + 1]
    pairs = table[t.TEAMS] == 1
    opening = table[t.LINE] == 0
    boneyard = table[t.BONEYARD]
    drawn = table[t.SET_SIZE] - seats * table[t.HAND_SIZE] - boneyard
    distinct = first != second or table[t.ARMS_DIFFER] == 1
    fits = (first & tiles, second & tiles if distinct else 0, third & tiles, fourth & tiles)
    near = (-1 if opening else end_of(first), -1 if opening else end_of(second))
    ends = (near[0], near[1], end_of(third), end_of(fourth))
    sizes = (
        count(hand if seat == 0 else table[t.HAND]),
        count(hand if seat == 1 else table[t.HAND + 1]),
        count(hand if seat == 2 else table[t.HAND + 2]),
        count(hand if seat == 3 else table[t.HAND + 3]),
    )
    lacks = (table[t.LACKS], table[t.LACKS + 1], table[t.LACKS + 2], table[t.LACKS + 3])
    scores = (0, 0, 0, 0)
    if not blind:
        third_side = t.SCORE if pairs else t.SCORE + 2
        scores = (
            table[t.SCORE],
            table[t.SCORE + 1],
            table[third_side],
            table[third_side + 1],
        )
    counts = (table[t.COUNTS], table[t.COUNTS + 1], table[t.COUNTS + 2], table[t.COUNTS + 3])
    word = random_word(table[t.KEY], SEAT_STREAMS + seat, table[t.TURN] + drawn)
    may_draw = table[t.MAY_DRAW] == 1
    drawable = max(0, boneyard - table[t.RESERVE])
    partner = (seat + 2) % 4 if pairs else -1
    line, target, turn = table[t.LINE], table[t.TARGET], table[t.TURN]
    fives = table[t.FIVES] == 1
    spinner, uncovered = table[t.SPINNER], table[t.UNCOVERED]
    return View(
        hand, playable, fits, ends, may_draw, drawable, boneyard, seat, seats, partner, sizes,
        lacks, line, tiles, scores, target, opening, turn, counts, fives, spinner, uncovered,
        signed(word),
    )  # fmt: skip


class AnswerError(TypeError):
    """An answer that is no action at all."""


def action_of(answer: Any) -> int:
    """A policy's answer if it is an integer; `AnswerError` says what it is otherwise."""
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
        raise AnswerError(f"returns {_article(type(answer).__name__)}, not an action")
    return int(answer) if answer != RAISED else NO_ACTION


@compiled_as(action_of)
def _(answer: Any) -> Any:
    if not isinstance(answer, types.Integer):
        kind = "None on some path" if isinstance(answer, types.Optional) else _article(str(answer))
        raise TypingError(f"returns {kind}, not an action")
    return lambda answer: int64(answer) if answer != RAISED else int64(NO_ACTION)


NO_ACTION = RAISED + 1  # stands in for an answer that would be taken for an exception


def _article(kind: str) -> str:
    return "None" if kind in ("none", "NoneType") else f"a {kind}"


# -- policies ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Policy:
    """A way of playing: a decision function, its name, and the values of its parameters.

    `values` holds every parameter in the order of declaration, `spec` the text that names the
    policy with these values on the command line, `ignores_scores` whether the view hides scores.
    Calling a policy decides in plain Python.
    """

    name: str
    summary: str
    decide: Decide
    values: Mapping[str, float]
    spec: str
    ignores_scores: bool = False

    def __call__(self, view: View, params: Any = None) -> int:
        """Decide; without `params` with the policy's own values."""
        return self.decide(view, tuple(self.values.values()) if params is None else params)

    def with_values(self, changes: Mapping[str, float], spec: str | None = None) -> Policy:
        """The same policy with other parameter values.

        Raises
        ------
        PolicyNameError
            The policy has no parameter of that name.
        """
        for key in changes:
            if key not in self.values:
                hint = nearest(key, self.values) if self.values else "it has none"
                raise PolicyNameError(f"policy {self.name!r} has no parameter {key!r}; {hint}")
        values = MappingProxyType({**self.values, **changes})
        if spec is None:
            parts = self.spec.split(":")
            told = dict(part.split("=") for part in parts if "=" in part)
            told |= {key: f"{value:.15g}" for key, value in changes.items()}
            named = [part for part in parts if "=" not in part]
            spec = ":".join([*named, *("=".join(pair) for pair in told.items())])
        return dataclasses.replace(self, values=values, spec=spec)


def policy(
    name: str, *, summary: str, ignores_scores: bool = False, **parameters: float
) -> Callable[[Decide], Policy]:
    """Declare a policy.

    Parameters
    ----------
    name : str, lower-case words joined by hyphens.
    summary : str, one line that says how it plays.
    ignores_scores : bool, a promise that lets comparisons estimate game win rates from rounds,
        with far fewer games; it is enforced: the view's scores are 0.
    **parameters : numbers, the defaults; the function sees them as `params[0]`, `params[1]`, ...

    Raises
    ------
    PolicyNameError
        More than sixteen parameters, or a default that is not a number.
    """
    if len(parameters) > PARAMETERS:
        raise PolicyNameError(
            f"policy {name!r} has {len(parameters)} parameters; at most {PARAMETERS}"
        )
    for key, value in parameters.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise PolicyNameError(f"policy {name!r}: the default of {key!r} is not a number")
    values = MappingProxyType({key: float(value) for key, value in parameters.items()})

    def declare(decide: Decide) -> Policy:
        return Policy(name, summary, decide, values, name, ignores_scores)

    return declare
