"""Measure and print; two things compared are measured in one sitting, in turn, and medians quoted.

python -m tests.benchmarks [PART]...
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.benchmarks.cluster import cluster
from tests.benchmarks.keeping import keeping

HERE = Path(__file__).parent
REFERENCE = HERE / "scalar_reference"
PAIRS = {"greedy v greedy": (0, 0), "greedy v draw-eagerly": (0, 1), "both draw-eagerly": (1, 1)}
NAMES = ("greedy", "draw-eagerly")
SITTINGS = 9
RIVALS = (
    ("@rarest:grab=9", "@rarest:grab=8"),
    ("@rarest:grab=9", "@rarest:grab=6"),
    ("greedy", "@doubles-first"),
    ("greedy", "@rarest:grab=9"),
    ("random", "@rarest:grab=9"),
)
"""Close policies first, then unlike ones; @ stands for tests/benchmarks/rivals.py."""


def speed() -> None:
    """Rounds a second on one thread, all tallies on, as a share of the C reference's."""
    from simulator.engine.matchup import Matchup
    from simulator.rules import rules_for
    from strategies import policies

    subprocess.run(
        ["cc", "-O3", "-march=native", str(REFERENCE.with_suffix(".c")), "-o", str(REFERENCE)],
        check=True,
    )
    print("speed, one thread, preset draw, two players: share of the C reference's rounds a second")
    for title, pair in PAIRS.items():
        matchup = Matchup(rules_for("draw", 2), policies(*(NAMES[index] for index in pair)))
        games = 200_000
        shares, rates = [], []
        for _ in range(SITTINGS):
            told = subprocess.run(
                [str(REFERENCE), str(games), *map(str, pair)], capture_output=True, check=True
            )
            reference = json.loads(told.stdout)["rounds_per_second"]
            begun = perf_counter()
            block = matchup.play(0, 0, games)
            rate = int(matchup.layout.turns.of(block.tally).sum()) / (perf_counter() - begun)
            shares.append(rate / reference)
            rates.append(rate)
        spread = f"{min(shares):.2f} to {max(shares):.2f}"
        print(f"  {title:24}{median(shares):.3f}  ({spread}), {median(rates):,.0f} rounds/s")


def trains() -> None:
    """Rounds of Mexican Train a second on one thread, one policy in every seat."""
    from simulator.engine.matchup import Matchup
    from simulator.rules import rules_for
    from strategies import policies

    print("trains: rounds a second on one thread, one policy in every seat")
    for seats in (2, 3, 4):
        told = []
        for name in ("greedy", "longest-train"):
            matchup = Matchup(rules_for("mexican-train", seats), policies(name) * seats)
            matchup.play(0, 0, 10)
            begun, games = perf_counter(), 5_000
            matchup.play(0, 0, games)
            told.append(f"{name} {10 * games / (perf_counter() - begun):,.0f}")
        print(f"  {seats} seats: {', '.join(told)}")


def threads() -> None:
    """Two threads against one, the same games."""
    from simulator import simulate
    from strategies import policies

    print("threads: games a second of two threads, as a multiple of one's")
    shares = []
    for _ in range(SITTINGS):
        one, two = (simulate(policies("greedy", "greedy"), 600_000, threads=n) for n in (1, 2))
        shares.append(one.elapsed / two.elapsed)
    print(
        f"  greedy v greedy         {median(shares):.2f}  ({min(shares):.2f} to {max(shares):.2f})"
    )


def memory() -> None:
    """Peak memory of a long run against a short one's."""
    peaks = {}
    for games in ("100k", "10M"):
        command = "import sys; from simulator.cli import main; main(sys.argv[1:])"
        arguments = ["simulate", "greedy", "hoarder", "--games", games, "--quiet", "--json"]
        peaks[games] = _peak([sys.executable, "-c", command, *arguments])
    print("memory: peak of a run, MB")
    print(f"  100,000 games {peaks['100k']:.1f}, 10,000,000 games {peaks['10M']:.1f}")


