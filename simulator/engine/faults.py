"""Faults: what a run that stopped says to the author of the policy that stopped it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any

from simulator.authoring.constants import CONSTANT, is_change
from simulator.authoring.exceptions import raised
from simulator.authoring.mistakes import ANSWERS
from simulator.authoring.places import head_of, raised_at
from simulator.compiling.native import RAISED
from simulator.engine.board import arms
from simulator.engine.entries import NO_ACTION, AnswerError
from simulator.engine.limits import MOST_ROUNDS
from simulator.engine.rounds import ENDLESS, FAILED
from simulator.engine.tallies import Tally
from simulator.engine.trains import arm_for, by_arm, reached
from simulator.errors import PolicyError
from simulator.masks import NOTHING, holds, is_tile
from simulator.placements import arm_of, tile_of
from simulator.policy import DRAW, Policy
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


def mistake(error: Exception, policy: Policy) -> PolicyError:
    """The error for what a policy raised, or answered instead of an action, at no certain table."""
    if isinstance(error, AnswerError):
        asked = policy.decide.__name__
        return PolicyError(f"{head_of(policy.decide)}: {asked}() {error}; {ANSWERS}")
    where = raised_at(error)
    if is_change(error) and where is not None:
        return PolicyError(f"{where}: {CONSTANT}")
    return PolicyError(f"policy {policy.spec!r} {raised(error)}")


def fault(run: Run, policy: Policy, rules: Rules, command: str) -> PolicyError:
    """The error for a run that stopped: who did what, where, and how to see it again.

    Parameters
    ----------
    run : with a status other than `OK`.
    policy : that of the seat to move.
    command : str, replays the table, see `replay`.
    """
    seat, game = run.position.seat, run.ledger.game
    again = f"see {command} --game {game}"
    if run.status == ENDLESS:
        return PolicyError(f"game {game} has not ended after {MOST_ROUNDS:,} rounds; {again}")
    told, right = _told(run, policy, rules)
    where = f"in game {game}, round {run.position.round}"
    return PolicyError(f"policy {policy.spec!r} (seat {seat}) {told}, {where}; {right}{again}")


def _told(run: Run, policy: Policy, rules: Rules) -> tuple[str, str]:
    """What a policy did, and what would be right, if that can be said, with what ends it."""
    if run.status != FAILED:
        return _illegal(run.position, rules)
    if isinstance(run.error, AnswerError):
        return f"{run.error} ({head_of(policy.decide)})", f"{ANSWERS}; "
    if run.error is None:
        told = "raised an exception when compiled and none in plain Python"
        return told, f"compiled ints have 64 bits ({head_of(policy.decide)}); "
    return raised(run.error), ""


def _illegal(position: Any, rules: Rules) -> tuple[str, str]:
    """What a policy did that was not legal, and what would be right."""
    action = position.fault
    if action == DRAW:
        return _drawn(position, rules), _instead_of_drawing(position, rules)
    if is_tile(action):
        told = f"returned {action}, which is the tile {name(action)} and no action"
        return told, "did you mean place(view, tile)? "
    tile, arm = tile_of(action), arm_of(action)
    if not is_tile(tile):
        answer = RAISED if action == NO_ACTION else action
        return f"returned {answer}, which is neither DRAW nor play(tile, arm)", ""
    if not holds(position.hand[position.seat], tile):
        return f"plays {name(tile)}, which it does not hold", "play what view.playable holds; "
    return f"plays {name(tile)} on arm {arm}, {_why_not(position, rules, tile, arm)}", _RIGHT


_RIGHT = "view.fits[arm] has what fits; "


def _arms(position: Any, rules: Rules) -> Sequence[int]:
    """What fits each arm as the seat to move sees it."""
    if rules.has_trains:
        return reached(position, position.seat, rules.players)
    return arms(position)[: 4 if rules.board == "spinner" else 2]


def _why_not(position: Any, rules: Rules, tile: int, arm: int) -> str:
    """Why a seat may not play a tile of its hand on an arm."""
    last = rules.players if rules.has_trains else len(_arms(position, rules)) - 1
    if arm > last:
        return f"but there are arms 0 {'and' if last == 1 else 'to'} {last}"
    seat, seats = position.seat, rules.players
    if not rules.has_trains or not holds(by_arm(position.trains, seat, seats)[arm], tile):
        return "where it does not fit"
    if position.open_double >= 0:
        covering = arm_for(seat, position.open_double, seats)
        return f"but the double on arm {covering} must be covered first"
    return "but the marker of that train is down"


def _instead_of_drawing(position: Any, rules: Rules) -> str:
    """What a policy may have overlooked that answers -1, which is `DRAW`."""
    hand = position.hand[position.seat]
    fitting = [arm for arm, fits in enumerate(_arms(position, rules)) if hand & fits != NOTHING]
    if not fitting or fitting[0] < 2:
        return "ask view.may_draw first; "
    told = " and ".join(map(str, fitting))
    return f"its tiles fit only arm {told}, and arms are range(len(view.fits)); "


def _drawn(position: Any, rules: Rules) -> str:
    """Why a policy, which is asked only where a tile of its hand fits, may not draw."""
    if rules.draw == "never":
        return f"draws, but {rules.preset} has no drawing"
    if rules.draw in ("stuck", "once"):
        return f"draws with a tile that fits, but under {rules.preset} one draws only when stuck"
    if position.boneyard <= rules.reserve:
        return "draws, but no tile is left to draw"
    return f"draws before the first tile is placed, but the opener of {rules.preset} may not"
