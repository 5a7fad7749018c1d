"""Every figure of a comparison is drawn, named, labelled and legible, from 2 to 40 policies."""

from __future__ import annotations

import re
from itertools import pairwise

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PatchCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from reports.analysis.comparison import Analysis, analyse
from reports.figures.comparison_heatmap import heat_map
from reports.figures.comparison_ladder import ladder
from reports.figures.comparison_measures import measures
from reports.figures.comparison_origins import bars
from reports.figures.comparison_panels import panel_title, policy_colours
from reports.figures.images import house_style, image, inline_svg
from reports.figures.shades import DARK, EDGES, LIGHT, colour, step, text_colour, themed
from tests.reports.conftest import EXHIBITED, PAIRINGS, TABLES, Pictures
from tests.reports.figures.looking import check_inside, check_labels, words
from tests.reports.hand import SHARED, SWEPT, comparison_of

NAMES = ["cross-table", "ratings", "measures", "sources", "final-scores", "convergence"]


@pytest.fixture(scope="module")
def forty() -> Analysis:
    """Forty policies, each beating those after it, the more the further behind they are."""
    tables = [
        [SWEPT] * (4 * (second - first)) + [SHARED] * (200 - 4 * (second - first))
        for first in range(40)
        for second in range(first + 1, 40)
    ]
    return analyse(comparison_of([f"policy:level={level}" for level in range(40)], tables))


@pytest.mark.parametrize("name", EXHIBITED)
def test_all_figures_are_drawn_with_titles_and_labels(name: str, exhibited: Pictures) -> None:
    wanted = NAMES if name in PAIRINGS else [n for n in NAMES if n != "sources"]
    assert list(exhibited[name]) == wanted
    for figure in exhibited[name].values():
        assert figure.get_suptitle()
        shown = [ax for ax in figure.axes if ax.get_visible()]
        assert any(ax.get_xlabel() for ax in shown)
        rows = [label.get_text() for label in shown[0].get_yticklabels() if label.get_text()]
        assert rows or figure.get_supylabel()
        assert "nan" not in words(figure)


@pytest.mark.parametrize("name", EXHIBITED)
def test_nothing_is_drawn_outside_the_figure(name: str, exhibited: Pictures) -> None:
    for title, figure in exhibited[name].items():
        check_inside(figure, title, 0.02)


@pytest.mark.parametrize("name", EXHIBITED)
def test_labels_of_an_axis_do_not_overlap(name: str, exhibited: Pictures) -> None:
    for title, figure in exhibited[name].items():
        check_labels(figure, title)


def titles_of(figure: Figure) -> list[Text]:
    return [ax.title for ax in figure.axes] + [ax._left_title for ax in figure.axes]


@pytest.mark.parametrize("name", ["three", "twenty", "of-four"])
def test_titles_of_panels_do_not_overlap(name: str, exhibited: Pictures) -> None:
    for title, figure in exhibited[name].items():
        boxes = [text.get_window_extent() for text in titles_of(figure) if text.get_text()]
        for number, one in enumerate(boxes):
            assert not any(one.overlaps(other) for other in boxes[number + 1 :]), title


@pytest.mark.parametrize("name", ["two", "three", "six", "tables"])
def test_the_heat_map_shows_every_number_and_interval(
    name: str, analyses: dict[str, Analysis], exhibited: Pictures
) -> None:
    shown = words(exhibited[name]["cross-table"])
    for row in analyses[name].versus.to_dict("records"):
        for rate, low, high in (
            (row["win_rate"], row["win_rate_low"], row["win_rate_high"]),
            (1 - row["win_rate"], 1 - row["win_rate_high"], 1 - row["win_rate_low"]),
        ):
            assert f"{100 * rate:.1f}" in shown
            assert f"{100 * low:.1f} to {100 * high:.1f}" in shown


def cells(figure: Figure) -> PatchCollection:
    (found,) = [c for ax in figure.axes for c in ax.collections if isinstance(c, PatchCollection)]
    return found


def test_cells_have_the_colour_of_their_rate(
    analyses: dict[str, Analysis], exhibited: Pictures
) -> None:
    drawn = [to_hex(rgb) for rgb in cells(exhibited["six"]["cross-table"]).get_facecolor()]
    rates = analyses["six"].versus["win_rate"]
    assert sorted(drawn) == sorted(colour(r) for rate in rates for r in (rate, 1 - rate))


