"""Where in an author's code something is: file and line, and the text of the line."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any

from simulator.compiling.libraries import is_library
from simulator.errors import place, typed_in
from simulator.policy import Policy


def head_of(function: Callable[..., Any]) -> str:
    """Where a function begins: the line of its `def`, below its decorators."""
    code = function.__code__
    return place(code.co_filename, _first_line(code))


def _first_line(code: CodeType) -> int:
    if code.co_name == "<lambda>":
        return code.co_firstlineno
    for line in range(code.co_firstlineno, code.co_firstlineno + 20):
        if source_line(code.co_filename, line).startswith(("def ", "async def ")):
            return line
    return code.co_firstlineno


def file_of(policy: Policy) -> str | None:
    """The file that a policy is written in; None of one that was typed in, as into a notebook."""
    file = policy.decide.__code__.co_filename
    return None if typed_in(file) or file.startswith("<") else file


def text_in_shell(policy: Policy) -> str:
    """The text that names a policy in a command: `FILE.py:mine:k=2` of one that is in no file."""
    return f"FILE.py:{policy.spec}" if file_of(policy) is None else policy.spec


def source_line(file: str, line: int) -> str:
    """The text of a line without its indent; empty where there is none."""
    linecache.checkcache(file)
    return linecache.getline(file, line).strip()


def raised_at(error: BaseException) -> str | None:
    """Where in an author's code an exception was raised: the last place that is of no library."""
    found, trace = None, error.__traceback__
    while trace is not None:
        if not _in_library(trace):
            found = place(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return found


def _in_library(trace: TracebackType) -> bool:
    names = trace.tb_frame.f_globals
    module = sys.modules.get(str(names.get("__name__")))
    return module is not None and vars(module) is names and is_library(module)
