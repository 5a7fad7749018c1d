"""Strategies against the next player: which ends it is likely, or known, to have no tile for."""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, fits_after, helper, play, policy, unseen
from simulator.tiles import DOUBLES, NOTHING, count, fits_value, heaviest, holds, without


@policy("rarest", summary="leaves ends that the fewest unseen tiles fit")
def rarest(view: View, params: Any) -> int:
    """Count the tiles that are out, and leave the ends that the fewest of those unseen fit.

    Unseen are the tiles that are neither in your hand nor on the line. Among equals play the
    heaviest tile, on the lowest arm.
    """
    best, fewest = -1, 99
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(4):
            if holds(view.fits[arm], tile):
                rivals = count(unseen(view) & fits_after(view, tile, arm))
                if rivals < fewest:
                    best, fewest = play(tile, arm), rivals
    return best


@policy("patient", summary="draws while many tiles are left, then plays as rarest", grab=9)
def patient(view: View, params: Any) -> int:
    """Gather tiles early, when they cost little, and use them to shut the others out.

    Where you may, draw while at least `grab` tiles can still be drawn. Otherwise leave the ends
    that the fewest unseen tiles fit, as rarest does.
    """
    if view.may_draw and view.drawable >= params.grab:
        return DRAW
    return rarest(view)


@helper
def possible(view: View, seat: int) -> int:
    """The unseen tiles that a seat is not known to lack."""
    tiles = unseen(view)
    for value in range(10):
        if (view.lacks[seat] >> value) & 1:
            tiles &= ~fits_value(value)
    return tiles


@helper
def chance_of_none(tiles: int, fitting: int, size: int) -> float:
    """The chance that a hand of `size` out of `tiles` holds none of those that fit."""
    chance = 1.0
    for drawn in range(size):
        chance *= (tiles - fitting - drawn) / (tiles - drawn)
    return chance


@policy("blocker", summary="the play after which the next player is most likely stuck")
def blocker(view: View, params: Any) -> int:
    """Work out how likely the next player is to be stuck, and play what makes that most likely.

    Its hand may be any so many of the unseen tiles, but for those with a number that it is known
    to lack: the chance that it holds none that fits is hypergeometric. Among equals, as where it
    can be stuck in no way, play the heaviest tile, on the lowest arm.
    """
    rival = (view.seat + 1) % view.seats
    pool, size = possible(view, rival), view.hand_sizes[rival]
    best, likeliest = -1, -1.0
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(4):
            if holds(view.fits[arm], tile):
                fitting = count(pool & fits_after(view, tile, arm))
                chance = chance_of_none(count(pool), fitting, size)
                if chance > likeliest:
                    best, likeliest = play(tile, arm), chance
    return best


@policy(
    "force-pass", summary="shows the numbers that the next player passed on or is known to lack"
)
def force_pass(view: View, params: Any) -> int:
    """Remember what the next player passed on, and show it those numbers again.

    Leave as few different numbers open as possible of which it has not shown, by passing or by
    having to draw, that it has none. Among equals play the heaviest tile, on the lowest arm.
    """
    rival = (view.seat + 1) % view.seats
    missing = view.lacks[rival] | view.passed_on[rival]
    best, fewest = -1, 99
    tiles = view.playable
    while tiles:
        tile = heaviest(tiles)
        tiles = without(tiles, tile)
        for arm in range(4):
            if holds(view.fits[arm], tile):
                answers, welcome = fits_after(view, tile, arm) & DOUBLES, 0
                for value in range(10):  # a double fits where its number is open
                    if answers & fits_value(value) != NOTHING and not (missing >> value) & 1:
                        welcome += 1
                if welcome < fewest:
                    best, fewest = play(tile, arm), welcome
    return best
