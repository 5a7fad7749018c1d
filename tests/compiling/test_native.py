"""Native functions: linked, loaded again, and as numba documents it, they do the same."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import types
from numba.core.registry import cpu_target

from simulator.compiling import native
from simulator.compiling.marks import POINTER
from simulator.compiling.native import RAISED, Native, compile_native, documented
from simulator.engine import entries, natives
from simulator.engine.matchup import Matchup
from simulator.engine.tallies import digest
from simulator.rules import rules_for
from strategies import policies
from tests.compiling.compiled import (
    KIND,
    NUMBERS,
    compile_weighed,
    weighed,
    weighed_natively,
)
from tests.golden.runs import Run, stored

pytestmark = pytest.mark.compiled


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A numba whose internals are not known, in a process that has compiled nothing yet."""
    monkeypatch.setattr(native, "KNOWN", ())
    remembered = (
        native._say_slower,
        entries._compile,
        natives.game_player,
        natives.group_player,
    )
    for one in remembered:
        one.cache_clear()
    yield
    for one in remembered:
        one.cache_clear()


# -- one function ------------------------------------------------------------------------------


@pytest.mark.usefixtures("kept")
def test_a_function_is_the_same_however_it_is_compiled() -> None:
    """Linked, loaded, as a documented callback, and by numba alone, as in Python, overflow too."""
    words = [3, -5, 2**40, -(2**50)]
    wanted = weighed(list(words), 4)
    assert wanted == 2 * (3 - 10 + 3 * 2**40 - 4 * 2**50)
    ways = [compile_weighed(), compile_weighed(), documented(weighed, KIND)]
    for way in ways:
        assert weighed_natively(way, words) == (wanted, [wanted, *words[1:]])
    plain = numba.njit(weighed)
    array = np.array(words)
    assert (plain(array, 4), array.tolist()) == (wanted, [wanted, *words[1:]])
    for number in NUMBERS:
        # 64 bits of what Python's integers make of it, signed
        wrapped = (2 * number + 2**63) % 2**64 - 2**63
        assert [weighed_natively(way, [number])[0] for way in ways] == [wrapped] * 3


