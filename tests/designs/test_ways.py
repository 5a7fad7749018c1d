"""One digest and one set of tables, by whatever way the games are played."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import simulator.designs.pages
import simulator.keeping.keeper
from simulator.designs.continuing import resume
from simulator.designs.experiment import ask
from simulator.designs.lifecycle import begun
from simulator.designs.merging import merge
from simulator.designs.run import Run
from simulator.designs.schedule import WHOLE, Shard
from tests.designs.test_executors import Post

ASKED: dict[str, dict[str, Any]] = {
    "simulate": {"policies": ["greedy", "random", "lightest"]},
    "compare": {"policies": ["greedy", "random", "hoarder"]},
    "duel": {"policies": ["greedy", "hoarder:spare=0"], "precision": 0.0001},
    "sweep": {"policies": ["hoarder:spare=0..2"], "against": "greedy"},
}
GAMES = 1500


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block is committed, and no page is drawn."""
    monkeypatch.setattr(simulator.keeping.keeper, "COMMIT_SECONDS", 0.0)
    monkeypatch.setattr(simulator.designs.pages, "build_page", lambda directory, analysis: None)


def played(design: str, out: Path, run: Run, games: int = GAMES, shard: Shard = WHOLE) -> None:
    """A run of a design, kept."""
    told = dict(ASKED[design])
    asked = ask(design, told.pop("policies"), games, 6, "draw", None, **told)
    with begun(asked, asked.playing, run, out, shard=shard) as running:
        running.keep(running.play())


def stopped(design: str, out: Path) -> None:
    """A run of a design, stopped in the middle."""

    def stop(done: int, games: int) -> None:
        if done > games // 3:
            raise KeyboardInterrupt

    told = dict(ASKED[design])
    asked = ask(design, told.pop("policies"), GAMES, 6, "draw", None, **told)
    with (
        pytest.raises(KeyboardInterrupt),
        begun(asked, asked.playing, Run(2), out) as running,
    ):
        running.play(stop)


@pytest.mark.parametrize("design", ASKED)
def test_every_way_ends_the_same(design: str, tmp_path: Path) -> None:
    """One thread, four, an executor, stopped and gone on with, extended twice, shards."""
    played(design, tmp_path / "one", Run(1))
    played(design, tmp_path / "four", Run(4))
    with ThreadPoolExecutor(3) as pool:
        played(design, tmp_path / "pool", Run(executor=pool))
    played(design, tmp_path / "post", Run(executor=Post()))
    stopped(design, tmp_path / "stopped")
    resume(tmp_path / "stopped", executor=Post())
    played(design, tmp_path / "extended", Run(2), games=GAMES // 5)
    resume(tmp_path / "extended", games=GAMES // 2)
    resume(tmp_path / "extended", games=GAMES)
    shards = [tmp_path / f"shard-{number}" for number in (1, 2, 3)]
    for number, shard in enumerate(shards, 1):
        played(design, shard, Run(2), shard=Shard(number, 3))
    merge(shards, tmp_path / "merged")
    ways = ("four", "pool", "post", "stopped", "extended", "merged")
    whole = tables(tmp_path / "one")
    assert len(whole) >= 3
    assert {way: tables(tmp_path / way) == whole for way in ways} == dict.fromkeys(ways, True)


def tables(directory: Path) -> dict[str, bytes]:
    """Every file of results but the manifest, which tells times."""
    return {
        path.name: path.read_bytes()
        for path in directory.iterdir()
        if path.is_file() and path.name != "manifest.json"
    }
