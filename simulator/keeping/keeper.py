"""What commits the parts of a run while it goes on, and says which are kept already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from pathlib import Path
from time import monotonic

from simulator.errors import KeepingError
from simulator.keeping.directory import PARTS
from simulator.keeping.files import cannot_write
from simulator.keeping.parts import Part
from simulator.keeping.rows import GameRows
from simulator.keeping.store import Store

COMMIT_SECONDS = 1.0
"""How old parts get, about, before they are committed."""
_MOST_OF_TIME = 0.02
"""The share of the time that committing may take."""
_MOST_ROWS = 5_000_000
"""Rows of games in memory while they cannot be written."""


class Keeper:
    """Commits the parts of a run, in order of their groups, table by table.

    Where the disk is full, parts are kept in memory and committed once there is room.

    Parameters
    ----------
    folder : of the run; its parts are in `parts` there.
    rows : where rows of games are kept, too.
    target : the results directory; named in messages.
    fingerprint : str, of the run.
    tell : is told in one line of damage, and of a disk that cannot be written.
    """

    def __init__(
        self,
        folder: Path,
        rows: GameRows | None,
        target: Path,
        fingerprint: str,
        tell: Callable[[str], None],
    ) -> None:
        self._rows, self._target, self._tell = rows, target, tell
        self._store = Store(folder / PARTS, fingerprint, tell)
        self._pending: list[Part] = []
        self._since, self._pause, self._failed = monotonic(), COMMIT_SECONDS, False

    @property
    def keeps_rows(self) -> bool:
        """Whether rows of games are kept too."""
        return self._rows is not None

    def groups(self, tables: Iterable[int]) -> int:
        """How many groups of some tables there are parts of on disk."""
        return sum(map(self._store.groups, tables))

    @property
    def reached(self) -> int:
        """The group behind the last one, of any table, that there is a part of on disk."""
        return self._store.reached

    def parts(self, table: int) -> Sequence[Part]:
        """The parts of a table that are kept, in order of their groups; damage is cleared away.

        Raises
        ------
        KeepingError
            Nothing can be written.
        """
        try:
            parts = list(self._store.parts(table))
            return parts if self._rows is None else self._with_rows(self._rows, parts)
        except OSError as error:
            raise cannot_write(self._target, error) from None

    def _with_rows(self, rows: GameRows, parts: Sequence[Part]) -> Sequence[Part]:
        """Those whose rows are there; rows are written first, so that only damage takes them."""
        for name in rows.remove_damaged():
            self._tell(f"{name} is damaged; its games are played again")
        covered, whole = rows.covered(), list[Part]()
        for part in parts:
            if any(first <= part.first and part.last <= last for first, last in covered):
                whole.append(part)
            else:
                self._store.drop(part)
        rows.keep_only([(part.first, part.last) for part in whole])
        return whole

    def add(self, part: Part) -> None:
        """Keep a part, on disk once the last commit is long enough ago."""
        self._pending.append(part)  # at once, so that Ctrl-C comes before or after
        if monotonic() - self._since >= self._pause:
            self.commit()

    def commit(self) -> None:
        """Write what is not on disk yet.

        Raises
        ------
        KeepingError
            Rows of games cannot be written, and too many are waiting.
        """
        begun = monotonic()
        try:
            self._write()
        except OSError as error:
            self._trouble(cannot_write(self._target, error))
        cost = monotonic() - begun
        self._pause = max(COMMIT_SECONDS, cost / _MOST_OF_TIME)
        self._since = monotonic()

    def finish(self) -> None:
        """Write all that is left.

        Raises
        ------
        OSError
            It cannot be written.
        """
        self._write()
        if self._rows is not None:
            self._rows.join(all_of_them=True)

    def _write(self) -> None:
        while self._pending:
            table = self._pending[0].table
            parts = [part for part in self._pending if part.table == table]
            if self._rows is not None:
                for part in parts:
                    self._rows.add(part.first, part.rows)
            self._store.commit(reduce(Part.joined, parts))
            del self._pending[: len(parts)]
        if self._rows is not None:
            self._rows.join()

    def _trouble(self, error: KeepingError) -> None:
        waiting = sum(part.groups for part in self._pending)
        if self._rows is not None and waiting > _MOST_ROWS:
            raise error
        if not self._failed:
            self._failed = True
            self._tell(f"{error}; what is played is in memory until it can be")
