"""Weighs a placement by a sum of simple terms, and draws when the best is worth little.

The terms are what players look at: be rid of pips, keep tiles that fit, leave ends of which one
holds many and others few, leave the next seat stuck and make it draw; where plays score, take
points and leave few. Pips weigh 1, so do tiles that can be drawn in the rule for drawing; the other
weights were found by an evolution strategy in games of Draw for two, those of points by trying. The
more turns of others it is to the own next one, the less counts what one could play then, and the
more a double, which is hard to be rid of.
"""

from __future__ import annotations

from typing import Any

from simulator.policy import (
    DRAW,
    View,
    chance_of_none,
    helper,
    next_seat,
    play,
    points,
    policy,
    possible,
    unseen,
)
from simulator.tiles import (
    DOUBLES,
    NOTHING,
    count,
    fits_value,
    heaviest,
    high,
    is_double,
    lightest,
    low,
    other,
    pips_of,
    without,
)

Four = tuple[int, int, int, int]


# -- the board after a placement ---------------------------------------------------------------


@helper
def fitting(end: int) -> int:
    """The tiles that fit an end; none where an arm is not open, -1."""
    return fits_value(end) if end >= 0 else NOTHING


@helper
def open_arms(view: View) -> Four:
    """The tiles that fit each arm, 0 where it is not open; two equal ends are two."""
    ends = view.ends
    return fitting(ends[0]), fitting(ends[1]), fitting(ends[2]), fitting(ends[3])


@helper
def arms_after(view: View, before: Four, tile: int, arm: int) -> Four:
    """The same after a placement."""
    if view.opening:
        return fits_value(low(tile)), fits_value(high(tile)), NOTHING, NOTHING
    shown = fits_value(other(tile, view.ends[arm]))
    if view.uncovered == 1 << arm:  # covers the spinner's second side: its ends open
        ends = fits_value(view.spinner)
        return shown if arm == 0 else before[0], shown if arm == 1 else before[1], ends, ends
    return (
        shown if arm == 0 else before[0],
        shown if arm == 1 else before[1],
        shown if arm == 2 else before[2],
        shown if arm == 3 else before[3],
    )


@helper
def counts_after(view: View, tile: int, arm: int) -> Four:
    """What each arm counts after a placement where plays score; a double counts both halves."""
    if view.opening:
        halves = 2 if is_double(tile) else 1
        return halves * low(tile), halves * high(tile), 0, 0
    outer = pips_of(tile) if is_double(tile) else other(tile, view.ends[arm])
    counts = view.counts
    return (
        outer if arm == 0 else counts[0],
        outer if arm == 1 else counts[1],
        outer if arm == 2 else counts[2],
        outer if arm == 3 else counts[3],
    )


# -- what a placement is worth -----------------------------------------------------------------


@helper
def shed(tile: int, rival: int, close: float) -> float:
    """Pips of a tile, `1 + close` times where the next seat holds no more than three tiles."""
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
    return (  # without branches, which nothing could predict
        (left & arms[0] != NOTHING)
        & (left & arms[1] != NOTHING)
        & ((arms[2] == NOTHING) | (left & arms[2] != NOTHING))
        & ((arms[3] == NOTHING) | (left & arms[3] != NOTHING))
    )


@helper
def draws(drawable: int, boneyard: int, fit: int) -> float:
    """How many tiles a stuck seat is expected to draw until it can play, `fit` unseen ones fit."""
    return min(drawable, (boneyard + 1) / (fit + 1))


@helper
def scoring(pool: int, fits: int, rest: int) -> int:
    """The points that a pool's tiles can make on an arm, summed, the others counting `rest`."""
    tiles, total = pool & fits, 0
    if tiles == NOTHING:
        return 0
    end = high(lightest(fits))  # 0|v is the lightest that fits v
    short = (5 - rest % 5) % 5
    for shown in (short, short + 5):
        if shown != end and tiles & fits_value(shown) != NOTHING:
            total += rest + shown
    doubled = rest + 2 * end
    if doubled % 5 == 0 and tiles & DOUBLES != NOTHING:
        total += doubled
    return total


@helper
def allowed(pool: int, size: int, arms: Four, counts: Four) -> float:
    """The points of all the plays that the next seat is expected to have, summed."""
    total = counts[0] + counts[1] + counts[2] + counts[3]
    found = (
        scoring(pool, arms[0], total - counts[0])
        + scoring(pool, arms[1], total - counts[1])
        + scoring(pool, arms[2], total - counts[2])
        + scoring(pool, arms[3], total - counts[3])
    )
    return float(found * size / count(pool))


@policy(
    "linear",
    summary="weighs pips, tiles that fit and how likely the next is stuck",
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
    points=10,
    allowed=-5,
    draw_stuck=-14.34,
    draw_fit=-1.24,
    draw_unseen=0.74,
    draw_from=6.3,
    draw_many=99,
)
def linear(view: View, params: Any) -> int:
    """Find the placement that scores most; draw instead where the rule for drawing says so."""
    hidden, before = unseen(view), open_arms(view)
    rival = next_seat(view)
    pool, size = possible(view, rival), view.hand_sizes[rival]
    dry = view.drawable == 0
    turns = view.seats - 1  # of others until the own next one
    w_fit = (params.fit + params.fit_dry if dry else params.fit) / turns
    w_ends, w_both = params.ends / turns, params.both / turns
    w_stuck = params.stuck_dry if dry else params.stuck
    best, most = -1, -1e9
    chance, kept, rivals = 0.0, 0, 0
    for arm in range(len(view.fits)):
        tiles = view.hand & view.fits[arm]
        while tiles:
            tile = heaviest(tiles)
            tiles = without(tiles, tile)
            left = without(view.hand, tile)
            arms = arms_after(view, before, tile, arm)
            fits = arms[0] | arms[1] | arms[2] | arms[3]
            fit, out = count(left & fits), count(hidden & fits)
            stuck = chance_of_none(count(pool), count(pool & fits), size)
            worth = shed(tile, size, params.close) + w_ends * balance(left, hidden, arms)
            worth += w_fit * fit + w_stuck * stuck
            if dry:
                worth += params.double_dry * turns * is_double(tile)
            else:
                worth += params.wait * stuck * draws(view.drawable, view.boneyard, out)
            worth += w_both * answers(left, arms)
            if view.fives:
                worth += params.points * points(view, tile, arm)
                worth += params.allowed * allowed(pool, size, arms, counts_after(view, tile, arm))
            if worth > most:
                best, most = play(tile, arm), worth
                chance, kept, rivals = stuck, fit, out
    if view.may_draw:
        pull = view.drawable + params.draw_stuck * chance + params.draw_fit * kept
        pull += params.draw_unseen * rivals
        if pull > (params.draw_from if view.seats == 2 else params.draw_many):
            return DRAW
    return best
