"""Faults: what a run that stopped says to the author of the policy that stopped it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from shlex import quote
from typing import Any

from simulator.compiling.native import RAISED
from simulator.engine.entries import NO_ACTION, AnswerError
from simulator.engine.limits import MOST_ROUNDS
from simulator.engine.rounds import ENDLESS, FAILED
from simulator.engine.tallies import Tally
from simulator.errors import PolicyError
from simulator.masks import holds, is_tile
from simulator.placements import arm_of, tile_of
from simulator.policy import DRAW
from simulator.rules import Rules
from simulator.tiles import name


@dataclass(frozen=True)
class Run:
    """What a call of the engine leaves behind: a status, the records as they were at its end, the
    tally, the trace with its head, and what a policy raised where nothing is compiled."""

    status: int
    position: Any
    ledger: Any
    tally: Tally
    trace: list[int]
    error: Exception | None


def replay(policies: Iterable[str], rules: Rules, seed: int) -> str:
    """The command that shows a game of a table, but for `--game`.

    Parameters
    ----------
    policies : the texts that name them, by seat.
    """
    # A file whose name begins with a dash would be taken for an option.
    specs = (f"./{spec}" if spec.startswith("-") else spec for spec in policies)
    return f"dominosim replay {' '.join(map(quote, specs))}{rules.options()} --seed {seed}"


def fault(run: Run, policy: str, reserve: int, command: str) -> PolicyError:
    """The error for a run that stopped: who did what, where, and how to see it again.

    Parameters
    ----------
    run : with a status other than `OK`.
    policy : str, names the policy of the seat to move.
    reserve : int, boneyard tiles that are never drawn.
    command : str, replays the table, see `replay`.
    """
    seat, game = run.position.seat, run.ledger.game
    again = f"see {command} --game {game}"
    if run.status == ENDLESS:
        return PolicyError(f"game {game} has not ended after {MOST_ROUNDS:,} rounds; {again}")
    if run.status != FAILED:
        told = f"{_told(run.position, reserve)}, which is not legal,"
    else:
        told = str(run.error) if isinstance(run.error, AnswerError) else f"raised {run.error!r}"
        told += ","
    where = f"in game {game}, round {run.ledger.round}"
    return PolicyError(f"policy {policy!r} (seat {seat}) {told} {where}; {again}")


def _told(position: Any, reserve: int) -> str:
    """What a policy did that was not legal."""
    action = position.fault
    if action == DRAW:
        left = position.boneyard - reserve
        return "draws where it may not" + ("" if left > 0 else " (no tile is left to draw)")
    tile, arm = tile_of(action), arm_of(action)
    if not is_tile(tile):
        answer = RAISED if action == NO_ACTION else action
        return f"returned {answer}, which is neither DRAW nor play(tile, arm)"
    if not holds(position.hand[position.seat], tile):
        return f"plays {name(tile)}, which it does not hold"
    return f"plays {name(tile)} on arm {arm}, where it does not fit"
