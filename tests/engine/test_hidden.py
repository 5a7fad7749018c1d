"""Hidden tiles dealt anew: every deal that fits what is known, as often as any other."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

import pytest
from numba import types
from scipy.stats import chi2

from simulator.compiling.native import compile_native
from simulator.compiling.records import copy_record
from simulator.engine.hidden import deal_hidden
from simulator.engine.matchup import Matchup
from simulator.engine.natives import form_of
from simulator.engine.position import POSITION, Form, next_tile
from simulator.engine.rulebook import RULEBOOK, deck_order
from simulator.rng import further_word
from simulator.rules import Rules, rules_for, two_ended
from simulator.tiles import count, name, one, tiles_of
from tests.engine.positions import Position, hand, mask
from tests.equivalence.attentive import attentive
from tests.generators import ON_LINES, Seating
from tests.naive import full_set, text

Dealt = tuple[frozenset[str] | str, ...]
"""Other hands in the order of seats, then the boneyard's tiles in drawing order."""


class Known(NamedTuple):
    """What a seat knows: its own hand, a line of one tile, other seats' sizes and lacks."""

    highest: int  # of the set
    own: str
    line: str
    sizes: tuple[int, ...]  # of the seats after the own, in turn
    lacks: tuple[tuple[int, ...], ...] = ()  # values, likewise
    seat: int = 0

    @property
    def seats(self) -> int:
        return len(self.sizes) + 1

    @property
    def others(self) -> list[tuple[int, int, set[int]]]:
        """Seat, size and missing values of the other seats, by seat."""
        lacks = [set(values) for values in self.lacks] + [set[int]()] * self.seats
        turns = enumerate(zip(self.sizes, lacks, strict=False), 1)
        return sorted(
            ((self.seat + after) % self.seats, size, lack) for after, (size, lack) in turns
        )

    @property
    def hidden(self) -> list[str]:
        """The tiles that are not in sight."""
        seen = {*hand(self.own), self.line}
        return [text(tile) for tile in full_set(self.highest) if text(tile) not in seen]

    def deals(self) -> Iterator[Dealt]:
        """Every deal that fits, by trying all."""
        yield from filled(self.hidden, [(size, lack) for _, size, lack in self.others])

    def position(self, deal: Dealt) -> Position:
        """The position with one of the deals."""
        *hands, stock = deal
        rules = rules_for("draw", self.seats, {"set": self.highest, "hand": 2, "reserve": 0})
        dealt = [sorted(tiles) for tiles in hands]
        dealt.insert(self.seat, hand(self.own))
        made = Position(rules, dealt, [(self.line, 0)], hand(str(stock)), self.seat)
        for seat, _, lack in self.others:
            made.state.lacks[seat] = sum(1 << value for value in lack)
        made.state.private[:] = [11, 12, 13, 14]
        return made


def filled(left: Sequence[str], wanted: Sequence[tuple[int, set[int]]]) -> Iterator[Dealt]:
    """Every way to fill hands of some sizes without some values, and to order what is left."""
    if not wanted:
        yield from ((" ".join(order),) for order in permutations(left))
        return
    (size, lack), *more = wanted
    able = [tile for tile in left if not lack & {int(tile[0]), int(tile[2])}]
    for chosen in combinations(able, size):
        rest = [tile for tile in left if tile not in chosen]
        yield from ((frozenset(chosen), *others) for others in filled(rest, more))


def found_in(state: Any, known: Known, tiles: int) -> Dealt:
    """What a position holds that the seat does not see."""
    assert state.hand[known.seat] == mask(hand(known.own))
    hands = [frozenset(map(name, tiles_of(state.hand[seat]))) for seat, _, _ in known.others]
    return (*hands, " ".join(map(name, stock_of(state, tiles))))


def stock_of(state: Any, tiles: int) -> list[int]:
    """The boneyard's tiles, first those that are drawn from the front."""
    start = tiles - state.boneyard - state.from_back
    cells = state.deck[start : start + state.boneyard]
    found = [tile for cell in cells for tile in tiles_of(cell)]
    assert len(found) == state.boneyard
    return found


def copied(state: Any) -> Any:
    """Another position like one."""
    other = POSITION.blank()
    copy_record(other, state)
    return other


def words(number: int, seed: int = 0) -> list[int]:
    """Random words from elsewhere."""
    chance = random.Random(seed)
    return [chance.getrandbits(64) - 2**63 for _ in range(number)]


