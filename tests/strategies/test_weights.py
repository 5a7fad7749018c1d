"""Files of weights: what they may hold, and that a run keeps what it was played with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import simulator.designs.lifecycle
from simulator import simulate
from simulator.designs.continuing import resume
from simulator.designs.verification import verify
from simulator.errors import PolicyNameError
from strategies import resolve
from strategies.registry import weights_of
from strategies.weights import weights_text
from tests.cli.conftest import Call, call
from tests.strategies.test_registry import GREEDY_COPY

__all__ = ["call"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are as short as one would write them."""
    monkeypatch.chdir(tmp_path)


def written(text: str, name: str = "w.toml") -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize("value", [0.1 + 0.2, 1e-300, -2.5, 3, 1 / 3, 1e22])
def test_values_come_back_as_they_were(value: float) -> None:
    """Bit by bit, and what else a file says is not read."""
    asked = resolve("hoarder").with_values({"spare": value})
    written(weights_text(asked, {"seed": 2**64 - 1, "rules": "draw"}))
    found = resolve("hoarder@w.toml")
    assert dict(found.values) == {"spare": value}
    assert (found.spec, found.decide) == ("hoarder@w.toml", asked.decide)


def test_values_that_a_file_leaves_out_are_defaults_and_given_ones_come_last(
    tmp_path: Path,
) -> None:
    written(GREEDY_COPY.format(name="cautious", bias="1, pride=7", function="f"), "mine.py")
    written('policy = "cautious"\n[values]\nbias = 5\n', "sub/w.toml")
    assert dict(resolve("mine.py:cautious@sub/w.toml").values) == {"bias": 5, "pride": 7}
    found = resolve(f"mine.py:cautious@{tmp_path}/sub/w.toml:pride=2")
    assert dict(found.values) == {"bias": 5, "pride": 2}
    assert found.with_values({"bias": 3}).spec.endswith("sub/w.toml:pride=2:bias=3")


def test_where_the_path_is() -> None:
    assert weights_of("hoarder@a/b.toml") == weights_of("hoarder@a/b.toml:spare=3") == "a/b.toml"
    assert weights_of("me@home/mine.py:cautious@~/w.toml") == "~/w.toml"
    assert weights_of("me@home/mine.py:cautious") is None
    assert weights_of("hoarder") is weights_of("hoarder:spare=3@w.toml") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "there is no file 'w.toml'"),
        ("spare: 3", "w.toml cannot be read as TOML: "),
        ("\xff", "w.toml is not UTF-8"),
        ("a = " + "[" * 9999, "w.toml is nested too deeply"),
        ("a = " + "1" * 9999, "w.toml cannot be read as TOML: "),
        ("", "w.toml holds values of no policy, not of 'hoarder'"),
        ('policy = "greedy"', "w.toml holds values of the policy 'greedy', not of 'hoarder'"),
        ('policy = "hoarder"', "w.toml holds no values; write them below [values], as spare = 3"),
        ("spar = 3", "w.toml: policy 'hoarder' has no parameter 'spar'; did you mean 'spare'?"),
        ("spare = '3'", "w.toml: 'spare' is a number, not '3'"),
        ("spare = inf", "w.toml: 'spare' is a number, not inf"),
        ("spare = nan", "w.toml: 'spare' is a number, not nan"),
        ("spare = true", "w.toml: 'spare' is a number, not True"),
    ],
)
def test_files_that_are_none(text: str | None, told: str) -> None:
    if text is not None:
        head = 'policy = "hoarder"\n[values]\n' if text.startswith("spar") else ""
        Path("w.toml").write_bytes((head + text).encode("latin-1"))
    with pytest.raises(PolicyNameError) as caught:
        resolve("hoarder@w.toml")
    assert str(caught.value).startswith(told)
    assert len(str(caught.value).splitlines()) == 1


def test_paths_that_are_none() -> None:
    Path("w.toml").mkdir()
    with pytest.raises(PolicyNameError, match=r"^there is no file 'w.toml'$"):
        resolve("hoarder@w.toml")
    with pytest.raises(PolicyNameError, match=r"behind the @ stands no path of a .toml file"):
        resolve("hoarder@weights")


def test_a_run_keeps_its_weights(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is verified, extended and repeated from its copy, when the file has changed or gone."""
    monkeypatch.setattr(simulator.designs.lifecycle, "drawn", lambda *told: None)  # takes long
    written('policy = "hoarder"\n[values]\nspare = 0\n', "sub/w.toml")
    spec, asked = "hoarder@sub/w.toml", resolve("hoarder:spare=0")
    result = simulate([spec, "greedy"], games=60, seed=3, out="out")
    assert result.digest == simulate([asked, "greedy"], games=60, seed=3).digest
    written('policy = "hoarder"\n[values]\nspare = 8\n', "sub/w.toml")
    with pytest.warns(RuntimeWarning, match="w.toml has changed since; the run goes on with"):
        resume("out", games=80)
    Path("sub/w.toml").unlink()
    assert verify(Path("out")).holds
    longer = simulate([asked, "greedy"], games=100, seed=3)
    assert resume("out", games=100).digest == longer.digest
    for number in "12":
        told = call("run", "out/experiment.toml", "--shard", f"{number}/2", "--out", number, "-q")
        assert told.code == 0, told.err
    assert call("merge", "1", "2", "--out", "whole", "-q").code == 0
    assert json.loads(Path("whole/manifest.json").read_text())["digest"] == longer.digest
    kept = Path("whole/policies/w.toml").read_text()
    assert kept == 'policy = "hoarder"\n[values]\nspare = 0\n'
    Path("out/policies/w.toml").unlink()
    assert call("verify", "out").err.endswith("out/policies/w.toml'\n")


def test_weights_travel_to_other_processes(call: Call) -> None:
    """Of a file beside which there is another one of the same name, in another folder."""
    written('policy = "hoarder"\n[values]\nspare = 0\n', "one/w.toml")
    written('policy = "hoarder"\n[values]\nspare = 7\n', "two/w.toml")
    line = ("compare", "hoarder@one/w.toml", "hoarder@two/w.toml", "--games", "40", "-q", "--json")
    here = json.loads(call(*line).out)
    there = call(*line, "--cluster", "local:1", "--out", "out")
    assert json.loads(there.out)["digest"] == here["digest"], there.err
    assert Path("out/policies/w.toml").read_text() != Path("out/policies/2/w.toml").read_text()
