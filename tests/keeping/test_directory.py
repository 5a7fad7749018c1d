"""A directory in progress: whole or not at all; checkpoints and tables that can be gone on with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simulator.engine.matchup import Block
from simulator.errors import ResultsError
from simulator.keeping.directory import RunDirectory, begun, read_directory
from simulator.keeping.rows import GameRows

EMPTY = np.zeros(3, dtype=np.int64)
TALLY = np.array([1, 2, 3])


def block(first: int, *winners: int) -> Block:
    """Games of one round whose winners, a bit a side, are these; side 1 has 9 points."""
    rows = np.array([[[1, 1, 0, bits, 5, 9, 0, 0]] for bits in winners])
    return Block(first, first + len(winners), EMPTY, rows)


@pytest.fixture
def directory(tmp_path: Path) -> RunDirectory:
    """A run that has begun, with rows of games."""
    started = RunDirectory(tmp_path / "results")
    started.begin("asked", keep_rows=True)
    return started


def test_it_has_its_name_when_it_is_finished(directory: RunDirectory) -> None:
    directory.checkpoint.save(10, TALLY)
    directory.tables.save(0, {"tally": TALLY})
    directory.write({"a.csv": pd.DataFrame({"x": [1]}), "b.json": "{}"})
    directory.write_manifest({"digest": "", "policies": []})
    assert not directory.target.exists()
    directory.finish()
    names = {path.name for path in directory.target.iterdir()}
    assert names == {"experiment.toml", "games.parquet", "a.csv", "b.json", "manifest.json"}
    assert [path.name for path in directory.target.parent.iterdir()] == ["results"]
    file, manifest = read_directory(directory.target)
    assert file.read_text() == "asked"
    assert set(manifest["files"]) == {"experiment.toml", "a.csv", "b.json"}


def test_nothing_is_left_of_one_that_is_discarded(directory: RunDirectory) -> None:
    directory.discard()
    assert list(directory.target.parent.iterdir()) == []


def test_a_run_goes_on_where_its_checkpoint_was(directory: RunDirectory) -> None:
    """Rows of games that the checkpoint does not count are played again."""
    assert directory.resume(EMPTY)[0] == 0
    rows = GameRows(directory.rows, 7, (0, 1))
    rows.add(block(0, 1, 2))
    rows.flush()
    directory.checkpoint.save(2, TALLY)
    rows.add(block(2, 3))
    rows.flush()
    assert len(list(directory.rows.iterdir())) == 2
    games, tally = begun(directory.target).resume(EMPTY)
    assert (games, list(tally)) == (2, [1, 2, 3])
    kept = pd.read_parquet(directory.rows)
    assert list(kept.game) == [0, 1]
    assert list(kept.winner) == [0, 1]
    assert list(kept.score_1) == [9, 9]


def test_a_drawn_game_has_no_winner(directory: RunDirectory) -> None:
    rows = GameRows(directory.rows, 2**64 - 1, (0, 1, 0, 1))
    rows.add(block(4, 3, 2))
    rows.flush()
    kept = pd.read_parquet(directory.rows)
    assert list(kept.winner) == [-1, 1]
    assert set(kept.seed) == {2**64 - 1}
    assert list(kept.iloc[0][["score_0", "score_1", "score_2", "score_3"]]) == [5, 9, 5, 9]


@pytest.mark.parametrize(("content", "told"), [(b"PK", "damaged"), (b"", "damaged")])
def test_a_damaged_checkpoint_is_told(directory: RunDirectory, content: bytes, told: str) -> None:
    (directory.path / "checkpoint.npz").write_bytes(content)
    with pytest.raises(ResultsError, match=told):
        directory.resume(EMPTY)


def test_a_checkpoint_of_another_version_is_told(directory: RunDirectory) -> None:
    directory.checkpoint.save(2, TALLY)
    with pytest.raises(ResultsError, match="another version"):
        directory.resume(np.zeros(4, dtype=np.int64))


def test_a_damaged_table_is_played_again(directory: RunDirectory) -> None:
    assert directory.tables.load(0) is None
    directory.tables.save(0, {"tally": TALLY})
    kept = directory.tables.load(0)
    assert kept is not None
    assert list(kept["tally"]) == [1, 2, 3]
    (directory.path / "tables" / "0.npz").write_bytes(b"PK")
    assert directory.tables.load(0) is None


def test_what_was_never_begun_cannot_be_gone_on_with(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"no run of .*nowhere to go on with$"):
        begun(tmp_path / "nowhere")
    (tmp_path / "done").mkdir()
    with pytest.raises(ResultsError, match="it is finished"):
        begun(tmp_path / "done")


def test_an_unfinished_run_is_no_result(directory: RunDirectory) -> None:
    with pytest.raises(ResultsError, match="is unfinished: dominosim run --resume"):
        read_directory(directory.target)
