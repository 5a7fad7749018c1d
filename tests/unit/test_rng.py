"""Random streams: words, picks and shuffles as pure functions of where they are used."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise, permutations

import numba
import numpy as np
import pytest
from scipy.stats import chisquare

from simulator import rng
from simulator.engine.rulebook import deck_order
from simulator.rules import rules_for
from simulator.transcript import deck_of

TOP = (1 << 64) - 1
SEEDS = [0, 1, 2, 1 << 63, TOP]
WORDS = [0, 1, TOP, 1 << 63] + [random.Random(n).getrandbits(64) for n in range(500)]


def splitmix(word: int) -> int:
    """SplitMix64's finaliser, written from its publication (variant 13)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


def unmixed(word: int) -> int:
    """The word that is mixed into `word`: every step of the finaliser undone."""
    word = _unshifted(word, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    word = _unshifted(word, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return _unshifted(word, 30)


def _unshifted(word: int, shift: int) -> int:
    """The word whose exclusive or with itself shifted to the right is `word`."""
    found = word
    while shift < 64:
        found, shift = found ^ found >> shift, shift * 2
    return found


# -- words -------------------------------------------------------------------------------------


def test_mix_is_the_published_function() -> None:
    """The finaliser, whose first outputs for seed 0 its authors publish."""
    assert [rng.mix(word) for word in WORDS] == [splitmix(word) for word in WORDS]
    first = [rng.mix(rng.step(0, rng.GOLDEN, times)) for times in (1, 2, 3)]
    assert first == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_mix_loses_nothing() -> None:
    """Every word can be had back, so no two words are mixed into one."""
    assert [unmixed(rng.mix(word)) for word in WORDS] == WORDS
    assert [rng.mix(unmixed(word)) for word in WORDS] == WORDS


def test_mix_spreads_every_bit() -> None:
    """A changed bit changes about half of the result's bits."""
    for bit in range(64):
        changed = [(rng.mix(word) ^ rng.mix(word ^ 1 << bit)).bit_count() for word in WORDS]
        assert 30 < np.mean(changed) < 34


def test_words_differ_by_everything_they_depend_on() -> None:
    """Seed, game, round, purpose and counter: no two words of a large grid are equal."""
    words = [
        rng.random_word(rng.round_key(rng.game_key(seed, game), number), purpose, counter)
        for seed in SEEDS
        for game in (0, 1, 2, 10**9)
        for number in range(5)
        for purpose in (rng.DEAL, rng.LOT)
        for counter in range(20)
    ]
    assert len(set(words)) == len(words) == 5 * 4 * 5 * 2 * 20
    assert all(0 <= word <= TOP for word in words)


# -- the words of a seat -----------------------------------------------------------------------


def test_siphash_is_the_published_function() -> None:
    """Python hashes bytes by it, under a key of zeros where its seed is said to be 0."""
    assert sys.hash_info.algorithm == "siphash13"
    told = "import sys; print(*(hash(bytes.fromhex(word)) for word in sys.argv[1:]))"
    words = [word.to_bytes(8, "little").hex() for word in WORDS]
    command = [sys.executable, "-c", told, *words]
    done = subprocess.run(command, env={"PYTHONHASHSEED": "0"}, capture_output=True, check=True)
    assert [rng.signed(rng.siphash(0, word)) for word in WORDS] == list(
        map(int, done.stdout.split())
    )


def test_siphash_depends_on_every_bit_of_its_key() -> None:
    """A changed bit of the key changes about half of the result's bits."""
    for bit in range(64):
        pairs = [(rng.siphash(key, 1), rng.siphash(key ^ 1 << bit, 1)) for key in WORDS]
        assert 30 < np.mean([(one ^ other).bit_count() for one, other in pairs]) < 34


def test_words_of_seats_differ_by_everything_they_depend_on() -> None:
    """Seed, game, seat, round, decision, and the number of a further word."""
    words = [
        word
        for seed in SEEDS
        for game in (0, 1, 10**9)
        for seat in range(4)
        for number in (0, 1, 2, 9999)
        for counter in range(10)
        for first in [
            rng.private_word(rng.private_key(rng.game_key(seed, game), seat), number, counter)
        ]
        for word in (first, *(rng.further_word(first, further) for further in range(5)))
    ]
    assert len(set(words)) == len(words) == 5 * 3 * 4 * 4 * 10 * 6
    assert all(-(1 << 63) <= word < 1 << 63 for word in words)


KEYS = [rng.private_key(rng.game_key(1, game), 0) for game in range(12_000)]


def joint(one: Callable[[int], int], other: Callable[[int], int]) -> float:
    """The p-value of a chi-square test that picks out of 5, by two ways, are even together."""
    counts = np.zeros((5, 5))
    for key in KEYS:
        word = rng.private_word(key, 0, 3)
        counts[rng.pick(one(word), 5), rng.pick(other(word), 5)] += 1
    return float(chisquare(counts.ravel()).pvalue)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, 2), (1, 2), (3, 63), (0, 10**6), (-1, 0)])
def test_further_words_are_independent(one: int, other: int) -> None:
    """Two words of a decision, and each with the decision's first, at one in a million."""
    words = [partial(_further, number=number) for number in (one, other)]
    assert joint(*words) > 1e-6
    assert all(joint(int, word) > 1e-6 for word in words)


def _further(word: int, number: int) -> int:
    return rng.further_word(word, number)


def test_one_word_changed_is_no_further_word() -> None:
    """The test above finds the dependence of what is made of one word by a small number."""
    assert joint(lambda word: word ^ 1, lambda word: word ^ 2) < 1e-100


