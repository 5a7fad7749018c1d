"""From a position to the View of the seat to move.

Reading the position is one thing, assembling a View from what was read another: `assemble` takes
plain numbers, wherever they lie.
"""

from __future__ import annotations

from typing import Any

from numba import int64

from simulator.compiling.marks import compiled_as, kernel
from simulator.placements import Four, end_of
from simulator.policy import View
from simulator.rng import SEAT_STREAMS, random_word
from simulator.tiles import NOTHING, count


@kernel
def look(rules: Any, position: Any, hand: int, playable: int, first: int, blind: bool) -> View:
    """The view of the seat to move.

    `hand`, `playable` and `first`, the tiles that fit arm 0, are the position's too, but at hand in
    registers; with `blind` all scores are 0.
    """
    return assemble(
        rules, position.seat, position.turn, position.key, position.may_draw, position.boneyard,
        hand, playable, position.line,
        (first, position.fits[1], position.fits[2], position.fits[3]),
        (position.hand[0], position.hand[1], position.hand[2], position.hand[3]),
        (position.lacks[0], position.lacks[1], position.lacks[2], position.lacks[3]),
        (position.score[0], position.score[1], position.score[2], position.score[3]),
        (position.counts[0], position.counts[1], position.counts[2], position.counts[3]),
        position.spinner, position.uncovered, blind,
    )  # fmt: skip


@kernel
def assemble(
    rules: Any, seat: int, turn: int, key: int, may_draw: int, boneyard: int,
    hand: int, playable: int, line: int,
    arms: Four, hands: Four, lacks: Four, scores: Four, counts: Four,
    spinner: int, uncovered: int, blind: bool,
) -> View:  # fmt: skip
    """A View from the numbers of a position; `scores` go by side, all else by seat or by arm."""
    seats, tiles, pairs = rules.seats, rules.tiles, rules.teams == 1
    opening = line == NOTHING
    drawn = rules.set_size - seats * rules.hand_size - boneyard
    distinct = arms[0] != arms[1] or rules.arms_differ == 1
    fits = (
        arms[0] & tiles,
        arms[1] & tiles if distinct else NOTHING,
        arms[2] & tiles,
        arms[3] & tiles,
    )
    near = (-1 if opening else end_of(arms[0]), -1 if opening else end_of(arms[1]))
    ends = (near[0], near[1], end_of(arms[2]), end_of(arms[3]))
    sizes = (count(hands[0]), count(hands[1]), count(hands[2]), count(hands[3]))
    if blind:
        scores = (0, 0, 0, 0)
    elif pairs:
        scores = (scores[0], scores[1], scores[0], scores[1])
    drawable = max(0, boneyard - rules.reserve)
    partner = (seat + 2) % 4 if pairs else -1
    word = random_word(key, SEAT_STREAMS + seat, turn + drawn)
    return View(
        hand, playable, fits, ends, may_draw == 1, drawable, boneyard, seat, seats, partner, sizes,
        lacks, line, tiles, scores, rules.target, opening, turn, counts, rules.fives == 1,
        spinner, uncovered, signed(word),
    )  # fmt: skip


def signed(word: int) -> int:
    """A 64-bit word as a signed integer."""
    word = int(word)
    return word - (1 << 64) if word >> 63 else word


@compiled_as(signed)
def _(word: Any) -> Any:
    return lambda word: int64(word)
