"""A Dask scheduler as what plays the blocks of a run, near or far.

Dask's `ClientExecutor` is an executor of Python's kind; nothing else of this program knows Dask.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from simulator.designs.run import Run
from simulator.errors import ExperimentError

_PATIENCE = 30.0  # seconds for a scheduler to answer, and for a first worker


@contextmanager
def on_cluster(run: Run, name: str | None) -> Iterator[Run]:
    """The run as it goes on a cluster; as it is without a name.

    Parameters
    ----------
    run : how it would go here.
    name : `tcp://HOST:PORT` of a scheduler, or `local:N` to start one here with N processes.

    Raises
    ------
    ExperimentError
        Dask is not installed, the name is none, or no scheduler or worker answers.
    """
    if name is None:
        yield run
        return
    processes = _processes(name)
    with ExitStack() as stack:
        client = _client(name, processes, stack)
        workers = sum(client.nthreads().values())
        yield replace(run, executor=client.get_executor(pure=False), threads=workers)


def _processes(name: str) -> int:
    """How many processes to start here; 0 for a scheduler that runs."""
    match = re.fullmatch(r"local:([0-9]{1,3})", name)
    if match and int(match[1]) > 0:
        return int(match[1])
    if match or not re.fullmatch(r"(tcp|tls|ucx|ws|wss)://\S+:[0-9]+", name):
        raise ExperimentError(
            f"--cluster is tcp://HOST:PORT of a Dask scheduler, or local:4, not {name!r}"
        )
    return 0


def _client(name: str, processes: int, stack: ExitStack) -> Any:
    try:
        import distributed
    except ImportError:
        raise ExperimentError(
            "--cluster needs Dask; install it with: pip install 'dominosim[cluster]'"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        address: Any = name
        if processes:
            address = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=processes,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
            )
        client = stack.enter_context(
            distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
        )
        client.wait_for_workers(max(1, processes), timeout=_PATIENCE)
    except (OSError, TimeoutError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise ExperimentError(f"no worker answers at {name}: {reason}") from None
    return client
