"""Charts of a season."""

import re
from xml.etree import ElementTree as ET

import pytest

from leagues.standings.charts.drawing import Belief, ChartLine, bars, figures, places, rating
from leagues.standings.charts.paper import STYLES, WIDTH, short_names
from tests.leagues.standings.charts.svg import WORDS, drawn, key, read, texts, told
from tests.support.project import ROOT

NAMES = ["1", "2", "3"]


def one_digit(value: float) -> str:
    return f"{value:.1f}"


def marks(drawing: ET.Element, style: int) -> list[tuple[float, float]]:
    places = [element.get("transform", "") for element in drawn(drawing, f"chart__mark--{style}")]
    found = [re.findall(r"[\d.]+", place) for place in places]
    return [(float(x), float(y)) for x, y in found]


def all_charts() -> list[str]:
    two = [ChartLine("Ann", [50, 60, 70]), ChartLine("Ben & <Bo>", [None, 40, 30])]
    return [
        figures(WORDS, NAMES, two, one_digit),
        places(WORDS, NAMES, two),
        bars(WORDS, NAMES, [9, None, 12.5], one_digit),
        rating(WORDS, [Belief(1, 5, 25, 45), Belief(2, 10, 26, 42)], one_digit),
    ]


@pytest.mark.parametrize("chart", all_charts())
def test_a_chart_has_a_title_and_a_text_for_who_cannot_see_it(chart: str) -> None:
    drawing = read(chart)
    title, text = drawing[0], drawing[1]
    assert (title.text, text.text) == ("Index & place", "Ann <1> leads.")
    assert drawing.get("role") == "img"
    assert drawing.get("aria-labelledby") == title.get("id") == "index-title"
    assert drawing.get("aria-describedby") == text.get("id") == "index-text"


@pytest.mark.parametrize("chart", all_charts())
def test_a_chart_needs_nothing_that_the_content_policy_forbids(chart: str) -> None:
    assert "style=" not in chart
    assert "<style" not in chart
    assert "http" not in chart


def test_higher_figures_lie_higher() -> None:
    drawing = read(figures(WORDS, NAMES, [ChartLine("Ann", [20, 80, 50])], one_digit))
    heights = [y for _x, y in marks(drawing, 1)[:3]]
    assert heights[1] < heights[2] < heights[0]


def test_the_first_place_lies_at_the_top() -> None:
    drawing = read(places(WORDS, NAMES, [ChartLine("Ann", [9, 1, 4])]))
    heights = [y for _x, y in marks(drawing, 1)[:3]]
    assert heights[1] < heights[2] < heights[0]
    assert texts(drawing, "chart__value--end") == ["1", "3", "5", "7", "9"]


def test_a_single_first_place_can_be_drawn() -> None:
    drawing = read(places(WORDS, ["1"], [ChartLine("Ann", [1])]))
    assert texts(drawing, "chart__name") == ["1 Ann"]


def test_each_line_has_its_last_value_and_its_name_beside_it() -> None:
    two = [ChartLine("Ann", [50, 60, None]), ChartLine("Maximilienne-Claire", [None, 40, 30])]
    chart = figures(WORDS, NAMES, two, one_digit)
    assert texts(read(chart), "chart__name") == ["60.0 Ann", "30.0 Maximilienne-C…"]


def test_long_names_that_begin_alike_have_labels_that_differ_and_are_told_whole() -> None:
    names = ["Jean-Philippe Durand", "Jean-Philippe Dupont"]
    two = [ChartLine(name, [50, 60 + n, 70 - n]) for n, name in enumerate(names)]
    drawing = read(figures(WORDS, NAMES, two, one_digit))
    assert texts(drawing, "chart__name") == ["70.0 Jean-Ph…Durand", "69.0 Jean-Ph…Dupont"]
    assert [told(label) for label in drawn(drawing, "chart__name")] == names


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["Ann", "Maximilienne-Claire"], ["Ann", "Maximilienne…"]),
        (["Ann", "Ann"], ["Ann", "Ann"]),
        (["Abcdefghijkl m", "Abcdefghijkl…"], ["Abcdef…ijkl m", "Abcdefghijkl…"]),
        (
            ["Jean-P A Dupont", "Jean-P B Dupont", "Jean-P C Dupont"],
            ["Jean-P A Dup…", "Jean-P B Dup…", "Jean-P C Dup…"],
        ),
        (
            ["Jean-Philippe A Dupont", "Jean-Philippe B Dupont", "Jean-Philippe"],
            ["Jean-Phili… 1", "Jean-Phili… 2", "Jean-Philippe"],
        ),
    ],
)
def test_a_label_has_room_and_is_another_one_for_each_name(
    names: list[str], labels: list[str]
) -> None:
    found = short_names(names, 13)
    assert [found[name] for name in names] == labels