KNOWN = {
    "two": Known(2, "0|0", "1|2", (2,)),
    "two, one value": Known(3, "0|0 1|2 3|3 2|3", "1|1", (2,), ((3,),)),
    "two, one deal": Known(2, "0|0 1|2", "1|1", (2,), ((1,),)),
    "two, from seat 1": Known(3, "0|0 1|2 3|3 2|3", "1|1", (2,), ((2,),), 1),
    "three": Known(3, "0|0 1|2 3|3 2|3", "1|1", (2, 1)),
    "three, each a value": Known(3, "0|0 1|2 3|3 2|3", "1|1", (1, 2), ((0,), (3,))),
    "three, one value": Known(3, "0|0 0|1 0|2", "1|1", (2, 1), ((0,), (0,)), 2),
    "three, one in another": Known(3, "2|2 1|2 3|3", "1|1", (2, 1), ((2,), (2, 3)), 1),
    "three, one deal of hands": Known(3, "1|1 1|2 3|3 1|3", "0|1", (2, 2), ((2,), (0, 1))),
    "four": Known(3, "0|0 1|2 3|3 2|3", "1|1", (1, 1, 1)),
    "four, all overlap": Known(3, "1|2 3|3 2|3", "1|1", (2, 1, 2), ((0,), (1,), (2,)), 3),
    "four, two overlap": Known(3, "1|2 3|3 2|3", "1|1", (1, 2, 1), ((0, 2), (), (0, 3)), 2),
}
every_knowledge = pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)


@every_knowledge
def test_every_deal_that_fits_is_as_likely(known: Known) -> None:
    """Chi-square against the list of all: hands and the boneyard's order, and no other deals."""
    possible = list(known.deals())
    made = known.position(possible[0])
    drawn = Counter[Dealt]()
    number = max(1000, 12 * len(possible))
    for word in words(number):
        state = copied(made.state)
        deal_hidden(made.rulebook, state, word, made.form)
        drawn[found_in(state, known, made.rules.tiles)] += 1
    assert set(drawn) <= set(possible)
    mean = number / len(possible)
    distance = sum((drawn[deal] - mean) ** 2 for deal in possible) / mean
    assert 1e-3 < chi2.sf(distance, len(possible) - 1) < 1 - 1e-3 or len(possible) == 1


def test_what_is_known_is_told_apart() -> None:
    """The cases are such that hands compete for tiles, and some leave one choice of hands."""
    hands = {told: {deal[:-1] for deal in known.deals()} for told, known in KNOWN.items()}
    assert {told for told, found in hands.items() if len(found) == 1} == {
        "two, one deal",
        "three, one deal of hands",
    }


@every_knowledge
def test_the_real_deal_is_not_used(known: Known) -> None:
    """From whichever deal one starts, a word leads to the same, random words too."""
    possible = list(known.deals())
    chance = random.Random(1)
    for word in words(20):
        ends = set[tuple[Dealt, tuple[int, ...]]]()
        for real in [possible[0], possible[-1], *chance.choices(possible, k=3)]:
            made = known.position(real)
            made.state.private = [chance.getrandbits(62) for _ in range(4)]
            deal_hidden(made.rulebook, made.state, word, made.form)
            told = tuple(made.state.private[: known.seats])
            ends.add((found_in(made.state, known, made.rules.tiles), told))
        assert len(ends) == 1


def test_lots_differ_between_deals() -> None:
    """No seat has the same random words on two deals, the own seat neither, nor as another."""
    known = KNOWN["three"]
    keys = list[int]()
    for word in words(30):
        made = known.position(next(known.deals()))
        deal_hidden(made.rulebook, made.state, word, made.form)
        keys += made.state.private[: known.seats]
    assert len(set(keys) - {11, 12, 13}) == 90


def drawing(position: Any, rules: Any, form: Form, seats: Sequence[int]) -> list[int]:
    """The tiles that seats draw one after another."""
    found: list[int] = []
    for seat in seats:
        found += tiles_of(next_tile(rules, position, seat, position.boneyard, form))
        position.boneyard -= 1
    return found


