"""Both kinds of page in a real browser: figures, numbers, an empty console, no requests.

Needs chromium; where there is none these tests fail, so that nobody takes silence for success.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from reports.analysis.comparison import Analysis
from reports.results.matchups import load
from reports.words.formats import elo
from reports.words.labels import short_policy
from tests.reports.conftest import Pages
from tests.reports.page.reading import shown

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--no-first-run", "--enable-logging=stderr", "--v=0", "--dump-dom"),
    # Nothing gets out, whatever a page or the browser itself asks for.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


@dataclass(frozen=True)
class Visit:
    """What a browser made of a page."""

    dom: str
    console: list[str]
    requests: list[str]


def visit(page: Path, profile: Path) -> Visit:
    """Open a page with a fresh profile."""
    browser = next((found for name in NAMES if (found := shutil.which(name))), None)
    assert browser is not None, f"a browser is needed: one of {', '.join(NAMES)}"
    log = profile / "network.json"
    profile.mkdir()
    options = [f"--user-data-dir={profile / 'data'}", f"--log-net-log={log}"]
    run = subprocess.run(
        [browser, *FLAGS, *options, page.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    console = re.findall(r":CONSOLE[:(]\d+\)?\] (.*)", run.stderr)
    return Visit(run.stdout, console, requests(json.loads(log.read_text())))


def requests(log: dict[str, list[dict[str, object]]]) -> list[str]:
    """Addresses asked for on behalf of a page from a file, not by the browser for itself."""
    asked = []
    for event in log["events"]:
        given = event.get("params")
        if isinstance(given, dict) and "file:" in str(given.get("network_isolation_key")):
            asked.append(str(given.get("url")))
    return asked


def test_complaints_and_requests_would_be_noticed(tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    script = "console.error('complaint'); fetch('https://example.org/x').catch(() => 0)"
    page.write_text(f"<!DOCTYPE html><title>x</title><p>text</p><script>{script}</script>")
    visited = visit(page, tmp_path / "profile")
    assert any("complaint" in line for line in visited.console)
    assert "https://example.org/x" in visited.requests


def test_the_page_of_a_single_run(matchup_pages: Pages, tmp_path: Path) -> None:
    page = matchup_pages["two"]
    visited = visit(page, tmp_path / "profile")
    assert (visited.console, visited.requests) == ([], [])
    assert visited.dom.count("<svg") == len(list((page.parent / "figures").glob("*.svg"))) == 9
    text = shown(visited.dom)
    for player in load(page.parent).players.to_dict("records"):
        low, high = 100 * player["win_rate_low"], 100 * player["win_rate_high"]
        assert f"{low:.1f} to {high:.1f} %" in text
        assert f"{player['mean_score']:.1f}" in text


@pytest.mark.parametrize("name", ["three", "twenty", "tables"])
def test_the_page_of_a_comparison(
    name: str, comparison_pages: Pages, analyses: dict[str, Analysis], tmp_path: Path
) -> None:
    page, analysis = comparison_pages[name], analyses[name]
    visited = visit(page, tmp_path / "profile")
    assert (visited.console, visited.requests) == ([], [])
    figures = {path.stem for path in (page.parent / "figures").glob("*.svg")}
    assert visited.dom.count("<svg") == len(figures)
    assert all(f'id="{name}-figure_1"' in visited.dom for name in figures)
    text = shown(visited.dom)
    for row in analysis.versus.to_dict("records"):
        assert f"{100 * row['win_rate']:.1f}" in text or len(analysis.order) > 6
    for row in analysis.standings.to_dict("records"):
        assert short_policy(row["policy"], 60) in text
        assert elo(row["rating"], row["low"], row["high"]) in text
    assert f"of {len(analysis.versus)} pair" in text
