"""Results verified: everything played again, and every file compared with its hash."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulator.designs.experiment import Experiment
from simulator.designs.experiment_file import read_experiment
from simulator.designs.identity import identity_of
from simulator.designs.lifecycle import Begun
from simulator.designs.playing import Playing
from simulator.designs.result import Result
from simulator.designs.run import Progress, Run, silent
from simulator.designs.schedule import WHOLE, shard_named
from simulator.designs.sources import found_again


@dataclass(frozen=True)
class Verification:
    """What came of playing an experiment again.

    Attributes
    ----------
    result : of this time.
    manifest : of the earlier run.
    changes : what is not as it was then, in words: files, sources of policies, versions.
    changed_files : files of the directory that are not what was written.
    """

    result: Result
    manifest: dict[str, Any]
    changes: list[str]
    changed_files: list[str]

    @property
    def holds(self) -> bool:
        """Whether digest and files are the same."""
        same: bool = self.result.digest == self.manifest["digest"]
        return same and not self.changed_files


def verify(directory: Path, run: Run | None = None, progress: Progress = silent) -> Verification:
    """Play a results directory's experiment again and compare digest and files.

    What has changed since is told first, before anything is played.

    Parameters
    ----------
    directory : of the results.
    run : how it is played; progress : see `simulator.designs.lifecycle.Begun.play`.

    Raises
    ------
    DominosimError
        The directory is damaged or unfinished, or a policy is at fault.
    """
    from simulator.keeping.manifest import changed_files

    experiment, manifest = read_results(directory)
    files = changed_files(directory, manifest)
    policies = found_again(experiment, directory)
    now = dict(identity_of(experiment, policies).told)
    changes = [f"not as written: {', '.join(files)}"] if files else []
    changes += _changes(manifest, now)
    run = run or Run()
    for change in changes:
        run.tell(change)
    schedule = experiment.schedule(shard_named(manifest.get("shard", WHOLE)))
    result = Begun(Playing(experiment, policies, schedule, run)).play(progress)
    return Verification(result, manifest, changes, files)


def read_results(directory: Path) -> tuple[Experiment, dict[str, Any]]:
    """The experiment and the manifest of a finished results directory.

    Raises
    ------
    ResultsError
        The directory is missing, unfinished or damaged.
    ExperimentError
        Its experiment is.
    """
    from simulator.keeping.directory import read_directory

    file, manifest = read_directory(directory)
    return read_experiment(file), manifest


def _changes(manifest: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """What is not as it was when results were written."""
    from reports.results.cheats import cheats_of, name_of
    from simulator.keeping.manifest import machine

    before = {policy.get("spec"): policy.get("sha256") for policy in manifest["policies"]}
    sources = [
        name_of(policy["spec"], cheats_of(now))
        for policy in now["policies"]
        if before.get(policy["spec"]) != policy["sha256"]
    ]
    if sources:
        yield f"the source of {', '.join(sources)} has changed since"
    versions = [
        f"{name} {manifest.get(name)}, now {version}"
        for name, version in machine().items()
        if name not in ("schema", "platform") and manifest.get(name) != version
    ]
    if versions:
        yield f"it was made with {'; '.join(versions)}"
    if manifest.get("identity", {}).get("engine") != now["engine"]:
        yield "it was made by another version of the engine"
