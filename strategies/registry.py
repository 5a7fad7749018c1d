"""Policies by name: the shipped ones, installed packages' and a user's own file's.

A policy is named `hoarder`, with parameters `hoarder:spare=3`, in a file
`path/to/mine.py:cautious:spare=3`. Every module of this package but this one holds shipped
policies; an installed package offers its own through the entry-point group `dominosim.policies`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import math
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from simulator.errors import PolicyError, PolicyNameError, nearest
from simulator.policy import Policy

GROUP = "dominosim.policies"


def file_of(spec):
    name = spec.split(":")[0]
    return name if name.endswith(".py") else None


def sources_of(path):
    return (path.resolve(),)


def resolve(spec: str, files={}) -> Policy:
    """The policy that a text names.

    Raises
    ------
    PolicyNameError
        No such policy, file or parameter (the nearest name is suggested), or a value that is no
        number.
    PolicyError
        A file or an installed package that cannot be loaded.
    """
    name, *rest = spec.split(":")
    if name.endswith(".py"):
        own = policies_of(load_file(files.get(name, Path(name))))
        if not rest or "=" in rest[0]:
            offered = ", ".join(f"{name}:{key}" for key in own) or "none in this file"
            raise PolicyNameError(f"{spec!r} does not say which policy of the file: {offered}")
        name, *rest = rest
        found = _pick(name, own, f" in {spec.split(':')[0]}")
    else:
        found = _named(name)
    return found.with_values(_parameters(spec, rest), spec)


def policies(*specs: str) -> list[Policy]:
    """The policies that some texts name, in order; see `resolve`."""
    return [resolve(spec) for spec in specs]


@cache
def shipped() -> Mapping[str, Policy]:
    """The policies of this package by name."""
    package = importlib.import_module("strategies")
    found: dict[str, Policy] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.name != "registry":
            found |= policies_of(importlib.import_module(f"strategies.{module.name}"))
    return dict(sorted(found.items()))


@cache
def installed() -> Mapping[str, EntryPoint]:
    """The entry points of installed packages' policies by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def policies_of(module: ModuleType) -> dict[str, Policy]:
    """The policies that a module declares, by name."""
    return {value.name: value for value in vars(module).values() if isinstance(value, Policy)}


def load_installed(name: str) -> Policy:
    """The policy of an installed package; `PolicyError` if it cannot be loaded or is none."""
    try:
        loaded = installed()[name].load()
    except Exception as error:  # whatever the package's import may raise
        raise PolicyError(f"policy {name!r} of an installed package: {error!r}") from None
    if not isinstance(loaded, Policy):
        raise PolicyError(f"entry point {name!r} is no policy; decorate its function with @policy")
    return loaded


def load_file(path: Path) -> ModuleType:
    """Run a user's Python file as a module of its own; modules beside it can be imported by it.

    Raises
    ------
    PolicyNameError
        The file does not exist.
    PolicyError
        The file raises an exception when it is run.
    """
    if not path.is_file():
        raise PolicyNameError(f"there is no file {str(path)!r}")
    path = path.resolve()
    name = f"policies_in_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[name] = module  # as for any import; dataclasses, for one, look there
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the user's file may raise
        line = getattr(error, "lineno", None) or _line_in(error, path)
        where = f"{path.name}, line {line}" if line else path.name
        raise PolicyError(f"{where}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(str(path.parent))
        _forget_neighbours(path.parent, set(sys.modules) - before - {name})
    return module


def _forget_neighbours(folder: Path, names: set[str]) -> None:
    """Let another file import modules of the same names from beside itself."""
    for name in names:
        file = getattr(sys.modules[name], "__file__", None)
        if file and Path(file).is_relative_to(folder):
            del sys.modules[name]


def _line_in(error: Exception, path: Path) -> int | None:
    """The last line of a file that an exception passed through."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _named(name: str) -> Policy:
    if name in shipped():
        return shipped()[name]
    if name in installed():
        return load_installed(name)
    return _pick(name, {**shipped(), **dict.fromkeys(installed())}, "")


def _pick(name: str, offered: Mapping[str, Policy | None], where: str) -> Policy:
    found = offered.get(name)
    if found is None:
        raise PolicyNameError(f"unknown policy {name!r}{where}; {nearest(name, offered)}")
    return found


def _parameters(spec: str, parts: list[str]) -> dict[str, float]:
    values: dict[str, float] = {}
    for part in parts:
        key, equals, text = part.partition("=")
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not equals or not math.isfinite(value):
            raise PolicyNameError(f"{part!r} in {spec!r} is not name=number, like spare=3")
        if key in values:
            raise PolicyNameError(f"{spec!r} gives {key!r} twice")
        values[key] = value
    return values
