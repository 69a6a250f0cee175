"""Sheets pasted from a spreadsheet, and where each mistake is shown."""

import pytest

from games.rules.options import Options, Variant
from leagues.sheets.csv.problems import CsvCode, LineProblem
from leagues.sheets.csv.reading import Reading, Sheet, read_sheets
from leagues.sheets.pad.pad import Pad
from leagues.sheets.pad.problems import Code

EVENING = """\
Sheet;Player;Round 1;Round 2;Round 3
1;Ada;20;10;40
1;Bob;5;6;7

2;Cyd;70;;
;Dan;4
"""


def problems(text: str, options: Options | None = None) -> list[LineProblem]:
    reading = read_sheets(text, options or Options())
    assert reading.sheets == ()
    return [*reading.problems]


def lines(*body: str, headings: str = "sheet;player;1;2;total;rounds") -> str:
    return "\n".join((headings, *body))


def test_a_line_per_player_and_a_name_per_sheet() -> None:
    """A sheet without a name is the one above; a line may end early."""
    first = Pad(("Ada", "Bob"), ((20, 5), (10, 6), (40, 7)))
    second = Pad(("Cyd", "Dan"), ((70, 4),))
    assert read_sheets(EVENING, Options()) == Reading(
        (Sheet("1", first, (2, 3)), Sheet("2", second, (5, 6))), ()
    )


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_ends_of_lines_of_any_spreadsheet(separator: str, end: str) -> None:
    text = EVENING.replace(";", separator).replace("\n", end)
    assert read_sheets(text, Options()) == read_sheets(EVENING, Options())


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
    assert read_sheets(text, Options()) == read_sheets(EVENING, Options())


def test_columns_in_any_order() -> None:
    text = lines("70;5;Ada;a;65", "9;5;Bob;a;4", headings="total;1;player;sheet;2")
    (sheet,) = read_sheets(text, Options()).sheets
    assert sheet.pad == Pad(("Ada", "Bob"), ((5, 5), (65, 4)), totals=(70, 9))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_in_the_encoding_of_any_spreadsheet(encoding: str) -> None:
    data = lines("é;Zoé;70", "é;Jérôme;6").encode(encoding)
    (sheet,) = read_sheets(data, Options()).sheets
    assert (sheet.name, sheet.pad.columns) == ("é", ("Zoé", "Jérôme"))


def test_totals_alone_with_the_number_of_rounds_written_once() -> None:
    text = lines("a;Ada;;;70;4", "a;Bob;;;6;")
    (sheet,) = read_sheets(text, Options()).sheets
    assert sheet.pad == Pad(("Ada", "Bob"), totals=(70, 6), round_count=4)


def test_a_quoted_name_may_hold_the_separator_and_go_over_a_line() -> None:
    text = lines('a;"Ada; the\nfirst";70', "a;Bob;x")
    assert problems(text) == [LineProblem(4, Code.NOT_WHOLE, 2, "a")]


def test_a_problem_of_a_pad_is_shown_at_its_line_and_column() -> None:
    assert problems(lines("a;Ada;12,5;", "a;Bob;70;", "b;Ada;70;9;80;", "b;Ada;;3;3;4")) == [
        LineProblem(2, Code.NOT_WHOLE, 2, "a"),
        LineProblem(4, Code.GONE_ON, 3, "b", {"ended_in": 1, "heads": 70, "who": 0, "limit": 66}),
        LineProblem(4, Code.TOTAL_DIFFERS, 4, "b", {"sum": 79}),
        LineProblem(4, Code.ROUND_COUNT, 5, "b", {"least": 2, "most": 2}),
        LineProblem(5, Code.PLAYER_TWICE, 1, "b", {"first": 0}),
        LineProblem(5, Code.MISSING, 2, "b"),
    ]
    assert problems(lines("a;Ada;9;", "a;Bob;9;")) == [
        LineProblem(2, Code.NOT_ENDED, None, "a", {"limit": 66})
    ]


def test_one_wrong_line_keeps_every_sheet_out() -> None:
    reading = read_sheets(EVENING.replace("40", "-40"), Options())
    assert reading.sheets == ()
    assert LineProblem(2, Code.NEGATIVE, 4, "1") in reading.problems


def test_too_many_players_show_at_the_first_one_too_many() -> None:
    nine = lines(*(f"a;player {number};10;10" for number in range(9)))
    (problem,) = problems(nine, Options(variant=Variant.SPECIAL))
    assert problem == LineProblem(10, Code.TOO_MANY_PLAYERS, 1, "a", {"most": 8})


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
    assert problems(headings) == [problem]


def test_lines_that_cannot_be_read() -> None:
    long = "x" * 101
    assert problems(lines(";Ada;70", "a;;70", f"a;{long};7", "a;Bob;9;;;;9")) == [
        LineProblem(2, CsvCode.NO_SHEET, 0),
        LineProblem(3, CsvCode.NO_PLAYER, 1, "a"),
        LineProblem(4, CsvCode.NAME_TOO_LONG, 1, "a", {"most": 100}),
        LineProblem(5, CsvCode.NO_HEADING, 6, "a"),
    ]


def test_a_line_that_cannot_be_read_hides_no_wrong_figure() -> None:
    text = lines("a;;70", "a;;x", "b;Cyd;-3", "b;Dan;70")
    assert problems(text) == [
        LineProblem(2, CsvCode.NO_PLAYER, 1, "a"),
        LineProblem(3, CsvCode.NO_PLAYER, 1, "a"),
        LineProblem(3, Code.NOT_WHOLE, 2, "a"),
        LineProblem(4, Code.NEGATIVE, 2, "b"),
    ]


def test_the_players_of_a_sheet_agree_on_its_number_of_rounds() -> None:
    text = lines("a;Ada;;;70;4", "a;Bob;;;6;5")
    assert problems(text) == [LineProblem(3, CsvCode.COUNT_DIFFERS, 5, "a")]


def test_a_quote_that_stays_open() -> None:
    assert problems(lines("a;Ada;70", 'a;"Bob;70')) == [LineProblem(3, CsvCode.NOT_CSV)]


def test_texts_beyond_all_measure() -> None:
    assert problems("x" * 500_001) == [
        LineProblem(1, CsvCode.TOO_LONG, facts={"most": 500_000}),
    ]
    assert problems(lines(*["a;Ada"] * 2000)) == [
        LineProblem(2001, CsvCode.TOO_MANY_LINES, facts={"most": 2000})
    ]
    assert len(problems(lines(*["a;Ada;x"] * 1999))) == 200
    assert len(problems(lines(*["a;;x"] * 1999))) == 200
