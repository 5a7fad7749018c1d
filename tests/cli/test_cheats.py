"""A policy that cheats is marked wherever its name is read, and is told to programs by its text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import reports.page.templating
import simulator.designs.check
import simulator.designs.pages
from reports import load_comparison
from simulator import simulate
from simulator.designs.check import CheckResult
from strategies.registry import resolve
from tests.cli.conftest import Call
from tests.cli.test_output import strict

CHEAT = "omniscient:positions=1"
NAME = f"cheat·{CHEAT}"
SENTENCE = f"{NAME} sees the deal: a bound, not a player."
OTHER = "hoarder:spare=0,1"
FEW = "--games 24 --quiet"

PLAYED = {
    f"simulate {CHEAT} greedy {FEW}": [CHEAT],
    f"simulate {CHEAT} greedy greedy {CHEAT} --rules draw-100 --set teams=true {FEW}": [CHEAT],
    f"compare greedy {CHEAT} --anchor {CHEAT} {FEW}": [CHEAT],
    f"compare greedy {CHEAT} omniscient:positions=2 --players 3 {FEW}": [
        CHEAT,
        "omniscient:positions=2",
    ],
    f"sweep omniscient:positions=1,2 --against greedy {FEW}": [CHEAT, "omniscient:positions=2"],
    f"sweep {OTHER} --against {CHEAT} {FEW}": [CHEAT],
    f"duel {CHEAT} greedy --max-games 24 --quiet": [CHEAT],
    f"diverge greedy random --against {CHEAT} {FEW}": [CHEAT],
    f"diverge {CHEAT} greedy {FEW}": [CHEAT],
    f"tune hoarder --against {CHEAT} --games 400 --quiet": [CHEAT],
    f"tune {CHEAT} --against greedy --only positions=1:3 --games 400 --quiet": [CHEAT],
    f"check {CHEAT}": [CHEAT],
}
"""Commands, and who of theirs cheats."""


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that plays at no table: who cheats is told before it, and checks take long."""
    monkeypatch.setattr(
        simulator.designs.check, "check", lambda policy, *_: CheckResult(resolve(policy), (), 0.0)
    )


def unmarked(text: str) -> list[str]:
    """Lines that name `omniscient`, or begin to, without a mark, but for commands to be copied."""
    lines = [line for line in text.splitlines() if not re.match(" *(dominosim|play it as) ", line)]
    return [line for line in lines if re.search("(?<!cheat·)omn", line)]


TOLD = [
    *PLAYED,
    f"compare greedy {CHEAT} random lightest hoarder:spare=1 rarest blocker {FEW}",
    f"plan {CHEAT} greedy --pilot 24 --quiet",
    "strategies",
]


