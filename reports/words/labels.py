"""What players are called in plots and tables.

Knows how policies are written (``hoarder:spare=3``, ``path/to/mine.py:cautious:spare=3``) and
nothing else.
"""

from __future__ import annotations

import re

import pandas as pd
from pandas.api.typing import NAType

_FILE = re.compile(r".*\.py:(?=.)")
_PARTNERS = " + "


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
        policies may end up with the same short name; the seat beside it tells them apart.
    """
    partners = spec.split(_PARTNERS)
    names = [_FILE.sub("", partner, count=1) for partner in partners]
    room = width - len(_PARTNERS) * (len(names) - 1)
    short = []
    # The shorter name goes first, so that what it leaves of its share goes to the longer one.
    for left, place in zip(range(len(names), 0, -1), _by_length(names), strict=True):
        short.append((place, _cut(names[place], max(1, room // left))))
        room -= len(short[-1][1])
    return _PARTNERS.join(name for _, name in sorted(short))


def _by_length(names: list[str]) -> list[int]:
    return sorted(range(len(names)), key=lambda place: len(names[place]))


def _cut(name: str, room: int) -> str:
    return name if len(name) <= room else name[: room - 1].rstrip(":,=") + "…"


def player_label(side: int | None, seat: int | None, policy: str, width: int = 26) -> str:
    """Name a player, ``seat 0 · greedy``, a pair, ``side 0 · greedy + hoarder``, or all of them.

    Parameters
    ----------
    side, seat
        Numbers from 0; a pair has no seat, the whole matchup no side.
    policy, width
        As for `short_policy`; pairs get half as much room again.

    Returns
    -------
    str
    """
    if side is None:
        return "whole matchup"
    if seat is None:
        return f"side {side} · {short_policy(policy, width * 3 // 2)}"
    return f"seat {seat} · {short_policy(policy, width)}"


def player_labels(frame: pd.DataFrame, width: int = 26) -> list[str]:
    """Label every row of a frame with ``side``, ``seat`` and ``policy``, missing as they may be.

    Parameters
    ----------
    frame
        As `reports.statistics.rates.sides` or `reports.statistics.distributions.moments` return it.
    width
        As for `player_label`.

    Returns
    -------
    list of str
    """
    return [
        player_label(_number(side), _number(seat), policy, width)
        for side, seat, policy in zip(frame["side"], frame["seat"], frame["policy"], strict=True)
    ]


def _number(value: NAType | float) -> int | None:
    return None if pd.isna(value) else int(value)
