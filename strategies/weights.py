"""Files of parameters' values: TOML that names a policy and holds what was found for it.

    policy = "hoarder"

    [values]
    spare = 0

Parameters that a file leaves out keep their defaults. Other keys and tables say where the values
are from, and are not read.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from simulator.errors import PolicyNameError
from simulator.policy import Policy

_LARGEST = 1 << 20  # bytes


def weights_text(policy: Policy, made: Mapping[str, Any]) -> str:
    """The text of a file of a policy's values; `made` says where they are from."""
    told = {"policy": policy.name, "made": dict(made), "values": dict(policy.values)}
    return tomli_w.dumps(told)


def with_weights(policy: Policy, path: Path) -> Policy:
    """A policy with the values of a file.

    Raises
    ------
    PolicyNameError
        The file is missing or no TOML, is of another policy, or has a value that is no finite
        number or of no parameter; the message names the file.
    """
    told = _read(path)
    name, values = told.get("policy"), told.get("values")
    if name != policy.name:
        whose = f"the policy {name!r}" if isinstance(name, str) else "no policy"
        raise PolicyNameError(f"{path} holds values of {whose}, not of {policy.name!r}")
    if not isinstance(values, Mapping):
        raise PolicyNameError(f"{path} holds no values; write them below [values], as spare = 3")
    for key, value in values.items():
        if not _is_number(value):
            raise PolicyNameError(f"{path}: {key!r} is a number, not {value!r}")
    try:
        return policy.with_values({key: float(value) for key, value in values.items()})
    except PolicyNameError as error:
        raise PolicyNameError(f"{path}: {error}") from None


def _read(path: Path) -> Mapping[str, Any]:
    try:
        if not path.is_file():
            raise PolicyNameError(f"there is no file {str(path)!r}")
        if path.stat().st_size > _LARGEST:
            raise PolicyNameError(f"{path} is too large for a file of values")
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise PolicyNameError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PolicyNameError(f"{path} is not UTF-8") from None
    except RecursionError:
        raise PolicyNameError(f"{path} is nested too deeply") from None
    except ValueError as error:  # tomllib's own errors, and numbers of thousands of digits
        if isinstance(error, PolicyNameError):
            raise
        raise PolicyNameError(f"{path} cannot be read as TOML: {error}") from None


def _is_number(value: Any) -> bool:
    """Whether something is a number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
