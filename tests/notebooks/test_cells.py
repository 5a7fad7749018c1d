"""Policies in cells: what is redefined is played, and mistakes are told with the cell."""

from __future__ import annotations

import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

from simulator.errors import place
from tests.notebooks.session import session

pytestmark = pytest.mark.compiled

IMPORTS = """
from simulator import check, compare, diverge, duel, plan, simulate
from simulator.policy import helper, place, policy
from simulator.tiles import heaviest, lightest

def played(policy):
    '''By which shipped policy's rule a policy plays.'''
    digests = [simulate([one, "random"], 300).digest for one in (policy, "greedy", "lightest")]
    return ["greedy", "lightest"][digests[1:].index(digests[0])]
"""
CHOSEN = """
@helper
def chosen(tiles):
    return {}(tiles)
"""
MINE = """
@policy("mine", summary="as chosen() chooses while it may", k=1)
def mine(view, params):
    return place(view, chosen(view.playable) if FROM <= params.k else lightest(view.playable))
"""
OTHER = """
@policy("other", summary="as another policy")
def other(view, params):
    return mine(view)
"""
FIXED = """
@policy("mine", summary="by itself", ignores_scores=True)
def mine(view, params):
    return place(view, {}(view.playable))
"""


def test_what_is_redefined_is_played() -> None:
    """Also where the cell of the policy that is played is not run again."""
    steps = [
        (IMPORTS, ""),
        (CHOSEN.format("heaviest") + "FROM = 0", ""),
        (MINE, ""),
        (OTHER, ""),
        ("played(mine), played(other)", "greedy greedy"),
        (CHOSEN.format("lightest"), ""),
        ("played(mine), played(other)", "lightest lightest"),
        (CHOSEN.format("heaviest"), ""),
        ("played(mine), played(other)", "greedy greedy"),
        ("FROM = 2", ""),
        ("played(mine), played(mine)", "lightest lightest"),
        ("mine = mine.with_values({'k': 2})", ""),
        ("played(mine), played(other)", "greedy greedy"),
        (FIXED.format("lightest"), ""),
        ("played(mine), played(other)", "lightest lightest"),
        (FIXED.format("heaviest"), ""),
        ("played(mine), played(mine)", "greedy greedy"),
    ]
    found = session("kernel", *(cell for cell, _ in steps))
    wanted = [repr(tuple(told.split())) if told else "None" for _, told in steps]
    assert found == wanted


def test_what_is_typed_again_is_played() -> None:
    """As into Python itself, which keeps no source."""
    cells = [CHOSEN.format("heaviest") + "FROM = 0", MINE, "played(mine)", "FROM = 2"]
    found = session("console", IMPORTS, *cells, "played(mine)")
    assert (found[3], found[5]) == ("'greedy'", "'lightest'")


def test_every_command_takes_such_a_policy() -> None:
    """They name it as it names itself."""
    found = session(
        "kernel",
        IMPORTS,
        FIXED.format("heaviest"),
        "simulate([mine, 'random'], 200).digest == simulate(['greedy', 'random'], 200).digest",
        "compare([mine, 'random'], 200).digest == compare(['greedy', 'random'], 200).digest",
        "duel([mine, 'random'], 200).digest == duel(['greedy', 'random'], 200).digest",
        "plan([mine, 'random'], pilot=200).digest == plan(['greedy', 'random'], pilot=200).digest",
        "len(diverge([mine, 'greedy'], 200).divergences)",
        "diverge([mine, 'random'], 200).replays(3)[0]",
        "check(mine, 'block').faults",
    )
    replayed = "'dominosim replay FILE.py:mine random --two-ended --seed 0 --game 3'"
    assert found[2:] == [*["True"] * 4, "0", replayed, "[]"]


# -- mistakes ----------------------------------------------------------------------------------

