"""Policies by name: the shipped ones, installed packages' and a user's own file's.

A policy is named `hoarder`, with parameters `hoarder:spare=3`, with those of a file of weights
`hoarder@weights.toml`, in a file `path/to/mine.py:cautious@weights.toml:spare=3`. Every module of
this package but this one, `files`, `start` and `weights` holds shipped policies; an installed
package offers its own through the entry-point group `dominosim.policies`.
"""

from __future__ import annotations

import importlib
import math
import os
import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType

from simulator.errors import PolicyError, PolicyNameError, nearest
from simulator.policy import Policy
from strategies.files import load_file as load_file  # re-exported
from strategies.files import sources_of as sources_of
from strategies.weights import with_weights

GROUP = "dominosim.policies"
_OTHERS = ("registry", "files", "start", "weights")  # modules of this package that hold no policy


def resolve(spec: str, files: Mapping[str, Path] = MappingProxyType({})) -> Policy:
    """The policy that a text names; a file is run once as long as nothing of it has changed.

    Parameters
    ----------
    spec : str, the text, which stays the policy's `spec` as it is.
    files : where users' files lie, by the path as a text has it; else they lie where that says,
        `~` being the home directory, from the working directory.

    Raises
    ------
    PolicyNameError
        No such policy, file or parameter (the nearest name is suggested), a value that is no
        number, a file with two policies of one name, or one of weights that is no such.
    PolicyError
        A file or an installed package that cannot be loaded.
    """
    file = _file_in(spec, files)
    rest = spec if file is None else spec[len(file) + 1 :]
    weights = _weights_in(rest, files)
    if weights is None:
        name, *parts = rest.split(":")
        if "@" in name:
            raise PolicyNameError(f"{spec!r}: behind the @ stands no path of a .toml file")
    else:
        name, _, rest = rest.partition("@")
        parts = rest[len(weights) :].split(":")[1:]
    if file is None:
        policy = _named(name)
    else:
        own = policies_of(load_file(_path_of(file, files)))
        if not name or "=" in name:
            offered = ", ".join(f"{file}:{key}" for key in own) or "none in this file"
            raise PolicyNameError(f"{spec!r} does not say which policy of the file: {offered}")
        policy = _pick(name, own, f" in {file}")
    if weights is not None:
        policy = with_weights(policy, _path_of(weights, files))
    return policy.with_values(_parameters(spec, parts), spec)


def file_of(spec: str) -> str | None:
    """The path in a text that names a policy of a user's file, as it is written; else None.

    It ends at the first `.py` before a colon or the end, such that there is the file; if there is
    none at all, at the first.
    """
    return _file_in(spec, {})


def weights_of(spec: str) -> str | None:
    """The path of the file of weights in a text that names a policy, as it is written; else None.

    It is between an `@` behind the policy's name and a `.toml`, likewise.
    """
    return _weights_in(spec[len(file_of(spec) or "") :].removeprefix(":"), {})


def policies(*specs: str) -> list[Policy]:
    """The policies that some texts name, in order; see `resolve`."""
    return [resolve(spec) for spec in specs]


@cache
def shipped() -> Mapping[str, Policy]:
    """The policies of this package by name."""
    package = importlib.import_module("strategies")
    found: dict[str, Policy] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if module.name not in _OTHERS:
            found |= policies_of(importlib.import_module(f"strategies.{module.name}"))
    return dict(sorted(found.items()))


@cache
def installed() -> Mapping[str, EntryPoint]:
    """The entry points of installed packages' policies by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def policies_of(module: ModuleType) -> dict[str, Policy]:
    """The policies that can be asked for of a module: its own by name, then those it imports.

    Of policies that it imports those are left out that have the name of another.

    Raises
    ------
    PolicyNameError
        Two of its own have the same name.
    """
    own, imported = dict[str, list[Policy]](), dict[str, list[Policy]]()
    for value in vars(module).values():
        if isinstance(value, Policy):
            group = own if value.decide.__module__ == module.__name__ else imported
            same = group.setdefault(value.name, [])
            same += [value] if value not in same else []  # a policy may have two variables
    twice = next((name for name, same in own.items() if len(same) > 1), None)
    if twice is not None:
        file = Path(module.__file__ or module.__name__).name
        raise PolicyNameError(f"two policies of {file} are called {twice!r}; name them apart")
    found = {name: same for group in (imported, own) for name, same in group.items()}
    return {name: found[name][0] for name in own | imported if len(found[name]) == 1}


def load_installed(name: str) -> Policy:
    """The policy of an installed package; `PolicyError` if it cannot be loaded or is none."""
    try:
        loaded = installed()[name].load()
    except Exception as error:  # whatever the package's import may raise
        raise PolicyError(f"policy {name!r} of an installed package: {error!r}") from None
    if not isinstance(loaded, Policy):
        raise PolicyError(f"entry point {name!r} is no policy; decorate its function with @policy")
    return loaded


def _file_in(spec: str, files: Mapping[str, Path], ending: str = r"\.py(?=:|\Z)") -> str | None:
    ends = [match.end() for match in re.finditer(ending, spec)]
    paths = [spec[:end] for end in ends]
    there = (path for path in paths if path in files or _path_of(path, files).is_file())
    return next(there, paths[0] if paths else None)


def _weights_in(rest: str, files: Mapping[str, Path]) -> str | None:
    """Of a text without the policy's own file."""
    name, at, path = rest.partition("@")
    if not at or ":" in name:
        return None
    return _file_in(path, files, r"\.toml(?=:|\Z)")


def _path_of(file: str, files: Mapping[str, Path]) -> Path:
    return files[file] if file in files else Path(os.path.expanduser(file))


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
