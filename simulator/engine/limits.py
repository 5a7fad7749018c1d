"""How long games last, what they can come to, and how many of them can be counted exactly.

Knows rules and numbers; imports nothing of the engine, so that a request is checked at once.
"""

from __future__ import annotations

from math import isqrt

from simulator.rules import Rules

MOST_ROUNDS = 10_000
"""A game that has not ended after so many rounds is given up with an error."""
_USUAL_GAMES = 10**12
_HIGHEST = 2**63 - 1


def hand_points(rules: Rules) -> int:
    """Most points for the hands of a round, all sides together.

    The hands are different tiles of one set, a lone tile has its special value at most beyond its
    pips, and rounding adds at most two to each of the hands.
    """
    pips = rules.set * (rules.set + 1) * (rules.set + 2) // 2
    return pips + sum(rules.special_hands.values()) + 2 * rules.players


def play_points(rules: Rules) -> int:
    """Most points for the plays of a round, all sides together."""
    return _points_of_a_play(rules) * rules.tiles


def capped_rounds(rules: Rules, seatings: int = 1) -> int:
    """Rounds a game that count in products over groups (`simulator.engine.groups`).

    As many as fit with 10^12 games, but at least four to a point of the target, or all where that
    is as many as a game can have. So where a game is usually over long before, nothing is lost.
    """
    if rules.rounds > 0:
        return rules.rounds
    fitting = isqrt(_HIGHEST // (_USUAL_GAMES * seatings))
    return min(MOST_ROUNDS, max(fitting, 4 * rules.target))


def most_turns(rules: Rules) -> int:
    """Most turns of a round, plays and passes.

    A round has fewer plays than the set has tiles, and fewer passes between two than there are
    seats, since so many in a row end it. Where a seat that has drawn may pass, there are besides as
    many passes as tiles to draw; and where markers begin a row anew, twice as many in a row.
    """
    passes = rules.players * (rules.tiles + 1)
    if rules.draw != "once":
        return passes
    return passes * (2 if rules.has_trains else 1) + rules.tiles


def most_score(rules: Rules) -> int:
    """Most points that a side can end a game with."""
    step = hand_points(rules) + play_points(rules)
    return rules.rounds * step if rules.rounds > 0 else rules.target + step


def word_bounds(rules: Rules, seatings: int = 1) -> dict[str, int]:
    """What a game adds to a word of a tally at most, by what is counted.

    Until the last step of a game every side has less than the `target` points that end it, or
    where the number of rounds is fixed what those before the last can bring. That step is a round;
    or, where the target is checked at once, a play or the count of the hands. So

    - ``scores``, squared: a side ends with at most target - 1 + step, and all together with at
      most sides * (target - 1) + step; in so many rounds all together with that many steps;
    - ``rounds``, squared points of a side in each round: their sum is a score, so their squares
      add up to at most the most points in a round times the highest score;
    - ``leads``, squared, sides * own - all points of each round: at most sides - 1 times the most
      points in a round, and all a game's leads of a side together at most sides - 1 times all
      points. They are counted for every hand of a side;
    - ``groups``, products of two words of a group's vector: a group of m games has m times the
      score or the `capped_rounds` of a game (a credit is less), so its products m * m times the
      square, which is m times for each game;
    - ``counts`` of rounds, turns and tiles: `most_turns` of each round.

    Sums of what is not squared are smaller. All bounds hold for words added up over outcomes,
    seats that opened, and seatings too.
    """
    sides, hands = rules.sides, hand_points(rules)
    at_once = rules.target_check == "at-once" and rules.rounds == 0
    step = max(hands, _points_of_a_play(rules)) if at_once else hands + play_points(rules)
    score = rules.target - 1 + step
    everyone = sides * (rules.target - 1) + step
    if rules.rounds > 0:
        score = everyone = rules.rounds * step
    gain = min(score, hands + play_points(rules))
    seats_a_side = rules.players // sides
    return {
        "scores": score**2,
        "rounds": gain * score,
        "leads": (sides - 1) ** 2 * gain * everyone * seats_a_side,
        "groups": seatings * max(score, capped_rounds(rules, seatings)) ** 2,
        "counts": (rules.rounds or MOST_ROUNDS) * most_turns(rules),
    }


def most_games(rules: Rules, seatings: int = 1) -> int:
    """How many games can be counted under these rules: no word of a tally reaches 2^63.

    Parameters
    ----------
    rules : Rules
    seatings : int, games of a group.

    Returns
    -------
    int
        Games of whole groups, all seatings counted, by the bounds of `word_bounds`.
    """
    return _HIGHEST // (seatings * max(word_bounds(rules, seatings).values())) * seatings


def _points_of_a_play(rules: Rules) -> int:
    """Most points for a play: four arms that end with the highest double."""
    return 8 * rules.set if rules.play_points == "fives" else 0