HEAD = """@policy("mine", summary="is wrong")
def mine(view, params):
    tiles = view.playable
"""
PLAY = "\n_ = simulate([mine, 'greedy'], 50)"
BODIES = {
    "there is no 'heavyest'; did you mean 'heaviest'?": "return place(view, heavyest(tiles))",
    "`+` does not work between an int and a str": "return tiles if view.turn < 99 else tiles + 'a'",
    "integer division or modulo by zero": "return place(view, tiles // 0)",
    "policy 'mine' has no parameter 'k'; it has none": "return place(view, params.k)",
}
"""What is told of a mistake in the fourth line."""


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        ("terminal", "cell In[{}]"),
        ("kernel", "cell In[{}]"),
        ("console", "the console"),
        ("text", "<string>"),
    ],
)
def test_mistakes_are_told_with_the_cell(kind: str, where: str) -> None:
    """And the line, in one line."""
    mistakes = [f"{HEAD}    {body}{PLAY}" for body in BODIES.values()]
    signature = '@policy("mine", summary="is wrong")\ndef mine(view):\n    return 0'
    answer = f'@policy("mine", summary="is wrong")\ndef mine(view, params):\n    return 0.5{PLAY}'
    found = session(kind, IMPORTS, *mistakes, signature, answer)[1:]
    for number, (told, message) in enumerate(zip(BODIES, found, strict=False), 2):
        assert message.startswith("PolicyError: ")
        assert f"{where.format(number)}, line 4" in message
        assert told in message
    assert found[4].endswith(
        "policy 'mine' is a function of (view); a policy takes exactly (view, params)"
    )
    assert f"{where.format(7)}, line " in found[5]
    assert "mine() returns a float, not an action" in found[5]
    assert all(message.splitlines() == [message] for message in found)


SHOWING = """
import contextlib, io
with contextlib.redirect_stdout(io.StringIO()) as shown:
    _ = get_ipython().run_cell({!r})
"""


@pytest.mark.parametrize("kind", ["terminal", "kernel"])
def test_a_mistake_is_shown_as_its_line(kind: str) -> None:
    """And nothing of our modules; other errors are shown as ever."""
    games = "games is a whole number from 1 to 1000000000000, not 0"
    told = {
        "simulate(['greedi', 'random'], 9)": "PolicyNameError: unknown policy 'greedi'; did you "
        "mean 'greedy'?\n",
        "simulate(['greedy', 'random'], 0)": f"ExperimentError: {games}\n",
    }
    mistakes = [*told, f"{HEAD}    return heavyest(tiles){PLAY}", "1 // 0"]
    cells = [part for cell in mistakes for part in (SHOWING.format(cell), "shown.getvalue()")]
    shown = [literal_eval(text) for text in session(kind, IMPORTS, *cells)[2::2]]
    assert shown[:2] == list(told.values())
    assert shown[2].startswith("PolicyError: ")
    assert shown[2].count("\n") == 1
    assert shown[3].count("\n") > 3


def test_what_python_reads_from_a_terminal() -> None:
    """`python -i`, which keeps no source."""
    home = Path(__file__).parents[2]
    typed = f"{IMPORTS}\n\n{HEAD}    return place(view, heavyest(tiles))\n\nsimulate([mine] * 2)\n"
    typed = typed.replace("\n\ndef", "\ndef").replace("\n    '''By", "\n    '''By")
    done = subprocess.run(
        [sys.executable, "-i", "-q"], input=typed, capture_output=True, text=True, cwd=home
    )
    told = "PolicyError: the console, line 4: there is no 'heavyest'; did you mean 'heaviest'?"
    assert done.stderr.splitlines()[-2].endswith(told)


def test_an_action_that_is_not_legal() -> None:
    """The command that would show it says that the policy needs a file."""
    cell = '@policy("mine", summary="is wrong", k=3)\ndef mine(view, params):\n    return 5'
    for kind in ("kernel", "text"):
        (_, message) = session(kind, IMPORTS, f"{cell}\nsimulate([mine, 'greedy'], 9)")
        assert message.startswith("PolicyError: policy 'mine' (seat ")
        assert " see dominosim replay FILE.py:mine greedy --seed 0 --game " in message


def test_cells_that_nobody_numbers() -> None:
    """Without an IPython that runs here; other names that are no files are told as they are."""
    assert place("<ipython-input-3-abc>", 4) == "the notebook, line 4"
    assert place("/tmp/ipykernel_12/345.py", 4) == "the notebook, line 4"
    assert place("<python-input-7>", 4) == place("<stdin>", 4) == "the console, line 4"
    assert place("<string>", 4) == "<string>, line 4"
    assert place("/home/ipykernel/mine.py", 4) == "mine.py, line 4"
