"""Where a lead comes from, counted again from the transcripts of single games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pandas as pd
import pytest

from simulator.designs.seatings import mirrored, seatings_for
from simulator.engine.matchup import Matchup
from simulator.engine.tallies import by_policy
from simulator.keeping.group_frames import sources_frame
from simulator.rules import rules_for
from simulator.transcript import transcript
from strategies import policies

GROUPS, SEED = 12, 5
CASES = [("draw", {}), ("draw-100", {"teams": True, "draw": "optional"})]
Key = tuple[str, str, Any]


@pytest.mark.parametrize(("preset", "changes"), CASES, ids=["seats", "pairs"])
def test_endings_count_rounds_and_draws_count_hands(preset: str, changes: dict[str, Any]) -> None:
    """A pair's two hands of a round count each, with the whole lead of the round."""
    rules = mirrored(rules_for(preset, 4 if changes else 2, changes))
    pair, seatings = policies("hoarder:spare=4", "random"), seatings_for(rules)
    rounds: Counter[Key] = Counter()
    leads: Counter[Key] = Counter()
    for seating in seatings:
        table = Matchup(rules, [pair[place] for place in seating])
        for game in range(GROUPS):
            opener, drawn = 0, [0] * rules.players
            for event in transcript(table, SEED, game):
                if event["event"] == "deal":
                    opener, drawn = event["opener"], [0] * rules.players
                elif event["event"] == "draw":
                    drawn[event["seat"]] += not event["forced"]
                elif event["event"] == "round":
                    gains = dict(zip(seating, event["gains"], strict=False))
                    keys: list[Key] = [("ending", event["outcome"], seating[opener])]
                    keys += [
                        (f"drawn-{place}", str(number), None)
                        for place, number in zip(seating, drawn, strict=True)
                    ]
                    for key in keys:
                        rounds[key] += 1
                        leads[key] += gains[0] - gains[1]
    matchup = Matchup(rules, pair, seatings)
    tally = by_policy(matchup.layout, matchup.play(SEED, 0, GROUPS).tally, seatings)
    frame = sources_frame(3, matchup.layout, tally, 2)
    assert set(frame.matchup) == {3}
    found = {
        (row["source"], row["key"], None if pd.isna(row["other"]) else row["other"]): (
            row["rounds"],
            row["lead_sum"],
        )
        for row in frame.to_dict("records")
    }
    assert found == {key: (count, leads[key]) for key, count in rounds.items()}
    assert len({key for source, key, _ in found if source == "drawn-0"}) > 1
    hands, sums = rules.players // 2, frame.groupby("source")["rounds"].sum()
    assert sums["drawn-0"] == sums["drawn-1"] == hands * sums["ending"]
