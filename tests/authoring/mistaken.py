"""Policies with one mistake each, as files of their authors.

A mistake is written as the body of a policy's function, with what stands above it in the file and
with files beside it. The line to blame ends in `# here`; where none does it is the function's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent, indent

HEAD = """
import numpy as np
from simulator.policy import DRAW, helper, pick, place, play, policy
from simulator.tiles import count, heaviest, holds, lightest, pips, without
"""
PLAY = "return place(view, heaviest(view.playable))"
HELPER = "from simulator.policy import helper\nfrom simulator.tiles import heaviest\n"
COMPILER = re.compile(
    r"numba|Untyped|nopython|TypingError|Cannot determine|(?<!np\.)\b(int|float)64|Literal"
)


def is_clean(message: str) -> bool:
    """Whether a message is one line of a bearable length without a word of the compiler's."""
    return (
        message.splitlines() == [message]
        and len(message) < 260
        and COMPILER.search(message) is None
    )


@dataclass(frozen=True)
class Mistake:
    """`told` is what the error says, with HERE for the place."""

    name: str
    told: str
    body: str
    above: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> str:
        """Write the files; the error that they lead to."""
        text = (
            f"{HEAD}{dedent(self.above)}\n\n@policy('mine', summary='is wrong', enough=2)\n"
            f"def mine(view, params):\n{indent(dedent(self.body).strip(), '    ')}\n"
        )
        places = {"def mine": "", "# here": ""}
        for name, source in {"mine.py": text, **self.beside}.items():
            (folder / name).write_text(dedent(source))
            for number, line in enumerate(dedent(source).splitlines(), 1):
                for mark in places:
                    if mark in line:
                        places[mark] = f"{name}, line {number}"
        return self.told.replace("HERE", places["# here"] or places["def mine"])


def line(text: str) -> str:
    """The body of a policy that does something before it plays."""
    return f"{text}  # here\n{PLAY}"


def rare(text: str) -> str:
    """The body of a policy that does something where no round ever comes to."""
    return f"if view.turn > 99:\n{indent(text, '    ')}\n{PLAY}"


def marked(text: str) -> str:
    """A helper with a line in it."""
    return f"@helper\ndef best(view):\n    {text}  # here\n    return heaviest(view.playable)\n"


CALLS_BEST = "return place(view, best(view))"
ALLOWED = "a policy uses numbers, masks and tuples, and functions marked @helper"
CHANCE = "use view.random or word(view, k), from which pick() chooses"
TIME = "a policy decides by its view alone; view.turn counts the turns"
FILES = "read files where the module begins, and keep what they say in a tuple"
DEBUG = "to watch what it does, run with NUMBA_DISABLE_JIT=1 and print there"
OTHERS = "of Python's modules policies may use math, and numpy"
SETS = "makes a set, which has no order of its own; use a mask or a tuple"
CONSTANT = "changes an array that is a constant; a policy keeps nothing, use a copy()"
ANSWER = "answer with DRAW, place(view, tile) or play(tile, arm)"
FIELD = "a view has no 'playabel'; did you mean 'playable'?"


def builtin(name: str, arguments: str, remedy: str) -> Mistake:
    """A call of one of Python's own functions that is not for policies."""
    told = f"HERE: uses {name}(), which is not for policies; {remedy}"
    return Mistake(name, told, line(f"{name}({arguments})"))


def module(told: str, text: str, above: str, remedy: str) -> Mistake:
    """A use of a module that is not for policies."""
    return Mistake(f"{above} {text}", f"HERE: uses {told}; {remedy}", line(text), above)


