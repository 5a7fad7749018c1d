"""One game as events: the trace's rows read into dictionaries, as JSON lines or as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from simulator.engine.matchup import Matchup
from simulator.engine.position import BLOCKED, OUT, TARGET_REACHED, VOID
from simulator.engine.rulebook import deck_order
from simulator.engine.trace import COUNTED, DEALT, DRAWN, MARKED, PASSED, PLAYED, ROW
from simulator.errors import PolicyError
from simulator.masks import lightest
from simulator.rng import game_key, round_key, shuffle
from simulator.rules import Rules
from simulator.tiles import name

SCHEMA = 1
_OUTCOMES = {OUT: "out", BLOCKED: "blocked", VOID: "void", TARGET_REACHED: "target"}

Event = dict[str, Any]


def deck_of(rules: Rules, seed: int, game: int, round_index: int) -> list[int]:
    """A round's deck as tile numbers: the hands by seat, then the boneyard in drawing order."""
    deck, order, size = [0] * rules.deck, deck_order(rules), rules.deck
    first = round_index * size % len(order)  # trains have an order for every engine
    shuffle(deck, size, round_key(game_key(seed, game), round_index), order[first:])
    return [lightest(mask) for mask in deck]


def transcript(matchup: Matchup, seed: int, game: int) -> Iterator[Event]:
    """The events of a game, first `game`, last `end`; see the README for their fields.

    Raises
    ------
    PolicyError
        A policy was at fault; the events before it have been yielded.
    """
    rows, error = matchup.record(seed, game)
    yield from events(matchup, seed, game, rows, error)


def events(
    matchup: Matchup, seed: int, game: int, rows: Sequence[int], error: PolicyError | None
) -> Iterator[Event]:
    """The events that a trace's rows tell, then the error if there was one."""
    rules = matchup.rules
    cheats = list(dict.fromkeys(policy.spec for policy in matchup.policies if policy.cheats))
    yield {
        "event": "game",
        "schema": SCHEMA,
        "rules": rules.as_dict(),
        "policies": [policy.spec for policy in matchup.policies],
        **({"cheats": cheats} if cheats else {}),
        "seed": seed,
        "game": game,
    }
    scores: list[int] = []
    for start in range(0, len(rows), ROW):
        kind, seat, *words = rows[start : start + ROW]
        if kind == DEALT:
            yield _deal(rules, seat, words[0], deck_of(rules, seed, game, words[0]))
        elif kind == PLAYED:
            yield _play(rules, seat, words)
        elif kind == DRAWN:
            drawn = name(words[0])
            yield {"event": "draw", "seat": seat, "tile": drawn, "forced": words[1] == 1}
        elif kind == PASSED:
            yield {"event": "pass", "seat": seat}
        elif kind == MARKED:
            yield {"event": "marker", "seat": seat, "up": words[0] == 1}
        elif kind == COUNTED:
            scores = words[10 : 10 + rules.sides]
            yield _count(rules, seat, words)
    if error is not None:
        raise error
    best = min(scores) if rules.scoring == "losers-mark" else max(scores)
    winners = [side for side, score in enumerate(scores) if score == best]
    yield {"event": "end", "winners": winners, "scores": scores}


