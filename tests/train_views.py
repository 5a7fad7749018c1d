"""Views on trains made by hand, for policies that are asked outside the engine."""

from __future__ import annotations

from simulator.policy import View
from simulator.rules import rules_for
from tests.naive_trains import TrainsTable, observe
from tests.naive_trains_board import Train, TrainsBoard
from tests.views import named, tile, tiles, view_of


def a_train_view(hand: str, trains: str, *, table: str = "", open_double: int = -1) -> View:
    """The view of seat 0 with a hand.

    Parameters
    ----------
    trains : the ends of the own train, the Mexican train and those of the next seats clockwise; a
        plus behind one says that its marker is up.
    table : tiles on the table, where it matters which.
    open_double : the arm that ends in one; -1 for none.
    """
    shown = trains.split()
    seats = len(shown) - 1
    ends = [int(end.rstrip("+")) for end in shown]
    own, mexican, *others = ends
    up = [place for place, end in enumerate(shown) if end.endswith("+")]
    rules = rules_for("mexican-train", seats).as_dict()
    board = TrainsBoard(tile("0|0"), tuple(Train(end) for end in (own, *others, mexican)))
    hands = [set(tiles(hand)), *[{tile("0|0")} for _ in others]]
    state = TrainsTable(rules, hands, [], 0, [0] * seats, board)
    state.markers = {0 if arm == 0 else arm - 1 for arm in up}
    state.open_double = None if open_double < 0 else [0, seats, *range(1, seats)][open_double]
    view = view_of(rules, observe(state, 0))
    return view._replace(line=view.line | named(table))
