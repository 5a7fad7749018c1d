"""Experiments and designs: each design says itself what it may be asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simulator.designs.experiment import Experiment, ask, design_named
from simulator.designs.experiment_file import read_experiment
from simulator.errors import DominosimError, ExperimentError

PAIR = ("greedy", "random")


@pytest.mark.parametrize("name", ["simulate", "compare", "duel"])
def test_a_design_is_found_by_the_name_of_its_module(name: str) -> None:
    assert design_named(name).name == name


@pytest.mark.parametrize("name", ["simulat", "blocks", "experiment", "os.path", "", "__init__"])
def test_other_names_are_answered_with_the_designs(name: str) -> None:
    with pytest.raises(ExperimentError, match=r"unknown design .*(did you mean|there are) "):
        Experiment(PAIR, 10, design=name)


@pytest.mark.parametrize(
    ("design", "options", "told"),
    [
        ("simulate", {"margin": 0.1}, "unknown option 'margin' of simulate; there are none"),
        ("duel", {"margn": 0.1}, "unknown option 'margn' of duel; did you mean 'margin'?"),
        ("duel", {"seatings": "all"}, "unknown option 'seatings' of duel"),
        ("duel", {"margin": 0.5}, "margin is a number above 0 and below 0.5, not 0.5"),
        ("duel", {"alpha": 0}, "alpha is a number above 0 and below 0.5, not 0"),
        ("duel", {"beta": True}, "beta is a number above 0 and below 0.5, not True"),
        ("duel", {"precision": -0.1}, "precision is a number above 0"),
        ("compare", {"players": 5}, "players is 2, 3 or 4, not 5"),
        ("compare", {"players": "3"}, "players cannot be '3'"),
        ("compare", {"players": True}, "players cannot be True"),
        ("compare", {"seatings": "some"}, "seatings is one of rotations, all, not 'some'"),
        ("compare", {"estimator": 1}, "estimator is one of best, games, rounds, not 1"),
        ("compare", {"anchor": 1}, "anchor cannot be 1"),
        ("compare", {"anchor": "gredy"}, "'gredy' is not compared; did you mean 'greedy'?"),
    ],
)
def test_options_are_checked(design: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(ExperimentError) as error:
        Experiment(PAIR, 10, design=design, options=options)
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("rules", "overrides", "players"),
    [
        ("mexican-train", {}, 2),
        ("draw", {"rounds": 5}, 2),
        ("goat", {}, 2),
        ("all-fives", {}, 2),
        ("draw", {}, 3),
    ],
)
def test_no_rounds_as_estimator_where_no_rate_follows_from_them(
    rules: str, overrides: dict[str, Any], players: int
) -> None:
    names, options = ("greedy", "random", "lightest"), {"players": players}
    with pytest.raises(ExperimentError, match="no win rate follows from rounds"):
        Experiment(names, 10, 0, rules, overrides, "compare", options | {"estimator": "rounds"})
    Experiment(names, 10, 0, rules, overrides, "compare", options | {"estimator": "best"})


def test_options_that_are_defaults_are_left_out() -> None:
    asked = ask("duel", PAIR, 10, 0, "draw", None, margin=0.005, alpha=0.01, precision=0.0)
    assert asked.options == {"alpha": 0.01}
    assert (asked.option("margin"), asked.option("alpha")) == (0.005, 0.01)
    assert asked.command() == "dominosim duel greedy random --alpha 0.01 --max-games 10 --seed 0"


@pytest.mark.parametrize(
    ("design", "overrides", "players", "two_ended"),
    [
        ("simulate", {}, 2, False),
        ("compare", {}, 2, True),
        ("compare", {"teams": "true"}, 4, False),
        ("duel", {}, 2, True),
        ("duel", {"teams": True}, 4, False),
    ],
)
def test_the_rules_are_those_of_the_design(
    design: str, overrides: dict[str, Any], players: int, two_ended: bool
) -> None:
    """Mirrored deals of two seats have a boneyard with two ends."""
    rules = Experiment(PAIR, 10, rules="block", overrides=overrides, design=design).full_rules()
    assert (rules.players, rules.two_ended) == (players, two_ended)


@pytest.mark.parametrize(
    "asked",
    [
        Experiment(PAIR, 10),
        Experiment(PAIR, 10, 2**63 - 1, "goat", {"target": 50, "special_hands": "0|0:30"}),
        Experiment((*PAIR, "lightest"), 7, 1, design="compare", options={"players": 3}),
        Experiment(PAIR, 10, design="duel", options={"margin": 0.01}),
    ],
    ids=["simulate", "rules", "compare", "duel"],
)
def test_a_file_says_the_same(tmp_path: Path, asked: Experiment) -> None:
    file = tmp_path / "asked.toml"
    file.write_text(asked.as_toml())
    again = read_experiment(file)
    assert again.as_dict() == asked.as_dict()
    assert again.full_rules() == asked.full_rules()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("policies = [", "cannot be read as TOML"),
        ("games = 10", "the key 'policies' is missing"),
        ('policies = ["greedy", "random"]', "the key 'games' is missing"),
        ('policies = ["greedy", 1]\ngames = 10', "policies is a list of names"),
        ('policy = "greedy"', "unknown key 'policy'; did you mean 'policies'?"),
        ('policies = ["greedy", "random"]\ngames = 10\nschema = 2', "schema 2 is not known"),
        ('policies = ["greedy", "random"]\ngames = 10\nset = 3', "written as [set]"),
        ('policies = ["greedy", "random"]\ngames = 10\noptions = 3', "written as [options]"),
        ('policies = ["greedy", "random"]\ngames = 10\nrules = 3', "rules is a name"),
        ('policies = ["greedy", "random"]\ngames = 10\ndesign = "due"', "did you mean 'duel'?"),
        ('policies = ["greedy", "random"]\ngames = 1.5', "games is a whole number"),
        ('policies = ["greedy"]\ngames = 10', "2 to 4 policies, one a seat; one is named"),
    ],
)
def test_a_file_that_makes_no_sense_is_named(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "asked.toml"
    file.write_text(text)
    with pytest.raises(DominosimError) as error:
        read_experiment(file)
    assert told in str(error.value)
    assert str(file) in str(error.value)


@pytest.mark.parametrize(
    ("design", "options", "score"),
    [
        ("simulate", {}, 100_171),
        ("compare", {}, 100_171),
        ("compare", {"players": 3, "seatings": "all"}, 100_173),
    ],
)
def test_more_games_than_can_be_counted_are_refused(
    design: str, options: dict[str, Any], score: int
) -> None:
    """A score of 99,999 and the 168 pips and rounding of a round more, squared; a group has all."""
    names = ("greedy", "random", "hoarder")[: options.get("players", 2)]
    size = {"simulate": 1, "compare": 2}[design] if not options else 6
    most = (2**63 - 1) // (size * score) ** 2 * size
    asked: dict[str, Any] = {"overrides": {"target": 100_000}, "design": design, "options": options}
    Experiment(names, most, **asked)
    with pytest.raises(ExperimentError, match=f"^at most {most:,} games under these rules, not "):
        Experiment(names, most + 1, **asked)
    Experiment(names, 10**12, design=design, options=options)
