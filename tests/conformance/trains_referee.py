"""A referee who follows a round of trains from its events alone, and objects to what is not legal.

Tiles stay as the trace writes them. It shares nothing with the engine that plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]


def halves(tile: str) -> list[int]:
    """The two values of a tile."""
    return [int(half) for half in tile.split("|")]


def is_double(tile: str) -> bool:
    """Whether both halves are the same."""
    return len({*halves(tile)}) == 1


def pips(tiles: set[str]) -> int:
    """The pips of a hand."""
    return sum(sum(halves(tile)) for tile in tiles)


def whole_set(highest: int) -> set[str]:
    """All tiles of a set."""
    return {f"{low}|{high}" for high in range(highest + 1) for low in range(high + 1)}


class Referee:
    """What lies where after the events so far, and who must do what.

    `double` is the train that ends in an open double, `row` the passes in a row that would block.
    """

    def __init__(self, rules: Mapping[str, Any], deal: Event) -> None:
        self.rules = rules
        self.seats = len(deal["hands"])
        self.hands = [set(hand) for hand in deal["hands"]]
        self.boneyard = list(deal["boneyard"])
        self.table = {deal["engine"]}
        self.ends = [halves(deal["engine"])[0]] * (self.seats + 1)
        self.last = dict[int, str]()  # the tile at the end of each train that has tiles
        self.up = set[int]()  # seats whose marker is up
        self.passed = set[int]()  # seats that passed since they last played on their own train
        self.double: int | None = None
        self.seat, self.row = deal["opener"], 0
        self.drawn = self.over = False

    def follow(self, events: Sequence[Event]) -> None:
        """Check all events of a round between its deal and its count."""
        steps = {"draw": self.draw, "play": self.play, "pass": self.pass_on, "marker": self.marker}
        for event, after in zip(events, [*events[1:], None], strict=True):
            assert not self.over
            if event["event"] != "marker":
                assert event["seat"] == self.seat
            steps[event["event"]](event)
            self.check_tiles()
            self.check_doubles()
            if after is None or after["event"] != "marker":
                assert self.up == self.passed
                self.over = self.row == self.seats or not all(self.hands)
        assert self.over

    def check_tiles(self) -> None:
        """Every tile of the set is in one place, and the reserve is there."""
        places = [self.table, set(self.boneyard), *self.hands]
        assert set().union(*places) == whole_set(self.rules["set"])
        assert sum(map(len, places)) == len(whole_set(self.rules["set"]))

    def check_doubles(self) -> None:
        """No train but the open double's ends in a double that can still be covered."""
        ending = {train: halves(tile)[0] for train, tile in self.last.items() if is_double(tile)}
        bare = {train for train, value in ending.items() if self.left(value)}
        assert bare == {self.double} - {None}

    def left(self, value: int) -> set[str]:
        """The tiles of a value that are not on the table."""
        missing = whole_set(self.rules["set"]) - self.table
        return {tile for tile in missing if value in halves(tile)}

    def open_to(self, seat: int) -> set[int]:
        """The trains a seat may play on."""
        anywhere = {seat, self.seats} | self.up
        return anywhere if self.double is None else {self.double}

    def can_play(self, seat: int) -> bool:
        """Whether some tile of a seat fits."""
        fitting = {self.ends[train] for train in self.open_to(seat)}
        return any(fitting & set(halves(tile)) for tile in self.hands[seat])

    def can_draw(self) -> bool:
        """Whether there is a tile that is not reserved."""
        return len(self.boneyard) > self.rules["reserve"]

    def draw(self, event: Event) -> None:
        """One tile from the front, by who is stuck and has not drawn for this play."""
        assert event["forced"] is True
        assert self.can_draw()
        assert not self.drawn
        assert not self.can_play(self.seat)
        assert event["tile"] == self.boneyard.pop(0)
        self.hands[self.seat].add(event["tile"])
        self.drawn = True

    def play(self, event: Event) -> None:
        """A tile that fits an open train; a double that can be covered keeps the turn."""
        seat, tile, points = event["seat"], event["tile"], event["points"]
        train = self.seats if event["train"] == "mexican" else event["train"]
        low, high = halves(tile)
        assert train in self.open_to(seat)
        assert self.ends[train] in (low, high)
        self.ends[train] = low + high - self.ends[train]
        assert (event["ends"], points) == (self.ends, 0)
        self.hands[seat].remove(tile)
        self.table.add(tile)
        if train == seat:
            self.passed.discard(seat)
        self.last[train] = tile
        self.double = train if is_double(tile) and self.left(low) else None
        self.drawn, self.row = False, 0
        if self.double is None:
            self.seat = (seat + 1) % self.seats

    def pass_on(self, event: Event) -> None:
        """Only who is stuck and can draw no more passes."""
        seat = event["seat"]
        assert not self.can_play(seat)
        assert self.drawn or not self.can_draw()
        changes = seat not in self.passed
        self.passed.add(seat)
        self.row = 0 if self.can_draw() else 1 if changes else self.row + 1
        self.drawn, self.seat = False, (seat + 1) % self.seats

    def marker(self, event: Event) -> None:
        """A marker that changes."""
        assert (event["seat"] in self.up) is not event["up"]
        self.up ^= {event["seat"]}

    def count(self, end: Event, scores: Sequence[int]) -> list[int]:
        """Check the count of a round in which all mark what they hold; returns the new scores."""
        held = [pips(hand) for hand in self.hands]
        assert end["pips"] == held
        fewest = [seat for seat, total in enumerate(held) if total == min(held)]
        if not all(self.hands):
            wanted = "out", next(seat for seat, hand in enumerate(self.hands) if not hand)
        else:
            assert not self.can_draw()
            assert not any(map(self.can_play, range(self.seats)))
            wanted = ("blocked", fewest[0]) if len(fewest) == 1 else ("void", None)
        assert (end["outcome"], end["winner"], end["seat"]) == (*wanted, wanted[1])
        assert end["gains"] == held
        assert end["scores"] == [score + pips for score, pips in zip(scores, held, strict=True)]
        return list(end["scores"])


def check_game(events: Sequence[Event]) -> None:
    """Check a whole game of losers who mark, of a fixed number of rounds, plain values of hands."""
    rules, scores = events[0]["rules"], [0] * events[0]["rules"]["players"]
    starts = [place for place, event in enumerate(events) if event["event"] == "deal"]
    assert len(starts) == rules["rounds"]
    for number, start in enumerate(starts):
        deal, stop = events[start], [*starts, len(events) - 1][number + 1]
        value = rules["set"] - number % (rules["set"] + 1)
        assert (deal["round"], deal["engine"]) == (number, f"{value}|{value}")
        assert deal["opener"] == (events[starts[0]]["opener"] + number) % rules["players"]
        referee = Referee(rules, deal)
        referee.follow(events[start + 1 : stop - 1])
        scores = referee.count(events[stop - 1], scores)
    winners = [seat for seat, score in enumerate(scores) if score == min(scores)]
    assert events[-1] == {"event": "end", "winners": winners, "scores": scores}
