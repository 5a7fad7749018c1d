"""An earlier run that a run is compared with: read and checked before a game is played.

Knows what results directories of comparisons and duels hold. All of it is in memory, so that the
new run may take the directory's place.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.designs.experiment import Experiment
from simulator.designs.verification import read_results
from simulator.errors import ExperimentError, ResultsError
from simulator.parameters import write_value
from simulator.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

    from simulator.designs.result import Result


@dataclass(frozen=True, eq=False)
class Baseline:
    """What is known of an earlier run of the same kind under the same rules.

    Attributes
    ----------
    directory : its results directory.
    pairings : what it came to, `first, second, win_rate, win_rate_low, win_rate_high`, a row each.
    common : `(first, second)` of every pairing that the run to be played has too, as that has it.
    sources : the hash of every policy's source, by the text that names it.
    """

    directory: Path
    pairings: pd.DataFrame
    common: tuple[tuple[str, str], ...]
    sources: Mapping[str, str]

    def changes(self, result: Any) -> pd.DataFrame:
        """How the win rates of a run have changed since.

        Returns
        -------
        DataFrame
            `first, second, win_rate_before, win_rate, change, low, high`, a row for every pairing
            that both runs have, in the order of `result`, from the side of the first one there.
        """
        from reports.analysis.changes import changes, farthest_changes
        from reports.results.cheats import with_texts

        if result.experiment.design == "compare":
            return changes(self.pairings, with_texts(result.matchups, result.cheats))
        return farthest_changes(self.pairings, _ending(result.document()))

    def changed_sources(self, result: Result) -> list[str]:
        """The policies of both runs whose source is another than it was."""
        return [
            policy["spec"]
            for policy in result.manifest["policies"]
            if self.sources.get(policy["spec"], policy["sha256"]) != policy["sha256"]
        ]


def read_baseline(experiment: Experiment, directory: Path) -> Baseline:
    """Read an earlier run that the run of an experiment is to be compared with.

    Win rates can be compared whatever number of games, seed and seatings they come from; a
    comparison's are estimated again as the experiment asks.

    Raises
    ------
    ExperimentError
        The experiment has no pairings, or the run is of another kind, was played by other rules or
        has none of its pairings.
    ResultsError
        The directory is missing, unfinished or damaged.
    """
    from reports import DamagedResults
    from reports.results.reading import Directory

    if experiment.design not in _READERS:
        kinds = " and ".join(_READERS)
        raise ExperimentError(f"{experiment.design} compares no pairs of policies; {kinds} do")
    rules = experiment.full_rules()
    if rules.sides != 2:
        raise ExperimentError(
            f"changes since a baseline are those of pairings; tables of {rules.sides} have none"
        )
    before, manifest = read_results(directory)
    if before.design != experiment.design:
        raise ExperimentError(
            f"{directory} was made by {before.design}; "
            f"{experiment.design} needs a baseline of {experiment.design}"
        )
    try:
        _check_rules(directory, Directory(directory).manifest["rules"], rules)
        pairings = _READERS[experiment.design](experiment, directory)
    except DamagedResults as error:
        raise ResultsError(str(error)) from None
    sources = {policy["spec"]: policy["sha256"] for policy in manifest["policies"]}
    common = _common(experiment, pairings)
    if not common:
        raise ExperimentError(
            f"{directory} has none of these pairings; it is of {', '.join(before.policies)}"
        )
    return Baseline(directory, pairings, common, sources)


def _check_rules(directory: Path, before: Mapping[str, Any], now: Rules) -> None:
    """Raise `ExperimentError` unless the rules are the same, by whatever name."""
    for key, value in now.as_dict().items():
        if key != "preset" and before.get(key) != value:
            was = write_value(before[key]) if key in before else "something else"
            raise ExperimentError(
                f"{directory} was played with {key} = {was}, this run with {write_value(value)}; "
                "win rates by other rules cannot be compared"
            )


def _common(experiment: Experiment, before: pd.DataFrame) -> tuple[tuple[str, str], ...]:
    there = set(zip(before["first"], before["second"], strict=True))
    pairs = combinations(experiment.policies, 2)
    return tuple(pair for pair in pairs if pair in there or pair[::-1] in there)


def _compared(experiment: Experiment, directory: Path) -> pd.DataFrame:
    """The estimates of a comparison, by the estimator that is asked for now."""
    from reports import load_comparison
    from reports.analysis.estimates import estimates
    from reports.results.cheats import with_texts

    before = load_comparison(directory)
    asked = {**before.experiment, "options": {"estimator": experiment.option("estimator")}}
    return with_texts(estimates(dataclasses.replace(before, experiment=asked)), before.cheats)


def _duelled(experiment: Experiment, directory: Path) -> pd.DataFrame:
    """How a duel ended."""
    from reports.results.reading import Directory

    found: pd.DataFrame = Directory(directory).parsed(
        "decision.json", lambda text: _ending(json.loads(text))
    )
    return found


def _ending(told: Mapping[str, Any]) -> pd.DataFrame:
    """A duel's win rate and interval, from its document; `ValueError` if it is none."""
    import pandas as pd

    try:
        first, second = told["policies"]
        rates = [float(told[key]) for key in ("win_rate", "low", "high")]
    except (KeyError, TypeError) as error:
        raise ValueError(f"no decision of a duel: {error!r}") from None
    columns = ["first", "second", "win_rate", "win_rate_low", "win_rate_high"]
    return pd.DataFrame([[first, second, *rates]], columns=columns)


_READERS: Mapping[str, Callable[[Experiment, Path], pd.DataFrame]] = {
    "compare": _compared,
    "duel": _duelled,
}
"""How the pairings of every design that has some are read."""