def test_numbers_vanish_and_labels_thin_out(forty: Analysis, exhibited: Pictures) -> None:
    twenty = exhibited["twenty"]["cross-table"].axes[0]
    assert [label.get_text() for label in twenty.get_xticklabels()] == [
        str(place) for place in range(1, 21)
    ]
    assert len(twenty.texts) == 20 * 19
    assert all(re.fullmatch(r"\d+", text.get_text()) for text in twenty.texts)
    figure = heat_map(forty)
    FigureCanvasAgg(figure).draw()
    ax = figure.axes[0]
    assert len(cells(figure).get_paths()) == 40 * 39
    assert not ax.texts
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert labels == ["1", "5", "10", "15", "20", "25", "30", "35", "40"]
    boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
    for upper, lower in pairwise(boxes):
        assert lower.y1 < upper.y0 + 1
    # Dots for what is not clear: neighbours differ too little.
    assert sum(len(line.get_xdata()) for line in ax.lines) == 2 * int(
        (~forty.versus["difference_adjusted"]).sum()
    )


def test_a_share_is_only_whole_if_it_is() -> None:
    tables = [[SWEPT] * 2000, [SWEPT] * 2999 + [SHARED], [SHARED] * 2000]
    shown = words(heat_map(analyse(comparison_of(["a", "b", "c"], tables))))
    assert {"100.0", "99.9", "0.1", "0.0"} <= set(shown.split("\n"))


def test_the_ladder_marks_groups_and_tells_numbers(forty: Analysis, exhibited: Pictures) -> None:
    shown = words(exhibited["six"]["ratings"])
    assert ">99.9 %" in shown
    assert "the mean is 0" in shown
    figure = ladder(forty)
    FigureCanvasAgg(figure).draw()
    boxes = [label.get_window_extent() for label in figure.axes[0].get_yticklabels()]
    assert len(boxes) == 40
    for upper, lower in pairwise(boxes):
        assert lower.y1 < upper.y0 + 1


def test_hopeless_policies_do_not_press_the_others_together() -> None:
    names = ["a", "b", "c", "d", "hopeless"]
    tables = [
        [SWEPT] * 400 if second == 4 else [SWEPT, SHARED, SHARED, SHARED] * 100
        for first in range(5)
        for second in range(first + 1, 5)
    ]
    analysis = analyse(comparison_of(names, tables))
    (ax,) = ladder(analysis).axes
    ratings = analysis.standings["rating"]
    assert ax.get_xlim()[0] > ratings.iloc[4]
    assert ax.get_xlim()[0] < ratings.iloc[3]


def test_bars_of_sources_add_up(analyses: dict[str, Analysis]) -> None:
    for name in ("two", "three", "circle"):
        table = bars(analyses[name], 0)
        sums = table.groupby("split")["points"].sum()
        assert sums.to_numpy() == pytest.approx(np.full(len(sums), sums["all"]))


def test_draws_are_shown_where_someone_draws(exhibited: Pictures) -> None:
    assert "B drew none" in words(exhibited["three"]["sources"])
    assert "drew" not in words(exhibited["two"]["sources"])
    assert "A opened, went out" in words(exhibited["two"]["sources"])


def test_the_course_ends_with_the_estimate(
    analyses: dict[str, Analysis], exhibited: Pictures
) -> None:
    ax = exhibited["two"]["convergence"].axes[0]
    assert ax.get_xscale() == "log"
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert [float(dot.get_ydata()[0]) for dot in dots] == [
        analyses["two"].estimates["win_rate"].iloc[0]
    ]


def test_at_most_six_panels(exhibited: Pictures) -> None:
    for name in ("six", "twenty"):
        for title in ("sources", "final-scores", "convergence"):
            assert sum(ax.get_visible() for ax in exhibited[name][title].axes) == 6


@pytest.mark.parametrize("name", TABLES)
def test_policies_of_larger_tables_keep_their_colour(
    name: str, analyses: dict[str, Analysis], exhibited: Pictures
) -> None:
    analysis = analyses[name]
    colours = policy_colours(analysis, range(len(analysis.comparison.tables)))
    assert len(set(colours.values())) == len(colours)
    for policy in colours:
        assert policy in words(exhibited[name]["final-scores"])


