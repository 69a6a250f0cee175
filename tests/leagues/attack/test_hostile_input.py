"""What no browser sends is refused in words, and breaks no page for anybody else."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import privacy
from accounts.models import Player
from accounts.names import legible
from leagues.models import Game, League, Season, Session
from tests.factories import PlayerFactory
from tests.leagues.sheets.pages.pages import address, address_in, fields
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, play

pytestmark = pytest.mark.django_db

NO_NUMBERS = ["²", "9" * 5000, str(2**63), "-1", "x"]
CSV = 'Sheet;Player;Total\nA;"{}";10\nA;Yul;70\n'


@pytest.fixture
def game(session: Session) -> Game:
    return make_game(session, PlayerFactory.create_batch(3))


def of_season(name: str, season: Season, *more: object) -> str:
    return reverse(f"leagues:{name}", args=[season.league.slug, season.number, *more])


def of_league(name: str, session: Session) -> str:
    return reverse(f"leagues:{name}", args=[session.season.league.slug])


def import_text(client: Client, session: Session, name: str, answer: str) -> Any:
    sent = {"text": CSV.format(name), "n0": answer, "n1": "guest", "import": "1"}
    return client.post(address_in(session, "import"), sent)


# --- Numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", [2**63, 10**30])
def test_nobody_has_such_an_id(session: Session, browser: Client, number: int) -> None:
    play(session, *PlayerFactory.create_batch(2))
    assert browser.get(of_season("story", session.season, number)).status_code == 404


@pytest.mark.parametrize("page", ["arrive", "leave"])
@pytest.mark.parametrize("player", NO_NUMBERS)
def test_nobody_is_checked_in_by_what_is_no_id(
    session: Session, browser: Client, page: str, player: str
) -> None:
    answer = browser.post(address_in(session, page), {"player": player})
    assert answer.status_code == 404


@pytest.mark.parametrize("answer", NO_NUMBERS)
def test_nobody_is_meant_by_what_is_no_id(session: Session, browser: Client, answer: str) -> None:
    assert import_text(browser, session, "Zed", answer).status_code == 422
    assert not session.games.exists()


@pytest.mark.parametrize("player", NO_NUMBERS)
def test_a_draft_with_what_is_no_id_breaks_the_sheet_for_nobody(
    game: Game, browser: Client, player: str
) -> None:
    seats = list(game.seats.select_related("player"))
    sent = fields([seat.player for seat in seats], [["²", "\0", "1"]]) | {"p0": player}
    sitting = seats[0].player
    assert sitting is not None
    assert signed_in(sitting).post(address(game, "game_draft"), sent).status_code == 200
    assert browser.get(address(game, "game_submit"), follow=True).status_code == 200


@pytest.mark.parametrize("spelled", ["0{}", "+{}", "{}.0"])
def test_a_draft_names_people_by_one_spelling_of_their_ids(
    game: Game, browser: Client, spelled: str
) -> None:
    """Where a merge, or an erasure, would not find them, they are not chosen."""
    players = [seat.player for seat in game.seats.select_related("player")]
    first = players[0]
    sent = fields(players) | {"p0": spelled.format(first.pk), "r0c0": "1"}
    answer = browser.post(address(game, "game_submit"), sent)
    assert "There are heads in a column without a player." in answer.content.decode()


def test_a_sheet_of_endless_rounds_is_kept_in_bounds(game: Game, browser: Client) -> None:
    players = [seat.player for seat in game.seats.select_related("player")]
    sent = fields(players, [["1" * 900, "\ufffe", "\0"]] * 250, count="9" * 900)
    assert browser.post(address(game, "game_draft"), sent).status_code == 200
    game.refresh_from_db()
    assert game.draft is not None
    assert len(str(game.draft)) < 20_000
    refused = browser.post(address(game, "game_submit"), sent | {"page": game.draft["page"]})
    assert refused.status_code == 422


@pytest.mark.parametrize("begins", ["0001-01-01T00:00", "9999-12-31T23:59", "1899-01-01T20:00"])
def test_a_session_is_on_a_day_that_calendars_have(
    session: Session, browser: Client, begins: str
) -> None:
    answer = browser.post(of_season("session_new", session.season), {"starts_at": begins})
    assert answer.status_code == 422
    assert browser.get(of_league("calendar", session)).status_code == 200


# --- Texts -----------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["game_correct", "game_void"])
def test_a_reason_holds_what_a_database_can_keep(game: Game, browser: Client, page: str) -> None:
    game = enter(game, [1, 2, 70])
    assert send_reason(browser, game, page, "Misread\0", "utf-8").status_code == 302
    assert list(game.versions.values_list("reason", flat=True))[-1] == "Misread"


@pytest.mark.parametrize("page", ["game_correct", "game_void"])
def test_a_reason_in_an_encoding_with_halves_of_letters_is_refused(
    game: Game, browser: Client, page: str
) -> None:
    """In it half of a surrogate pair can be written, which no database keeps."""
    game = enter(game, [1, 2, 70])
    before = game.versions.count()
    answer = send_reason(browser, game, page, r"Misread\ud800", "unicode_escape")
    assert answer.status_code == 400
    assert game.versions.count() == before


def send_reason(browser: Client, game: Game, page: str, reason: str, charset: str) -> Any:
    """Send the form of such a page with a reason, in an encoding that it names."""
    players = [seat.player for seat in game.seats.select_related("player")]
    sent = fields(players, totals=[3, 2, 70], version=game.version, reason=reason)
    parts = [f'--cut\r\nContent-Disposition: form-data; name="{key}"' for key in sent]
    body = "".join(f"{part}\r\n\r\n{sent[key]}\r\n" for part, key in zip(parts, sent, strict=True))
    kind = f"multipart/form-data; boundary=cut; charset={charset}"
    return browser.generic("POST", address(game, page), f"{body}--cut--\r\n", kind)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("  Ana \t Lena\n", "Ana Lena"),
        ("Ana|Lena", "Ana Lena"),
        ("Ana\u202eLena", "Ana Lena"),
        ("\0|\u200b", ""),
        ("\u3164\u2800", ""),
        ("\u0301", ""),
        ("e\u0301", "é"),
        ("1\u202f024", "1 024"),
        ("Zoë O’Neill", "Zoë O’Neill"),
    ],
)
def test_a_text_is_what_others_can_read_of_it(written: str, read: str) -> None:
    assert legible(written) == read


@pytest.mark.parametrize("name", ["|", "\u200b"])
def test_no_guest_is_called_like_somebody_who_was_erased(
    session: Session, browser: Client, name: str
) -> None:
    before = Player.objects.count()
    assert import_text(browser, session, name, "guest").status_code == 422
    sent = {"p0": "guest", "g0": name, "p1": "guest", "g1": "Yul"}
    assert browser.post(address_in(session, "game_new"), sent).status_code == 422
    assert Player.objects.count() == before


def test_a_guest_of_an_import_has_a_name_in_one_line(session: Session, browser: Client) -> None:
    import_text(browser, session, "Zed\nX\x01", "guest")
    assert Player.objects.filter(name="Zed X").exists()
    for page in ("picture", "feed"):
        assert browser.get(of_league(page, session)).status_code == 200


def test_names_with_control_characters_are_refused(browser: Client, season: Season) -> None:
    copied = browser.post(of_season("copy", season), {"name": "Next\x01"})
    assert copied.status_code == 422
    planned = {"starts_at": "2030-01-01T20:00", "name": "Final\x01", "place": "Café\x02"}
    answer = browser.post(of_season("session_new", season), planned)
    assert set(answer.context["form"].errors) == {"name", "place"}


def test_a_calendar_has_no_lines_of_whoever_names_a_place(
    session: Session, browser: Client
) -> None:
    planned = {"starts_at": "2030-01-01T20:00", "place": "Café\rATTENDEE:x\nURL:y"}
    browser.post(of_season("session_new", session.season), planned)
    text = browser.get(of_league("calendar", session)).content.decode()
    assert "Café ATTENDEE:x URL:y" in text


def test_a_description_breaks_no_feed(session: Session, browser: Client, league: League) -> None:
    sent = {
        "version": league.settings_version,
        "name": league.name,
        "description": "One\x01\r\nTwo",
        "visibility": "public",
    }
    browser.post(of_league("settings", session), sent)
    league.refresh_from_db()
    assert league.description.split() == ["One", "Two"]
    assert browser.get(of_league("feed", session)).status_code == 200


def test_who_was_erased_is_not_checked_in(session: Session, browser: Client) -> None:
    gone = PlayerFactory.create()
    privacy.erase(gone)
    answer = browser.post(address_in(session, "arrive"), {"player": gone.pk})
    assert answer.status_code == 404
    assert not session.attendances.exists()


def test_of_many_unknown_names_the_first_have_offers(session: Session, browser: Client) -> None:
    PlayerFactory.create(name="Patrice")
    tables = [f"S{n};Patrice {n}a;1\nS{n};Patrice {n}b;70" for n in range(50)]
    text = "\n".join(["Sheet;Player;Total", *tables])
    questions = browser.post(address_in(session, "import"), {"text": text}).context["questions"]
    assert [bool(each.similar) for each in questions] == [True] * 50 + [False] * 50
