"""Experiment files that are none: one line that names the file and says what is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simulator.designs.experiment_file import read_experiment
from tests.cli.conftest import Call

RIGHT = 'policies = ["greedy", "hoarder"]\ngames = 10\n'
PAIR = 'policies = ["greedy", "hoarder"]\n'
NESTED = "[" * 5000 + "]" * 5000

ENCODED = {
    "UTF-16": (RIGHT.encode("utf-16"), "is UTF-16; save it as UTF-8"),
    "UTF-16 BE": (b"\xfe\xff" + RIGHT.encode("utf-16-be"), "is UTF-16; save it as UTF-8"),
    "UTF-16 without a mark": (RIGHT.encode("utf-16-le"), "UTF-16 or no text; save it as UTF-8"),
    "UTF-32": (RIGHT.encode("utf-32"), "is UTF-32; save it as UTF-8"),
    "UTF-32 BE": (b"\0\0\xfe\xff" + RIGHT.encode("utf-32-be"), "is UTF-32; save it as UTF-8"),
    "Latin-1": (f"{RIGHT}# Länge\n".encode("latin-1"), "not UTF-8 in line 3; save it as UTF-8"),
    "nothing": (b"", "it is empty"),
    "a mark alone": (b"\xef\xbb\xbf", "it is empty"),
    "a remark": (b"# nothing\n", "it is empty"),
    "too large": (b"#" * (1 << 20) + b"\n", "1,048,577 bytes are too many"),
}

VALUES = {
    PAIR + "games = 1.5": "games is a whole number from 1",
    PAIR + "games = true": "games is a whole number from 1",
    PAIR + 'games = "10"': "games is a whole number from 1",
    PAIR + "games = [10]": "games is a whole number from 1",
    PAIR + "games = nan": "games is a whole number from 1",
    PAIR + "games = 1979-05-27": "games is a whole number from 1",
    PAIR + "games = 0": "games is a whole number from 1",
    PAIR + "games.first = 1": "games is a whole number from 1",
    PAIR + "games = 1" + "0" * 30: "a number of more than 64 bits",
    PAIR + "games = 1" + "0" * 5000: "a number of more than 64 bits",
    PAIR + "games = 0x" + "f" * 5000: "a number of more than 64 bits",
    PAIR + "games = 1\ngames = 2": "cannot be read as TOML",
    PAIR + "games = " + NESTED: "nested too deeply",
    PAIR + "games." + ".".join("a" * 5000) + " = 1": "nested too deeply",
    RIGHT + "seed = -1": "seed is a whole number from 0",
    RIGHT + "seed = 0.0": "seed is a whole number from 0",
    RIGHT + "seed = 1" + "8" * 19: "a number of more than 64 bits",
    RIGHT + "schema = true": "schema True is not known",
    RIGHT + "schema = 1.0": "schema 1.0 is not known",
    RIGHT + "rules = ['draw']": "rules is a name, not ['draw']",
    RIGHT + "rules = 'drw'": "did you mean 'draw'?",
    RIGHT + "design = {name = 'duel'}": "design is a name",
    RIGHT + "design = 'lifecycle'": "unknown design 'lifecycle'",
    RIGHT + "set = ['hand']": "set is a table, written as [set]",
    RIGHT + "[[set]]\nhand = 3": "set is a table, written as [set]",
    RIGHT + "[set]\nhand = 3.0": "hand is a whole number from 2",
    RIGHT + "[set]\nhand = true": "hand is a whole number from 2",
    RIGHT + "[set]\nhand = {draw = 3}": "hand is a whole number from 2",
    RIGHT + "[set]\ndraw = ['stuck']": "draw is one of optional, stuck, once, never",
    RIGHT + "[set]\ndraw = {when = 'stuck'}": "draw is one of optional, stuck, once, never",
    RIGHT + "[set]\nteams = 1": "teams is true or false",
    RIGHT + "[set]\nspecial_hands = [25]": "special_hands is a list like",
    RIGHT + "[set.special_hands]\n'0|0' = '2.5'": "write each as tile:value",
    RIGHT + "[set.special_hands]\n'0|0' = {a = 1}": "write each as tile:value",
    RIGHT + "[options]\nmargin = 0.1": "unknown option 'margin' of simulate",
    RIGHT + "design = 'duel'\noptions = {margin = nan}": "margin is a number above 0",
    RIGHT + "design = 'duel'\noptions = {margin = '0.1'}": "margin is a number above 0",
    RIGHT + "design = 'duel'\noptions = {margin = true}": "margin is a number above 0",
    RIGHT + "design = 'compare'\noptions = {players = [2]}": "players cannot be [2]",
    RIGHT + "design = 'compare'\noptions = {seatings = ['all']}": "seatings is one of",
    RIGHT + "design = 'compare'\noptions = {anchor = 1}": "anchor cannot be 1",
    "policies = 'greedy'\ngames = 10": "policies is a list of names",
    "policies = ['greedy', ['hoarder']]\ngames = 10": "policies is a list of names",
    "policies = {a = 'greedy'}\ngames = 10": "policies is a list of names",
    "policies = []\ngames = 10": "0 are named",
    "games = 1\n[[policies]]\nname = 'greedy'": "policies is a list of names",
}


def refused(call: Call, file: Path, told: str) -> None:
    """Exit code 2 and one line that names the file."""
    outcome = call("run", file, "--quiet")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"dominosim: {file}: "), outcome.err
    assert outcome.err.count("\n") == 1
    assert told in outcome.err
    assert len(outcome.err) < len(str(file)) + 200


@pytest.mark.parametrize(("content", "told"), ENCODED.values(), ids=ENCODED)
def test_a_file_in_another_encoding_is_named(
    call: Call, tmp_path: Path, content: bytes, told: str
) -> None:
    (tmp_path / "asked.toml").write_bytes(content)
    refused(call, tmp_path / "asked.toml", told)


@pytest.mark.parametrize("text", VALUES, ids=[text.replace(PAIR, "")[:50] for text in VALUES])
def test_a_value_that_makes_no_sense_is_told(call: Call, tmp_path: Path, text: str) -> None:
    (tmp_path / "asked.toml").write_text(text)
    refused(call, tmp_path / "asked.toml", VALUES[text])


def test_what_is_no_file_is_named(call: Call, tmp_path: Path) -> None:
    """A directory, a pipe that nobody writes to, a device without end, one that cannot be read."""
    refused(call, tmp_path, "it is a directory, not a file")
    os.mkfifo(tmp_path / "pipe")
    refused(call, tmp_path / "pipe", "it is no file on a disk")
    refused(call, Path("/dev/zero"), "it is no file on a disk")


def test_what_cannot_be_read_is_named(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "asked.toml"
    file.write_text(RIGHT)

    def denied(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    outcome = call("run", file)
    assert outcome.err == f"dominosim: {file} cannot be read: Permission denied\n"


def test_a_mark_of_utf8_is_read_over(tmp_path: Path) -> None:
    file = tmp_path / "asked.toml"
    file.write_bytes(RIGHT.encode("utf-8-sig"))
    assert read_experiment(file).policies == ("greedy", "hoarder")
