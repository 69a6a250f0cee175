"""Several sheets at once, pasted or uploaded."""

from http import HTTPStatus
from unittest import mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.rate_limit import RateLimit
from leagues.models import Game, Role, Round, Season, Session, Standing
from leagues.sheets import import_views
from leagues.sheets.stored import save_draft
from tests.factories import PlayerFactory
from tests.leagues.sheets.pages.pages import address_in
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, make_member_with

pytestmark = pytest.mark.django_db

TWO_SHEETS = """Sheet;Player;Round 1;Round 2
A;Ada;5;10
A;Bob;5;20
A;Cyd;40;30
B;Bob;67;
B;Dan;9;
"""


@pytest.fixture
def people(session: Session) -> dict[str, Player]:
    """Members called as in TWO_SHEETS."""
    return {name: PlayerFactory.create(name=name) for name in ("Ada", "Bob", "Cyd", "Dan")}


@pytest.fixture
def scorer(session: Session) -> Client:
    return signed_in(make_member_with(Role.Kind.SCORER, session.season.league, name="Sam"))


def post(browser: Client, session: Session, text: str, **fields: object) -> HttpResponse:
    return browser.post(address_in(session, "import"), {"text": text, **fields})  # type: ignore[return-value]


def test_it_is_shown_before_anything_is_entered(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    answer = post(scorer, session, TWO_SHEETS)

    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.OK
    assert "Sheet “A”, a new table" in page
    assert "Enter 2 sheets" in page
    assert not session.games.exists()


def test_then_all_of_it_is_entered(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    answer = post(scorer, session, TWO_SHEETS, **{"import": "1"})

    assert answer.status_code == HTTPStatus.FOUND
    first, second = session.games.all()
    assert [seat.heads for seat in first.seats.all()] == [15, 25, 70]
    assert [seat.player for seat in second.seats.all()] == [people["Bob"], people["Dan"]]
    assert {first.status, second.status} == {Game.Status.CONFIRMED}
    assert Standing.objects.get(player=people["Bob"]).games == 2


def test_a_file_does_as_well(session: Session, people: dict[str, Player], scorer: Client) -> None:
    file = SimpleUploadedFile("sheets.csv", TWO_SHEETS.encode("utf-16"), "text/csv")

    answer = scorer.post(address_in(session, "import"), {"text": "", "file": file})

    assert "Enter 2 sheets" in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: the first line must name the columns"),
        (
            "Sheet;Player;Total\nA;Ada;x\nA;Bob;70",
            "Line 2, column C: Ada’s total must be a whole number.",
        ),
        ("Sheet;Player;Total\nA;Ada;5\nA;Bob;6", "Line 2: The game is not over"),
        ("Sheet;Player;Round 1\nA;Ada;5\nA;;70", "Line 3, column B: the name of the player"),
        (
            "Sheet;Player;Round 1\nA;Ada;5\nA;Ada;70",
            "Line 3, column B: Ada, or the person they stand in for, is on this sheet twice.",
        ),
        ("x" * 500_001, "the text is longer than 500000 characters."),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_nothing_entered(
    session: Session, scorer: Client, text: str, sentence: str
) -> None:
    answer = post(scorer, session, text, **{"import": "1"})

    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in page
    assert "Nothing was entered." in page
    assert not session.games.exists()


def tables_of_two_rounds(session: Session, people: dict[str, Player]) -> None:
    """Ada and Bob at table 1 of round 1 and of round 2, Cyd and Dan at table 2 of round 2."""
    for number, table, names in ((1, 1, "Ada Bob"), (2, 1, "Ada Bob"), (2, 2, "Cyd Dan")):
        row, _new = Round.objects.get_or_create(
            session=session, number=number, seed=1, defaults={"released_at": timezone.now()}
        )
        seated = [people[name] for name in names.split()]
        make_game(session, seated, round=row, table_number=table)


@pytest.mark.parametrize(
    "text",
    [
        "Sheet;Player;Total\nRound 2, table 1;Ada;5\n;Bob;70\n2;Cyd;5\n;Dan;70",
        "Sheet;Player;Total\nR2 T1;Ada;5\n;Bob;70\n2.2;Cyd;5\n;Dan;70",
        "Round;Table;Player;Total\n2;1;Ada;5\n;;Bob;70\n2;2;Cyd;5\n2;2;Dan;70",
        "Ronde;Table;Joueur;Total\n2;1;Ada;5\n;;Bob;70\n2;2;Cyd;5\n2;2;Dan;70",
    ],
)
def test_a_sheet_finds_its_table_by_round_and_number(
    session: Session, people: dict[str, Player], scorer: Client, text: str
) -> None:
    tables_of_two_rounds(session, people)
    page = post(scorer, session, text).content.decode()
    assert "Round 2, table 1" in page
    post(scorer, session, text, **{"import": "1"})
    counting = session.games.counting().order_by("number")
    assert [game.table_name for game in counting] == ["Round 2, table 1", "Round 2, table 2"]
    assert session.games.count() == 3


def test_a_table_that_several_rounds_have_and_one_with_two_sheets_are_refused(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    tables_of_two_rounds(session, people)
    text = "Sheet;Player;Total\n1;Ada;5\n;Bob;70\n2.2;Cyd;5\n;Dan;70\nR2 T2;Cyd;8\n;Dan;70"
    answer = post(scorer, session, text, **{"import": "1"})
    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Line 2: several rounds have a table 1: write the round" in page
    assert "Line 6: Round 2, table 2 already has a sheet further up." in page
    assert not session.games.counting().exists()


def test_the_file_to_fill_in_is_read_back_at_its_tables(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    tables_of_two_rounds(session, people)
    file = scorer.get(address_in(session, "import_template")).content.decode()
    assert "Round 1, table 1;Ada" in file
    assert "Round 2, table 2;Dan" in file


def test_one_bad_sheet_lets_none_in(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    post(scorer, session, TWO_SHEETS.replace("Dan;9", "Dan;-9"), **{"import": "1"})

    assert not session.games.exists()


def test_a_name_nobody_bears_is_asked_about(session: Session, scorer: Client) -> None:
    PlayerFactory.create(name="Robert Martin")
    text = "Sheet;Player;Total\nA;Robert;12\nA;Sam;70"

    answer = post(scorer, session, text, **{"import": "1"})

    page = " ".join(answer.content.decode().split())
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Please say who is meant by each name." in page
    assert 'optgroup label="Perhaps"' in page
    assert not session.games.exists()


def test_the_answer_is_taken(session: Session, scorer: Client) -> None:
    robert = PlayerFactory.create(name="Robert Martin")
    text = "Sheet;Player;Total\nA;Robert;12\nA;Théo;70"

    post(scorer, session, text, **{"import": "1", "n0": robert.pk, "n1": "guest"})

    guest = Player.objects.get(name="Théo")
    assert [seat.player for seat in session.games.get().seats.all()] == [robert, guest]
    assert guest.user is None


def test_a_name_that_several_bear_is_asked_about(session: Session, scorer: Client) -> None:
    jeans = [PlayerFactory.create(name="Jean") for _ in range(2)]
    text = "Sheet;Player;Total\nA;Jean;12\nA;Sam;70"

    assert post(scorer, session, text, **{"import": "1"}).status_code == 422
    post(scorer, session, text, **{"import": "1", "n0": jeans[1].pk})

    assert session.games.get().seats.get(index=0).player == jeans[1]


def test_accents_and_case_do_not_matter(session: Session, scorer: Client) -> None:
    eloise = PlayerFactory.create(name="Éloïse")
    text = "Sheet;Player;Total\nA;ELOISE;12\nA;sam;70"

    post(scorer, session, text, **{"import": "1"})

    assert session.games.get().seats.get(index=0).player == eloise


def test_the_number_of_an_open_table_is_that_table(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    drawn = make_game(session, [people["Ada"], people["Bob"]])
    text = "Table;Player;Total\n1;Ada;12\n1;Bob;70"

    post(scorer, session, text, **{"import": "1"})

    drawn.refresh_from_db()
    assert (drawn.status, session.games.count()) == (Game.Status.CONFIRMED, 1)


def test_a_table_that_has_a_result_is_not_entered_twice(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    enter(make_game(session, [people["Ada"], people["Bob"]]), [12, 70])
    text = "Table;Player;Total\n1;Ada;70\n1;Bob;12"

    answer = post(scorer, session, text, **{"import": "1"})

    assert "Line 2: Table 1 is not open" in answer.content.decode()
    assert session.games.get().seats.get(index=0).heads == 12


def test_two_names_for_one_person_of_a_sheet_let_nothing_in(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    text = "Sheet;Player;Total\nA;Ada;12\nA;Adda;70"

    answer = post(scorer, session, text, **{"import": "1", "n1": people["Ada"].pk})

    assert (
        "Line 3, column B: Ada, or the person they stand in for, is on this sheet twice."
        in answer.content.decode()
    )
    assert not session.games.exists()


def test_two_spellings_of_a_new_guest_are_one_person(session: Session, scorer: Client) -> None:
    text = "Sheet;Player;Total\nA;Cleo;12\nA;Cléo;70"

    answer = post(scorer, session, text, **{"import": "1", "n0": "guest", "n1": "guest"})

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Line 3, column B: Cl" in answer.content.decode()
    assert not session.games.exists()


def test_a_draft_is_thrown_away_only_by_who_was_told(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    game = make_game(session, [people["Ada"], people["Bob"]])
    typing = make_member_with(Role.Kind.SCORER, session.season.league, name="Robin")
    text = "Table;Player;Total\n1;Ada;12\n1;Bob;70"
    save_draft(game, {}, typing, "page", timezone.now())
    version = game.version
    save_draft(game, {}, typing, "page", timezone.now())

    told = post(scorer, session, text).content.decode()
    assert "Robin has begun to type this sheet: what they typed will be replaced." in told
    assert f'name="seen1" value="{game.version}"' in " ".join(told.split())
    for seen in ("", version):
        late = post(scorer, session, text, seen1=seen, **{"import": "1"})
        assert late.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        game.refresh_from_db()
        assert game.draft is not None

    post(scorer, session, text, seen1=game.version, **{"import": "1"})
    game.refresh_from_db()
    assert (game.status, game.draft) == (Game.Status.CONFIRMED, None)


def test_all_sheets_together_are_one_change_of_the_season(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    before = Season.objects.get().version

    post(scorer, session, TWO_SHEETS.replace("Dan", "Théo"), **{"import": "1", "n3": "guest"})

    assert session.games.count() == 2
    assert Season.objects.get().version == before + 1


def test_the_template_names_the_open_tables_and_reads_back(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    make_game(session, [people["Ada"], people["Bob"]])

    text = scorer.get(address_in(session, "import_template")).content.decode()

    assert text.splitlines()[1].startswith("1;Ada;")
    filled = text.replace("1;Ada;", "1;Ada;9", 1).replace("1;Bob;", "1;Bob;67", 1)
    answer = post(scorer, session, filled)
    assert "Enter 1 sheet" in answer.content.decode()


def test_who_sends_a_text_very_often_waits_and_keeps_it(
    session: Session, people: dict[str, Player], scorer: Client
) -> None:
    with mock.patch.object(import_views, "BY_MEMBER", RateLimit("import", 1, 60)):
        assert post(scorer, session, TWO_SHEETS).status_code == HTTPStatus.OK
        answer = post(scorer, session, TWO_SHEETS)
        other = signed_in(make_member_with(Role.Kind.SCORER, session.season.league))
        assert post(other, session, TWO_SHEETS).status_code == HTTPStatus.OK
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    page = answer.content.decode()
    assert "Wait a minute, then send it again" in page
    assert "B;Bob;67;" in page, "what was typed is still there"
