"""A scheduler under load: two workers against two threads, and a thousand workers in simulation."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

GAMES = 10_000_000
SITTINGS = 3
WORKERS = 1000
SECONDS = 2.0  # of a block in the simulation
LOAD = 0.05


def cluster() -> None:
    """Throughput of two processes; messages, and the block length for a thousand workers."""
    _two()
    _thousand()


def _two() -> None:
    import distributed

    from simulator import simulate

    print(f"cluster: {GAMES:,} games on two worker processes, as a share of two threads' speed")
    shares = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
        ) as found,
        distributed.Client(found, set_as_default=False) as client,
    ):
        for _ in range(SITTINGS):
            here = simulate(["greedy", "greedy"], GAMES, threads=2)
            executor = client.get_executor(pure=False)
            there = simulate(["greedy", "greedy"], GAMES, threads=2, executor=executor)
            assert here.digest == there.digest
            shares.append(here.elapsed / there.elapsed)
    spread = f"{min(shares):.2f} to {max(shares):.2f}"
    print(f"  greedy v greedy         {median(shares):.2f} ({spread})")


def _thousand() -> None:
    """A real scheduler; its workers sleep as long as a block takes and send as many bytes."""
    import distributed
    import psutil

    print(f"cluster: a scheduler with {WORKERS:,} workers, by simulation")
    sizes = {name: _sizes(name) for name in ("simulate", "compare", "duel")}
    for name, (asked, told) in sizes.items():
        print(f"  {name:24}{asked:,} bytes to a worker and {told:,} bytes back, a block")
    payload = max(told for _, told in sizes.values())
    with (
        _scheduler() as (address, pid),
        distributed.Client(address, set_as_default=False) as client,
    ):
        client.wait_for_workers(4)
        process, blocks = psutil.Process(pid), 4 * WORKERS
        _wait(client, WORKERS, payload)
        used, seen = sum(process.cpu_times()[:2]), time.monotonic()
        _wait(client, blocks, payload)
        used, seen = sum(process.cpu_times()[:2]) - used, time.monotonic() - seen
    cost = used / blocks
    print(f"  {cost * 1000:.2f} ms of the scheduler a block ({blocks / seen:.0f} blocks a second)")
    print(f"  under {LOAD:.0%} load with blocks of {WORKERS * cost / LOAD:.0f} s and longer")


def _wait(client: Any, blocks: int, payload: int) -> None:
    """As a run has them: so many blocks, two for every worker under way."""
    executor = client.get_executor(pure=False)
    futures = [executor.submit(_sleep, payload) for _ in range(min(blocks, 2 * WORKERS))]
    for number in range(blocks):
        futures[number].result()
        if len(futures) < blocks:
            futures.append(executor.submit(_sleep, payload))


def _sleep(payload: int) -> bytes:
    time.sleep(SECONDS)
    return os.urandom(payload)


@contextmanager
def _scheduler() -> Iterator[tuple[str, int]]:
    """A scheduler and four processes with 250 threads each, all of their own."""
    address = "tcp://127.0.0.1:18786"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    line = [*dask, "--host", "127.0.0.1", "--port", "18786", "--no-dashboard"]
    processes = [subprocess.Popen(line, env=environment, **quiet)]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard"]
    for _ in range(4):
        line = [*worker, "--nthreads", str(WORKERS // 4), "--no-nanny"]
        processes.append(subprocess.Popen(line, env=environment, **quiet))
    try:
        yield address, processes[0].pid
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait()


def _sizes(name: str) -> tuple[int, int]:
    """Bytes of a task and of a block that took some seconds."""
    from simulator.designs.crews import Task
    from simulator.designs.experiment import ask, design_named
    from simulator.designs.identity import identity_of
    from simulator.designs.sources import sources_of
    from strategies import policies

    asked, chosen = (
        ask(name, ["greedy", "random"], 10**12, 0, "draw", None),
        policies("greedy", "random"),
    )
    task = Task(asked.as_toml(), sources_of(chosen, {}), identity_of(asked, chosen).as_json())
    part = design_named(name).table(asked, chosen, 0).count(0, 10**6, 10**6 + 400_000)
    return len(pickle.dumps((task.play, 0, 10**9, 10**9 + 10**6, False))), len(pickle.dumps(part))
