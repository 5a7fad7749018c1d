"""The start of a policy's file, with comments: a policy that plays, to be changed line by line."""

from __future__ import annotations

import builtins
import tokenize
from io import StringIO
from keyword import iskeyword

from simulator.policy import check_name

_START = '''"""{name}: say in a sentence how it plays, and why that might win."""

from simulator.policy import DRAW, fits_after, helper, play, policy, unseen
from simulator.tiles import count, holds, pips_of, tiles_of

# A tile is a number, a set of tiles a mask: & | ^ ~ combine masks, and simulator.tiles has what is
# asked of them. simulator.policy has the fields of the view: what a player at the table knows.


# Functions of your own are marked @helper. Code is compiled: numbers, masks, tuples and arrays of
# constants; no print, no lists to remember things in. To step through it in a debugger, set
# NUMBA_DISABLE_JIT=1.
@helper
def worth(view, tile, arm):
    """How good it is to place a tile on an arm."""
    rivals = count(unseen(view) & fits_after(view, tile, arm))  # hidden tiles that fit then
    return pips_of(tile) - rivals


# Keywords are parameters with their defaults: {spec}:draw_from=9 changes one.
@policy("{name}", summary="heavy tiles that leave few others to fit", draw_from=99)
def {function}(view, params):
    """Decide: return DRAW or play(tile, arm). It is asked only where there is a choice."""
    if view.may_draw and view.drawable >= params.draw_from:
        return DRAW
    best, most = -1, -1000
    for tile in tiles_of(view.playable):  # own tiles that fit, the lightest first
        for arm in range(len(view.fits)):  # two arms of a line, four of a spinner, five of trains
            if holds(view.fits[arm], tile) and worth(view, tile, arm) >= most:
                best, most = play(tile, arm), worth(view, tile, arm)
    return best


# Does it keep to the rules, and how fast?  dominosim check {spec}
# Does it win?  dominosim simulate {spec} greedy --games 100k
# Is it surely better?  dominosim duel {spec} greedy
'''


def started(name: str) -> str:
    """The text of a file that holds a policy of a name.

    Raises
    ------
    PolicyNameError
        The name is not of lower-case words joined by hyphens.
    """
    check_name(name)
    function = name.replace("-", "_")
    if iskeyword(function) or hasattr(builtins, function) or function in _names():
        function += "_policy"  # the file needs that name for what it means there already
    return _START.format(name=name, function=function, spec=f"mine.py:{name}")


def _names() -> set[str]:
    """The names that the file uses whatever its policy is called."""
    text = _START.format(name="", function="_", spec="")
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}
