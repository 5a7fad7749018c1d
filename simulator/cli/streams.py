"""Both output streams: other encodings, readers that have left, devices that are full.

Results go to the one, and that they cannot be written is told; notices go to the other, and may get
lost.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress

_PLAINLY = "dominosim-plainly"
_STAND_INS = {"–": "-", "−": "-", "±": "+-", "×": "x", "…": "."}  # noqa: RUF001
"""What is printed for signs that an encoding lacks; for others it is a question mark."""


class _Stream(io.TextIOWrapper):
    """A text stream that click writes to as it is, instead of in UTF-8 where it is ASCII."""

    buffer = None  # type: ignore[assignment]


class _Notices(_Stream):
    """A text stream that loses what cannot be written: no run fails by what is told beside it."""

    def write(self, text: str) -> int:
        """Write as well as one can."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Flush as well as one can."""
        with suppress(OSError):
            super().flush()


def prepare() -> None:
    """Make both streams such that no text and, of notices, no device ends a run.

    Streams that a test or a notebook has put there stay as they are.
    """
    codecs.register_error(_PLAINLY, _plainly)
    if isinstance(sys.stdout, io.TextIOWrapper):
        if codecs.lookup(sys.stdout.encoding).name == "ascii":
            sys.stdout = _instead(sys.stdout, _Stream)
        sys.stdout.reconfigure(errors=_PLAINLY)
    if type(sys.stderr) is io.TextIOWrapper:
        sys.stderr = _instead(sys.stderr, _Notices)


def finish() -> OSError | None:
    """Flush both; what cannot be written of the output is let go, and the error returned."""
    if sys.stderr is not None:
        sys.stderr.flush()
    if sys.stdout is None:
        return None
    try:
        sys.stdout.flush()
    except OSError as error:
        with suppress(OSError):  # else the interpreter would try once more at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error
    return None


def _instead(stream: io.TextIOWrapper, kind: type[_Stream]) -> _Stream:
    """A stream of another kind in the place of one."""
    encoding, errors, lines = stream.encoding, stream.errors, stream.line_buffering
    return kind(stream.detach(), encoding, errors, line_buffering=lines)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """What stands for the characters that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_STAND_INS.get(sign, "?") for sign in lacking), error.end
