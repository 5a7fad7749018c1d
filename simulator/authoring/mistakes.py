"""What the compiler says of a policy, in words of the game: one line, with file and line.

Its own text is long and about itself. Read from it are the place in the author's code where it
stopped, and of what kind the mistake is; a kind that is not known shows the line of source.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from simulator.authoring.constants import CONSTANT
from simulator.authoring.names import no_field
from simulator.authoring.places import head_of, source_line
from simulator.authoring.words import SIGNS, kind_of, listed, split_types
from simulator.compiling.agreement import DIFFERS
from simulator.errors import place

ANSWERS = "answer with DRAW, place(view, tile) or play(tile, arm)"
"""What is said to a policy that answered with no action."""

_USED = "numbers, masks, tuples, arrays of constants and functions marked @helper"
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_SHOWN = re.compile(r'File "([^"\n]+)", line (\d+)')
_CALLEE = re.compile(
    r"resolving callee type: \w*Function\(<(?:built-in )?function (\w+)[^\n]*\s+"
    r"During: typing of call at\s*\Z"
)


def translated(error: Exception, functions: Sequence[Callable[..., Any]]) -> str:
    """One line for an error of the compiler.

    Parameters
    ----------
    error : what the compiler raised.
    functions : those of authors that were being compiled, the policy's own first.
    """
    text = _COLOURS.sub("", str(error))
    answer = re.search(r"returns ([^\n]*), not an action", text)
    if answer:
        told = wrong_answer(answer[1])
        return f"{head_of(functions[0])}: {functions[0].__name__}() {told}; {ANSWERS}"
    files = {function.__code__.co_filename for function in functions}
    file, line, before = _place_in(text, files, error) or _guessed_place(functions)
    heads = {(one.__code__.co_filename, one.__code__.co_firstlineno): one for one in functions}
    whole = heads.get((file, line))  # the compiler lost the line: all it knows is the function
    where = place(file, line) if whole is None else head_of(whole)
    source = source_line(file, line) if whole is None else ""  # of what was typed there is none
    shown = f"`{source}`" if source else f"{(whole or functions[0]).__name__}()"
    return f"{where}: {_told(before) or _unknown(shown)}"


def wrong_answer(kind: str) -> str:
    """What is wrong with an answer of some type that is no integer."""
    return f"returns {kind_of(kind)}, not an action"


def _unknown(shown: str) -> str:
    right = f"policies use {_USED}" if ":=" not in shown else "set the variable on a line before"
    return f"cannot be compiled: {shown}; {right}"


# -- where -------------------------------------------------------------------------------------


def _place_in(text: str, files: set[str], error: Exception) -> tuple[str, int, str] | None:
    """The first place of an author's that a text names: file, line, and the text before it.

    What is first is innermost: the compiler names callers after what they call.
    """
    found = list[tuple[int, int, str]]()
    for file in files:
        marked = re.search(rf"{re.escape(file)} \((\d+)\)", text)
        if marked:
            found.append((marked.start(), int(marked[1]), file))
    paths = {os.path.abspath(file): file for file in files}  # as those of cells are not
    for shown in _SHOWN.finditer(text):
        path = os.path.abspath(shown[1])
        if path in paths:
            found.append((shown.start(), int(shown[2]), paths[path]))
            break
    if found:
        start, line, file = min(found)
        return file, line, text[:start].rstrip()
    here = next(filter(lambda loc: loc.filename in files, _places_behind(error)), None)
    return (here.filename, here.line, text) if here is not None else None


def _guessed_place(functions: Sequence[Callable[..., Any]]) -> tuple[str, int, str]:
    """A line with `:=` in it, which the compiler loses; else that of the first function."""
    for function in functions:
        code = function.__code__
        for line in sorted({line for _, _, line in code.co_lines() if line}):
            if ":=" in source_line(code.co_filename, line):
                return code.co_filename, line, ""
    return functions[0].__code__.co_filename, functions[0].__code__.co_firstlineno, ""


def _places_behind(error: Exception) -> Iterator[Any]:
    """Where the compiler was: what its error says, else what it was at, the innermost first."""
    frames = traceback.walk_tb(error.__traceback__)
    doing = [frame.f_locals.get("self") for frame, _ in frames]
    for one in (error, *reversed(doing)):
        loc = getattr(one, "loc", None)
        if hasattr(loc, "filename"):
            yield loc


# -- what --------------------------------------------------------------------------------------


def _told(before: str) -> str | None:
    """What is wrong, by what the compiler says before it names the place; None if not known."""
    callee = _CALLEE.search(before)
    if callee:
        return _wrong_call(callee[1], before)
    for pattern, tell in _TELLING:
        match = re.search(pattern, before, re.S)
        if match:
            return tell(match)
    return None


def _wrong_call(name: str, before: str) -> str | None:
    signature = re.search(r"to signature '(\([^\n]*\))[^\n]*' due to", before)
    if signature:
        names = re.findall(r"[(,] ?(\*{0,2}\w+)", re.sub(r": '[^']*'", "", signature[1]))
        return f"{name}() is called with arguments that it does not take; it takes {listed(names)}"
    ours = re.search(r"TypingError: (\w+ takes a text [^\n]*)", before)
    if ours:
        return ours[1]
    called = re.search(rf">>> {name}\((.*?)\)\s*\n", before)
    if called is None:
        return None
    kinds = [kind_of(part) for part in split_types(called[1])]
    if name == "len" and kinds == ["an int"]:
        return "an int has no length; count(mask) says how many tiles a mask holds"
    right = "; let it be a number always, say -1 for none" * ("None on some path" in kinds)
    return f"{name}() cannot be called with {listed(kinds)}{right}"


def _attribute(match: re.Match[str]) -> str:
    name, kind = match[1], match[2]
    if kind.startswith("View("):
        return no_field(name)
    if kind.startswith("params("):
        return f"there is no parameter {name!r}"
    module = re.match(r"Module\(<module '(\w+)'", kind)
    if module:
        return f"policies cannot use {module[1]}.{name}"
    return f"{kind_of(kind)} has no .{name}" + _TEXT * (kind_of(kind) == "a str")


def _operation(match: re.Match[str]) -> str | None:
    name, kinds = match[1], [kind_of(part) for part in split_types(match[2])]
    if name in ("setitem", "delitem"):
        return f"sets an element of {kinds[0]}, which cannot be changed; make a new one"
    if name == "getitem":
        if kinds == ["a tuple", "an int"]:
            return "an element of a tuple whose elements differ in kind is taken by a fixed number"
        if kinds == ["a tuple", "a slice"]:
            return "a slice of a tuple has fixed bounds"
        if kinds[0] in ("a tuple", "an array", "a list"):
            return f"an element of {kinds[0]} is not taken by {listed(kinds[1:])}"
        return f"[...] takes elements of tuples and arrays, not of {kinds[0]}"
    if name == "contains":
        if kinds[0] == "an int":
            return "`in` does not look into masks; ask holds(mask, tile)"
        return f"`in` does not look for {kinds[-1]} in {kinds[0]}"
    if name not in SIGNS:
        return None
    if len(kinds) == 1:
        return f"`{SIGNS[name]}` does not work with {kinds[0]}"
    of_bits = SIGNS[name].rstrip("=") in ("&", "|", "^", "<<", ">>")
    remedy = "; make it whole with int()" if of_bits and "a float" in kinds else ""
    return f"`{SIGNS[name]}` does not work between {listed(kinds)}{remedy}"


_TEXT = "; a policy uses numbers, not text"
_TELLING: tuple[tuple[str, Callable[[re.Match[str]], str | None]], ...] = (
    (rf"{DIFFERS}([^\n]*)", lambda m: m[1]),
    (r"Unknown attribute '(\w+)' of type ([^\n]+)", _attribute),
    (r"(?:Use of )?unsupported NumPy function '([\w.]+)'", lambda m: f"policies cannot use {m[1]}"),
    (r"Cannot modify readonly array", lambda m: CONSTANT),
    (
        r"Detected uninitialized variable (\w+)",
        lambda m: f"{m[1]!r} may be read before it is set; set it before the loop or the if",
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '([\w]+)(?:\.\d+)?'",
        lambda m: (
            f"{m[3]!r} is {kind_of(m[1])} on one path and {kind_of(m[2])} on another; "
            "let it always be of one kind"
        ),
    ),
    (
        r"Cannot infer the type of variable '(\w+)[\w.]*'[^\n]*list\(undefined",
        lambda m: f"nothing says what the empty list {m[1]!r} will hold; begin with an element",
    ),
    (
        r"Unsupported iterator found in array comprehension",
        lambda m: "makes an array of a loop; make it of a list, np.array(list(...))",
    ),
    (r"tuple index out of range|index out of range", lambda m: "an index is out of range"),
    (
        r"getiter with parameters \(([^\n]*)\)",
        lambda m: (
            f"a loop cannot go through {kind_of(m[1])}; through the tiles of a mask it goes with "
            "tiles_of(mask)"
        ),
    ),
    (
        r"wrong tuple length[^\n]*expected (\d+), got (\d+)",
        lambda m: f"a tuple of {m[2]} is taken apart into {m[1]}",
    ),
    (
        r"failed to unpack ([^\n]*)",
        lambda m: f"{kind_of(m[1])} cannot be taken apart",
    ),
    (
        r"No type info available for ([^\n]*) as a callable",
        lambda m: f"{kind_of(m[1])} is called like a function",
    ),
    (
        r"Untyped global name '([\w.]+)'",
        lambda m: f"{m[1]} is of no kind that policies can use; use numbers and tuples of them",
    ),
    (
        r"No implementation of function Function\(<(?:built-in )?function (\w+)>\)[^\n]*\s+"
        r">>> \w+\(([^\n]*)\)\n",
        _operation,
    ),
    (
        r"Invalid use of BoundFunction\(([\w.]+) for [^\n]*\) with parameters \(([^\n]*)\)",
        lambda m: (
            f"{m[1]}() cannot be called with {listed([*map(kind_of, split_types(m[2]))])} here"
        ),
    ),
    (
        r"missing a required argument|too many positional arguments|unexpected keyword argument",
        lambda m: "a function is called with arguments that it does not take",
    ),
    (r"format spec in f-strings|opcode \(FORMAT_", lambda m: f"builds a text{_TEXT}"),
)
