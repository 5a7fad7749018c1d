"""The committed parts of a run: small files that join as they age.

Every file is written whole, holds a hash of itself and says of which run it is. Parts join to such
of about twice the length, so that however many are committed, few files are left. Whatever moment
the writer is stopped at, what is there are parts of the run; where two are of the same groups, one
is inside the other and the longer one counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from simulator.keeping.files import ASIDE, remove, write_whole
from simulator.keeping.parts import Part, part_of

_SUFFIX = ".part"

Tell = Callable[[str], None]


class Stretch(NamedTuple):
    """Groups first to last - 1 of a table."""

    table: int
    first: int
    last: int

    @property
    def file(self) -> str:
        """The name of the file of a part of these groups."""
        return f"{self.table:04d}-{self.first:013d}-{self.last:013d}{_SUFFIX}"


class Store:
    """The parts of a run in a folder.

    Parameters
    ----------
    folder : where they are; it is made when the first is committed.
    fingerprint : str, says of which run they are; others' are not taken.
    tell : is told in one line of a part that is damaged.
    """

    def __init__(self, folder: Path, fingerprint: str, tell: Tell) -> None:
        self._folder, self._fingerprint, self._tell = folder, fingerprint, tell
        self._kept: dict[int, list[Stretch]] = {}
        for path in folder.glob(f".*{ASIDE}"):
            remove(path)
        for stretch in sorted(_stretches(folder), key=lambda s: (s.table, s.first, -s.last)):
            self._kept.setdefault(stretch.table, []).append(stretch)

    def groups(self, table: int) -> int:
        """How many groups of a table there are parts of, damaged ones included."""
        total = reached = 0
        for _, first, last in self._kept.get(table, ()):
            total += max(0, last - max(first, reached))
            reached = max(reached, last)
        return total

    @property
    def reached(self) -> int:
        """The group behind the last one, of any table, that there is a part of."""
        return max((s.last for kept in self._kept.values() for s in kept), default=0)

    def parts(self, table: int) -> Iterator[Part]:
        """The parts of a table that are whole, in order of their groups; others are removed."""
        found, self._kept[table] = self._kept.get(table, []), []
        reached = 0
        for stretch in found:
            part = self._read(stretch) if stretch.first >= reached else None
            if part is None:
                remove(self._folder / stretch.file)
                if stretch.first >= reached:
                    self._tell(
                        f"{stretch.file} is damaged or of another run; its games are played again"
                    )
                continue
            reached = stretch.last
            self._kept[table].append(stretch)
            yield part

    def drop(self, part: Part) -> None:
        """Keep a part no longer."""
        stretch = Stretch(part.table, part.first, part.last)
        self._kept[part.table].remove(stretch)
        remove(self._folder / stretch.file)

    def commit(self, part: Part) -> None:
        """Keep a part, joined with those before it that are not much longer.

        Raises
        ------
        OSError
            It cannot be written; what was kept before is untouched.
        """
        self._folder.mkdir(exist_ok=True)
        kept, joined = self._kept.setdefault(part.table, []), list[Stretch]()
        while before := self._joining(kept[: len(kept) - len(joined)], part):
            earlier = self._read(before)
            if earlier is None:
                break
            part = earlier.joined(part)
            joined.append(before)
        stretch = Stretch(part.table, part.first, part.last)
        write_whole(self._folder / stretch.file, part.as_bytes(self._fingerprint))
        self._kept[part.table] = [*kept[: len(kept) - len(joined)], stretch]
        for old in joined:
            remove(self._folder / old.file)

    def _joining(self, kept: list[Stretch], part: Part) -> Stretch | None:
        """The last stretch that is kept if it should join with a part behind it."""
        if not kept or kept[-1].last != part.first:
            return None
        return kept[-1] if kept[-1].last - kept[-1].first <= 2 * part.groups else None

    def _read(self, stretch: Stretch) -> Part | None:
        try:
            data = (self._folder / stretch.file).read_bytes()
        except OSError:
            return None
        part = part_of(data, self._fingerprint)
        same = part is not None and (part.table, part.first, part.last) == stretch
        return part if same else None


def _stretches(folder: Path) -> Iterator[Stretch]:
    """The stretches that the files of a folder are named by."""
    for path in folder.glob(f"*{_SUFFIX}"):
        numbers = path.stem.split("-")
        if len(numbers) == 3 and all(number.isdecimal() for number in numbers):
            yield Stretch(*map(int, numbers))
