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

from simulator.compiling.marks import kernel
from simulator.errors import PolicyNameError, nearest
from simulator.placements import Four, outer_count, placement, play_points
from simulator.rng import further_word
from simulator.rng import pick as pick  # re-exported: a choice out of random bits
from simulator.signature import check_signature
from simulator.tiles import fits_value, held, high, holds, low, other

DRAW = -1
"""The action: draw a tile from the boneyard."""

PARAMETERS = 16
"""How many parameters a policy may have."""


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
    played: Four
    """Tiles each seat has played in this round."""
    opened: Four
    """The seat whose tile shows the open end of each arm, -1 where it is not open. The spinner's
    bare ends were opened by who played the spinner."""
    passed_on: Four
    """Values that were open when each seat passed in this round, bit v for value v."""
    drawn_by_choice: Four
    """Tiles each seat drew in this round while it could have played."""
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
    """64 random bits, a signed integer; fresh for every decision, and telling nothing of the deal
    or of other seats. See `pick`, and `word` for more."""


Decide = Callable[[View, Any], int]


# -- actions and questions, for policies -------------------------------------------------------


@kernel
def play(tile: int, arm: int) -> int:
    """The action: place a tile on an arm."""
    return placement(tile, arm)


@kernel
def lowest_arm(view: View, tile: int) -> int:
    """The lowest arm that a playable tile fits."""
    arm = 1 - held(view.fits[0], tile)
    if view.fits[2] | view.fits[3] != 0:
        while arm > 0 and arm < 3 and not holds(view.fits[arm], tile):
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
    for index in range(len(view.ends)):
        if index != arm and view.ends[index] >= 0:
            fitting |= fits_value(view.ends[index])
    if view.uncovered == 1 << arm:  # covers the spinner's second side: its ends open
        fitting |= fits_value(view.spinner)
    return fitting & view.tiles


@kernel
def unseen(view: View) -> int:
    """Tiles that are neither in the own hand nor on the line."""
    return view.tiles & ~(view.hand | view.line)


@kernel
def word(view: View, number: int) -> int:
    """Word `number`, 0, 1, 2 and so on, of a decision's own stream of random words.

    Each has 64 random bits, a signed integer, independent of the others and of `view.random`; so
    `pick(word(view, k), n)` are independent choices for different k. (What is made of one word, as
    `view.random ^ k`, is not: picks out of it hardly differ for small k.)
    """
    return further_word(view.random, number)


def helper(function: Callable[..., Any]) -> Any:
    """Mark a function that policies call, so that compiled policies can call it too."""
    return kernel(function)


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

    @property
    def __wrapped__(self) -> Decide:
        """The decorated function, by the name that wrappers of functions have for it."""
        return self.decide

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
            named, told = self._told()
            told |= {key: f"{value:.15g}" for key, value in changes.items()}
            spec = ":".join([named, *("=".join(pair) for pair in told.items())])
        return dataclasses.replace(self, values=values, spec=spec)

    def _told(self) -> tuple[str, dict[str, str]]:
        """What `spec` names, whose path may hold colons too, and the parameters behind it."""
        named, told = self.spec, dict[str, str]()
        while True:
            rest, _, part = named.rpartition(":")
            key, equals, text = part.partition("=")
            if not rest or not equals or key not in self.values:
                return named, dict(reversed(told.items()))
            named, told[key] = rest, text


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
    PolicyError
        What is decorated is no function of a view and parameters.
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
        check_signature(name, decide)
        return Policy(name, summary, decide, values, name, ignores_scores)

    return declare
