"""Rules as options of a command line: whatever is legal comes back as it was."""

from __future__ import annotations

import random
import shlex
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.cli import cli
from simulator.engine.faults import replay
from simulator.errors import RulesError
from simulator.rules import Rules, rules_for
from tests.generators import SEATINGS, random_rules, random_seed

SPECS = ("greedy", "hoarder:spare=3", 'my own/it\'s "so".py:mine', "-dashed.py:mine")


@given(st.randoms(use_true_random=False))
@settings(max_examples=400)
def test_rules_written_as_options_are_read_as_the_same_rules(chance: random.Random) -> None:
    rules, seed = random_rules(chance), random_seed(chance)
    comes_back(rules, seed)


def test_presets_come_back_with_every_hand_and_with_two_ends() -> None:
    """In pairs too, whose hand may be what four alone hold: of block seven against five."""
    for seating in SEATINGS:
        for hand in range(2, 14):
            try:
                rules = seating.rules(hand=hand, two_ended=seating.players == 2)
            except RulesError:
                continue
            comes_back(rules, 0)
    assert "--set hand=5" in rules_for("block", 4, {"teams": True, "hand": 5}).options()


def comes_back(rules: Rules, seed: int) -> None:
    """Read the command as the program does, and compare."""
    specs = SPECS[: rules.players]
    words = shlex.split(replay(specs, rules, seed) + " --game 17")
    command = cli.commands[words[1]]
    told = command.make_context(words[1], words[2:]).params
    assert told["policies"] == tuple(spec.replace("-dashed", "./-dashed") for spec in specs)
    assert (told["seed"], told["games"]) == (seed, range(17, 18))
    read = rules_for(told["rules"], rules.players, dict(told["settings"]))
    assert replace(read, two_ended=told["two_ended"]) == rules
