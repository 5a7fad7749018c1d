"""Users' files in two processes: what the first one compiled the second one only loads."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

FILE = """
from enum import IntEnum
import math
import numpy as np
from beside import OTHERS, chosen
from simulator.policy import helper, place, policy
from simulator.tiles import count, heaviest, lightest
from strategies.greedy import greedy

NUMBER = {number}  # no process had it before
TABLE = np.arange(7) / math.pi
NAMES = {{"a": 1, "b": 2}}


class Way(IntEnum):
    HEAVY = 0
    LIGHT = NAMES["b"]


def made(way):
    @policy(f"closed-{{way}}", summary="closes over a value")
    def closed(view, params):
        tiles = view.playable
        return place(view, heaviest(tiles) if way == Way.HEAVY else lightest(tiles)) + 0 * NUMBER

    return closed


first, second = made(Way.HEAVY), made(Way.LIGHT)


@helper
def own(tiles, least=2):
    return lightest(tiles) if count(tiles) > least else heaviest(tiles)


@policy("beside", summary="calls what is beside it", k=OTHERS[0])
def with_beside(view, params):
    return place(view, chosen(view.playable, NUMBER)) if view.turn > params.k else greedy(view)


@policy("constants", summary="reads constants and makes an array", ignores_scores=True)
def with_constants(view, params):
    worth = np.zeros(7)
    for value in range(7):
        worth[value] = TABLE[value] + OTHERS[1][value % 2] + NUMBER
    return place(view, own(view.playable) if np.argmax(worth) > 3 else heaviest(view.playable))
"""
BESIDE = """
from simulator.policy import helper
from simulator.tiles import heaviest, lightest

OTHERS = (3, (0.5, -0.5), tuple(map(ord, sorted({"x", "y", "z"}))))


@helper
def chosen(tiles, number):
    return heaviest(tiles) if number % 2 else lightest(tiles)
"""
PLAY = """
import json, sys
from numba.core import event
from simulator import simulate
from simulator.compiling import native

linked = []
link = native.link
native.link = lambda *given: linked.append(given) or link(*given)
with event.install_recorder("numba:compile") as compiled:
    run = simulate(sys.argv[1:], games=50)
print(json.dumps([len(linked), len(compiled.buffer), run.digest]))
"""
NAMES = ["closed-0", "closed-2", "beside", "constants"]


def played(folder: Path) -> tuple[int, int, str]:
    """What is linked and what numba compiles in a new process, and the digest."""
    specs = [f"{folder}/mine.py:{name}" for name in NAMES]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAY, *specs],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert (done.returncode, done.stderr) == (0, "")
    linked, compiled, digest = json.loads(done.stdout)
    return linked, compiled, digest


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    """From another place too, for a file's code is what counts; a changed one is compiled."""
    homes = tmp_path / "one", tmp_path / "other"
    number = int(sha256(str(tmp_path).encode()).hexdigest()[:12], 16)
    for home in homes:
        home.mkdir()
        (home / "mine.py").write_text(FILE.format(number=number))
        (home / "beside.py").write_text(BESIDE)
    linked, compiled, digest = played(homes[0])
    assert linked >= len(NAMES)
    assert compiled > len(NAMES)
    assert played(homes[0]) == played(homes[1]) == (0, 0, digest)
    (homes[1] / "beside.py").write_text(BESIDE.replace("number % 2", "number % 3"))
    assert played(homes[1])[0] == 1
    assert played(homes[0]) == (0, 0, digest)
