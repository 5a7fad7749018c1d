"""What is tuned of a policy: some of its parameters, each within bounds, seen as a unit cube.

Along every edge a parameter goes from its lowest value to its highest one, so that one step is as
long for all. A point becomes values with six significant digits, which a text tells exactly; of
whole numbers every one has an equal share of the edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simulator.errors import ExperimentError, PolicyNameError
from simulator.signature import Bounds, are_whole, check_bounds

if TYPE_CHECKING:
    from simulator.policy import Policy

Point = NDArray[np.float64]


@dataclass(frozen=True)
class Space:
    """Where better values of a policy's parameters are looked for.

    Attributes
    ----------
    policy : of which; parameters without bounds here keep its values.
    bounds : of the parameters that are tuned, in the order of declaration.
    """

    policy: Policy
    bounds: Mapping[str, Bounds]

    def at(self, point: Point) -> Policy:
        """The policy with the values of a point of the unit cube."""
        found = {
            key: _value(share, bounds)
            for share, (key, bounds) in zip(point.tolist(), self.bounds.items(), strict=True)
        }
        return self.policy.with_values(found)

    def point(self) -> Point:
        """Where the policy's own values are."""
        places = ((self.policy.values[key], bounds) for key, bounds in self.bounds.items())
        return np.array([_share(value, bounds) for value, bounds in places])


def space_of(policy: Policy, only: str = "") -> Space:
    """What is tuned of a policy.

    Parameters
    ----------
    policy : the parameters that its text gives are fixed.
    only : names of parameters, with bounds or without, as `spare=0:8,grab`; by default all that
        have bounds and are not fixed. Those that are named are tuned, fixed or not.

    Raises
    ------
    ExperimentError
        No such parameter, no bounds, or a value of the policy that is outside of them.
    """
    bounds = dict(_named(policy, only)) if only else _declared(policy)
    if not bounds and policy.bounds:
        names = ",".join(policy.bounds)
        raise ExperimentError(
            f"{policy.spec} gives all parameters that have bounds, which fixes them; leave one "
            f"out, or name it: --only {names}"
        )
    if not bounds:
        raise ExperimentError(
            f"{policy.spec} has no parameters with bounds to tune; declare them in @policy(..., "
            "bounds={'spare': (0, 8)}), or give them: --only spare=0:8"
        )
    try:
        check_bounds(policy.name, bounds, policy.values)
    except PolicyNameError as error:
        raise ExperimentError(str(error)) from None
    return Space(policy, {key: bounds[key] for key in policy.values if key in bounds})


def _declared(policy: Policy) -> dict[str, Bounds]:
    return {key: pair for key, pair in policy.bounds.items() if key not in policy.given}


def _named(policy: Policy, only: str) -> Iterator[tuple[str, Bounds]]:
    """The parameters of a text, each with its bounds."""
    for part in map(str.strip, only.split(",")):
        key, equals, text = part.partition("=")
        if equals:
            yield key, _read(part, text)
        elif key in policy.bounds:
            yield key, policy.bounds[key]
        elif key in policy.values:
            raise ExperimentError(f"{key!r} of {policy.spec} has no bounds; write {key}=0:8")
        else:
            policy.with_values({key: 0.0})  # says which parameters there are


def _read(part: str, text: str) -> Bounds:
    """The bounds of a text like `0:8` or, for all numbers between, `0.0:8`."""
    ends = text.split(":")
    try:
        low, high = (float(end) if set(end) & set(".eE") else int(end) for end in ends)
    except ValueError:
        raise ExperimentError(f"{part!r} is not NAME=LOW:HIGH, like spare=0:8") from None
    return low, high


def _value(share: float, bounds: Bounds) -> float:
    low, high = bounds
    if are_whole(bounds):
        return float(min(high, low + int(share * (high - low + 1))))
    return float(f"{low + share * (high - low):.6g}")


def _share(value: float, bounds: Sequence[float]) -> float:
    low, high = bounds
    if are_whole(bounds):
        return (value - low + 0.5) / (high - low + 1)
    return (value - low) / (high - low)
