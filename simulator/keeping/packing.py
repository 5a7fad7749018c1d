"""Tallies of the tables of a comparison, packed as the file they are kept in.

Hundreds of tables have tens of thousands of cells each; packed they need about two bytes a cell, in
memory as on disk.
"""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

_SCHEMA = pa.schema(
    [
        ("matchup", pa.int32()),
        ("groups", pa.int64()),
        ("kind", pa.string()),
        ("row", pa.int32()),
        ("column", pa.int32()),
        ("count", pa.int64()),
    ]
)


class PackedTallies:
    """Collects frames of `simulator.keeping.group_frames`: a row group for each kind of a table."""

    def __init__(self) -> None:
        self._sink = pa.BufferOutputStream()
        self._writer = pq.ParquetWriter(self._sink, _SCHEMA, compression="zstd")

    def add(self, frame: pd.DataFrame) -> None:
        """Pack a frame of moments or of mirrored rounds."""
        for _, rows in frame.groupby("kind", sort=False):
            self._writer.write_table(pa.Table.from_pandas(rows, _SCHEMA, preserve_index=False))

    def content(self) -> bytes:
        """All that was added as Parquet, `tallies.parquet`; no more can be added."""
        self._writer.close()
        content: bytes = self._sink.getvalue().to_pybytes()
        return content