BUILTINS = [
    builtin("print", "view.hand", DEBUG),
    builtin("input", "", DEBUG),
    builtin("open", "'log', 'a'", FILES),
    builtin("eval", "'1'", "name what is meant"),
    builtin("exec", "'1'", "name what is meant"),
    builtin("globals", "", "name what is meant"),
    builtin("vars", "", "name what is meant"),
    builtin("getattr", "view, 'hand'", "name what is meant"),
    builtin("setattr", "view, 'hand', 0", "name what is meant"),
    builtin("id", "view", "its answer differs from one process to the next"),
    builtin("hash", "view.hand", "its answer differs from one process to the next"),
    builtin("set", "view.ends", "a set has no order of its own; use a mask or a tuple"),
    builtin("isinstance", "view.hand, int", "types are known beforehand"),
    builtin("str", "view.hand", "a policy uses numbers, masks and tuples, not text"),
    builtin("memoryview", "b''", ALLOWED),
]
MODULES = [
    module("random.random", "random.random()", "import random", CHANCE),
    module("randint", "randint(1, 2)", "from random import randint", CHANCE),
    module("r.choice", "r.choice((1, 2))", "import random as r", CHANCE),
    module("secrets.randbits", "secrets.randbits(3)", "import secrets", CHANCE),
    module("time.time", "time.time()", "import time", TIME),
    module("time", "time()", "from time import time", TIME),
    module("datetime", "datetime.now()", "from datetime import datetime", TIME),
    module("os.urandom", "os.urandom(3)", "import os", FILES),
    module("sys.exit", "sys.exit()", "import sys", OTHERS),
    module("combinations", "combinations((1, 2), 2)", "from itertools import combinations", OTHERS),
    module("threading.Lock", "threading.Lock()", "import threading", OTHERS),
    module("np.random, which is not for policies", "np.random.rand()", "", CHANCE),
    module("rand, which is not for policies", "rand()", "from numpy.random import rand", CHANCE),
    module("r.rand, which is not for policies", "r.rand()", "import numpy.random as r", CHANCE),
    module(
        "np.dot, which is not for policies",
        "np.dot(np.ones(2), np.ones(2))",
        "",
        "its last digits differ between machines; add up in a loop",
    ),
    module(
        "np.empty, which is not for policies",
        "np.empty(3)",
        "",
        "use np.zeros(), which is the same always",
    ),
    module(
        "empty, which is not for policies",
        "empty(3)",
        "from numpy import empty",
        "use np.zeros(), which is the same always",
    ),
    module("log(), which is not for policies", "log(3)", "log = print", DEBUG),
    module("np.load, which is not for policies", "np.load('a')", "", FILES),
    Mistake(
        "numpy misspelt", "HERE: np has no 'arrya'; did you mean 'array'?", line("np.arrya(3)")
    ),
    Mistake("module alone", "HERE: np is a module; use what is in it, as np.name", line("x = np")),
]
NAMES = [
    Mistake(
        "misspelt",
        "HERE: there is no 'heaviset'; did you mean 'heaviest'?",
        "return place(view, heaviset(view.playable))  # here",
    ),
    Mistake(
        "not imported",
        "HERE: is_double() is not imported; add: from simulator.tiles import is_double",
        line("is_double(3)"),
    ),
    *(
        Mistake(f"absent {name}", f"HERE: there is no {name!r}; {right}", line(f"x = {name}"))
        for name, right in [
            ("time", TIME),
            ("random", CHANCE),
            ("math", "add: import math"),
            ("PASS", "a policy is asked only where it can play or draw"),
        ]
    ),
    Mistake(
        "unmarked",
        "HERE: calls rivals(), which is not marked @helper",
        line("rivals(view)"),
        "def rivals(view):\n    return view.hand\n",
    ),
    Mistake(
        "unmarked in tuple",
        "HERE: calls RULES[1](), which is not marked @helper",
        line("RULES[1](view)"),
        "def rivals(view):\n    return view.hand\nRULES = (1, rivals)\n",
    ),
    Mistake(
        "lambda",
        "HERE: calls best, a lambda; write it with def and mark it @helper",
        line("best(view)"),
        "best = lambda view: view.hand",
    ),
    Mistake(
        "cached",
        "HERE: best() has a decorator that cannot be compiled; leave @helper alone above it",
        line("best(1)"),
        "import functools\n@functools.lru_cache\n@helper\ndef best(x):\n    return x\n",
    ),
    Mistake(
        "wrapped",
        "HERE: calls best(), whose decorator is not marked; leave @helper alone above it",
        line("best(1)"),
        """
        import functools
        def timed(f):
            @functools.wraps(f)
            def inner(*a):
                return f(*a)
            return inner

        @timed
        @helper
        def best(x):
            return x
        """,
    ),
    Mistake(
        "partial",
        f"HERE: best is an object of the class partial; {ALLOWED}",
        line("best(1)"),
        "import functools\nbest = functools.partial(pow, 2)\n",
    ),
    Mistake(
        "class",
        f"HERE: uses the class Memory; {ALLOWED}",
        line("Memory()"),
        "class Memory:\n    pass\n",
    ),
    Mistake(
        "dataclass",
        f"HERE: uses the class Plan; {ALLOWED}",
        line("Plan(1)"),
        "from dataclasses import dataclass\n@dataclass\nclass Plan:\n    x: int\n",
    ),
    Mistake(
        "object",
        f"HERE: MEMORY is an object of the class Memory; {ALLOWED}",
        line("MEMORY.x"),
        "class Memory:\n    x = 1\nMEMORY = Memory()\n",
    ),
    Mistake(
        "file",
        f"HERE: LOG is an object of the class StringIO; {ALLOWED}",
        line("LOG.write('x')"),
        "import io\nLOG = io.StringIO()\n",
    ),
    Mistake(
        "generator of numpy",
        f"HERE: RNG is an object of the class Generator; {CHANCE}",
        line("RNG.random()"),
        "RNG = np.random.default_rng(1)",
    ),
    Mistake(
        "foreign function",
        f"HERE: ABS is an object of the class CDLL.__init__.<locals>._FuncPtr; {ALLOWED}",
        line("ABS(3)"),
        "import ctypes\nABS = ctypes.CDLL(None).abs\n",
    ),
    Mistake(
        "policy's function",
        "HERE: uses greedy.decide; call the policy itself: greedy(view)",
        line("greedy.decide(view, params)"),
        "from strategies.greedy import greedy",
    ),
]
LARGE = "a number is too large; an int has 64 bits, the highest its sign"
CONSTANTS = [
    Mistake("list", "HERE: TABLE is a list; make it a tuple", line("TABLE[0]"), "TABLE = [1, 2]"),
    Mistake("memory", "HERE: SEEN is a list; make it a tuple", line("SEEN.append(1)"), "SEEN = []"),
    Mistake(
        "dict",
        "HERE: TABLE is a dict; make it a tuple that is looked up by number",
        line("TABLE[0]"),
        "TABLE = {0: 1}",
    ),
    Mistake(
        "set",
        "HERE: TABLE is a set; make it a tuple or a mask",
        line("3 in TABLE"),
        "TABLE = {0, 1}",
    ),
    Mistake(
        "tuple of list",
        "HERE: TABLE[1] is a list; make it a tuple",
        line("TABLE[0]"),
        "TABLE = (1, [2])",
    ),
    Mistake(
        "array of objects",
        "HERE: TABLE is an array of objects; make it one of numbers",
        line("TABLE[0]"),
        "TABLE = np.array([1, None])",
    ),
    *(
        Mistake(text, f"HERE: {CONSTANT}", line(text), "TABLE = np.zeros(3)")
        for text in ("TABLE[0] = 3", "TABLE.fill(3)", "TABLE.sort()", "TABLE[view.seat] += 1")
    ),
    *(
        Mistake(
            f"array of {kind}",
            f"HERE: TABLE is an array of {kind}; make it of np.int64 or np.float64",
            line("x = TABLE[0]"),
            f"TABLE = np.zeros(3, {dtype})",
        )
        for kind, dtype in [
            *((name, f"np.{name}") for name in ("uint8", "int32", "uint64", "float32")),
            ("bool", "bool"),
            ("complex128", "complex"),
            (">i8", "'>i8'"),
        ]
    ),
    Mistake(
        "array in a tuple",
        "HERE: TABLE[1] is an array of uint8; make it of np.int64 or np.float64",
        line("x = TABLE[1][0]"),
        "TABLE = (1, np.zeros(3, np.uint8))",
    ),
    Mistake(
        "number of numpy",
        "HERE: STEP is a number of uint8; make it of np.int64 or np.float64",
        line("x = STEP + 200"),
        "STEP = np.uint8(200)",
    ),
    *(
        Mistake(text, f"HERE: {LARGE}", line(f"x = {text}"), above)
        for text, above in [
            ("2**70", ""),
            ("0xFFFFFFFFFFFFFFFF", ""),
            ("2**63", ""),
            ("-(2**63) - 1", ""),
            ("((1, 2**63),)[view.seat]", ""),
            ("1 in (2, 2**64)", ""),
            ("ALL & 1", "ALL = 2**64 - 1"),
            ("ALL[0]", "ALL = (2**64 - 1, 0)"),
        ]
    ),
    Mistake(
        "address",
        "HERE: asks where an array lies, which differs every time",
        line("TABLE.ctypes.data"),
        "TABLE = np.zeros(3)",
    ),
    Mistake(
        "list in a closure",
        "HERE: table is a list; make it a tuple",
        line("looked_up(1)").replace("  # here", ""),
        """
        def made(table):
            @helper
            def inner(x):
                return table[x]  # here
            return inner
        looked_up = made([1, 2])
        """,
    ),
    Mistake(
        "default",
        "HERE: the default of 'seen' can change between decisions or has no place in a policy; "
        "make it a number or a tuple",
        CALLS_BEST,
        "@helper\ndef best(view, seen=[]):  # here\n    return heaviest(view.playable)\n",
    ),
]
DOINGS = [
    Mistake(
        "global",
        "HERE: sets the global 'CALLS'; a policy keeps nothing from one decision to the next",
        f"global CALLS\nCALLS += 1  # here\n{PLAY}",
        "CALLS = 0",
    ),
    Mistake(
        "attribute of the policy",
        "HERE: sets .count; a view and all else are only read, use a variable of your own",
        line("mine.count = 1"),
    ),
    Mistake(
        "made by numba's mark",
        "HERE: best() is compiled on its own; mark it @helper instead",
        CALLS_BEST + "  # here",
        "from numba import njit\n@njit\ndef best(view):\n    return heaviest(view.playable)\n",
    ),
    Mistake(
        "change of an array through another",
        f"HERE: {CONSTANT}",
        line("np.ascontiguousarray(TABLE)[0] += 1"),
        "TABLE = np.zeros(3)",
    ),
    Mistake(
        "change of an array one by one",
        f"HERE: {CONSTANT}",
        line("TABLE.flat[0] += 1"),
        "TABLE = np.zeros(3)",
    ),
    Mistake(
        "recursion of the policy",
        "HERE: mine() calls itself, at once or through others; write a loop",
        "return mine(view, params)  # here",
    ),
    Mistake(
        "Python's own attribute",
        "HERE: uses .__hash__, which is Python's own; a policy uses plain fields",
        line("x = view.hand.__hash__()"),
    ),
    Mistake(
        "nonlocal",
        "HERE: sets 'n' of the function around it; return it",
        line("next_one(1)").replace("  # here", ""),
        """
        def made():
            n = 0
            @helper
            def inner(x):
                nonlocal n
                n += 1  # here
                return n
            return inner
        next_one = made()
        """,
    ),
    Mistake(
        "try",
        "HERE: uses `try`; ask first, with `if`",
        f"try:\n    x = 1\nexcept ValueError:  # here\n    x = 2\n{PLAY}",
    ),
    Mistake(
        "finally",
        "HERE: uses `try`; ask first, with `if`",
        f"try:\n    x = 1\nfinally:\n    x = 2  # here\n{PLAY}",
    ),
    Mistake(
        "with",
        "HERE: uses `with`; a policy has nothing to open or to close",
        f"with np.errstate(all='ignore'):  # here\n    pass\n{PLAY}",
    ),
    Mistake("yield", "HERE: uses `yield`; a policy returns one action", "yield DRAW  # here"),
    *(
        Mistake(
            text,
            "HERE: imports math inside the function; import it where the module begins",
            line(text),
        )
        for text in ("import math", "from math import log")
    ),
    Mistake(
        "inner class",
        "HERE: makes a class; a policy uses numbers, masks and tuples",
        f"class A:  # here\n    pass\n{PLAY}",
    ),
    Mistake("set of two", f"HERE: {SETS}", line("s = {view.hand, 1}")),
    Mistake("set by a loop", f"HERE: {SETS}", line("s = {x for x in view.ends}")),
    Mistake(
        "in a set",
        "HERE: looks into a set; use a tuple, as in `x in (1, 2)`",
        f"if view.seat in {{0, 1}}:  # here\n    return DRAW\n{PLAY}",
    ),
    Mistake(
        "generator",
        "HERE: loops inside of brackets without a list; write [... for ...], or a loop",
        line("s = sum(x for x in view.ends)"),
    ),
    Mistake("del", "HERE: deletes 'x'; leave `del` out", f"x = 1\ndel x  # here\n{PLAY}"),
    Mistake(
        "inner function",
        f"HERE: uses print(), which is not for policies; {DEBUG}",
        f"def inner(x):\n    print(x)  # here\n    return x\ninner(3)\n{PLAY}",
    ),
    Mistake(
        "recursion",
        "HERE: down() calls itself, at once or through others; write a loop",
        f"x = down(view.turn)\n{PLAY}",
        "@helper\ndef down(n):\n    return down(n - 1) if n > 0 else 0  # here\n",
    ),
]
FIELDS = [
    Mistake("field", f"HERE: {FIELD}", line("x = view.playabel")),
    Mistake("field in a loop", f"HERE: {FIELD}", line("x = [view.playabel for _ in view.ends]")),
    Mistake(
        "field's first word",
        "HERE: a view has no 'opponents'; did you mean 'opened'?",
        line("x = view.opponents"),
    ),
    Mistake(
        "set field",
        "HERE: sets .hand; a view and all else are only read, use a variable of your own",
        line("view.hand = 0"),
    ),
    Mistake(
        "parameter",
        "HERE: policy 'mine' has no parameter 'enuf'; did you mean 'enough'?",
        line("x = params.enuf"),
    ),
    Mistake(
        "parameter's number",
        "HERE: policy 'mine' has no parameter 3; it has 0: enough",
        line("x = params[3]"),
    ),
    Mistake(
        "rarely unset",
        "HERE: 'best' may be read before it is set; set it before the loop or the if",
        "if view.turn < 99:\n    best = heaviest(view.playable)\nreturn place(view, best)  # here",
    ),
    Mistake(
        "left unset by a loop that may not run",
        "HERE: 'arm' may be read before it is set; set it before the loop or the if",
        "for arm in range(view.seats):\n    pass\n"
        "return place(view, heaviest(view.playable) + 0 * arm)  # here",
    ),
    Mistake("helper's field", f"HERE: {FIELD}", rare(CALLS_BEST), marked("x = view.playabel")),
    Mistake(
        "helper's field met",
        "policy 'mine.py:mine' raised AttributeError: a view has no 'playabel' "
        "(did you mean 'playable'?) at HERE",
        CALLS_BEST,
        marked("x = view.playabel"),
    ),
]
BESIDE = [
    Mistake(
        "helper",
        f"HERE: uses print(), which is not for policies; {DEBUG}",
        CALLS_BEST,
        marked("print(view.hand)"),
    ),
    Mistake(
        "helper's file",
        f"HERE: uses random.random; {CHANCE}",
        CALLS_BEST,
        "from beside import best",
        {"beside.py": f"import random\n{HELPER}{marked('x = random.random()')}"},
    ),
    Mistake(
        "helper's module",
        f"HERE: uses time.time; {TIME}",
        "return place(view, beside.best(view))",
        "import beside",
        {"beside.py": f"import time\n{HELPER}{marked('x = time.time()')}"},
    ),
    Mistake(
        "helper's helper",
        f"HERE: uses time.time; {TIME}",
        CALLS_BEST,
        "import beside\n@helper\ndef best(view):\n    return beside.best(view)",
        {"beside.py": f"import time\n{HELPER}{marked('x = time.time()')}"},
    ),
    Mistake(
        "helper's module misspelt",
        "HERE: beside has no 'bset'; did you mean 'best'?",
        line("beside.bset(view)"),
        "import beside",
        {"beside.py": "def best(view):\n    return 3\n"},
    ),
    Mistake(
        "module's function",
        "HERE: calls beside.best(), which is not marked @helper",
        line("beside.best(view)"),
        "import beside",
        {"beside.py": "def best(view):\n    return 3\n"},
    ),
    Mistake(
        "module's list",
        "HERE: beside.TABLE is a list; make it a tuple",
        line("beside.TABLE[0]"),
        "import beside",
        {"beside.py": "TABLE = [1]\n"},
    ),
    Mistake(
        "star import",
        "HERE: calls best(), which is not marked @helper",
        line("best(view)"),
        "from beside import *",
        {"beside.py": "def best(view):\n    return 3\n"},
    ),
    Mistake(
        "helper's file does not compile",
        "HERE: `@` does not work between an int and an int",
        rare(CALLS_BEST),
        "from beside import best",
        {"beside.py": f"{HELPER}{marked('x = view.hand @ 2')}"},
    ),
]
ANSWERS = [
    Mistake(name, f"HERE: mine() returns {kind}, not an action; {ANSWER}", body)
    for name, kind, body in [
        ("float", "a float", f"{PLAY} * 1.0"),
        ("nothing", "None", "x = 1"),
        ("truth", "a bool", "return view.may_draw"),
        ("two", "a tuple", "return heaviest(view.playable), 0"),
        ("text", "a str", "return 'draw'"),
        ("rarely nothing", "None on some path", rare("return None")),
        ("rarely a tuple", "a tuple", rare("return 1, 2").replace(PLAY, "return 1, 1")),
    ]
]
RAISED = [
    Mistake(name, f"policy 'mine.py:mine' raised {told} at HERE", body, above)
    for name, told, body, above in [
        (
            "zero",
            "ZeroDivisionError: integer division or modulo by zero",
            line("1 // (view.seat * 0)"),
            "",
        ),
        ("index", "IndexError: tuple index out of range", line("view.ends[view.turn + 4]"), ""),
        (
            "no view",
            "TypeError: place() missing 1 required positional argument: 'tile'",
            line("place(3)"),
            "",
        ),
        (
            "no arm",
            "TypeError: play() missing 1 required positional argument: 'arm'",
            line("play(3)"),
            "",
        ),
        (
            "no tile",
            "IndexError: 99 is no tile; such are numbers from 0 to 54",
            line("play(99, 0)"),
            "",
        ),
        (
            "too many",
            "TypeError: best() takes 1 positional argument but 2 were given",
            line("best(view, 1)"),
            marked("pass").replace("  # here", ""),
        ),
        ("assertion", "AssertionError: too late", line("assert view.turn < 0, 'too late'"), ""),
        ("raise", "ValueError: nothing to do", "raise ValueError('nothing to do')  # here", ""),
        ("bare raise", "ValueError", "raise ValueError  # here", ""),
        (
            "shift",
            "TypeError: unsupported operand type(s) for <<: 'int' and 'float'",
            line("1 << 1.5"),
            "",
        ),
        (
            "none",
            "TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'",
            f"x = None\nx = x + 1  # here\n{PLAY}",
            "",
        ),
        (
            "unset",
            "UnboundLocalError: cannot access local variable 'x' where it is not associated with "
            "a value",
            f"if view.turn > 99:\n    x = 1\ny = x  # here\n{PLAY}",
            "",
        ),
        (
            "helper's parameter",
            "AttributeError: there is no parameter 'enuf' (did you mean 'enough'?)",
            "return best(params)",
            "@helper\ndef best(params):\n    return params.enuf  # here\n",
        ),
        (
            "in a helper",
            "ZeroDivisionError: division by zero",
            CALLS_BEST,
            marked("x = 1 / (view.seat * 0)"),
        ),
    ]
]
USED = "policies use numbers, masks, tuples, arrays of constants and functions marked @helper"
OPPOSITE = "`~` of a bool is not its opposite; write `not`"
TAKES = "place() is called with arguments that it does not take; it takes view and tile"
COMPILED = [
    Mistake(name, f"HERE: {told}", body, above)
    for name, told, body, above in [
        (
            "text",
            "builds a text; a policy uses numbers, not text",
            line("s = f'{view.hand:>40}'"),
            "",
        ),
        (
            "format",
            "a str has no .format; a policy uses numbers, not text",
            line("s = 'a {}'.format(view.hand)"),
            "",
        ),
        (
            "percent",
            "`%` does not work between a str and an int",
            line("s = 'a %d' % view.hand"),
            "",
        ),
        (
            "key",
            "max() cannot be called with a tuple and key = a function",
            line("max(view.fits, key=count)"),
            "",
        ),
        ("sum of a tuple", "sum() cannot be called with a tuple", line("np.sum(view.fits)"), ""),
        (
            "numpy's",
            "policies cannot use numpy.apply_along_axis",
            line("np.apply_along_axis(np.sum, 0, np.zeros(3))"),
            "",
        ),
        (
            "empty list",
            "nothing says what the empty list 'x' will hold; begin with an element",
            line("x = []"),
            "",
        ),
        ("too few", TAKES, rare("return place(view)  # here"), ""),
        ("too many", TAKES, rare("return place(view, 1, 2)  # here"), ""),
        (
            "helper's",
            "best() is called with arguments that it does not take; it takes view",
            rare("return best(view, 1)  # here"),
            marked("pass").replace("  # here", ""),
        ),
        (
            "text for a tile",
            "place() cannot be called with the view and a str",
            rare("return place(view, '2|5')  # here"),
            "",
        ),
        (
            "parse",
            'parse takes a text that stands in the code, as in parse("2|5")',
            rare("x = '2|5' if view.seat else '5|5'\nreturn parse(x)  # here"),
            "from simulator.tiles import parse",
        ),
        (
            "none",
            "`+` does not work between None and an int",
            rare("x = None\nreturn x + 1  # here"),
            "",
        ),
        (
            "float",
            "`&` does not work between an int and a float; make it whole with int()",
            rare("return view.hand & params[0]  # here"),
            "",
        ),
        (
            "in a mask",
            "`in` does not look into masks; ask holds(mask, tile)",
            rare("x = 3 in view.hand  # here"),
            "",
        ),
        (
            "length",
            "an int has no length; count(mask) says how many tiles a mask holds",
            rare("x = len(view.hand)  # here"),
            "",
        ),
        (
            "loop",
            "a loop cannot go through an int; through the tiles of a mask it goes with "
            "tiles_of(mask)",
            rare("for tile in view.hand:  # here\n    return tile"),
            "",
        ),
        ("index", "an index is out of range", rare("x = view.ends[7]  # here"), ""),
        (
            "element",
            "[...] takes elements of tuples and arrays, not of an int",
            rare("x = view.hand[0]  # here"),
            "",
        ),
        ("call", "an int is called like a function", rare("x = view.hand()  # here"), ""),
        (
            "tuple's element",
            "sets an element of a tuple, which cannot be changed; make a new one",
            rare("view.ends[0] = 3  # here"),
            "",
        ),
        (
            "append",
            "list.append() cannot be called with a str here",
            rare("x = [1]\nx.append('a')  # here"),
            "",
        ),
        ("attribute", "an int has no .size", rare("x = view.hand.size  # here"), ""),
        (
            "two kinds",
            "'x' is an int on one path and a tuple on another; let it always be of one kind",
            "x = 1\nif view.turn > 99:\n    x = (1, 2)\nreturn x  # here",
            "",
        ),
        (
            "none at first",
            "pips_of() cannot be called with None on some path; let it be a number always, say -1 "
            "for none",
            "best = None\nfor tile in tiles_of(view.playable):\n"
            "    if best is None or pips_of(tile) > pips_of(best):  # here\n"
            "        best = tile\nreturn place(view, best)",
            "from simulator.tiles import pips_of, tiles_of",
        ),
        (
            "key of tiles",
            "max() cannot be called with a generator and key = a function",
            "return place(view, max(tiles_of(view.playable), key=lambda tile: tile))  # here",
            "from simulator.tiles import tiles_of",
        ),
        (
            "array of a loop",
            "makes an array of a loop; make it of a list, np.array(list(...))",
            "tiles = np.array([tile for tile in tiles_of(view.playable)])\n"
            "return place(view, tiles[0])",
            "from simulator.tiles import tiles_of",
        ),
        (
            "matching",
            f"cannot be compiled: `case (1, *_):  # here`; {USED}",
            f"match view.ends:\n    case (1, *_):  # here\n        return DRAW\n{PLAY}",
            "",
        ),
        (
            "walrus",
            "cannot be compiled: `if (n := view.turn) > 99:  # here`; set the variable on a line "
            "before",
            f"if (n := view.turn) > 99:  # here\n    return n\n{PLAY}",
            "",
        ),
        ("slice", "a slice of a tuple has fixed bounds", line("x = view.ends[view.seat:]"), ""),
        (
            "mixed",
            "an element of a tuple whose elements differ in kind is taken by a fixed number",
            line("x = (1, 2.0, (3, 4))[view.seat]"),
            "",
        ),
        (
            "parameter",
            "there is no parameter 'enuf'",
            rare("return best(params)"),
            "@helper\ndef best(params):\n    return params.enuf  # here\n",
        ),
        ("unpack", "a tuple of 4 is taken apart into 2", rare("a, b = view.ends  # here"), ""),
    ]
]
DIFFERING = [
    Mistake(name, f"HERE: {told}", body, above)
    for name, told, body, above in [
        ("inverted field", OPPOSITE, f"if ~view.may_draw:  # here\n    return DRAW\n{PLAY}", ""),
        ("inverted comparison", OPPOSITE, rare("x = ~(view.seat == 1)  # here"), ""),
        ("inverted in a helper", OPPOSITE, CALLS_BEST, marked("x = ~holds(view.hand, 3)")),
        ("inverted constant", OPPOSITE, line("x = ~BOLD"), "BOLD = True"),
        (
            "power below zero",
            "`x ** -1` differs in its last digits; write 1 / x",
            line("x = params[0] ** -1"),
            "",
        ),
        (
            "whole number's power below zero",
            "`x ** -2` differs in its last digits; write 1 / x",
            line("x = (view.turn + 1) ** -2"),
            "",
        ),
        (
            "power that may be below zero",
            "`x ** y` of ints is 0 where y is negative; write float(x) ** y, or 1 << y",
            line("x = 2 ** (3 - view.turn)"),
            "",
        ),
        (
            "power of a float",
            "`x ** 3` of a float differs in its last digits; write x * x",
            line("x = 0.5 * view.turn\nx **= 3"),
            "",
        ),
        (
            "round",
            "round(x, 2) differs in its last digits; compare without rounding",
            line("x = round(params[0], view.seat)"),
            "",
        ),
    ]
]
MISTAKES = {
    f"{room}: {mistake.name}": mistake
    for room, mistakes in {
        "builtin": BUILTINS, "module": MODULES, "name": NAMES, "constant": CONSTANTS,
        "doing": DOINGS, "field": FIELDS, "beside": BESIDE, "answer": ANSWERS, "raised": RAISED,
        "compiled": COMPILED, "differing": DIFFERING,
    }.items()
    for mistake in mistakes
}  # fmt: skip
