"""Processes that share a cache of compiled code: at once, after one another, or without one.

The numbers are those of `tests.engine.test_known_faults`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from simulator.engine.matchup import Matchup
from simulator.rules import rules_for
from strategies import policies

pytestmark = pytest.mark.xdist_group("processes")  # they share a cache that takes long to fill

PLAY = """
import os
import sys
from simulator.engine.matchup import Matchup
from simulator.rules import rules_for
from strategies import policies

for argument in sys.argv[1:]:
    if "=" in argument:
        os.environ.update([argument.split("=", 1)])
        continue
    seats = int(argument)
    names = ["greedy", "random", "greedy", "random"][:seats]
    tally = Matchup(rules_for("draw", seats), policies(*names)).play(6, 0, 25).tally
    print(seats, *tally.tolist())
"""
ROOT = Path(__file__).parents[2]


def started(cache: str, *steps: int | str) -> subprocess.Popen[str]:
    """A new process that plays at tables of so many seats, with its own cache directory.

    In between it sets variables of its environment, written `NAME=value`.
    """
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_OPT": "0"}
    variables["DOMINOSIM_CACHE_DIR"] = cache
    command = [sys.executable, "-W", "error", "-c", PLAY, *map(str, steps)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=variables)


def tallies(process: subprocess.Popen[str]) -> dict[int, list[int]]:
    """What a process counted, by seats."""
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    rows = [list(map(int, line.split())) for line in out.splitlines()]
    return {row[0]: row[1:] for row in rows}


@pytest.fixture(scope="module")
def wanted() -> Mapping[int, list[int]]:
    """What those games come to, played uncompiled."""
    names = ["greedy", "random", "greedy", "random"]
    return {
        seats: Matchup(rules_for("draw", seats), policies(*names[:seats]), compiled=False)
        .play(6, 0, 25)
        .tally.tolist()
        for seats in (2, 3)
    }


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, wanted: Mapping[int, list[int]]) -> Path:
    """A cache that two processes have filled at once."""
    cache = tmp_path_factory.mktemp("cache")
    together = [started(str(cache), 2), started(str(cache), 3)]
    assert tallies(together[0]) == {2: wanted[2]}
    assert tallies(together[1]) == {3: wanted[3]}
    return cache


@pytest.mark.compiled
def test_two_processes_at_once(filled: Path) -> None:
    """20: both fill an empty cache, with whole files and nothing else."""
    files = [path for path in filled.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".bin"}
    assert len(files) == 5  # two policies, games at two tables, groups of games
    assert all(path.stat().st_size > 1000 for path in files)


@pytest.mark.compiled
@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_cache_of_several_processes(
    filled: Path, wanted: Mapping[int, list[int]], order: tuple[int, ...]
) -> None:
    """What was compiled in different processes works in one, each engine for its own seats."""
    assert tallies(started(str(filled), *order)) == {seats: wanted[seats] for seats in order}


@pytest.mark.compiled
def test_damaged_cache(filled: Path, wanted: Mapping[int, list[int]], tmp_path: Path) -> None:
    """20: files that are cut off, empty or changed are compiled anew, and are whole again."""
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    files = sorted(path for path in cache.rglob("*.bin"))
    sizes = [path.stat().st_size for path in files]
    for number, path in enumerate(files):
        data = bytearray(path.read_bytes())
        if number % 3 == 2:
            data[len(data) // 2] ^= 255
        path.write_bytes(data if number % 3 == 2 else data[: len(data) // 2 * (number % 3)])
    assert tallies(started(str(cache), 2, 3)) == {2: wanted[2], 3: wanted[3]}
    again = [path.stat().st_size for path in files]
    assert all(abs(new - old) < old // 10 for new, old in zip(again, sizes, strict=True))
    assert len(list(cache.rglob("*"))) == len(files) + 1  # and the directory they are in


@pytest.mark.compiled
def test_no_cache(wanted: Mapping[int, list[int]], tmp_path: Path) -> None:
    """18: where nothing can be kept, everything works all the same, without a word.

    Once the directory may not be written, once there is no home directory to put it in.
    """
    locked, in_the_way = tmp_path / "locked", tmp_path / "in_the_way"
    locked.mkdir(mode=0o500)
    in_the_way.write_text("no directory")
    # Root may write anywhere but where the system makes the files.
    cache = str(locked / "cache") if os.geteuid() else "/proc/self/dominosim"
    no_home = ("DOMINOSIM_CACHE_DIR=", "XDG_CACHE_HOME=", f"HOME={in_the_way / 'home'}")
    assert tallies(started(cache, 2, *no_home, 3)) == {2: wanted[2], 3: wanted[3]}
    assert in_the_way.read_text() == "no directory"
