"""Rows of games: the same files whatever the pieces, and nothing in their folder but Parquet."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import simulator.keeping.rows
from simulator.engine.matchup import Block
from simulator.errors import KeepingError
from simulator.keeping.rows import GameRows, rows_of

NOTHING = np.zeros(0, np.int64)


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of ten games instead of a million."""
    monkeypatch.setattr(simulator.keeping.rows, "GAMES_A_FILE", 10)


def table(first: int, last: int) -> pa.Table:
    """Rows of games with their number and its square."""
    games = np.arange(first, last)
    return pa.table({"game": games, "square": games**2})


def begun(path: Path) -> GameRows:
    """Rows in a folder that is there."""
    path.mkdir(exist_ok=True)
    rows = GameRows(path)
    rows.begin()
    return rows


def files(path: Path) -> dict[str, bytes]:
    """The files of rows by name."""
    return {file.name: file.read_bytes() for file in sorted((path / "games.parquet").iterdir())}


def written(path: Path, *cuts: int) -> dict[str, bytes]:
    """The files of games that came in pieces with these ends."""
    rows, first = begun(path), 0
    for last in cuts:
        rows.add(first, table(first, last))
        rows.join()
        first = last
    rows.join(all_of_them=True)
    return files(path)


@pytest.mark.parametrize("cuts", [(5, 25), (1, 2, 3, 19, 20, 21, 25), (10, 20, 25)])
def test_files_are_the_same_whatever_the_pieces(tmp_path: Path, cuts: tuple[int, ...]) -> None:
    whole = written(tmp_path / "one", 25)
    assert written(tmp_path / "other", *cuts) == whole
    assert list(whole) == [f"{first:015d}.parquet" for first in (0, 10, 20)]
    assert list(pd.read_parquet(tmp_path / "other" / "games.parquet").game) == list(range(25))
    assert not (tmp_path / "other" / "pieces").exists()


def test_a_reader_of_parquet_can_read_the_folder_at_any_time(tmp_path: Path) -> None:
    rows = begun(tmp_path / "run")
    rows.add(0, table(0, 14))
    (tmp_path / "run" / "pieces" / ".000-1.parquet.aside").write_bytes(b"half a piece")
    rows.join()
    assert list(pd.read_parquet(tmp_path / "run" / "games.parquet").game) == list(range(10))


def test_rows_that_were_not_counted_are_dropped(tmp_path: Path) -> None:
    """Among them those of a file that is whole already."""
    rows = begun(tmp_path / "run")
    rows.add(0, table(0, 14))
    rows.join()
    rows.keep_only([(0, 3), (5, 7)])
    assert rows.covered() == [(0, 3), (5, 7)]
    assert files(tmp_path / "run") == {}
    rows.add(3, table(3, 5))
    rows.add(7, table(7, 14))
    rows.join(all_of_them=True)
    assert files(tmp_path / "run") == written(tmp_path / "whole", 14)


def test_a_stop_between_a_file_and_its_pieces_doubles_nothing(tmp_path: Path) -> None:
    rows = begun(tmp_path / "run")
    rows.add(0, table(0, 4))
    piece = next((tmp_path / "run" / "pieces").iterdir())
    data = piece.read_bytes()
    rows.add(4, table(4, 10))
    rows.join()
    piece.write_bytes(data)
    again = GameRows(tmp_path / "run")
    assert again.covered() == [(0, 10)]
    again.join(all_of_them=True)
    assert files(tmp_path / "run") == written(tmp_path / "whole", 10)


def test_finished_rows_are_gone_on_with(tmp_path: Path) -> None:
    """The last file, which is not full, becomes a piece again."""
    written(tmp_path / "run", 14)
    rows = begun(tmp_path / "run")
    rows.keep_only([(0, 14)])
    rows.add(14, table(14, 25))
    rows.join(all_of_them=True)
    assert files(tmp_path / "run") == written(tmp_path / "whole", 25)


def test_missing_and_damaged_rows_are_named(tmp_path: Path) -> None:
    rows = begun(tmp_path / "run")
    rows.add(0, table(0, 3))
    rows.add(5, table(5, 9))
    with pytest.raises(KeepingError, match="rows between game 0 and 8 are missing"):
        rows.join(all_of_them=True)
    rows.add(3, table(3, 5))
    for piece in (tmp_path / "run" / "pieces").iterdir():
        piece.write_bytes(b"PAR1")
    with pytest.raises(KeepingError, match="is damaged"):
        rows.join(all_of_them=True)


def test_rows_tell_winners_and_scores_by_seat() -> None:
    """Of pairs both seats have their side's score; a drawn game has no winner."""
    winners = [1, 2, 3]
    block = Block(4, 7, NOTHING, np.array([[[1, 6, 2, bits, 5, 9, 0, 0]] for bits in winners]))
    found = rows_of(block, 2**64 - 1, (0, 1, 0, 1)).to_pandas()
    assert list(found.game) == [4, 5, 6]
    assert list(found.winner) == [0, 1, -1]
    assert set(found.seed) == {2**64 - 1}
    first = found.iloc[0]
    assert list(first[["score_0", "score_1", "score_2", "score_3"]]) == [5, 9, 5, 9]
    assert list(first[["first_opener", "rounds", "blocked_rounds"]]) == [1, 6, 2]