def test_on_trains_nothing_is_said_of_goats_points_and_targets(exhibited: Pictures) -> None:
    for name, figure in exhibited["trains"].items():
        text = words(figure).replace("Elo points", "")
        assert not re.search("goat|points|target|drew|no penalties", text), name
    assert "final score after 10 rounds, penalties" in words(exhibited["trains"]["final-scores"])
    assert "Games, penalties and rounds" in words(exhibited["trains"]["measures"])


def test_penalties_are_called_so(exhibited: Pictures) -> None:
    assert "penalties" in words(exhibited["goat"]["measures"])
    assert "penalties" in words(exhibited["goat"]["final-scores"])
    assert "penalties" not in words(exhibited["of-four"]["measures"])


@pytest.mark.parametrize(("name", "verb"), [("trains", "marks"), ("two", "gains")])
def test_bars_of_origins_are_of_the_one_that_has_more(
    exhibited: Pictures, analyses: dict[str, Analysis], name: str, verb: str
) -> None:
    """A bar to the right has the colour that A has in all figures."""
    figure = exhibited[name]["sources"]
    legend = figure.legends[0]
    colours = [to_hex(patch.get_facecolor()) for patch in legend.get_patches()]
    assert [text.get_text() for text in legend.get_texts()] == [f"A {verb} more", f"B {verb} more"]
    curve = exhibited[name]["convergence"].axes[0].lines[0]
    assert colours[0] == to_hex(curve.get_color()) != colours[1]
    drawn = [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle)][1:]
    leads = list(bars(analyses[name], 0)["points"])[1:]
    assert [to_hex(bar.get_facecolor()) for bar in drawn] == [colours[x < 0] for x in leads]
    assert ("less is better" in words(figure)) == (verb == "marks")


def test_variants_are_told_apart_in_figures() -> None:
    """Their names are longer than the room in any figure."""
    variants = [f"a-policy-with-a-name-of-forty-characters:level={level}" for level in range(3)]
    analysis = analyse(comparison_of(variants, [[SWEPT, SHARED] * 50] * 3))
    titles = {panel_title(analysis, matchup) for matchup in range(3)}
    lines = {line[2:] for title in titles for line in title.split("\n")}
    assert (len(titles), len(lines)) == (3, 3)
    for figure in (ladder(analysis), heat_map(analysis), measures(analysis, range(3))):
        labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
        assert all(f"level={level}" in "".join(labels) for level in range(3))


def test_steps_of_colour() -> None:
    assert len(LIGHT) == len(DARK) == len(EDGES) - 1
    assert step(0.5) == step(0.509) == step(0.491) == 6
    assert [step(share) for share in (0, 0.1, 0.11, 0.49, 0.51, 0.89, 0.9, 1)] == [
        *(0, 0, 1, 5, 7, 11, 12, 12)
    ]
    for share in np.linspace(0, 1, 101):
        assert step(share) + step(1 - share) == 12


def luminance(hexadecimal: str) -> float:
    parts = [int(hexadecimal[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("shades", "ink", "on_dark"), [(LIGHT, "#1f2328", "#fefefe"), (DARK, "#e4e8ec", "#0c0e10")]
)
def test_numbers_are_readable_on_their_cells(
    shades: tuple[str, ...], ink: str, on_dark: str
) -> None:
    # Text takes the page's ink or its opposite, the same steps in light and dark.
    for share in np.linspace(0, 1, 101):
        text = on_dark if text_colour(share) == "#fefefe" else ink
        assert contrast(shades[step(share)], text) >= 4.5


def test_a_page_can_rename_the_colours(analyses: dict[str, Analysis]) -> None:
    with house_style():
        svg = image(heat_map(analyses["six"]), "svg")
    text = themed(inline_svg(svg, "x", "title"))
    assert not any(shade in text for shade in LIGHT)
    assert "var(--shade-12)" in text


def test_files_do_not_depend_on_the_users_settings(analyses: dict[str, Analysis]) -> None:
    def files() -> list[bytes]:
        with house_style():
            return [image(draw(analyses["three"]), "svg") for draw in (heat_map, ladder)]

    before = files()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "lines.linewidth": 9}):
        assert files() == before
