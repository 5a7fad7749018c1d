"""The trace: what the engine writes down of a game when it records, one row of words an event.

Two words stand before the rows: how many words are in use, and how many the trace has. A row is
kind, seat, and fourteen words whose meaning goes by the kind. `simulator.transcript` reads it.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.marks import kernel
from simulator.masks import is_single, pips
from simulator.placements import end_of

HEAD = 2
ROW = 16
DEALT, PLAYED, DRAWN, PASSED, COUNTED, MARKED = range(6)


@kernel
def record(trace: Any, kind: int, seat: int, first: int, second: int) -> int:
    """Write a row with two words of its own; returns where its next word goes, 0 if it is full.

    A full trace is left as it is: the count goes on, so that the caller sees how much was needed.
    """
    place = trace[0]
    trace[0] = place + ROW
    if place + ROW > trace[1]:
        return 0
    trace[place] = kind
    trace[place + 1] = seat
    trace[place + 2] = first
    trace[place + 3] = second
    return place + 4


@kernel
def record_play(position: Any, trace: Any, tile: int, arm: int, points: int) -> None:
    """Write a play: tile, arm (-1 for the first tile), points, and the ends after it."""
    opening = is_single(position.line)
    place = record(trace, PLAYED, position.seat, tile, -1 if opening else arm)
    if place > 0:
        trace[place] = points
        for index in range(4):
            trace[place + 1 + index] = end_of(position.fits[index])


@kernel
def record_coupling(position: Any, trace: Any, tile: int, train: int) -> None:
    """Write a play on a train: tile, train, no points, and the ends of all trains after it."""
    place = record(trace, PLAYED, position.seat, tile, train)
    if place > 0:
        trace[place] = 0
        for index in range(5):
            trace[place + 1 + index] = end_of(position.trains[index])


@kernel
def record_marker(trace: Any, seat: int, up: bool) -> None:
    """Write that a seat's marker has gone up or down."""
    record(trace, MARKED, seat, 1 if up else 0, 0)


@kernel
def record_count(position: Any, ledger: Any, trace: Any, winner: int) -> None:
    """Write a round's end: winning seat, outcome, winning side, pips by seat, gains, scores."""
    place = record(trace, COUNTED, position.winning_seat, position.outcome, winner)
    if place > 0:
        for index in range(4):
            trace[place + index] = pips(position.hand[index])
            trace[place + 4 + index] = ledger.gain[index]
            trace[place + 8 + index] = position.score[index]
