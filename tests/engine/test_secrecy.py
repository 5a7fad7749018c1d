"""A view tells nothing that a player at the table does not know: no way leads from it to the deal.

The random words are where one would look: they are made of the seed as the deal is. Everything
about how they are made is public here, but for the seed.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from simulator import rng
from simulator.engine import entries
from simulator.engine.matchup import Matchup
from simulator.engine.rulebook import deck_order
from simulator.policy import View
from simulator.rules import Rules, rules_for
from simulator.tiles import count, one, tiles_of
from tests.equivalence.attentive import attentive
from tests.generators import SEATINGS, Seating
from tests.naive import Observation
from tests.unit.test_rng import unmixed
from tests.views import naive_game

CONSTANTS = (rng.GOLDEN, rng._PURPOSE, rng._ROUND, rng._GAME)
MOST = 2**64


def decisions(rules: Rules, games: int) -> list[tuple[int, Observation, View]]:
    """Game, observation and view of every decision of some games."""
    found: list[tuple[int, Observation, View]] = []
    for game in range(games):
        seats = [attentive] * rules.players
        naive_game(
            rules, seats, 77, game, lambda seen, view, game=game: found.append((game, seen, view))
        )
    return found


def dealt(rules: Rules, key: int) -> list[int]:
    """The hands that a round's key deals, by seat."""
    deck = [0] * rules.tiles
    rng.shuffle(deck, rules.tiles, key, deck_order(rules))
    size = rules.hand
    return [sum(deck[seat * size : (seat + 1) * size]) for seat in range(rules.players)]


def candidates(word: int, seen: Observation) -> Iterator[int]:
    """The keys of the round that a word may have been made of, steps undone.

    First the steps as they are published, which lead to the seat's own key, and one more from
    there; then whatever a step may have added to the round's key, as often as purpose, seat,
    counter and round may say. Each may be the key of the game, of which the round's is made.
    """
    counters = {seen.step, seen.step + 1, seen.turn, seen.turn + 1}
    numbers = {*range(8), seen.round, seen.round + 1, *counters}
    own = (unmixed(word % MOST) - rng._ROUND * (seen.round + 1) - rng.GOLDEN * seen.step) % MOST
    found = {
        (start - constant * number) % MOST
        for start in (own, unmixed(own))
        for constant in CONSTANTS
        for number in numbers
    }
    found |= {
        (start - constant * counter - other * number) % MOST
        for start in (word % MOST, unmixed(word % MOST))
        for counter in counters
        for constant in CONSTANTS
        for other in CONSTANTS
        for number in numbers
    }
    for key in found:
        yield key
        yield rng.round_key(key, seen.round)


def betrays(rules: Rules, word: int, seen: Observation, hand: int) -> bool:
    """Whether some key that a word leads to deals the hand that the seat was dealt."""
    return any(dealt(rules, key)[seen.seat] == hand for key in candidates(word, seen))


def first_hands(rules: Rules, game: int, seen: Observation) -> list[int]:
    """The hands that were dealt in the round of a decision."""
    return dealt(rules, rng.round_key(rng.game_key(77, game), seen.round))


def test_words_lead_back_to_no_deal() -> None:
    """From no decision's word to the dealt hand, whichever steps are undone."""
    rules = rules_for("draw", 2)
    found = decisions(rules, 1)
    assert len(found) > 30
    for game, seen, view in found[::12]:
        hand = first_hands(rules, game, seen)[seen.seat]
        assert not betrays(rules, view.random, seen, hand)


def test_words_made_of_the_round_would() -> None:
    """The attempt is a good one: it finds the deal behind words of the round's own key."""
    rules = rules_for("draw", 2)
    for game, seen, _ in decisions(rules, 1)[::12]:
        key = rng.round_key(rng.game_key(77, game), seen.round)
        hand = first_hands(rules, game, seen)[seen.seat]
        for purpose in (rng.DEAL, rng.LOT, 3 + seen.seat):
            word = rng.random_word(key, purpose, seen.step)
            assert betrays(rules, word, seen, hand)


def test_a_key_tells_nothing_of_other_seats() -> None:
    """What a word leads back to is the seat's own key, and no other is in its reach."""
    game_key = rng.game_key(5, 3)
    keys = [rng.private_key(game_key, seat) % MOST for seat in range(4)]
    word = rng.private_word(keys[1], 2, 9) % MOST
    assert (unmixed(word) - rng._ROUND * 3 - rng.GOLDEN * 9) % MOST == keys[1]
    others = {game_key, rng.round_key(game_key, 2), *keys} - {keys[1]}
    near = {
        (start + constant * times) % MOST
        for start in (keys[1], rng.mix(keys[1]), unmixed(keys[1]))
        for constant in CONSTANTS
        for times in range(-200, 200)
    }
    assert not near & others


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: "-".join(map(str, seating)))
def test_hidden_tiles_may_be_dealt_anew(seating: Seating, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the other hands and the boneyard hold, a seat sees the same."""
    changed, chance = list[bool](), random.Random(repr(seating))
    rules = seating.rules()
    look = entries.looking(rules.has_trains)

    def looking(rules: Any, position: Any, *rest: Any) -> View:
        view = look(rules, position, *rest)
        other = copy.deepcopy(position)
        deal_anew(other, rules.deck_size, chance)
        changed.append(other.hand != position.hand)
        assert look(rules, other, *rest) == view
        return view

    monkeypatch.setattr(entries, "looking", lambda trains: looking)
    Matchup(rules, [attentive] * rules.players, compiled=False).play(3, 0, 2)
    assert sum(changed) > 20


def deal_anew(position: Any, tiles: int, chance: random.Random) -> None:
    """Mix all that the seat to move does not see: the others' hands and the boneyard."""
    others = [seat for seat in range(4) if seat != position.seat]
    stock = position.deck[tiles - position.boneyard : tiles]
    hidden = [one(tile) for seat in others for tile in tiles_of(position.hand[seat])] + stock
    chance.shuffle(hidden)
    for seat in others:
        size = count(position.hand[seat])
        position.hand[seat], hidden = sum(hidden[:size]), hidden[size:]
    position.deck[tiles - position.boneyard : tiles] = hidden
