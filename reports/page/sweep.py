"""The page of a sweep: what its template shows.

Knows `reports.analysis.sweep.Sweeping` and figures; most numbers are written by the template.
"""

from __future__ import annotations

from typing import Any

from reports.analysis.sweep import Sweeping
from reports.figures.shades import DARK, LIGHT
from reports.figures.sweep import exhibits
from reports.page.comparison_rows import worth
from reports.page.templating import inlined
from reports.results.rules import has_penalties
from reports.words.penalties import unit
from reports.words.sentences import call
from reports.words.sweep import findings


def sweep_parts(analysis: Sweeping, files: dict[str, bytes]) -> dict[str, Any]:
    """What the page says of a sweep.

    Parameters
    ----------
    analysis
        Of the sweep.
    files
        Gets every figure as SVG and PNG.

    Returns
    -------
    dict
        For the template ``sweep.html.j2``.
    """
    sweep = analysis.sweep
    return {
        "title": f"{', '.join(map(call, sweep.grids))} against {call(sweep.against)}",
        "findings": findings(analysis),
        "figures": inlined(exhibits(analysis), "", files),
        "shades": {"light": list(enumerate(LIGHT)), "dark": list(enumerate(DARK))},
        "against": call(sweep.against),
        "sides": sweep.sides,
        "unit": unit(sweep.rules),
        "marks": has_penalties(sweep.rules),
        "blocks": [{"name": call(grid), "rows": _rows(analysis, grid)} for grid in sweep.grids],
    }


def _rows(analysis: Sweeping, grid: str) -> list[dict[str, Any]]:
    """The points of a grid, with the ends of intervals as the template wants them."""
    rows = analysis.of_grid(grid).rename(
        columns={"points_low": "points_per_round_low", "points_high": "points_per_round_high"}
    )
    return [
        {str(key): value for key, value in row.items()}
        | {"name": call(row["policy"]), "factor": worth(row["variance_factor"])}
        for row in rows.to_dict("records")
    ]
