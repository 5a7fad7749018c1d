"""What can go wrong, each with one line for the user and an exit code for scripts."""

from __future__ import annotations


class DominosimError(ValueError):
    """A problem the user can understand; its text is one line."""

    exit_code = 2


class TileError(DominosimError):
    """A text or pair of values that is no tile."""


class RulesError(DominosimError):
    """Rules that are unknown, contradict each other or cannot be dealt."""


class ExperimentError(DominosimError):
    """An experiment that makes no sense: players, games, seed, files."""


class PolicyNameError(DominosimError):
    """A policy or a parameter of a policy that does not exist."""


class PolicyError(DominosimError):
    """A policy that does not compile, raises, or returns what is no legal action."""

    exit_code = 1


class ResultsError(DominosimError):
    """A results directory that is missing, damaged or cannot be written."""
