"""Policies that cheat, marked in what they are called wherever somebody reads it.

Knows how policies are written and what a manifest says of them. What programs read, documents and
CSV files, has the *text* of a policy, as it was asked for; tables, figures, pages and sentences
have its *name*, which is the text, and for one that cheats the text with a mark.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import pandas as pd

from reports.results.reading import Document

MARK = "cheat·"
"""What stands before the name of a policy that cheats."""

FILE = re.compile(r".*\.py:(?=.)")
"""The path of a policy's file."""

PARTNERS = " + "
"""What stands between partners, and between several opponents at a table."""

_COLUMNS = ("policy", "first", "second", "grid", "against")


def marked(text: str) -> str:
    """The name of a policy that cheats: the mark is behind the path of its file.

    >>> marked("path/to/mine.py:peek:depth=2")
    'path/to/mine.py:cheat·peek:depth=2'
    """
    path = FILE.match(text)
    at = path.end() if path else 0
    return f"{text[:at]}{MARK}{text[at:]}"


def name_of(text: str, cheats: Collection[str]) -> str:
    """What a policy is called, by its text and those of the policies that cheat."""
    return marked(text) if text in cheats else text


def cheats_of(manifest: Document) -> list[str]:
    """The texts of the policies that cheat; manifests that do not tell are of none."""
    policies = manifest["policies"]
    return list(dict.fromkeys(told["spec"] for told in policies if told.get("cheats", False)))


def with_names(frame: pd.DataFrame, cheats: Collection[str]) -> pd.DataFrame:
    """A frame of texts with names in their place, of ``a + b`` each with its own."""
    return _with(frame, {text: marked(text) for text in cheats})


def with_texts(frame: pd.DataFrame, cheats: Collection[str]) -> pd.DataFrame:
    """A frame of names with texts in their place."""
    return _with(frame, {marked(text): text for text in cheats})


def _with(frame: pd.DataFrame, others: Mapping[str, str]) -> pd.DataFrame:
    """A frame in which some policies are written otherwise."""
    if not others:
        return frame
    columns = {}
    for column in _COLUMNS:
        if column in frame:
            found = frame[column].dropna().unique()  # of the whole matchup there is none
            columns[column] = frame[column].map({one: _written(one, others) for one in found})
    return frame.assign(**columns)


def _written(policy: str, others: Mapping[str, str]) -> str:
    return PARTNERS.join(others.get(one, one) for one in policy.split(PARTNERS))