@pytest.mark.parametrize("before", [(), (0, 1), (1, 1, 0), (0, 0, 0), (1, 1, 1, 1)])
def test_a_boneyard_of_two_ends(before: tuple[int, ...]) -> None:
    """What is left after draws from both ends is drawn once each, in any order from either."""
    rules = two_ended(rules_for("draw", 2, {"set": 3, "hand": 2, "reserve": 0}))
    stock = hand("0|1 0|2 0|3 1|2 1|3 2|2")
    orders = Counter[tuple[int, ...]]()
    made = Position(rules, [hand("0|0 2|3"), hand("3|3")], [("1|1", 0)], stock)
    taken = drawing(made.state, made.rulebook, made.form, before)
    made.state.hand[0] |= sum(map(one, taken))  # all are the own seat's, so that it sees them
    left = {*stock, "3|3"} - set(map(name, taken))
    chance = random.Random(3)
    for word in words(900, 2):
        state = copied(made.state)
        deal_hidden(made.rulebook, state, word, made.form)
        (other,) = map(name, tiles_of(state.hand[1]))
        assert state.boneyard == 6 - len(before)
        drawn = drawing(state, made.rulebook, made.form, chance.choices((0, 1), k=state.boneyard))
        assert sorted([other, *map(name, drawn)]) == sorted(left)
        orders[tuple(drawn[:2])] += 1
    cells = len(left) * (len(left) - 1)
    mean = 900 / cells
    distance = sum((times - mean) ** 2 for times in orders.values()) / mean
    assert len(orders) == cells
    assert chi2.sf(distance, cells - 1) > 1e-3


# -- in games ------------------------------------------------------------------------------------

Asked = tuple[Any, Any]  # rulebook, position


def asked_in_games(rules: Rules, games: int) -> list[Asked]:
    """Copies of the positions in which a policy was asked in the first rounds of games."""
    found: list[Asked] = []

    def seen(policy: Any, arguments: Sequence[Any], answer: int) -> None:
        found.append((arguments[0], copy.deepcopy(arguments[1])))

    table = Matchup(rules, [attentive] * rules.players, compiled=False)
    for game in range(games):
        table.record(8, game, 1, seen)
    return found


every_seating = pytest.mark.parametrize(
    "seating", ON_LINES, ids=lambda seating: "-".join(map(str, seating))
)


@every_seating
def test_tiles_are_kept_in_games(seating: Seating) -> None:
    """Hands keep their sizes and what is known of them, and all tiles are there once."""
    for changes in [{}, {"two_ended": True}] if seating.players == 2 else [{}]:
        rules = seating.rules(**changes)
        form, changed = form_of(rules), 0
        for book, position in asked_in_games(rules, 2):
            dealt = copy.deepcopy(position)
            deal_hidden(book, dealt, further_word(position.key, 5), form)
            assert list(map(count, dealt.hand)) == list(map(count, position.hand))
            assert dealt.hand[position.seat] == position.hand[position.seat]
            for seat in set(range(rules.players)) - {position.seat}:
                held = {
                    int(half) for tile in tiles_of(dealt.hand[seat]) for half in name(tile)[::2]
                }
                assert not any((position.lacks[seat] >> value) & 1 for value in held)
            stock = stock_of(dealt, rules.tiles)
            assert sum(map(one, stock)) + sum(dealt.hand) + dealt.line == sum(deck_order(rules))
            assert len(stock) == position.boneyard
            changed += dealt.hand != position.hand
            unlike = {
                field for field, value in vars(dealt).items() if value != getattr(position, field)
            }
            assert unlike <= {"hand", "deck", "private"}
        assert changed > 5


def native_dealer(form: Form) -> Callable[[Any, Any, int], Any]:
    """What deals anew, compiled, as a function of records for Python."""
    seats, plain, ends, once, trains, recording = form

    def deal_one(rules: Any, position: Any, word: int) -> int:
        deal_hidden(rules, position, word, Form(seats, plain, ends, once, trains, recording))
        return 0

    signature = types.int64(RULEBOOK.kind, POSITION.kind, types.int64)
    native = compile_native(deal_one, signature, f"deal-{form}", "")

    def deal(rules: Any, position: Any, word: int) -> Any:
        book, words = RULEBOOK.to_array(rules), POSITION.to_array(position)
        native(book.ctypes.data, words.ctypes.data, word)
        return POSITION.from_array(words)

    return deal


@pytest.mark.compiled
@pytest.mark.parametrize("seating", [ON_LINES[0], ON_LINES[1], ON_LINES[6]], ids=str)
def test_compiled_it_deals_the_same(seating: Seating) -> None:
    """Word for word, in games, and where a deal is often dealt again."""
    rules = seating.rules(**({"two_ended": True} if seating.players == 2 else {}))
    asked = asked_in_games(rules, 1)
    form = form_of(rules)
    deal = native_dealer(form)
    for index, (book, position) in enumerate(asked):
        for word in words(10, index):
            dealt = deal(book, position, word)
            plain = copy.deepcopy(position)
            deal_hidden(book, plain, word, form)
            assert dealt == plain
