"""Random streams: every bit is a pure function of (seed, game, round, purpose, counter).

A round has a key, derived from the seed, the game's index and the round's index by SplitMix64's
finaliser (Steele, Lea, Flood 2014; constants of Stafford's variant 13). A word of a stream is that
finaliser applied to the key plus a multiple of one odd constant for the purpose and of another for
the counter, so a stream needs no state and no stream depends on how much another was used.
"""

from __future__ import annotations

from typing import Any

from numba import types, uint64
from numba.extending import intrinsic

from simulator.compiling.native import compiled_as, kernel

GOLDEN = 0x9E3779B97F4A7C15
_GAME = 0xD1342543DE82EF95
_ROUND = 0xBF58476D1CE4E5B9
_PURPOSE = 0xDB4F0B9175AE2165

DEAL, LOT, SEAT_STREAMS = 1, 2, 3  # purposes; seat s has purpose SEAT_STREAMS + s
_MASK = (1 << 64) - 1


def mix(word: int) -> int:
    """A 64-bit word well mixed: a bijection, each bit of the result depends on each of `word`."""
    word &= _MASK
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _MASK
    return word ^ (word >> 31)


@compiled_as(mix)
def _(word: Any) -> Any:
    def implementation(word):  # type: ignore[no-untyped-def]
        bits = uint64(word)
        bits = (bits ^ (bits >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        bits = (bits ^ (bits >> uint64(27))) * uint64(0x94D049BB133111EB)
        return bits ^ (bits >> uint64(31))

    return implementation


def step(word: int, constant: int, times: int) -> int:
    """`word` plus `times` times an odd constant, modulo 2^64."""
    return (word + constant * times) & _MASK


@compiled_as(step)
def _(word: Any, constant: Any, times: Any) -> Any:
    return lambda word, constant, times: uint64(word) + uint64(constant) * uint64(times)


@kernel
def game_key(seed: int, game: int) -> int:
    """The key of a game, a 64-bit word."""
    return mix(step(mix(step(seed, GOLDEN, 1)), _GAME, game + 1))


@kernel
def round_key(key: int, round_index: int) -> int:
    """The key of a round from the key of its game."""
    return mix(step(key, _ROUND, round_index + 1))


@kernel
def random_word(key: int, purpose: int, counter: int) -> int:
    """Word number `counter` of a round's stream for one purpose."""
    return mix(step(step(key, _PURPOSE, purpose), GOLDEN, counter))


def pick(word: int, choices: int) -> int:
    """A number from 0 to choices - 1 out of 64 random bits: their product's high half (Lemire)."""
    return ((word & _MASK) * choices) >> 64


@intrinsic
def _high_product(typingctx: Any, word: Any, factor: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = context.get_value_type(types.int64).__class__(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, wide(64)), args[0].type)

    return types.int64(types.uint64, types.uint64), codegen


@compiled_as(pick)
def _(word: Any, choices: Any) -> Any:
    return lambda word, choices: _high_product(uint64(word), uint64(choices))


@kernel
def shuffle(deck: Any, tiles: int, key: int, order: Any) -> None:
    """Deal a round: a random permutation of a set's tiles by Fisher and Yates.

    Several picks come out of one word: the high half of a product is the pick, the low half the
    next word. A word serves so many picks that at least 2^23 words fall to every outcome.

    Parameters
    ----------
    deck : pointer to int64, `tiles` words: overwritten with one-tile masks in the order dealt.
    tiles : int, how many tiles the set has, at most 55.
    key : the round's key.
    order : pointer to int64, the set's one-tile masks in a fixed order.
    """
    for i in range(tiles):
        deck[i] = order[i]
    per_word = 9 if tiles <= 28 else 7
    top = 0
    counter = 0
    while top < tiles - 1:
        word = random_word(key, DEAL, counter)
        counter += 1
        for _ in range(min(per_word, tiles - 1 - top)):
            other = top + pick(word, tiles - top)
            word = step(0, word, tiles - top)
            tile = deck[other]
            deck[other] = deck[top]
            deck[top] = tile
            top += 1
