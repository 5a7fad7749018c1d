"""All figures of a sweep, by name, in the order of the page.

Knows `reports.analysis.sweep.Sweeping` and the modules that draw.
"""

from __future__ import annotations

from matplotlib.figure import Figure

from reports.analysis.sweep import Sweeping
from reports.figures.sweep_curves import curves
from reports.figures.sweep_map import heat_map


def exhibits(analysis: Sweeping) -> dict[str, Figure]:
    """Draw everything there is to draw of a sweep.

    Returns
    -------
    dict
        ``curves`` of the grids that run through one parameter, and a map of each of the others,
        ``map-1``, ``map-2`` and so on.
    """
    points = analysis.sweep.points
    plane = set(points.loc[points["parameter_2"] != "", "grid"])
    lines = [grid for grid in analysis.sweep.grids if grid not in plane]
    maps = [grid for grid in analysis.sweep.grids if grid in plane]
    figures = {"curves": curves(analysis, lines)} if lines else {}
    return figures | {
        f"map-{number}": heat_map(analysis, grid) for number, grid in enumerate(maps, 1)
    }
