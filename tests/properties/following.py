"""A round followed through its events, from nothing but what the events say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from simulator.rules import Rules
from tests.naive import Event


def pips(tiles: Sequence[str] | set[str]) -> int:
    """Pips of tiles written `lo|hi`."""
    return sum(int(tile[0]) + int(tile[2]) for tile in tiles)


def values(tiles: Sequence[str] | set[str]) -> set[int]:
    """The values that tiles show."""
    return {int(half) for tile in tiles for half in (tile[0], tile[2])}


def rounds_of(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of each round, deal first and count last."""
    current: list[Event] = []
    for event in events[1:-1]:
        if event["event"] == "deal":
            current = []
        current.append(event)
        if event["event"] == "round":
            yield current


@dataclass
class Round:
    """Where the tiles are; `apply` moves them as an event says."""

    rules: Rules
    deal: Event
    hands: list[set[str]] = field(init=False)
    boneyard: list[str] = field(init=False)
    line: set[str] = field(default_factory=set)
    ends: list[int] = field(default_factory=list)
    seat: int = field(init=False)
    turn: int = 0
    passes: int = 0

    def __post_init__(self) -> None:
        """Lay out the deal."""
        self.hands = [set(hand) for hand in self.deal["hands"]]
        self.boneyard = list(self.deal["boneyard"])
        self.line = {self.deal["engine"]} if "engine" in self.deal else set()
        self.seat = self.deal["opener"]

    @property
    def hand(self) -> set[str]:
        """The hand of the seat to move."""
        return self.hands[self.seat]

    @property
    def stuck(self) -> bool:
        """Whether no tile of the seat to move fits."""
        return bool(self.line) and not values(self.hand) & set(self.ends)

    @property
    def drawable(self) -> int:
        """How many tiles can still be drawn."""
        return 0 if self.rules.draw == "never" else len(self.boneyard) - self.rules.reserve

    @property
    def everywhere(self) -> list[str]:
        """All tiles, wherever they are."""
        return [*self.line, *self.boneyard, *(tile for hand in self.hands for tile in hand)]

    def apply(self, event: Event) -> None:
        """Move the tiles; an event that takes a tile from where it is not raises an error."""
        assert event["seat"] == self.seat, "seats take turns"
        if event["event"] == "draw":
            back = self.rules.two_ended and self.seat % 2 == 1
            assert event["tile"] == self.boneyard.pop(-1 if back else 0), "drawn in order"
            self.hand.add(event["tile"])
            return
        if event["event"] == "play":
            self.hand.remove(event["tile"])
            self.line.add(event["tile"])
            self.ends = [end for end in event["ends"] if end is not None]
        self.passes = self.passes + 1 if event["event"] == "pass" else 0
        self.turn += 1
        self.seat = (self.seat + 1) % self.rules.players