def test_a_second_compilation_loads(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was linked once is loaded from its file, and is not linked again."""
    compile_weighed()
    (file,) = kept.iterdir()
    before = file.read_bytes()

    def forbidden(*arguments: Any) -> Any:
        raise AssertionError("linked again")

    monkeypatch.setattr(native, "link", forbidden)
    assert weighed_natively(compile_weighed(), [4, 6])[0] == 2 * (4 + 12)
    assert file.read_bytes() == before
    with pytest.raises(AssertionError, match="linked again"):
        compile_weighed("another label")
    with pytest.raises(AssertionError, match="linked again"):
        compile_native(weighed, KIND, "weighed", "another fingerprint")


@pytest.mark.usefixtures("kept")
def test_functions_of_one_label_are_told_apart_by_their_fingerprints() -> None:
    """Two at once, and both again from their files."""

    def less(words, number):  # type: ignore[no-untyped-def]
        return weighed(words, number) - 1

    for _ in range(2):
        both = [compile_native(one, KIND, "both", one.__name__) for one in (weighed, less)]
        assert [weighed_natively(one, [4, 6])[0] for one in both] == [32, 31]


def raises_at_nothing(words: Any, number: int) -> int:
    """Raise where there are no words."""
    if number == 0:
        raise ValueError("nothing to weigh")
    return number


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.usefixtures("kept")
def test_an_exception_becomes_a_number(linked: bool) -> None:
    """And only an exception does."""
    make: Callable[[], Native] = lambda: (  # noqa: E731
        compile_native(raises_at_nothing, KIND, "raises", "")
        if linked
        else documented(raises_at_nothing, KIND)
    )
    function = make()
    assert [weighed_natively(function, words)[0] for words in ([], [1], [], [1, 2])] == [
        RAISED,
        1,
        RAISED,
        2,
    ]


@pytest.mark.usefixtures("kept")
def test_what_does_not_compile_is_an_error_and_leaves_nothing() -> None:
    """numba's optimiser is as it was after that, and the next function compiles."""

    def misspelt(words, number):  # type: ignore[no-untyped-def]
        return wieghed(words, number)  # type: ignore[name-defined]  # noqa: F821

    library = type(cpu_target.target_context.codegen().create_library("some"))
    optimises = library._optimize_final_module
    with pytest.raises(numba.core.errors.NumbaError, match="wieghed"):
        compile_native(misspelt, KIND, "misspelt", "")
    assert library._optimize_final_module is optimises
    assert weighed_natively(compile_weighed(), [4, 6])[0] == 32
    assert library._optimize_final_module is optimises


def spinning(words: Any, number: int) -> int:
    """Count for a while."""
    total = 0
    for place in range(number):
        total ^= total * 31 + place ^ words[0]
    return total


@pytest.mark.usefixtures("kept")
def test_a_call_releases_the_lock() -> None:
    """Python goes on while native code runs in another thread."""
    function, words = compile_native(spinning, KIND, "spinning", ""), np.array([5])
    rounds, took = 1_000_000, 0.0
    while took < 0.3:  # long enough to see
        rounds *= 2
        start = time.perf_counter()
        function(words.ctypes.data, rounds)
        took = time.perf_counter() - start
    thread = threading.Thread(target=function, args=(words.ctypes.data, rounds))
    thread.start()
    ticks = list[float]()
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    assert ticks[-1] - ticks[0] > took / 2
    assert max(later - tick for tick, later in pairwise(ticks)) < took / 2


# -- an unknown numba --------------------------------------------------------------------------


@pytest.mark.usefixtures("unknown")
def test_an_unknown_numba_is_told_of_once(kept: Path) -> None:
    """Code is then compiled in the documented way, and not kept."""
    told = r"numba [\d.]+ is not known here .*: code is compiled afresh in every process"
    with pytest.warns(RuntimeWarning, match=told) as caught:
        first = compile_weighed()
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        second = compile_weighed()
    assert [weighed_natively(one, [4, 6])[0] for one in (first, second)] == [32, 32]
    assert not kept.exists()


def test_the_installed_numba_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is told by its series: 0.68.1 is of 0.68, 0.681.0 is not."""
    asked = list[Any]()
    for version, documents in [("0.68.1", 0), ("0.681.0", 1), ("0.69.0", 1)]:
        asked.clear()
        with monkeypatch.context() as patch:
            patch.setattr(native, "KNOWN", ("0.68",))
            patch.setattr(numba, "__version__", version)
            patch.setattr(native, "_say_slower", lambda: None)
            patch.setattr(native, "documented", lambda *given: asked.append(given))
            patch.setattr(native.kept, "read", lambda key: None)
            patch.setattr(native, "link", lambda *given: Unlinked())
            patch.setattr(native, "Native", lambda *given: None)
            patch.setattr(native.kept, "write", lambda key, parts: None)
            compile_weighed()
        assert len(asked) == documents
    assert numba.__version__.startswith(tuple(f"{series}." for series in native.KNOWN))


class Unlinked:
    """Stands for a library."""

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """No code."""
        return "", "", (b"", b"")

    def get_pointer_to_function(self, symbol: str) -> int:
        """No address."""
        return 0


@pytest.mark.usefixtures("unknown")
def test_games_are_the_same_as_numba_documents_it() -> None:
    """The digest of a run that is kept, with one warning; and uncompiled."""
    run = Run("draw", ("greedy", "greedy"), 0)
    with pytest.warns(RuntimeWarning, match="is not known here") as caught:
        found = run.digest()
    assert len(caught) == 1
    slow = Matchup(rules_for("draw", 2), policies("greedy", "greedy"), compiled=False)
    wanted = digest(slow.layout, slow.play(0, 0, 60).tally)
    assert found == wanted == stored()[str(run)]


@pytest.mark.slow
@pytest.mark.usefixtures("unknown")
@pytest.mark.parametrize("players", [3, 4])
def test_all_fives_is_the_same_as_numba_documents_it(players: int) -> None:
    """The general form, with policies that draw words and parameters."""
    names = ("fives", "random", "hoarder:spare=3", "greedy")[:players]
    rules = rules_for("all-fives", players)
    with pytest.warns(RuntimeWarning, match="is not known here") as caught:
        fast = Matchup(rules, policies(*names))
    assert len(caught) == 1
    found = fast.play(3, 0, 40).tally
    slow = Matchup(rules, policies(*names), compiled=False)
    assert np.array_equal(found, slow.play(3, 0, 40).tally)


def test_games_are_linked_where_numba_is_known(kept: Path) -> None:
    """The same digest once more, from code that was just linked."""
    for one in (entries._compile, natives.game_player, natives.group_player):
        one.cache_clear()
    run = Run("draw", ("greedy", "greedy"), 0)
    assert run.digest() == stored()[str(run)]
    assert len(list(kept.iterdir())) == 3  # the policy, games for two, groups of games
    for one in (entries._compile, natives.game_player, natives.group_player):
        one.cache_clear()


def test_arguments_are_words_and_addresses() -> None:
    """As many as a signature has, integers as they are and the rest as addresses."""
    kind = types.int64(types.int64, POINTER, types.int64, types.int64)

    def mixed(first, words, second, third):  # type: ignore[no-untyped-def]
        return first * 1000 + words[1] * 100 + second * 10 + third

    words = np.array([9, 2])
    assert documented(mixed, kind)(1, words.ctypes.data, 3, -4) == 1226
