"""Numbers of the command line: what people write is read exactly, the rest is told in one line."""

# ruff: noqa: RUF001  digits that are not those of ASCII are what is tested

from __future__ import annotations

import re

import click
import pytest

from simulator.cli.options import GameRange, Games
from tests.cli.conftest import Call

NO_NUMBERS = [
    *(
        "1e999",
        "1e99999999999",
        "_",
        "_1",
        "__k",
        "1__0",
        "1e-3",
        "0x10",
        "１２",
        "١",
        "1.5",
        "nan",
    ),
    *("inf", "", " ", "-1", "1e", "1kk", "9" * 5000, "1e6.5", "1,000", "½", "²", "1\n2"),
]
NUMBERED = [
    *(
        "simulate greedy random --games",
        "compare greedy random --games",
        "plan greedy random --pilot",
    ),
    *(
        "duel greedy random --max-games",
        "diverge greedy random --games",
        "diverge greedy random --most",
    ),
    *(
        "replay greedy random --game",
        "simulate greedy random --seed",
        "simulate greedy random --threads",
    ),
]
NO_REALS = ["nan", "-inf", "1e999", "", "_", "0x1", "１", "0,5", "9" * 5000, "1_0"]
REAL = [
    *("duel greedy random --margin", "duel greedy random --alpha", "duel greedy random --beta"),
    *("duel greedy random --precision", "plan greedy random --resolve"),
    "duel greedy random --fail-below",
]


@pytest.mark.parametrize("line", [*NUMBERED, *REAL])
def test_what_is_no_number_is_told_in_one_line(call: Call, line: str) -> None:
    option = line.split()[-1]
    for text in NO_NUMBERS if line in NUMBERED else NO_REALS:
        outcome = call(*line.split(), text)
        assert (outcome.code, outcome.out) == (2, ""), text
        assert re.fullmatch(rf"dominosim: Invalid value for '{option}.*\n", outcome.err), text
        assert len(outcome.err) < 200


@pytest.mark.parametrize(
    "text", ["1:", ":1", "1:2:3", "1:nan", "1:9e18", "2:1", "1:1e999", "１:２"]
)
def test_what_is_no_range_of_games_is_told_in_one_line(call: Call, text: str) -> None:
    outcome = call("replay", "greedy", "random", "--game", text)
    assert outcome.code == 2
    assert outcome.err.startswith(f"dominosim: Invalid value for '--game': '{text}' ")


@pytest.mark.parametrize("option", ["--out", "--baseline"])
def test_a_directory_without_a_name_is_refused(call: Call, option: str) -> None:
    """It would be the one where one is, which --force would replace."""
    outcome = call("duel", "greedy", "random", "--force", option, "")
    assert outcome.code == 2
    assert (
        outcome.err == f"dominosim: Invalid value for '{option}': it is empty; name a directory\n"
    )


@pytest.mark.parametrize(
    ("text", "read"),
    [("1_000_000", 10**6), ("1e6", 10**6), ("1M", 10**6), ("0.5M", 500_000), ("1E+3", 1000),
     ("1e12", 10**12), ("0.000_001b", None), ("1.0000000000000001k", None), ("0.0029k", None),
     ("1_0.5k", 10_500), ("1000001e6", None)],
)  # fmt: skip
def test_numbers_of_games_are_read_exactly(text: str, read: int | None) -> None:
    if read is None:
        with pytest.raises(click.BadParameter):
            Games().convert(text, None, None)
    else:
        assert Games().convert(text, None, None) == read
        assert GameRange().convert(f"5:{text}", None, None) == range(5, read)
