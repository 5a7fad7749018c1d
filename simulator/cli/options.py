"""Option types and the options that commands share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}


class Games(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """A number of games: 1000000, 1_000_000, 1e6 or 1M."""

    name = "N"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the text; what is no whole number fails with an example."""
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"([\d_]+(?:\.\d+)?(?:e\+?\d+)?)([kmgb]?)", value.strip().lower())
        games = float(match[1].replace("_", "")) * _UNITS[match[2]] if match else -1.0
        if games < 0 or games != int(games):
            self.fail(f"{value!r} is no number of games; write 1000000, 1_000_000, 1e6 or 1M")
        return int(games)


class Setting(click.ParamType):  # type: ignore[type-arg]
    """KEY=VALUE."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, str]:
        """Split at the first equals sign."""
        key, equals, text = str(value).partition("=")
        if not equals:
            self.fail(f"{value!r} is not KEY=VALUE, like target=150")
        return key.strip(), text.strip()


class GameRange(click.ParamType):  # type: ignore[type-arg]
    """N, or A:B for the games A to B - 1."""

    name = "N|A:B"

    def convert(self, value: Any, param: Any, ctx: Any) -> range:
        """Read one index or two."""
        match = re.fullmatch(r"(\d[\d_]*)(?::(\d[\d_]*))?", str(value).strip())
        if not match:
            self.fail(f"{value!r} is no game; write an index like 17, or 10:20 for 10 to 19")
        first = int(match[1])
        last = int(match[2]) if match[2] else first + 1
        if last <= first or last > 2**62:
            self.fail(f"{value!r} holds no game; the second index lies behind the last game")
        return range(first, last)


def table_options(command: Any) -> Any:
    """The options that say how a table is set up: rules and seed."""
    seed = click.option("--seed", default=0, show_default=True, help="Seed of the deals.")
    setting = click.option(
        "--set",
        "settings",
        type=Setting(),
        multiple=True,
        help="Change a rule, as --set target=150; may be repeated.",
    )
    rules = click.option("--rules", default="draw", show_default=True, help="See `rules`.")
    return rules(setting(seed(command)))


def session_options(command: Any) -> Any:
    """The options that say how a run goes and where its results go."""
    out = click.option(
        "--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep the results here."
    )
    force = click.option("--force", is_flag=True, help="Replace what DIR holds.")
    as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
    return threads_option(cluster_option(out(force(as_json(quiet_option(command))))))


def baseline_options(command: Any) -> Any:
    """The options that compare a run with an earlier one."""
    baseline = click.option(
        "--baseline",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Show what changed against the results in DIR.",
    )
    fail_below = click.option(
        "--fail-below",
        type=float,
        metavar="X",
        help="With --baseline: exit with 1 if the first policy's win rate surely changed by less "
        "than X, as -0.01.",
    )
    return baseline(fail_below(command))


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
    "--threads", type=click.IntRange(1, 1024), help="Threads; by default all processors."
)
