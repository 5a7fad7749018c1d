"""Files of a results directory, read and checked for their form.

Knows TOML, JSON and CSV, not what the numbers mean. Whatever cannot be read is `DamagedResults`, in
one line that names the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from pandas.api.types import is_integer_dtype

from reports.results.errors import DamagedResults

SCHEMA = 1

_TEXTS: Any = {"policy": str, "metric": str, "source": str, "key": str}


def read_document(
    path: Path, parse: Callable[[str], Any], keys: tuple[str, ...]
) -> Mapping[str, Any]:
    """Read a file that holds a table of keys.

    Parameters
    ----------
    path
        Of the file.
    parse
        From its text to its content; a `ValueError` means that it cannot.
    keys
        That must be there, beside ``schema``.

    Raises
    ------
    DamagedResults
        If it is missing, cannot be parsed, lacks a key or has another schema.
    """
    content = read_text(path)
    try:
        document = parse(content)
    except ValueError as error:
        raise DamagedResults(f"{path}: cannot be parsed: {error}") from error
    require(path, document, ("schema", *keys))
    if document["schema"] != SCHEMA:
        raise DamagedResults(
            f"{path}: has schema {document['schema']!r}, this version reads {SCHEMA}"
        )
    return document  # type: ignore[no-any-return]


def read_text(path: Path) -> str:
    """Read a text file, UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise DamagedResults(f"{path}: is missing") from error
    except OSError as error:
        raise DamagedResults(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DamagedResults(f"{path}: is not UTF-8 text") from error


def require(path: Path, content: object, keys: tuple[str, ...]) -> None:
    """Check that something is a table of keys that has these."""
    if not isinstance(content, dict):
        raise DamagedResults(f"{path}: does not hold a table of keys where it should")
    missing = [key for key in keys if key not in content]
    if missing:
        raise DamagedResults(f"{path}: lacks {', '.join(missing)}")


def read_table(
    path: Path,
    integers: tuple[str, ...],
    texts: tuple[str, ...],
    blanks: tuple[str, ...] = (),
    extra: tuple[str, ...] = ("policy",),
) -> pd.DataFrame:
    """Read a CSV file; of its columns keep those that are named.

    Parameters
    ----------
    path
        Of the file.
    integers, texts
        Columns without a blank; the former become int64.
    blanks
        Columns of whole numbers that may be blank, Int64.
    extra
        Columns that are kept as they are.

    Raises
    ------
    DamagedResults
        If it is missing, is no table, has no rows, lacks a column, or a column holds what it may
        not.
    """
    read_text(path)
    try:
        table = pd.read_csv(path, dtype=_TEXTS, keep_default_na=False, na_values=[""])
    except ValueError as error:  # the parser's own errors are ValueErrors too
        raise DamagedResults(f"{path}: cannot be parsed: {error}") from error
    names = tuple(dict.fromkeys((*integers, *texts, *blanks, *extra)))
    require(path, dict.fromkeys(table.columns), names)
    if table.empty:
        raise DamagedResults(f"{path}: holds no rows")
    for name in (*integers, *texts):
        if table[name].isna().any():
            row = int(table[name].isna().to_numpy().argmax()) + 1
            raise DamagedResults(f"{path}: row {row} has no {name}")
    for name in (*integers, *blanks):
        column = table[name].dropna()
        if not is_integer_dtype(column.convert_dtypes()) and not column.empty:
            raise DamagedResults(f"{path}: column {name} does not hold whole numbers")
    types: dict[str, Any] = dict.fromkeys(integers, "int64") | dict.fromkeys(blanks, "Int64")
    return table[list(names)].astype(types)