def _deal(rules: Rules, opener: int, round_index: int, deck: list[int]) -> Event:
    size = rules.hand
    hands = [sorted(deck[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
    engine = rules.engine(round_index)
    return {
        "event": "deal",
        "round": round_index,
        "opener": opener,
        **({"engine": f"{engine}|{engine}"} if rules.has_trains else {}),
        "hands": [[name(tile) for tile in hand] for hand in hands],
        "boneyard": [name(tile) for tile in deck[rules.players * size :]],
    }


def _play(rules: Rules, seat: int, words: list[int]) -> Event:
    tile, arm, points, *ends = words
    ends = ends[: {"line": 2, "spinner": 4, "trains": rules.players + 1}[rules.board]]
    where: Event = {"arm": None if arm < 0 else arm}
    if rules.has_trains:
        where = {"train": train_named(rules, arm)}
    return {
        "event": "play",
        "seat": seat,
        "tile": name(tile),
        **where,
        "ends": [None if end < 0 else end for end in ends],
        "points": points,
    }


def train_named(rules: Rules, train: int) -> int | str:
    """A train of the trace as events name it: by its seat, or "mexican"."""
    return "mexican" if train == rules.players else train


def _count(rules: Rules, seat: int, words: list[int]) -> Event:
    outcome, winner, sides = words[0], words[1], rules.sides
    return {
        "event": "round",
        "outcome": _OUTCOMES[outcome],
        "seat": None if seat < 0 else seat,
        "winner": None if winner < 0 else winner,
        "pips": words[2 : 2 + rules.players],
        "gains": words[6 : 6 + sides],
        "scores": words[10 : 10 + sides],
    }


def as_json(event: Event) -> str:
    """An event as one line of JSON."""
    return json.dumps(event, separators=(",", ":"))


# -- text --------------------------------------------------------------------------------------


def as_text(told: Iterator[Event], names: Sequence[str]) -> Iterator[str]:
    """A game's events as lines to read; `names` say what the policies are called, by seat."""
    rules: dict[str, Any] = {}
    for event in told:
        kind = event["event"]
        if kind == "game":
            rules = event["rules"]
            game = f"Game {event['game']} of seed {event['seed']}"
            yield f"{game}, {rules['preset']} {_length(rules)}"
            for seat, called in enumerate(names):
                yield f"  seat {seat}: {called}"
        elif kind == "deal":
            engine = f", engine {event['engine']}" if "engine" in event else ""
            yield f"Round {event['round']}{engine}, seat {event['opener']} opens"
            for seat, hand in enumerate(event["hands"]):
                yield f"  seat {seat} holds {' '.join(hand)}"
            yield f"  boneyard {' '.join(event['boneyard']) or 'empty'}"
        elif kind == "play":
            yield _play_line(event)
        elif kind == "draw":
            reason = "stuck" if event["forced"] else "by choice"
            yield f"    seat {event['seat']} draws {event['tile']}, {reason}"
        elif kind == "pass":
            yield f"    seat {event['seat']} passes"
        elif kind == "marker":
            yield f"    the marker of seat {event['seat']} goes {'up' if event['up'] else 'down'}"
        elif kind == "round":
            yield _round_line(event, rules)
        else:
            sides = " and ".join(_side(side, rules) for side in event["winners"])
            verb = "wins" if len(event["winners"]) == 1 else "draw"
            yield f"{sides[0].upper()}{sides[1:]} {verb}, {_scores(event)}"


def _play_line(event: Event) -> str:
    shown = ["-" if end is None else str(end) for end in event["ends"]]
    if "train" in event:
        where = f" on {train_in_words(event['train'], event['seat'])}"
        shown = [*shown[:-1], f"Mexican {shown[-1]}"]
    else:
        where = "" if event["arm"] is None else f" on arm {event['arm']}"
    ends = " ".join(shown)
    scored = f", scores {event['points']}" if event["points"] else ""
    return f"    seat {event['seat']} plays {event['tile']}{where}, ends {ends}{scored}"


def train_in_words(train: int | str, seat: int) -> str:
    """An event's train as the seat that plays there would say."""
    if train == seat:
        return "its own train"
    return "the Mexican train" if train == "mexican" else f"the train of seat {train}"


def _round_line(event: Event, rules: dict[str, Any]) -> str:
    seat = event["seat"]
    how = {
        "out": f"seat {seat} goes out",
        "blocked": f"blocked, seat {seat} holds the winning hand",
        "void": "blocked, the lowest hands are equal",
        "target": f"seat {seat} reaches the target with this play",
    }[event["outcome"]]
    pips = " ".join(map(str, event["pips"]))
    verb = "marks" if rules["scoring"] == "losers-mark" else "gains"
    gains = [
        f"{_side(side, rules)} {verb} {gain}" for side, gain in enumerate(event["gains"]) if gain
    ]
    return "; ".join([f"  {how[0].upper()}{how[1:]}", f"pips left {pips}", *gains, _scores(event)])


def _length(rules: dict[str, Any]) -> str:
    return f"of {rules['rounds']} rounds" if rules["rounds"] else f"to {rules['target']}"


def _side(side: int, rules: dict[str, Any]) -> str:
    return f"seats {side} and {side + 2}" if rules["teams"] else f"seat {side}"


def _scores(event: Event) -> str:
    return f"score {' : '.join(map(str, event['scores']))}"
