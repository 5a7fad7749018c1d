"""The look that all figures share: paper, type, colours.

Knows matplotlib's object interface; no pyplot, no global state. `THEME` names every colour, so
that a page can put its own, light or dark, in their place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH = 7.6
"""Width of every figure in inches."""

INK, FAINT, GRID, PAPER, NEUTRAL = "#1f2328", "#66707b", "#d8dee4", "#ffffff", "#7a8794"
LIGHT_TEXT, DARK_TEXT = "#fefefe", "#111111"

# Okabe and Ito's palette, told apart with every common kind of colour blindness.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
PARTNERS = ("#56b4e9", "#e69f00")

THEME = {
    LIGHT_TEXT: "on-dark",
    INK: "ink",
    FAINT: "faint",
    GRID: "grid",
    PAPER: "paper",
    NEUTRAL: "neutral",
    **{colour: f"player-{index}" for index, colour in enumerate(COLOURS)},
    **{colour: f"partner-{index}" for index, colour in enumerate(PARTNERS)},
}
"""Colour as drawn -> name of the page's variable for it."""


def canvas(title: str, height: float, **grid: Any) -> tuple[Figure, list[Axes]]:
    """Make a figure with a title.

    Parameters
    ----------
    title
        Says what is shown.
    height
        In inches.
    **grid
        As `matplotlib.figure.Figure.subplots`, such as ``ncols=2, sharey=True``.

    Returns
    -------
    figure, axes
        Axes row by row, styled.
    """
    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor=PAPER)
    figure.get_layout_engine().set(w_pad=0.03, h_pad=0.05, wspace=0.03)  # type: ignore[union-attr, call-arg]
    figure.suptitle(title, x=0.004, ha="left", fontsize=11.5, fontweight="bold", color=INK)
    axes = list(figure.subplots(squeeze=False, **grid).flat)
    for ax in axes:
        _style(ax)
    return figure, axes


def name_axes(ax: Axes, x: str, y: str = "", title: str = "") -> None:
    """Label the axes, with units, and title one panel of several."""
    ax.set_xlabel(x, fontsize=9, color=INK)
    if y:
        ax.set_ylabel(y, fontsize=9, color=INK)
    if title:
        ax.set_title(title, loc="left", fontsize=9.5, color=INK)


def name_rows(axes: Sequence[Axes], labels: Sequence[str]) -> None:
    """Label rows at 0, -1, -2 ..., from top to bottom, in place of a vertical scale.

    Axes beside each other share the labels of the first.
    """
    axes[0].set_yticks([-row for row in range(len(labels))], list(labels), fontsize=9, color=INK)
    axes[0].set_ylim(0.6 - len(labels), 0.6)
    for ax in axes:
        ax.grid(False, axis="y")
        ax.spines["left"].set_visible(False)
        ax.tick_params(axis="y", length=0)


def few_ticks(ax: Axes, most: int) -> None:
    """Hold the number of intervals on the horizontal axis down, so that labels stay apart."""
    ax.locator_params(axis="x", nbins=most)


def percent_axis(ax: Axes, which: str = "x") -> None:
    """Show shares in [0, 1] of one axis as percentages."""
    axis = ax.xaxis if which == "x" else ax.yaxis
    axis.set_major_formatter(lambda share, _: f"{round(100 * share, 6):g} %")


def legend(figure: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Put one legend below all panels."""
    columns = len(labels) if len(labels) < 4 and sum(map(len, labels)) < 90 else 2
    figure.legend(
        handles,
        labels,
        loc="outside lower left",
        ncols=columns,
        frameon=False,
        fontsize=9,
        labelcolor=INK,
        handlelength=1.4,
    )


def player_colours(frame: pd.DataFrame) -> list[str]:
    """Colour of every row, the same in all figures: by seat, in pairs a partner in a lighter tone.

    Parameters
    ----------
    frame
        With ``side`` and ``seat``, which is missing where a row is a pair.

    Returns
    -------
    list of str
        Hexadecimal colours.
    """
    return [
        COLOURS[side % len(COLOURS)]
        if pd.isna(seat) or seat == side
        else PARTNERS[side % len(PARTNERS)]
        for side, seat in zip(frame["side"], frame["seat"], strict=True)
    ]


def text_on(colour: str) -> str:
    """Colour of text that is readable on this one."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return DARK_TEXT if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else LIGHT_TEXT


def _style(ax: Axes) -> None:
    ax.set_facecolor(PAPER)
    ax.grid(True, color=GRID, linewidth=0.7)
    ax.set_axisbelow(True)
    ax.ticklabel_format(useOffset=False, style="plain")
    ax.tick_params(colors=FAINT, labelcolor=INK, labelsize=8.5, length=3, width=0.7)
    for name, spine in ax.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(FAINT)
        spine.set_linewidth(0.7)
