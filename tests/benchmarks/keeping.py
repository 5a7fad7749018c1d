"""What it costs to keep a run, and what a long one leaves behind."""

from __future__ import annotations

import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np

GAMES = 3_000_000
SITTINGS = 5
MOST = 10**12


def keeping() -> None:
    """Throughput with commits, the opening of finished directories, bytes of 10^12 games."""
    with TemporaryDirectory() as folder:
        _commits(Path(folder))
        _opening(Path(folder))
    _stored()


def _commits(folder: Path) -> None:
    """CPU seconds of the whole process, which are less scattered than those of the clock."""
    shares = []
    for _ in range(SITTINGS):
        plain, kept = (_played(out) for out in (None, folder / "results"))
        shares.append(kept / plain - 1)
    spread = f"{min(shares):+.1%} to {max(shares):+.1%}"
    print(f"keeping: CPU seconds more with commits, {GAMES:,} games on two threads")
    print(f"  greedy v greedy         {median(shares):+.1%} ({spread})")


def _played(out: Path | None) -> float:
    from simulator.designs.experiment import ask
    from simulator.designs.lifecycle import begun
    from simulator.designs.run import Run

    asked = ask("simulate", ["greedy", "greedy"], GAMES, 0, "draw", None)
    with begun(asked, asked.policies, Run(2), out, force=True) as running:
        used = process_time()
        running.play()
        if running.playing.keeper is not None:
            running.playing.keeper.finish()
        used = process_time() - used
    if out is not None:
        shutil.rmtree(out)
    return used


def _opening(folder: Path) -> None:
    """A finished run whose parts say that they are of 10^9 games: counts of 10^4, times 10^5."""
    from simulator import compare, duel, simulate

    print("keeping: seconds to read a finished directory of 10^9 games, and its files")
    for name, play, more in (
        ("simulate", simulate, {}),
        ("compare", compare, {}),
        ("duel", duel, {"precision": 1e-4}),
    ):
        out = folder / name
        asked: Any = play
        asked(["greedy", "random"], 10_000, out=out, **more)
        _grow(out, name, 100_000)
        begun = perf_counter()
        result = _read(out)
        seconds = perf_counter() - begun
        files = sum(1 for path in out.rglob("*") if path.is_file())
        print(f"  {name:24}{seconds:.2f} s, {files} files, {result.games:,} games")


def _read(out: Path) -> Any:
    from simulator.designs.continuing import resume

    return resume(out)


def _grow(out: Path, name: str, times: int) -> None:
    """Make of a directory's run one of so many times the games."""
    import json

    from simulator.designs.identity import Identity
    from simulator.keeping.parts import Part, part_of
    from simulator.keeping.store import Store

    manifest = json.loads((out / "manifest.json").read_text())
    fingerprint = Identity(manifest["identity"]).fingerprint
    (path,) = (out / "parts").iterdir()
    part = part_of(path.read_bytes(), fingerprint)
    assert part is not None
    marks = _marks(name, part.last * times)
    share = np.array([mark / part.last for mark in marks])
    words = part.total[part.start : part.start + part.snapshots.shape[1]]
    snapshots = (share[:, None] * words).astype(np.int64)
    if name == "duel":  # the results of a look add up to its groups
        snapshots[:, 0] += np.array(marks, np.int64) - snapshots[:, :5].sum(axis=1)
    stretch = part.table, 0, part.last * times
    grown = Part(*stretch, part.total * times, np.array(marks, np.int64), snapshots, part.start)
    path.unlink()
    Store(out / "parts", fingerprint, print).commit(grown)
    file = out / "experiment.toml"
    file.write_text(file.read_text().replace("games = 10000\n", f"games = {10_000 * times}\n"))


def _marks(name: str, last: int) -> list[int]:
    """The numbers of groups at which a design keeps its counts."""
    from reports.statistics.looks import looks_within
    from simulator.designs.tables import course

    kinds = {"simulate": [], "compare": course(0, last), "duel": list(looks_within(0, last))}
    return kinds[name]


def _stored() -> None:
    """Parts of 10^12 games, with words as large as they come to be."""
    from simulator.designs.experiment import ask, design_named
    from simulator.keeping.parts import Part
    from strategies import policies

    print("keeping: bytes of 10^12 games, a table")
    for name in ("simulate", "compare", "duel"):
        asked = ask(name, ["greedy", "random"], MOST, 0, "draw", None)
        table = design_named(name).table(asked, policies("greedy", "random"), 0)
        part = table.count(0, 0, 20_000)
        times = asked.schedule().groups // part.last
        marks = np.array(_marks(name, asked.schedule().groups), np.int64)
        width = part.snapshots.shape[1] if len(part.marks) else 0
        words = part.total[part.start : part.start + width]
        snapshots = (marks[:, None] / part.last * words).astype(np.int64)
        stretch = 0, 0, part.last * times
        whole = Part(*stretch, part.total * times, marks, snapshots, part.start)
        print(f"  {name:24}{len(whole.as_bytes('0' * 64)):,} bytes, {len(marks):,} marks")
