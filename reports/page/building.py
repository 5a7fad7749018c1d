"""The report of a results directory: its page and its figures, written whole or not at all.

Knows the directory and all kinds of page. The same results always give the same files, byte for
byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reports.analysis.comparison import Analysis, analyse
from reports.analysis.matchups import Description, describe
from reports.analysis.sweep import Sweeping, analyse_sweep
from reports.figures.images import house_style
from reports.page.comparison import comparison_parts
from reports.page.files import write_folder, write_whole
from reports.page.matchups import matchups_parts
from reports.page.sweep import sweep_parts
from reports.page.templating import rules_of, template
from reports.page.tuning import tuning_parts
from reports.results.cheats import cheats_of
from reports.results.comparison import Comparison, load_comparison
from reports.results.matchups import Results, load
from reports.results.reading import Directory, Document
from reports.results.sweep import Sweep, load_sweep
from reports.results.tuning import Tuning, load_tuning
from reports.words.sentences import caveats

Analysed = Analysis | Description | Sweeping | Tuning


def build(directory: str | Path, analysis: Analysed | None = None) -> Path:
    """Write the report of a results directory.

    Parameters
    ----------
    directory
        Holds ``experiment.toml``, which the page shows. ``figures/`` (each figure as SVG and PNG)
        and ``report.html`` are written into it; earlier ones are replaced, each whole or not at
        all.
    analysis
        Of the directory's results, if it was made already; nothing but the experiment is read then.
        Default: the directory is loaded and analysed, as what it is of.

    Returns
    -------
    Path
        Of ``report.html``, one file that opens offline.

    Raises
    ------
    DamagedResults
        If the directory cannot be read; nothing is written then.
    OSError
        If it cannot be written.
    """
    directory = Path(directory)
    if analysis is None:
        analysis = _analysed(directory)
    files: dict[str, bytes] = {}
    with house_style():
        text = _page(directory, analysis, files)
    write_folder(directory / "figures", files)
    write_whole(directory / "report.html", text)
    return directory / "report.html"


def _analysed(directory: Path) -> Analysed:
    design = Directory(directory).experiment().get("design")
    if design == "compare":
        return analyse(load_comparison(directory))
    if design == "sweep":
        return analyse_sweep(load_sweep(directory))
    if design == "tune":
        return load_tuning(directory)
    return describe(load(directory))


def _page(directory: Path, analysis: Analysed, files: dict[str, bytes]) -> str:
    about: Comparison | Sweep | Tuning | Results
    if isinstance(analysis, Analysis):
        name, parts = "comparison.html.j2", comparison_parts(analysis, files)
        about, cheats = analysis.comparison, analysis.comparison.cheats
    elif isinstance(analysis, Sweeping):
        name, parts = "sweep.html.j2", sweep_parts(analysis, files)
        about, cheats = analysis.sweep, analysis.sweep.asked_cheats
    elif isinstance(analysis, Tuning):
        name, parts = "tuning.html.j2", tuning_parts(analysis, files)
        about, cheats = analysis, analysis.cheats
    else:
        name, parts = "matchups.html.j2", matchups_parts(analysis, files)
        about, cheats = analysis.results, analysis.results.cheats
    parts["caveats"] = caveats(cheats)
    return _rendered(name, directory, about.experiment, about.manifest, parts)


def _rendered(
    name: str, directory: Path, asked: Document, made: Document, parts: dict[str, Any]
) -> str:
    experiment = (directory / "experiment.toml").read_text(encoding="utf-8").strip()
    text: str = template(name).render(
        manifest=made,
        cheats=cheats_of(made),
        rules=rules_of(asked, made),
        experiment=experiment,
        **parts,
    )
    return text
