"""A check: whether a policy keeps the contract, how fast it is, and what it never does.

It plays every table that it is for, in plain Python and compiled, is asked the same questions again
in another order, and what it answers is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from simulator.designs.checked_table import CheckedTable, checked_table
from simulator.designs.naming import called
from simulator.designs.seatings import chain_is_possible
from simulator.errors import DominosimError
from simulator.presets import PRESETS
from simulator.rules import Rules, known, rules_for

if TYPE_CHECKING:
    from simulator.policy import Policy


_MOST_TOLD = 3  # faults


@dataclass(frozen=True, repr=False)
class CheckResult:
    """What a check came to; a notebook shows the policy and its first faults.

    Attributes
    ----------
    policy : that was checked.
    tables : every table that it is for.
    compile_seconds : float, seconds of a processor that compiling it takes in a process that has
        compiled others, the first takes about a second more; 0 in plain Python.
    """

    policy: Policy
    tables: tuple[CheckedTable, ...]
    compile_seconds: float

    def __repr__(self) -> str:
        faults, tables = self.faults, len(self.tables)
        lines = [f"{len(faults)} fault{'s' * (len(faults) > 1)}:", *faults[:_MOST_TOLD]]
        if len(faults) > _MOST_TOLD:
            lines.append(f"and {len(faults) - _MOST_TOLD} more")
        told = "\n ".join(lines) if faults else "no faults"
        where = f"{tables} table{'s' * (tables > 1)}"
        return f"<CheckResult of {called(self.policy)}: {where}, {told}>"

    @property
    def faults(self) -> list[str]:
        """What it did that it must not, by table."""
        return [fault for table in self.tables for fault in table.faults]

    @property
    def counts(self) -> Mapping[str, int]:
        """The counts of all tables, and "decisions"."""
        total: Counter[str] = Counter()
        for table in self.tables:
            total += Counter({**table.counts, "decisions": table.decisions})
        return total

    @property
    def never(self) -> list[str]:
        """What it never did although it might have, a line each."""
        counts = self.counts
        found = []
        if counts["may draw"] and not counts["draws"]:
            found.append(f"never draws by choice, in {counts['may draw']:,} decisions")
        if counts["may draw"] and counts["draws"] == counts["may draw"]:
            found.append(f"never plays where it may draw, in {counts['may draw']:,} decisions")
        for arm in range(5):
            if counts[f"arm {arm}"] and not counts[f"on arm {arm}"]:
                told = f"in {counts[f'arm {arm}']:,} decisions where a tile fits there"
                found.append(f"never plays on arm {arm}, {told}")
        if counts["random"] and counts["random"] == counts["decisions"]:
            found.append("never uses its random words: with others it decides the same")
        useful = any(chain_is_possible(table.rules) for table in self.tables)
        if useful and counts["scores"] and counts["scores"] == counts["decisions"]:
            promise = "declare ignores_scores=True, and comparisons need fewer games"
            found.append(f"never uses the scores: {promise}")
        return found


def check(
    policy: Policy | str,
    rules: str | None = None,
    overrides: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] = lambda done, tables: None,
) -> CheckResult:
    """Check that a policy keeps the contract, and see how fast it is and what it never does.

    Parameters
    ----------
    policy : a policy, or a text that names it.
    rules : str, a preset; None for every preset.
    overrides : parameters that replace the preset's.
    progress : is called with the tables checked and their number.

    Raises
    ------
    DominosimError
        There are no such policy or rules, or the policy does not compile.
    """
    from simulator.authoring.refusals import examine
    from simulator.compiling.marks import is_python
    from simulator.designs.sources import resolved
    from simulator.engine.entries import code_of, compiled_entry, compiling_seconds

    (found,) = resolved([policy])
    tables = _tables(found, rules, overrides or {})
    checked, seconds = [], 0.0
    if not is_python():
        examine(found)
        code = code_of(found, tables[0].has_trains)
        compiled_entry(found, code)
        seconds = compiling_seconds(code)
    progress(0, len(tables))
    for done, table in enumerate(tables, 1):
        checked.append(checked_table(found, table))
        progress(done, len(tables))
    return CheckResult(found, tuple(checked), seconds)


def _tables(policy: Policy, preset: str | None, overrides: Mapping[str, Any]) -> list[Rules]:
    """The rules of every table: presets by numbers of seats, alone and in pairs.

    Tables that changed rules or the policy do not fit are left out, unless there is no other.
    """
    from simulator.designs.sources import check_board

    found, refused = list[Rules](), list[DominosimError]()
    for name in PRESETS if preset is None else (known(preset, PRESETS, "rules"),):
        told = PRESETS[name]
        for players, teams in product(told.players, (False, True)):
            paired = players == 4 and told.pairs != "no"
            if overrides.get("teams") is None and (not paired if teams else told.pairs == "must"):
                continue
            try:
                made = rules_for(name, players, {"teams": teams, **overrides})
                check_board(policy, made)
                found += [made] if made not in found else []
            except DominosimError as error:
                refused.append(error)
    if not found:
        raise refused[0]
    return found
