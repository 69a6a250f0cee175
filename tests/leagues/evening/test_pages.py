"""What the pages of an evening show, and what their forms do without JavaScript."""

import re
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.signals import game_ended
from leagues import receivers
from leagues.models import Game, Session
from leagues.services import evening
from tests.factories import PlayerFactory
from tests.leagues.evening.rooms import check_in, live_game, short_season, start, table_of
from tests.support.leagues import make_game, make_guest, make_season, make_session, play
from tests.support.tables import people, play_to_the_end, play_turn

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def organizer(client: Client) -> Player:
    """Staff, signed in."""
    player = PlayerFactory.create(name="Orga", user__is_staff=True)
    assert player.user is not None
    client.force_login(player.user)
    return player


def url(name: str, session: Session) -> str:
    season = session.season
    return reverse(f"leagues:{name}", args=[season.league.slug, season.number, session.number])


def text(answer: Any) -> str:
    """The words of a page, its blanks made single."""
    assert isinstance(answer, HttpResponse)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


# --- Planning --------------------------------------------------------------------------


def test_a_session_is_planned_in_one_form(client: Client, organizer: Player) -> None:
    season = make_season()
    address = reverse("leagues:session_new", args=[season.league.slug, season.number])
    answer = client.post(address, {"starts_at": "2026-11-27T20:00", "place": "The old mill"})
    session = Session.objects.get(season=season)
    assert answer.headers["Location"] == session.get_absolute_url()
    assert timezone.localtime(session.starts_at).hour == 20
    assert session.place == "The old mill"


