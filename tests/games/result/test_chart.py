"""Where the lines of "heads over rounds" and their names go."""

from itertools import pairwise

from games.page.result_chart import BOTTOM, LEFT, NAME_HEIGHT, RIGHT, TOP, draw_chart, spread


def test_a_line_goes_from_nothing_to_the_total() -> None:
    chart = draw_chart(["Ana", "Bob"], [(10, 0), (40, 5)], [2, 2], [1], 66)
    ana, bob = chart.lines
    assert ana.points == f"{LEFT},{BOTTOM} 236,218 {RIGHT},{TOP}"
    assert (ana.total, ana.end, ana.is_winner) == (40, (RIGHT, TOP), False)
    assert (bob.total, bob.is_winner) == (5, True)
    assert [heads for _y, heads in chart.marks] == [0, 10, 20, 30, 40]
    assert [number for _x, number in chart.rounds] == [1, 2]
    assert chart.limit is None


def test_the_limit_is_drawn_where_somebody_passed_it() -> None:
    assert draw_chart(["Ana", "Bob"], [(70, 0)], [1, 1], [1], 66).limit is not None


def test_a_line_ends_in_the_round_that_put_its_player_out() -> None:
    chart = draw_chart(["Ana", "Bob"], [(70, 0), (70, 9)], [1, 2], [1], 66)
    assert chart.lines[0].points.count(",") == 2
    assert [line.is_out for line in chart.lines] == [True, False]


def test_names_of_equal_totals_stand_apart_and_within_the_chart() -> None:
    placed = spread([BOTTOM] * 10)
    steps = sorted(placed)
    assert all(later - sooner == NAME_HEIGHT for sooner, later in pairwise(steps))
    assert TOP <= min(placed) < max(placed) == BOTTOM


def test_a_game_without_heads_is_drawn() -> None:
    assert draw_chart(["Ana", "Bob"], [(0, 0)], [1, 1], [0, 1], None).lines[0].end == (
        RIGHT,
        BOTTOM,
    )
