"""Weighs what a placement is worth by a sum of simple terms, and draws when it is worth little.

The terms are of the game's common sense: be rid of pips, keep tiles that fit, show values of which
one holds many and others few, leave the next seat stuck and make it draw. The weights were found
by an evolution strategy on games against itself; see `score` and `drawing` for what they weigh.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import (
    DRAW,
    View,
    chance_of_none,
    helper,
    play,
    policy,
    possible,
    unseen,
)
from simulator.tiles import (
    NOTHING,
    count,
    fits_value,
    heaviest,
    high,
    is_double,
    low,
    other,
    pips_of,
    without,
)

Four = tuple[int, int, int, int]


@helper
def fitting(end: int) -> int:
    """The tiles that fit an end, of every set; none where there is no end, -1."""
    return fits_value(end) if end >= 0 else NOTHING


@helper
def arms_after(view: View, tile: int, arm: int) -> Four:
    """The tiles that fit each arm after a placement, 0 where it is not open; equal ends are two."""
    if view.opening:
        return fits_value(low(tile)), fits_value(high(tile)), NOTHING, NOTHING
    shown = fits_value(other(tile, view.ends[arm]))
    crossed = view.uncovered == 1 << arm  # covers the spinner's second side: its ends open
    ends = (view.spinner, view.spinner) if crossed else (view.ends[2], view.ends[3])
    return (
        shown if arm == 0 else fitting(view.ends[0]),
        shown if arm == 1 else fitting(view.ends[1]),
        shown if arm == 2 else fitting(ends[0]),
        shown if arm == 3 else fitting(ends[1]),
    )


@helper
def shed(tile: int, rival: int, close: float) -> float:
    """Pips of a tile, `close` times more when the rival holds no more than three tiles."""
    return pips_of(tile) * (1.0 + close if rival <= 3 else 1.0)


@helper
def balance(left: int, hidden: int, arms: Four) -> int:
    """Own less unseen tiles that fit, summed over the arms."""
    own = count(left & arms[0]) + count(left & arms[1]) + count(left & arms[2])
    out = count(hidden & arms[0]) + count(hidden & arms[1]) + count(hidden & arms[2])
    return own - out + count(left & arms[3]) - count(hidden & arms[3])


@helper
def answers(left: int, arms: Four) -> bool:
    """Whether one can play on every open arm oneself."""
    return (
        left & arms[0] != NOTHING
        and left & arms[1] != NOTHING
        and (arms[2] == NOTHING or left & arms[2] != NOTHING)
        and (arms[3] == NOTHING or left & arms[3] != NOTHING)
    )


@helper
def draws(drawable: int, boneyard: int, fit: int) -> float:
    """How many tiles a stuck seat is expected to draw until one fits, of `fit` unseen ones."""
    return min(drawable, (boneyard + 1) / (fit + 1))


@policy(
    "linear",
    summary="a weighted sum of pips, tiles that fit, and the chance that the next is stuck",
    ignores_scores=True,
    boards=["line", "spinner"],
    bounds={
        "close": (0.0, 6.0),
        "fit": (-20.0, 5.0),
        "fit_dry": (-10.0, 10.0),
        "ends": (0.0, 20.0),
        "stuck": (0.0, 300.0),
        "stuck_dry": (-20.0, 80.0),
        "both": (-10.0, 30.0),
        "double_dry": (-10.0, 20.0),
        "wait": (-10.0, 30.0),
        "draw_stuck": (-50.0, 10.0),
        "draw_fit": (-6.0, 3.0),
        "draw_unseen": (-1.0, 3.0),
        "draw_from": (-5.0, 25.0),
    },
    close=2.29,
    fit=-6.28,
    fit_dry=1.37,
    ends=6.71,
    stuck=103.2,
    stuck_dry=16.3,
    both=7.23,
    double_dry=4.28,
    wait=7.31,
    points=0,
    allowed=0,
    draw_stuck=-14.34,
    draw_fit=-1.24,
    draw_unseen=0.74,
    draw_from=6.8,
    draw_many=99,
)
def linear(view: View, params: Any) -> int:
    """Place what scores most, or draw if that is worth little."""
    hidden = unseen(view)
    after = view.seat + 1 if view.seat + 1 < view.seats else 0
    pool, rival = possible(view, after), view.hand_sizes[after]
    dry = view.drawable == 0
    best, most = -1, -1e9
    chance, kept, rivals = 0.0, 0, 0  # of the best
    for arm in range(len(view.fits)):
        tiles = view.hand & view.fits[arm]
        while tiles:
            tile = heaviest(tiles)
            tiles = without(tiles, tile)
            left = without(view.hand, tile)
            arms = arms_after(view, tile, arm)
            fits = arms[0] | arms[1] | arms[2] | arms[3]
            fit, out = count(left & fits), count(hidden & fits)
            stuck = chance_of_none(count(pool), count(pool & fits), rival)
            worth = shed(tile, rival, params.close) + params.ends * balance(left, hidden, arms)
            if dry:
                worth += (params.fit + params.fit_dry) * fit + params.stuck_dry * stuck
                worth += params.double_dry * is_double(tile)
            else:
                worth += params.fit * fit + params.stuck * stuck
                worth += params.wait * stuck * draws(view.drawable, view.boneyard, out)
            worth += params.both * answers(left, arms)
            if worth > most:
                best, most = play(tile, arm), worth
                chance, kept, rivals = stuck, fit, out
    if view.may_draw:
        pull = view.drawable + params.draw_stuck * chance + params.draw_fit * kept
        pull += params.draw_unseen * rivals
        if pull > (params.draw_from if view.seats == 2 else params.draw_many):
            return DRAW
    return best
