"""Every figure is drawn for two, three and four players and pairs, named and labelled."""

from __future__ import annotations

import re

import matplotlib
import pandas as pd
import pytest
from matplotlib.patches import StepPatch

from reports.figures.canvas import COLOURS, PARTNERS, player_colours
from reports.figures.images import house_style, image, inline_svg
from reports.figures.matchups import figures
from reports.figures.matchups_lengths import rounds_per_game
from reports.figures.matchups_measures import win_rates
from reports.figures.matchups_scores import final_scores
from reports.results.matchups import Results
from reports.statistics.distributions import moments
from reports.words.labels import player_labels
from tests.reports.conftest import DRAWN, Pictures
from tests.reports.figures.looking import check_inside, check_labels, words
from tests.reports.sampled_matchups import RULES

ALL = [
    *("win-rates", "round-endings", "blocked-rounds", "final-scores", "round-gains"),
    *("rounds-per-game", "turns-per-round", "tiles-drawn", "opening"),
]


@pytest.mark.parametrize("name", DRAWN)
def test_figures_have_titles_and_labels(name: str, pictures: Pictures) -> None:
    for figure in pictures[name].values():
        assert figure.get_suptitle()
        assert figure.axes[-1].get_xlabel()
        first = figure.axes[0]
        rows = [label.get_text() for label in first.get_yticklabels() if label.get_text()]
        assert first.get_ylabel() or figure.get_supylabel() or rows


@pytest.mark.parametrize("name", DRAWN)
def test_nothing_is_drawn_outside_the_figure(name: str, pictures: Pictures) -> None:
    for title, figure in pictures[name].items():
        check_inside(figure, title, 0.01)


@pytest.mark.parametrize("name", DRAWN)
def test_labels_of_an_axis_do_not_overlap(name: str, pictures: Pictures) -> None:
    for title, figure in pictures[name].items():
        check_labels(figure, title)


@pytest.mark.parametrize("name", ["two", "three", "goat", "pairs"])
def test_players_are_named_in_every_figure_of_players(
    name: str, loaded: dict[str, Results], pictures: Pictures
) -> None:
    for label in player_labels(moments(loaded[name].distributions, "score")):
        for figure in ("win-rates", "round-endings", "final-scores", "round-gains"):
            assert label in words(pictures[name][figure])


def test_all_figures_are_drawn_and_tiles_only_where_someone_draws(pictures: Pictures) -> None:
    assert list(pictures["two"]) == ALL
    assert list(pictures["pairs"]) == [name for name in ALL if name != "tiles-drawn"]


def test_lengths_of_games_are_drawn_where_they_differ(pictures: Pictures) -> None:
    assert list(pictures["trains"]) == [name for name in ALL if name != "rounds-per-game"]


def test_draws_by_choice_are_drawn_where_there_are_any(pictures: Pictures) -> None:
    ways = {name: len(pictures[name]["tiles-drawn"].axes) for name in ("two", "fives", "trains")}
    assert ways == {"two": 2, "fives": 1, "trains": 1}
    assert "by choice" not in words(pictures["trains"]["tiles-drawn"])


def test_scores_after_fixed_rounds_have_no_target_and_no_bar_of_zeros(
    loaded: dict[str, Results], pictures: Pictures
) -> None:
    ten = loaded["ten-rounds"]
    for figure in (
        pictures["trains"]["final-scores"],
        final_scores(ten.distributions, ten.manifest["rules"]),
    ):
        assert "final score after 10 rounds" in words(figure)
        assert "target" not in words(figure)
        for ax in figure.axes:
            assert [line.get_linestyle() for line in ax.lines] == ["-"]
            (histogram,) = ax.patches
            assert isinstance(histogram, StepPatch)
            assert histogram.get_data().edges[0] == -0.5
            assert histogram.get_data().values.sum() == pytest.approx(1, abs=0.02)
    assert "dashed: target 100" in words(pictures["two"]["final-scores"])


def test_variants_are_told_apart_in_figures(loaded: dict[str, Results]) -> None:
    """By their settings, beside the seat: in rows, above panels, and in legends."""
    results, name = loaded["two"], "a-policy-with-a-name-of-forty-characters"
    named = {side: f"{name}:level={side}" for side in (0, 1)}
    frames = [
        frame.assign(policy=frame["side"].map(named).fillna(""))
        for frame in (results.players, results.distributions)
    ]
    for title, figure in figures(*frames, results.manifest["rules"]).items():
        text = words(figure)
        assert "a-policy" not in text or all(f"level={side}" in text for side in (0, 1)), title


