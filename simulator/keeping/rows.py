"""Rows of games, kept as Parquet: a file for every million games, the same whoever wrote it when.

Rows come in stretches. They are pieces in a folder of their own until a million is complete, so
that `games.parquet/` holds what a reader of Parquet can read and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.engine.matchup import Block
from simulator.errors import KeepingError
from simulator.keeping.files import ASIDE, remove, written_aside

if TYPE_CHECKING:
    import pyarrow as pa

GAMES_A_FILE = 1_000_000
ROWS = "games.parquet"
PIECES = "pieces"

Span = tuple[int, int]
"""Games first to last - 1."""


class Columns(NamedTuple):
    """The rows of a block by what they hold, each of shape (groups, seatings).

    `winners` has bit s set where side s has the best score; `scores` has the sides last.
    """

    opener: NDArray[np.int64]
    rounds: NDArray[np.int64]
    blocked_rounds: NDArray[np.int64]
    winners: NDArray[np.int64]
    scores: NDArray[np.int64]


def columns_of(block: Block) -> Columns:
    """The rows of a block that has them, as `simulator.engine.groups` writes them."""
    assert block.rows is not None
    rows = block.rows
    return Columns(rows[..., 0], rows[..., 1], rows[..., 2], rows[..., 3], rows[..., 4:])


def rows_of(block: Block, seed: int, sides: Sequence[int]) -> pa.Table:
    """The rows of a block of single games as a table of Arrow; `sides` has the side of every seat.

    Columns: game, seed, first_opener, rounds, blocked_rounds, winner (a side, -1 where the game is
    drawn), score_0, score_1, ... by seat.
    """
    import pyarrow as pa

    opener, rounds, blocked, winners, scores = (column[:, 0] for column in columns_of(block))
    columns = {
        "game": pa.array(np.arange(block.first, block.last)),
        "seed": pa.array(np.full(len(winners), seed, dtype=np.uint64)),
        "first_opener": pa.array(opener.astype(np.int8)),
        "rounds": pa.array(rounds.astype(np.int32)),
        "blocked_rounds": pa.array(blocked.astype(np.int32)),
        "winner": pa.array(_winner(winners).astype(np.int8)),
    }
    for seat, side in enumerate(sides):
        columns[f"score_{seat}"] = pa.array(scores[:, side].astype(np.int32))
    return pa.table(columns)


class GameRows:
    """The rows of a run in its folder: whole millions, and pieces of the others.

    Parameters
    ----------
    folder : of the run; rows are in `games.parquet` there, which exists where they are kept.
    """

    def __init__(self, folder: Path) -> None:
        self._rows, self._pieces = folder / ROWS, folder / PIECES

    def begin(self) -> None:
        """Make the folders."""
        self._rows.mkdir(exist_ok=True)
        self._pieces.mkdir(exist_ok=True)

    def remove_damaged(self) -> list[str]:
        """Remove the files that cannot be read as Parquet; their names."""
        damaged = list[str]()
        for path in [*self._rows.glob("*.parquet"), *self._pieces.glob("*.parquet")]:
            try:
                _length(path)
            except KeepingError:
                damaged.append(path.name)
                remove(path)
        return sorted(damaged)

    def covered(self) -> list[Span]:
        """The games that there are rows of, as neighbouring spans joined together."""
        spans = list[Span]()
        for first, last in sorted(self._spans()):
            if spans and spans[-1][1] >= first:
                spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
            else:
                spans.append((first, last))
        return spans

    def keep_only(self, spans: Sequence[Span]) -> None:
        """Drop the rows of all games but these; what is no whole million becomes pieces."""
        self.begin()  # a run that was stopped at its end has no pieces left
        for folder in (self._rows, self._pieces):
            for path in folder.glob(f".*{ASIDE}"):
                remove(path)
        for (first, last), path in self._spans().items():
            inside = [(max(first, a), min(last, b)) for a, b in spans if a < last and first < b]
            whole = path.parent == self._pieces or last - first == GAMES_A_FILE
            if inside == [(first, last)] and whole:
                continue
            table = _read(path)
            for a, b in inside:
                self._write(self._pieces / _piece(a, b), table.slice(a - first, b - a))
            if path.name not in [_piece(a, b) for a, b in inside]:
                remove(path)

    def add(self, first: int, table: pa.Table) -> None:
        """Keep the rows of some games as pieces, the first of which has this number.

        Raises
        ------
        OSError
            They cannot be written.
        """
        last = first + table.num_rows
        for start in range(first - first % GAMES_A_FILE, last, GAMES_A_FILE):
            a, b = max(first, start), min(last, start + GAMES_A_FILE)
            self._write(self._pieces / _piece(a, b), table.slice(a - first, b - a))

    def join(self, all_of_them: bool = False) -> None:
        """Make files of the millions that are complete, or of all rows at the end of a run."""
        import pyarrow as pa

        by_million: dict[int, list[tuple[Span, Path]]] = {}
        for path in sorted(self._pieces.glob("*.parquet")):
            first, last = map(int, path.stem.split("-"))
            by_million.setdefault(first // GAMES_A_FILE, []).append(((first, last), path))
        for pieces in by_million.values():
            first, last = pieces[0][0][0], pieces[-1][0][1]
            if last - first < GAMES_A_FILE and not all_of_them:
                continue
            if sum(b - a for (a, b), _ in pieces) != last - first:
                raise KeepingError(f"rows between game {first:,} and {last - 1:,} are missing")
            table = pa.concat_tables([_read(path) for _, path in pieces]).combine_chunks()
            self._write(self._rows / f"{first:015d}.parquet", table)
            for _, path in pieces:
                remove(path)
        if all_of_them:
            remove(self._pieces)

    def _spans(self) -> dict[Span, Path]:
        """Every file with its games; of a file that lies inside another only the other."""
        found: dict[Span, Path] = {}
        for path in self._rows.glob("*.parquet"):
            found[int(path.stem), int(path.stem) + _length(path)] = path
        for path in self._pieces.glob("*.parquet"):
            first, last = map(int, path.stem.split("-"))
            if any(a <= first and last <= b for a, b in found):
                remove(path)
            else:
                found[first, last] = path
        return found

    def _write(self, path: Path, table: pa.Table) -> None:
        import pyarrow.parquet as pq

        with written_aside(path) as aside:
            pq.write_table(table, aside)


def _piece(first: int, last: int) -> str:
    return f"{first:015d}-{last:015d}.parquet"


def _read(path: Path) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.read_table(path, partitioning=None)
    except (OSError, pa.ArrowException) as error:
        raise KeepingError(f"{path} is damaged: {error}") from None


def _length(path: Path) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return int(pq.read_metadata(path).num_rows)
    except (OSError, pa.ArrowException) as error:
        raise KeepingError(f"{path} is damaged: {error}") from None


def _winner(winners: NDArray[np.int64]) -> NDArray[np.int64]:
    """The side that won outright; -1 where a game is drawn."""
    outright = (winners & (winners - 1)) == 0
    return np.where(outright, np.log2(np.maximum(winners, 1)).astype(np.int64), -1)
