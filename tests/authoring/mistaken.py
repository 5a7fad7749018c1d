"""Files of policies, each with one mistake in the line that is marked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent, indent

HEAD = """
import numpy as np
from simulator.policy import DRAW, place, play, pick, policy, helper
from simulator.tiles import count, heaviest, holds, lightest, pips, without
"""
COMPILER = re.compile("numba|Untyped|nopython|TypingError|Cannot determine|int64|float64|Literal")


def is_clean(message: str) -> bool:
    """Whether a message is one line without a word of the compiler's."""
    return message.splitlines() == [message] and COMPILER.search(message) is None


@dataclass(frozen=True)
class Mistake:
    """A mistake: the body of a policy's function, what is above it, and files beside it."""

    name: str
    told: str
    body: str
    above: str = ""
    beside: dict[str, str] = field(default_factory=dict)
    preset: str = "draw"

    def write(self, folder: Path) -> str:
        """Write the files; the place of the line that ends in `# here`."""
        text = (
            f"{HEAD}{dedent(self.above)}\n\n@policy('mine', summary='is wrong', enough=2)\n"
            f"def mine(view, params):\n{indent(dedent(self.body).strip(), '    ')}\n"
        )
        places = list[str]()
        for name, source in {"mine.py": text, **self.beside}.items():
            (folder / name).write_text(source)
            lines = source.splitlines()
            places += (f"{name}, line {n + 1}" for n, line in enumerate(lines) if "# here" in line)
        return places[0] if places else "mine.py, line"


PLAY = "return place(view, heaviest(view.playable))"


def before(line: str) -> str:
    """A line, then an answer as it should be."""
    return f"{line}  # here\n{PLAY}"