def test_words_of_decisions_are_independent() -> None:
    """The first words of successive decisions, of rounds and of seats."""
    for first, then in [((0, 0), (0, 1)), ((0, 5), (1, 5)), ((7, 2), (2, 7))]:
        counts = np.zeros((5, 5))
        for key in KEYS:
            places = [rng.pick(rng.private_word(key, *place), 5) for place in (first, then)]
            counts[places[0], places[1]] += 1
        assert chisquare(counts.ravel()).pvalue > 1e-6


# -- picks -------------------------------------------------------------------------------------


def test_pick_takes_the_high_part() -> None:
    """A word is a fraction of 2^64; the pick is that fraction of the choices."""
    assert [rng.pick(word, 3) for word in (0, TOP // 3, TOP // 3 + 1, TOP)] == [0, 0, 1, 2]
    assert rng.pick(-1, 7) == 6
    assert {rng.pick(word, 1) for word in WORDS} == {0}


@pytest.mark.parametrize("choices", [2, 3, 4, 7, 28, 55])
def test_picks_are_even(choices: int) -> None:
    """Each choice is as likely as the others, by chi-square at one in a million."""
    picks = [rng.pick(rng.random_word(99, rng.LOT, n), choices) for n in range(20_000)]
    counts = Counter(picks)
    assert set(counts) == set(range(choices))
    assert chisquare(list(counts.values())).pvalue > 1e-6


# -- shuffles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("tiles", "highest"), [(28, 6), (55, 9), (3, 1), (15, 4)])
def test_shuffle_is_a_permutation(tiles: int, highest: int) -> None:
    """Every tile of the set is dealt once, whatever was in the deck before."""
    order = deck_order(rules_for("block", 2, {"set": max(highest, 3), "hand": 2}))[:tiles]
    for key in range(50):
        deck = [-1] * tiles
        rng.shuffle(deck, tiles, key, order)
        assert sorted(deck) == sorted(order)
        again = list(reversed(order))
        rng.shuffle(again, tiles, key, order)
        assert again == deck


def test_shuffles_of_three_are_even() -> None:
    """All six orders of three tiles are equally likely."""
    counts: Counter[tuple[int, ...]] = Counter()
    for key in range(12_000):
        deck = [0] * 3
        rng.shuffle(deck, 3, rng.mix(key), [1, 2, 4])
        counts[tuple(deck)] += 1
    assert set(counts) == set(permutations([1, 2, 4]))
    assert chisquare(list(counts.values())).pvalue > 1e-6


def test_decks_depend_on_seed_game_and_round_alone() -> None:
    """Asked in another order, or under other rules, the same deck comes back."""
    places = [(seed, game, number) for seed in SEEDS for game in range(3) for number in range(3)]
    two, three = rules_for("draw", 2), rules_for("goat", 3)
    decks = {place: deck_of(two, *place) for place in places}
    assert {place: deck_of(three, *place) for place in reversed(places)} == decks
    assert len({tuple(deck) for deck in decks.values()}) == len(places)
    assert all(sorted(deck) == sorted(decks[0, 0, 0]) for deck in decks.values())


def test_neighbouring_decks_have_nothing_in_common() -> None:
    """Of games, rounds and seeds next to each other about one tile in 28 is in the same place."""
    rules = rules_for("draw", 2)
    for decks in (
        [deck_of(rules, 0, game, 0) for game in range(400)],
        [deck_of(rules, 0, 0, number) for number in range(400)],
        [deck_of(rules, seed, 0, 0) for seed in range(400)],
    ):
        same = [sum(map(int.__eq__, one, other)) for one, other in pairwise(decks)]
        assert 0.75 < np.mean(same) < 1.25  # one, with a standard error of 0.05


# -- compiled ----------------------------------------------------------------------------------


@pytest.mark.compiled
def test_compiled_streams_agree() -> None:
    """Compiled, keys, words, picks and shuffles are the same bits."""

    @numba.njit
    def streams(seed, game, number, purpose, counter, choices):  # type: ignore[no-untyped-def]
        key = rng.round_key(rng.game_key(seed, game), number)
        word = rng.random_word(key, purpose, counter)
        own = rng.private_key(rng.game_key(seed, game), counter)
        mine = rng.private_word(own, number, counter)
        return np.uint64(key), np.uint64(word), rng.pick(word, choices), own, mine

    @numba.njit
    def shuffled(deck, tiles, key, order):  # type: ignore[no-untyped-def]
        rng.shuffle(deck, tiles, key, order)

    @numba.njit
    def mixed(word):  # type: ignore[no-untyped-def]
        return np.uint64(rng.mix(word))

    assert [int(mixed(np.uint64(word))) for word in WORDS] == [rng.mix(word) for word in WORDS]
    chance = random.Random(5)
    for _ in range(300):
        place = chance.choice([*SEEDS, chance.getrandbits(64)]), chance.randrange(10**9)
        rest = chance.randrange(100), chance.randrange(1, 7), chance.randrange(60)
        choices = chance.randrange(1, 56)
        key = rng.round_key(rng.game_key(*place), rest[0])
        word = rng.random_word(key, *rest[1:])
        seed = np.uint64(place[0]).astype(np.int64)
        own = rng.private_key(rng.game_key(*place), rest[2])
        mine = rng.private_word(own, rest[0], rest[2])
        wanted = key, word, rng.pick(word, choices), own, mine
        assert tuple(map(int, streams(seed, place[1], *rest, choices))) == wanted
        order = [1 << tile for tile in range(chance.choice([28, 55]))]
        deck, fast = [0] * len(order), np.zeros(len(order), np.int64)
        rng.shuffle(deck, len(order), key, order)
        shuffled(fast, len(order), np.uint64(key).astype(np.int64), np.array(order))
        assert fast.tolist() == deck
