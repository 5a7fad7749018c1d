"""A results directory: written whole or not at all, gone on with, read again.

While a run goes on, its files are in a hidden directory beside the one asked for: the experiment, a
checkpoint every few seconds, and the rows of games. At the end everything is there and the
directory is renamed. So what is called by its own name is always complete.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic
from typing import Any
from zipfile import BadZipFile

import numpy as np

from simulator.compiling.sources import fingerprint
from simulator.designs.blocks import Progress
from simulator.designs.compare import TableResult
from simulator.designs.experiment import Experiment, read_experiment
from simulator.designs.simulate import empty_tally
from simulator.engine.matchup import Block, Matchup
from simulator.errors import ResultsError
from simulator.policy import Policy
from simulator.rules import Rules

SCHEMA = 1
CHECKPOINT_SECONDS = 10.0
_EXPERIMENT, _MANIFEST, _CHECKPOINT = "experiment.toml", "manifest.json", "checkpoint.npz"


class RunDirectory:
    """Where a run in progress writes; `finish` gives it its name, `discard` removes it.

    Parameters
    ----------
    target : the directory asked for.
    force : bool, whether `target` may hold files already; they are replaced when the run is done.

    Raises
    ------
    ResultsError
        `target` is not empty, no directory, or cannot be written.
    """

    def __init__(self, target: Path, force: bool = False) -> None:
        self.target = target
        self.path = target.absolute().parent / f".{target.absolute().name}.partial"
        self._saved_at = monotonic()
        if target.exists() and not target.is_dir():
            raise ResultsError(f"{target} is a file; --out names a directory")
        if not force and target.is_dir() and any(target.iterdir()):
            raise ResultsError(f"{target} is not empty; choose another --out or add --force")

    def begin(self, experiment: Experiment, keep_rows: bool) -> None:
        """Start afresh."""
        try:
            shutil.rmtree(self.path, ignore_errors=True)
            self.path.mkdir(parents=True)
            (self.path / _EXPERIMENT).write_text(experiment.as_toml(), encoding="utf-8")
            if keep_rows:
                self.rows.mkdir()
        except OSError as error:
            raise ResultsError(f"{self.target} cannot be written: {error.strerror}") from None

    @property
    def rows(self) -> Path:
        """The directory of the games' rows; it exists where they are kept."""
        return self.path / "games.parquet"

    @property
    def tables(self) -> KeptTables:
        """The tables of a comparison that are done."""
        return KeptTables(self.path / "tables")

    def resume(self, rules: Rules) -> Progress:
        """How far the run that was begun here had come."""
        progress = Progress(0, empty_tally(rules))
        try:
            with np.load(self.path / _CHECKPOINT) as stored:
                progress = Progress(int(stored["games"]), stored["tally"])
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError):
            raise ResultsError(
                f"the checkpoint of {self.target} is damaged; run it again"
            ) from None
        if progress.tally.shape != empty_tally(rules).shape:
            raise ResultsError(
                f"the checkpoint of {self.target} is of another version; run it again"
            )
        for part in self.rows.glob("*.parquet"):
            if int(part.stem) >= progress.games:
                part.unlink()
        return progress

    def is_due(self) -> bool:
        """Whether the last checkpoint is so old that a new one should be written."""
        return monotonic() - self._saved_at >= CHECKPOINT_SECONDS

    def save(self, progress: Progress) -> None:
        """Write a checkpoint."""
        part = self.path / "checkpoint.part.npz"
        np.savez(part, games=progress.games, tally=progress.tally)
        os.replace(part, self.path / _CHECKPOINT)
        self._saved_at = monotonic()

    def finish(self) -> None:
        """Give the complete directory its name, replacing what was there."""
        (self.path / _CHECKPOINT).unlink(missing_ok=True)
        shutil.rmtree(self.path / "tables", ignore_errors=True)
        old = self.path.with_suffix(".old")
        shutil.rmtree(old, ignore_errors=True)
        if self.target.exists():
            os.rename(self.target, old)
        os.rename(self.path, self.target)
        shutil.rmtree(old, ignore_errors=True)

    def discard(self) -> None:
        """Remove what was written."""
        shutil.rmtree(self.path, ignore_errors=True)


