"""Policies, one a file, and the registry that finds them by name.

>>> from strategies import policies
>>> policies("greedy", "hoarder:spare=3")
"""

from strategies.registry import policies, resolve, shipped

__all__ = ["policies", "resolve", "shipped"]