def test_a_session_without_a_date_is_asked_for_one(client: Client, organizer: Player) -> None:
    season = make_season()
    address = reverse("leagues:session_new", args=[season.league.slug, season.number])
    answer = client.post(address, {"place": "The old mill"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Session.objects.exists()


def test_another_place_is_noted(client: Client, organizer: Player) -> None:
    session = make_session(make_season(), place="Here")
    client.post(url("session_edit", session), {"starts_at": "2026-11-27T20:00", "place": "There"})
    session.refresh_from_db()
    assert session.place == "There"


# --- Check in --------------------------------------------------------------------------


def test_players_of_the_season_are_one_tap_away(client: Client, organizer: Player) -> None:
    season = make_season()
    ada, ben = people(2)
    play(make_session(season), ada, ben)
    session = make_session(season)
    page = client.get(url("check_in", session)).content.decode()
    assert f'name="player" value="{ada.pk}"' in re.sub(r"\s+", " ", page)
    client.post(url("arrive", session), {"player": ada.pk})
    assert session.attendances.get().player == ada


def test_a_tap_with_htmx_brings_the_lists_alone(client: Client, organizer: Player) -> None:
    session = make_session(make_season())
    (ada,) = people(1)
    answer = client.post(url("arrive", session), {"player": ada.pk}, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<div id="lists"')
    assert f"{ada.name} is here." in text(answer)
    again = client.post(url("arrive", session), {"player": ada.pk}, headers=HTMX)
    assert again.status_code == HTTPStatus.CONFLICT
    assert "This person is here already." in text(again)
    assert 'id="lists"' in again.content.decode()


@pytest.mark.parametrize("typed", ["zoe", "ZOÉ", "zoé d", "duval", " Zoe "])
def test_names_are_found_whatever_their_accents(
    client: Client, organizer: Player, typed: str
) -> None:
    session = make_session(make_season())
    PlayerFactory.create(name="Zoé Duval")
    assert "Zoé Duval" in text(client.get(url("check_in", session), {"q": typed}))


def test_an_unknown_name_becomes_a_guest(client: Client, organizer: Player) -> None:
    session = make_session(make_season())
    page = client.get(url("check_in", session), {"q": "Hector"})
    assert "Add “Hector” as a guest" in text(page)
    client.post(url("add_guest", session), {"name": "Hector"})
    assert session.attendances.get().player.name == "Hector"


def test_a_known_name_does_not(client: Client, organizer: Player) -> None:
    session = make_session(make_season())
    check_in(session, make_guest("Hector"))
    page = text(client.get(url("check_in", session), {"q": "hector"}))
    assert "as a guest" not in page
    assert "Here already: Hector" in page


@pytest.mark.parametrize("name", ["  ", "|", "a\u202eb", "x" * 41])
def test_a_guest_needs_a_name_that_looks_like_what_it_is(
    client: Client, organizer: Player, name: str
) -> None:
    session = make_session(make_season())
    client.post(url("add_guest", session), {"name": name})
    assert not session.attendances.exists()


def test_a_member_checks_in_alone_once_the_evening_runs(client: Client) -> None:
    session = make_session(make_season(), status=Session.Status.PLANNED)
    ada = PlayerFactory.create()
    assert ada.user is not None
    client.force_login(ada.user)
    assert "I am here" not in text(client.get(url("session", session)))
    client.post(url("come", session))
    assert not session.attendances.exists()
    evening.begin_session(session)
    assert "I am here" in text(client.get(url("session", session)))
    client.post(url("come", session))
    assert session.attendances.get().player == ada
    assert "I am here" not in text(client.get(url("session", session)))


def test_the_evening_is_opened_to_members_by_one_button(client: Client, organizer: Player) -> None:
    session = make_session(make_season(), status=Session.Status.PLANNED)
    assert 'id="begin"' in client.get(url("session", session)).content.decode()
    client.post(url("session_begin", session))
    session.refresh_from_db()
    assert session.status == Session.Status.RUNNING


# --- Seating ---------------------------------------------------------------------------


def accept(client: Client, session: Session, **query: Any) -> Any:
    """Look at a draw and send the form that accepts it, as it stands on the page."""
    page = client.get(url("seating", session), {"seed": 7, **query}).content.decode()
    form = page[page.index('id="proposal"') : page.index('id="accept"')]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        fields = dict(re.findall(r'(name|value)="([^"]*)"', tag))
        sent.setdefault(fields["name"], []).append(fields["value"])
    return client.post(url("draw", session), sent)


def test_a_draw_is_shown_before_it_is_accepted(client: Client, organizer: Player) -> None:
    season = make_season(fewest=4, preferred=4, most=4)
    players = people(4)
    play(make_session(season), *players)
    session = make_session(season)
    check_in(session, *players)
    everybody = [player.pk for player in players]
    query = urlencode({"seed": 7, "player": everybody}, doseq=True)
    page = text(client.get(f"{url('seating', session)}?{query}"))
    assert "1 table. 6 pairs meet again." in page
    assert "have met once" in page
    assert "drawn with the number 7" in page
    assert not session.games.exists()
    accept(client, session, player=everybody)
    assert session.games.get().seats.count() == 4
    assert session.draws.get().seed == 7
    assert session.draws.get().by == organizer


def test_a_draw_that_would_come_out_otherwise_now_is_refused(
    client: Client, organizer: Player
) -> None:
    session = make_session(make_season())
    players = people(4)
    check_in(session, *players)
    sent = {"seed": 7, "player": [player.pk for player in players], "tables": "1-2-3-4-5"}
    answer = client.post(url("draw", session), sent, follow=True)
    assert "Somebody has just changed this" in text(answer)
    assert not session.games.exists()


def test_who_is_not_ticked_is_not_drawn(client: Client, organizer: Player) -> None:
    session = make_session(make_season())
    players = people(4)
    check_in(session, *players)
    accept(client, session, player=[player.pk for player in players[:3]])
    seats = session.games.get().seats
    assert set(seats.values_list("player", flat=True)) == {player.pk for player in players[:3]}


def test_where_no_tables_are_possible_the_page_says_how_many_would_do(
    client: Client, organizer: Player
) -> None:
    session = make_session(make_season(fewest=4, preferred=4, most=4))
    players = people(7)
    check_in(session, *players)
    query = urlencode({"seed": 1, "player": [player.pk for player in players]}, doseq=True)
    page = client.get(f"{url('seating', session)}?{query}")
    assert "4 or 8 would" in text(page)


def test_nonsense_in_the_address_is_nobody(client: Client, organizer: Player) -> None:
    session = make_session(make_season())
    check_in(session, *people(4))
    query = urlencode({"seed": "x", "player": ["-1", "9" * 40, "²"]}, doseq=True)
    answer = client.get(f"{url('seating', session)}?{query}")
    assert answer.status_code == HTTPStatus.OK
    assert "Nobody is ticked." in text(answer)


def test_a_wish_is_noted_and_removed(client: Client, organizer: Player) -> None:
    season = make_season()
    ada, ben = people(2)
    session = make_session(season)
    check_in(session, ada, ben)
    season_of = [season.league.slug, season.number]
    fields = {"first": ada.pk, "kind": "apart", "second": ben.pk}
    client.post(reverse("leagues:wish_add", args=season_of), fields)
    page = text(client.get(reverse("leagues:wishes", args=season_of)))
    assert f"{ada.name} and {ben.name} never sit together" in page
    wish = {"wish": season.wishes.get().pk}
    client.post(reverse("leagues:wish_remove", args=season_of), wish)
    assert not season.wishes.exists()


# --- Tables ----------------------------------------------------------------------------


def test_ticked_tables_start_online_and_the_others_stay_on_paper(
    client: Client, organizer: Player
) -> None:
    session = make_session(make_season())
    online = table_of(session, *people(2))
    paper = table_of(session, *people(1), make_guest())
    page = client.get(url("start_tables", session)).content.decode()
    assert re.findall(r'name="table"\s+value="(\d)"\s*(checked)?', page) == [
        ("1", "checked"),
        ("2", ""),
    ]
    client.post(url("start_online", session), {"table": ["1"], "seats": "3"})
    online.refresh_from_db()
    paper.refresh_from_db()
    assert (online.kind, paper.kind) == (Game.Kind.LIVE, Game.Kind.SHEET)
    assert online.seats.count() == 3


def test_the_page_of_the_session_collects_what_a_crash_left(
    client: Client, organizer: Player
) -> None:
    game, table = live_game()
    game_ended.disconnect(dispatch_uid="leagues.record_ended")
    try:
        play_to_the_end(table)
    finally:
        receivers.connect()
    page = text(client.get(url("session", game.session)))
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert "All results are in." in page


def test_who_sits_at_a_table_is_led_there(client: Client) -> None:
    ada, ben = people(2)
    table = start(table_of(make_session(short_season()), ada, ben))
    assert ada.user is not None
    client.force_login(ada.user)
    page = client.get(table.origin_url)
    assert "You sit at table 1" in text(page)
    assert table.get_absolute_url() in page.content.decode()


def test_a_live_table_shows_how_it_stands(client: Client) -> None:
    session = make_session(make_season())
    game = table_of(session, *people(2))
    table = start(game)
    assert "Table 1 Round 1" in text(client.get(url("session", session)))
    for _turn in range(10):
        snapshot = play_turn(table)
    assert snapshot.game is not None
    page = text(client.get(url("session", session)))
    assert "Table 1 Round 2" in page
    for seat, heads in zip(game.seats.all(), snapshot.game.totals, strict=True):
        assert seat.player is not None
        assert f"{seat.player.name} {heads} " in page


def test_results_that_nobody_confirmed_are_not_shown(client: Client) -> None:
    session = make_session(make_season(second_person=True))
    play(session, *people(3))
    page = text(client.get(url("session", session)))
    assert "To be confirmed" in page
    assert "70" not in page


def test_the_slips_name_the_table_and_the_others_at_it(client: Client) -> None:
    session = make_session(make_season())
    table_of(session, PlayerFactory.create(name="Zoé"), PlayerFactory.create(name="Élodie"))
    page = text(client.get(url("slips", session)))
    assert page.index("Table 1 Élodie Zoé") < page.index("Table 1 Zoé Élodie")


def test_an_empty_sheet_has_a_column_for_everybody(client: Client, organizer: Player) -> None:
    session = make_session(make_season())
    table_of(session, PlayerFactory.create(name="Zoé"), PlayerFactory.create(name="Élodie"))
    start(table_of(session, *people(2)))
    page = client.get(url("hand_out", session)).content.decode()
    assert re.findall(r'<th scope="col">([^<]*)</th>', page) == ["Round", "Zoé", "Élodie"]


def test_the_big_screen_shows_who_sits_where(client: Client) -> None:
    session = make_session(short_season())
    check_in(session, PlayerFactory.create(name="Late comer"))
    table_of(session, PlayerFactory.create(name="Zoé"), PlayerFactory.create(name="Élodie"))
    page = text(client.get(url("screen", session)))
    assert "Table 1 Zoé Élodie" in page
    assert "Not seated yet: Late comer" in page


def test_closing_and_opening_again(client: Client, organizer: Player) -> None:
    session = make_session(make_season())
    play(session, *people(3))
    client.post(url("session_close", session))
    session.refresh_from_db()
    assert session.status == Session.Status.CLOSED
    assert "This session is over." in text(client.get(url("session", session)))
    client.post(url("session_reopen", session))
    session.refresh_from_db()
    assert session.status == Session.Status.RUNNING


@pytest.mark.parametrize("name", ["session", "sessions", "screen", "slips", "check_in", "seating"])
def test_the_number_of_queries_does_not_grow_with_the_evening(
    client: Client, organizer: Player, name: str
) -> None:
    season = make_season()
    small, large = make_session(season), make_session(season)
    table_of(small, *people(3))
    check_in(small, *people(1))
    for _table in range(4):
        table_of(large, *people(4))
    check_in(large, *people(5))
    for session in (small, large):
        make_game(session, people(3), status=Game.Status.VOIDED)
    assert queries(client, name, small) == queries(client, name, large)


def queries(client: Client, name: str, session: Session) -> int:
    season = [session.season.league.slug, session.season.number]
    address = reverse("leagues:sessions", args=season) if name == "sessions" else url(name, session)
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as counted:
        client.get(address, {"seed": 7})
    return len(counted)
