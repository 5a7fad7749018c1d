"""What holds in every game, whatever the rules, policies and seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.engine.matchup import Matchup
from simulator.policy import Policy, View, policy
from simulator.rules import Rules
from simulator.transcript import transcript
from tests.equivalence.attentive import attentive
from tests.generators import MET, ON_LINES, Seating
from tests.naive import Event
from tests.properties.following import Round, pips, rounds_of, values
from tests.views import mask, tile

POLICIES = [*MET, attentive]


@dataclass(frozen=True)
class Game:
    """A game as events, and what was played."""

    rules: Rules
    policies: Sequence[Policy]
    seed: int
    number: int
    events: Sequence[Event]


@st.composite
def games(draw: st.DrawFn, seatings: Sequence[Seating] = ON_LINES) -> Game:
    """Any game of the presets that are played on a line."""
    rules = draw(st.sampled_from(seatings)).rules()
    able = [policy for policy in POLICIES if rules.board in policy.boards]
    policies = [draw(st.sampled_from(able)) for _ in range(rules.players)]
    seed, number = draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**31))
    return Game(
        rules, policies, seed, number, list(transcript(Matchup(rules, policies), seed, number))
    )


def side_of(rules: Rules, seat: int) -> int:
    """The side of a seat."""
    return seat % 2 if rules.teams else seat


@given(games())
@settings(max_examples=200)
def test_tiles_are_conserved(game: Game) -> None:
    """28 different tiles with 168 pips at all times, and the reserve stays where it is."""
    for events in rounds_of(game.events):
        follow = Round(game.rules, events[0])
        assert [len(hand) for hand in follow.hands] == [game.rules.hand] * game.rules.players
        for event in events[1:-1]:
            follow.apply(event)
            assert len(set(follow.everywhere)) == len(follow.everywhere) == 28
            assert pips(follow.everywhere) == 168
            assert game.rules.draw == "never" or len(follow.boneyard) >= game.rules.reserve
        assert [pips(hand) for hand in follow.hands] == events[-1]["pips"]


@given(games())
@settings(max_examples=200)
def test_plays_fit_and_parity_holds(game: Game) -> None:
    """A tile is put to an end of its value; pips off the line have the parity of the ends' sum."""
    for events in rounds_of(game.events):
        follow = Round(game.rules, events[0])
        for event in events[1:-1]:
            if event["event"] == "play":
                if follow.line:
                    before = follow.ends if len(follow.ends) == 2 else None
                    assert set(follow.ends) & values({event["tile"]})
                    if before is not None and len(event["ends"]) == 2:
                        untouched = 1 - event["arm"]
                        assert before[untouched] == event["ends"][untouched]
                else:
                    assert event["arm"] is None
                follow.apply(event)
                off_line = [tile for tile in follow.everywhere if tile not in follow.line]
                assert (pips(off_line) - sum(follow.ends)) % 2 == 0
            else:
                follow.apply(event)


@given(games())
@settings(max_examples=200)
def test_draws_and_passes_are_allowed(game: Game) -> None:
    """Forced draws only when stuck, draws by choice only where they are a choice.

    A seat passes only where nothing fits and nothing can be drawn, and nobody passes who can play.
    """
    for events in rounds_of(game.events):
        follow = Round(game.rules, events[0])
        for event in events[1:-1]:
            if event["event"] == "draw":
                assert follow.drawable > 0
                assert event["forced"] is follow.stuck
                assert follow.stuck or game.rules.draw == "optional"
            if event["event"] == "pass":
                assert follow.stuck
                assert follow.drawable == 0
            follow.apply(event)


@given(games())
@settings(max_examples=200)
def test_rounds_end_as_they_must(game: Game) -> None:
    """With an empty hand, a pass of everyone in turn, or a play that reached the target."""
    rules = game.rules
    for events in rounds_of(game.events):
        follow, end = Round(rules, events[0]), events[-1]
        for event in events[1:-1]:
            assert all(follow.hands)
            assert follow.passes < rules.players
            follow.apply(event)
        blocked = follow.passes == rules.players
        assert (end["outcome"] in ("blocked", "void")) is blocked
        if end["outcome"] == "out":
            assert not follow.hands[end["seat"]]
        if end["outcome"] == "target":
            assert rules.target_check == "at-once"
            assert events[-2]["points"] > 0
            assert events[-2]["seat"] == end["seat"]
        assert (end["seat"] is None) is (end["winner"] is None) is (end["outcome"] == "void")
        if end["seat"] is not None:
            assert side_of(rules, end["seat"]) == end["winner"]


