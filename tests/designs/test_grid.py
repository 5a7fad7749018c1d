"""Every design under every rule set at every table, and every form of its output.

What is played is small; what is asked is whether it works at all, says what adds up, fits a
terminal, can be kept, read and verified. Where rules know no such table, one line says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import simulator.designs.pages
from reports import load, load_comparison, load_sweep
from simulator.presets import PRESETS
from tests.cli.conftest import Call, Outcome
from tests.cli.test_output import strict

SEATS = {
    "draw": ("2", "3", "4"),
    "draw-100": ("2", "3", "4", "pairs"),
    "block": ("2", "3", "4", "pairs"),
    "all-fives": ("2", "3", "4", "pairs"),
    "all-fives-line": ("2", "3", "4", "pairs"),
    "with-boneyard": ("2", "3", "4", "pairs"),
    "without-boneyard": ("2", "3", "4", "pairs"),
    "goat": ("2", "3", "4", "pairs"),
    "international": ("pairs",),
    "international-2": ("2",),
    "mexican-train": ("2", "3", "4"),
}
"""At which tables a preset is played; as the README's table says."""

NAMES = ("greedy", "random", "lightest", "hoarder")
GAMES = 24
"""Of a run: whole groups of every size, which are 2, 3, 4, 6 and 24 games."""


class Case(NamedTuple):
    """A design under a preset at a table of two, three, four or two pairs."""

    design: str
    preset: str
    seats: str

    @property
    def number(self) -> int:
        """How many sit there."""
        return 4 if self.seats == "pairs" else int(self.seats)

    @property
    def sides(self) -> int:
        """How many of them play against each other."""
        return 2 if self.seats == "pairs" else self.number

    @property
    def policies(self) -> tuple[str, ...]:
        """One a seat, or one a side where policies are compared."""
        if self.design == "sweep":
            return ("hoarder:spare=0,2", "greedy")
        if self.design not in ("simulate", "replay"):
            return NAMES[: self.sides]
        return ("greedy", "random") * 2 if self.seats == "pairs" else NAMES[: self.number]

    @property
    def line(self) -> list[str]:
        """The command, without its output form."""
        told = ["--rules", self.preset, "--seed", "3", *LIMITS[self.design]]
        if self.seats == "pairs" and self.preset != "international":
            told += ["--set", "teams=true"]
        if self.design in ("compare", "sweep") and self.seats != "pairs":
            told += ["--players", self.seats]
        quiet = [] if self.design == "replay" else ["--quiet"]
        if self.design == "sweep":
            grid, against = self.policies
            return ["sweep", grid, "--against", against, *told, *quiet]
        return [self.design, *self.policies, *told, *quiet]

    def __str__(self) -> str:
        return f"{self.design}-{self.preset}-{self.seats}"


LIMITS = {
    "simulate": ("--games", str(GAMES)),
    "compare": ("--games", str(GAMES)),
    "sweep": ("--games", str(GAMES)),
    "duel": ("--max-games", str(GAMES)),
    "plan": ("--pilot", str(GAMES)),
    "diverge": ("--games", str(GAMES)),
    "replay": ("--game", "2"),
}
OF_TWO = ("duel", "plan", "diverge")
TABLES = [(preset, seats) for preset, tables in SEATS.items() for seats in tables]
CASES = [
    Case(design, preset, seats)
    for design in LIMITS
    for preset, seats in TABLES
    if seats in ("2", "pairs") or design not in OF_TWO
]
REFUSED = [
    Case(design, preset, seats)
    for design in LIMITS
    for preset, tables in SEATS.items()
    for seats in ("2", "3", "4", "pairs")
    if seats not in tables
    and (design not in OF_TWO or seats == "pairs")
    and not (preset == "international" and seats == "4")  # four seats are the two pairs
]


def test_the_grid_has_every_preset() -> None:
    assert set(SEATS) == set(PRESETS)


