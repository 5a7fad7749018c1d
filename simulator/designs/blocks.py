"""From a matchup to tallies: blocks of games on an executor, merged in order of their games.

Results do not depend on how games are cut into blocks or on how many threads play them. Merging in
order means that what has been counted is always a whole run of fewer games, so a run that is
stopped can be shown, kept and gone on with.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import numpy as np

from simulator.engine.matchup import Block, Matchup
from simulator.engine.tallies import Tally

BLOCK_SECONDS = 0.3
"""How long a block takes, about: short for Ctrl-C and progress, long enough to cost nothing."""
_FIRST_BLOCK = 200
_LARGEST_BLOCK = 1_000_000


@dataclass
class Counted:
    """The games counted so far, always the first ones of a run, and their tally."""

    games: int
    tally: Tally


def run_blocks(
    matchup: Matchup,
    counted: Counted,
    games: int,
    seed: int,
    threads: int,
    on_block: Callable[[Block], None],
    block_games: int | None = None,
    keep_rows: bool = False,
    cuts: Sequence[int] = (),
) -> None:
    """Play the games from `counted.games` to `games` and count them into `counted`.

    Parameters
    ----------
    matchup : who plays under what rules.
    counted : where to begin, and where the counts go; valid after every block and after an
    exception. games, seed : the experiment's.
    threads : int, how many blocks are played at once.
    on_block : called in this thread for every block counted, in order.
    block_games : int, games a block; by default so many that a block takes `BLOCK_SECONDS`.
    keep_rows : bool, whether blocks bring a row for every game.
    cuts : numbers of games, rising, at which a block has to end.

    Raises
    ------
    PolicyError
        A policy was at fault. Blocks in flight are waited for.
    KeyboardInterrupt
        Ctrl-C, within the time that a block takes.
    """
    executor = ThreadPoolExecutor(threads)
    play = partial(_timed_play, matchup, seed, keep_rows)
    stretches = _Stretches(counted.games, games, cuts, block_games)
    try:
        for block in _blocks(executor, play, stretches, threads):
            np.add(counted.tally, block.tally, out=counted.tally)
            counted.games = block.last
            on_block(block)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


class _Stretches:
    """Cuts a run into stretches of games, as long as blocks should be and ending at every cut."""

    def __init__(self, first: int, games: int, cuts: Sequence[int], fixed: int | None) -> None:
        self._next, self._games, self._cuts, self._fixed = first, games, sorted(cuts), fixed
        self._size = fixed or _FIRST_BLOCK

    def take(self) -> tuple[int, int] | None:
        """The next stretch, first game and the one behind its last; None at the end."""
        if self._next >= self._games:
            return None
        place = bisect_right(self._cuts, self._next)
        nearest = self._cuts[place] if place < len(self._cuts) else self._games
        first, self._next = self._next, min(self._next + self._size, nearest, self._games)
        return first, self._next

    def learn(self, games: int, seconds: float) -> None:
        """Make stretches so long that they take `BLOCK_SECONDS`, growing at most tenfold."""
        if self._fixed is None:
            wanted = int(games * BLOCK_SECONDS / max(seconds, 1e-6))
            self._size = max(1, min(wanted, max(self._size, games) * 10, _LARGEST_BLOCK))


def _blocks(
    executor: Executor,
    play: Callable[[int, int], tuple[Block, float]],
    stretches: _Stretches,
    threads: int,
) -> Iterator[Block]:
    """The blocks of a run in order, `threads` and one more under way at a time."""
    pending: deque[Future[tuple[Block, float]]] = deque()
    while True:
        while len(pending) <= threads and (stretch := stretches.take()) is not None:
            pending.append(executor.submit(play, *stretch))
        if not pending:
            return
        block, seconds = _result(pending.popleft())
        stretches.learn(block.last - block.first, seconds)
        yield block


def _timed_play(
    matchup: Matchup, seed: int, keep_rows: bool, first: int, last: int
) -> tuple[Block, float]:
    begun = perf_counter()
    block = matchup.play(seed, first, last, keep_rows)
    return block, perf_counter() - begun


def _result(future: Future[tuple[Block, float]]) -> tuple[Block, float]:
    """A future's result; waits in short steps, so that Ctrl-C is seen on every platform."""
    while not future.done():
        wait_for([future], timeout=0.2)
    return future.result()
