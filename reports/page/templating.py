"""What the pages of a single matchup and of a comparison share.

Knows jinja2, the templates, and how figures become part of a page and files beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from matplotlib.figure import Figure

from reports.figures.images import image, inline_svg
from reports.figures.shades import themed
from reports.results.cheats import name_of
from reports.results.rules import has_trains, rounds_of
from reports.words import formats

_FILTERS = ("count", "percent", "percent_interval", "points", "points_interval")


def template(name: str) -> Any:
    """A template, with the filters that all of them use."""
    environment = Environment(
        loader=PackageLoader("reports.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {name: getattr(formats, name) for name in _FILTERS}
    # In sentences a percent sign must not start a line.
    environment.filters["breakable"] = _breakable
    environment.filters["named"] = name_of
    environment.filters["tied"] = lambda text: text.replace(" %", "\N{NO-BREAK SPACE}%")
    return environment.get_template(name)


def inlined(
    figures: Mapping[str, Figure], prefix: str, files: dict[str, bytes]
) -> dict[str, Markup]:
    """Figures ready for the page; the files get each as SVG and PNG.

    Parameters
    ----------
    figures
        By name.
    prefix
        Of the names of files and of ids on the page.
    files
        Content by name, added to.

    Returns
    -------
    dict
        One ``<svg>`` element for each name.
    """
    inline = {}
    for name, figure in figures.items():
        svg = image(figure, "svg")
        files[f"{prefix}{name}.svg"] = svg
        files[f"{prefix}{name}.png"] = image(figure, "png")
        # Labels inside were escaped by matplotlib.
        element = inline_svg(svg, f"{prefix}{name}", figure.get_suptitle())
        inline[name] = Markup(themed(element))
    return inline


def rules_of(
    experiment: Mapping[str, Any], manifest: Mapping[str, Any]
) -> list[tuple[str, str, bool]]:
    """Every rule parameter that says something, its value, and whether the experiment set it.

    A target says nothing of games of a fixed number of rounds, which in turn is 0 in others; trains
    are never dealt with a boneyard of two ends.
    """
    rules, changed = manifest["rules"], experiment.get("set", {})
    silent = {"target", "target_check"} if rounds_of(rules) else {"rounds"}
    silent |= {"two_ended"} if has_trains(rules) else set()
    return [
        (name, _rule_value(value), name in changed)
        for name, value in rules.items()
        if name not in silent
    ]


def _rule_value(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} counts {worth}" for key, worth in value.items()) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _breakable(policy: str) -> Markup:
    """Let a long policy break after its separators, not within a word."""
    return Markup(re.sub(r"([:,/])", r"\1<wbr>", str(escape(policy))))
