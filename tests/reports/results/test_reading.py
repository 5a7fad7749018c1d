"""Directories load; what is missing or was changed gives one line that names the file."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reports.results.comparison import load_comparison
from reports.results.errors import DamagedResults
from reports.results.matchups import load
from reports.results.rules import rounds_of, target_of
from tests.reports.sampled_comparisons import write_comparison
from tests.reports.sampled_matchups import vouch, write_results

READ = [
    *((load, name) for name in ("experiment.toml", "summary.csv", "distributions.csv")),
    *((load_comparison, name) for name in ("experiment.toml", "summary.csv", "distributions.csv")),
    *((load_comparison, name) for name in ("tallies.parquet", "sources.csv")),
]

Load = Callable[[Path], Any]


@pytest.fixture
def matchup(tmp_path: Path) -> Path:
    return write_results(tmp_path / "results", games=5)


def written(reader: Load, path: Path) -> Path:
    if reader is load:
        return write_results(path, games=5)
    return write_comparison(path, ["greedy", "random", "x"], groups=2)


def complaint(directory: Path, reader: Load = load) -> str:
    """The one line, without the path of the directory."""
    with pytest.raises(DamagedResults) as caught:
        reader(directory)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(directory))
    return message.removeprefix(str(directory)).lstrip("/")


@pytest.mark.parametrize(("reader", "name"), READ)
def test_every_file_that_is_read_is_compared_with_its_hash(
    reader: Load, name: str, tmp_path: Path
) -> None:
    path = written(reader, tmp_path / "results") / name
    content = path.read_bytes()
    changed = f"{name}: has changed since it was written"
    # A byte more, a byte less, a bit that was turned over.
    for other in (content + b"\n", content[:-1], bytes([content[0] ^ 1]) + content[1:], b""):
        path.write_bytes(other)
        assert complaint(path.parent, reader) == changed
    path.write_bytes(content)
    reader(path.parent)
    path.unlink()
    assert complaint(path.parent, reader) == f"{name}: is missing"
    path.mkdir()
    assert complaint(path.parent, reader).startswith(f"{name}: cannot be read")


@pytest.mark.parametrize(("reader", "name"), READ)
def test_what_cannot_be_parsed_is_told_though_it_is_what_was_written(
    reader: Load, name: str, tmp_path: Path
) -> None:
    path = written(reader, tmp_path / "results") / name
    for content in (b"", b"\xff\xfe\x00broken"):
        path.write_bytes(content)
        vouch(path.parent)
        said = complaint(path.parent, reader)
        assert said.startswith((f"{name}: cannot be parsed: ", f"{name}: lacks schema"))


@pytest.mark.parametrize("reader", [load, load_comparison])
def test_a_missing_directory(reader: Load, tmp_path: Path) -> None:
    assert complaint(tmp_path / "nowhere", reader) == ": no such results directory"


def test_files_that_the_manifest_does_not_know_are_not_believed(matchup: Path) -> None:
    edit(matchup, lambda m: m["files"].pop("summary.csv"))
    assert complaint(matchup) == "summary.csv: has changed since it was written"


def edit(directory: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = directory / "manifest.json"
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda m: m.pop("files"), "lacks files"),
        (lambda m: m.pop("digest"), "lacks digest"),
        (lambda m: m.update(schema=2), "has schema 2, this version reads 1"),
        (lambda m: m["rules"].pop("scoring"), "lacks scoring"),
        (lambda m: m["rules"].pop("teams"), "lacks teams"),
        (lambda m: m["rules"].pop("board"), "lacks board"),
        (lambda m: m.update(rules=[]), "does not hold a table of keys where it should"),
        (lambda m: m.update(files=[]), "does not hold a table of keys where it should"),
        (lambda m: m.update(policies=[{"spec": "greedy"}]), "lacks sha256"),
        (lambda m: m.update(policies="greedy"), "does not hold a table of keys where it should"),
    ],
)
def test_manifests_that_lack_something(
    matchup: Path, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    edit(matchup, change)
    assert complaint(matchup) == f"manifest.json: {says}"


@pytest.mark.parametrize("reader", [load, load_comparison])
def test_results_older_than_some_parameters_are_read(reader: Load, tmp_path: Path) -> None:
    path = written(reader, tmp_path / "results")
    new = reader(path).manifest["rules"]
    assert (new["rounds"], rounds_of(new), target_of(new)) == (0, 0, 100)
    edit(path, lambda m: [m["rules"].pop(name) for name in ("rounds", "takes")])
    old = reader(path).manifest["rules"]
    assert "rounds" not in old
    assert (rounds_of(old), target_of(old)) == (0, 100)


def test_a_fixed_number_of_rounds_has_no_target(matchup: Path) -> None:
    edit(matchup, lambda m: m["rules"].update(rounds=12))
    rules = load(matchup).manifest["rules"]
    assert (rounds_of(rules), target_of(rules)) == (12, None)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "is missing"),
        (b"", "cannot be parsed: "),
        (b"{", "cannot be parsed: "),
        (b"\xff\xfe\x00broken", "cannot be parsed: "),
        (b"[]", "does not hold a table of keys where it should"),
    ],
)
def test_manifests_that_are_none(matchup: Path, content: bytes | None, says: str) -> None:
    path = matchup / "manifest.json"
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    assert complaint(matchup).startswith(f"manifest.json: {says}")


def test_either_kind_of_directory_is_told_from_the_other(matchup: Path, tmp_path: Path) -> None:
    assert complaint(matchup, load_comparison) == "experiment.toml: describes no comparison"
    compared = write_comparison(tmp_path / "compared", ["a", "b"], groups=2)
    said = "experiment.toml: describes a comparison, not a single matchup"
    assert complaint(compared) == said


def test_the_error_travels_between_processes() -> None:
    error = DamagedResults("summary.csv:\n  is\tempty")
    assert str(error) == "summary.csv: is empty"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
