"""A season as spreadsheets have it: two layouts, many ways to write, and what is wrong where."""

from datetime import date, datetime, timedelta

import pytest

from leagues.setup.imports.dates import is_month_first, read_date
from leagues.setup.imports.reading import MOST_LINES, MOST_PLAYERS, MOST_RESULTS, read_season
from leagues.sheets.csv.text import CsvCode, decode

LONG = "Date;Table;Joueur;Têtes\n09/01/2025;1;Ana;12\n;;Ben;34,0\n;2;Cléo;70\n;;Dan;5\n"
WIDE = "Date,Ana,Ben,Cléo,Dan,Total\n2025-01-09,12,34,,,46\n2025-01-09,,,70,5,75\n"


def games(text: str, **asked: object) -> list[tuple[int, str, int, dict[str, int]]]:
    """Each game as number and day of its session, its own number, and who took how many heads."""
    season, problems = read_season(text, **asked)  # type: ignore[arg-type]
    assert problems == ()
    return [
        (
            session.number,
            session.starts_at.date().isoformat(),
            game.number,
            {seat.player: seat.heads for seat in game.seats},
        )
        for session in season.sessions
        for game in session.games
    ]


def problems(text: str, **asked: object) -> list[tuple[int, CsvCode, int | None]]:
    found = read_season(text, **asked).problems  # type: ignore[arg-type]
    return [(problem.line, problem.code, problem.column) for problem in found]


EXPECTED = [
    (1, "2025-01-09", 1, {"Ana": 12, "Ben": 34}),
    (1, "2025-01-09", 2, {"Cléo": 70, "Dan": 5}),
]


@pytest.mark.parametrize("text", [LONG, WIDE, decode(LONG.encode("cp1252")), "\ufeff" + LONG])
def test_one_row_per_player_and_one_column_per_player_are_the_same_season(text: str) -> None:
    assert games(text) == EXPECTED


def test_cells_of_players_may_name_their_table() -> None:
    text = "Soirée;Date;Ana;Ben;Cléo;Dan\nLa première;9 janvier 2025;1:12;1:34;2:70;2/5\n"
    assert games(text) == EXPECTED
    assert read_season(text).season.sessions[0].name == "La première"


def test_sessions_count_by_their_dates_and_keep_numbers_that_are_whole() -> None:
    text = "Session;Date;Joueur;Points\n7;16/01/2025;A;1\n7;;B;2\n3;09/01/2025;A;1\n3;;B;2\n"
    assert [(number, day) for number, day, *_game in games(text)] == [
        (3, "2025-01-09"),
        (7, "2025-01-16"),
    ]


def test_a_file_without_dates_begins_when_the_organizer_says() -> None:
    text = "Session;Joueur;Points\nA;Ana;1\nA;Ben;2\nB;Ana;1\nB;Ben;2\n"
    assert problems(text) == [(2, CsvCode.DATE_MISSING, None), (4, CsvCode.DATE_MISSING, None)]
    days = [day for _number, day, *_game in games(text, first_date=date(2025, 1, 9))]
    assert days == ["2025-01-09", "2025-01-16"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2025-03-12", "2025-03-12T20:00"),
        ("2025-03-12 19:30", "2025-03-12T19:30"),
        ("2025-03-12T19:30:00+00:00", "2025-03-12T19:30+00:00"),
        ("12/03/2025", "2025-03-12T20:00"),
        ("12.03.25", "2025-03-12T20:00"),
        ("12/03/2025 à 20h15", "2025-03-12T20:15"),
        ("12 mars 2025", "2025-03-12T20:00"),
        ("mercredi 12 mars 2025", "2025-03-12T20:00"),
        ("1er août 2025", "2025-08-01T20:00"),
        ("Mar 12, 2025", "2025-03-12T20:00"),
        ("Wed, March 12th, 2025", "2025-03-12T20:00"),
    ],
)
def test_dates_are_read_as_people_write_them(written: str, meant: str) -> None:
    assert read_date(written) == datetime.fromisoformat(meant)


@pytest.mark.parametrize("written", ["", "31/02/2025", "Tuesday", "12 brumaire 2025", "45678"])
def test_what_is_no_date_is_none(written: str) -> None:
    assert read_date(written) is None