@pytest.mark.parametrize("line", TOLD)
def test_whoever_reads_a_name_is_warned(
    call: Call, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    outcome = call(*line.split())
    assert outcome.code == 0
    assert unmarked(outcome.out) == []
    assert max(map(len, outcome.out.replace(SENTENCE, "").splitlines())) <= 80
    if line.split()[0] not in ("check", "strategies"):
        told = " ".join(outcome.out.split())
        assert re.search("cheat·omniscient.* sees? the deal: (a bound, not a player|bounds)", told)
    named = "cheat·omni" in outcome.out
    assert named


def test_a_transcript_names_who_cheats(call: Call) -> None:
    line = ("replay", "greedy", CHEAT, "--game", "0")
    assert f"  seat 1: {NAME}\n" in call(*line).out
    first, *_ = call(*line, "--json").out.splitlines()
    event = strict(first)
    assert (event["policies"], event["cheats"]) == (["greedy", CHEAT], [CHEAT])


@pytest.mark.parametrize(("line", "cheats"), PLAYED.items())
def test_programs_are_told_texts(call: Call, line: str, cheats: list[str]) -> None:
    outcome = call(*line.split(), "--json")
    assert "cheat·" not in json.loads(f"[{outcome.out}]").__repr__()
    assert strict(outcome.out).get("cheats", []) == cheats


@pytest.mark.parametrize(
    "line", ["simulate greedy hoarder", "compare greedy hoarder", f"sweep {OTHER} --against greedy"]
)
def test_nobody_is_suspected(call: Call, line: str) -> None:
    assert "cheats" not in strict(call(*line.split(), *FEW.split(), "--json").out)
    text = call(*line.split(), *FEW.split()).out
    assert "cheat" not in text
    assert "sees the deal" not in text


# -- what is kept ------------------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of all figures; none is rendered, which takes long."""
    texts = list[str]()

    def image(figure: Figure, kind: str) -> bytes:
        for part in (figure, *figure.axes):
            texts.extend(text.get_text() for text in part.findobj(Text))
        for ax in figure.axes:
            labels = ax.get_xticklabels() + ax.get_yticklabels()
            texts.extend(label.get_text() for label in labels)
        return b'<svg viewBox="0 0 1 1"><g id="figure_1"/></svg>' if kind == "svg" else b""

    monkeypatch.setattr(reports.page.templating, "image", image)
    return texts


KEPT = [
    f"simulate {CHEAT} greedy greedy {CHEAT} --rules draw-100 --set teams=true {FEW}",
    f"compare greedy {CHEAT} omniscient:positions=2 --anchor {CHEAT} {FEW}",
    f"compare greedy {CHEAT} omniscient:positions=2 --players 3 {FEW}",
    f"sweep omniscient:positions=1,2 --against {CHEAT}0 {FEW}",
    f"tune hoarder --against {CHEAT} --games 400 --quiet",
]


@pytest.mark.parametrize("line", KEPT)
def test_pages_and_figures_mark_and_tables_keep_texts(
    call: Call, tmp_path: Path, drawn: list[str], line: str
) -> None:
    out = tmp_path / "results"
    assert call(*line.split(), "--out", out).code == 0
    page = (out / "report.html").read_text()
    asked = re.compile('<pre id="(?:command|experiment)">.*?</pre>', re.DOTALL)
    assert len(asked.findall(page)) == 2
    shown = asked.sub("", page).replace("<wbr>", "")
    assert unmarked(shown) == []
    assert "cheat·omniscient" in re.findall("<title>(.*)</title>", page)[0] or "tune" in line
    assert '<p class="note" id="caveats">' in page
    assert any("cheat·" in text for text in drawn)
    assert unmarked("\n".join(drawn)) == []
    tables = [path.read_text() for path in out.glob("*.csv")]
    assert any("omniscient" in text for text in tables)
    assert all("cheat" not in text for text in tables)
    for policy in json.loads((out / "manifest.json").read_text())["policies"]:
        assert policy["cheats"] is policy["spec"].startswith("omniscient")
    assert call("report", out).code == 0
    assert (out / "report.html").read_text() == page


def test_a_directory_that_does_not_tell_is_read(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is marked in it; it can be compared with a run that tells."""
    monkeypatch.setattr(simulator.designs.pages, "build_page", lambda directory, analysis: None)
    out = tmp_path / "results"
    assert call("compare", "greedy", CHEAT, *FEW.split(), "--out", out).code == 0
    manifest = json.loads((out / "manifest.json").read_text())
    for policy in manifest["policies"]:
        del policy["cheats"]
    (out / "manifest.json").write_text(json.dumps(manifest))
    line = ("compare", CHEAT, "greedy", "--games", "24", "--baseline", out)
    assert f"\n{NAME} against greedy: win rate " in f"\n{call(*line).err}"
    assert load_comparison(out).policies == ("greedy", CHEAT)


def test_changes_since_a_baseline_name_who_cheats(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulator.designs.pages, "build_page", lambda directory, analysis: None)
    for design, number in (("compare", "--games"), ("duel", "--max-games")):
        out = tmp_path / design
        line = (design, "greedy", CHEAT, number, "24")
        assert call(*line, "--out", out).code == 0
        changes = call(*line, "--baseline", out).err
        assert f"\ngreedy against {NAME}: win rate " in f"\n{changes}"
        assert unmarked(changes) == []
        assert unmarked(call("run", out / "experiment.toml", "--quiet").out) == []


# -- users' policies ---------------------------------------------------------------------------

MINE = """
from simulator.policy import place, policy
from simulator.tiles import heaviest, lightest


@policy("peek", summary="is told the deal", cheats=True)
def peek(view, params, deal):
    return place(view, heaviest(view.playable))


@policy("honest", summary="knows its hand only")
def honest(view, params):
    return place(view, lightest(view.playable))
"""


def test_a_file_has_its_mark_behind_its_path(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("mine.py").write_text(MINE)
    pair = ("mine.py:peek", "mine.py:honest")
    line = ("compare", *pair, *FEW.split())
    assert strict(call(*line, "--json").out)["cheats"] == ["mine.py:peek"]
    text = call(*line, "--out", "results").out
    assert len(re.findall(r"cheat·peek \S honest|honest \S cheat·peek", text)) == 1
    assert "cheat·honest" not in text
    page = Path("results/report.html").read_text()
    assert "<th>mine.py:<wbr>cheat·peek</th>" in page
    assert "<th>mine.py:<wbr>honest</th>" in page
    assert any("cheat·peek" in one for one in drawn)
    seats = ("simulate", *pair, *pair[::-1], "--rules", "draw-100", "--set", "teams=true")
    rows = call(*seats, *FEW.split()).out.splitlines()
    assert [row.split("  ")[1].split("  ")[0] for row in rows if row[1:2] == "+"] == [
        "cheat·peek + honest",
        "honest + cheat·peek",
    ]


def test_notebooks_name_who_cheats() -> None:
    assert repr(simulate([CHEAT, "greedy"], games=4)).startswith(
        f"<SimulateResult of {NAME}, greedy\n"
    )
    assert repr(CheckResult(resolve(CHEAT), (), 0.0)).startswith(f"<CheckResult of {NAME}: ")
