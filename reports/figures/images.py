"""The form of figures as files and as part of a page.

Knows how matplotlib writes SVG. The look does not depend on the user's own matplotlib settings, and
the same figure always gives the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

import matplotlib.style
from matplotlib.figure import Figure

from reports.figures.canvas import THEME

_DOTS_PER_INCH = 160
_SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "dominosim", "text.parse_math": False}
_NO_METADATA = {
    "svg": dict.fromkeys(("Creator", "Date", "Format", "Type")),
    "png": {"Software": None},
}


@contextmanager
def house_style() -> Iterator[None]:
    """Matplotlib's defaults, whatever the user's settings; make and write figures inside."""
    with matplotlib.style.context(["default", _SETTINGS]):
        yield


def image(figure: Figure, kind: str) -> bytes:
    """The content of an image file.

    Parameters
    ----------
    figure
        Any.
    kind
        ``svg`` or ``png``.

    Returns
    -------
    bytes
        Without date or version, so that equal figures are equal files.
    """
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, dpi=_DOTS_PER_INCH, metadata=_NO_METADATA[kind])
    return buffer.getvalue()


def inline_svg(svg: bytes, name: str, title: str) -> str:
    """Make an SVG file part of a page.

    Parameters
    ----------
    svg
        As `image` gives it.
    name
        Put before every id, so that several can stand on one page.
    title
        Read aloud in place of the image.

    Returns
    -------
    str
        One ``<svg>`` element that fills the width it is given, takes its colours from the page's
        variables (`reports.figures.canvas.THEME`) and refers to nothing outside.
    """
    text = svg.decode()
    text = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", text, flags=re.DOTALL)
    root = re.search(r"<svg[^>]*?(viewBox=\"[^\"]*\")[^>]*>", text, flags=re.DOTALL)
    if root is None:
        raise ValueError("not an SVG file of matplotlib's making")
    body = text[root.end() :].strip()
    body = body.replace("xlink:href", "href")
    body = re.sub(r'(\bid="|\bhref="#|url\(#)', rf"\g<1>{name}-", body)
    for colour, variable in THEME.items():
        body = re.sub(colour, f"var(--{variable})", body, flags=re.IGNORECASE)
    return f'<svg {root[1]} role="img" aria-label="{escape(title)}">\n{body}'
