"""A policy that reads every field of its view: if one is wrong, the game takes another course."""

from __future__ import annotations

from typing import Any

from simulator.policy import DRAW, View, helper, play, policy
from simulator.tiles import count, lightest, without


@helper
def stir(state: int, word: int) -> int:
    """A new state from a state and a 64-bit word, without a product that overflows."""
    for shift in range(0, 64, 16):
        state = (state * 65537 + ((word >> shift) & 0xFFFF)) % 2147483647
    return state


@helper
def digest_of(view: View) -> int:
    """A hash of all fields of a view, from 0 to 2^31 - 2."""
    state = 1
    for word in (view.hand, view.playable, view.line, view.tiles, view.random):
        state = stir(state, word)
    for by_arm in (view.fits, view.ends, view.opened):
        for word in by_arm:
            state = stir(state, word)
    for four in (view.hand_sizes, view.lacks, view.scores, view.counts):
        for word in four:
            state = stir(state, word)
    for four in (view.played, view.passed_on, view.drawn_by_choice):
        for word in four:
            state = stir(state, word)
    for word in (view.drawable, view.boneyard, view.seat, view.seats, view.partner):
        state = stir(state, word)
    for word in (view.target, view.turn, view.spinner, view.uncovered):
        state = stir(state, word)
    for word in (view.round, view.rounds, view.markers, view.open_double):
        state = stir(state, word)
    flags = (1 if view.may_draw else 0) + (2 if view.opening else 0) + (4 if view.fives else 0)
    return stir(state, flags + (8 if view.trains else 0))


@policy("attentive", summary="any legal action, chosen by a hash of the whole view", salt=0)
def attentive(view: View, params: Any) -> int:
    """Choose by the hash; of two equal ends name either."""
    state = stir(digest_of(view), int(params[0]))
    choices = 1 if view.may_draw else 0
    for arm in range(len(view.fits)):
        choices += count(view.hand & view.fits[arm])
    chosen = state % choices
    for arm in range(len(view.fits)):
        tiles = view.hand & view.fits[arm]
        while tiles:
            tile = lightest(tiles)
            tiles = without(tiles, tile)
            if chosen == 0:
                one = (
                    not view.opening
                    and not view.trains
                    and view.ends[0] == view.ends[1]
                    and view.fits[1] == 0
                )
                return play(tile, 1 if one and state & 64 else arm)
            chosen -= 1
    return DRAW
