"""From a matchup to tallies: blocks of games on an executor, merged in order of their games.

Results do not depend on how games are cut into blocks or on how many threads play them. Merging in
order means that what has been counted is always a whole run of fewer games, so a run that is
stopped can be shown, kept and gone on with.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from simulator.batch import Block, Matchup
from simulator.tallies import Tally

BLOCK_SECONDS = 0.3
"""How long a block takes, about: short for Ctrl-C and progress, long enough to cost nothing."""
_FIRST_BLOCK = 200
_LARGEST_BLOCK = 1_000_000


def available_threads() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass
class Progress:
    """How far a run is: the games counted so far, always the first ones, and their tally."""

    games: int
    tally: Tally


def run_blocks(
    matchup: Matchup,
    progress: Progress,
    games: int,
    seed: int,
    threads: int,
    on_block: Callable[[Block], None],
    block_games: int | None = None,
    keep_rows: bool = False,
) -> None:
    """Play the games from `progress.games` to `games` and count them into `progress`.

    Parameters
    ----------
    matchup : who plays under what rules.
    progress : where to begin, and where the counts go; valid after every block and after an
    exception. games, seed : the experiment's.
    threads : int, how many blocks are played at once.
    on_block : called in this thread for every block counted, in order.
    block_games : int, games a block; by default so many that a block takes `BLOCK_SECONDS`.
    keep_rows : bool, whether blocks bring a row for every game.

    Raises
    ------
    PolicyError
        A policy was at fault. Blocks in flight are waited for.
    KeyboardInterrupt
        Ctrl-C, within the time that a block takes.
    """
    executor = ThreadPoolExecutor(threads)
    try:
        for block in _blocks(
            executor, matchup, progress.games, games, seed, threads, block_games, keep_rows
        ):
            np.add(progress.tally, block.tally, out=progress.tally)
            progress.games = block.last
            on_block(block)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _blocks(
    executor: Executor,
    matchup: Matchup,
    first: int,
    games: int,
    seed: int,
    threads: int,
    block_games: int | None,
    keep_rows: bool,
) -> Iterator[Block]:
    """The blocks of a run in order, `threads` and one more under way at a time."""
    pending: deque[Future[tuple[Block, float]]] = deque()
    size = block_games or _FIRST_BLOCK
    while first < games or pending:
        while first < games and len(pending) <= threads:
            last = min(first + size, games)
            pending.append(executor.submit(_timed_play, matchup, seed, first, last, keep_rows))
            first = last
        block, seconds = _result(pending.popleft())
        if block_games is None:
            size = _next_size(block.last - block.first, seconds)
        yield block


def _timed_play(
    matchup: Matchup, seed: int, first: int, last: int, keep_rows: bool
) -> tuple[Block, float]:
    begun = perf_counter()
    block = matchup.play(seed, first, last, keep_rows)
    return block, perf_counter() - begun


def _result(future: Future[tuple[Block, float]]) -> tuple[Block, float]:
    """A future's result; waits in short steps, so that Ctrl-C is seen on every platform."""
    while not future.done():
        wait_for([future], timeout=0.2)
    return future.result()


def _next_size(games: int, seconds: float) -> int:
    """Games for a block of about `BLOCK_SECONDS`, at most ten times as many as in the last."""
    wanted = int(games * BLOCK_SECONDS / max(seconds, 1e-6))
    return max(1, min(wanted, games * 10, _LARGEST_BLOCK))
