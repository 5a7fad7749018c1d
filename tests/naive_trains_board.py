"""The table of the slow engine's Mexican Train: the engine's double and the trains from it.

Trains are numbered by their seats, and the Mexican train by the number of seats. A seat that is
asked sees them as arms: 0 its own, 1 the Mexican train, 2 and on the trains of the next seats
clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests import naive
from tests.naive import Rules, Tile, text


@dataclass(frozen=True)
class Train:
    """A chain of tiles, each as (inner, outer), that leads away from a value: the engine's."""

    start: int
    tiles: tuple[Tile, ...] = ()

    @property
    def end(self) -> int:
        """The value that a tile must show to be added."""
        return self.tiles[-1][1] if self.tiles else self.start

    def play(self, tile: Tile) -> Train:
        """The train with one more tile."""
        if self.end not in tile:
            raise ValueError(f"{text(tile)} does not fit a train that ends in {self.end}")
        outer = tile[1] if tile[0] == self.end else tile[0]
        return replace(self, tiles=(*self.tiles, (self.end, outer)))


@dataclass(frozen=True)
class TrainsBoard:
    """The tiles on the table: the engine, the trains of the seats, and then the Mexican train."""

    engine: Tile
    trains: tuple[Train, ...]

    @property
    def tiles(self) -> frozenset[Tile]:
        """All tiles on the table, low half first."""
        played = [naive.low_first(tile) for train in self.trains for tile in train.tiles]
        return frozenset([self.engine, *played])

    @property
    def ends(self) -> list[int]:
        """The end of every train."""
        return [train.end for train in self.trains]

    def play(self, tile: Tile, number: int) -> TrainsBoard:
        """The board after a tile is added to a train."""
        trains = list(self.trains)
        trains[number] = trains[number].play(tile)
        return replace(self, trains=tuple(trains))

    def exhausted(self, value: int, highest: int) -> bool:
        """Whether every tile of the set that shows a value is on the table."""
        return all(tile in self.tiles for tile in naive.full_set(highest) if value in tile)


def engine_of(rules: Rules, number: int) -> Tile:
    """The engine of a round: the highest double, then one lower each round, and so again."""
    value = int(rules["set"]) - number % (int(rules["set"]) + 1)
    return value, value


def empty_board(rules: Rules, number: int) -> TrainsBoard:
    """The table of a round before its first tile."""
    engine = engine_of(rules, number)
    return TrainsBoard(engine, (Train(engine[0]),) * (rules["players"] + 1))


def trains_from(seat: int, seats: int) -> list[int]:
    """The numbers of the trains by arm, as a seat sees them."""
    return [seat, seats, *((seat + away) % seats for away in range(1, seats))]
