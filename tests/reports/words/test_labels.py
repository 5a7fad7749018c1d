"""Names of players, shortened sensibly."""

from __future__ import annotations

import pandas as pd
import pytest

from reports.words.labels import player_label, player_labels, short_policies, short_policy


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


DEPTHS = ["longest-train:depth=3", "longest-train:depth=9", "longest-train:depth=6"]


@pytest.mark.parametrize(
    ("policies", "width", "short"),
    [
        (DEPTHS, 21, DEPTHS),
        (DEPTHS, 17, ["longest-t…depth=3", "longest-t…depth=9", "longest-t…depth=6"]),
        (DEPTHS, 8, ["…depth=3", "…depth=9", "…depth=6"]),
        (["dir/mine.py:abcdefgh:x=1", "other.py:abcdefgh:x=2"], 9, ["abcde…x=1", "abcde…x=2"]),
        (["abcdefghij", "klmnopqrst"], 5, ["abcd…", "klmn…"]),
        (["hoarder:spare=3,limit=20", *DEPTHS[:1]], 9, ["hoarder…", "longest-…"]),
        # What two of three share still has its own ellipsis.
        (
            ["abc:spare=3,limit=2", "abc:spare=4,limit=2", "abc:spare=4,limit=5"],
            11,
            ["…spare=3,l…", "abc…limit=2", "abc…limit=5"],
        ),
        (["a" * 30, "a" * 30 + " #2"], 9, ["aaaaaaaa…", "aaaaa… #2"]),
    ],
)
def test_what_differs_is_shown(policies: list[str], width: int, short: list[str]) -> None:
    assert list(short_policies(policies, width).values()) == short


def test_what_differs_is_shown_of_partners_and_players() -> None:
    pairs = [f"longest-train:depth={depth} + longest-train:depth=3" for depth in (3, 9)]
    frame = pd.DataFrame({"side": [0, 1], "seat": [None, None], "policy": pairs})
    one, other = player_labels(frame)
    assert one[8:] != other[8:]
    alone = pd.DataFrame({"side": [0, 1], "seat": [0, 1], "policy": DEPTHS[:2]})
    assert player_labels(alone, 12) == ["seat 0 · long…depth=3", "seat 1 · long…depth=9"]


@pytest.mark.parametrize("missing", [None, pd.NA, float("nan")])
def test_the_whole_matchup_has_no_policy(missing: object) -> None:
    frame = pd.DataFrame({"side": [0, None], "seat": [0, None], "policy": ["greedy", missing]})
    assert player_labels(frame) == ["seat 0 · greedy", "whole matchup"]


def test_variants_fit_their_width_and_differ() -> None:
    for width in range(2, 30):
        short = list(short_policies(DEPTHS, width).values())
        assert len(set(short)) == 3
        assert max(map(len, short)) <= width


CHEATS = ["dir/mine.py:cheat·omniscient:positions=1", "dir/mine.py:cheat·omniscient:positions=9"]


@pytest.mark.parametrize(
    ("policies", "width", "short"),
    [
        (CHEATS[:1], 60, ["cheat·omniscient:positions=1"]),
        (CHEATS[:1], 9, ["cheat·om…"]),
        (CHEATS, 24, ["cheat·omnisc…positions=1", "cheat·omnisc…positions=9"]),
        (CHEATS, 9, ["cheat·o…1", "cheat·o…9"]),
        (["greedy", "cheat·greedy"], 9, ["greedy", "cheat·gr…"]),
        (
            [f"greedy + {cheat}" for cheat in CHEATS],
            24,
            ["greedy + cheat·om…1", "greedy + cheat·om…9"],
        ),
    ],
)
def test_a_mark_outlives_what_is_cut(policies: list[str], width: int, short: list[str]) -> None:
    assert list(short_policies(policies, width).values()) == short


def test_whoever_cheats_is_marked_as_long_as_the_mark_has_room() -> None:
    pairs = [
        f"longest-train:depth={depth} + {cheat}" for depth, cheat in zip("39", CHEATS, strict=True)
    ]
    for width in range(8, 40):
        assert all("cheat·" in one for one in short_policies(CHEATS, width).values())
        wide = short_policies(pairs, 2 * width + 3).values()
        assert all("cheat·" in one.split(" + ")[1] for one in wide)
        assert len(set(wide)) == 2
        assert max(map(len, wide)) <= 2 * width + 3
