"""Committed parts: few files, and after any stop only parts of the run."""

from __future__ import annotations

import os
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from simulator.keeping.parts import Part
from simulator.keeping.store import Store

RUN = "a" * 64


def part(first: int, last: int, table: int = 0) -> Part:
    """Groups of which each adds its number, from 1 on, and one."""
    return Part(table, first, last, np.array([sum(range(first + 1, last + 1)), last - first]))


class Folder:
    """A folder with what its stores said."""

    def __init__(self, path: Path) -> None:
        self.path, self.said = path, list[str]()

    def store(self, run: str = RUN) -> Store:
        """Opened as a new process would."""
        return Store(self.path, run, self.said.append)

    def spans(self, table: int = 0) -> list[tuple[int, int]]:
        """What a new process finds."""
        return [(found.first, found.last) for found in self.store().parts(table)]

    def files(self) -> list[str]:
        """By name, in order."""
        return sorted(os.listdir(self.path))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "parts")


def test_many_parts_are_few_files_of_the_same_counts(folder: Folder) -> None:
    """Two hundred equal ones are no more than log2 of it."""
    store = folder.store()
    for first in range(200):
        store.commit(part(first, first + 1))
        assert len(folder.files()) <= 8
    whole = reduce(Part.joined, folder.store().parts(0))
    assert whole.total.tolist() == [200 * 201 // 2, 200]
    assert folder.said == []


def test_tables_do_not_mix(folder: Folder) -> None:
    store = folder.store()
    for table in (0, 1, 2):
        store.commit(part(0, 5, table))
        store.commit(part(5, 9, table))
    assert [folder.spans(table) for table in (0, 1, 2, 3)] == [[(0, 9)]] * 3 + [[]]
    store = folder.store()
    assert [store.groups(table) for table in (0, 1, 2, 3)] == [9, 9, 9, 0]


@pytest.mark.parametrize("damage", ["truncated", "flipped", "empty", "of another run", "misnamed"])
def test_a_damaged_part_is_named_and_missing(folder: Folder, damage: str) -> None:
    store = folder.store()
    store.commit(part(0, 9))
    store.commit(part(9, 10))
    store.commit(part(20, 30))
    name = folder.files()[1]
    data = bytearray((folder.path / name).read_bytes())
    if damage == "flipped":
        data[100] ^= 4
    content = {
        "truncated": bytes(data[:-1]),
        "flipped": bytes(data),
        "empty": b"",
        "of another run": part(9, 10).as_bytes("b" * 64),
        "misnamed": part(8, 9).as_bytes(RUN),
    }
    (folder.path / name).write_bytes(content[damage])
    assert folder.spans() == [(0, 9), (20, 30)]
    assert len(folder.said) == 1
    assert name in folder.said[0]
    assert "played again" in folder.said[0]
    assert name not in folder.files()


def test_a_gap_is_filled_in(folder: Folder) -> None:
    store = folder.store()
    for span in ((0, 9), (9, 10), (20, 30)):
        store.commit(part(*span))
    store = folder.store()
    assert [one.first for one in store.parts(0)] == [0, 9, 20]
    store.commit(part(10, 15))
    store.commit(part(15, 20))
    assert reduce(Part.joined, folder.store().parts(0)).total.tolist() == [465, 30]


def test_a_stop_while_parts_join_counts_nothing_twice(folder: Folder) -> None:
    """The joined part is there, those that it is made of are there still."""
    store = folder.store()
    store.commit(part(0, 8))
    store.commit(part(8, 10))
    old = {name: (folder.path / name).read_bytes() for name in folder.files()}
    store.commit(part(10, 14))
    assert len(folder.files()) == 1
    for name, data in old.items():
        (folder.path / name).write_bytes(data)
    assert folder.spans() == [(0, 14)]
    assert len(folder.files()) == 1
    assert folder.said == []


def test_a_joined_part_that_is_damaged_leaves_those_that_it_is_made_of(folder: Folder) -> None:
    store = folder.store()
    store.commit(part(0, 8))
    old = {name: (folder.path / name).read_bytes() for name in folder.files()}
    store.commit(part(8, 14))
    (name,) = folder.files()
    (folder.path / name).write_bytes(b"")
    for earlier, data in old.items():
        (folder.path / earlier).write_bytes(data)
    assert folder.spans() == [(0, 8)]
    assert len(folder.said) == 1


def test_what_was_being_written_is_removed(folder: Folder) -> None:
    folder.store().commit(part(0, 8))
    (folder.path / ".0000-0000000000008-0000000000009.part.aside").write_bytes(b"half")
    assert folder.spans() == [(0, 8)]
    assert len(folder.files()) == 1


def test_a_commit_that_fails_leaves_what_was_kept(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = folder.store()
    store.commit(part(0, 8))
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *paths: (_ for _ in ()).throw(OSError(28, "full")))
        with pytest.raises(OSError, match="full"):
            store.commit(part(8, 10))
    assert folder.spans() == [(0, 8)]
    store.commit(part(8, 10))
    assert reduce(Part.joined, folder.store().parts(0)).total.tolist() == [55, 10]
