"""The colours of the cross-table: blue where the policy of the row wins, orange where it loses.

Knows shares, colours, and how a page renames them. Steps are narrow around one half, where
differences are small and matter; text on a step is readable in light and dark. Blue and orange are
told apart with every common kind of colour blindness.
"""

from __future__ import annotations

import re

from reports.figures.canvas import INK, LIGHT_TEXT

EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.45, 0.49, 0.51, 0.55, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Where steps of the share begin and end."""

LIGHT = (
    *("#8f3b00", "#b55b21", "#e38747", "#e9a67a", "#edc3a9", "#f0dcd1", "#f0f2f4"),
    *("#d0e2ee", "#accee7", "#80b8df", "#51a2d5", "#2976a9", "#00507f"),
)
"""Colours on light paper, as drawn."""

DARK = (
    *("#f7a36b", "#cc7a45", "#9f5120", "#7c482c", "#5b3e31", "#3f3533", "#262c33"),
    *("#293a48", "#2c4a62", "#2d5e81", "#286c9a", "#549bcb", "#7cc4f2"),
)
"""What a dark page puts in their place."""

_STRONG = 2  # steps at either end that take light text


def step(share: float) -> int:
    """Which step a share belongs to, counted from 0; the middle one is shared by both sides."""
    middle = len(LIGHT) // 2
    distance = round(abs(share - 0.5), 12)
    away = sum(distance >= round(edge - 0.5, 12) for edge in EDGES[middle + 1 : -1])
    return middle + away if share > 0.5 else middle - away


def colour(share: float) -> str:
    """Colour of a cell."""
    return LIGHT[step(share)]


def text_colour(share: float) -> str:
    """Colour of the number in a cell."""
    place = step(share)
    return LIGHT_TEXT if min(place, len(LIGHT) - 1 - place) < _STRONG else INK


def themed(svg: str) -> str:
    """Let the colours of an SVG element be those of the page, ``--shade-0`` and so on."""
    for place, shade in enumerate(LIGHT):
        svg = re.sub(shade, f"var(--shade-{place})", svg, flags=re.IGNORECASE)
    return svg
