"""Option types and the options that commands share."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import click

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}
_COUNT = re.compile(r"([0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?(?:e\+?[0-9]{1,2})?)([kmgb]?)")
_WHOLE = re.compile(r"-?[0-9]+(?:_[0-9]+)*")
_REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]{1,3})?")
_MOST_GAMES = 10**12
_LAST_GAME = 2**62
_LONGEST = 40  # characters of a number, and of a text that is repeated in a message


class Games(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """A number of games: 1000000, 1_000_000, 1e6 or 1M."""

    name = "N"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the text; what is no whole number fails with an example."""
        games = value if isinstance(value, int) else _count(value)
        if games is None:
            self.fail(f"{_told(value)} is no number of games; write 1000000, 1_000_000, 1e6 or 1M")
        if games > _MOST_GAMES:
            self.fail(f"{_told(value)} is too many games; a run has at most {_MOST_GAMES:,}")
        return games


class GameRange(click.ParamType):  # type: ignore[type-arg]
    """N, or A:B for the games A to B - 1."""

    name = "N|A:B"

    def convert(self, value: Any, param: Any, ctx: Any) -> range:
        """Read one index or two."""
        first, last = (_count(part) for part in (str(value).split(":") * 2)[:2])
        if first is None or last is None or str(value).count(":") > 1:
            self.fail(f"{_told(value)} is no game; write an index like 17, or 10:20 for 10 to 19")
        last += ":" not in str(value)
        if last > _LAST_GAME:
            self.fail(f"{_told(value)} is no game; the last one is {_LAST_GAME - 1:,}")
        if last <= first:
            self.fail(f"{_told(value)} holds no game; the second index lies behind the last game")
        return range(first, last)


class Whole(click.ParamType):  # type: ignore[type-arg]
    """A whole number from `lowest` to `highest`."""

    name = "N"

    def __init__(self, lowest: int, highest: int) -> None:
        self._lowest, self._highest = lowest, highest

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the text; only the digits 0 to 9 are some."""
        text = str(value).strip()
        number = int(text) if len(text) <= _LONGEST and _WHOLE.fullmatch(text) else None
        if number is None or not self._lowest <= number <= self._highest:
            limits = f"{self._lowest} to {self._highest}"
            self.fail(f"{_told(value)} is no whole number from {limits}")
        return number


class Real(click.ParamType):  # type: ignore[type-arg]
    """A finite number, from `lowest` to `highest` where that is said."""

    name = "X"

    def __init__(self, lowest: float = -math.inf, highest: float = math.inf) -> None:
        self._lowest, self._highest = lowest, highest

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Read the text; nan and inf are no numbers here."""
        text = str(value).strip().lower()
        number = float(text) if _REAL.fullmatch(text) else math.nan
        if not math.isfinite(number):
            self.fail(f"{_told(value)} is no number; write it like 0.005")
        if not self._lowest <= number <= self._highest:
            self.fail(f"{_told(value)} is no number from {self._lowest:g} to {self._highest:g}")
        return number


class Folder(click.ParamType):  # type: ignore[type-arg]
    """A directory, whether it exists or not."""

    name = "DIR"

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        """Refuse the empty text, which would be the directory one is in."""
        if not str(value):
            self.fail("it is empty; name a directory")
        return Path(value)


class Setting(click.ParamType):  # type: ignore[type-arg]
    """KEY=VALUE."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, str]:
        """Split at the first equals sign."""
        key, equals, text = str(value).partition("=")
        if not equals:
            self.fail(f"{value!r} is not KEY=VALUE, like target=150")
        return key.strip(), text.strip()


setting_option = click.option(
    "--set",
    "settings",
    type=Setting(),
    multiple=True,
    help="Change a rule, as --set target=150; may be repeated.",
)


def _count(text: str) -> int | None:
    """A whole number as people write it; None where the text is none."""
    from fractions import Fraction

    match = _COUNT.fullmatch(text.strip().lower())
    if match is None or len(text) > _LONGEST:
        return None
    number = Fraction(match[1].replace("_", "")) * _UNITS[match[2]]
    return int(number) if number.denominator == 1 else None


def _told(value: Any) -> str:
    """What was written, as a message repeats it."""
    text = str(value)
    return repr(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}...")


def table_options(command: Any) -> Any:
    """The options that say how a table is set up: rules and seed."""
    seed = click.option(
        "--seed",
        type=Whole(0, 2**64 - 1),
        default=0,
        show_default=True,
        help="Seed of the deals.",
    )
    rules = click.option("--rules", default="draw", show_default=True, help="See `rules`.")
    return rules(setting_option(seed(command)))


def session_options(command: Any) -> Any:
    """The options that say how a run goes and where its results go."""
    out = click.option("--out", type=Folder(), help="Keep the results here.")
    force = click.option("--force", is_flag=True, help="Replace what DIR holds.")
    as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
    return threads_option(cluster_option(out(force(as_json(quiet_option(command))))))


def baseline_options(command: Any) -> Any:
    """The options that compare a run with an earlier one."""
    baseline = click.option(
        "--baseline",
        type=Folder(),
        help="Show what changed against the results in DIR.",
    )
    fail_below = click.option(
        "--fail-below",
        type=Real(-1, 1),
        help="With --baseline: exit with 1 if the first policy's win rate surely changed by less "
        "than X, as -0.01.",
    )
    return baseline(fail_below(command))


players_option = click.option(
    "--players", type=click.Choice(["2", "3", "4"]), help="Seats at a table; usually 2."
)
save_games_option = click.option(
    "--save-games", is_flag=True, help="Keep a row of every game too (with --out)."
)
cluster_option = click.option(
    "--cluster",
    metavar="tcp://HOST:PORT|local:N",
    help="Play on a Dask scheduler, or on N processes here.",
)
quiet_option = click.option("--quiet", "-q", is_flag=True, help="No progress and no notices.")
threads_option = click.option(
    "--threads", type=Whole(1, 1024), help="Threads; by default all processors."
)