class KeptTables:
    """The finished tables of a comparison, a file each, so that a stopped one can go on."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def save(self, index: int, table: TableResult) -> None:
        """Keep a table."""
        self._path.mkdir(exist_ok=True)
        part = self._path / f"{index}.part.npz"
        arrays = {f"snapshot_{groups}": moments for groups, moments in table.snapshots.items()}
        arrays["tally"] = table.tally
        np.savez(part, **arrays)  # type: ignore[arg-type]
        os.replace(part, self._path / f"{index}.npz")

    def load(self, index: int, matchup: Matchup) -> TableResult | None:
        """A table that was kept; None if it was not, or is damaged."""
        try:
            with np.load(self._path / f"{index}.npz") as stored:
                found = {
                    int(name.removeprefix("snapshot_")): stored[name]
                    for name in stored.files
                    if name.startswith("snapshot_")
                }
                tally = stored["tally"]
        except (OSError, ValueError, KeyError, BadZipFile):
            return None
        if tally.shape != (matchup.layout.size,):
            return None
        specs = tuple(policy.spec for policy in matchup.policies)
        return TableResult(specs, matchup.layout, matchup.seatings, tally, found)


class GameRows:
    """Writes rows of games as Parquet, a file for every stretch of games, named by its first."""

    def __init__(self, directory: Path, experiment: Experiment, rules: Rules) -> None:
        self._directory, self._experiment, self._rules = directory, experiment, rules
        self._blocks: list[Block] = []

    def add(self, block: Block) -> None:
        """Keep a block's rows; a file is written once there are a million."""
        self._blocks.append(block)
        if block.last - self._blocks[0].first >= 1_000_000:
            self.flush()

    def flush(self) -> None:
        """Write what is kept; a file appears whole or not at all."""
        if not self._blocks:
            return
        import pyarrow as pa
        import pyarrow.parquet as pq

        first = self._blocks[0].first
        kept = [block.rows for block in self._blocks if block.rows is not None]
        rows = np.concatenate(kept)[:, 0]
        winners = rows[:, 3]
        outright = (winners & (winners - 1)) == 0
        winner = np.where(outright, np.log2(np.maximum(winners, 1)).astype(np.int64), -1)
        number = len(rows)
        columns = {
            "game": pa.array(np.arange(first, first + number)),
            "seed": pa.array(np.full(number, self._experiment.seed, dtype=np.uint64)),
            "first_opener": pa.array(rows[:, 0].astype(np.int8)),
            "rounds": pa.array(rows[:, 1].astype(np.int32)),
            "blocked_rounds": pa.array(rows[:, 2].astype(np.int32)),
            "winner": pa.array(winner.astype(np.int8)),
        }
        for seat in range(self._rules.players):
            score = rows[:, 4 + self._rules.side_of(seat)]
            columns[f"score_{seat}"] = pa.array(score.astype(np.int32))
        path = self._directory / f"{first:015d}.parquet"
        pq.write_table(pa.table(columns), path.with_suffix(".part"))
        os.replace(path.with_suffix(".part"), path)
        self._blocks = []


@dataclass(frozen=True)
class Made:
    """How a result was made: what stands in its manifest beside the experiment."""

    rules: Rules
    policies: Sequence[Policy]
    games: int
    rounds: int
    digest: str
    threads: int
    elapsed: float


def write_tables(path: Path, tables: Mapping[str, Any]) -> None:
    """Write data frames by file name, as CSV or Parquet."""
    for name, frame in tables.items():
        if name.endswith(".parquet"):
            frame.to_parquet(path / name, index=False)
        else:
            frame.to_csv(path / name, index=False)


def write_manifest(path: Path, experiment: Experiment, made: Made) -> None:
    """Write versions, rules, hashes of the policies' sources and of all files, digest, timings."""
    text = json.dumps(manifest_of(experiment, made) | {"files": hashes_of(path)}, indent=2)
    (path / _MANIFEST).write_text(text + "\n", encoding="utf-8")


def hashes_of(path: Path) -> dict[str, str]:
    """`sha256:` and the hash of every file of a directory that results are kept in, by name.

    Left out are the manifest, what is built from the results, and what is there while they are
    made.
    """
    passing = (_MANIFEST, _CHECKPOINT, "tables", "figures", "report.html")
    names = [p.relative_to(path) for p in path.rglob("*") if p.is_file()]
    return {
        name.as_posix(): f"sha256:{hashlib.sha256((path / name).read_bytes()).hexdigest()}"
        for name in sorted(names)
        if name.parts[0] not in passing
    }


def manifest_of(experiment: Experiment, made: Made) -> dict[str, Any]:
    """The manifest of a result."""
    elapsed = max(made.elapsed, 1e-9)
    return {
        "schema": SCHEMA,
        "dominosim": own_version(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("numpy", "numba")},
        "platform": f"{platform.system()} {platform.machine()}",
        "command": experiment.command(),
        "rules": made.rules.as_dict(),
        "policies": [
            {"spec": policy.spec, "sha256": fingerprint(policy.decide)} for policy in made.policies
        ],
        "games": made.games,
        "rounds": made.rounds,
        "digest": made.digest,
        "threads": made.threads,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "elapsed_seconds": round(elapsed, 3),
        "games_per_second": round(made.games / elapsed, 1),
        "rounds_per_second": round(made.rounds / elapsed, 1),
    }


def own_version() -> str:
    """The installed version of dominosim."""
    try:
        return version("dominosim")
    except PackageNotFoundError:
        return "unknown"


def read_directory(directory: Path) -> tuple[Experiment, dict[str, Any]]:
    """The experiment and the manifest of a finished run.

    Raises
    ------
    ResultsError
        The directory is missing, unfinished or damaged.
    """
    if not directory.is_dir():
        unfinished = RunDirectory(directory, force=True).path.is_dir()
        hint = f"its run is unfinished: dominosim run --resume {directory}" if unfinished else ""
        raise ResultsError(
            f"there is no results directory {directory}" + (f"; {hint}" if hint else "")
        )
    for name in (_EXPERIMENT, _MANIFEST):
        if not (directory / name).is_file():
            raise ResultsError(f"{directory} is no results directory: {name} is missing")
    try:
        manifest = json.loads((directory / _MANIFEST).read_text(encoding="utf-8"))
        manifest["digest"], manifest["policies"]  # what `verify` compares
    except (OSError, ValueError, KeyError, TypeError):
        raise ResultsError(f"{directory / _MANIFEST} is damaged") from None
    return read_experiment(directory / _EXPERIMENT), manifest
