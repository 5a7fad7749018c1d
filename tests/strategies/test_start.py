"""The start of a policy's file: whatever the policy is called, the file holds one that plays."""

from __future__ import annotations

import builtins
import keyword
import re
from pathlib import Path

import pytest

import simulator.policy
import simulator.tiles
from simulator.authoring.refusals import examine
from simulator.designs.check import check
from strategies import resolve
from strategies.start import started
from tests.strategies.placing import does
from tests.views import a_view

WORDS = {
    *(*keyword.kwlist, *keyword.softkwlist, *dir(builtins)),
    *(*dir(simulator.policy), *dir(simulator.tiles), *re.findall(r"\w+", started("my-way"))),
}
NAMES = sorted(
    word.replace("_", "-") for word in WORDS if re.fullmatch("[a-z][a-z0-9]*(_[a-z0-9]+)*", word)
)


def test_the_names_are_those_that_could_be_in_the_way() -> None:
    """Words of Python, its own functions, and what the file takes or calls its own."""
    named = "play count holds unseen fits-after pips-of tiles-of range worth class def lambda"
    assert set(f"{named} policy helper view params tile arm best match print".split()) < {*NAMES}


@pytest.mark.parametrize("name", [*NAMES, "a", "my-way-2", "worth-policy", "class-policy"])
def test_every_name_starts_a_policy_that_plays(name: str, tmp_path: Path) -> None:
    """Whichever tile is placed, as many others fit after it; so the one with more pips goes."""
    (tmp_path / "mine.py").write_text(started(name))
    spec = f"{tmp_path / 'mine.py'}:{name}"
    examine(resolve(spec))
    assert does(spec, a_view("6|6 0|0 1|2", "0|6")) == "6|6@1"
    assert does(f"{spec}:draw_from=2", a_view("6|6 0|0 1|2", "0|6", boneyard=14)) == "draw"


@pytest.mark.parametrize("name", ["my-way", "print-policy", "tile-2"])
def test_a_name_that_is_free_is_the_functions(name: str) -> None:
    assert f"\ndef {name.replace('-', '_')}(view, params):\n" in started(name)


@pytest.mark.compiled
def test_a_name_of_the_files_own_compiles(tmp_path: Path) -> None:
    """`worth` is what its policy calls."""
    (tmp_path / "mine.py").write_text(started("worth"))
    assert check(f"{tmp_path / 'mine.py'}:worth", "block").faults == []
