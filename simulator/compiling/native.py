"""Native functions behind C addresses: compiled, kept on disk, loaded again.

Why not numba's dispatchers and its own cache: an entry behind a C address returns its answer in a
register and takes six words in registers, which makes asking a policy several times cheaper;
calling it through ctypes releases the interpreter's lock; and numba's cache watches only a
function's own file, cannot tell two closures of one function apart, and fails on a truncated file.

What is internal to numba is in `simulator.compiling.linking`, and is used with the versions of
numba that it was tried with. With others a function becomes what numba documents, a C callback:
the same results, but compiled afresh in every process.
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from itertools import count
from typing import Any, TypeVar

import numba
from numba import types
from numba.core.compiler_lock import global_compiler_lock

from simulator.compiling import cache as kept
from simulator.compiling.linking import RAISED as RAISED
from simulator.compiling.linking import forget, link, loaded, machine
from simulator.compiling.sources import parts_of

KNOWN = ("0.60", "0.61", "0.62", "0.63", "0.64", "0.65", "0.66", "0.67", "0.68")
"""The series of numba whose internals are known."""

_T = TypeVar("_T")

_UNKEPT = count()
"""Tells functions apart whose code cannot be kept."""


class Native:
    """A compiled function behind a C address; the code lives as long as this object.

    `address` is what compiled code calls. Python calls the object, with integers, and addresses for
    pointers and records; such a call releases the interpreter's lock.
    """

    def __init__(self, address: int, signature: Any, owner: Any) -> None:
        self.address, self._owner = address, owner
        kinds = [
            ctypes.c_int64 if kind == types.int64 else ctypes.c_void_p for kind in signature.args
        ]
        self._call = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)

    def __call__(self, *arguments: int) -> int:
        return int(self._call(*arguments))


def interruptible(work: Callable[[], _T]) -> _T:
    """Do some work that calls compiled code, such that signals are heard while it lasts.

    They are heard by the main thread, between two steps of Python; so from there it is done in
    another thread. Where a signal ends the wait the work goes on by itself, with all that it holds.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    done: Future[_T] = Future()

    def do() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # it is raised where it is waited for
            done.set_exception(error)

    threading.Thread(target=do, daemon=True).start()
    return done.result()


@global_compiler_lock  # type: ignore[untyped-decorator]
def compile_native(
    function: Callable[..., Any], signature: Any, label: str, fingerprint: str | None
) -> Native:
    """Compile a function of pointers, records and integers to an integer, or load it.

    Parameters
    ----------
    function : the Python function; kernels that it calls are inlined.
    signature : a numba signature of pointers, records and int64.
    label : str, names its code together with a hash.
    fingerprint : str, a hash of what the code depends on beyond the engine's own sources; None if
        the code cannot be kept.

    Raises
    ------
    numba.core.errors.NumbaError
        `function` does not compile.
    """
    if not _is_known():
        _say_slower()
        announce()
        return documented(function, signature)
    key = _key(label, str(next(_UNKEPT)) if fingerprint is None else fingerprint)
    symbol = f"dominosim_{key[:32]}"
    parts = None if fingerprint is None else kept.read(key)
    if parts is None:
        if fingerprint is not None:
            announce()
        forget(parts_of(function))
        library = link(function, signature, symbol)
        if fingerprint is not None:
            kept.write(key, library.serialize_using_object_code()[2])
    else:
        library = loaded(symbol, parts)
    return Native(int(library.get_pointer_to_function(symbol)), signature, library)


def is_kept(label: str, fingerprint: str | None) -> bool:
    """Whether `compile_native` would load the code of a function rather than compile it."""
    known = fingerprint is not None and _is_known()
    return known and kept.read(_key(label, str(fingerprint))) is not None


def _is_known() -> bool:
    return numba.__version__.startswith(tuple(f"{series}." for series in KNOWN))


def _key(label: str, told: str) -> str:
    """The name of a function's code, which depends on the machine too."""
    return hashlib.sha256(repr((label, told, machine())).encode()).hexdigest()


_GUARDED = """
def guarded({names}):
    try:
        answer = inner({names})
    except Exception:
        answer = RAISED
    return answer
"""


def documented(function: Callable[..., Any], signature: Any) -> Native:
    """A function as a C callback of numba's; what it raises becomes `RAISED`."""
    names = ", ".join(f"argument_{place}" for place in range(len(signature.args)))
    names_of: dict[str, Any] = {
        "inner": numba.njit(error_model="numpy")(function),
        "RAISED": RAISED,
    }
    exec(_GUARDED.format(names=names), names_of)
    callback = numba.cfunc(signature, error_model="numpy")(names_of["guarded"])
    return Native(int(callback.address), signature, callback)


@cache
def _say_slower() -> None:
    known = " or ".join(f"{series}.x" for series in KNOWN)
    warnings.warn(
        f"numba {numba.__version__} is not known here (numba {known} is): code is compiled "
        "afresh in every process",
        RuntimeWarning,
        stacklevel=3,
    )


# -- telling of it -----------------------------------------------------------------------------

_announced = False
_announcement: Callable[[], None] | None = None


def on_first_compilation(notice: Callable[[], None]) -> None:
    """What to call once, when something has to be compiled because the cache does not have it."""
    global _announcement
    _announcement = notice


def announce() -> None:
    """Call the notice if this is the first compilation."""
    global _announced
    if not _announced and _announcement is not None:
        _announcement()
    _announced = True
