"""Names of players, shortened sensibly."""

from __future__ import annotations

import pandas as pd
import pytest

from reports.words.labels import player_label, player_labels, short_policy


@pytest.mark.parametrize(
    ("spec", "short"),
    [
        ("greedy", "greedy"),
        ("hoarder:spare=3", "hoarder:spare=3"),
        ("/long/path/mine.py:cautious:spare=3", "cautious:spare=3"),
        ("mine.py:cautious", "cautious"),
        ("C:\\games\\mine.py:cautious:spare=3", "cautious:spare=3"),
        ("odd.py:dir/mine.py:cautious", "cautious"),
        ("mine.py:", "mine.py:"),
        ("cautious:spare=3,limit=20,patience=0.125", "cautious:spare=3,limit=20…"),
        ("cautious:spare=3,limit=2,patience=0.125", "cautious:spare=3,limit=2…"),
        ("greedy + mine.py:cautious:spare=3", "greedy + cautious:spare=3"),
    ],
)
def test_policies_lose_their_path_and_then_their_end(spec: str, short: str) -> None:
    assert short_policy(spec) == short


@pytest.mark.parametrize(
    "spec", ["a" * 80, "dir/mine.py:abcdefghijkl:x=1,y=2", "abcdefgh:x=1 + mine.py:abcdefghij:y=2"]
)
def test_labels_fit_their_width(spec: str) -> None:
    least = 5 if " + " in spec else 1  # one character for each partner
    for width in range(1, 60):
        assert 0 < len(short_policy(spec, width)) <= max(width, least)


def test_a_short_partner_leaves_its_room_to_the_other() -> None:
    assert short_policy("abc + abcdefghijklmnop", 20) == "abc + abcdefghijklm…"


def test_players_are_named_by_seat_or_side() -> None:
    assert player_label(0, 0, "greedy") == "seat 0 · greedy"
    assert player_label(1, 3, "greedy") == "seat 3 · greedy"
    assert player_label(1, None, "greedy + hoarder") == "side 1 · greedy + hoarder"
    assert player_label(None, None, "") == "whole matchup"


def test_players_of_the_same_policy_are_told_apart() -> None:
    frame = pd.DataFrame({"side": [0, 1], "seat": [0, 1], "policy": ["greedy", "greedy"]})
    assert player_labels(frame) == ["seat 0 · greedy", "seat 1 · greedy"]
