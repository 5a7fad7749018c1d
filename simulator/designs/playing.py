"""From an experiment to what its tables came to: blocks played by a crew, joined in order.

Results do not depend on how games are cut into blocks or on who plays them. Joining in order means
that what has been counted is always a whole run of fewer games, so a run that is stopped can be
kept and gone on with; what is kept already is not played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING

from simulator.designs.crews import Crew, Played, crew_for
from simulator.designs.experiment import Experiment, design_named
from simulator.designs.run import Progress, Run, silent
from simulator.designs.schedule import WHOLE, Schedule
from simulator.keeping.parts import Part
from simulator.rules import Rules

if TYPE_CHECKING:
    from simulator.keeping.keeper import Keeper
    from simulator.policy import Policy

_FIRST_BLOCK, _FEWEST = 200, 20
_LARGEST_BLOCK = 20_000_000
_LARGEST_BLOCK_OF_ROWS = 1_000_000
_SECONDS_ABREAST = 0.01  # more for each of several tables abreast, which costs about 0.001 itself
_PATIENCE = 1.0  # seconds that a stopped run waits without a word for blocks that are being played

Made = tuple[Experiment, Rules, "tuple[Policy, ...]", int, datetime, float]
"""How a result was made, as the fields of `simulator.designs.result.Result` that come first."""
Over = Callable[[Part], bool]
"""Whether a table need not be played on, from what it came to so far."""


def _never(part: Part) -> bool:
    """Of a shard, which does not know what came before."""
    return False


@dataclass
class Playing:
    """An experiment being played.

    Parameters
    ----------
    experiment, policies : what is played by whom.
    schedule : its tables and groups.
    run : how it is played.
    keeper : commits what is played and has what was kept; None to keep nothing.
    started : when the run was begun.
    progress : is told how far the run is, in the thread that asked for it.

    Attributes
    ----------
    seconds : float, by the clock, in which everything so far was played, kept parts included.
    """

    experiment: Experiment
    policies: Sequence[Policy]
    schedule: Schedule
    run: Run
    keeper: Keeper | None = None
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    progress: Progress = silent
    seconds: float = 0.0

    def parts(self) -> Iterator[Part]:
        """What the tables came to, each as one part of all its groups, in order.

        Tables that have no group here are left out.

        Raises
        ------
        PolicyError
            A policy was at fault; what was counted before is kept.
        KeyboardInterrupt
            Ctrl-C, likewise; blocks that are being played are waited for.
        """
        workers = self.run.workers
        crew = crew_for(self.experiment, self.policies, self.run.executor, workers)
        line = _Line(self, crew)
        try:
            yield from line.tables()
        except BaseException as error:
            running = line.dismiss()
            self._commit()
            if isinstance(error, KeyboardInterrupt):
                self._wait_for(running)
            raise
        line.dismiss()
        self._commit()

    def made(self) -> Made:
        """What a result begins with, once all parts were taken."""
        rules, workers = self.experiment.full_rules(), self.run.workers
        made = self.experiment, rules, tuple(self.policies), workers
        return *made, self.started, self.seconds

    def _commit(self) -> None:
        if self.keeper is not None:
            self.keeper.commit()

    def _wait_for(self, running: Sequence[Future[Played]]) -> None:
        """Wait for what cannot be stopped, and say so if that takes long."""
        wait_for(running, timeout=_PATIENCE)
        if not all(future.done() for future in running):
            names = ", ".join(dict.fromkeys(self.experiment.policies))
            self.run.tell(f"waiting for games of {names}; Ctrl-C again stops at once")
        for future in running:
            _wait(future)


class _Line:
    """The blocks of a run in order of their games: some played, some kept, some under way."""

    def __init__(self, playing: Playing, crew: Crew) -> None:
        self._playing, self._crew = playing, crew
        self._schedule, self._keeper = playing.schedule, playing.keeper
        schedule = playing.schedule
        abreast, share = schedule.abreast, -(-schedule.groups // playing.run.workers)
        seconds = playing.run.block_seconds + _SECONDS_ABREAST * (abreast - 1)
        first = min(max(_FEWEST, _FIRST_BLOCK // abreast), share)  # everybody has some
        self._sizes = _Sizes(seconds, self._keeps_rows, first)
        self._pending: deque[Part | Future[Played]] = deque()

    @property
    def _keeps_rows(self) -> bool:
        return self._keeper is not None and self._keeper.keeps_rows

    def tables(self) -> Iterator[Part]:
        """What every table came to."""
        playing, schedule = self._playing, self._schedule
        design = design_named(playing.experiment.design)
        kept = 0 if self._keeper is None else self._keeper.groups(schedule.numbers)
        games, begun = min(schedule.games_of(kept), schedule.games), monotonic()
        playing.progress(games, schedule.games)
        work = self._work()
        for _ in schedule.numbers if schedule.first < schedule.last else ():
            over: Over = design.over(playing.experiment)
            if schedule.shard != WHOLE:
                over = _never
            whole: Part | None = None
            while whole is None or (whole.last < schedule.last and not over(whole)):
                part, fresh = self._next(work)
                if fresh:
                    now = monotonic()
                    part, begun = part.timed(now - begun), now
                    if self._keeper is not None:
                        self._keeper.add(part)
                    games = min(games + schedule.games_of(part.groups), schedule.games)
                    playing.progress(games, schedule.games)
                playing.seconds += part.seconds
                whole = part if whole is None else whole.joined(part)
            yield whole

    def dismiss(self) -> list[Future[Played]]:
        """Send everybody home; what is still played on threads of this process."""
        self._crew.dismiss()
        futures = [item for item in self._pending if isinstance(item, Future)]
        running = [future for future in futures if not future.cancel() and not future.done()]
        return running if self._crew.is_here else []

    def _next(self, work: Iterator[Part | Future[Played]]) -> tuple[Part, bool]:
        """The next part, and whether it was played now."""
        while len(self._pending) <= self._crew.ahead:
            item = next(work, None)
            if item is None:
                break
            self._pending.append(item)
        item = self._pending[0]
        if isinstance(item, Part):
            self._pending.popleft()
            return item, False
        _wait(item)
        part, seconds = item.result()
        self._pending.popleft()
        self._sizes.learn(part.groups, seconds)
        return part, True

    def _work(self) -> Iterator[Part | Future[Played]]:
        """All blocks in order: those that are kept, and between them those to be played."""
        schedule = self._schedule
        for table in schedule.numbers:
            reached = schedule.first
            for part in self._keeper.parts(table) if self._keeper is not None else ():
                yield from self._played(table, reached, part.first)
                yield part
                reached = part.last
            yield from self._played(table, reached, schedule.last)

    def _played(self, table: int, first: int, last: int) -> Iterator[Future[Played]]:
        while first < last:
            end = min(first + self._sizes.groups, last)
            yield self._crew.submit(table, first, end, self._keeps_rows)
            first = end


class _Sizes:
    """How many groups a block has: so many that it takes about as long as is wanted."""

    def __init__(self, seconds: float, keeps_rows: bool, first: int) -> None:
        self._seconds = seconds
        self._most = _LARGEST_BLOCK_OF_ROWS if keeps_rows else _LARGEST_BLOCK
        self.groups = first

    def learn(self, groups: int, seconds: float) -> None:
        """Follow what a block took, growing at most tenfold."""
        wanted = int(groups * self._seconds / max(seconds, 1e-6))
        self.groups = max(1, min(wanted, max(self.groups, groups) * 10, self._most))


def _wait(future: Future[Played]) -> None:
    """Wait in short steps, so that Ctrl-C is seen on every platform."""
    while not future.done():
        wait_for([future], timeout=0.2)
