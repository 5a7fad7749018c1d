"""The frames of a results directory, typed, from files or from memory.

Knows the columns of every frame and their types, not what follows from them.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pandas as pd

from reports.results.reading import Directory
from reports.statistics.columns import COUNTS, IDENTITY, METRICS

_NAMES = ("policy", "grid", "parameter", "parameter_2")
_TEXTS: Any = dict.fromkeys((*_NAMES, "metric", "source", "key"), str)


def players_frame(frame: pd.DataFrame) -> pd.DataFrame:
    """The counts of ``summary.csv``, ordered by matchup and seat; other columns are left out."""
    table = _typed(frame, (*IDENTITY, *COUNTS), ("policy",))
    return table.sort_values(["matchup", "seat"], ignore_index=True)


def distributions_frame(frame: pd.DataFrame) -> pd.DataFrame:
    """The histograms of ``distributions.csv``; ``side`` and ``seat`` are nullable.

    Comparisons have hundreds of thousands of rows, so metrics are categories.
    """
    whole = ("matchup", "value", "count")
    table = _typed(frame, whole, ("metric", "policy"), ("side", "seat"))
    return table.astype({"metric": pd.CategoricalDtype(list(METRICS))})


def sources_frame(frame: pd.DataFrame) -> pd.DataFrame:
    """The sources of the lead, ``sources.csv``; ``other`` is nullable."""
    whole = ("matchup", "rounds", "lead_sum", "lead_squares")
    return _typed(frame, whole, ("source", "key"), ("other",))


def points_frame(frame: pd.DataFrame) -> pd.DataFrame:
    """The points of a sweep, ``points.csv``; an empty name where one parameter runs."""
    texts = frame[list(_NAMES)].astype(object)
    texts = texts.where(texts.notna(), "").astype(str)
    values = frame[["value", "value_2"]].astype("float64")
    return pd.concat([frame[["matchup"]].astype("int64"), texts, values], axis=1)


def read_csv(directory: Directory, name: str) -> pd.DataFrame:
    """Read a CSV file of a results directory.

    Raises
    ------
    DamagedResults
        If it is missing, has changed, or is no CSV.
    """

    def parse(content: bytes) -> pd.DataFrame:
        # Policies may be called anything, "NA" too.
        return pd.read_csv(BytesIO(content), dtype=_TEXTS, keep_default_na=False, na_values=[""])

    table: pd.DataFrame = directory.parsed(name, parse)
    return table


def _typed(
    frame: pd.DataFrame,
    integers: tuple[str, ...],
    texts: tuple[str, ...],
    blanks: tuple[str, ...] = (),
) -> pd.DataFrame:
    """Some columns of a frame, whole numbers as int64, places that may be blank as Int8."""
    types: dict[str, Any] = dict.fromkeys(integers, "int64") | dict.fromkeys(blanks, "Int8")
    return frame[[*integers, *texts, *blanks]].astype(types)
