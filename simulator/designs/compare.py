"""Comparing policies: every table of them on the same deals in every seating, and a ranking."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import Design, Experiment, ask
from simulator.designs.lifecycle import start
from simulator.designs.option import choice, seats, text, text_of
from simulator.designs.result import Result
from simulator.designs.run import Progress, silent
from simulator.designs.schedule import Schedule
from simulator.designs.seatings import (
    chain_is_possible,
    check_distinct,
    mirrored_rules,
    seatings_asked,
    table_of,
    tables_for,
)
from simulator.errors import ExperimentError, nearest
from simulator.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from reports import Analysis
    from simulator.designs.playing import Playing
    from simulator.designs.tables import ComparedTable, TableTally
    from simulator.engine.tallies import Tally
    from simulator.keeping.parts import Part
    from simulator.policy import Policy

_MOST_COMPARED = 40


def compare(
    policies: Sequence[Policy | str],
    games: int = 10_000,
    seed: int = 0,
    rules: str = "draw",
    overrides: Mapping[str, Any] | None = None,
    players: int = 0,
    seatings: str = "rotations",
    estimator: str = "best",
    anchor: Policy | str = "",
    threads: int | None = None,
    progress: Progress = silent,
    out: str | Path | None = None,
    force: bool = False,
    executor: Executor | None = None,
) -> CompareResult:
    """Play every pairing of the policies on the same deals in every seating, and rank them.

    Parameters
    ----------
    policies : two to forty different policies, or texts that name them.
    games : int, of each table in all seatings; at least that many are played, in whole groups.
    seed, rules, overrides, threads, progress, out, force, executor : as for `simulator.simulate`.
    players : int, seats at a table, 2, 3 or 4; 0 for as many as are usual. With three or four every
        table of so many of the policies is played.
    seatings : "rotations" or "all", the orders in which the same deals are played.
    estimator : "games", "rounds" (by the score chain) or "best", whichever is tighter.
    anchor : the policy whose rating is zero; by default ratings have a mean of zero.

    Raises
    ------
    DominosimError
        What is asked makes no sense, or a policy is at fault; the text is one line.

    Examples
    --------
    >>> from simulator import compare
    >>> compare(["greedy", "lightest", "random"], games=2_000).standings
    """
    options = {"players": players, "seatings": seatings}
    options |= {"estimator": estimator, "anchor": text_of(anchor)}
    experiment = ask("compare", policies, games, seed, rules, overrides, **options)
    result: CompareResult = start(
        experiment, policies, threads, progress, out, force, executor=executor
    )
    return result


@dataclass(frozen=True, eq=False, repr=False)
class CompareResult(Result):
    """What the tables of a comparison came to.

    Attributes
    ----------
    players : counts, one row a table and policy (see `simulator.keeping.frames.players_frame`).
    distributions : histograms in long form.
    tallies : moments of groups and mirrored rounds (see `simulator.keeping.group_frames`), packed
        as `tallies.parquet` is.
    sources : where the first policy's lead comes from, by table.
    """

    players: pd.DataFrame
    distributions: pd.DataFrame
    tallies: bytes
    sources: pd.DataFrame

    @cached_property
    def analysis(self) -> Analysis:
        """Estimates, ratings and ranking: see `reports.analyse`."""
        from reports import Comparison, analyse

        counts = self.players, self.distributions, self.tallies, self.sources
        return analyse(Comparison.of(self.experiment.as_dict(), self.manifest, *counts))

    @property
    def matchups(self) -> pd.DataFrame:
        """Estimates with intervals: a row a pairing, or a row a table and policy, by names."""
        return self.analysis.estimates

    @property
    def standings(self) -> pd.DataFrame:
        """The policies from best to worst."""
        return self.analysis.standings

    @property
    def width(self) -> float:
        """How wide the widest 95 % interval of a win rate is."""
        rates = self.matchups
        return float((rates["win_rate_high"] - rates["win_rate_low"]).max())

    def files(self) -> Mapping[str, pd.DataFrame | bytes]:
        """The counts, and the estimates."""
        from reports.results.cheats import with_texts

        return {
            "summary.csv": self.players,
            "distributions.csv": self.distributions,
            "sources.csv": self.sources,
            "tallies.parquet": self.tallies,
            "matchups.csv": with_texts(self.matchups, self.cheats),
        }


def _rules(experiment: Experiment) -> Rules:
    return mirrored_rules(experiment, experiment.option("players"))


def _check(experiment: Experiment) -> None:
    rules = experiment.full_rules()
    named, sides = experiment.policies, rules.sides
    if len(named) < sides:
        raise ExperimentError(f"a table of {sides} takes as many policies; {len(named)} are named")
    check_distinct(experiment)
    if experiment.option("estimator") == "rounds" and not chain_is_possible(rules):
        raise ExperimentError(
            f"under these rules of {rules.preset} no win rate follows from rounds: that takes "
            "two sides that open in turn, a winner who takes, no points of plays, a target; "
            "leave the estimator out"
        )
    anchor = experiment.option("anchor")
    if anchor and anchor not in named:
        raise ExperimentError(f"the anchor {anchor!r} is not compared; {nearest(anchor, named)}")


def _schedule(experiment: Experiment) -> Schedule:
    rules = experiment.full_rules()
    size = len(seatings_asked(experiment))
    tables = len(tables_for(rules, len(experiment.policies)))
    return Schedule(tables, groups=-(-experiment.games // size), size=size)


def _table(experiment: Experiment, policies: Sequence[Policy], number: int) -> ComparedTable:
    from simulator.designs.tables import ComparedTable
    from simulator.engine.matchup import Matchup

    chosen, mirrored = table_of(experiment, policies, number)
    rules, seatings = experiment.full_rules(), seatings_asked(experiment)
    return ComparedTable(number, Matchup(rules, chosen, seatings, mirrored))


def _conclude(playing: Playing) -> CompareResult:
    import pandas as pd

    from simulator.engine.tallies import GAMES, digest
    from simulator.keeping import group_frames
    from simulator.keeping.packing import PackedTallies

    state, games, rounds = hashlib.sha256(), 0, 0
    parts: dict[str, list[pd.DataFrame]] = {}
    packed = PackedTallies()  # what is large is not kept as frames
    for part in playing.parts():
        table = table_tally(playing.experiment, playing.policies, part)
        tally = table.by_policy()
        for name, frame in _frames(part.table, table, tally):
            parts.setdefault(name, []).append(frame)
        packed.add(group_frames.moments_frame(part.table, table.snapshots))
        if table.rounds_joint is not None:
            packed.add(group_frames.mirrored_frame(part.table, table.groups, table.rounds_joint))
        state.update(digest(table.layout, table.tally).encode())
        games += int(tally[GAMES])
        rounds += int(table.layout.turns.of(tally).sum())
    players, distributions, sources = (
        pd.concat(parts.pop(name), ignore_index=True)
        for name in ("players", "distributions", "sources")
    )
    counts = games, rounds, f"sha256:{state.hexdigest()}"
    tallies, made = packed.content(), playing.made()
    return CompareResult(*made, *counts, players, distributions, tallies, sources)


def table_tally(experiment: Experiment, policies: Sequence[Policy], part: Part) -> TableTally:
    """What a table of a comparison came to, from the part of all its groups."""
    from simulator.designs.tables import TableTally
    from simulator.engine.tallies import layout_for

    chosen, mirrored = table_of(experiment, policies, part.table)
    seatings = seatings_asked(experiment)
    layout = layout_for(experiment.full_rules(), len(seatings), mirrored)
    return TableTally(tuple(policy.spec for policy in chosen), layout, tuple(seatings), part)


def _frames(index: int, table: TableTally, tally: Tally) -> Iterator[tuple[str, pd.DataFrame]]:
    """The frames of a table, by the field of the result that they are a part of."""
    from simulator.keeping import frames, group_frames

    sides = range(len(table.policies))
    framed = (table.layout, table.policies, sides, tally, index)
    yield "players", frames.players_frame(*framed)
    yield "distributions", frames.distributions_frame(*framed)
    yield "sources", group_frames.sources_frame(index, table.layout, tally, len(sides))


DESIGN = Design(
    name="compare",
    takes=f"a comparison takes 2 to {_MOST_COMPARED} policies",
    policies=(2, _MOST_COMPARED),
    rules=_rules,
    schedule=_schedule,
    table=_table,
    conclude=_conclude,
    options={
        "players": seats(),
        "seatings": choice("rotations", "all", plays=True),
        "estimator": choice("best", "games", "rounds"),
        "anchor": text(),
    },
    check=_check,
)