MISTAKES = [
    Mistake("print", "print(), which is not for policies", before("print(view.hand)")),
    Mistake("input", "input()", before("input()")),
    Mistake("open", "open()", before("open('log', 'a')")),
    Mistake("eval", "eval()", before("eval('1')")),
    Mistake("getattr", "getattr()", before("getattr(view, 'hand')")),
    Mistake("id", "id()", before("id(view)")),
    Mistake("hash", "hash()", before("hash(view.hand)")),
    Mistake("isinstance", "isinstance()", before("isinstance(view.hand, int)")),
    Mistake(
        "misspelt",
        "there is no 'heaviset'; did you mean 'heaviest'?",
        "return place(view, heaviset(view.playable))  # here",
    ),
    Mistake("not imported", "add: from simulator.tiles import is_double", before("is_double(3)")),
    Mistake("random", "uses random.random", before("random.random()"), "import random"),
    Mistake("from random", "view.random", before("randint(1, 2)"), "from random import randint"),
    Mistake("np.random", "uses np.random", before("np.random.rand()")),
    Mistake("from numpy.random", "view.random", before("rand()"), "from numpy.random import rand"),
    Mistake("numpy.random as", "view.random", before("r.rand()"), "import numpy.random as r"),
    Mistake("default_rng", "uses the", before("RNG.random()"), "RNG = np.random.default_rng(1)"),
    Mistake("np.empty", "np.zeros", before("np.empty(3)")),
    Mistake("time", "uses time.time", before("time.time()"), "import time"),
    Mistake("from time", "uses time", before("time()"), "from time import time"),
    Mistake("datetime", "datetime", before("datetime.now()"), "from datetime import datetime"),
    Mistake("os", "os", before("os.getpid()"), "import os"),
    Mistake("sys", "sys", before("sys.exit()"), "import sys"),
    Mistake(
        "itertools",
        "itertools",
        before("list(combinations((1, 2), 2))"),
        "from itertools import combinations",
    ),
    Mistake("module misspelt", "np has no 'arrya'; did you mean 'array'?", before("np.arrya([1])")),
    Mistake(
        "unmarked",
        "calls rivals(), which is not marked @helper",
        before("rivals(view)"),
        "def rivals(view):\n    return view.hand\n",
    ),
    Mistake(
        "lambda", "calls best, a lambda", before("best(view)"), "best = lambda view: view.hand"
    ),
    Mistake(
        "cached",
        "decorator",
        before("best(1)"),
        "import functools\n@functools.lru_cache\n@helper\ndef best(x):\n    return x\n",
    ),
    Mistake(
        "wrapped",
        "decorator",
        before("best(1)"),
        "import functools\ndef timed(f):\n    @functools.wraps(f)\n    def inner(*a):\n        return f(*a)\n    return inner\n\n@timed\n@helper\ndef best(x):\n    return x\n",
    ),
    Mistake(
        "partial",
        "object of functools.partial",
        before("best(1)"),
        "import functools\nbest = functools.partial(pow, 2)\n",
    ),
    Mistake("class", "uses the class Memory", before("Memory()"), "class Memory:\n    pass\n"),
    Mistake(
        "object",
        "MEMORY is an object of",
        before("MEMORY.x"),
        "class Memory:\n    x = 1\nMEMORY = Memory()\n",
    ),
    Mistake("file", "object", before("LOG.write('x')"), "import io\nLOG = io.StringIO()\n"),
    Mistake("list", "TABLE is a list; make it a tuple", before("TABLE[0]"), "TABLE = [1, 2]"),
    Mistake("dict", "TABLE is a dict", before("TABLE[0]"), "TABLE = {0: 1}"),
    Mistake("set", "TABLE is a set", before("3 in TABLE"), "TABLE = {0, 1}"),
    Mistake("list append", "SEEN is a list", before("SEEN.append(view.hand)"), "SEEN = []"),
    Mistake("tuple of list", "TABLE[1] is a list", before("TABLE[0]"), "TABLE = (1, [2])"),
    Mistake(
        "array of objects", "array of objects", before("TABLE[0]"), "TABLE = np.array([1, None])"
    ),
    Mistake(
        "global",
        "sets the global 'CALLS'",
        f"global CALLS\nCALLS += 1  # here\n{PLAY}",
        "CALLS = 0",
    ),
    Mistake("write array", "is a constant", before("TABLE[0] = 3"), "TABLE = np.zeros(3)"),
    Mistake("fill array", "is a constant", before("TABLE.fill(3)"), "TABLE = np.zeros(3)"),
    Mistake("sort array", "is a constant", before("TABLE.sort()"), "TABLE = np.zeros(3)"),
    Mistake("try", "uses `try`", f"try:\n    x = 1\nexcept ValueError:  # here\n    x = 2\n{PLAY}"),
    Mistake("finally", "uses `try`", f"try:\n    x = 1\nfinally:\n    x = 2  # here\n{PLAY}"),
    Mistake("with", "uses `with`", f"with np.errstate(all='ignore'):  # here\n    pass\n{PLAY}"),
    Mistake("yield", "uses `yield`", "yield DRAW  # here"),
    Mistake("import", "imports math", before("import math")),
    Mistake("import from", "imports math", before("from math import log")),
    Mistake("inner class", "makes a class", f"class A:  # here\n    pass\n{PLAY}"),
    Mistake("set literal", "makes a set", before("s = {view.hand, 1}")),
    Mistake("set comprehension", "makes a set", before("s = {x for x in view.ends}")),
    Mistake("in set", "set", f"if view.seat in {{0, 1}}:  # here\n    return DRAW\n{PLAY}"),
    Mistake("generator", "without a list", before("s = sum(x for x in view.ends)")),
    Mistake("text", "text", before("s = f'{view.hand:>40}'")),
    Mistake("str", "str()", before("s = str(view.hand)")),
    Mistake("format", "str", before("s = 'a {}'.format(view.hand)")),
    Mistake("percent", "", before("s = 'a %d' % view.hand")),
    Mistake(
        "field",
        "a view has no 'playabel'; did you mean 'playable'?",
        "return place(view, heaviest(view.playabel))  # here",
    ),
    Mistake(
        "field unknown",
        "a view has no 'opponents'",
        "return place(view, heaviest(view.opponents))  # here",
    ),
    Mistake("set field", "sets .hand", before("view.hand = 0")),
    Mistake("view method", "a view has no '_replace'", before("view._replace(hand=0)")),
    Mistake("parameter index", "policy 'mine' has no parameter 3", before("x = params[3]")),
    Mistake("float answer", "returns a float", "return place(view, heaviest(view.playable)) * 1.0"),
    Mistake("none answer", "returns None", "x = 1"),
    Mistake("bool answer", "returns a bool", "return view.may_draw"),
    Mistake("tuple answer", "returns a tuple", "return heaviest(view.playable), 0"),
    Mistake("str answer", "returns a str", "return 'draw'"),
    Mistake(
        "sometimes none",
        "returns None on some path",
        f"if view.turn > 99:\n    return None\n{PLAY}",
    ),
    Mistake("tile answer", "which is the tile", "return heaviest(view.playable)"),
    Mistake("zero", "raised ZeroDivisionError", before("x = 1 // (view.turn * 0)")),
    Mistake(
        "index",
        "raised IndexError: tuple index out of range",
        before("x = view.ends[view.turn + 4]"),
    ),
    Mistake("constant index", "index", before("x = view.ends[7]")),
    Mistake("too few", "place()", "return place(heaviest(view.playable))  # here"),
    Mistake("play args", "play()", "return play(heaviest(view.playable))  # here"),
    Mistake("key", "", "return max(view.fits, key=count)  # here"),
    Mistake("rare few", "place()", f"if view.turn > 99:\n    return place(view)  # here\n{PLAY}"),
    Mistake(
        "rare many", "place()", f"if view.turn > 99:\n    return place(view, 1, 2)  # here\n{PLAY}"
    ),
    Mistake(
        "rare text", "place()", f"if view.turn > 99:\n    return place(view, '2|5')  # here\n{PLAY}"
    ),
    Mistake(
        "rare none plus",
        "`+`",
        f"if view.turn > 99:\n    x = None\n    return x + 1  # here\n{PLAY}",
    ),
    Mistake(
        "rare float mask",
        "`&`",
        f"if view.turn > 99:\n    return view.hand & params[0]  # here\n{PLAY}",
    ),
    Mistake("rare matmul", "`@`", f"if view.turn > 99:\n    return view.hand @ 2  # here\n{PLAY}"),
    Mistake(
        "rare in mask",
        "holds(mask, tile)",
        f"if view.turn > 99 and 3 in view.hand:  # here\n    return DRAW\n{PLAY}",
    ),
    Mistake(
        "rare len", "count(mask)", f"if view.turn > 99:\n    return len(view.hand)  # here\n{PLAY}"
    ),
    Mistake(
        "rare loop",
        "heaviest() and without()",
        f"if view.turn > 99:\n    for tile in view.playable:  # here\n        return tile\n{PLAY}",
    ),
    Mistake("rare index", "index", f"if view.turn > 99:\n    return view.ends[7]  # here\n{PLAY}"),
    Mistake(
        "rare subscript", "[...]", f"if view.turn > 99:\n    return view.hand[0]  # here\n{PLAY}"
    ),
    Mistake(
        "rare call",
        "called like a function",
        f"if view.turn > 99:\n    return view.hand()  # here\n{PLAY}",
    ),
    Mistake(
        "rare set tuple",
        "cannot be changed",
        f"if view.turn > 99:\n    view.ends[0] = 3  # here\n{PLAY}",
    ),
    Mistake(
        "rare append",
        "append()",
        f"if view.turn > 99:\n    x = [1]\n    x.append('a')  # here\n{PLAY}",
    ),
    Mistake(
        "rare attribute",
        "has no .size",
        f"if view.turn > 99:\n    return view.hand.size  # here\n{PLAY}",
    ),
    Mistake("two kinds", "'x' is", f"x = 1\nif view.turn > 99:\n    x = (1, 2)  # here\n{PLAY}"),
    Mistake("empty list", "the empty list 'x'", before("x = []")),
    Mistake("unpack", "", f"if view.turn > 99:\n    a, b = view.ends  # here\n{PLAY}"),
    Mistake("del", "del", f"x = 1\ndel x  # here\n{PLAY}"),
    Mistake(
        "tiles_of",
        "heaviest() and without()",
        "for tile in tiles_of(view.playable):  # here\n    return place(view, tile)\nreturn DRAW",
        "from simulator.tiles import tiles_of",
    ),
    Mistake(
        "recursion",
        "calls itself",
        before("x = down(view.turn)").replace("  # here", ""),
        "@helper\ndef down(n):\n    return down(n - 1) if n > 0 else 0  # here\n",
    ),
    Mistake(
        "in helper",
        "print()",
        "return place(view, best(view))",
        "@helper\ndef best(view):\n    print(view.hand)  # here\n    return heaviest(view.playable)\n",
    ),
    Mistake(
        "helper field",
        "a view has no 'playabel'; did you mean 'playable'?",
        "return place(view, best(view))",
        "@helper\ndef best(view):\n    return heaviest(view.playabel)  # here\n",
    ),
    Mistake(
        "rare helper field",
        "a view has no 'playabel'; did you mean 'playable'?",
        f"if view.turn > 99:\n    return best(view)\n{PLAY}",
        "@helper\ndef best(view):\n    return heaviest(view.playabel)  # here\n",
    ),
    Mistake(
        "helper file",
        "uses random",
        "return place(view, best(view))",
        "from beside import best",
        {
            "beside.py": "import random\nfrom simulator.policy import helper\n\n@helper\ndef best(view):\n    return random.randint(1, 3)  # here\n"
        },
    ),
    Mistake(
        "helper module",
        "time",
        "return place(view, beside.best(view))",
        "import beside",
        {
            "beside.py": "import time\nfrom simulator.policy import helper\n\n@helper\ndef best(view):\n    return int(time.time())  # here\n"
        },
    ),
    Mistake(
        "helper module misspelt",
        "beside has no 'bset'; did you mean 'best'?",
        "return place(view, beside.bset(view))  # here",
        "import beside",
        {"beside.py": "def best(view):\n    return 3\n"},
    ),
    Mistake(
        "module unmarked",
        "calls beside.best(), which is not marked @helper",
        "return place(view, beside.best(view))  # here",
        "import beside",
        {"beside.py": "def best(view):\n    return 3\n"},
    ),
    Mistake(
        "star import",
        "calls best(), which is not marked",
        "return place(view, best(view))  # here",
        "from beside import *",
        {"beside.py": "def best(view):\n    return 3\n"},
    ),
    Mistake(
        "module list",
        "beside.TABLE is a list",
        before("beside.TABLE[0]"),
        "import beside",
        {"beside.py": "TABLE = [1]\n"},
    ),
    Mistake(
        "helper args",
        "best()",
        "return place(view, best(view, 1, 2))  # here",
        "@helper\ndef best(view, n):\n    return n\n",
    ),
    Mistake(
        "rare helper args",
        "best() is called with arguments that it does not take; it takes view and n",
        f"if view.turn > 99:\n    return best(view)  # here\n{PLAY}",
        "@helper\ndef best(view, n):\n    return n\n",
    ),
    Mistake(
        "helper default",
        "default of 'seen'",
        "return place(view, best(view))",
        "@helper\ndef best(view, seen=[]):  # here\n    return heaviest(view.playable)\n",
    ),
    Mistake(
        "inner function", "", f"def inner(x):\n    print(x)  # here\n    return x\ninner(3)\n{PLAY}"
    ),
    Mistake(
        "nonlocal",
        "sets 'n'",
        f"n = 0\ndef inner():\n    nonlocal n\n    n += 1  # here\ninner()\n{PLAY}",
    ),
    Mistake(
        "closure state",
        "",
        "return place(view, heaviest(view.playable))",
        "def made():\n    n = 0\n    @helper\n    def inner(x):\n        nonlocal n\n        n += 1  # here\n        return n\n    return inner\nnext_one = made()\n",
    ).__class__(
        "closure state",
        "sets 'n' of the function around it",
        "x = next_one(1)\nreturn place(view, heaviest(view.playable))",
        "def made():\n    n = 0\n    @helper\n    def inner(x):\n        nonlocal n\n        n += 1  # here\n        return n\n    return inner\nnext_one = made()\n",
    ),
    Mistake("objmode", "numba", f"with numba.objmode():  # here\n    pass\n{PLAY}", "import numba"),
    Mistake(
        "ctypes", "object of", before("ABS(3)"), "import ctypes\nABS = ctypes.CDLL(None).abs\n"
    ),
    Mistake(
        "array address", "where an array lies", before("TABLE.ctypes.data"), "TABLE = np.zeros(3)"
    ),
    Mistake(
        "policy attribute",
        "call the policy itself",
        before("greedy.decide(view, params)"),
        "from strategies.greedy import greedy",
    ),
    Mistake("assert text", "raised AssertionError: no", before("assert view.turn < 0, 'no'")),
    Mistake(
        "raise", "raised ValueError: nothing to do", "raise ValueError('nothing to do')  # here"
    ),
    Mistake(
        "never draws",
        "draws, but block has no drawing; ask view.may_draw first",
        "return DRAW",
        preset="block",
    ),
    Mistake("sorted key", "", before("x = sorted(view.ends, key=lambda e: -e)")),
    Mistake("numpy unknown", "", before("x = np.apply_along_axis(np.sum, 0, np.zeros(3))")),
    Mistake("np on tuple", "", before("x = np.sum(view.fits)")),
    Mistake("decorated", "greedy", before("x = 1 << 1.5")),
]
