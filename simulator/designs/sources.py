"""Policies found by their texts; and the files of users' policies, to be kept and sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import getsourcefile
from pathlib import Path
from typing import TYPE_CHECKING

from simulator.designs.option import texts_of
from simulator.errors import DominosimError, ExperimentError, PolicyNameError, ResultsError

if TYPE_CHECKING:
    from simulator.designs.experiment import Experiment
    from simulator.policy import Policy
    from simulator.rules import Rules


@dataclass(frozen=True)
class Sources:
    """Files of users' policies, of the modules beside them that they import, and of weights.

    Attributes
    ----------
    named : paths as policies are named by them, each with the place of its file.
    contents : places in a folder, each with the content of the file there.
    """

    named: tuple[tuple[str, str], ...] = ()
    contents: tuple[tuple[str, bytes], ...] = ()

    @property
    def places(self) -> Mapping[str, str]:
        """The place of the file of every path."""
        return dict(self.named)

    @property
    def files(self) -> Mapping[str, bytes]:
        """The contents by their places."""
        return dict(self.contents)

    def write(self, folder: Path) -> None:
        """Write all of them into a folder."""
        for place, content in self.contents:
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(content)


def resolved(
    policies: Sequence[Policy | str], files: Mapping[str, Path] | None = None
) -> list[Policy]:
    """The policies, those that are named by a text resolved; the others are as they were given.

    Raises
    ------
    ExperimentError
        One is neither a policy nor a text.
    PolicyNameError, PolicyError
        As `strategies.registry.resolve`.
    """
    from strategies.registry import resolve

    texts_of(policies)
    return [
        resolve(policy, files or {}) if isinstance(policy, str) else policy for policy in policies
    ]


def seated(experiment: Experiment, policies: Sequence[Policy | str] | None = None) -> list[Policy]:
    """The policies of an experiment, or others in their place, resolved, if they can play there.

    Raises
    ------
    ExperimentError
        One is neither a policy nor a text, or is not for the board of these rules.
    PolicyNameError, PolicyError
        As `strategies.registry.resolve`.
    """
    found = resolved(experiment.playing if policies is None else policies, experiment.files)
    rules = experiment.full_rules()
    for policy in found:
        check_board(policy, rules)
    return found


def check_board(policy: Policy, rules: Rules) -> None:
    """Raise `ExperimentError` for a policy that cannot play on the board of some rules."""
    if rules.board not in policy.boards:
        raise ExperimentError(
            f"policy {policy.spec!r} is for board = {' or '.join(policy.boards)}, and in "
            f"{rules.preset} here board = {rules.board}"
        )


def found_again(experiment: Experiment, directory: Path) -> list[Policy]:
    """The policies of a run that a directory holds.

    Raises
    ------
    ResultsError
        A policy was in no file, so that the directory has no copy, and no text leads to it.
    PolicyNameError, PolicyError
        As `resolved`, for one that is in a file.
    """
    from strategies.registry import file_of, weights_of

    found = []
    for text in experiment.playing:
        try:
            found += resolved([text], experiment.files)
        except PolicyNameError:
            if file_of(text) is not None or weights_of(text) is not None:
                raise
            raise ResultsError(
                f"policy {text!r} of {directory} is in no file there and in no package here, like "
                "one from a notebook, and cannot be played again; write it to a file and play "
                f"FILE.py:{text}"
            ) from None
    return found


def check_travelling(policies: Sequence[Policy], files: Mapping[str, Path]) -> None:
    """Raise `ExperimentError` for a policy to which its text would not lead another process.

    `files` are those of an experiment.
    """
    from simulator.authoring.places import file_of, head_of
    from strategies.registry import file_of as file_in

    for policy in policies:
        if file_in(policy.spec) is not None:
            continue
        try:
            (found,) = resolved([policy.spec], files)
        except DominosimError:
            found = None
        if found is not None and found.decide is policy.decide:
            continue
        file = file_of(policy)
        where = f"{head_of(policy.decide)}: " if file is None else ""
        remedy = "write it to a file and name it" if file is None else "name it"
        raise ExperimentError(
            f"{where}policy {policy.spec!r} is an object, which cannot travel to other processes; "
            f"{remedy} '{file or 'FILE.py'}:{policy.spec}', or leave out the executor"
        )


def sources_of(policies: Sequence[Policy], files: Mapping[str, Path]) -> Sources:
    """The sources of those policies that are of users' files, and files of weights.

    Every folder that they come from keeps its own shape, so that files find each other: the files
    of the first are in `policies/`, those of the next in `policies/2/`, and so on. `files` are
    those of their experiment.
    """
    from simulator.keeping.directory import POLICIES
    from strategies.registry import file_of, sources_of, weights_of

    named: dict[str, str] = {}
    contents: dict[str, bytes] = {}
    folders: list[Path] = []

    def add(written: str, main: Path, others: Sequence[Path] = ()) -> None:
        if main.parent not in folders:
            folders.append(main.parent)
        number = folders.index(main.parent) + 1
        home = Path(POLICIES) if number == 1 else Path(POLICIES) / str(number)
        for path in (main, *others):
            contents[(home / path.relative_to(main.parent)).as_posix()] = path.read_bytes()
        named[written] = (home / main.name).as_posix()

    for policy in policies:
        written, file = file_of(policy.spec), getsourcefile(policy.decide)
        if written is not None and file is not None and Path(file).is_file():
            main, *others = sources_of(Path(file))
            add(written, main, others)
        weights = weights_of(policy.spec)
        if weights is not None:
            add(weights, files.get(weights, Path(weights).expanduser()).resolve())
    return Sources(tuple(named.items()), tuple(sorted(contents.items())))
