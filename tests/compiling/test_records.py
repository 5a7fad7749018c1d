"""Records: where their fields lie, and that compiled code and Python mean the same by them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import types

from simulator.compiling.native import Native, compile_native
from simulator.compiling.records import Record, copy_record
from simulator.compiling.sources import fingerprint

WIDE = types.Integer("int128", 128, signed=True)

SMALL = Record("small", first=0, three=3, last=0)
MIXED = Record("mixed", first=0, wide=(3, WIDE), one=(0, WIDE), single=1, last=(2, types.int64))

WORD = st.integers(-(2**63), 2**63 - 1)
LONG = st.integers(-(2**127), 2**127 - 1)
EXTREMES = [0, 1, -1, 2**63 - 1, -(2**63)]
LONG_EXTREMES = [*EXTREMES, 2**63, 2**64 - 1, 2**64, -(2**64), 2**127 - 1, -(2**127)]


def mixed(first: int, wide: list[int], one: int, single: list[int], last: list[int]) -> Any:
    """A record of the mixed kind."""
    record = MIXED.blank()
    record.first, record.wide, record.one = first, wide, one
    record.single, record.last = single, last
    return record


MIXED_RECORDS = st.builds(
    mixed,
    WORD,
    st.lists(LONG, min_size=3, max_size=3),
    LONG,
    st.lists(WORD, min_size=1, max_size=1),
    st.lists(WORD, min_size=2, max_size=2),
)

# -- in Python ---------------------------------------------------------------------------------


def test_layout() -> None:
    """Fields lie in the order of their declaration, long numbers at multiples of their size."""
    assert SMALL.words == 5
    assert SMALL.places == {"first": 0, "three": 1, "last": 4}
    assert MIXED.words == (1 + 1) + 3 * 2 + 2 + 1 + 2
    assert MIXED.places == {"first": 0, "wide": 2, "one": 8, "single": 10, "last": 11}


def test_blank() -> None:
    """All zero: a number where a field is one, else a list, of one number too."""
    assert vars(SMALL.blank()) == {"first": 0, "three": [0, 0, 0], "last": 0}
    assert vars(MIXED.blank()) == {
        "first": 0,
        "wide": [0, 0, 0],
        "one": 0,
        "single": [0],
        "last": [0, 0],
    }
    assert SMALL.zeros().tolist() == SMALL.to_words(SMALL.blank()) == [0] * 5
    assert SMALL.zeros().dtype == np.int64


def test_words_of_a_record() -> None:
    """A long number is its words, the lowest first; the highest has its sign."""
    record = mixed(-7, [1, -1, 2**64 + 5], -(2**64), [8], [9, -10])
    words = [-7, 0, 1, 0, -1, -1, 5, 1, 0, -1, 8, 9, -10]
    assert MIXED.to_words(record) == words
    assert vars(MIXED.from_words(words)) == vars(record)
    record.one = 2**63  # the low word's top bit is no sign
    assert MIXED.to_words(record)[8:10] == [-(2**63), 0]
    assert MIXED.from_words(MIXED.to_words(record)).one == 2**63


@given(MIXED_RECORDS)
def test_words_and_back(record: Any) -> None:
    """Whatever numbers it holds, as words and as an array."""
    words = MIXED.to_words(record)
    assert len(words) == MIXED.words
    assert all(-(2**63) <= word < 2**63 for word in words)
    assert vars(MIXED.from_words(words)) == vars(record)
    array = MIXED.to_array(record)
    assert (array.dtype, array.tolist()) == (np.int64, words)
    assert vars(MIXED.from_array(array)) == vars(record)


@given(st.lists(WORD, min_size=5, max_size=5))
def test_records_and_back(words: list[int]) -> None:
    """Whatever words there are."""
    assert SMALL.to_words(SMALL.from_words(words)) == words


def test_copies() -> None:
    """Equal, and apart: what becomes of one does not become of the other."""
    source, target = SMALL.from_words([1, 2, 3, 4, 5]), SMALL.blank()
    copy_record(target, source)
    assert vars(target) == vars(source)
    source.first, source.three[1] = 10, 30
    assert vars(target) == {"first": 1, "three": [2, 3, 4], "last": 5}


# -- compiled ----------------------------------------------------------------------------------


def stirred(target: Any, source: Any, place: int) -> int:
    """Read and write fields of every kind."""
    copy_record(target, source)
    target.first = source.last[1] - source.first
    target.last[0] = source.single[0]
    target.single[0] += place
    target.wide[place] = source.one
    target.one = source.wide[place]
    return target.last[1]


@cache
def compiled() -> Native:
    """The same behind an address."""
    kind = types.int64(MIXED.kind, MIXED.kind, types.int64)
    return compile_native(stirred, kind, "records", fingerprint(stirred))


def fits(number: int) -> bool:
    """Whether a number needs but one word."""
    return -(2**63) <= number < 2**63


def assert_stirred_alike(record: Any, place: int) -> None:
    """Compiled code makes of a record what Python does, and leaves what it only reads."""
    target = MIXED.blank()
    wanted = stirred(target, record, place)
    words, found = MIXED.to_array(record), MIXED.zeros() - 1
    assert compiled()(found.ctypes.data, words.ctypes.data, place) == wanted
    assert vars(MIXED.from_array(found)) == vars(target)
    assert vars(MIXED.from_array(words)) == vars(record)


@pytest.mark.compiled
@given(MIXED_RECORDS, st.integers(0, 2))
def test_compiled_code_reads_and_writes_as_python_does(record: Any, place: int) -> None:
    """Single numbers and several, short and long, as far as sums stay within a word."""
    if fits(record.last[1] - record.first) and fits(record.single[0] + place):
        assert_stirred_alike(record, place)


@pytest.mark.compiled
@pytest.mark.parametrize("number", LONG_EXTREMES)
def test_compiled_extremes(number: int) -> None:
    """The largest numbers and the smallest, of one word and of two."""
    for place in range(3):
        wide = [0, 0, 0]
        wide[place] = number
        for one in LONG_EXTREMES:
            assert_stirred_alike(
                mixed(0, wide, one, [0], [3, number if fits(number) else 4]), place
            )


@pytest.mark.compiled
def test_a_field_that_there_is_not_does_not_compile() -> None:
    """In compiled code as in Python."""

    def misspelt(record):  # type: ignore[no-untyped-def]
        return record.frist

    with pytest.raises(AttributeError, match="frist"):
        misspelt(SMALL.blank())
    with pytest.raises(Exception, match="frist"):
        compile_native(misspelt, types.int64(SMALL.kind), "misspelt", "")


@pytest.mark.compiled
def test_constant_records_read_alike() -> None:
    """What compiled code never writes reads the same, in a loop too."""
    constant = Record("constant", constant=True, first=0, three=3)

    def summed(record, times):  # type: ignore[no-untyped-def]
        total = 0
        for place in range(times):
            total += record.first * record.three[place % 3]
        return total

    function = compile_native(
        summed, types.int64(constant.kind, types.int64), "constant", fingerprint(summed)
    )
    for words in ([2, 3, 5, 7], [-2, 1, 0, -9]):
        array = np.array(words)
        record = constant.from_words(words)
        assert function(array.ctypes.data, 8) == summed(record, 8)
