"""The page of a tuning: what its template shows.

Knows `reports.results.tuning.Tuning` and figures; numbers are written by the template.
"""

from __future__ import annotations

from typing import Any

from reports.figures.tuning import figures
from reports.page.templating import inlined
from reports.results.tuning import Tuning
from reports.words.sentences import call
from reports.words.tuning import BIASED, findings, number, within

_ROWS = 400  # generations of the last table


def tuning_parts(tuning: Tuning, files: dict[str, bytes]) -> dict[str, Any]:
    """What the page says of a tuning.

    Parameters
    ----------
    tuning
        As loaded, or from memory.
    files
        Gets every figure as SVG and PNG.

    Returns
    -------
    dict
        For the template ``tuning.html.j2``.
    """
    search = tuning.search.to_dict("records")
    return {
        "title": f"Tuning {call(tuning.policy)}",
        "findings": findings(tuning),
        "biased": BIASED,
        "figures": inlined(figures(tuning), "", files),
        "values": [
            {
                **row,
                "within": within(row),
                "start": number(row["start"]),
                "tuned": number(row["tuned"]),
            }
            for row in tuning.parameters.to_dict("records")
        ],
        "verdict": [_judged(row) for row in tuning.verdict.to_dict("records")],
        "pairs": tuning.sides == 2,
        "search": search[:: -(-len(search) // _ROWS)],
        "generations": len(search),
        "games": int(tuning.search["games"].sum()),
        "verdict_games": int(tuning.verdict["games"].sum()),
    }


def _judged(row: Any) -> dict[str, Any]:
    against = "the start" if row["against"] == "start" else call(row["against"])
    return {**row, "against": against, "source": f"from {row['estimator']}"}