def test_on_trains_nothing_is_said_of_goats_points_and_targets(pictures: Pictures) -> None:
    for figure in pictures["trains"].values():
        assert not re.search("goat|points|target", words(figure))
    assert "share of games in last place" in words(pictures["trains"]["win-rates"])


def test_penalties_are_called_so(pictures: Pictures) -> None:
    goat, two = pictures["goat"], pictures["two"]
    assert "share of games as the goat" in words(goat["win-rates"])
    assert "goat" not in words(two["win-rates"])
    for name in ("blocked-rounds", "round-gains", "opening", "final-scores"):
        assert "penalties" in words(goat[name])
        assert "penalties" not in words(two[name])


def test_rounds_cut_short_by_the_target_are_shown(pictures: Pictures) -> None:
    assert "play reached target" in words(pictures["fives"]["round-endings"])
    assert "play reached target" not in words(pictures["two"]["round-endings"])


def test_nothing_is_written_where_nothing_is_known(pictures: Pictures) -> None:
    for figure in pictures["one-game"].values():
        assert "nan" not in words(figure)


def test_win_rates_show_the_numbers(loaded: dict[str, Results]) -> None:
    results = loaded["two"]
    shown = words(win_rates(results.players, RULES))
    for _, player in results.players.iterrows():
        assert f"{100 * player['win_rate']:.1f} % ({100 * player['win_rate_low']:.1f} to" in shown
    assert "fair share 50.0 %" in shown


def test_round_endings_add_up(pictures: Pictures) -> None:
    for matchup in pictures.values():
        (ax,) = matchup["round-endings"].axes
        assert sum(bar.get_width() for bar in ax.patches) == pytest.approx(1)


def test_histograms_hold_what_was_counted(pictures: Pictures) -> None:
    (ax,) = pictures["two"]["turns-per-round"].axes
    assert sum(bar.get_height() for bar in ax.patches) == pytest.approx(1, abs=0.0011)


def test_long_tails_are_cut_and_said_to_be() -> None:
    rows = [(0, None, None, None, "rounds", 5, 99_950), (0, None, None, None, "rounds", 900, 50)]
    columns = ["matchup", "side", "seat", "policy", "metric", "value", "count"]
    figure = rounds_per_game(pd.DataFrame(rows, columns=columns))
    assert figure.axes[0].get_xlim()[1] < 10
    assert figure.axes[0].get_xlabel() == "rounds; cut at 5, the 99.9 % quantile"


def test_a_flood_of_zeros_is_cut_and_said_to_be() -> None:
    rows = [
        (0, side, side, "a", "score", value, count)
        for side in (0, 1)
        for value, count in [(0, 900), *((20 + value, 1) for value in range(100))]
    ]
    columns = ["matchup", "side", "seat", "policy", "metric", "value", "count"]
    figure = final_scores(pd.DataFrame(rows, columns=columns), RULES)
    assert "0: 90.0 %, bar cut" in words(figure)


def test_colours_belong_to_players() -> None:
    alone = pd.DataFrame({"side": [0, 1, 2, 3], "seat": [0, 1, 2, 3]})
    assert player_colours(alone) == list(COLOURS)
    partners = pd.DataFrame({"side": [0, 1, 0, 1], "seat": [0, 1, 2, 3]})
    assert player_colours(partners) == [*COLOURS[:2], *PARTNERS]
    pairs = pd.DataFrame({"side": [0, 1], "seat": [pd.NA, pd.NA]})
    assert player_colours(pairs) == list(COLOURS[:2])


def test_several_matchups_at_once_are_refused(loaded: dict[str, Results]) -> None:
    two = loaded["two"]
    players = pd.concat([two.players, two.players.assign(matchup=1)])
    with pytest.raises(ValueError, match="select one matchup"):
        win_rates(players, RULES)


def test_files_do_not_depend_on_the_users_settings(loaded: dict[str, Results]) -> None:
    def files() -> list[bytes]:
        with house_style():
            figure = win_rates(loaded["two"].players, RULES)
            return [image(figure, "svg"), image(figure, "png")]

    before = files()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "lines.linewidth": 9}):
        assert files() == before


def test_a_policy_may_look_like_markup(loaded: dict[str, Results]) -> None:
    players = loaded["two"].players.assign(policy=["<b>&$x$", "a_b$"])
    with house_style():
        svg = image(win_rates(players, RULES), "svg")
    text = inline_svg(svg, "x", 'a "title" <b>')
    assert "&lt;b&gt;&amp;$x$" in text
    assert "<b>" not in text
    assert 'aria-label="a &quot;title&quot; &lt;b&gt;"' in text
