"""The report of a results directory: drawn with the results, and built again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simulator.designs.experiment import design_named
from simulator.designs.experiment_file import read_experiment
from simulator.designs.result import Result
from simulator.errors import DominosimError, KeepingError, ResultsError


def build_page(directory: Path, analysis: Any = None) -> Path:
    """Build the report of a results directory; damage becomes one line.

    Without the analysis of its result the directory is read and analysed.
    """
    from reports import DamagedResults, build

    try:
        return build(directory, analysis)
    except DamagedResults as error:
        raise ResultsError(str(error)) from None


def rebuild_page(directory: Path) -> Path:
    """Build the report of a finished results directory again.

    Raises
    ------
    ResultsError
        The directory is missing, unfinished, damaged, or of what has no report.
    """
    from simulator.keeping.directory import read_directory
    from simulator.keeping.manifest import vouch_again

    file, manifest = read_directory(directory)
    design = read_experiment(file).design
    if "shard" in manifest:
        raise ResultsError(f"{directory} is a shard of a run; merge all of them: dominosim merge")
    if not design_named(design).has_page:
        kept = ", ".join(name for name in manifest["files"] if "/" not in name)
        raise ResultsError(f"a {design} has no report; {directory} holds {kept}")
    try:
        page = build_page(directory)
        vouch_again(directory, manifest, ("report.html", "figures"))
    except OSError as error:
        raise KeepingError(f"{directory} cannot be written: {error.strerror}") from None
    return page


def drawn(path: Path, result: Result) -> KeepingError | None:
    """Draw the report; what went wrong is returned, for it costs no games."""
    try:
        build_page(path, result.analysis)
    except Exception as error:  # whatever the libraries that draw may raise
        reason = str(error) if isinstance(error, DominosimError) else repr(error)
        return KeepingError(f"the report could not be drawn: {reason}; everything else is kept")
    return None