def test_the_key_below_has_each_line_with_its_look_last_value_and_whole_name() -> None:
    three = [
        ChartLine("Ann", [50, 60, None]),
        ChartLine("Nobody", [None, None, None]),
        ChartLine("<Maximilienne>-Claire", [None, 40, 30]),
    ]
    chart = figures(WORDS, NAMES, three, one_digit)
    assert key(chart) == ["60.0 Ann", "30.0 <Maximilienne>-Claire"]
    below = chart[chart.index("chart-key") :]
    assert "chart__line--1" in below
    assert "chart__line--3" in below
    assert "chart__line--2" not in below


def test_what_a_narrow_page_shows_ends_where_the_paper_does() -> None:
    drawing = read(figures(WORDS, NAMES, [ChartLine("Ann", [50, 60, 70])], one_digit))
    (beside,) = drawn(drawing, "chart__beside")
    names = {id(element) for element in beside.iter()}
    for element in drawing.iter():
        at = re.match(r"translate\(([\d.]+) ", element.get("transform", ""))
        x = float(element.get("x") or (at[1] if at else 0))
        assert (x > WIDTH) == (id(element) in names and x > 0)


def test_lines_differ_in_their_marks_and_not_by_colour_alone() -> None:
    many = [ChartLine(str(number), [number]) for number in range(6)]
    drawing = read(figures(WORDS, ["1"], many, one_digit))
    shapes = {drawn(drawing, f"chart__mark--{style}")[0].get("d") for style in range(1, 7)}
    assert len(shapes) == 6


def test_every_look_of_a_line_is_in_the_style_sheet() -> None:
    sheet = (ROOT / "static/css/league_charts.css").read_text()
    for style in range(2, STYLES + 1):
        assert f":is(.chart__line--{style}, .chart__mark--{style}) {{ --paint: " in sheet


def test_at_a_full_table_no_two_lines_look_alike() -> None:
    many = [ChartLine(str(number), [number, number]) for number in range(11)]
    drawing = read(figures(WORDS, ["1", "2"], many, one_digit))
    assert [len(drawn(drawing, f"chart__line--{style}")) for style in (1, 10)] == [2, 1]


def test_a_missed_session_leaves_a_gap() -> None:
    drawing = read(figures(WORDS, list("12345"), [ChartLine("Ann", [1, 2, None, 4, 5])], one_digit))
    assert len(drawn(drawing, "chart__line--1")) == 2
    assert len(marks(drawing, 1)) == 4 + 1


def test_a_player_without_a_value_is_left_out() -> None:
    two = [ChartLine("Ann", [50, 60, 70]), ChartLine("Ben", [None, None, None])]
    drawing = read(figures(WORDS, NAMES, two, one_digit))
    assert texts(drawing, "chart__name") == ["70.0 Ann"]


def test_a_mark_tells_whose_it_is_of_when_and_how_much() -> None:
    drawing = read(figures(WORDS, NAMES, [ChartLine("Ann", [1, 2, 3])], one_digit))
    assert told(drawn(drawing, "chart__mark")[1]) == "Ann, 2: 2.0"


def test_many_sessions_have_few_names_and_no_marks() -> None:
    names = [str(number) for number in range(1, 51)]
    drawing = read(figures(WORDS, names, [ChartLine("Ann", range(50))], one_digit))
    assert texts(drawing, "chart__value--middle") == [str(n) for n in range(5, 51, 5)]
    assert len(marks(drawing, 1)) == 1


def test_bars_stand_on_nothing_and_carry_their_values() -> None:
    drawing = read(bars(WORDS, NAMES, [5, None, 10], one_digit))
    heights = [float(bar.get("height", "")) for bar in drawn(drawing, "chart__bar")]
    assert heights[1] == 2 * heights[0]
    assert texts(drawing, "chart__value--middle") == ["1", "2", "3", "5.0", "10.0"]
    assert told(drawn(drawing, "chart__bar")[1]) == "3: 10.0"


def test_a_session_without_heads_is_a_bar_of_no_height() -> None:
    drawing = read(bars(WORDS, ["1"], [0], one_digit))
    assert [bar.get("height") for bar in drawn(drawing, "chart__bar")] == ["0"]


def test_many_bars_tell_their_values_only_when_pointed_at() -> None:
    names = [str(number) for number in range(1, 16)]
    drawing = read(bars(WORDS, names, [5.5] * 15, one_digit))
    assert "5.5" not in texts(drawing, "chart__value--middle")
    assert told(drawn(drawing, "chart__bar")[0]) == "1: 5.5"


def test_a_rating_lies_in_a_band() -> None:
    drawing = read(
        rating(
            WORDS, [Belief(1, 5, 25, 45), Belief(2, 10, 26, 42), Belief(3, 15, 27, 39)], one_digit
        )
    )
    (band,) = drawn(drawing, "chart__band")
    assert len(re.findall("[ML]", band.get("d", ""))) == 6
    assert texts(drawing, "chart__name") == ["27.0"]
    assert [told(mark) for mark in drawn(drawing, "chart__mark")] == [
        "1: 25.0",
        "2: 26.0",
        "3: 27.0",
    ]


def test_a_long_history_of_a_rating_has_no_marks() -> None:
    drawing = read(rating(WORDS, [Belief(1, 5, 25, 45)] * 41, one_digit))
    assert drawn(drawing, "chart__mark") == []
