"""Random streams: every bit is a pure function of (seed, game, round, purpose, counter).

A game has a key, and so has a round, derived from the seed, the game's index and the round's index
by SplitMix64's finaliser (Steele, Lea, Flood 2014; constants of Stafford's variant 13). A word of a
stream is that finaliser applied to a key plus a multiple of one odd constant for the purpose and of
another for the counter, so a stream needs no state and no stream depends on how much another was
used.

All that can be undone, step by step. What a player is shown must not lead back to the deal, nor to
what others are shown: so the words of a seat come from a key of its own, which is made of the
game's by a hash that cannot be undone, SipHash-1-3 (Aumasson, Bernstein 2012).
"""

from __future__ import annotations

from typing import Any

from numba import int64, types, uint64
from numba.extending import intrinsic

from simulator.compiling.marks import compiled_as, kernel

GOLDEN = 0x9E3779B97F4A7C15
_GAME = 0xD1342543DE82EF95
_ROUND = 0xBF58476D1CE4E5B9
_PURPOSE = 0xDB4F0B9175AE2165

DEAL, LOT = 1, 2  # purposes of a round's key
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
    return signed((word & _MASK) * (choices & _MASK) >> 64)


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


# -- the words of a seat -----------------------------------------------------------------------


def bits(word: int) -> int:
    """A word as 64 bits without a sign."""
    return word & _MASK


@compiled_as(bits)
def _(word: Any) -> Any:
    return lambda word: uint64(word)


def signed(word: int) -> int:
    """A 64-bit word as a signed integer."""
    return bits(word) - (bits(word) >> 63 << 64)


@compiled_as(signed)
def _(word: Any) -> Any:
    return lambda word: int64(word)


def _turned(word: int, places: int) -> int:
    return bits(word << places | word >> 64 - places)


@compiled_as(_turned)
def _(word: Any, places: Any) -> Any:
    return lambda word, places: word << uint64(places) | word >> uint64(64 - places)


@kernel
def _sip_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a, c = step(a, b, 1), step(c, d, 1)
    b, d = _turned(b, 13) ^ a, _turned(d, 16) ^ c
    a, c = step(_turned(a, 32), d, 1), step(c, b, 1)
    b, d = _turned(b, 17) ^ c, _turned(d, 21) ^ a
    return a, b, _turned(c, 32), d


@kernel
def siphash(key: int, word: int) -> int:
    """SipHash-1-3 of the eight bytes of a word, under a key of 64 bits and 64 zeros."""
    key, word, length = bits(key), bits(word), bits(8 << 56)
    a, b = key ^ bits(0x736F6D6570736575), bits(0x646F72616E646F6D)
    c, d = key ^ bits(0x6C7967656E657261), bits(0x7465646279746573) ^ word
    a, b, c, d = _sip_round(a, b, c, d)
    a, d = a ^ word, d ^ length
    a, b, c, d = _sip_round(a, b, c, d)
    a, c = a ^ length, c ^ bits(0xFF)
    for _ in range(3):
        a, b, c, d = _sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@kernel
def private_key(key: int, seat: int) -> int:
    """A seat's own key for a game, from the game's key, to which nothing leads back from it."""
    return signed(siphash(key, seat))


@kernel
def private_word(key: int, round_index: int, counter: int) -> int:
    """The random word of a seat's decision from its own key.

    `counter` tells the decisions of a round apart. The word leads back to the key, so to the seat's
    own words, and to nothing else.
    """
    return signed(mix(step(step(key, _ROUND, round_index + 1), GOLDEN, counter)))


@kernel
def further_word(word: int, number: int) -> int:
    """Word `number` of the stream that a random word begins, SplitMix64's with it as seed."""
    return signed(mix(step(word, GOLDEN, number + 1)))


# -- the deal ----------------------------------------------------------------------------------


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
            word = bring(deck, top, tiles, word)
            top += 1


@kernel
def bring(cells: Any, top: int, last: int, word: int) -> int:
    """Swap a random one of the cells `top` to `last - 1` to `top`; returns the next word."""
    other = top + pick(word, last - top)
    chosen = cells[other]
    cells[other] = cells[top]
    cells[top] = chosen
    return step(0, word, last - top)


@kernel
def draw_lots(cells: Any, top: int, last: int, drawn: int, word: int) -> int:
    """Swap a random choice of the cells `top` to `last - 1`, in random order, to the front.

    Parameters
    ----------
    cells : pointer to int64, of which at most 55 are shuffled.
    drawn : int, how many come to the front.
    word : 64 random bits; returned are others that are independent of the choice.
    """
    while drawn > 0:
        source, word = bits(word), further_word(word, 0)
        for _ in range(min(drawn, 7)):
            source = bring(cells, top, last, source)
            top += 1
            drawn -= 1
    return word
