"""Requests that make no sense: one line that says what is right, exit code 2, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Call

REQUESTS = [
    ("simulat greedy greedy", "did you mean 'simulate'?"),
    ("simulate greedi random", "unknown policy 'greedi'; did you mean 'greedy'?"),
    ("simulate greedy hoarder:spar=3", "no parameter 'spar'; did you mean 'spare'?"),
    ("simulate greedy greedy:spare=3", "no parameter 'spare'; it has none"),
    ("simulate greedy hoarder:spare=many", "name=number"),
    ("simulate greedy nowhere.py:mine", "there is no file 'nowhere.py'"),
    ("simulate greedy", "2 to 4 policies, one a seat; one is named"),
    ("simulate greedy greedy greedy greedy greedy", "2 to 4 policies, one a seat; 5 are named"),
    ("simulate greedy greedy --games 0", "games is a whole number from 1"),
    ("simulate greedy greedy --games -5", "'-5' is no number of games"),
    ("simulate greedy greedy --games many", "1000000, 1_000_000, 1e6 or 1M"),
    ("simulate greedy greedy --games 1.5", "'1.5' is no number of games"),
    ("simulate greedy greedy --seed -1", "'-1' is no whole number from 0 to 18446744073709551615"),
    ("simulate greedy greedy --seed 18446744073709551616", "18446744073709551615"),
    ("simulate greedy greedy --threads 0", "--threads"),
    ("simulate greedy greedy --rules drw", "unknown rules 'drw'; did you mean 'draw'?"),
    ("simulate greedy greedy --set hnd=3", "unknown rule parameter 'hnd'; did you mean 'hand'?"),
    ("simulate greedy greedy --set hand", "KEY=VALUE"),
    ("simulate greedy greedy --set hand=15", "a hand can be at most 13"),
    ("simulate greedy greedy --set draw=eagerly", "optional, stuck, once, never"),
    ("simulate greedy greedy --save-games", "add --out DIR"),
    ("simulate greedy greedy --bogus", "--bogus"),
    ("compare greedy", "a comparison takes 2 to 40 policies; one is named"),
    ("compare greedy greedy", "'greedy' is named twice"),
    ("compare greedy random --players 3", "a table of 3"),
    ("compare greedy random --anchor lightest", "the anchor 'lightest' is not compared"),
    ("compare greedy random --fail-below 0", "add --baseline DIR"),
    ("compare greedy random --baseline nowhere", "no results directory nowhere"),
    ("duel greedy greedy", "'greedy' is named twice"),
    ("duel greedy", "'policies' takes 2 values"),
    ("duel greedy random --margin 0.7", "margin is a number above 0 and below 0.5"),
    ("duel greedy random --max-games 0", "games is a whole number from 1"),
    ("plan greedy random --resolve 0", "resolve is a number above 0"),
    ("plan greedy random --pilot 0", "pilot is a whole number from 1"),
    ("compare greedy random --fail-below nan --baseline x", "'nan' is no number"),
    ("compare greedy random --fail-below inf --baseline x", "'inf' is no number"),
    ("compare greedy random --fail-below 1.5 --baseline x", "'1.5' is no number from -1 to 1"),
    ("duel greedy random --fail-below -2 --baseline x", "'-2' is no number from -1 to 1"),
    ("simulate greedy random --set target=1.5", "target is a whole number from 1 to 100000"),
    (
        "simulate greedy random --set target=\N{ARABIC-INDIC DIGIT ONE}",
        "target is a whole number from 1 to 100000",
    ),
    ("simulate greedy random --set target=", "target is a whole number from 1 to 100000"),
    (
        "simulate greedy random --set special_hands=\N{FULLWIDTH DIGIT ZERO}|0:25",
        "write each as tile:value",
    ),
    (
        "simulate greedy random --set special_hands=0|0:\N{FULLWIDTH DIGIT TWO}",
        "write each as tile:value",
    ),
    ("replay greedy greedy", "--game"),
    ("replay greedy greedy --game x", "an index like 17"),
    ("replay greedy greedy --game 5:5", "holds no game"),
    ("replay greedy greedy --game 1 --rules mexican-train --two-ended", "never dealt with a two-"),
    *(
        (f"{line} --rules block", "policy 'own-train' is for board = trains, and in block here")
        for line in (
            "simulate greedy own-train",
            "compare greedy random own-train",
            "duel own-train greedy",
            "plan own-train greedy",
            "diverge own-train greedy",
            "diverge random greedy --against own-train",
            "replay own-train greedy --game 3",
            "check own-train",
        )
    ),
    ("simulate own-train random", "policy 'own-train' is for board = trains, and in draw here"),
    ("compare greedy random --rules goat --estimator rounds", "no win rate follows from rounds"),
    ("simulate greedy greedy --rules mexican-train --set set=6 --set hand=14", "at most 13"),
    ("simulate greedy greedy --rules mexican-train --set draw=stuck", "--set draw=once"),
    ("simulate greedy greedy --set rounds=201", "rounds is a whole number from 0 to 200"),
    ("report nowhere", "there is no results directory nowhere"),
    ("verify nowhere", "there is no results directory nowhere"),
    ("run", "FILE"),
    ("run nowhere.toml", "there is no file 'nowhere.toml'"),
    ("run --resume nowhere", "there is no run of nowhere"),
    ("rules drw", "did you mean 'draw'?"),
]


@pytest.mark.parametrize(("line", "told"), REQUESTS, ids=[line for line, _ in REQUESTS])
def test_says_in_one_line_what_would_be_right(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = line.split()
    if arguments[0] in ("simulate", "compare", "duel") and "--save-games" not in arguments:
        arguments += ["--out", "results"]
    outcome = call(*arguments)
    assert outcome.code == 2
    assert told in outcome.err
    assert outcome.err.startswith("dominosim: ")
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "games"),
    [("1000", 1000), ("1_000", 1000), ("1e3", 1000), ("2k", 2000), ("0.002M", 2000), ("2E3", 2000)],
)
def test_games_are_written_as_people_do(call: Call, text: str, games: int) -> None:
    outcome = call("simulate", "greedy", "greedy", "--games", text, "--json")
    assert f'"games": {games},' in outcome.out


def test_an_out_directory_that_holds_something_is_refused(call: Call, tmp_path: Path) -> None:
    keep = tmp_path / "results" / "mine.txt"
    keep.parent.mkdir()
    keep.write_text("precious")
    for more in ((), ("--force",)):
        line = ("simulate", "greedy", "greedy", "--games", "10", "--out", keep.parent, *more)
        outcome = call(*line)
        assert outcome.code == 2
        assert "is not empty and holds no results of dominosim" in outcome.err
        assert list(keep.parent.iterdir()) == [keep]
        assert keep.read_text() == "precious"


def test_an_out_that_is_a_file_or_lies_in_one_is_refused(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("precious")
    for out in (file, file / "results"):
        outcome = call("simulate", "greedy", "greedy", "--games", "10", "--out", out, "--quiet")
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1
        assert str(out) in outcome.err
    assert file.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [file]
