"""The page of a results directory.

Knows the directory and the templates. Everything on the page comes from the files that
`reports.results.matchups.load` or `reports.results.comparison.load_comparison` reads, so the same directory always
gives the same page, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from reports.figures.matchups import figures, house_style
from reports.page.comparison import comparison_parts
from reports.page.files import write_folder, write_whole
from reports.page.templating import inlined, rules_of, template
from reports.results.comparison import Comparison, load_comparison
from reports.results.matchups import Results, load, read_experiment
from reports.statistics.columns import METRICS
from reports.statistics.distributions import moments, quantiles
from reports.statistics.intervals import wilson
from reports.statistics.rates import blocked_gains, opening_effect, sides
from reports.words.labels import player_labels, short_policy
from reports.words.matchups import verdict

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
        Of single matchups, as for `reports.results.matchups.load`, or of a comparison, as for
        `reports.results.comparison.load_comparison`; its experiment says which. ``figures/`` (each figure
        as SVG and PNG) and ``report.html`` are written into it; earlier ones are replaced, each
        whole or not at all.

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
    files: dict[str, bytes] = {}
    page = _comparison if _is_comparison(directory) else _matchups
    with house_style():
        text = page(directory, files)
    write_folder(directory / "figures", files)
    write_whole(directory / "report.html", text)
    return directory / "report.html"


def _is_comparison(directory: Path) -> bool:
    path = directory / "experiment.toml"
    return path.is_file() and read_experiment(path).get("design") == "compare"


def _comparison(directory: Path, files: dict[str, bytes]) -> str:
    comparison = load_comparison(directory)
    return _rendered(
        "comparison.html.j2", directory, comparison, comparison_parts(comparison, files)
    )


def _matchups(directory: Path, files: dict[str, bytes]) -> str:
    results = load(directory)
    numbers = [int(number) for number in results.players["matchup"].unique()]
    matchups = [_matchup(results, number, len(numbers) > 1, files) for number in numbers]
    parts = {
        "matchups": matchups,
        "title": " · ".join(matchup["title"] for matchup in matchups[:3]),
        "marks": results.manifest["rules"]["scoring"] == "losers-mark",
    }
    return _rendered("report.html.j2", directory, results, parts)


def _rendered(
    name: str, directory: Path, results: Results | Comparison, parts: Mapping[str, Any]
) -> str:
    experiment = (directory / "experiment.toml").read_text(encoding="utf-8").strip()
    text: str = template(name).render(
        manifest=results.manifest,
        rules=rules_of(results.experiment, results.manifest),
        experiment=experiment,
        **parts,
    )
    return text


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
        "figures": inlined(
            figures(players, distributions, results.manifest["rules"]), prefix, files
        ),
        "sides": _records(table),
        "pairs": bool(table["seat"].isna().any()),
        "totals": _totals(table),
        "blocked": _records(blocked_gains(players, distributions)),
        "distributions": _described(distributions),
        "opening": _openings(opening_effect(players)),
    }


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
