"""Designs are called as functions, and as commands in this process."""

from tests.cli.conftest import call

__all__ = ["call"]
