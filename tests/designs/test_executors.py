"""Games played elsewhere: the same digests by any executor, and nothing counted twice or unseen."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from simulator import compare, duel, simulate
from simulator.designs import crews
from simulator.designs.continuing import resume
from simulator.errors import WorkerError
from simulator.policy import place, policy
from simulator.tiles import lightest
from strategies import registry, shipped
from tests.cli.conftest import Call

pytestmark = pytest.mark.xdist_group("executors")
"""One cluster for all of them."""

SOURCE = """
from beside.choice import chosen
from simulator.policy import place, policy

@policy("mine", summary="as a module of its own folder chooses", ignores_scores=True, k=1)
def mine(view, params):
    return place(view, chosen(view.playable))
"""
BESIDE = """
from simulator.policy import helper
from simulator.tiles import heaviest

@helper
def chosen(tiles):
    return heaviest(tiles)
"""


class Post(Executor):
    """Plays at once what is submitted, from bytes and into bytes, as other processes would."""

    def __init__(self) -> None:
        self._max_workers = 2
        self.sent = list[int]()
        self.received = list[int]()

    def submit(self, function: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        """Play it."""
        future: Future[Any] = Future()
        data = pickle.dumps((function, arguments))
        self.sent.append(len(data))
        try:
            known, told = pickle.loads(data)
            result = pickle.dumps(known(*told))
            self.received.append(len(result))
            future.set_result(pickle.loads(result))
        except Exception as error:
            future.set_exception(pickle.loads(pickle.dumps(error)))
        return future


@pytest.fixture
def post() -> Iterator[Post]:
    """An executor whose workers know nothing yet."""
    crews._players.cache_clear()
    yield Post()
    crews._players.cache_clear()


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A policy that needs a module beside its file."""
    (tmp_path / "lab" / "beside").mkdir(parents=True)
    (tmp_path / "lab" / "mine.py").write_text(SOURCE)
    (tmp_path / "lab" / "beside" / "__init__.py").write_text("")
    (tmp_path / "lab" / "beside" / "choice.py").write_text(BESIDE)
    return f"{tmp_path / 'lab' / 'mine.py'}:mine:k=2"


PLAYED: dict[str, Callable[..., Any]] = {
    "simulate": lambda policies, **more: simulate(policies, 3000, seed=4, **more),
    "compare": lambda policies, **more: compare([*policies, "lightest"], 600, seed=4, **more),
    "duel": lambda policies, **more: duel(policies, 3000, seed=4, margin=0.01, **more),
}


@pytest.mark.parametrize("design", PLAYED)
def test_digests_are_those_of_threads_here(design: str, post: Post, mine: str) -> None:
    """A user's files travel; greedy plays as they say."""
    here = PLAYED[design](["random", "greedy"])
    there = PLAYED[design](["random", mine], executor=post)
    assert there.digest == here.digest
    assert len(post.sent) > 3
    with ThreadPoolExecutor(2) as pool:
        assert PLAYED[design](["random", "greedy"], executor=pool).digest == here.digest


def test_messages_are_small(post: Post, mine: str) -> None:
    """A task is texts, a part of a comparison mostly zeros: kilobytes."""
    compare([mine, "random"], 4000, executor=post)
    assert max(post.sent) < 8_000
    assert max(post.received) < 60_000


def test_rows_of_games_come_back(
    post: Post, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulator.designs.pages.build_page", lambda directory, analysis: None)
    one, other = tmp_path / "one", tmp_path / "other"
    simulate(["greedy", "random"], 2500, out=one, save_games=True)
    simulate(["greedy", "random"], 2500, out=other, save_games=True, executor=post)
    here, there = (
        [file.read_bytes() for file in sorted((out / "games.parquet").iterdir())]
        for out in (one, other)
    )
    assert here == there


@policy("greedy", summary="is not what the name says")
def impostor(view: Any, params: Any) -> int:
    """Plays the lightest tile."""
    return place(view, lightest(view.playable))


def test_a_policy_that_is_another_one_there_is_named(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = post.submit

    def submit(function: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        with monkeypatch.context() as there:
            there.setattr(registry, "shipped", lambda: {**shipped(), "greedy": impostor})
            return sent(function, *arguments)

    monkeypatch.setattr(post, "submit", submit)
    with pytest.raises(WorkerError, match="the source of greedy is not the same there"):
        simulate(["greedy", "random"], 100, executor=post)


def test_an_engine_that_is_another_one_there_is_named(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = post.submit

    def submit(function: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        with monkeypatch.context() as there:
            there.setattr("simulator.compiling.cache._ENGINE_SOURCES", "0" * 64)
            return sent(function, *arguments)

    monkeypatch.setattr(post, "submit", submit)
    with pytest.raises(WorkerError, match="the engine is not the same there"):
        simulate(["greedy", "random"], 100, executor=post)


def test_a_run_goes_on_by_another_executor(
    post: Post, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begun on threads and stopped, gone on with elsewhere."""

    def stop(played: int, games: int) -> None:
        if played > games // 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("simulator.designs.pages.build_page", lambda directory, analysis: None)
    out = tmp_path / "results"
    with pytest.raises(KeyboardInterrupt):
        simulate(["greedy", "random"], 3000, out=out, progress=stop)
    assert resume(out, executor=post).digest == simulate(["greedy", "random"], 3000).digest


# -- a cluster ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes of a scheduler on this machine."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=60
    ) as found:
        yield found


def test_commands_play_on_a_scheduler(cluster: Any, call: Call, mine: str) -> None:
    for line in (
        ["simulate", "random", mine, "--games", "2000"],
        ["compare", "random", mine, "--games", "400", "--json"],
        ["duel", "random", mine, "--max-games", "2000"],
    ):
        here = call(*line, "--quiet")
        there = call(*line, "--quiet", "--cluster", cluster.scheduler_address)
        assert there.code == 0, there.err
        digests = [
            [word for word in told.out.replace('"', " ").split() if word.startswith("sha256:")]
            for told in (here, there)
        ]
        assert digests[0] == digests[1] != []


def test_blocks_of_a_worker_that_dies_are_counted_once(cluster: Any) -> None:
    distributed = pytest.importorskip("distributed")
    killed = list[int]()
    with distributed.Client(cluster, set_as_default=False) as client:

        def kill(played: int, games: int) -> None:
            if not killed and played > games // 4:
                pid = next(iter(client.run(os.getpid).values()))
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        executor = client.get_executor(pure=False)
        told = {"seed": 3, "executor": executor, "threads": 2}
        found = simulate(["greedy", "hoarder"], 300_000, progress=kill, **told)
    assert killed
    assert found.digest == simulate(["greedy", "hoarder"], 300_000, seed=3).digest


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("local:0", "is tcp://HOST:PORT of a Dask scheduler, or local:4"),
        ("local", "is tcp://HOST:PORT of a Dask scheduler, or local:4"),
        ("localhost:8786", "is tcp://HOST:PORT of a Dask scheduler, or local:4"),
        ("tcp://127.0.0.1:1", "no worker answers at tcp://127.0.0.1:1"),
    ],
)
def test_a_cluster_that_is_none_is_one_line(
    call: Call, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    monkeypatch.setattr("simulator.designs.cluster._PATIENCE", 0.5)
    outcome = call("simulate", "greedy", "random", "--games", "10", "--cluster", name)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert told in outcome.err


def test_without_dask_it_is_said_how_to_have_it(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    outcome = call("simulate", "greedy", "random", "--games", "10", "--cluster", "local:2")
    assert outcome.code == 2
    assert "pip install 'dominosim[cluster]'" in outcome.err
