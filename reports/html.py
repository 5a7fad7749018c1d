"""The page of a results directory.

Knows the directory and the template. Everything on the page comes from the four files that
`reports.results.load` reads, so the same directory always gives the same page, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from reports import formats
from reports.columns import METRICS
from reports.distributions import moments, quantiles
from reports.files import write_folder, write_whole
from reports.frames import blocked_gains, opening_effect, sides
from reports.gallery import figures, house_style, image, inline_svg
from reports.intervals import wilson
from reports.labels import player_labels, short_policy
from reports.results import Results, load
from reports.verdict import verdict

_LEVELS = (0.05, 0.5, 0.95, 0.999)
_MEASURES = (
    ("win_rate", "games won", "rate"),
    ("round_win_rate", "rounds won", "rate"),
    ("lead_per_round", "lead a round", "mean"),
)


def build(directory: str | Path) -> Path:
    """Write the report of a results directory.

    Parameters
    ----------
    directory
        As for `reports.results.load`. ``figures/`` (each figure as SVG and PNG) and
        ``report.html`` are written into it; earlier ones are replaced, each whole or not at all.

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
    results = load(directory)
    files: dict[str, bytes] = {}
    numbers = [int(number) for number in results.players["matchup"].unique()]
    with house_style():
        matchups = [_matchup(results, number, len(numbers) > 1, files) for number in numbers]
    page = _template().render(
        matchups=matchups,
        title=" · ".join(matchup["title"] for matchup in matchups[:3]),
        manifest=results.manifest,
        rules=_rules(results),
        experiment=(directory / "experiment.toml").read_text(encoding="utf-8").strip(),
        marks=results.manifest["rules"]["scoring"] == "losers-mark",
    )
    write_folder(directory / "figures", files)
    write_whole(directory / "report.html", page)
    return directory / "report.html"


def _matchup(
    results: Results, number: int, several: bool, files: dict[str, bytes]
) -> dict[str, Any]:
    """What the page says of one matchup; its figures are added to the files."""
    players = results.players[results.players["matchup"] == number]
    distributions = results.distributions[results.distributions["matchup"] == number]
    prefix = f"matchup-{number}-" if several else ""
    table = sides(players)
    return {
        "prefix": prefix,
        "title": " against ".join(short_policy(policy, 60) for policy in table["policy"]),
        "verdict": verdict(table),
        "figures": _drawn(players, distributions, results.manifest["rules"], prefix, files),
        "sides": _records(table),
        "pairs": bool(table["seat"].isna().any()),
        "totals": _totals(table),
        "blocked": _records(blocked_gains(players, distributions)),
        "distributions": _described(distributions),
        "opening": _openings(opening_effect(players)),
    }


def _drawn(
    players: pd.DataFrame,
    distributions: pd.DataFrame,
    rules: Mapping[str, Any],
    prefix: str,
    files: dict[str, bytes],
) -> dict[str, Markup]:
    """Figures by name, ready for the page; the files get each as SVG and PNG."""
    inline = {}
    for name, figure in figures(players, distributions, rules).items():
        svg = image(figure, "svg")
        files[f"{prefix}{name}.svg"] = svg
        files[f"{prefix}{name}.png"] = image(figure, "png")
        # Labels inside were escaped by matplotlib.
        inline[name] = Markup(inline_svg(svg, f"{prefix}{name}", figure.get_suptitle()))
    return inline


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    rows = table.assign(player=player_labels(table, 60)).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def _totals(table: pd.DataFrame) -> dict[str, Any]:
    """The matchup's own counts, and the rates that are the same in every row."""
    row = _records(table)[0]
    low, high = wilson(row["drawn_games"], row["games"])
    row |= {"drawn_game_rate": row["drawn_games"] / row["games"]}
    return row | {"drawn_game_rate_low": float(low), "drawn_game_rate_high": float(high)}


def _described(distributions: pd.DataFrame) -> list[dict[str, Any]]:
    """For each metric its meaning and a row of moments and quantiles for each histogram."""
    blocks = []
    for metric, meaning in METRICS.items():
        table = moments(distributions, metric)
        table = table.join(quantiles(distributions, metric, _LEVELS)[list(_LEVELS)])
        if not table.empty:
            blocks.append({"metric": metric, "meaning": meaning, "rows": _records(table)})
    return blocks


def _openings(table: pd.DataFrame) -> list[dict[str, Any]]:
    """For each side and measure the value when opening, when not, and the difference."""
    blocks = []
    for record in _records(table):
        rows = []
        for name, measure, kind in _MEASURES:
            row = {"measure": measure, "kind": kind}
            for end in ("", "_low", "_high"):
                row[f"opened{end}"] = record[f"opened_{name}{end}"]
                row[f"other{end}"] = record[f"other_{name}{end}"]
                row[f"effect{end}"] = record[f"{name}_effect{end}"]
            rows.append(row)
        blocks.append({"player": record["player"], "rows": rows})
    return blocks


def _rules(results: Results) -> list[tuple[str, str, bool]]:
    """Every rule parameter, its value, and whether the experiment set it."""
    changed = results.experiment.get("set", {})
    return [
        (name, _rule_value(value), name in changed)
        for name, value in results.manifest["rules"].items()
    ]


def _rule_value(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} counts {worth}" for key, worth in value.items()) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _breakable(policy: str) -> Markup:
    """Let a long policy break after its separators, not within a word."""
    return Markup(re.sub(r"([:,/])", r"\1<wbr>", str(escape(policy))))


def _template() -> Any:
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    names = ("count", "percent", "percent_interval", "points", "points_interval")
    environment.filters |= {name: getattr(formats, name) for name in names}
    # In sentences a percent sign must not start a line.
    environment.filters["breakable"] = _breakable
    environment.filters["tied"] = lambda text: text.replace(" %", "\N{NO-BREAK SPACE}%")
    return environment.get_template("report.html.j2")
