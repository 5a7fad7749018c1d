"""The trace: what the engine writes down of a game when it records, one row of words an event.

A row is kind, seat, and fourteen words whose meaning goes by the kind. `simulator.transcript`
reads it.
"""

from __future__ import annotations

from typing import Any

from simulator.compiling.native import kernel
from simulator.engine import table as t

ROW = 16
DEALT, PLAYED, DRAWN, PASSED, COUNTED = range(5)


@kernel
def record(table: Any, trace: Any, kind: int, seat: int, first: int, second: int) -> int:
    """Write a row with two words of its own; returns where its next word goes.

    A full trace is left as it is: the count goes on, so that the caller sees how much was needed.
    """
    place = table[t.EVENTS]
    table[t.EVENTS] = place + ROW
    if place + ROW <= table[t.TRACE_SIZE]:
        trace[place] = kind
        trace[place + 1] = seat
        trace[place + 2] = first
        trace[place + 3] = second
        return place + 4
    return table[t.TRACE_SIZE]


@kernel
def record_play(
    table: Any, trace: Any, seat: int, tile: int, arm: int, points: int, fits: Any
) -> None:
    """Write a play: tile, arm (-1 for the first tile), points, and what fits each arm after it."""
    opening = table[t.LINE] & (table[t.LINE] - 1) == 0
    place = record(table, trace, PLAYED, seat, tile, -1 if opening else arm)
    if place < table[t.TRACE_SIZE]:
        trace[place] = points
        for index in range(4):
            trace[place + 1 + index] = fits[index]


@kernel
def record_count(table: Any, trace: Any, winner: int) -> None:
    """Write the end of a round: outcome, winning seat and side, hands, gains, and scores."""
    place = record(table, trace, COUNTED, table[t.WINNING_SEAT], table[t.OUTCOME], winner)
    if place < table[t.TRACE_SIZE]:
        for index in range(4):
            trace[place + index] = table[t.HAND + index]
            trace[place + 4 + index] = table[t.GAIN + index]
            trace[place + 8 + index] = table[t.SCORE + index]