def start() -> None:
    """Seconds until `--help` and a small run are done, against bare interpreters."""
    python = sys.executable
    script = str(Path(python).parent / "dominosim")
    run = [script, "simulate", "greedy", "hoarder", "--games", "1000"]
    cases = {
        "dominosim --help": ([script, "--help"], [python, "-c", "pass"]),
        "simulate --games 1000": (run, [python, "-c", "import numba, pandas, click"]),
    }
    print("start: seconds, and seconds beyond the bare interpreter")
    for title, (ours, bare) in cases.items():
        times = [(_seconds(ours), _seconds(bare)) for _ in range(SITTINGS)]
        extra = median(mine - base for mine, base in times)
        print(f"  {title:24}{median(mine for mine, _ in times):.2f}, {extra:+.2f}")


def authors() -> None:
    """Seconds of a processor that a new policy takes to start, and then an unchanged one."""
    from strategies.start import started

    with TemporaryDirectory() as folder:
        file = Path(folder) / "mine.py"
        os.environ["DOMINOSIM_CACHE_DIR"] = folder
        specs, times = ("hoarder", f"{file}:new"), list[list[float]]()
        for number in range(SITTINGS + 1):  # the first compiles the engine
            text = started("new").replace("most = -1, -1000", f"most = -1, -{number + 1}000")
            file.write_text(text)
            times.append([_cpu_seconds(spec) for spec in (*specs, specs[1])])
        del os.environ["DOMINOSIM_CACHE_DIR"]
    shipped, first, again = (median(column) for column in zip(*times[1:], strict=True))
    print("authors: seconds of a processor for a run of 1,000 games")
    print(f"  shipped policy {shipped:.2f}, new policy {first:.2f}, the same again {again:.2f}")


def _cpu_seconds(policy: str) -> float:
    script = str(Path(sys.executable).parent / "dominosim")
    command = [script, "simulate", policy, "greedy", "--games", "1000"]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, child.returncode, usage = os.wait4(child.pid, 0)
    return usage.ru_utime + usage.ru_stime


def estimators() -> None:
    """How many times fewer rounds than independent games an estimator of the win rate needs."""
    from reports.statistics.pairings import compare_pair
    from reports.statistics.score_chain import score_chain
    from simulator.designs.seatings import mirrored, seatings_for
    from simulator.designs.tables import ComparedTable
    from simulator.engine.matchup import Matchup
    from simulator.engine.tallies import moments_of
    from simulator.rules import rules_for
    from strategies import policies

    rules = mirrored(rules_for("draw", 2))
    print("estimators: times fewer rounds than independent games for the same interval")
    print(f"  {'':34}{'win rate':>9}{'games':>8}{'rounds':>8}")
    for first, second in RIVALS:
        pair = policies(*(name.replace("@", f"{HERE / 'rivals.py'}:") for name in (first, second)))
        matchup = Matchup(rules, pair, seatings_for(rules), mirrored=True)
        tally = ComparedTable(0, matchup).count(1, 0, 50_000).total
        joint, moments = matchup.layout.mirrored.of(tally), moments_of(matchup.layout, tally)
        row = compare_pair(moments, score_chain(joint[:-2], joint[-2], joint[-1], 100))
        factors = [row[f"{kind}_effective_games"] / row["games"] for kind in ("games", "rounds")]
        title = f"{first} v {second}".replace("@", "")
        print(f"  {title:34}{row['win_rate']:9.3f}{factors[0]:8.2f}{factors[1]:8.2f}")


def _seconds(command: list[str]) -> float:
    begun = perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return perf_counter() - begun


def _peak(command: list[str]) -> float:
    """Peak resident memory of a process in MB, as the kernel accounts for it."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    return _megabytes(usage)


def _megabytes(usage: resource.struct_rusage) -> float:
    return usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)


PARTS: dict[str, Callable[[], None]] = {
    "speed": speed,
    "trains": trains,
    "threads": threads,
    "memory": memory,
    "start": start,
    "authors": authors,
    "estimators": estimators,
    "keeping": keeping,
    "cluster": cluster,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
