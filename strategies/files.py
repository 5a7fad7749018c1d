"""Users' own files: each is run once as long as it and the modules beside it are unchanged.

A file can import the modules and packages of its own folder. Two files in different folders may
each import a module of the same name, which stays theirs.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from simulator.errors import DominosimError, PolicyError, PolicyNameError, place

_PREFIX = "policies_in_"
_ROOT = Path(__file__).resolve().parents[1]
_OURS = [str(_ROOT / package) for package in ("simulator", "strategies", "reports")]


@dataclass(frozen=True)
class _Run:
    """What running a file came to: its module, and hashes of all the files that were run."""

    module: ModuleType
    hashes: dict[Path, bytes]


_runs: dict[Path, _Run] = {}


def load_file(path: Path) -> ModuleType:
    """A user's Python file as a module of its own; it is run if it has not been, or has changed.

    So have modules beside it that it imported when it was run; other files that it reads are not
    watched.

    Raises
    ------
    PolicyNameError
        The file does not exist.
    PolicyError
        The file raises an exception when it is run.
    """
    return _run_of(path).module


def sources_of(path: Path) -> tuple[Path, ...]:
    """A user's file and the module files in or below its folder that it imports when it is run.

    Copied to the same places relative to each other they can be run elsewhere. What a function
    imports when it is called, or compiled, is not among them, nor are installed packages.

    Returns
    -------
    The resolved path of the file, then the others in order; links among those are not resolved.

    Raises
    ------
    PolicyNameError, PolicyError
        As `load_file`.
    """
    first, *others = _run_of(path).hashes
    return (first, *sorted(others))


def _run_of(path: Path) -> _Run:
    if not path.is_file():
        raise PolicyNameError(f"there is no file {str(path)!r}")
    path = path.resolve()
    run = _runs.get(path)
    if run is None or any(_hash_now(file) != known for file, known in run.hashes.items()):
        run = _runs[path] = _run(path)
    return run


def _hash_now(file: Path) -> bytes | None:
    try:
        return hashlib.sha256(file.read_bytes()).digest()
    except OSError:
        return None


def _run(path: Path) -> _Run:
    name = f"{_PREFIX}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    hashes: dict[Path, bytes] = {}
    loader = _Loader(name, str(path), hashes)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # as for any import; dataclasses, for one, look there
    try:
        with _modules_beside(_Folder(path.parent), hashes):
            loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever the user's file may raise
        kind = "" if isinstance(error, DominosimError) else f"{type(error).__name__}: "
        told = (isinstance(error, SyntaxError) and error.msg) or error  # as text it has its place
        raise PolicyError(f"{_place_of(error, path)}: {kind}{told}") from None
    return _Run(module, hashes)


def _place_of(error: BaseException, path: Path) -> str:
    """The file and the line to blame: of text that is no Python, else the last of the file's."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return place(error.filename, error.lineno)
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return place(str(path), line) if line else path.name


# -- modules beside a file ---------------------------------------------------------------------


class _Folder:
    """A file's folder, and which modules are its own: not what is installed somewhere below it."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._start = os.path.join(path, "")
        below = {place for entry in sys.path for place in (entry, os.path.realpath(entry))}
        self._elsewhere = tuple(
            os.path.join(place, "")
            for place in (*below, *_OURS)
            if place.startswith(self._start) and place != self._start
        )

    def holds(self, place: str | None) -> bool:
        """Whether a module's file, or a folder of modules, is one of its own."""
        if place is None or not place.startswith(self._start):
            return False
        return not os.path.join(place, "").startswith(self._elsewhere)

    def modules(self) -> dict[str, ModuleType]:
        """Those of its modules that are loaded; not what is run as a program or by `load_file`."""
        return {
            name: module
            for name, module in list(sys.modules.items())
            if isinstance(module, ModuleType)
            and self.holds(_file_of(module) or next(iter(vars(module).get("__path__") or ()), None))
            and name != "__main__"
            and not name.startswith(_PREFIX)
        }


def _file_of(module: ModuleType) -> str | None:
    file = vars(module).get("__file__")
    return file if isinstance(file, str) else None


@contextmanager
def _modules_beside(folder: _Folder, hashes: dict[Path, bytes]) -> Iterator[None]:
    """While it lasts modules of a folder can be imported, and are run as they are there now.

    They are forgotten after that, and so is what of the folder the file put on `sys.path`, so that
    another file can import its own of the same names.
    """
    hidden, paths, finder = folder.modules(), set(sys.path), _Finder(folder, hashes)
    for name in hidden:
        del sys.modules[name]
    importlib.invalidate_caches()
    sys.path.insert(0, folder.path)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        sys.path.remove(folder.path)
        sys.path[:] = [entry for entry in sys.path if entry in paths or not folder.holds(entry)]
        for name, module in folder.modules().items():
            file = Path(_file_of(module) or folder.path)
            known = _hash_now(file)
            if known is not None:  # it is a file, if one of no Python text, whose hash is known
                hashes.setdefault(file, known)
            del sys.modules[name]
        sys.modules.update(hidden)


class _Finder(MetaPathFinder):
    """Finds the modules of a folder for `_Loader`, in the order in which Python looks for them."""

    def __init__(self, folder: _Folder, hashes: dict[Path, bytes]) -> None:
        self._folder, self._hashes = folder, hashes

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """A module's specification; None if it is not of this folder or not Python text."""
        if name in sys.builtin_module_names:
            return None
        found = PathFinder.find_spec(name, path, target)
        if found is None or type(found.loader) is not SourceFileLoader:
            return None
        if not self._folder.holds(found.origin):
            return None
        found.loader = _Loader(name, found.loader.path, self._hashes)
        return found


class _Loader(SourceFileLoader):
    """Runs a file's text as it is, whatever bytecode is kept of it; remembers its hash.

    Python takes kept bytecode for that of the text if size and time in seconds are the same.
    """

    def __init__(self, name: str, path: str, hashes: dict[Path, bytes]) -> None:
        super().__init__(name, path)
        self._hashes = hashes

    def get_code(self, fullname: str) -> CodeType:
        """The compiled text."""
        data = self.get_data(self.path)
        self._hashes[Path(self.path)] = hashlib.sha256(data).digest()
        code: CodeType = self.source_to_code(data, self.path)
        return code
