"""How many games it takes to tell two policies apart, before they are played.

Knows variances and the boundaries of `reports.statistics.duel`. A group is two games on the same
deals with the seats swapped, which is what *mirrored* means here; win rates are of the first
policy, and a difference is that of its win rate from 1/2.
"""

from __future__ import annotations

from math import ceil, exp, floor, log, pi, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from reports.statistics.betting import TUNED

if TYPE_CHECKING:
    import pandas as pd


def plan(
    group_variance: float,
    game_variance: float,
    seconds_per_game: float,
    resolve: float = 0.005,
    alpha: float = 0.05,
    beta: float = 0.05,
) -> pd.DataFrame:
    """Games and time to resolve a difference: fixed in number, mirrored, and as a duel.

    Parameters
    ----------
    group_variance
        Variance of a group's win rate, from a pilot; 0 to 1/4.
    game_variance
        Variance of a single game's score (win 1, drawn 1/2, loss 0) around the mean of its
        seating, from the same pilot; 0 to 1/4. Either variance is raised to the smallest that is
        possible with a difference of `resolve`, so that a pilot without any difference does
        not promise too much.
    seconds_per_game
        On the wall clock, with all threads at work.
    resolve
        The difference to be resolved, strictly between 0 and 1/2.
    alpha, beta
        Error probabilities: of finding a difference where there is none (to either side), and of
        missing one of size `resolve`.

    Returns
    -------
    pandas.DataFrame
        ``test`` ("fixed" or "sequential"), ``mirrored``, ``difference`` (the true one that is
        assumed), ``games`` and ``seconds``. The two fixed designs need these games whatever the
        truth is; the duel (`reports.statistics.duel.Duel`) these on average if the policies are
        equal, half as far apart as `resolve`, and just that far apart. Further apart, it
        ends much sooner.

    Raises
    ------
    ValueError
        If a parameter is out of range.
    """
    import pandas as pd

    if not seconds_per_game > 0:
        raise ValueError(f"seconds_per_game must be positive, not {seconds_per_game}")
    single = max(game_variance, smallest_variance(resolve, 0.5))
    group = max(group_variance, smallest_variance(resolve, 0.25))
    sizes = expected_groups(group, resolve, alpha, beta)
    rows = [
        ("fixed", False, resolve, fixed_size(single, resolve, alpha, beta)),
        ("fixed", True, resolve, 2 * fixed_size(group, resolve, alpha, beta)),
        *(("sequential", True, apart, 2 * ceil(size)) for apart, size in sizes.items()),
    ]
    frame = pd.DataFrame(rows, columns=["test", "mirrored", "difference", "games"])
    return frame.assign(seconds=frame["games"] * seconds_per_game)


def fixed_size(variance: float, difference: float, alpha: float, beta: float) -> int:
    """Observations that a two-sided z test needs.

    Parameters
    ----------
    variance
        Of an observation, 0 to 1/4.
    difference
        The difference of the mean that is to be found, strictly between 0 and 1/2.
    alpha, beta
        Level of the test, and the probability to miss the difference.

    Returns
    -------
    int
        ``variance * ((z(1 - alpha / 2) + z(1 - beta)) / difference) ** 2``, rounded up, at
        least 1.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    References
    ----------
    Lachin, J. M. (1981). Introduction to sample size determination and power analysis for clinical
    trials. Controlled Clinical Trials 2, 93-113.
    """
    _check(variance, difference, alpha, beta)
    normal = NormalDist()
    z = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(1 - beta)
    return max(1, ceil(variance * (z / difference) ** 2))


def expected_groups(
    variance: float, margin: float, alpha: float, beta: float
) -> dict[float, float]:
    """Groups a duel takes on average, by the true difference: none, half the margin, the margin.

    With f the share of the capital that the tuned bet has, the logarithm of the likelihood ratio of
    1/2 + margin to 1/2 is taken for a Brownian motion between ``a = log(2 / alpha / f)`` and
    ``-b = -log(1 / beta / f)``, in units of ``variance / margin**2`` groups. By Wald's identities
    it takes ``2 (p a - (1 - p) b)`` at the margin, where the upper end is reached first with
    probability ``p = (exp(b) - 1) / (exp(b) - exp(-a))``, and ``a b`` half-way, where it does not
    drift. If the policies are equal, it and its mirror image both have to reach ``-b``, from which
    one of them is a half-normal distance of variance ``2 b`` away at time ``2 b``; that takes
    ``2 b + 4 sqrt(b / pi)``.

    Against simulated duels this is right to a tenth at both ends (an eighth at beta = 0.2), and up
    to a quarter too low half-way.

    Parameters
    ----------
    variance
        Of a group's win rate, 0 to 1/4.
    margin, alpha, beta
        As in `reports.statistics.duel.Duel`.

    Returns
    -------
    dict
        The three true differences and the mean numbers of groups.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    References
    ----------
    Wald, A. (1945). Sequential tests of statistical hypotheses. Annals of Mathematical Statistics
    16, 117-186.
    """
    _check(variance, margin, alpha, beta)
    a, b = log(2 / alpha / TUNED), log(1 / beta / TUNED)
    upper = (exp(b) - 1) / (exp(b) - exp(-a))
    unit = variance / margin**2
    return {
        0.0: unit * (2 * b + 4 * sqrt(b / pi)),
        margin / 2: unit * a * b,
        margin: unit * 2 * (upper * a - (1 - upper) * b),
    }


def smallest_variance(difference: float, step: float) -> float:
    """The smallest variance of a result that comes in steps, if its mean is not 1/2.

    Parameters
    ----------
    difference
        Of the mean from 1/2, which is itself a possible result.
    step
        Between possible results: 1/2 for a game, 1/4 for the win rate of a group.

    Returns
    -------
    float
        That of a result which only takes the two values next to its mean.
    """
    share = difference / step - floor(difference / step)
    return step**2 * share * (1 - share)


def _check(variance: float, difference: float, alpha: float, beta: float) -> None:
    if not 0 <= variance <= 0.25:
        raise ValueError(f"a variance must lie between 0 and 0.25, not {variance}")
    for name, value, top in (
        ("difference", difference, 0.5),
        ("alpha", alpha, 1),
        ("beta", beta, 1),
    ):
        if not 0 < value < top:
            raise ValueError(f"{name} must lie strictly between 0 and {top}, not {value}")
