"""Marks of figures that have one row per player: dots with intervals, bars, numbers.

Knows axes and frames. Row 0 is at the top, at height 0, the next at -1 and so on, as
`reports.figures.canvas.name_rows` labels them.
"""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from reports.figures.canvas import FAINT, INK, PAPER, text_on
from reports.words.formats import percent, percent_interval, points


def draw_dots(
    ax: Axes,
    table: pd.DataFrame,
    name: str,
    colours: list[str],
    shift: float = 0.0,
    hollow: bool = False,
) -> None:
    """One dot with its interval per row; what has no observations has no dot."""
    for row, (_, player) in enumerate(table.iterrows()):
        if pd.isna(player[name]):
            continue
        colour, y = colours[row], shift - row
        low, high = player[f"{name}_low"], player[f"{name}_high"]
        ax.plot([low, high], [y, y], color=colour, linewidth=2, solid_capstyle="butt")
        face = PAPER if hollow else colour
        ax.plot(player[name], y, "o", color=colour, markerfacecolor=face, markersize=6.5)
    ax.margins(x=0.12)


def write_intervals(ax: Axes, table: pd.DataFrame, name: str) -> None:
    """Write each row's rate and interval to the right of the axes."""
    for row, (_, player) in enumerate(table.iterrows()):
        mean, low, high = player[name], player[f"{name}_low"], player[f"{name}_high"]
        text = f"{percent(mean, low, high)} ({percent_interval(low, high)})"
        place = ax.get_yaxis_transform()
        ax.text(1.02, -row, text, transform=place, va="center", fontsize=8.5, color=INK)


def write_numbers(ax: Axes, table: pd.DataFrame, name: str) -> None:
    """Write each row's number above its dot, where there is no room for the interval."""
    write = percent if name.endswith("_rate") else points
    for row, (_, player) in enumerate(table.iterrows()):
        if pd.isna(player[name]):
            continue
        ax.annotate(
            write(player[name], player[f"{name}_low"], player[f"{name}_high"]),
            (player[name], -row),
            xytext=(0, 6),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            color=INK,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.5},
            zorder=1.5,
        )


def draw_reference(ax: Axes, x: float, text: str) -> None:
    ax.axvline(x, color=FAINT, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    ax.annotate(
        *(text, (x, 1)),
        xycoords=("data", "axes fraction"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="center",
        fontsize=8,
        color=FAINT,
    )


def draw_stack(ax: Axes, y: float, shares: list[Any], colours: list[str], widest: float) -> None:
    """One bar of adjacent parts, its sum written behind it, its larger parts written into it."""
    left = 0.0
    for share, colour in zip(shares, colours, strict=True):
        ax.barh(y, share, 0.62, left=left, color=colour, edgecolor=PAPER, linewidth=0.8)
        if len(shares) > 1 and share > 0.055 * widest:
            text = f"{100 * share:.1f}"
            place: dict[str, Any] = {
                "ha": "center",
                "va": "center",
                "fontsize": 8,
                "color": text_on(colour),
            }
            ax.text(left + share / 2, y, text, **place)
        left += share
    place = {"ha": "left", "va": "center", "fontsize": 8.5, "color": INK}
    ax.text(left + 0.012 * widest, y, f"{100 * left:.1f} %", **place)


def write_note(ax: Axes, text: str) -> None:
    """Write a remark above a panel, on the right."""
    ax.set_title(text, loc="right", fontsize=8.5, color=INK)
