"""What a seat can conclude about hands that it does not see, for policies.

In the examples `a_view(hand, line)` is the view of seat 0, in Draw for two with double-six, after
the plays of `line`; the other seat holds two tiles.
"""

from __future__ import annotations

from math import comb

import numpy as np

from simulator.compiling.marks import kernel
from simulator.masks import TILES, count
from simulator.tiles import fits_any, fits_value, value_of
from simulator.views import View, fits_after, unseen

_MOST = len(TILES)
_ROW = _MOST + 1
_HANDS = np.array([float(comb(n, k)) for n in range(_ROW) for k in range(_ROW)])
"""How many hands of k there are out of n tiles, at n * _ROW + k: exact, and 0 where k is more."""


@kernel
def next_seat(view: View) -> int:
    """The seat that moves next; in pairs it is an opponent's.

    >>> next_seat(a_view("1|1 1|2 6|6", "1|3"))
    1
    """
    return view.seat + 1 if view.seat + 1 < view.seats else 0


@kernel
def unseen_of(view: View, value: int) -> int:
    """How many unseen tiles show a value.

    Of the seven tiles with a 1 two are in hand and one is on the line:

    >>> view = a_view("1|1 1|2 6|6", "1|3")
    >>> unseen_of(view, 1)
    4
    """
    return count(unseen(view) & fits_value(value))


@kernel
def lacking(view: View, seat: int, value: int) -> bool:
    """Whether everybody knows that another seat has no tile with a value.

    >>> view = a_view("1|1 1|2 6|6", "1|3")._replace(lacks=(0, 1 << 3, 0, 0))
    >>> lacking(view, 1, 3), lacking(view, 1, 2)
    (True, False)
    """
    return bool((view.lacks[seat] >> value_of(value)) & 1)


@kernel
def possible(view: View, seat: int) -> int:
    """The unseen tiles that another seat may hold: those of no value that it is known to lack.

    Of 24 unseen tiles six show a 3, for the seventh lies on the line:

    >>> view = a_view("1|1 1|2 6|6", "1|3")._replace(lacks=(0, 1 << 3, 0, 0))
    >>> count(possible(view, 1))
    18
    """
    return unseen(view) & ~fits_any(view.lacks[seat])


@kernel
def chance_of_none(tiles: int, fitting: int, size: int) -> float:
    """The chance that a hand of `size` out of so many tiles holds none of those that fit.

    It is hypergeometric, C(tiles - fitting, size) / C(tiles, size), to the last bit of a float; 0
    where `size` is more than do not fit. There are 0 to 55 tiles, of which up to all fit; else
    `IndexError`. Of the 10 pairs out of 5 tiles, of which 2 fit, 3 have none of those:

    >>> chance_of_none(5, 2, 2)
    0.3
    """
    if fitting < 0 or tiles < fitting or tiles > _MOST or size < 0:
        raise IndexError("no such hand: there are 0 to 55 tiles, of which 0 to all fit")
    if size > tiles:
        return 0.0
    return float(_HANDS[(tiles - fitting) * _ROW + size] / _HANDS[tiles * _ROW + size])


@kernel
def stuck_chance(view: View, tile: int, arm: int) -> float:
    """The chance that the next seat, an opponent, has nothing that fits after a placement.

    Its hand may be any so many of the tiles that it may hold. On trains it is the chance that none
    of its tiles fits where the own seat might play.

    1|2 leaves the ends 2 and 3, which fit 11 of 25 unseen tiles: 91 of 300 pairs have none of
    those. If the next seat lacks 2 it is 5 of 19 tiles, and 91 of 171 pairs:

    >>> view = a_view("1|2 6|6", "1|3")
    >>> stuck_chance(view, parse("1|2"), 0) == 91 / 300
    True
    >>> passed = view._replace(lacks=(0, 1 << 2, 0, 0))
    >>> stuck_chance(passed, parse("1|2"), 0) == 91 / 171
    True
    """
    rival = next_seat(view)
    pool = possible(view, rival)
    fitting = count(pool & fits_after(view, tile, arm))
    return chance_of_none(count(pool), fitting, view.hand_sizes[rival])
