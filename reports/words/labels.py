"""What players are called in plots and tables.

Knows how policies are written (``hoarder:spare=3``, ``path/to/mine.py:cautious:spare=3``) and
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

import pandas as pd
from pandas.api.typing import NAType

from reports.results.cheats import FILE, MARK, PARTNERS

_BEGIN = re.compile("[:, …]")  # what a part of a name follows


def short_policy(spec: str, width: int = 26) -> str:
    """Shorten the name of a policy.

    Parameters
    ----------
    spec
        A policy as it was asked for, or two of them as ``a + b``.
    width
        Most characters the result may have, at least 1. Partners share it.

    Returns
    -------
    str
        The policy without the path of its file, and with an ellipsis for what does not fit. Two
        policies may end up with the same short name: see `short_policies`. The mark of one that
        cheats comes first, and is the last that is cut.
    """
    partners = spec.split(PARTNERS)
    names = [FILE.sub("", partner, count=1) for partner in partners]
    room = width - len(PARTNERS) * (len(names) - 1)
    short = []
    # The shorter name goes first, so that what it leaves of its share goes to the longer one.
    for left, place in zip(range(len(names), 0, -1), _by_length(names), strict=True):
        short.append((place, _cut(names[place], max(1, room // left))))
        room -= len(short[-1][1])
    return PARTNERS.join(name for _, name in sorted(short))


def _by_length(names: list[str]) -> list[int]:
    return sorted(range(len(names)), key=lambda place: len(names[place]))


def _cut(name: str, room: int) -> str:
    return name if len(name) <= room else name[: room - 1].rstrip(":,=") + "…"


def short_policies(policies: Iterable[str], width: int = 26) -> dict[str, str]:
    """Shorten names of policies that stand beside each other.

    Parameters
    ----------
    policies
        As for `short_policy`.
    width
        Most characters a result may have, at least 2.

    Returns
    -------
    dict
        Short names by policy. Where their ends would be cut off and leave the same, the ellipsis is
        before what differs: ``longest-t…depth=3`` and ``longest-t…depth=9``.
    """
    short = {policy: short_policy(policy, width) for policy in policies}
    for alike in _alike(short):
        names = [short_policy(policy, len(policy)).split(PARTNERS) for policy in alike]
        number = len(names[0])
        room = (width - len(PARTNERS) * (number - 1)) // number
        seats = [
            _apart(list(dict.fromkeys(seat)), max(2, room)) for seat in zip(*names, strict=True)
        ]
        for policy, partners in zip(alike, names, strict=True):
            told = (apart[name] for apart, name in zip(seats, partners, strict=True))
            short[policy] = PARTNERS.join(told)
    return short


def _alike(short: dict[str, str]) -> list[list[str]]:
    """Names that are shortened to the same, several each."""
    groups: dict[str, list[str]] = {}
    for name, label in short.items():
        groups.setdefault(label, []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def _apart(names: Sequence[str], width: int) -> dict[str, str]:
    """Shorten names such that what differs is seen, from the beginning of its part if it fits."""
    if len(names) == 1:
        return {names[0]: _cut(names[0], width)}
    if all(name.startswith(MARK) for name in names) and width > len(MARK) + 1:
        bare = _apart([name.removeprefix(MARK) for name in names], width - len(MARK))
        return {MARK + name: MARK + label for name, label in bare.items()}
    letters = takewhile(lambda found: len(set(found)) == 1, zip(*names, strict=False))
    same = "".join(letter for letter, *_ in letters)
    start = max((found.end() for found in _BEGIN.finditer(same)), default=0)
    fits = max(map(len, names)) - start < width
    if not fits and len(same) - start > width - 3:  # two ellipses and a character that differs
        start = len(same)
    short = {name: _cut_before(name, start, width) for name in names}
    for alike in _alike(short):
        if len(alike) < len(names):
            short |= _apart(alike, width)
    return short


def _cut_before(name: str, start: int, width: int) -> str:
    """A name from a place on, and as much of its front as there is room for."""
    if len(name) <= width:
        return name
    end = _cut(name[start:], max(1, width - 1))
    return f"{name[: max(0, width - 1 - len(end))].rstrip(':,=')}…{end}"


def player_label(side: int | None, seat: int | None, name: str) -> str:
    """Name a player, ``seat 0 · greedy``, a pair, ``side 0 · greedy + hoarder``, or all of them.

    Parameters
    ----------
    side, seat
        Numbers from 0; a pair has no seat, the whole matchup no side.
    name
        Of the policy.

    Returns
    -------
    str
    """
    if side is None:
        return "whole matchup"
    return f"side {side} · {name}" if seat is None else f"seat {seat} · {name}"


def player_labels(frame: pd.DataFrame, width: int = 26) -> list[str]:
    """Label every row of a frame with ``side``, ``seat`` and ``policy``, missing as they may be.

    Parameters
    ----------
    frame
        As `reports.statistics.rates.sides` or `reports.statistics.distributions.moments` return it.
    width
        Most characters of a policy; pairs get half as much room again.

    Returns
    -------
    list of str
    """
    policies = frame["policy"].dropna()  # the whole matchup has none
    alone, paired = short_policies(policies, width), short_policies(policies, width * 3 // 2)
    rows = zip(frame["side"], frame["seat"], frame["policy"], strict=True)
    return [
        player_label(_number(side), _number(seat), names.get(policy, ""))
        for side, seat, policy in rows
        for names in [paired if pd.isna(seat) else alone]
    ]


def _number(value: NAType | float) -> int | None:
    return None if pd.isna(value) else int(value)
