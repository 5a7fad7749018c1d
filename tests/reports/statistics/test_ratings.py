"""Ratings against published fits and independent ones; ranking, groups and cycles."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray
from scipy import optimize, stats

from reports.statistics.cycles import cycles, significant_wins
from reports.statistics.multiplicity import adjust_for_all
from reports.statistics.pairings import compare_pair
from reports.statistics.ranking import probability_best, ranking, separated
from reports.statistics.ratings import ELO, Ratings, rate
from tests.reports.synthetic import mirrored, pair_moments

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")

# Agresti (2002), Categorical Data Analysis, 2nd ed., table 10.10: games won by the team of the row
# against that of the column; the fit and its errors against Baltimore, in log odds.
BASEBALL = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
FITTED = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)
ERRORS = (0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0.0)

# Davidson (1970): six brands of chocolate pudding; brands, tastings, preferences of the first and
# of the second, no preference.
PUDDING = [
    (1, 2, 57, 19, 22, 16),
    (1, 3, 47, 16, 19, 12),
    (2, 3, 48, 19, 19, 10),
    (1, 4, 54, 18, 23, 13),
    (2, 4, 51, 23, 19, 9),
    (3, 4, 54, 19, 20, 15),
    (1, 5, 50, 13, 19, 18),
    (2, 5, 48, 16, 20, 12),
    (3, 5, 48, 16, 15, 17),
    (4, 5, 47, 17, 14, 16),
    (1, 6, 51, 18, 21, 12),
    (2, 6, 54, 22, 20, 12),
    (3, 6, 41, 13, 18, 10),
    (4, 6, 51, 14, 19, 18),
    (5, 6, 44, 11, 21, 12),
]
WORTH = (0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855)
TIES = 0.7468147

NO_PRIOR = 1e-6


def pairings(rows: list[tuple[str, str, int, float]], worth: float = 1.0) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["first", "second", "games", "win_rate"])
    return frame.assign(effective_games=worth * frame["games"])


def baseball() -> pd.DataFrame:
    rows = []
    for i, j in combinations(range(7), 2):
        games = BASEBALL[i][j] + BASEBALL[j][i]
        rows.append((TEAMS[i], TEAMS[j], games, BASEBALL[i][j] / games))
    return pairings(rows)


def expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def test_baseball_as_published() -> None:
    table = baseball()
    strength = dict(zip(TEAMS, FITTED, strict=True))
    pairs = zip(table["first"], table["second"], strict=True)
    chance = np.array([expected(strength[i] - strength[j]) for i, j in pairs])
    covariance = np.diag(chance * (1 - chance) / table["games"])
    fit = rate(table, anchor="Baltimore", covariance=covariance, prior=NO_PRIOR)
    assert fit.policies == TEAMS
    assert fit.values / ELO == pytest.approx(FITTED, abs=1e-4)
    assert fit.standard_errors / ELO == pytest.approx(ERRORS, abs=1e-4)
    assert fit.draw_parameter == 0
    # What is observed at most raises these errors, by a few per cent here.
    ratio = rate(table, "Baltimore", prior=NO_PRIOR).standard_errors[:-1] / fit.standard_errors[:-1]
    assert np.all((ratio > 1) & (ratio < 1.06))


def test_puddings_as_published() -> None:
    rows = [(str(i), str(j), n, (w + t / 2) / n) for i, j, n, w, _, t in PUDDING]
    table = pairings(rows).assign(drawn=[row[-1] for row in PUDDING])
    fit = rate(table, prior=NO_PRIOR)
    worth = np.exp(fit.values / ELO)
    # Published after seven rounds of an iteration that had not quite settled.
    assert worth / worth.sum() == pytest.approx(WORTH, abs=3e-5)
    assert fit.draw_parameter == pytest.approx(TIES, abs=2e-5)


def test_draws_agree_with_a_direct_fit_and_its_information() -> None:
    """Three outcomes, maximised and differentiated without regard to scores or sandwiches."""
    rows = [(str(i), str(j), n, (w + t / 2) / n) for i, j, n, w, _, t in PUDDING]
    ties = np.array([row[-1] for row in PUDDING])
    one, two = (np.array([row[k] - 1 for row in PUDDING]) for k in (0, 1))
    counts = np.array([row[3:] for row in PUDDING])

    def chances(parameters: NDArray[np.float64]) -> NDArray[np.float64]:
        strength = np.exp(np.append(0.0, parameters[:-1]))
        odds = np.stack([strength[one], strength[two], np.sqrt(strength[one] * strength[two])])
        odds[2] *= math.exp(parameters[-1])
        shares: NDArray[np.float64] = odds / odds.sum(axis=0)
        return shares

    best = optimize.minimize(
        lambda p: -np.sum(counts.T * np.log(chances(p))), np.zeros(6), options={"gtol": 1e-9}
    ).x
    slopes = np.array(
        [(chances(best + step) - chances(best - step)) / 2e-6 for step in 1e-6 * np.eye(6)]
    )
    shares, games = chances(best), counts.sum(axis=1)
    information = np.einsum("aon,bon,on->ab", slopes, slopes, games / shares)
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    # With the win rates' variance that the fit expects, the sandwich is the inverse information.
    mean = shares[0] + shares[2] / 2
    variance = np.diag((mean - mean**2 - shares[2] / 4) / games)
    table = pairings(rows).assign(drawn=ties)
    fit = rate(table, anchor="1", covariance=variance, prior=NO_PRIOR)
    assert fit.values[1:] / ELO == pytest.approx(best[:-1], abs=1e-5)
    assert math.log(fit.draw_parameter) == pytest.approx(best[-1], abs=1e-5)
    # But for the drawn games, whose variance is the observed share's, not quite the fit's.
    assert fit.standard_errors[1:] / ELO == pytest.approx(errors[:-1], rel=1e-3)


def test_two_policies_by_hand() -> None:
    table = pairings([("a", "b", 300, 0.75)], worth=2.0)
    fit = rate(table, prior=NO_PRIOR)
    # 3 to 1, half of it to each side; the logit's error is that of the rate over p (1 - p).
    assert fit.values == pytest.approx([200 * math.log10(3), -200 * math.log10(3)])
    error = math.sqrt(0.1875 / 600) / 0.1875 * ELO
    assert fit.standard_errors == pytest.approx([error / 2, error / 2])
    fit = rate(table, anchor="b", prior=NO_PRIOR)
    assert fit.values == pytest.approx([400 * math.log10(3), 0])
    assert fit.standard_errors == pytest.approx([error, 0])


def test_the_prior_is_one_drawn_game_each() -> None:
    # Both at once are symmetric around the average opponent: with t = 2 s the difference,
    # 100 (1 - expected(2 s)) = expected(s) - 1/2.
    fit = rate(pairings([("a", "b", 100, 1.0)]))
    s = optimize.brentq(lambda s: 100 * (1 - expected(2 * s)) - expected(s) + 0.5, 0, 20)
    assert fit.values / ELO == pytest.approx([s, -s])


@pytest.mark.parametrize("games", [2, 1000, 10**8])
def test_undefeated_and_winless_policies_stay_finite(games: int) -> None:
    rows = [("best", "a", games, 1.0), ("best", "b", games, 1.0), ("best", "worst", games, 1.0)]
    rows += [("a", "worst", games, 1.0), ("b", "worst", games, 1.0), ("a", "b", games, 0.6)]
    table = ranking(rate(pairings(rows, worth=0.5)))
    assert table["policy"].tolist() == ["best", "a", "b", "worst"]
    assert np.isfinite(table.drop(columns="policy").to_numpy(dtype=float)).all()
    assert np.all(table["high"] - table["low"] > 0)
    assert table["probability_best"].sum() == pytest.approx(1)
    if games >= 1000:
        assert table["probability_best"].iloc[0] > 0.99


def test_ratings_follow_mean_win_rates_whether_the_model_fits_or_not() -> None:
    rows = [("a", "b", 1000, 0.9), ("b", "c", 1000, 0.7), ("a", "c", 1000, 0.45)]
    fit = rate(pairings(rows))
    assert [fit.policies[i] for i in np.argsort(-fit.values)] == ["a", "c", "b"]
    assert fit.values.sum() == pytest.approx(0)
    # Expected scores of the fit equal those observed.
    a, b, c = fit.values / ELO
    assert expected(a - b) + expected(a - c) == pytest.approx(1.35, abs=1e-3)
    assert expected(c - a) + expected(c - b) == pytest.approx(0.85, abs=1e-3)


def test_errors_respect_pairing_and_given_covariances() -> None:
    rows = [("a", "b", 400, 0.6), ("b", "c", 400, 0.55), ("a", "c", 400, 0.65)]
    single, double = (rate(pairings(rows, worth)) for worth in (1.0, 4.0))
    assert double.standard_errors == pytest.approx(single.standard_errors / 2)
    assert double.values == pytest.approx(single.values)
    table = pairings(rows)
    variance = table["win_rate"] * (1 - table["win_rate"]) / 400
    root = np.sqrt(variance.to_numpy())
    # a-b and a-c on the same deals: what helps a against b helps it against c.
    same = np.outer(root, root) * np.array([[1, 0, 0.9], [0, 1, 0], [0.9, 0, 1]])
    shared = rate(table, covariance=same)
    apart = rate(table, covariance=np.diag(variance))
    assert shared.standard_errors[0] > 1.2 * apart.standard_errors[0]
    assert apart.standard_errors == pytest.approx(single.standard_errors, rel=0.02)


def test_order_and_names_do_not_matter() -> None:
    table = baseball()
    flipped = table.rename(columns={"first": "second", "second": "first"})
    flipped["win_rate"] = 1 - flipped["win_rate"]
    mixed = pd.concat([table.iloc[::2], flipped.iloc[1::2]]).sample(frac=1, random_state=1)
    one, other = (ranking(rate(frame)) for frame in (table, mixed))
    assert one["policy"].tolist() == other["policy"].tolist()
    assert one["rating"].tolist() == pytest.approx(other["rating"].tolist())
    assert one["low"].tolist() == pytest.approx(other["low"].tolist())
    assert one["group"].tolist() == other["group"].tolist()


def made(values: list[float], errors: list[float]) -> Ratings:
    names = tuple("abcdefgh"[: len(values)])
    return Ratings(names, np.array(values, float), np.diag(np.array(errors, float) ** 2), None, 0.0)


def test_groups_begin_where_the_first_is_clearly_better() -> None:
    # Differences of 10 have error 10 sqrt(2); of six tests Holm's first needs z > 2.64: 37.3.
    ratings = made([100, 80, 60, 0], [10, 10, 10, 10])
    apart = separated(ratings)
    assert apart.tolist() == [
        [False, False, True, True],
        [False, False, False, True],
        [True, False, False, True],
        [True, True, True, False],
    ]
    table = ranking(ratings)
    # b and c are not separated from each other, though a border runs between them.
    assert table["group"].tolist() == [1, 1, 2, 3]
    assert table["policy"].tolist() == ["a", "b", "c", "d"]
    assert table["low"].tolist() == pytest.approx([v - 19.59964 for v in (100, 80, 60, 0)])
    assert ranking(ratings, 0.9999)["group"].tolist() == [1, 1, 1, 2]


def test_separation_is_simultaneous() -> None:
    """Of six equal policies any two are told apart in at most 5 % of the comparisons."""
    rng, wrong = np.random.default_rng(1), 0
    for _ in range(400):
        wrong += separated(made(list(rng.normal(0, 10, 6)), [10] * 6)).any()
    assert wrong / 400 < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)


def test_chance_of_being_the_best() -> None:
    assert probability_best(made([0, 0, 0], [5, 5, 5])) == pytest.approx(1 / 3, abs=0.006)
    assert probability_best(made([20, 0], [10, 10])) == pytest.approx(
        [stats.norm.cdf(2**0.5), stats.norm.sf(2**0.5)], abs=0.005
    )
    again = probability_best(made([20, 0], [10, 10]))
    assert again.tolist() == probability_best(made([20, 0], [10, 10])).tolist()
    # Always equal, and certainly better than the third.
    tied = Ratings(("a", "b", "c"), np.array([5.0, 5.0, -10.0]), np.zeros((3, 3)), None, 0.0)
    assert probability_best(tied).tolist() == [0.5, 0.5, 0]
    assert ranking(tied)["group"].tolist() == [1, 1, 2]


def beats(*wins: str, names: str = "abcdef") -> pd.DataFrame:
    table = pd.DataFrame(False, index=list(names), columns=list(names))
    for winner, loser in wins:
        table.loc[winner, loser] = True
    return table


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        ([], []),
        (["ab", "bc", "ac"], []),
        (["ab", "bc", "ca"], [["a", "b", "c"]]),
        (["cb", "ba", "ac"], [["a", "c", "b"]]),
        (["ab", "bc", "cd", "da"], [["a", "b", "c", "d"]]),
        # A shorter way through the same set leaves the longer one unsaid.
        (["ab", "bc", "cd", "da", "ac"], [["a", "c", "d"]]),
        (["ab", "bc", "ca", "de", "ef", "fd"], [["a", "b", "c"], ["d", "e", "f"]]),
        (["ab", "bc", "ca", "cd", "de", "ef"], [["a", "b", "c"]]),
    ],
)
def test_cycles(wins: list[str], expected: list[list[str]]) -> None:
    assert cycles(beats(*wins)) == expected


def test_cycles_agree_with_trying_all_orders() -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        table = beats(*("".join(rng.permutation([a, b])) for a, b in combinations("abcdef", 2)))
        threes = {
            order
            for order in permutations("abcdef", 3)
            if order[0] == min(order)
            and all(table.loc[x, y] for x, y in zip(order, order[1:] + order[:1], strict=True))
        }
        assert {tuple(cycle) for cycle in cycles(table)} == threes


def test_impossible_wins_are_refused() -> None:
    with pytest.raises(ValueError, match="beat each other"):
        cycles(beats("ab", "ba"))


def test_from_groups_to_cycles() -> None:
    rng, rows = np.random.default_rng(3), []
    for first, second, chance in (
        ("a", "b", 0.6),
        ("b", "c", 0.6),
        ("c", "a", 0.6),
        ("a", "d", 0.5),
    ):
        groups = pair_moments(*rng.multinomial(2000, mirrored(chance, 0.1)))
        rows.append({"first": first, "second": second, **compare_pair(groups)})
    table = adjust_for_all(pd.DataFrame(rows))
    wins = significant_wins(table)
    assert wins.loc["a", "b"]
    assert not wins.loc["b", "a"]
    assert not wins.loc["a", "d"]
    assert cycles(wins) == [["a", "b", "c"]]
    assert ranking(rate(table))["policy"].nunique() == 4


def test_senseless_requests_are_refused() -> None:
    good = pairings([("a", "b", 100, 0.6), ("b", "c", 100, 0.6)])
    with pytest.raises(ValueError, match="'luck' is not among"):
        rate(good, anchor="luck")
    with pytest.raises(ValueError, match="prior above 0"):
        rate(good, prior=0)
    with pytest.raises(ValueError, match="between 0 and 1"):
        rate(good.assign(win_rate=[0.5, 1.5]))
    with pytest.raises(ValueError, match="itself"):
        rate(pairings([("a", "b", 10, 0.5), ("a", "a", 10, 0.5)]))
    with pytest.raises(ValueError, match="link all"):
        rate(pairings([("a", "b", 10, 0.5), ("c", "d", 10, 0.5)]))
    with pytest.raises(ValueError, match="level"):
        ranking(rate(good), 1)
