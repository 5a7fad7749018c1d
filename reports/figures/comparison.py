"""All figures of a comparison, by name, in the order of the page.

Knows `reports.analysis.comparison.Analysis` and the modules that draw.
"""

from __future__ import annotations

from matplotlib.figure import Figure

from reports.analysis.comparison import Analysis
from reports.analysis.highlights import leading
from reports.figures.comparison_course import convergence
from reports.figures.comparison_heatmap import heat_map
from reports.figures.comparison_ladder import ladder
from reports.figures.comparison_measures import measures
from reports.figures.comparison_origins import origins
from reports.figures.comparison_scores import final_scores


def exhibits(analysis: Analysis) -> dict[str, Figure]:
    """Draw everything there is to draw of a comparison.

    Parameters
    ----------
    analysis
        Of a comparison.

    Returns
    -------
    dict
        Figures by name. Those of single tables show the ones that
        `reports.analysis.highlights.leading` names. Sources are left out where tables are no
        pairings.
    """
    shown = leading(analysis)
    figures = {
        "cross-table": heat_map(analysis),
        "ratings": ladder(analysis),
        "measures": measures(analysis, shown),
    }
    if analysis.comparison.pairings:
        figures["sources"] = origins(analysis, shown)
    figures["final-scores"] = final_scores(analysis, shown)
    figures["convergence"] = convergence(analysis, shown)
    return figures