def test_one_date_that_leaves_no_doubt_tells_how_all_are_written() -> None:
    assert is_month_first(["03/12/2025", "03/26/2025"])
    assert not is_month_first(["03/12/2025", "12/03/2025"])
    text = "Date,Player,Heads\n03/12/2025,A,1\n03/12/2025,B,2\n03/26/2025,A,1\n03/26/2025,B,2\n"
    assert [day for _number, day, *_game in games(text)] == ["2025-03-12", "2025-03-26"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (";;\n", [(1, CsvCode.NO_SEASON_HEADINGS, None)]),
        ("Foo;Bar\n1;2\n", [(1, CsvCode.NO_SEASON_HEADINGS, None)]),
        ("Date;Joueur;Têtes\n", [(1, CsvCode.NO_GAMES, None)]),
        ("Date;Joueur;Têtes\nhier;A;1\n;B;2\n", [(2, CsvCode.NO_DATE, 0)]),
        ("Date;Joueur;Têtes\n9/1/2025;A;1,5\n;B;2\n", [(2, CsvCode.NO_HEADS, 2)]),
        ("Date;Joueur;Têtes\n9/1/2025;A;1\n;;2\n", [(3, CsvCode.NO_PLAYER, 1)]),
        ("Date;Joueur;Têtes\n9/1/2025;A;1\n", [(2, CsvCode.ALONE, None)]),
        ("Date;Joueur;Têtes;Place\n9/1/2025;A;1;2e\n;B;2;2\n", [(2, CsvCode.PLACE_DIFFERS, 3)]),
        (
            "Session;Date;Joueur;Têtes\nX;9/1/2025;A;1\nX;10/1/2025;B;2\n",
            [(3, CsvCode.DATE_DIFFERS, 1)],
        ),
        ('Date;Joueur;Têtes\n9/1/2025;"A;1\n', [(2, CsvCode.NOT_CSV, None)]),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    text: str, found: list[tuple[int, CsvCode, int | None]]
) -> None:
    assert problems(text) == found


def test_a_table_of_eleven_asks_for_tables() -> None:
    row = ";".join(str(heads) for heads in range(11))
    text = f"Date;{';'.join('ABCDEFGHIJK')}\n9/1/2025;{row}\n"
    assert problems(text) == [(2, CsvCode.TABLE_TOO_LARGE, None)]


def test_elimination_asks_for_places() -> None:
    text = "Date;Joueur;Têtes;Place\n9/1/2025;A;70;1\n;B;2;2\n"
    season = read_season(text, has_places=True).season
    assert [seat.place for seat in season.games[0].seats] == [1, 2]
    without = "Date;Joueur;Têtes\n9/1/2025;A;70\n;B;2\n"
    assert {code for _line, code, _at in problems(without, has_places=True)} == {
        CsvCode.PLACE_MISSING
    }


def test_too_long_a_file_is_refused_at_once() -> None:
    text = "Date;Joueur;Têtes\n" + "9/1/2025;A;1\n" * MOST_LINES
    assert problems(text) == [(MOST_LINES + 1, CsvCode.TOO_MANY_LINES, None)]


def test_a_text_of_more_results_or_players_than_a_season_has_is_refused_at_once() -> None:
    """Half a million cells fit into the text, and each player has a row after each session."""
    names = ";".join(f"P{number}" for number in range(200))
    wide = f"Date;{names}\n" + f"2025-01-09;{';'.join(['1'] * 200)}\n" * (MOST_RESULTS // 200 + 1)
    assert problems(wide) == [(1, CsvCode.TOO_MANY_RESULTS, None)]
    rows = (f"2025-01-09;{number};P{number};1\n" for number in range(MOST_PLAYERS + 1))
    long = "Date;Table;Player;Heads\n" + "".join(rows)
    assert problems(long) == [(1, CsvCode.TOO_MANY_PLAYERS, None)]


def test_a_season_whose_standings_would_stop_the_site_is_refused() -> None:
    """101 players and 100 sessions would be 10,100 rows of standings."""
    days = [(date(2020, 1, 1) + timedelta(days=number)).isoformat() for number in range(100)]
    rows = [f"{days[number % 100]};{number};P{number % 101};1\n" for number in range(202)]
    text = "Date;Table;Player;Heads\n" + "".join(rows)
    assert (1, CsvCode.TOO_LARGE_SEASON, None) in problems(text)
