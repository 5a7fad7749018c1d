"""The life of a run, whatever its design: begun, played or gone on with, kept, verified."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import Experiment, design_named
from simulator.designs.experiment_file import read_experiment
from simulator.designs.result import Result
from simulator.designs.run import Progress, Run, silent
from simulator.errors import DominosimError, ExperimentError, ResultsError

if TYPE_CHECKING:
    from simulator.keeping.directory import RunDirectory
    from simulator.policy import Policy


def start(
    experiment: Experiment,
    policies: Sequence[Policy | str],
    threads: int | None = None,
    progress: Progress = silent,
    out: str | Path | None = None,
    force: bool = False,
    save_games: bool = False,
) -> Any:
    """Play an experiment and, with `out`, keep its results there.

    An error leaves no directory behind; Ctrl-C leaves one to go on with.

    Parameters
    ----------
    experiment : what is asked.
    policies : its policies; texts are resolved.
    threads, progress : see `simulator.designs.run.Run`.
    out : the results directory; None to keep nothing.
    force : bool, whether `out` may hold files already, which are replaced.
    save_games : bool, whether to keep a row of every game too.

    Returns
    -------
    Result
        The design's own kind.

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.
    """
    if save_games and out is None:
        raise ExperimentError("--save-games keeps rows in a directory; add --out DIR")
    run = Run(threads, progress, _directory(out, force))
    seated = resolved(policies)  # what cannot be found leaves no directory
    if run.directory is not None:
        run.directory.begin(experiment.as_toml(), save_games)
    return _perform(experiment, seated, run)


def resume(out: Path, threads: int | None = None, progress: Progress = silent) -> Any:
    """Go on with the run of a results directory that was stopped; see `start`.

    Raises
    ------
    ResultsError
        No such run was begun, or what it kept is damaged.
    """
    from simulator.keeping.directory import EXPERIMENT, begun

    directory = begun(out)
    experiment = read_experiment(directory.path / EXPERIMENT)
    return _perform(experiment, resolved(experiment.policies), Run(threads, progress, directory))


def resolved(policies: Sequence[Policy | str]) -> list[Policy]:
    """The policies, those that are named by a text resolved; the others are as they were given."""
    from strategies.registry import resolve

    return [resolve(policy) if isinstance(policy, str) else policy for policy in policies]


def build_page(directory: Path, analysis: Any = None) -> Path:
    """Build the report of a results directory; damage becomes one line.

    Without the analysis of its result the directory is read and analysed.
    """
    from reports import DamagedResults, build

    try:
        return build(directory, analysis)
    except DamagedResults as error:
        raise ResultsError(str(error)) from None


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


def _directory(out: str | Path | None, force: bool) -> RunDirectory | None:
    from simulator.keeping.directory import RunDirectory

    return None if out is None else RunDirectory(Path(out), force)


def _perform(experiment: Experiment, policies: Sequence[Policy], run: Run) -> Result:
    try:
        result: Result = design_named(experiment.design).play(experiment, policies, run)
        if run.directory is not None:
            _keep(result, run.directory)
    except DominosimError:
        if run.directory is not None:
            run.directory.discard()
        raise
    return result


def _keep(result: Result, directory: RunDirectory) -> None:
    """Write what is kept of a result and give the directory its name."""
    directory.write(result.files())
    directory.write_manifest(result.manifest)
    if design_named(result.experiment.design).has_page:
        build_page(directory.path, result.analysis)
    directory.finish()


# -- again -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verification:
    """What came of playing an experiment again.

    Attributes
    ----------
    result : of this time.
    manifest : of the earlier run.
    changed_sources : texts of the policies whose source has another hash than then.
    changed_files : files of the directory that are not what was written.
    """

    result: Result
    manifest: dict[str, Any]
    changed_sources: list[str]
    changed_files: list[str]

    @property
    def holds(self) -> bool:
        """Whether digest and files are the same."""
        same: bool = self.result.digest == self.manifest["digest"]
        return same and not self.changed_files


def verify(
    directory: Path, threads: int | None = None, progress: Progress = silent
) -> Verification:
    """Play a results directory's experiment again and compare digest and files.

    Raises
    ------
    DominosimError
        The directory is damaged or unfinished, or a policy is at fault.
    """
    from simulator.keeping.manifest import changed_files

    experiment, manifest = read_results(directory)
    policies = resolved(experiment.policies)
    run = Run(threads, progress)
    result: Result = design_named(experiment.design).play(experiment, policies, run)
    before = {policy.get("spec"): policy.get("sha256") for policy in manifest["policies"]}
    sources = [
        policy["spec"]
        for policy in result.manifest["policies"]
        if before.get(policy["spec"]) != policy["sha256"]
    ]
    return Verification(result, manifest, sources, changed_files(directory, manifest))
