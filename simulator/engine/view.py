"""From a position to the View of the seat to move.

Reading the position is one thing, assembling a View from what was read another: `assemble` takes
plain numbers, wherever they lie.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.engine.trains import Five, arm_for, by_arm, ends_of, marked_arms, reached
from simulator.masks import NOTHING, count
from simulator.placements import Four, end_of
from simulator.rng import private_word
from simulator.views import View


@kernel
def look(rules: Any, position: Any, hand: int, playable: int, first: int, blind: bool) -> View:
    """The view of the seat to move.

    `hand`, `playable` and `first`, the tiles that fit arm 0, are the position's too, but at hand in
    registers; with `blind` all scores are 0.
    """
    return assemble(
        rules, position.seat, position.turn, position.may_draw, position.boneyard,
        hand, playable, position.line,
        (first, position.fits[1], position.fits[2], position.fits[3]),
        four(position.hand), four(position.lacks), four(position.played), four(position.opened),
        four(position.passed_on), four(position.drawn_by_choice),
        four(position.score), four(position.counts), position.spinner, position.uncovered,
        position.private[position.seat], position.round, blind,
    )  # fmt: skip


@kernel
def four(words: Any) -> Four:
    """A field of four words as a tuple."""
    return (words[0], words[1], words[2], words[3])


@kernel
def assemble(
    rules: Any, seat: int, turn: int, may_draw: int, boneyard: int,
    hand: int, playable: int, line: int,
    arms: Four, hands: Four, lacks: Four, played: Four, opened: Four,
    passed_on: Four, drawn_by_choice: Four,
    scores: Four, counts: Four, spinner: int, uncovered: int,
    private: int, round_index: int, blind: bool,
) -> View:  # fmt: skip
    """A View of a line from the numbers of a position; `scores` go by side, all else by seat or by
    arm."""
    seats, tiles, pairs = rules.seats, rules.tiles, rules.teams == 1
    opening = line == NOTHING
    distinct = arms[0] != arms[1] or rules.arms_differ == 1
    fits = (
        arms[0] & tiles,
        arms[1] & tiles if distinct else NOTHING,
        arms[2] & tiles,
        arms[3] & tiles,
    )
    near = (-1 if opening else end_of(arms[0]), -1 if opening else end_of(arms[1]))
    ends = (near[0], near[1], end_of(arms[2]), end_of(arms[3]))
    openers = (
        opened[0] if ends[0] >= 0 else -1,
        opened[1] if ends[1] >= 0 else -1,
        opened[2] if ends[2] >= 0 else -1,
        opened[3] if ends[3] >= 0 else -1,
    )
    if blind:
        scores = (0, 0, 0, 0)
    elif pairs:
        scores = (scores[0], scores[1], scores[0], scores[1])
    partner = (seat + 2) % 4 if pairs else -1
    return View(
        hand, playable, fits, ends, may_draw == 1, drawable(rules, boneyard), boneyard,
        seat, seats, partner, sizes(hands), lacks, played, openers, passed_on, drawn_by_choice,
        line, tiles, scores, target_of(rules),
        opening, turn, counts, rules.fives == 1, spinner, uncovered,
        private_word(private, round_index, turn + drawn(rules, boneyard)),
        round_index, rules.rounds, False, 0, -1,
    )  # fmt: skip


@kernel
def look_at_trains(
    rules: Any, position: Any, hand: int, playable: int, first: int, blind: bool
) -> View:
    """The view of the seat to move where the board is trains; else as `look`."""
    seat, seats, boneyard = position.seat, rules.seats, position.boneyard
    fits = reached(position, seat, seats)
    trains, opened = by_arm(position.trains, seat, seats), by_arm(position.coupled, seat, seats)
    scores = (0, 0, 0, 0) if blind else four(position.score)
    step = position.turn + drawn(rules, boneyard)
    covered = position.open_double
    covering = arm_for(seat, covered, seats) if covered >= 0 else -1
    return View(
        hand, playable, within(fits, rules.tiles), ends_of(trains),
        False, drawable(rules, boneyard), boneyard, seat, seats, -1, sizes(four(position.hand)),
        four(position.lacks), four(position.played), opened,
        four(position.passed_on), four(position.drawn_by_choice), position.line, rules.tiles,
        scores, target_of(rules), False, position.turn, (0, 0, 0, 0), False, -1, 0,
        private_word(position.private[seat], position.round, step),
        position.round, rules.rounds, True, marked_arms(position, seat, seats),
        covering,
    )  # fmt: skip


@kernel
def drawn(rules: Any, boneyard: int) -> int:
    """How many tiles were drawn in the round, which leaves so many."""
    return rules.deck_size - rules.seats * rules.hand_size - boneyard


@kernel
def drawable(rules: Any, boneyard: int) -> int:
    """How many of a boneyard's tiles can still be drawn."""
    return max(0, boneyard - rules.reserve)


@kernel
def sizes(hands: Four) -> Four:
    """How many tiles each hand holds."""
    return (count(hands[0]), count(hands[1]), count(hands[2]), count(hands[3]))


@kernel
def target_of(rules: Any) -> int:
    """The target as policies see it: 0 where the number of rounds is fixed."""
    return rules.target if rules.rounds == 0 else 0


@kernel
def within(fits: Five, tiles: int) -> Five:
    """What fits the arms, of some tiles."""
    return (fits[0] & tiles, fits[1] & tiles, fits[2] & tiles, fits[3] & tiles, fits[4] & tiles)
