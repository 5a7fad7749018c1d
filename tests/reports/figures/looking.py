"""What the tests read of figures that are laid out."""

from __future__ import annotations

from itertools import pairwise

from matplotlib.figure import Figure
from matplotlib.text import Text


def words(figure: Figure) -> str:
    """All text of a figure, a line each."""
    return "\n".join(text.get_text() for text in figure.findobj(Text))


def check_inside(figure: Figure, title: str, inches: float) -> None:
    """Check that nothing is drawn further outside a figure than this."""
    box = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    assert box.x0 >= -inches, title
    assert box.y0 >= -inches, title
    assert box.x1 <= width + inches, title
    assert box.y1 <= height + inches, title


def check_labels(figure: Figure, title: str) -> None:
    """Check that the labels of no horizontal axis overlap."""
    for ax in figure.axes:
        low, high = ax.get_xlim()
        shown = [
            label.get_window_extent()
            for label in ax.get_xticklabels()
            if label.get_text() and label.get_visible() and low <= label.get_position()[0] <= high
        ]
        shown = sorted((box for box in shown if box.width), key=lambda box: box.x0)
        for left, right in pairwise(shown):
            assert left.x1 < right.x0, title
