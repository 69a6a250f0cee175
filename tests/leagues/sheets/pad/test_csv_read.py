"""Sheets pasted from a spreadsheet, and where each mistake is shown."""

import pytest

from games.rules.options import Options, Variant
from leagues.sheets.check import Code
from leagues.sheets.csv.reading import read_sheets
from leagues.sheets.csv.text import CsvCode, LineProblem, decode
from leagues.sheets.score_sheet import Pad
from tests.leagues.sheets.pad.pasted import forms_of, problems_of

EVENING = """\
Sheet;Player;Round 1;Round 2;Round 3
1;Ada;20;10;40
1;Bob;5;6;7

2;Cyd;70;;
;Dan;4
"""


def lines(*body: str, headings: str = "sheet;player;1;2;total;rounds") -> str:
    return "\n".join((headings, *body))


def test_a_line_per_player_and_a_name_per_sheet() -> None:
    """A sheet without a name is the one above; a line may end early."""
    first, second = forms_of(EVENING)
    assert (first.name, first.names, second.name, second.names) == (
        *("1", ["Ada", "Bob"]),
        *("2", ["Cyd", "Dan"]),
    )
    assert first.sheet.pad == Pad((0, 1), ((20, 5), (10, 6), (40, 7)))
    assert second.sheet.pad == Pad((2, 3), ((70, 4),))
    assert problems_of(EVENING) == []


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_ends_of_lines_of_any_spreadsheet(separator: str, end: str) -> None:
    text = EVENING.replace(";", separator).replace("\n", end)
    assert read_sheets(text) == read_sheets(EVENING)


@pytest.mark.parametrize(
    "headings",
    [
        "Feuille;Joueur;Manche 1;Manche 2;Manche 3",
        "TABLE;Joueuse;m1;m2;m3",
        "partie;Nom ; 1;R2;Round  3",
        "Game;name;1;2;3",
    ],
)
def test_headings_in_french_or_english(headings: str) -> None:
    text = EVENING.replace("Sheet;Player;Round 1;Round 2;Round 3", headings)
    assert read_sheets(text) == read_sheets(EVENING)


def test_columns_in_any_order() -> None:
    text = lines("70;5;Ada;a;65", "9;5;Bob;a;4", headings="total;1;player;sheet;2")
    (form,) = forms_of(text)
    assert form.sheet.pad == Pad((0, 1), ((5, 5), (65, 4)), totals=(70, 9))
    assert form.is_valid()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_in_the_encoding_of_any_spreadsheet(encoding: str) -> None:
    data = lines("é;Zoé;70", "é;Jérôme;6").encode(encoding)
    (sheet,) = read_sheets(decode(data)).sheets
    assert (sheet.name, sheet.players) == ("é", ["Zoé", "Jérôme"])


def test_totals_alone_with_the_number_of_rounds_written_once() -> None:
    text = lines("a;Ada;;;70;4", "a;Bob;;;6;")
    (form,) = forms_of(text)
    assert form.sheet.pad == Pad((0, 1), totals=(70, 6), round_count=4)
    assert form.is_valid()


def test_a_quoted_name_may_hold_the_separator_and_go_over_a_line() -> None:
    text = lines('a;"Ada; the\nfirst";70', "a;Bob;x")
    assert problems_of(text) == [(4, 2, Code.NOT_WHOLE)]


def test_a_problem_of_a_pad_is_shown_at_its_line_and_column() -> None:
    assert problems_of(lines("a;Ada;12,5;", "a;Bob;70;", "b;Ada;70;9;80;", "b;Ada;;3;3;4")) == [
        (2, 2, Code.NOT_WHOLE),
        (4, 3, Code.GONE_ON),
        (4, 4, Code.TOTAL_DIFFERS),
        (4, 5, Code.ROUND_COUNT),
        (5, 1, Code.PLAYER_TWICE),
        (5, 2, Code.MISSING),
    ]
    assert problems_of(lines("a;Ada;9;", "a;Bob;9;")) == [(2, None, Code.NOT_ENDED)]


def test_a_cell_is_refused_where_it_stands() -> None:
    assert (2, 4, Code.NEGATIVE) in problems_of(EVENING.replace("40", "-40"))