def complaints(outcome: Outcome) -> list[str]:
    """What a command says on stderr, but that it compiles."""
    lines = outcome.err.splitlines()
    return [line for line in lines if not line.startswith("compiling the ")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_text_fits_a_terminal(call: Call, monkeypatch: pytest.MonkeyPatch, case: Case) -> None:
    """Commands to be copied and the lines of a transcript are as long as they are."""
    monkeypatch.setenv("COLUMNS", "80")
    outcome = call(*case.line)
    assert (outcome.code, complaints(outcome)) == (0, [])
    lines = outcome.out.splitlines()
    told = [line for line in lines if not line.startswith("    dominosim replay ")]
    assert len(told) >= 3 or case.design == "diverge"
    assert max(map(len, told)) <= 80 or case.design == "replay"
    mentioned = case.policies if case.design != "plan" else case.policies[:1]
    assert all(name in outcome.out for name in mentioned)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_json_adds_up(call: Call, case: Case) -> None:
    outcome = call(*case.line, "--json")
    assert (outcome.code, complaints(outcome)) == (0, [])
    ADDS_UP[case.design](case, [strict(line) for line in outcome.out.splitlines()])


KEPT = [
    case
    for case in CASES
    if case.design in ("simulate", "compare", "sweep", "duel")
    and (case.seats == "pairs" or case.number == 2 + list(SEATS).index(case.preset) % 3)
]
"""All pairs, and every preset at one table of two, three or four."""


@pytest.mark.parametrize("case", KEPT, ids=str)
def test_what_is_kept_can_be_read_and_verified(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    """The files agree with each other; in place of a page they are only read."""
    monkeypatch.setattr(simulator.designs.pages, "build_page", lambda directory, analysis: None)
    out = tmp_path / "results"
    assert call(*case.line, "--out", out).code == 0
    manifest = json.loads((out / "manifest.json").read_text())
    files = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert files == {"manifest.json", *manifest["files"]}
    if case.design != "duel":
        {"compare": load_comparison, "sweep": load_sweep}.get(case.design, load)(out)
    assert call("verify", out, "--quiet").out.startswith("verified: ")


PAGES = [
    Case("simulate", "goat", "pairs"),
    Case("compare", "international", "pairs"),
    Case("compare", "draw", "3"),
    Case("sweep", "all-fives", "4"),
]


@pytest.mark.parametrize("case", PAGES, ids=str)
def test_a_page_is_built_of_what_is_kept(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    """Drawing takes long: once, by `report`, which vouches for what it adds."""
    out = tmp_path / "results"
    with monkeypatch.context() as patch:
        patch.setattr(simulator.designs.pages, "build_page", lambda directory, analysis: None)
        assert call(*case.line, "--out", out).code == 0
    assert not (out / "report.html").exists()
    assert call("report", out).out == f"{out / 'report.html'}\n"
    page = (out / "report.html").read_text()
    assert all(name in page for name in case.policies)
    assert call("verify", out, "--quiet").code == 0
    (out / "report.html").write_text(page.replace("greedy", "hoarder"))
    assert call("verify", out, "--quiet").code == 1


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_a_table_that_rules_do_not_know_is_refused(call: Call, case: Case) -> None:
    assert_refused(call, case.line, case.preset)


@pytest.mark.parametrize("design", OF_TWO)
def test_there_is_no_duel_of_three(call: Call, design: str) -> None:
    line = [design, *NAMES[:3], *LIMITS[design]]
    assert_refused(call, line, "lightest")


def test_there_is_no_duel_of_three_in_a_file(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    file.write_text(f'design = "duel"\npolicies = {list(NAMES[:3])}\ngames = 100\n')
    assert_refused(call, ["run", str(file)], "a duel is of 2 policies; 3 are named")


def assert_refused(call: Call, line: list[str], told: str) -> None:
    """One line on stderr that holds some text, and exit code 2."""
    outcome = call(*line)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("dominosim: ")
    assert outcome.err.count("\n") == 1
    assert told in outcome.err


# -- what the documents say --------------------------------------------------------------------


def simulate_adds_up(case: Case, documents: list[Any]) -> None:
    """Every game and every round has an end; partners have it together."""
    (told,) = documents
    assert (told["games"], len(told["players"])) == (GAMES, case.number)
    sides = told["players"][: case.sides]
    assert sum(side["wins"] for side in sides) + told["drawn_games"] == GAMES
    won = sum(side["rounds_won"] + side.get("rounds_won_target", 0) for side in sides)
    assert won + told["void_rounds"] == told["rounds"]


def compare_adds_up(case: Case, documents: list[Any]) -> None:
    """One table, whose policies share its wins; all of them are rated."""
    (told,) = documents
    entries = told["pairings" if case.sides == 2 else "tables"]
    assert len(entries) == (1 if case.sides == 2 else case.sides)
    for entry in entries:
        assert entry["policies"] == list(case.policies)
        assert entry["games"] == GAMES
        assert entry["win_rate_low"] <= entry["win_rate"] <= entry["win_rate_high"]
    if case.sides > 2:
        assert sum(entry["win_rate"] for entry in entries) == pytest.approx(1)
    assert {rating["policy"] for rating in told["ratings"]} == set(case.policies)


def sweep_adds_up(case: Case, documents: list[Any]) -> None:
    """Two points, of which the one that wins more may be the best."""
    (told,) = documents
    points = told["points"]
    assert [point["policy"] for point in points] == ["hoarder:spare=0", "hoarder:spare=2"]
    for point in points:
        assert point["games"] == GAMES
        assert point["win_rate_low"] <= point["win_rate"] <= point["win_rate_high"]
        assert point["best"] or point["behind"] > 0
    assert min(point["behind"] for point in points) == 0


def duel_adds_up(case: Case, documents: list[Any]) -> None:
    """It ends at the last game at the latest."""
    (told,) = documents
    assert told["policies"] == list(case.policies)
    assert told["games"] <= GAMES
    assert told["low"] <= told["win_rate"] <= told["high"]


def plan_adds_up(case: Case, documents: list[Any]) -> None:
    """Two fixed numbers of games and three of a duel."""
    (told,) = documents
    assert [row["test"] for row in told] == ["fixed"] * 2 + ["sequential"] * 3
    assert all(row["games"] > 0 and row["seconds"] > 0 for row in told)


def diverge_adds_up(case: Case, documents: list[Any]) -> None:
    """Kinds are the sum of their parts; no round parts twice."""
    (told,) = documents
    rows = told["divergences"]
    whole = {row["kind"]: row["count"] for row in rows if row["first"] == ""}
    parts = [row for row in rows if row["first"] != ""]
    for kind, count in whole.items():
        assert sum(row["count"] for row in parts if row["kind"] == kind) == count
    assert 0 < sum(whole.values()) <= GAMES
    assert all(len(pair) == 2 for row in rows for pair in row["replays"])


def replay_adds_up(case: Case, documents: list[Any]) -> None:
    """A game from its rules to its end."""
    assert documents[0]["rules"]["preset"] == case.preset
    assert documents[0]["rules"]["teams"] is (case.seats == "pairs")
    assert len(documents[1]["hands"]) == case.number
    assert len(documents[-1]["scores"]) == case.sides


ADDS_UP = {
    "simulate": simulate_adds_up,
    "compare": compare_adds_up,
    "sweep": sweep_adds_up,
    "duel": duel_adds_up,
    "plan": plan_adds_up,
    "diverge": diverge_adds_up,
    "replay": replay_adds_up,
}
