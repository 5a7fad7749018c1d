"""The policy contract: how policies are declared, changed and named."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.errors import PolicyNameError
from simulator.parameters import PARAMETERS
from simulator.policy import View, policy
from simulator.signature import are_whole
from strategies import resolve


def test_declaration() -> None:
    """Name, summary, and parameters in their order, as floats."""

    @policy("bold", summary="plays boldly", first=1, second=0.5)
    def bold(view: View, params: Any) -> int:
        return int(params[0] + params[1] * 2)

    assert (bold.name, bold.summary, bold.spec) == ("bold", "plays boldly", "bold")
    assert list(bold.values.items()) == [("first", 1.0), ("second", 0.5)]
    assert bold(None) == 2  # type: ignore[arg-type]
    assert bold(None, (3, 1)) == 5  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        bold.values["first"] = 2.0  # type: ignore[index]


@pytest.mark.parametrize(
    "name",
    [
        *(3, None, b"mine", "", "My Policy", "Mine", "a:b", "a=b", "a.py", "a_b", "größer"),
        *("2-ways", "-a", "a-", "a--b", " a", "a\n", "a\x1b"),
    ],
)
def test_what_is_no_name(name: Any) -> None:
    """It could not be written on the command line as it is listed."""
    with pytest.raises(PolicyNameError) as caught:
        policy(name, summary="has a name")
    told = f"{name!r} is no name of a policy; write lower-case words, as my-way"
    assert str(caught.value) == told


@pytest.mark.parametrize("name", ["a", "my-way", "my-way-2", "b2b", "class"])
def test_what_is_a_name(name: str) -> None:
    """Lower-case words joined by hyphens; digits stand in words, or are words after the first."""
    declared = policy(name, summary="spielt “schwer”")(lambda view, params: 0)
    assert (declared.name, declared.spec) == (name, name)


@pytest.mark.parametrize("summary", [None, 3, "two\nlines", "a\ttab", "\x1b[31mred", "\u2028"])
def test_summary_that_is_no_line(summary: Any) -> None:
    """It is listed in one line of a terminal."""
    with pytest.raises(PolicyNameError) as caught:
        policy("odd", summary=summary)
    told = f"policy 'odd': the summary is one printable line of text, not {summary!r}"
    assert str(caught.value) == told


@pytest.mark.parametrize("boards", ["trains", (), ["train"], 3, ("line", 4)])
def test_boards_that_are_none(boards: Any) -> None:
    """They are listed, and there are three of them."""
    with pytest.raises(PolicyNameError) as caught:
        policy("odd", summary="has boards", boards=boards)
    told = f"policy 'odd': boards are some of 'line', 'spinner', 'trains', not {boards!r}"
    assert str(caught.value) == told


def test_boards() -> None:
    """By default every board; with other parameters a policy has the same ones."""
    declared = policy("mine", summary="has boards", boards=["trains"], p=1)(lambda view, params: 0)
    assert declared.boards == declared.with_values({"p": 2}).boards == ("trains",)
    every = policy("mine", summary="has boards")(lambda view, params: 0)
    assert set(every.boards) == set(PARAMETERS["board"].values)


def test_too_many_parameters() -> None:
    """Seventeen are one too many."""
    with pytest.raises(PolicyNameError, match=r"^policy 'many' has 17 parameters; at most 16$"):
        policy("many", summary="too many", **{f"p{number}": 0.0 for number in range(17)})


@pytest.mark.parametrize("value", ["2", None, True])
def test_default_that_is_no_number(value: Any) -> None:
    """Defaults are numbers."""
    with pytest.raises(
        PolicyNameError, match=r"^policy 'odd': the default of 'p' is not a number$"
    ):
        policy("odd", summary="odd", p=value)


def test_other_values() -> None:
    """A policy with other values is another policy, named by what differs."""
    hoarder = resolve("hoarder")
    other = hoarder.with_values({"spare": 3})
    assert (other.spec, dict(other.values), other.name) == (
        "hoarder:spare=3",
        {"spare": 3},
        "hoarder",
    )
    assert other.decide is hoarder.decide
    assert dict(hoarder.values) == {"spare": 2}
    assert hoarder.with_values({"spare": 3}, "hoarder:spare=3.0").spec == "hoarder:spare=3.0"


@pytest.mark.parametrize(
    ("name", "parameter", "told"),
    [
        ("hoarder", "spar", "policy 'hoarder' has no parameter 'spar'; did you mean 'spare'?"),
        ("hoarder", "xyz", "policy 'hoarder' has no parameter 'xyz'; there are spare"),
        ("greedy", "spare", "policy 'greedy' has no parameter 'spare'; it has none"),
    ],
)
def test_unknown_parameter(name: str, parameter: str, told: str) -> None:
    """The error suggests the nearest parameter, or lists them."""
    with pytest.raises(PolicyNameError) as caught:
        resolve(name).with_values({parameter: 1})
    assert str(caught.value) == told


def test_spec_names_the_policy_again() -> None:
    """However values are changed, the text names a policy with exactly these values."""

    @policy("two", summary="has two parameters", first=1, second=2)
    def two(view: View, params: Any) -> int:
        return 0

    twice = two.with_values({"first": 5}).with_values({"second": 7})
    assert twice.spec == "two:first=5:second=7"
    assert resolve("hoarder").with_values({"spare": 1.23456789}).spec == "hoarder:spare=1.23456789"


def test_spec_of_a_file_keeps_its_policy() -> None:
    """The name of a policy in a file is part of the text."""

    @policy("cautious", summary="from a file", enough=9)
    def cautious(view: View, params: Any) -> int:
        return 0

    own = cautious.with_values({}, "own/mine.py:cautious")
    assert own.with_values({"enough": 3}).spec == "own/mine.py:cautious:enough=3"
    odd = cautious.with_values({}, "/a=b:enough=1/mine.py:cautious:enough=4")
    assert odd.with_values({"enough": 3}).spec == "/a=b:enough=1/mine.py:cautious:enough=3"


# -- bounds ------------------------------------------------------------------------------------


def bounded(bounds: Any, **values: float) -> Any:
    """A policy that declares bounds."""
    return policy("odd", summary="has bounds", bounds=bounds, **values)(lambda view, params: 0)


def test_bounds() -> None:
    """Of some parameters, as they were given; with other values a policy has the same ones."""
    found = bounded({"spare": (0, 8), "weight": [0.0, 2]}, spare=8, weight=0.5, other=1)
    assert dict(found.bounds) == {"spare": (0, 8), "weight": (0.0, 2)}
    assert {key: are_whole(pair) for key, pair in found.bounds.items()} == {
        "spare": True,
        "weight": False,
    }
    assert found.with_values({"spare": 99}).bounds == found.bounds
    assert dict(bounded({}, spare=2).bounds) == {}
    with pytest.raises(TypeError):
        found.bounds["spare"] = (0, 9)


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ({"spar": (0, 8)}, "the bounds of 'spar' are of no parameter; did you mean 'spare'?"),
        (
            {"spare": (8, 0)},
            "the bounds of 'spare' are two rising numbers, like (0, 8), not (8, 0)",
        ),
        (
            {"spare": (2, 2)},
            "the bounds of 'spare' are two rising numbers, like (0, 8), not (2, 2)",
        ),
        ({"spare": 3}, "the bounds of 'spare' are two rising numbers, like (0, 8), not 3"),
        ({"spare": "08"}, "the bounds of 'spare' are two rising numbers, like (0, 8), not '08'"),
        ({"spare": (0, 8, 9)}, "are two rising numbers, like (0, 8), not (0, 8, 9)"),
        ({"spare": (0, float("inf"))}, "are two rising numbers, like (0, 8), not (0, inf)"),
        ({"spare": (False, 8)}, "are two rising numbers, like (0, 8), not (False, 8)"),
        ({"spare": (3, 8)}, "the bounds of 'spare' leave out its value 2.5"),
        (
            {"spare": (0, 8)},
            "the bounds of 'spare' are whole and its value 2.5 is not; for all numbers between "
            "write (0.0, 8.0)",
        ),
        ([("spare", 0, 8)], "bounds are written {'spare': (0, 8)}"),
    ],
)
def test_bounds_that_are_none(bounds: Any, told: str) -> None:
    with pytest.raises(PolicyNameError) as caught:
        bounded(bounds, spare=2.5)
    assert str(caught.value).startswith("policy 'odd': ")
    assert str(caught.value).endswith(told)