@given(games())
@settings(max_examples=200)
def test_scores_add_up(game: Game) -> None:
    """Scores are the points of plays and the gains; the game ends when the target is reached."""
    rules, scores = game.rules, [0] * game.rules.sides
    last = max(number for number, event in enumerate(game.events) if event["event"] == "deal")
    for number, event in enumerate(game.events):
        if event["event"] == "play":
            scores[side_of(rules, event["seat"])] += event["points"]
        if event["event"] == "round":
            scores = [score + gain for score, gain in zip(scores, event["gains"], strict=True)]
            assert event["scores"] == scores
            assert (max(scores) >= rules.target) is (number > last)
    end = game.events[-1]
    best = min(scores) if rules.scoring == "losers-mark" else max(scores)
    assert end["scores"] == scores
    assert end["winners"] == [side for side, score in enumerate(scores) if score == best]


@given(games())
@settings(max_examples=200)
def test_one_side_scores_a_round(game: Game) -> None:
    """The winner alone takes, and then no game is drawn; or all but the winner mark."""
    takes = game.rules.scoring == "winner-takes"
    for event in game.events:
        if event["event"] == "round":
            scoring = {side for side, gain in enumerate(event["gains"]) if gain}
            assert min(event["gains"]) >= 0
            assert scoring <= {event["winner"]} if takes else event["winner"] not in scoring
            assert event["outcome"] in ("out", "blocked") or not scoring
    assert len(game.events[-1]["winners"]) == 1 or not takes


@given(games([seating for seating in ON_LINES if seating.preset == "draw"]))
@settings(max_examples=150)
def test_net_gain_is_positive(game: Game) -> None:
    """A unique lowest hand gains the others' pips minus its own, at least 1; else nobody does."""
    for event in game.events:
        if event["event"] == "round" and event["outcome"] in ("blocked", "void"):
            lowest = min(event["pips"])
            unique = event["pips"].count(lowest) == 1
            assert (event["outcome"] == "blocked") is unique
            if unique:
                seat = event["pips"].index(lowest)
                assert event["winner"] == event["seat"] == seat
                assert event["gains"][seat] == sum(event["pips"]) - 2 * lowest >= 1


@given(games([seating for seating in ON_LINES if seating.preset in ("draw", "draw-100", "block")]))
@settings(max_examples=60)
def test_openers_rotate(game: Game) -> None:
    """The seat after the previous opener opens, whoever won."""
    openers = [event["opener"] for event in game.events if event["event"] == "deal"]
    rotation = [(openers[0] + turn) % game.rules.players for turn in range(len(openers))]
    assert openers == rotation


@given(st.sampled_from(ON_LINES), st.integers(0, 2**64 - 1), st.integers(0, 10**6))
@settings(max_examples=80)
def test_what_is_known_is_true(seating: Seating, seed: int, number: int) -> None:
    """No hand ever holds a value that its seat is known to lack."""
    rules, shown = seating.rules(), list[View]()

    @policy("watching", summary="plays as `attentive` and keeps what it saw")
    def watching(view: View, params: Any) -> int:
        shown.append(view)
        return attentive(view)

    matchup = Matchup(rules, [watching] * rules.players, compiled=False)
    events = list(transcript(matchup, seed, number))
    for of_round in rounds_of(events):
        follow, before = Round(rules, of_round[0]), of_round[0]
        for event in of_round[1:-1]:
            now = mask(tile(text) for text in follow.hand), mask(tile(text) for text in follow.line)
            if shown and (shown[0].hand, shown[0].line) == now:
                view = shown.pop(0)
                assert view.hand_sizes[: rules.players] == tuple(map(len, follow.hands))
                for seat, hand in enumerate(follow.hands):
                    # What a stuck seat has drawn and now fits is about to be played.
                    if seat != follow.seat or before["event"] != "draw":
                        known = {value for value in range(7) if view.lacks[seat] >> value & 1}
                        assert not known & values(hand)
            follow.apply(event)
            before = event
    assert not shown
