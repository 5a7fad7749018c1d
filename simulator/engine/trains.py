"""Trains: where a seat may play, how a tile is coupled to a train, markers, the open double.

In the position trains are numbered by their seats, and the Mexican train follows the last; a seat
sees them as arms: 0 its own, 1 the Mexican train, 2 and on those of the next seats clockwise.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel, shifted
from simulator.engine.position import Form, deal_hands, deck_size
from simulator.masks import DOUBLES, NOTHING, fits_value, is_double, one, turns_into, where
from simulator.placements import end_of

TRAINS = 5
"""How many trains there are at most."""

Five = tuple[int, int, int, int, int]


@kernel
def deal_trains(rules: Any, position: Any, order: Any, key: int, form: Form) -> None:
    """A new round from its key: the engine in the middle, the hands, trains that are all empty.

    `order` holds the masks of the tiles that are dealt, in a fixed order for every engine. See
    `simulator.engine.position.deal`, which this is for trains.
    """
    turned = position.round % (rules.highest + 1)
    engine = rules.highest - turned
    deal_hands(rules, position, shifted(order, deck_size(rules, form) * turned), key, form)
    position.line = fits_value(engine) & DOUBLES
    for train in range(TRAINS):
        position.trains[train] = fits_value(engine) if train <= form.seats else NOTHING
        position.coupled[train] = -1
    position.markers = 0
    position.open_double = -1


@kernel
def train_of(seat: int, arm: int, seats: int) -> int:
    """The train that a seat sees as an arm; where there is none, one that is always empty."""
    if arm < 2 or arm > seats:
        return seat if arm == 0 else seats if arm == 1 else arm
    after = seat + arm - 1
    return after if after < seats else after - seats


@kernel
def arm_for(seat: int, train: int, seats: int) -> int:
    """The arm as which a seat sees a train."""
    if train == seat:
        return 0
    if train == seats:
        return 1
    return 1 + (train - seat if train > seat else train - seat + seats)


@kernel
def by_arm(words: Any, seat: int, seats: int) -> Five:
    """A field that goes by train, as a seat sees it."""
    return (
        words[seat],
        words[seats],
        words[train_of(seat, 2, seats)],
        words[train_of(seat, 3, seats)],
        words[train_of(seat, 4, seats)],
    )


@kernel
def ends_of(trains: Five) -> Five:
    """The values at the ends of trains, -1 where there is none."""
    return (
        end_of(trains[0]),
        end_of(trains[1]),
        end_of(trains[2]),
        end_of(trains[3]),
        end_of(trains[4]),
    )


# -- where a seat may play ---------------------------------------------------------------------


@kernel
def marked_arms(position: Any, seat: int, seats: int) -> int:
    """The arms whose markers are up, as a seat sees them, bit a for arm a."""
    markers = position.markers
    others = markers >> (seat + 1) | markers << (seats - seat - 1)
    return (others & ((1 << (seats - 1)) - 1)) << 2 | (markers >> seat) & 1


@kernel
def reached(position: Any, seat: int, seats: int) -> Five:
    """The tiles that a seat may place, by arm.

    It may play on its own train, the Mexican train, and on trains whose marker is up; while a
    double is open, only on that.
    """
    trains = by_arm(position.trains, seat, seats)
    free = marked_arms(position, seat, seats) | 3
    if position.open_double >= 0:
        free = 1 << arm_for(seat, position.open_double, seats)
    return (
        where(free & 1, trains[0]),
        where(free >> 1 & 1, trains[1]),
        where(free >> 2 & 1, trains[2]),
        where(free >> 3 & 1, trains[3]),
        where(free >> 4 & 1, trains[4]),
    )


# -- what a play and a pass change -------------------------------------------------------------


@kernel
def couple(rules: Any, position: Any, seat: int, tile: int, train: int) -> None:
    """Place a seat's tile at the end of a train; a double then binds, unless it is the last tile of
    its value to reach the table."""
    position.trains[train] ^= turns_into(tile)
    position.line |= one(tile)
    position.played[seat] |= one(tile)
    position.coupled[train] = seat
    left = position.trains[train] & rules.tiles & ~position.line
    position.open_double = train if is_double(tile) and left != NOTHING else -1


@kernel
def set_marker(position: Any, seat: int, up: bool) -> bool:
    """Put a seat's marker up or down; whether it was otherwise."""
    changes = ((position.markers >> seat) & 1 == 1) != up
    if changes:
        position.markers ^= 1 << seat
    return changes
