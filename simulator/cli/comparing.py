"""Commands that compare policies: compare, duel, plan, diverge."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.cli.session import Session
    from simulator.experiment import Experiment


def perform_comparison(experiment: Experiment, session: Session) -> None:
    """Play every table of a comparison."""


def perform_duel(experiment: Experiment, session: Session) -> None:
    """Play a duel until it is decided."""


def digest_of(experiment: Experiment, session: Session) -> str:
    """The digest of a comparison or a duel."""
    return ""