def test_too_many_players_show_at_the_first_one_too_many() -> None:
    nine = lines(*(f"a;player {number};10;10" for number in range(9)))
    (problem,) = problems_of(nine, Options(variant=Variant.SPECIAL))
    assert problem == (10, 1, Code.TOO_MANY_PLAYERS)


def test_nothing_that_is_too_much_is_left_out() -> None:
    """Neither the eleventh player, nor the rest of a long cell, nor the last of many rounds."""
    eleven = lines(*(f"a;player {number};1;" for number in range(10)), "a;Zoé;70;")
    assert (12, 1, Code.TOO_MANY_PLAYERS) in problems_of(eleven)
    long = lines("a;Ada;70.00000000000001;", "a;Bob;3;")
    assert problems_of(long)[0] == (2, 2, Code.NOT_WHOLE)
    many = 205
    headings = ";".join(["sheet", "player", *map(str, range(1, many + 1))])
    text = lines("a;Ada" + ";1" * many, "a;Bob" + ";3" * many, headings=headings)
    assert (2, 202, Code.TOO_MANY_ROUNDS) in problems_of(text, Options(limit=200))


@pytest.mark.parametrize(
    ("headings", "problem"),
    [
        ("", LineProblem(1, CsvCode.NO_HEADINGS)),
        ("sheet;1;2", LineProblem(1, CsvCode.NO_HEADINGS)),
        ("player;1;2", LineProblem(1, CsvCode.NO_HEADINGS)),
        ("sheet;player;1;3", LineProblem(1, CsvCode.NO_HEADINGS)),
        ("\nsheet;player;score", LineProblem(2, CsvCode.UNKNOWN_HEADING, 2)),
        ("sheet;player;1;table", LineProblem(1, CsvCode.HEADING_TWICE, 3)),
        ("sheet;player;r1;m1", LineProblem(1, CsvCode.HEADING_TWICE, 3)),
    ],
)
def test_headings_that_cannot_be_read(headings: str, problem: LineProblem) -> None:
    assert read_sheets(headings) == ((), (problem,))


def test_lines_that_cannot_be_read() -> None:
    long = "x" * 101
    text = lines(";Ada;70", "a;;70", f"a;{long};7", "a;Bob;9;;;;9")
    assert [*read_sheets(text).problems] == [
        LineProblem(2, CsvCode.NO_SHEET, 0),
        LineProblem(3, CsvCode.NO_PLAYER, 1),
        LineProblem(4, CsvCode.NAME_TOO_LONG, 1, {"most": 100}),
        LineProblem(5, CsvCode.NO_HEADING, 6),
    ]


def test_a_line_that_cannot_be_read_hides_no_wrong_figure() -> None:
    text = lines("a;;70", "a;;x", "b;Cyd;-3", "b;Dan;70")
    assert problems_of(text) == [
        (2, 1, CsvCode.NO_PLAYER),
        (3, 1, CsvCode.NO_PLAYER),
        (3, 2, Code.NOT_WHOLE),
        (4, 2, Code.NEGATIVE),
    ]


def test_the_players_of_a_sheet_agree_on_its_number_of_rounds() -> None:
    text = lines("a;Ada;;;70;4", "a;Bob;;;6;5")
    assert read_sheets(text).problems == (LineProblem(3, CsvCode.COUNT_DIFFERS, 5),)


def test_a_quote_that_stays_open() -> None:
    text = lines("a;Ada;70", 'a;"Bob;70')
    assert read_sheets(text).problems == (LineProblem(3, CsvCode.NOT_CSV),)


def test_texts_beyond_all_measure() -> None:
    assert read_sheets("x" * 500_001).problems == (
        LineProblem(1, CsvCode.TOO_LONG, facts={"most": 500_000}),
    )
    assert read_sheets(lines(*["a;Ada"] * 2000)).problems == (
        LineProblem(2001, CsvCode.TOO_MANY_LINES, facts={"most": 2000}),
    )
    assert len(read_sheets(lines(*["a;;x"] * 1999)).problems) == 200
